import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { type ServerUser, tryAs } from './user.ts'

/** Programs of ours that work inside a cluster; a shell that happens to stand there is left alone. */
const OURS = ['postgres', 'initdb', 'setpriv']

/** Bounds in ms from the beginning: until then a polite stop, then SIGQUIT, then SIGKILL, then giving up. */
const POLITE = 20_000
const FIRM = 25_000
const GIVE_UP = 30_000

/**
 * Ends whatever still works in the folder after an earlier owner was killed. The process ids come
 * from /proc, never from postmaster.pid: the number there may be anybody's by now.
 */
export async function stopLeftovers(folder: string, user: ServerUser): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const pids = processesIn(folder, user)
    if (pids.length === 0) return
    const waited = performance.now() - begin
    if (waited > GIVE_UP) {
      throw new EmbeddedPostgresError(
        `Un PostgreSQL anterior no termina (proceso ${pids[0]}); deténlo a mano.`,
      )
    }
    const signal = waited > FIRM ? 'SIGKILL' : waited > POLITE ? 'SIGQUIT' : 'SIGINT'
    // Orphaned children leave by themselves; SIGINT would mean other things to them.
    for (const pid of signal === 'SIGINT' ? pids.filter(isMain) : pids) signalIfAlive(pid, signal)
    await sleep(25)
  }
}

/** Processes of PostgreSQL whose working directory is the folder. */
export function processesIn(folder: string, user: ServerUser): number[] {
  const stat = fs.statSync(folder, { throwIfNoEntry: false })
  if (!stat) return []
  const wanted = `${stat.dev}:${stat.ino}`
  const found: number[] = []
  const closed: number[] = []
  for (const name of fs.readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !OURS.includes(read(`/proc/${name}/comm`).trim())) continue
    try {
      const cwd = fs.statSync(`/proc/${name}/cwd`)
      if (`${cwd.dev}:${cwd.ino}` === wanted) found.push(pid)
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM')) closed.push(pid)
    }
  }
  return user.ids && closed.length > 0 ? [...found, ...askAs(user, closed, wanted)] : found
}

/** Root in a container lacks CAP_SYS_PTRACE and may not look at another user's process; that user may. */
function askAs(user: ServerUser, pids: number[], wanted: string): number[] {
  const script = 'for p; do echo "$p $(stat -Lc %d:%i /proc/$p/cwd 2>/dev/null)"; done'
  const answer = tryAs(user, 'sh', ['-c', script, 'sh', ...pids.map(String)])
  const lines = (answer.stdout ?? '').split('\n').map((line) => line.split(' '))
  return lines.filter(([, cwd]) => cwd === wanted).map(([pid]) => Number(pid))
}

/** A postmaster or initdb; the postmaster's children call themselves `postgres: what I do`. */
function isMain(pid: number): boolean {
  return !read(`/proc/${pid}/cmdline`).startsWith('postgres: ')
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

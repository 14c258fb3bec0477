import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { runAs, type ServerUser } from './server-user.ts'

/** The programs that we run in a cluster's folder. A user's shell in that folder is left alone. */
const SERVER_PROGRAMS = ['postgres', 'initdb', 'setpriv']

/** Milliseconds from the beginning after which SIGINT becomes SIGQUIT, then SIGKILL, then an error. */
const SIGQUIT_AFTER_MS = 20_000
const SIGKILL_AFTER_MS = 25_000
const GIVE_UP_AFTER_MS = 30_000

/**
 * Stops the PostgreSQL processes that an earlier, killed owner left running in the folder. The process ids
 * come from /proc, never from postmaster.pid, whose number may belong to another program by now.
 * @throws EmbeddedPostgresError when one does not end
 */
export async function stopOrphanedProcesses(folder: string, user: ServerUser): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const pids = postgresProcessesIn(folder, user)
    if (pids.length === 0) return
    const waited = performance.now() - begin
    if (waited > GIVE_UP_AFTER_MS) {
      throw new EmbeddedPostgresError(
        `Un PostgreSQL anterior no termina (proceso ${pids[0]}); deténlo a mano.`,
      )
    }
    const signal = waited > SIGKILL_AFTER_MS ? 'SIGKILL' : waited > SIGQUIT_AFTER_MS ? 'SIGQUIT' : 'SIGINT'
    // SIGINT goes to main processes only: it means something else to their children, which exit on their own.
    for (const pid of signal === 'SIGINT' ? pids.filter(isMainProcess) : pids) signalIfAlive(pid, signal)
    await sleep(25)
  }
}

/** Ids of the PostgreSQL processes whose working directory is the folder. */
export function postgresProcessesIn(folder: string, user: ServerUser): number[] {
  const stat = fs.statSync(folder, { throwIfNoEntry: false })
  if (!stat) return []
  const wanted = `${stat.dev}:${stat.ino}`
  const found: number[] = []
  const unreadable: number[] = []
  for (const name of fs.readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !SERVER_PROGRAMS.includes(read(`/proc/${name}/comm`).trim())) continue
    try {
      const cwd = fs.statSync(`/proc/${name}/cwd`)
      if (`${cwd.dev}:${cwd.ino}` === wanted) found.push(pid)
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM')) unreadable.push(pid)
    }
  }
  return user.ids && unreadable.length > 0 ? [...found, ...filterAs(user, unreadable, wanted)] : found
}

/** Checks the working directories as that user: root in a container may lack CAP_SYS_PTRACE. */
function filterAs(user: ServerUser, pids: number[], wanted: string): number[] {
  const script = 'for p; do echo "$p $(stat -Lc %d:%i /proc/$p/cwd 2>/dev/null)"; done'
  const answer = runAs(user, 'sh', ['-c', script, 'sh', ...pids.map(String)])
  const lines = (answer.stdout ?? '').split('\n').map((line) => line.split(' '))
  return lines.filter(([, cwd]) => cwd === wanted).map(([pid]) => Number(pid))
}

/** A postmaster or initdb. The postmaster's children have command lines such as `postgres: checkpointer`. */
function isMainProcess(pid: number): boolean {
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

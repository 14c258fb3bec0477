import type { StdioOptions } from 'node:child_process'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'
import { EmbeddedPostgresError } from './errors.ts'

/** Whom PostgreSQL runs as. `ids` is absent when that is simply the user of this process. */
export interface ServerUser {
  name: string
  uid: number
  ids?: { uid: number; gid: number }
}

/** Nothing of the caller's environment: PGDATA, PGPORT or LD_LIBRARY_PATH would change the server. */
export const environment = {
  PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
  LC_ALL: 'C',
  TZ: 'UTC',
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root, so root hands over to `postgres`, made if need be, or `nobody`. */
export function serverUser(): ServerUser {
  if (!isRoot()) return { name: 'este usuario', uid: process.getuid?.() ?? -1 }
  const user = lookUp('postgres') ?? makePostgresUser() ?? lookUp('nobody')
  if (user) return user
  throw new EmbeddedPostgresError(
    'PostgreSQL no puede ejecutarse como root y no hay un usuario «postgres» ni «nobody» al que cambiar; crea uno o inicia Amparo sin root.',
  )
}

/** An existing cluster is served by its owner, whoever made it. */
export function ownerAsUser(owner: { uid: number; gid: number }): ServerUser {
  const ids = { uid: owner.uid, gid: owner.gid }
  const name = spawnSync('id', ['-nu', String(owner.uid)], { encoding: 'utf8', env: environment })
  return { name: name.stdout?.trim() || `uid ${owner.uid}`, uid: owner.uid, ids }
}

function lookUp(name: string): ServerUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8', env: environment })
    return answer.status === 0 ? Number(answer.stdout) : undefined
  })
  return uid && gid !== undefined ? { name, uid, ids: { uid, gid } } : undefined
}

function makePostgresUser(): ServerUser | undefined {
  const flags = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', [...flags, 'postgres'], { env: environment, stdio: 'ignore' })
  return lookUp('postgres')
}

/** Runs a short command as that user, from `/`, and waits for it. */
export function tryAs(user: ServerUser, command: string, args: string[]) {
  return spawnSync(command, args, {
    ...user.ids,
    cwd: '/',
    env: environment,
    encoding: 'utf8',
    timeout: 20_000,
  })
}

/** Whether the user gets into the folder: tried, since modes alone do not tell (ACLs, mounts, namespaces). */
export function canEnter(user: ServerUser, folder: string): boolean {
  return tryAs(user, 'test', ['-x', folder]).status === 0
}

export interface Launch {
  cwd: string
  stdio: StdioOptions
  /** What the kernel sends the child when this process dies, however it dies. */
  onOurDeath: 'INT' | 'KILL'
}

/**
 * Starts a long-lived command as that user, in a session of its own (^C reaches only the app), tied
 * to our life through setpriv where that exists. Its process id is the command's: setpriv execs.
 */
export function launchAs(user: ServerUser, command: string, args: string[], launch: Launch): ChildProcess {
  // The death signal follows the thread that spawned, not the process.
  if (!isMainThread) throw new Error('The embedded PostgreSQL must be started from the main thread')
  const { cwd, stdio } = launch
  const options = { cwd, stdio, env: environment, detached: true }
  const tie = ['--pdeathsig', launch.onOurDeath]
  if (user.ids) tie.push('--reuid', String(user.ids.uid), '--regid', String(user.ids.gid), '--clear-groups')
  // Really tried: BusyBox has a setpriv that does not know --pdeathsig.
  if (spawnSync('setpriv', [...tie, 'true'], { env: environment, stdio: 'ignore' }).status === 0) {
    return spawn('setpriv', [...tie, '--', command, ...args], options)
  }
  return spawn(command, args, { ...options, ...user.ids })
}

import type { StdioOptions } from 'node:child_process'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'
import { EmbeddedPostgresError } from './errors.ts'

/** The user that PostgreSQL runs as. `ids` is absent when it is the user of this process. */
export interface ServerUser {
  name: string
  uid: number
  ids?: { uid: number; gid: number }
}

/** A clean environment: the caller's PGDATA, PGPORT or LD_LIBRARY_PATH would change the server. */
export const cleanEnvironment = {
  PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
  LC_ALL: 'C',
  TZ: 'UTC',
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * PostgreSQL refuses to run as root. As root, its user is `postgres`, created if necessary, or else `nobody`.
 * @throws EmbeddedPostgresError
 */
export function chooseServerUser(): ServerUser {
  if (!isRoot()) return { name: 'este usuario', uid: process.getuid?.() ?? -1 }
  const user = lookUp('postgres') ?? createPostgresUser() ?? lookUp('nobody')
  if (user) return user
  throw new EmbeddedPostgresError(
    'PostgreSQL no puede ejecutarse como root y no hay un usuario «postgres» ni «nobody» al que cambiar; crea uno o inicia Amparo sin root.',
  )
}

/** The owner of an existing cluster as the user of its server. */
export function ownerAsUser(owner: { uid: number; gid: number }): ServerUser {
  const ids = { uid: owner.uid, gid: owner.gid }
  const name = spawnSync('id', ['-nu', String(owner.uid)], { encoding: 'utf8', env: cleanEnvironment })
  return { name: name.stdout?.trim() || `uid ${owner.uid}`, uid: owner.uid, ids }
}

function lookUp(name: string): ServerUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8', env: cleanEnvironment })
    return answer.status === 0 ? Number(answer.stdout) : undefined
  })
  return uid && gid !== undefined ? { name, uid, ids: { uid, gid } } : undefined
}

function createPostgresUser(): ServerUser | undefined {
  const flags = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', [...flags, 'postgres'], { env: cleanEnvironment, stdio: 'ignore' })
  return lookUp('postgres')
}

/** Runs a short command as that user, in `/`, and waits for it for up to 20 s. */
export function runAs(user: ServerUser, command: string, args: string[]) {
  return spawnSync(command, args, {
    ...user.ids,
    cwd: '/',
    env: cleanEnvironment,
    encoding: 'utf8',
    timeout: 20_000,
  })
}

/** Whether the user can enter the folder. Mode bits are not enough (ACLs, mounts, namespaces). */
export function canEnter(user: ServerUser, folder: string): boolean {
  return runAs(user, 'test', ['-x', folder]).status === 0
}

export interface LaunchOptions {
  cwd: string
  stdio: StdioOptions
  /** Signal that the kernel sends to the child when this process dies. */
  parentDeathSignal: 'INT' | 'KILL'
}

/**
 * Starts a long-running command as that user, in its own session, so that Ctrl+C reaches only Amparo. Where
 * setpriv exists, the command ends with this process (PR_SET_PDEATHSIG). setpriv uses exec, so the child's
 * process id is the command's.
 */
export function spawnAs(
  user: ServerUser,
  command: string,
  args: string[],
  launch: LaunchOptions,
): ChildProcess {
  // The death signal depends on the thread that spawned the child, not on the process.
  if (!isMainThread) throw new Error('The embedded PostgreSQL must be started from the main thread')
  const { cwd, stdio } = launch
  const options = { cwd, stdio, env: cleanEnvironment, detached: true }
  const setprivArgs = ['--pdeathsig', launch.parentDeathSignal]
  if (user.ids)
    setprivArgs.push('--reuid', String(user.ids.uid), '--regid', String(user.ids.gid), '--clear-groups')
  // Try it first: BusyBox has a setpriv without --pdeathsig.
  if (
    spawnSync('setpriv', [...setprivArgs, 'true'], { env: cleanEnvironment, stdio: 'ignore' }).status === 0
  ) {
    return spawn('setpriv', [...setprivArgs, '--', command, ...args], options)
  }
  return spawn(command, args, { ...options, ...user.ids })
}

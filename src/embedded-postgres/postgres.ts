import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { type ClusterLocation, chooseClusterLocation } from './cluster-location.ts'
import { EmbeddedPostgresError, toOneLine } from './errors.ts'
import { openServerLog } from './log.ts'
import { stopOrphanedProcesses } from './orphaned-processes.ts'
import { serverArguments } from './server-arguments.ts'
import { spawnAs } from './server-user.ts'
import { createSocketDir, SOCKET_PORT } from './socket-dir.ts'

export interface EmbeddedPostgres {
  /** Connection settings for `pg`: Unix socket, superuser `postgres`. */
  connection: { host: string; port: number; user: string }
  /** The same as a URL, for pg's `connectionString`. */
  url(database: string): string
  pid: number
  /** Folder of the cluster. */
  clusterDir: string
  /** Stops the server and waits until all its processes have ended. Idempotent. */
  stop(): Promise<void>
  /** Calls the listener when the server ends without `stop`. */
  onExit(listener: (reason: string) => void): void
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  settings?: Record<string, string>
  print?: (line: string) => void
}

/** The current server of each cluster in this process: an earlier one must not remove its files. */
const current = new Map<string, ChildProcess>()

const START_TIMEOUT_MS = 60_000

/**
 * Starts PostgreSQL on the folder's cluster, which it creates if there is none. The caller must own the
 * folder (`claimFolder`), because processes that still run on the cluster are stopped.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const location = chooseClusterLocation(options.dataDir, options.print ?? (() => {}))
  await stopOrphanedProcesses(location.cluster, location.user)
  await ensureCluster(location)
  removePidFile(location)
  const socketDir = createSocketDir(location)
  const log = openServerLog(path.join(location.home, 'postgres.log'))
  const child = spawnAs(
    location.user,
    location.binaries.postgres,
    serverArguments(location, socketDir, options.settings),
    {
      cwd: location.cluster,
      stdio: ['ignore', log.handle, log.handle],
      parentDeathSignal: 'INT',
    },
  )
  fs.closeSync(log.handle)
  const server = supervise(child, location, socketDir)
  try {
    await waitUntilReady(server, location, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

function supervise(child: ChildProcess, location: ClusterLocation, socketDir: string): EmbeddedPostgres {
  const listeners: ((reason: string) => void)[] = []
  current.set(location.cluster, child)
  let end: string | undefined
  let stopping: Promise<void> | undefined
  const ended = new Promise<void>((resolve) => {
    const finish = (reason: string) => {
      end ??= reason
      resolve()
      if (!stopping) for (const listener of listeners) listener(end)
    }
    child.once('error', (error) => finish(`PostgreSQL no arrancó: ${toOneLine(error)}`))
    child.once('exit', (code, signal) => finish(`PostgreSQL terminó (${signal ?? `código ${code}`})`))
  })

  async function stop(): Promise<void> {
    // SIGINT is a fast shutdown with a checkpoint; SIGQUIT is immediate, and the next start recovers.
    for (const [signal, timeoutMs] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      if (end !== undefined) break
      child.kill(signal)
      await Promise.race([ended, sleep(timeoutMs, undefined, { ref: false })])
    }
    if (current.get(location.cluster) !== child) return
    await stopOrphanedProcesses(location.cluster, location.user)
    removePidFile(location)
    fs.rmSync(socketDir, { recursive: true, force: true })
  }

  return {
    connection: { host: socketDir, port: SOCKET_PORT, user: 'postgres' },
    url: (database) =>
      `postgresql://postgres@${encodeURIComponent(socketDir)}:${SOCKET_PORT}/${encodeURIComponent(database)}`,
    pid: child.pid ?? -1,
    clusterDir: location.cluster,
    stop: () => (stopping ??= stop()),
    onExit: (listener) => {
      if (end === undefined) listeners.push(listener)
      else if (!stopping) listener(end)
    },
  }
}

/** Waits for `ready` on line 8 of the pid file. New lines in the log (recovery) extend the timeout. */
async function waitUntilReady(
  server: EmbeddedPostgres,
  location: ClusterLocation,
  log: ReturnType<typeof openServerLog>,
): Promise<void> {
  let end: string | undefined
  server.onExit((reason) => {
    end = reason
  })
  let size = log.size()
  let deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    if (end !== undefined) throw new EmbeddedPostgresError(`${end}: ${log.tail()}`)
    const lines = readPidFile(location)
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return
    if (performance.now() > deadline) {
      if (log.size() === size)
        throw new EmbeddedPostgresError(`PostgreSQL no responde tras 60 s: ${log.tail()}`)
      size = log.size()
      deadline = performance.now() + START_TIMEOUT_MS
    }
    await sleep(10)
  }
}

function pidFile(location: ClusterLocation): string {
  return path.join(location.cluster, 'postmaster.pid')
}

function readPidFile(location: ClusterLocation): string[] {
  try {
    return fs.readFileSync(pidFile(location), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Call this only when no process uses the cluster: the number in the file may belong to another program. */
function removePidFile(location: ClusterLocation): void {
  fs.rmSync(pidFile(location), { force: true })
}

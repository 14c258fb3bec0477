import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { stopLeftovers } from './leftovers.ts'
import { openLog } from './log.ts'
import { choosePlace, type Place } from './place.ts'
import { serverArguments } from './settings.ts'
import { makeSocketDir, PORT } from './socket.ts'
import { launchAs } from './user.ts'

export interface EmbeddedPostgres {
  /** connection settings for `pg`: Unix socket, superuser `postgres` */
  connection: { host: string; port: number; user: string }
  /** the same as a URL, for pg's `connectionString` */
  url(database: string): string
  pid: number
  /** folder of the cluster */
  place: string
  /** ends the server and waits until nothing of it is left; may be called again */
  stop(): Promise<void>
  /** tells of an end that nobody asked for */
  onExit(listener: (reason: string) => void): void
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  settings?: Record<string, string>
  say?: (line: string) => void
}

/** The newest server of each cluster in this process: one that ended earlier must not clean up under it. */
const newest = new Map<string, ChildProcess>()

const READY_WITHIN = 60_000

/** Starts PostgreSQL on the folder's cluster. The caller owns the folder (`claimFolder`): leftovers are ended. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = choosePlace(options.dataDir, options.say ?? (() => {}))
  await stopLeftovers(place.cluster, place.user)
  await ensureCluster(place)
  removePidFile(place)
  const socketDir = makeSocketDir(place)
  const log = openLog(path.join(place.home, 'postgres.log'))
  const child = launchAs(
    place.user,
    place.binaries.postgres,
    serverArguments(place, socketDir, options.settings),
    {
      cwd: place.cluster,
      stdio: ['ignore', log.handle, log.handle],
      onOurDeath: 'INT',
    },
  )
  fs.closeSync(log.handle)
  const server = supervise(child, place, socketDir)
  try {
    await ready(server, place, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

function supervise(child: ChildProcess, place: Place, socketDir: string): EmbeddedPostgres {
  const listeners: ((reason: string) => void)[] = []
  newest.set(place.cluster, child)
  let end: string | undefined
  let stopping: Promise<void> | undefined
  const ended = new Promise<void>((resolve) => {
    const finish = (reason: string) => {
      end ??= reason
      resolve()
      if (!stopping) for (const listener of listeners) listener(end)
    }
    child.once('error', (error) => finish(`PostgreSQL no arrancó: ${oneLine(error)}`))
    child.once('exit', (code, signal) => finish(`PostgreSQL terminó (${signal ?? `código ${code}`})`))
  })

  async function stop(): Promise<void> {
    // A bound each: fast shutdown writes a checkpoint, immediate shutdown leaves recovery to the next start.
    for (const [signal, bound] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      if (end !== undefined) break
      child.kill(signal)
      await Promise.race([ended, sleep(bound, undefined, { ref: false })])
    }
    if (newest.get(place.cluster) !== child) return
    await stopLeftovers(place.cluster, place.user)
    removePidFile(place)
    fs.rmSync(socketDir, { recursive: true, force: true })
  }

  return {
    connection: { host: socketDir, port: PORT, user: 'postgres' },
    url: (database) =>
      `postgresql://postgres@${encodeURIComponent(socketDir)}:${PORT}/${encodeURIComponent(database)}`,
    pid: child.pid ?? -1,
    place: place.cluster,
    stop: () => (stopping ??= stop()),
    onExit: (listener) => {
      if (end === undefined) listeners.push(listener)
      else if (!stopping) listener(end)
    },
  }
}

/** PostgreSQL writes `ready` on line 8 of its pid file. Signs of life in its log (recovery) extend the wait. */
async function ready(server: EmbeddedPostgres, place: Place, log: ReturnType<typeof openLog>): Promise<void> {
  let end: string | undefined
  server.onExit((reason) => {
    end = reason
  })
  let size = log.size()
  let deadline = performance.now() + READY_WITHIN
  for (;;) {
    if (end !== undefined) throw new EmbeddedPostgresError(`${end}: ${log.tail()}`)
    const lines = readPidFile(place)
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return
    if (performance.now() > deadline) {
      if (log.size() === size)
        throw new EmbeddedPostgresError(`PostgreSQL no responde tras 60 s: ${log.tail()}`)
      size = log.size()
      deadline = performance.now() + READY_WITHIN
    }
    await sleep(10)
  }
}

function pidFile(place: Place): string {
  return path.join(place.cluster, 'postmaster.pid')
}

function readPidFile(place: Place): string[] {
  try {
    return fs.readFileSync(pidFile(place), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Only when nobody works in the cluster: whoever has that number now is a stranger. */
function removePidFile(place: Place): void {
  fs.rmSync(pidFile(place), { force: true })
}

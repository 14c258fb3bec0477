/** Real application processes, as `npm start` runs them, for API and browser tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { filesUrlOf, TEST_SECRET, workerNumber } from './database.ts'
import { type LogEntry, readEntry } from './log-book.ts'
import { testRun } from './postgres.ts'

const READY_WITHIN = 60_000
const GONE_WITHIN = 20_000
/** Below the range that the system gives to outgoing connections, so that none of those holds a port of ours. */
const FIRST_PORT = 20_000
const PORTS_PER_WORKER = 500

/** An application that answers, in whatever process. */
export interface Served {
  url: string
  port: number
  /** Everything it printed so far, line by line. */
  lines: readonly string[]
  /** Log lines so far. */
  log(): LogEntry[]
  /** The first log line, past or to come, that matches. */
  logged(match: (entry: LogEntry) => boolean): Promise<LogEntry>
  /** Ends it in order and waits until it is gone. Idempotent. */
  stop(): Promise<void>
}

export interface App extends Served {
  /** Process id of the first process. */
  pid: number
  /** Ends it without asking, children too, and waits until it is gone. */
  kill(): Promise<void>
}

export interface AppOptions {
  databaseUrl: string
  /** More settings, or undefined to leave one of ours out. */
  env?: Record<string, string | undefined>
}

/**
 * Starts `src/server/start.ts` on a database and waits until it answers. Tests give themselves client addresses
 * through X-Forwarded-For: this machine is a trusted proxy.
 * @throws with everything it printed when it does not start
 */
export async function startApp({ databaseUrl, env = {} }: AppOptions): Promise<App> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return await launch(port, {
        PATH: process.env.PATH,
        // As the bootstrap hands it over.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        LOCAL_MODE: 'on',
        SESSION_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: mkdtempSync(path.join(testRun().folder, 'app-')),
        PORT: String(port),
        FILES_URL: filesUrlOf(databaseUrl),
        ...env,
      })
    } catch (error) {
      // Another run took the port between our look and the start.
      if (attempt === 5 || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function launch(port: number, env: Record<string, string | undefined>): Promise<App> {
  // The channel tells the application when this process is gone, however it went (start.ts listens for it).
  const child = spawn(process.execPath, ['src/server/start.ts'], {
    cwd: testRun().house,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
  })
  const lines: string[] = []
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('no output')
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const look of [...watchers]) look()
    })
  }
  const gone = once(child, 'exit')
  const log = () => lines.map(readEntry).filter((entry) => entry !== null)
  const seen = <T>(find: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(late)
        watchers.delete(look)
        finish()
      }
      const look = () => {
        const found = find()
        if (found !== undefined) end(() => resolve(found))
      }
      const fail = (why: string) =>
        end(() => reject(new Error(`${what}: ${why}\n${lines.slice(-30).join('\n')}`)))
      const late = setTimeout(() => fail('waited in vain'), READY_WITHIN)
      watchers.add(look)
      // Its last words may arrive after the news of its end.
      void gone.then(() => setTimeout(() => fail('the application has ended'), 100))
      look()
    })
  const app: App = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? -1,
    lines,
    log,
    logged: (match) => seen(() => log().find(match), 'log line'),
    stop: () => end(child, gone, 'SIGTERM'),
    kill: () => end(child, gone, 'SIGKILL'),
  }
  try {
    await seen(() => lines.find((line) => line.includes('Amparo está en marcha')), 'start')
  } catch (error) {
    await app.kill()
    throw error
  }
  return app
}

async function end(child: ChildProcess, gone: Promise<unknown>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), GONE_WITHIN)
  await gone
  clearTimeout(late)
}

let given = 0

/** A free port of this worker's own range. */
export async function freePort(): Promise<number> {
  // The browser tests may run beside the others.
  const lane = (Number(workerNumber()) % 10) + (process.env.VITEST_POOL_ID ? 0 : 10)
  const first = FIRST_PORT + lane * PORTS_PER_WORKER
  for (let tried = 0; tried < PORTS_PER_WORKER; tried++) {
    const port = first + ((process.pid + given++) % PORTS_PER_WORKER)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

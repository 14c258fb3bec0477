/** Starts application processes as `npm start` does, for API and browser tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { filesUrlOf, TEST_SECRET, testKeysFile, workerNumber } from '../database/test-database.ts'
import { currentTestRun } from '../runner/test-run.ts'
import { type LogEntry, parseLogEntry } from './captured-log.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000
/** Below the ephemeral port range: an outgoing connection cannot occupy one of these ports. */
const FIRST_PORT = 20_000
const PORTS_PER_WORKER = 500

/** A running application, in this process or in one of its own. */
export interface RunningApp {
  url: string
  port: number
  /** Lines of output so far. */
  lines: readonly string[]
  /** Structured log entries so far. */
  log(): LogEntry[]
  /** Waits for the first log entry, past or future, that matches. */
  waitForLog(match: (entry: LogEntry) => boolean): Promise<LogEntry>
  /** Shuts down gracefully and waits for the end. Idempotent. */
  stop(): Promise<void>
}

export interface AppProcess extends RunningApp {
  /** Id of the parent process. */
  pid: number
  /** Kills the process with SIGKILL and waits for its exit; its child processes end with it. */
  kill(): Promise<void>
}

export interface AppProcessOptions {
  databaseUrl: string
  /** Additional settings; undefined removes a default one. */
  env?: Record<string, string | undefined>
}

/**
 * Starts `src/server/start.ts` with a database and waits until it is ready. 127.0.0.1 is a trusted proxy, so
 * that tests can choose client addresses with X-Forwarded-For.
 * @throws with the last lines of output when the start fails
 */
export async function startAppProcess({ databaseUrl, env = {} }: AppProcessOptions): Promise<AppProcess> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return await launch(port, {
        PATH: process.env.PATH,
        // As tools/bootstrap.mjs passes it on.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        LOCAL_MODE: 'on',
        SESSION_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: mkdtempSync(path.join(currentTestRun().folder, 'app-')),
        PORT: String(port),
        FILES_URL: filesUrlOf(databaseUrl),
        ENCRYPTION_KEYS_FILE: testKeysFile(),
        ...env,
      })
    } catch (error) {
      // Another test run took the port between the check and the start.
      if (attempt === 5 || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function launch(port: number, env: Record<string, string | undefined>): Promise<AppProcess> {
  // The IPC channel closes when this process ends, even by SIGKILL; start.ts then stops the application.
  const child = spawn(process.execPath, ['src/server/start.ts'], {
    cwd: currentTestRun().appDir,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
  })
  const lines: string[] = []
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) throw new Error('no output')
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const check of [...watchers]) check()
    })
  }
  const exited = once(child, 'exit')
  const log = () => lines.map(parseLogEntry).filter((entry) => entry !== null)
  const waitFor = <T>(find: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(timeout)
        watchers.delete(check)
        finish()
      }
      const check = () => {
        const found = find()
        if (found !== undefined) end(() => resolve(found))
      }
      const fail = (why: string) =>
        end(() => reject(new Error(`${what}: ${why}\n${lines.slice(-30).join('\n')}`)))
      const timeout = setTimeout(() => fail('timed out'), START_TIMEOUT_MS)
      watchers.add(check)
      // The last output may arrive after the exit event.
      void exited.then(() => setTimeout(() => fail('the application has ended'), 100))
      check()
    })
  const app: AppProcess = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? -1,
    lines,
    log,
    waitForLog: (match) => waitFor(() => log().find(match), 'log line'),
    stop: () => end(child, exited, 'SIGTERM'),
    kill: () => end(child, exited, 'SIGKILL'),
  }
  try {
    await waitFor(() => lines.find((line) => line.includes('Amparo está en marcha')), 'start')
  } catch (error) {
    await app.kill()
    throw error
  }
  return app
}

async function end(child: ChildProcess, exited: Promise<unknown>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timeout)
}

let portsTaken = 0

/** Finds a free port in the range of this worker. */
export async function freePort(): Promise<number> {
  // Browser tests use other ranges, because they may run at the same time as the database tests.
  const lane = (Number(workerNumber()) % 10) + (process.env.VITEST_POOL_ID ? 0 : 10)
  const first = FIRST_PORT + lane * PORTS_PER_WORKER
  for (let tried = 0; tried < PORTS_PER_WORKER; tried++) {
    const port = first + ((process.pid + portsTaken++) % PORTS_PER_WORKER)
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

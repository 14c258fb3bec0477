import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Outcome {
  /** Results by name; names include the unit. */
  figures: Record<string, number>
  /** Maximum of a figure, or minimum when the name starts with «min». */
  goals: Record<string, number>
}

/** Every bench: bench/NAME.ts exports `run`. */
export const BENCHES = [
  'pages',
  'weight',
  'lighthouse',
  'login-storm',
  'overload',
  'start',
  'mail',
  'notices',
  'sse',
  'send',
  'chats',
  'market',
  'search',
  'triage',
  'seal',
  'copy',
]

/**
 * `quick`: fewer and shorter runs, for a first look. `smoke`: little data and one short run, whose figures say only
 * that the bench works (tests/benches).
 */
export type Length = 'full' | 'quick' | 'smoke'

export interface Options {
  length: Length
  /** Positional arguments after the name of the bench: input files. */
  files?: readonly string[]
}

export interface App {
  url: string
  port: number
  /** Stops the application; resolves when all its processes have ended. */
  stop(): Promise<void>
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** Creates a temporary folder that the operating system user of the embedded server may enter. */
export function createTempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'amparo-bench-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Starts Amparo as `npm start` does, with an embedded database (fsync on) and a free port.
 * @param env additional settings
 */
export async function startApp(env: Record<string, string> = {}): Promise<App> {
  const folder = createTempFolder()
  const port = await freePort()
  const child = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder.path, 'data'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, child)
  return {
    url,
    port,
    stop: async () => {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await gone
      folder.remove()
    },
  }
}

/**
 * Measures the disk alone, to tell its latency from that of the application: writes and flushes 8 kB at a
 * time, as PostgreSQL does at each commit.
 * @returns milliseconds of each flush
 */
export async function measureFlushes(folder: string, seconds: number): Promise<number[]> {
  const path = join(folder, 'flushes')
  const file = await open(path, 'w')
  const page = Buffer.alloc(8_192, 'amparo')
  const times: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(2)) {
    const startedAt = performance.now()
    await file.write(page, 0, page.length, 0)
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  await rm(path)
  return times
}

/** Waits until the application is ready. @throws when it ends first, or after a minute */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error('The app ended while starting.')
    try {
      if ((await fetch(`${url}/readyz`)).ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('The app did not answer within a minute.')
}

/** CPU seconds of the application so far, from its metrics. */
export async function cpuSeconds(app: App): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec(text)?.[1])
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** @param share for example 0.99 for the 99th percentile */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Summarizes the runs of a figure: median, minimum and maximum. */
export function summarize(name: string, values: number[]): Record<string, number> {
  return {
    [name]: round(median(values)),
    [`${name}_min`]: round(Math.min(...values)),
    [`${name}_max`]: round(Math.max(...values)),
  }
}

export const round = (value: number) => Math.round(value * 1000) / 1000

export const describeMachine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Outcome {
  /** Numbers, named with their unit. */
  figures: Record<string, number>
  /** The most a figure may be, or the least when the name starts with «min». */
  goals: Record<string, number>
}

export interface Options {
  /** A first look: fewer and shorter runs. */
  quick: boolean
  /** What stands after the name and is no flag: files to measure with. */
  files?: readonly string[]
}

export interface App {
  url: string
  port: number
  /** Resolves when every process of it is gone. */
  stop(): Promise<void>
}

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** A folder of this run's own, which the embedded server's user can reach. */
export function ownFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'amparo-bench-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Amparo as npm start runs it, on its own embedded database (fsync on) and port.
 * @param env further settings
 */
export async function startApp(env: Record<string, string> = {}): Promise<App> {
  const folder = ownFolder()
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
  await ready(url, child)
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
 * What the disk does by itself, so that a tail that is the disk's is seen as that: 8 kB at a time, written and flushed as
 * PostgreSQL does at each commit.
 * @returns milliseconds of each
 */
export async function flushes(folder: string, seconds: number): Promise<number[]> {
  const path = join(folder, 'flushes')
  const file = await open(path, 'w')
  const page = Buffer.alloc(8_192, 'amparo')
  const times: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(2)) {
    const began = performance.now()
    await file.write(page, 0, page.length, 0)
    await file.datasync()
    times.push(performance.now() - began)
  }
  await file.close()
  await rm(path)
  return times
}

/** Waits until the app answers. @throws when it ends first, or after a minute */
export async function ready(url: string, child: ChildProcess): Promise<void> {
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

/** CPU seconds that the app's process has used so far, from its own metrics. */
export async function cpuSeconds(app: App): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec(text)?.[1])
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** @param share 0.99 for the 99th percentile */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Three figures from the runs of one: median, min and max. */
export function spread(name: string, values: number[]): Record<string, number> {
  return {
    [name]: round(median(values)),
    [`${name}_min`]: round(Math.min(...values)),
    [`${name}_max`]: round(Math.max(...values)),
  }
}

export const round = (value: number) => Math.round(value * 1000) / 1000

export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

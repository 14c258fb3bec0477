/** Folders, owners and clients for the tests of the embedded PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach } from 'vitest'
import { processesIn, stopLeftovers } from '../../src/server/embedded/leftovers.ts'
import { serverUser } from '../../src/server/embedded/user.ts'

/**
 * A data folder for the tests of a file, not made yet: what one of them leaves behind is what the next starts from. No
 * owner outlives its test.
 */
export function useDataDir(): string {
  const dataDir = newDataDir()
  afterEach(killOwners)
  afterAll(() => removeDataDir(dataDir))
  return dataDir
}

/** Where the server's user can reach it. */
function newDataDir(): string {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'amparo-test-'))
  fs.chmodSync(parent, 0o711)
  return path.join(parent, 'data')
}

async function removeDataDir(dataDir: string): Promise<void> {
  for (const name of ['postgres', 'postgres.init'])
    await stopLeftovers(path.join(dataDir, name), serverUser())
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true })
}

export interface Started {
  pid: number
  place: string
  url: string
  said: string[]
}

export interface Owner {
  app: ChildProcess
  /** the next line of the fixture, as data */
  next<T>(): Promise<T>
}

const owners = new Set<ChildProcess>()

/** Starts `embedded-owner.ts` on the folder. */
export function spawnOwner(dataDir: string): Owner {
  const script = path.resolve('tests/support/embedded-owner.ts')
  const app = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.add(app)
  app.once('exit', () => owners.delete(app))
  if (!app.stdout) throw new Error('no output')
  const lines = createInterface(app.stdout)[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the owner ended without a word')
    return JSON.parse(value)
  }
  return { app, next }
}

export async function startOwner(dataDir: string): Promise<Owner & Started> {
  const owner = spawnOwner(dataDir)
  const first = await owner.next<Started & { refused?: string }>()
  if (first.refused) throw new Error(first.refused)
  return { ...owner, ...first }
}

/** Ends an owner by the signal and waits for it. SIGTERM stops its server first. */
export async function end(owner: Owner, signal: NodeJS.Signals): Promise<void> {
  if (owner.app.exitCode !== null || owner.app.signalCode !== null) return
  const ended = once(owner.app, 'exit')
  owner.app.kill(signal)
  await ended
}

async function killOwners(): Promise<void> {
  await Promise.all([...owners].map((app) => end({ app, next: () => Promise.reject() }, 'SIGKILL')))
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether every process of PostgreSQL in the folder ends within the time. */
export async function emptiesWithin(folder: string, ms: number): Promise<boolean> {
  for (const begin = performance.now(); performance.now() - begin < ms; await sleep(20)) {
    if (processesIn(folder, serverUser()).length === 0) return true
  }
  return false
}

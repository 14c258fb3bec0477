/** Data folders, owner processes and queries for the tests of the embedded PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach } from 'vitest'
import {
  postgresProcessesIn,
  stopOrphanedProcesses,
} from '../../../src/embedded-postgres/orphaned-processes.ts'
import { chooseServerUser } from '../../../src/embedded-postgres/server-user.ts'

/**
 * Returns the path of a data folder that does not exist yet. All tests of the file share it, so each starts
 * from what the previous one left. Owner processes are killed after each test, and the folder is deleted
 * after the last.
 */
export function useDataDir(): string {
  const dataDir = newDataDir()
  afterEach(killOwners)
  afterAll(() => removeDataDir(dataDir))
  return dataDir
}

/** In a folder that the operating system user of the server may enter. */
function newDataDir(): string {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'amparo-test-'))
  fs.chmodSync(parent, 0o711)
  return path.join(parent, 'data')
}

async function removeDataDir(dataDir: string): Promise<void> {
  for (const name of ['postgres', 'postgres.init'])
    await stopOrphanedProcesses(path.join(dataDir, name), chooseServerUser())
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true })
}

export interface StartedServer {
  pid: number
  clusterDir: string
  url: string
  messages: string[]
}

export interface OwnerProcess {
  child: ChildProcess
  /** The next line of output, parsed from JSON. */
  nextLine<T>(): Promise<T>
}

const owners = new Set<ChildProcess>()

/** Starts `embedded-owner.ts` on the folder. */
export function spawnOwner(dataDir: string): OwnerProcess {
  const script = path.resolve('tests/support/database/embedded-owner.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.add(child)
  child.once('exit', () => owners.delete(child))
  if (!child.stdout) throw new Error('no output')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the owner process ended without output')
    return JSON.parse(value)
  }
  return { child, nextLine }
}

export async function startOwner(dataDir: string): Promise<OwnerProcess & StartedServer> {
  const owner = spawnOwner(dataDir)
  const first = await owner.nextLine<StartedServer & { refused?: string }>()
  if (first.refused) throw new Error(first.refused)
  return { ...owner, ...first }
}

/** Sends the signal to an owner process and waits for its exit. SIGTERM stops its server first. */
export async function endOwner(owner: OwnerProcess, signal: NodeJS.Signals): Promise<void> {
  if (owner.child.exitCode !== null || owner.child.signalCode !== null) return
  const ended = once(owner.child, 'exit')
  owner.child.kill(signal)
  await ended
}

async function killOwners(): Promise<void> {
  await Promise.all(
    [...owners].map((child) => endOwner({ child, nextLine: () => Promise.reject() }, 'SIGKILL')),
  )
}

export async function queryOnce<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether all PostgreSQL processes of the folder end within the time. */
export async function processesExitWithin(folder: string, ms: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < ms; await sleep(20)) {
    if (postgresProcessesIn(folder, chooseServerUser()).length === 0) return true
  }
  return false
}

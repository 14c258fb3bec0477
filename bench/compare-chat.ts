// Compares Amparo over HTTP with pgbench running the same SQL (request rate) and with the bare server (CPU),
// in one run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatFixture, type MeasuredServer, startChatFixture } from './chat-fixture.ts'
import { type Options, type Outcome, summarize } from './harness.ts'

/** Connections of the load generator. */
const CONNECTIONS = 32
/**
 * Database connections of pgbench: as many as the pool of the bare server and of each application process.
 */
const DATABASE_CONNECTIONS = 10
/** Application processes: one, as in production, by default. */
const PROCESSES = Number(process.env.APP_PROCESSES ?? 1)

/** docs/design.md §11 */
const GOALS = {
  send: { min_rate_to_pgbench: 0.3, cpu_to_bare: 1.8 },
  chats: { min_rate_to_pgbench: 0.25, cpu_to_bare: 1.5 },
}
/** `idleWaitMs`: longer than the polling interval of the application's event hub. */
const LENGTHS = {
  full: { runs: 5, seconds: 8, warmUpSeconds: 5, idleWaitMs: 2_500 },
  quick: { runs: 2, seconds: 3, warmUpSeconds: 2, idleWaitMs: 2_500 },
  smoke: { runs: 1, seconds: 1, warmUpSeconds: 1, idleWaitMs: 0 },
}

/** Finds pgbench. @throws with one clear line when there is none */
function findPgbench(): string {
  const command = process.env.PGBENCH ?? 'pgbench'
  if (spawnSync(command, ['--version']).status !== 0)
    throw new Error(
      'This bench needs pgbench: put it on PATH or name it in PGBENCH (Debian: postgresql-contrib).',
    )
  return command
}

interface Measurement {
  perSecond: number
  /** CPU milliseconds per request of the server and PostgreSQL together. */
  cpuMs: number
  databaseMs: number
}

/**
 * @param script for pgbench: the same statement, with values that pgbench generates
 * @returns request rate relative to pgbench and CPU relative to the bare server: the medians of all runs, with the
 * lowest and highest values
 */
export async function compareWithBaselines(
  operation: 'send' | 'chats',
  script: string,
  { length }: Options,
): Promise<Outcome> {
  const command = findPgbench()
  const fixture = await startChatFixture(operation, length, PROCESSES)
  const file = join(tmpdir(), `amparo-${operation}-${process.pid}.sql`)
  writeFileSync(file, script)
  const { seconds, warmUpSeconds, idleWaitMs } = LENGTHS[length]
  try {
    for (const server of [fixture.app, fixture.bare]) await runLoad(operation, fixture, server, warmUpSeconds)
    runPgbench(command, fixture, file, warmUpSeconds, 0)
    const runs = {
      rate: [] as number[],
      cpu: [] as number[],
      app: [] as Measurement[],
      bare: [] as Measurement[],
    }
    const pgbenchRates: number[] = []
    for (let at = 0; at < LENGTHS[length].runs; at++) {
      const pgbenchRate = runPgbench(command, fixture, file, seconds, at + 1)
      await waitUntilIdle(fixture.app, idleWaitMs)
      const app = await runLoad(operation, fixture, fixture.app, seconds)
      const bare = await runLoad(operation, fixture, fixture.bare, seconds)
      pgbenchRates.push(pgbenchRate)
      runs.app.push(app)
      runs.bare.push(bare)
      runs.rate.push(app.perSecond / pgbenchRate)
      runs.cpu.push(app.cpuMs / bare.cpuMs)
    }
    const figuresOf = (name: string, measured: Measurement[]) => ({
      ...summarize(
        `${name}_per_s`,
        measured.map((run) => run.perSecond),
      ),
      ...summarize(
        `${name}_cpu_ms`,
        measured.map((run) => run.cpuMs),
      ),
      ...summarize(
        `${name}_database_cpu_ms`,
        measured.map((run) => run.databaseMs),
      ),
    })
    const { rate, rate_min, rate_max } = summarize('rate', runs.rate)
    return {
      figures: {
        // The prefix «min» makes the goal a minimum.
        min_rate_to_pgbench: rate ?? 0,
        rate_to_pgbench_min: rate_min ?? 0,
        rate_to_pgbench_max: rate_max ?? 0,
        app_processes: PROCESSES,
        ...summarize('cpu_to_bare', runs.cpu),
        ...summarize('pgbench_per_s', pgbenchRates),
        ...figuresOf('app', runs.app),
        ...figuresOf('bare', runs.bare),
      },
      goals: GOALS[operation],
    }
  } finally {
    await fixture.stop()
  }
}

/**
 * Waits until the application has processed the events of pgbench and the bare server, which would cost it
 * CPU.
 */
async function waitUntilIdle(app: MeasuredServer, idleWaitMs: number): Promise<void> {
  await sleep(idleWaitMs)
  for (let attempt = 0; attempt < 20; attempt++) {
    const before = app.cpuSeconds()
    await sleep(500)
    if (app.cpuSeconds() - before < 0.05) return
  }
}

async function runLoad(
  operation: string,
  fixture: ChatFixture,
  server: MeasuredServer,
  seconds: number,
): Promise<Measurement> {
  const before = { own: server.cpuSeconds(), database: fixture.databaseCpuSeconds() }
  const args = [
    'bench/closed-loop-load.ts',
    operation,
    String(server.port),
    String(seconds),
    String(CONNECTIONS),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The load generator ended.')))
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [
    { done: number; seconds: number },
  ]
  failed.catch(() => {})
  const database = fixture.databaseCpuSeconds() - before.database
  const cpu = server.cpuSeconds() - before.own + database
  return {
    perSecond: result.done / result.seconds,
    cpuMs: (cpu * 1000) / result.done,
    databaseMs: (database * 1000) / result.done,
  }
}

/** Runs pgbench. @returns transactions per second */
function runPgbench(
  command: string,
  { database }: ChatFixture,
  file: string,
  seconds: number,
  run: number,
): number {
  const { host, port, user, name } = database
  const args = ['-n', '-M', 'prepared', '-h', host, '-p', String(port), '-U', user, '-f', file]
  const load = ['-c', String(DATABASE_CONNECTIONS), '-j', '1', '-T', String(seconds)]
  const result = spawnSync(command, [...args, ...load, '-D', 'k=0', '-D', `run=${run}`, name], {
    encoding: 'utf8',
  })
  const rate = /tps = ([\d.]+) \(without initial/.exec(result.stdout)?.[1]
  if (result.status !== 0 || !rate) throw new Error(`pgbench failed: ${result.stderr}`)
  return Number(rate)
}

/**
 * Replaces the parameters of a statement with literals or pgbench expressions.
 * @param expressions pgbench expression by placeholder
 */
export function toPgbenchSql(
  { text, values }: { text: string; values: unknown[] },
  expressions: Record<string, string>,
): string {
  const toSql = (value: unknown): string => {
    if (Array.isArray(value)) return `array[${value.map(toSql).join(', ')}]`
    if (typeof value === 'number') return String(value)
    const text = String(value)
    return expressions[text] ?? `'${text.replaceAll("'", "''")}'`
  }
  return text.replace(/\$(\d+)/g, (_, at: string) => toSql(values[Number(at) - 1]))
}

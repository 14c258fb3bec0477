// Amparo over HTTP against pgbench running the same SQL (rate), and against the bare server (CPU), in the same run.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStage, type Server, type Stage } from './chat-stage.ts'
import { type Options, type Outcome, spread } from './support.ts'

/** Connections of the load generator. For requests each process of the app, the bare server and pgbench have ten to the database. */
const CONNECTIONS = 32
const DATABASE_CONNECTIONS = 10
/** Of the app: one, as users have it, unless told. */
const PROCESSES = Number(process.env.APP_PROCESSES ?? 1)

/** @throws with one clear line when there is none */
function pgbench(): string {
  const command = process.env.PGBENCH ?? 'pgbench'
  if (spawnSync(command, ['--version']).status !== 0)
    throw new Error(
      'This bench needs pgbench: put it on PATH or name it in PGBENCH (Debian: postgresql-contrib).',
    )
  return command
}

interface Measured {
  perSecond: number
  /** Of the server and of PostgreSQL together, milliseconds a request. */
  cpuMs: number
  databaseMs: number
}

/**
 * @param script what pgbench runs: the same statement, its values drawn by pgbench
 * @returns rate to pgbench's and CPU to the bare server's, five runs
 */
export async function versus(
  operation: 'send' | 'chats',
  script: string,
  { quick }: Options,
): Promise<Outcome> {
  const command = pgbench()
  const stage = await openStage(operation, PROCESSES)
  const file = join(tmpdir(), `amparo-${operation}-${process.pid}.sql`)
  writeFileSync(file, script)
  const seconds = quick ? 3 : 8
  try {
    const warm = quick ? 2 : 5
    for (const server of [stage.app, stage.bare]) await load(operation, stage, server, warm)
    benchSql(command, stage, file, 2, 0)
    const runs = { rate: [] as number[], cpu: [] as number[], app: [] as Measured[], bare: [] as Measured[] }
    const sql: number[] = []
    for (let at = 0; at < (quick ? 2 : 5); at++) {
      const same = benchSql(command, stage, file, seconds, at + 1)
      await calm(stage.app)
      const app = await load(operation, stage, stage.app, seconds)
      const bare = await load(operation, stage, stage.bare, seconds)
      sql.push(same)
      runs.app.push(app)
      runs.bare.push(bare)
      runs.rate.push(app.perSecond / same)
      runs.cpu.push(app.cpuMs / bare.cpuMs)
    }
    const of = (name: string, measured: Measured[]) => ({
      ...spread(
        `${name}_per_s`,
        measured.map((run) => run.perSecond),
      ),
      ...spread(
        `${name}_cpu_ms`,
        measured.map((run) => run.cpuMs),
      ),
      ...spread(
        `${name}_database_cpu_ms`,
        measured.map((run) => run.databaseMs),
      ),
    })
    const { rate, rate_min, rate_max } = spread('rate', runs.rate)
    return {
      figures: {
        // «min»: the least that is good enough.
        min_rate_to_pgbench: rate ?? 0,
        rate_to_pgbench_min: rate_min ?? 0,
        rate_to_pgbench_max: rate_max ?? 0,
        app_processes: PROCESSES,
        ...spread('cpu_to_bare', runs.cpu),
        ...spread('pgbench_per_s', sql),
        ...of('app', runs.app),
        ...of('bare', runs.bare),
      },
      goals: { min_rate_to_pgbench: 0.3, cpu_to_bare: 1.8 },
    }
  } finally {
    await stage.stop()
  }
}

/** Waits until the app has read the events that the others wrote: it would be billed for them. */
async function calm(app: Server): Promise<void> {
  // Longer than its hub's pause between two looks.
  await sleep(2_500)
  for (let tries = 0; tries < 20; tries++) {
    const before = app.cpu()
    await sleep(500)
    if (app.cpu() - before < 0.05) return
  }
}

async function load(operation: string, stage: Stage, server: Server, seconds: number): Promise<Measured> {
  const before = { own: server.cpu(), database: stage.databaseCpu() }
  const args = ['bench/load.ts', operation, String(server.port), String(seconds), String(CONNECTIONS)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The load generator ended.')))
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [
    { done: number; seconds: number },
  ]
  failed.catch(() => {})
  const database = stage.databaseCpu() - before.database
  const cpu = server.cpu() - before.own + database
  return {
    perSecond: result.done / result.seconds,
    cpuMs: (cpu * 1000) / result.done,
    databaseMs: (database * 1000) / result.done,
  }
}

/** @returns transactions a second */
function benchSql(command: string, { database }: Stage, file: string, seconds: number, run: number): number {
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

/** The statement with pgbench's own values in place of its parameters. */
export function pgbenchText(
  { text, values }: { text: string; values: unknown[] },
  given: Record<string, string>,
): string {
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `array[${value.map(written).join(', ')}]`
    if (typeof value === 'number') return String(value)
    const text = String(value)
    return given[text] ?? `'${text.replaceAll("'", "''")}'`
  }
  return text.replace(/\$(\d+)/g, (_, at: string) => written(values[Number(at) - 1]))
}

import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.server.ts'
import { rowOf, t } from '../database/queries.server.ts'
import type { Platform } from '../rpc/context.server.ts'

/** What one batch deletes. */
export interface RetentionBatch {
  /** Only what is older than this. */
  before: Date
  limit: number
  /** When the rule ran for the first time on this database, for data from before it existed. */
  firstRun: Date
}

/** A rule of retention (DAT-38), exported by the slice that owns the data. */
export interface RetentionRule {
  /** Kebab case; never changes. */
  name: string
  /** Spanish, for administrators: what, and when it is deleted. */
  title: string
  period: string
  /** Age in seconds at which it is deleted; 0 for what has an end of its own. */
  seconds: number
  /** Rows of a batch; fewer where each is much work. Default: 500. */
  batchRows?: number
  /**
   * Deletes the next ones. Idempotent, because a killed run begins again.
   * @returns how many rows, and files of them; fewer rows than the limit: there are no more
   */
  deleteBatch(tx: Tx, batch: RetentionBatch, platform: Platform): Promise<{ rows: number; files?: number }>
}

const DAY_SECONDS = 86_400
export const days = (count: number): number => count * DAY_SECONDS

const BATCH_ROWS = 500

/**
 * DAT-37: runs every rule. A batch and its numbers are one transaction, so a kill loses none. A failing rule is
 * recorded and stops no other.
 * @throws after all of them when one failed, so that the job is retried
 */
export async function runRetention(platform: Platform, rules: readonly RetentionRule[]): Promise<void> {
  const failed: string[] = []
  for (const rule of rules) {
    const run = await startRun(platform.db, rule)
    let error: string | null = null
    try {
      while (await runBatch(platform, rule, run));
    } catch (err) {
      platform.log.error({ err, rule: rule.name }, 'retention rule failed')
      failed.push(rule.name)
      // Without the values that the message of a database may quote.
      error = (err as Error).name
    }
    await sql`update retention_runs set finished_at = app_now(), error = ${error} where id = ${run.id}`.execute(
      platform.db,
    )
  }
  if (failed.length > 0) throw new Error(`retention rules failed: ${failed.join(', ')}`)
}

const startedRow = rowOf({ id: t.text, before: t.time, firstRun: t.time })

async function startRun(db: Db, { name, title, period, seconds }: RetentionRule) {
  const run = await startedRow`
    insert into retention_runs (rule, title, period, cut_off)
    values (${name}, ${title}, ${period}, app_now() - make_interval(secs => ${seconds}))
    returning id::text as id, cut_off as before,
      coalesce((select min(started_at) from retention_runs where rule = ${name}), app_now()) as "firstRun"
  `.first(db)
  if (!run) throw new Error('no run')
  return run
}

/** @returns whether there may be more */
async function runBatch(
  platform: Platform,
  rule: RetentionRule,
  { id, before, firstRun }: Awaited<ReturnType<typeof startRun>>,
): Promise<boolean> {
  const limit = rule.batchRows ?? BATCH_ROWS
  return platform.db.transaction().execute(async (tx) => {
    const batch = { before, firstRun, limit }
    const { rows, files = 0 } = await rule.deleteBatch(tx, batch, platform)
    if (rows > 0)
      await sql`update retention_runs set rows = rows + ${rows}, files = files + ${files} where id = ${id}`.execute(
        tx,
      )
    return rows === limit
  })
}

const ranRow = rowOf({ ran: t.bool })

/** Whether the rules ran through in the last day: a start after a missed night runs them (DAT-37). */
export async function ranLately(db: Db): Promise<boolean> {
  const row = await ranRow`
    select exists (
      select from retention_runs where finished_at > app_now() - interval '25 hours' and error is null
    ) as ran
  `.first(db)
  return row?.ran === true
}

/** DAT-38: what was deleted is kept as long as decisions are. */
export const retentionRetention: RetentionRule = {
  name: 'retention-runs',
  title: 'Este registro de lo que se borró',
  period: '5 años',
  seconds: days(5 * 365),
  deleteBatch: async (tx, { before, limit }) =>
    counted(
      await sql`delete from retention_runs where id in (
        select id from retention_runs where started_at < ${before} limit ${limit})`.execute(tx),
    ),
}

/** The result of a statement that deletes or updates rows. */
export const counted = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => ({
  rows: Number(numAffectedRows),
})

import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import { rowOf, t } from '../database/queries.server.ts'
import type { Task } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'

/** Rows that one checkpoint covers. */
const BATCH_ROWS = 5000

const NO_CHECKPOINT = { last_row: '0', sha256: '' }

const checkpointRow = rowOf({ id: t.text, last_row: t.text, rows: t.int, sha256: t.text })
const hashRow = rowOf({ last_row: t.text.orNull, rows: t.int, sha256: t.text })

/**
 * SQL: the hash of some rows of the audit log, over the checkpoint before them and what is never erased of a row.
 * @param rows a subquery that selects from audit_log
 */
const hashOf = (previous: string, rows: ReturnType<typeof sql>) => sql`
  select max(id)::text as last_row, count(*)::int as rows, encode(sha256(convert_to(concat_ws(E'\n', ${previous}::text,
    string_agg(concat_ws('|', id, extract(epoch from created_at), action, purpose), E'\n' order by id)
  ), 'UTF8')), 'hex') as sha256
  from (${rows}) as covered
`

/**
 * DAT-64: adds checkpoints for the rows of the audit log that none covers yet. Each hash is also written
 * to the process log, outside the database, so that a chain that was rewritten as a whole does not match it.
 */
export async function addCheckpoints({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  let covered: string | null
  do {
    covered = await addCheckpoint(db)
    if (covered) log.info({ checkpoint: covered }, 'audit log checkpoint')
  } while (covered)
}

/** @returns the hash of the new checkpoint, or null when no row waits */
const addCheckpoint = (db: Db): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    // The lock waits for every open transaction that has written a row, so that no row with a smaller id commits later.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`lock table audit_log in share row exclusive mode`.execute(tx)
    const last =
      (await checkpointRow`select id::text as id, last_row::text as last_row, rows, sha256 from audit_seals
        order by audit_seals.id desc limit 1`.first(tx)) ?? NO_CHECKPOINT
    const next = sql`select * from audit_log where id > ${last.last_row}::bigint order by id limit ${BATCH_ROWS}`
    const batch = await hashRow`${hashOf(last.sha256, next)}`.first(tx)
    if (!batch?.last_row) return null
    await sql`insert into audit_seals (last_row, rows, sha256)
      values (${batch.last_row}::bigint, ${batch.rows}, ${batch.sha256})`.execute(tx)
    return batch.sha256
  })

export interface AuditCheck {
  checkpoints: number
  /** Rows that the checkpoints cover. */
  rows: number
  /** Hash of the last checkpoint; null without checkpoints. */
  last: string | null
  /** The first checkpoint whose rows are not those that it covered, with the ids between which they stand. */
  broken: { checkpoint: string; after: string; upTo: string } | null
}

const knownRow = rowOf({ known: t.bool })

/** DAT-64: whether a hash of the process log is still one of the checkpoints. */
export const isCheckpoint = async (db: Db, sha256: string): Promise<boolean> =>
  (await knownRow`select exists (select from audit_seals where sha256 = ${sha256}) as known`.first(db))
    ?.known === true

/** DAT-64: compares the audit log with its checkpoints, up to the first difference. */
export async function checkAuditLog(db: Db): Promise<AuditCheck> {
  const check: AuditCheck = { checkpoints: 0, rows: 0, last: null, broken: null }
  let previous = { id: '0', ...NO_CHECKPOINT }
  for (;;) {
    const checkpoint =
      await checkpointRow`select id::text as id, last_row::text as last_row, rows, sha256 from audit_seals
      where audit_seals.id > ${previous.id}::bigint order by audit_seals.id limit 1`.first(db)
    if (!checkpoint) return check
    const covered = sql`select * from audit_log
      where id > ${previous.last_row}::bigint and id <= ${checkpoint.last_row}::bigint`
    const now = await hashRow`${hashOf(previous.sha256, covered)}`.first(db)
    if (now?.rows !== checkpoint.rows || now.sha256 !== checkpoint.sha256)
      return {
        ...check,
        broken: { checkpoint: checkpoint.id, after: previous.last_row, upTo: checkpoint.last_row },
      }
    check.checkpoints += 1
    check.rows += checkpoint.rows
    check.last = checkpoint.sha256
    previous = checkpoint
  }
}

const CHECKPOINT_TASK = 'audit:checkpoint'

export const auditTasks = (platform: Platform): Record<string, Task> => ({
  [CHECKPOINT_TASK]: () => addCheckpoints(platform),
})

/** In UTC. */
export const auditCron = [`3 * * * * ${CHECKPOINT_TASK}`]

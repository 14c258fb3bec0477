import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { now, value } from '../../platform/database/queries.server.ts'
import type { Screen } from './rules.ts'
import type { ConsentKind } from './schema.ts'

export interface Movement {
  kind: ConsentKind
  /** The day of the words, YYYY-MM-DD. */
  version: string
  /** SHA-256 of the words that were shown, in hex. */
  textSha256: string
  given: boolean
  /** null unless the consent is about one case. */
  caseId: string | null
  screen: Screen
}

export async function insertMovements(tx: Tx, userId: string, movements: readonly Movement[]): Promise<void> {
  const rows = movements.map(({ textSha256, caseId, ...movement }) => ({
    ...movement,
    user_id: userId,
    text_sha256: textSha256,
    case_id: caseId,
  }))
  await tx.insertInto('consent_movements').values(rows).execute()
}

/** The last movement of each kind and case of a person, the newest first. */
export const listLatest = (db: Db, userId: string) =>
  db
    .selectFrom('consent_movements')
    .distinctOn(['kind', 'case_id'])
    .select(['id', 'kind', 'case_id', 'version', 'text_sha256', 'given', 'screen', 'at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('case_id')
    .orderBy('id', 'desc')
    .execute()

/** Whether the last movement of a kind and case was given; null without any. */
export const findLatest = (db: Db, userId: string, kind: ConsentKind, caseId: string | null) =>
  value(
    db
      .selectFrom('consent_movements')
      .select('given')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('case_id', 'is not distinct from', caseId)
      .orderBy('id', 'desc')
      .limit(1),
  )

/** Serialises the movements of a person until the transaction ends. */
export const lockConsentsOf = (tx: Tx, userId: string) =>
  tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** Leaves a deleted account's movements as proof, under a keyed digest of its e-mail address. */
export const anonymise = (tx: Tx, userId: string, subjectDigest: string) =>
  tx
    .updateTable('consent_movements')
    .set({ user_id: sql.lit(null), subject_digest: subjectDigest, left_at: now })
    .where('user_id', '=', userId)
    .execute()

/**
 * Deletes what a later movement of the same kind and case replaced before `before`, and what accounts that were deleted
 * before then left.
 */
export const deleteOld = (tx: Tx, before: Date, limit: number) =>
  sql`
    delete from consent_movements where id in (
      select m.id from consent_movements m
      where m.at < ${before} and case
        when m.user_id is null then coalesce(m.left_at, m.at) < ${before}
        else exists (
          select from consent_movements later
          where later.user_id = m.user_id and later.kind = m.kind and later.case_id is not distinct from m.case_id
            and later.id > m.id and later.at < ${before}
        )
      end
      order by m.at limit ${limit}
    )`.execute(tx)

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { value } from '../../platform/database/queries.server.ts'
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
export const lockUser = (tx: Tx, userId: string) =>
  tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

/** Leaves a deleted account's movements as proof, under a keyed digest of its e-mail address. */
export const anonymise = (tx: Tx, userId: string, subjectDigest: string) =>
  tx
    .updateTable('consent_movements')
    .set({ user_id: sql.lit(null), subject_digest: subjectDigest })
    .where('user_id', '=', userId)
    .execute()

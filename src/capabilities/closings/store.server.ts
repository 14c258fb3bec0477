import type { Db, Tx } from '../../platform/database/database.server.ts'
import { changes, first, now } from '../../platform/database/queries.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CloseInput } from './schema.ts'

const selectClosings = (db: Db) =>
  db
    .selectFrom('case_closings')
    .select(['id', 'case_id', 'outcome', 'body', 'remaining', 'closed_at', 'objected_at', 'objection'])
    .select(['requested_at', 'request', 'declined_at', 'decline_reason', 'reopened_at', 'reopening_reason'])

export const findClosing = (db: Db, id: string) => first(selectClosings(db).where('id', '=', id))

/** The closing of a case that counts. */
export const findNewestClosing = (db: Db, { caseId }: CaseParty) =>
  first(selectClosings(db).where('case_id', '=', caseId).orderBy('closed_at', 'desc').limit(1))

/** @returns false if the id is taken */
export const insertClosing = (
  tx: Tx,
  { userId: closer_id }: CaseParty,
  { id, caseId: case_id, outcome, text: body, remaining }: CloseInput,
): Promise<boolean> =>
  changes(
    tx
      .insertInto('case_closings')
      .values({ id, case_id, closer_id, outcome, body, remaining })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )

type ClosingChange =
  | { objection: string }
  | { request: string }
  | { decline_reason: string }
  | { reopening_reason: string }

/** Writes what became of a closing of this case, whose row is locked. */
export async function updateClosing(tx: Tx, { caseId }: CaseParty, id: string, change: ClosingChange) {
  const at =
    'objection' in change
      ? { objected_at: now }
      : 'request' in change
        ? { requested_at: now }
        : 'decline_reason' in change
          ? { declined_at: now }
          : { reopened_at: now }
  await tx
    .updateTable('case_closings')
    .set({ ...change, ...at })
    .where('id', '=', id)
    .where('case_id', '=', caseId)
    .execute()
}

import type { Db, Tx } from '../../platform/database/database.server.ts'
import { changes, exists, first } from '../../platform/database/queries.server.ts'
import type { ReplyOwner } from './rules.ts'
import type { ReplyInput } from './schema.ts'

export const listReplies = (db: Db, { lawyerId }: ReplyOwner) =>
  db
    .selectFrom('quick_replies')
    .select(['id', 'title', 'body as text'])
    .where('lawyer_id', '=', lawyerId)
    .execute()

/** Locks a lawyer: their changes take turns, so that the number of replies is exact. @returns whether it exists */
export const lockLawyer = (tx: Tx, { lawyerId }: ReplyOwner): Promise<boolean> =>
  exists(tx.selectFrom('lawyer_profiles').select('id').where('id', '=', lawyerId).forNoKeyUpdate())

/** Whose reply this is; null for an unknown id. */
export const findLawyerOf = (tx: Tx, id: string) =>
  first(tx.selectFrom('quick_replies').select('lawyer_id').where('id', '=', id))

export async function countReplies(tx: Tx, { lawyerId }: ReplyOwner): Promise<number> {
  const { count } = await tx
    .selectFrom('quick_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lawyer_id', '=', lawyerId)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns false when the id belongs to another lawyer */
export const writeReply = (tx: Tx, { lawyerId }: ReplyOwner, { id, title, text: body }: ReplyInput) =>
  changes(
    tx
      .insertInto('quick_replies')
      .values({ id, lawyer_id: lawyerId, title, body })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ title, body }).where('quick_replies.lawyer_id', '=', lawyerId),
      ),
  )

export const deleteReply = (db: Db, { lawyerId }: ReplyOwner, id: string): Promise<boolean> =>
  changes(db.deleteFrom('quick_replies').where('id', '=', id).where('lawyer_id', '=', lawyerId))

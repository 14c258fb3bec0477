import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  now,
  rowOf,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { BlockState, ObjectKind } from './schema.ts'

const shownRow = rowOf({
  object: t.oneOf<ObjectKind>(),
  id: t.uuid,
  /** Of a case its title, of a review the comment. */
  text: t.text.orNull,
  /** Of a review: the author's stars, and the other party's name. */
  rating: t.int.orNull,
  party: t.text.orNull,
  /** This person blocked it once, which is all they can (DAT-19). */
  blocked_before: t.bool,
})

/** DAT-18: what others are shown of this person: the profile, open cases, and reviews by or about them. */
export const listShown = (db: Db, userId: string) =>
  shownRow`
    select o.*, exists (
      select from data_blocks b where b.object_id = o.id and b.asker_id = ${userId}
    ) as blocked_before from (
    select 'perfil'::text as object, id, null::text as text, null::int as rating, null::text as party
    from lawyer_profiles where id = ${userId} and is_verified
    union all
    select * from (
      select 'causa', id, title, null::int, null::text from cases
      where client_id = ${userId} and status = 'ingresado' and in_market order by created_at desc, id
    ) as c
    union all
    select * from (
      select 'resena', r.id, r.comment, r.rating::int, case when r.client_id = ${userId} then p.name end
      from reviews r left join profiles p on p.id = r.lawyer_id
      where ${userId} in (r.client_id, r.lawyer_id) and r.published_at is not null and r.hidden_at is null
      order by r.created_at desc, r.id
    ) as r
    ) as o
  `.all(db)

/** Whether the person is shown with this object now. */
export const isShown = async (db: Db, userId: string, object: ObjectKind, id: string): Promise<boolean> =>
  (await listShown(db, userId)).some((row) => row.object === object && row.id === id)

/** Title of a case of this person. */
export const findCaseTitle = (db: Db, id: string, clientId: string) =>
  value(db.selectFrom('cases').select('title').where('id', '=', id).where('client_id', '=', clientId))

export const findReviewWords = (db: Db, id: string) =>
  first(db.selectFrom('reviews').select(['comment', 'rating']).where('id', '=', id))

const columns = ['id', 'request_id', 'object', 'object_id', 'state', 'asker_id'] as const

export interface NewBlock {
  requestId: string
  askerId: string
  object: ObjectKind
  objectId: string
}

/** @returns false: the object was blocked before by the same asker (DAT-19) */
export const insertBlock = (
  tx: Tx,
  { requestId, askerId, object, objectId }: NewBlock,
  state: BlockState,
): Promise<boolean> =>
  changes(
    tx
      .insertInto('data_blocks')
      .values({
        request_id: requestId,
        asker_id: askerId,
        object,
        object_id: objectId,
        state,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** The block of a granted opposition, which stays, beside one of a request to block; one of an opposition before becomes it. */
export const keepBlock = (tx: Tx, { requestId, askerId, object, objectId }: NewBlock) =>
  tx
    .insertInto('data_blocks')
    .values({
      ...{ request_id: requestId, asker_id: askerId, object, object_id: objectId },
      ...{ state: 'vigente', by_opposition: true },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['object_id', 'asker_id', 'by_opposition'])
        .doUpdateSet({ request_id: requestId, state: 'vigente', ended_at: null }),
    )
    .execute()

export const findBlock = (db: Db, requestId: string) =>
  first(db.selectFrom('data_blocks').select(columns).where('request_id', '=', requestId))

export const lockBlock = (tx: Tx, requestId: string) =>
  first(tx.selectFrom('data_blocks').select(columns).where('request_id', '=', requestId).forUpdate())

export const setBlockState = (tx: Tx, id: string, state: BlockState) =>
  changes(
    tx
      .updateTable('data_blocks')
      .set({ state, ended_at: state === 'levantado' ? now : null })
      .where('id', '=', id),
  )

/** Whether anybody's block of this object is in force. */
export const isBlocked = (db: Db, objectId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('data_blocks')
      .select('id')
      .where('object_id', '=', objectId)
      .where('state', '<>', sql.lit('levantado')),
  )

/** The requests of a person with a block in force. */
export const listBlockingRequests = (tx: Tx, userId: string): Promise<string[]> =>
  values(
    tx
      .selectFrom('data_blocks')
      .select('request_id')
      .where('asker_id', '=', userId)
      .where('state', '<>', sql.lit('levantado'))
      .orderBy('request_id'),
  )

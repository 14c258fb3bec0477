import type { Db } from '../../platform/database/database.server.ts'
import { changes, first, now } from '../../platform/database/queries.server.ts'

/** A person's calendar address, without its digest. */
export const findFeed = (db: Db, userId: string) =>
  first(db.selectFrom('calendar_feeds').select(['with_names', 'created_at']).where('user_id', '=', userId))

/** The calendar that an address belongs to, with its person's role. */
export const findFeedByDigest = (db: Db, digest: Buffer) =>
  first(
    db
      .selectFrom('calendar_feeds as f')
      .innerJoin('profiles as p', 'p.id', 'f.user_id')
      .select(['f.user_id', 'f.with_names', 'f.revision', 'f.changed_at', 'p.role'])
      .where('f.token_digest', '=', digest),
  )

/** Gives a person a new address; an earlier one ends. Titles stay as chosen. */
export const saveAddress = (db: Db, userId: string, digest: Buffer) =>
  db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, token_digest: digest })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ token_digest: digest, created_at: now }),
    )
    .execute()

/** @returns whether the person has an address */
export const updateWithNames = (db: Db, userId: string, withNames: boolean): Promise<boolean> =>
  changes(
    db
      .updateTable('calendar_feeds')
      .set((eb) => ({
        with_names: withNames,
        revision: eb
          .case()
          .when('with_names', '=', withNames)
          .then(eb.ref('revision'))
          .else(eb('revision', '+', 1))
          .end(),
        changed_at: eb.case().when('with_names', '=', withNames).then(eb.ref('changed_at')).else(now).end(),
      }))
      .where('user_id', '=', userId),
  )

export const deleteFeed = (db: Db, userId: string) =>
  db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()

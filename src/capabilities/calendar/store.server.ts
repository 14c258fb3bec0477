import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.server.ts'
import { changes, first, now, shownCaseTitle } from '../../platform/database/queries.server.ts'
import type { CaseOwner } from '../cases/rules.ts'

/** Whether a column is a day in Chile from so many days ago to so many ahead. */
const isWithin = (column: string, days: { past: number; future: number }) => {
  const today = sql`(app_now() at time zone 'America/Santiago')::date`
  return sql<boolean>`${sql.ref(column)} between ${today} - ${days.past}::int and ${today} + ${days.future}::int`
}

/** Open promises of an update in the cases of a user, with the name of the lawyer who made them. */
export const listPromises = (db: Db, { userId, side }: CaseOwner, days: { past: number; future: number }) =>
  db
    .selectFrom('case_promises as o')
    .innerJoin('cases as c', 'c.id', 'o.case_id')
    .leftJoin('profiles as l', 'l.id', 'c.lawyer_id')
    .select(['o.id', 'o.case_id', 'o.promised_on', 'o.created_at'])
    .select(shownCaseTitle(userId).as('case_title'))
    .select('l.name as lawyer_name')
    .where(`c.${side}_id`, '=', userId)
    .where('o.status', 'in', ['abierta', 'atrasada'])
    .where(isWithin('o.promised_on', days))
    .orderBy('o.promised_on')
    .orderBy('o.id')
    .execute()

/** Documents that a lawyer asked a client for and still waits for, in the running cases of the client. */
export const listMissingDocuments = (db: Db, { userId }: CaseOwner, days: { past: number; future: number }) =>
  db
    .selectFrom('document_requests as r')
    .innerJoin('cases as c', 'c.id', 'r.case_id')
    .select(['r.id', 'r.case_id', 'r.name', 'r.due_on', 'r.created_at'])
    .select(shownCaseTitle(userId).as('case_title'))
    .where('c.client_id', '=', userId)
    .where('c.status', 'in', ['activo', 'en progreso'])
    .where('r.state', 'in', ['pendiente', 'por_corregir'])
    .where(isWithin('r.due_on', days))
    .orderBy('r.due_on')
    .orderBy('r.id')
    .execute()

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

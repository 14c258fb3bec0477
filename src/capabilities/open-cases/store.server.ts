import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, now, rowOf, shownCaseTitle, t, values } from '../../platform/database/queries.server.ts'
import type { CaseOwner, CaseParty } from '../cases/rules.ts'

/** Chats about a case: opened for it, or with a pending proposal for it. */
export const listChatsAbout = (tx: Tx, { caseId, userId }: CaseParty) =>
  tx
    .selectFrom('chats')
    .select(['id', 'client_id', 'lawyer_id', 'case_id', 'lawyer_read_seq'])
    .where('client_id', '=', userId)
    .where('lawyer_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('case_id', '=', caseId),
        eb('sought_case_id', '=', caseId),
        eb.exists(
          eb
            .selectFrom('proposals as p')
            .select('p.id')
            .whereRef('p.chat_id', '=', 'chats.id')
            .where('p.case_id', '=', caseId)
            .where('p.status', '=', sql.lit('pending')),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

const askedRow = rowOf({ case_id: t.uuid, client_id: t.uuid, days: t.int, published_at: t.time })

/**
 * Writes the questions that are due, for at most `limit` cases: one a case and number of days, however many processes
 * ask at once. Cases of suspended clients and hidden ones are out of the market. @returns those to notify
 */
export const insertDueQuestions = (tx: Tx, days: readonly number[], limit: number) =>
  askedRow`
    with due as (
      select c.id, c.client_id, coalesce(c.republished_at, c.created_at) as published_at, d.days
      from cases c cross join unnest(${days}::int[]) as d (days)
      where c.status = 'ingresado' and c.in_market
        and coalesce(c.republished_at, c.created_at) <= app_now() - make_interval(days => d.days)
        and not exists (select from paused_cases p where p.case_id = c.id)
        and not exists (
          select from open_case_questions q
          where q.case_id = c.id and q.days >= d.days and q.published_at = coalesce(c.republished_at, c.created_at)
        )
      order by d.days desc limit ${limit}
    ), asked as (
      insert into open_case_questions (case_id, days, published_at)
      select distinct on (id) id, days, published_at from due order by id, days desc
      on conflict do nothing returning case_id, days
    )
    select asked.case_id, due.client_id, asked.days, due.published_at from asked join due on due.id = asked.case_id and due.days = asked.days
  `.all(tx)

/** A user's open cases with an unanswered question. */
export const listQuestions = (db: Db, { userId }: CaseOwner): Promise<string[]> =>
  values(
    db
      .selectFrom('cases as c')
      .select('c.id')
      .where('c.client_id', '=', userId)
      .where('c.status', '=', sql.lit('ingresado'))
      .where('c.in_market', '=', sql.lit(true))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('open_case_questions as q')
            .select('q.case_id')
            .whereRef('q.case_id', '=', 'c.id')
            .where('q.answered_at', 'is', null)
            .where('q.published_at', '=', sql<Date>`coalesce(c.republished_at, c.created_at)`),
        ),
      ),
  )

/** What a case says. */
export const findContent = (db: Db, { caseId }: CaseParty) =>
  first(
    db
      .selectFrom('cases')
      .select(['title', 'description', 'specialty', 'commune', 'details'])
      .where('id', '=', caseId),
  )

/** A client's cases, the newest first. */
export const listClientCases = (db: Db, { userId }: CaseOwner) =>
  db
    .selectFrom('cases as c')
    .select(['id', 'status', 'in_market', 'specialty', 'details', shownCaseTitle(userId).as('title')])
    .where('client_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export async function answerQuestions(tx: Tx, { caseId }: CaseParty): Promise<void> {
  await tx
    .updateTable('open_case_questions')
    .set({ answered_at: now })
    .where('case_id', '=', caseId)
    .where('answered_at', 'is', null)
    .execute()
}

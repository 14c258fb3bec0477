import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  isIn,
  isOneOf,
  now,
  rowOf,
  secondsFromNow,
  shownCaseTitle,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { ChatParty } from '../chat/rules.ts'
import type { RequestState } from './schema.ts'

/** Where a document is: in a case, or in a chat that has none (SEG-71). */
type CaseOrChat = { caseId: string | null; chatId?: string | null }

const isAt = ({ caseId, chatId }: CaseOrChat) =>
  caseId === null ? sql<SqlBool>`chat_id = ${chatId} and case_id is null` : sql<SqlBool>`case_id = ${caseId}`

/** All versions of a case's documents, deleted ones too, newest first. Not by `created_at`: uploads may wait for each other. */
export const listDocuments = (db: Db, { caseId }: CaseParty) =>
  db
    .selectFrom('case_documents as d')
    .innerJoin('stored_files as f', 'f.key', 'd.file_url')
    .leftJoin('profiles as p', 'p.id', 'd.uploader_id')
    .leftJoin('document_views as v', 'v.document_id', 'd.id')
    .leftJoin('profiles as r', 'r.id', 'v.user_id')
    .leftJoin('document_requests as q', 'q.id', 'd.request_id')
    .select(['d.id', 'd.uploader_id', 'p.name as uploader_name', 'd.file_name', 'd.file_url'])
    .select(['f.content_type', 'f.bytes', 'd.created_at', 'd.request_id', 'd.series_id', 'd.version'])
    .select(['d.deleted_at', 'v.viewed_at', 'r.name as viewer_name', 'q.name as request_name'])
    .where('d.case_id', '=', caseId)
    .orderBy(sql`max(d.created_at) over (partition by d.series_id)`, 'desc')
    .orderBy('d.series_id', 'desc')
    .orderBy('d.version', 'desc')
    .execute()

/** How many documents of a case or of a chat without one are shown, and how many rows there are with versions and deleted ones. */
export const countDocuments = (db: Db, place: CaseOrChat) =>
  db
    .selectFrom('case_documents')
    .select(({ fn }) => [
      fn.count<number>('series_id').distinct().filterWhere('deleted_at', 'is', null).as('shown'),
      fn.countAll<number>().as('stored'),
    ])
    .where(isAt(place))
    .executeTakeFirstOrThrow()

/** A new document, or a new version of one. @returns whether it was added: an id can be taken */
export const insertDocument = (
  tx: Tx,
  { caseId: case_id, chatId: chat_id = null, userId: uploader_id }: CaseOrChat & { userId: string },
  row: {
    id: string
    file_name: string
    file_url: string
    series_id: string
    version: number
    request_id: string | null
    delivery_id: string | null
  },
): Promise<boolean> =>
  changes(
    tx
      .insertInto('case_documents')
      .values({ case_id, chat_id, uploader_id, ...row })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )

/** Whether this file, or the document with this id, is one of the case that this party has uploaded. */
export const isOwnDocument = (
  tx: Tx,
  { caseId, userId }: CaseParty,
  { key, id }: { key: string; id: string },
): Promise<boolean> =>
  exists(
    tx
      .selectFrom('case_documents')
      .select('id')
      .where(({ or, eb }) => or([eb('file_url', '=', key), eb('id', '=', id)]))
      .where('case_id', '=', caseId)
      .where('uploader_id', '=', userId),
  )

/** The document of the case to which this id belongs, not deleted, with its number of versions. */
export const findSeries = (tx: Tx, { caseId }: CaseParty, documentId: string) =>
  first(
    tx
      .selectFrom('case_documents as one')
      .innerJoin('case_documents as d', 'd.series_id', 'one.series_id')
      .select(({ fn }) => ['d.series_id', fn.max('d.version').as('newest')])
      .select(({ fn }) => fn.max<string | null>(sql`d.request_id::text`).as('request_id'))
      .where('one.id', '=', documentId)
      .where('one.case_id', '=', caseId)
      .where('one.deleted_at', 'is', null)
      .groupBy('d.series_id'),
  )

/** Deletes a document with its versions, until `restoreDocument` or `purgeDeleted`. @returns whether there is one */
export const hideDocument = (tx: Tx, place: CaseOrChat, documentId: string): Promise<boolean> =>
  changes(
    tx
      .updateTable('case_documents')
      .set({ deleted_at: now })
      .where('series_id', '=', (eb) =>
        eb.selectFrom('case_documents as d').select('d.series_id').where('d.id', '=', documentId),
      )
      .where(isAt(place))
      .where('deleted_at', 'is', null),
  )

/** Undoes `hideDocument`. @returns whether there is such a document, deleted within these seconds */
export const restoreDocument = (
  tx: Tx,
  place: CaseOrChat,
  documentId: string,
  seconds: number,
): Promise<boolean> =>
  changes(
    tx
      .updateTable('case_documents')
      .set({ deleted_at: null })
      .where('series_id', '=', (eb) =>
        eb.selectFrom('case_documents as d').select('d.series_id').where('d.id', '=', documentId),
      )
      .where(isAt(place))
      .where('deleted_at', '>', secondsFromNow(-seconds)),
  )

/** Deletes at most `limit` rows that were hidden longer ago than this. @returns the keys of their files */
export const purgeDeleted = (tx: Tx, seconds: number, limit: number): Promise<string[]> =>
  values(
    tx
      .deleteFrom('case_documents')
      .where(
        sql<boolean>`id in (select id from case_documents where deleted_at <= ${secondsFromNow(-seconds)} limit ${limit})`,
      )
      .returning('file_url'),
  )

/** Deletes the hidden rows that this user has uploaded. @returns the keys of their files */
export const purgeDeletedOf = (tx: Tx, userId: string): Promise<string[]> =>
  values(
    tx
      .deleteFrom('case_documents')
      .where('uploader_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .returning('file_url'),
  )

/**
 * Records that a party has opened these documents, except own ones and those recorded before.
 * @returns the parties of the cases, or of the chats without one, of the new records
 */
export const insertViews = (tx: Tx, userId: string, keys: readonly string[]) =>
  rowOf({ ref: t.uuid, client_id: t.uuid.orNull, lawyer_id: t.uuid.orNull })`
    with seen as (
      insert into document_views (document_id, user_id)
      select d.id, ${userId}::uuid from case_documents d
      where d.file_url = any(${keys}::text[]) and d.uploader_id is distinct from ${userId}::uuid
        and not exists (select from document_views v where v.document_id = d.id)
      order by d.id
      on conflict do nothing returning document_id
    )
    select distinct coalesce(c.id, h.id) as ref, p.client_id, p.lawyer_id
    from seen join case_documents d on d.id = seen.document_id
      left join cases c on c.id = d.case_id left join chats h on h.id = d.chat_id
      cross join lateral (select case when c.id is null then h.client_id else c.client_id end as client_id,
        case when c.id is null then h.lawyer_id else c.lawyer_id end as lawyer_id) p
  `.all(tx)

/** The case and the chat that have this file. It does not authorize: `caseParty` and `chatParty` do. */
export const findPlaceOfFile = (db: Db, key: string) =>
  first(
    db
      .selectFrom('case_documents as d')
      .leftJoin('cases as c', 'c.id', 'd.case_id')
      .leftJoin('chats as h', 'h.id', 'd.chat_id')
      .select(['c.id as case_id', 'c.client_id', 'c.lawyer_id'])
      .select(['h.id as chat_id', 'h.client_id as chat_client', 'h.lawyer_id as chat_lawyer'])
      .where('d.file_url', '=', key)
      .where('d.deleted_at', 'is', null),
  )

/** Deletes all documents of these cases or chats. @returns the keys of their files */
export const deleteDocuments = (
  tx: Tx,
  column: 'case_id' | 'chat_id',
  ids: readonly string[],
): Promise<string[]> =>
  values(tx.deleteFrom('case_documents').where(isOneOf(column, ids)).returning('file_url'))

/** SEG-71: the messages of files of a chat, each with its document unless that was deleted for good. */
export const listChatFiles = (db: Db, { chatId }: ChatParty) =>
  db
    .selectFrom('messages as m')
    .leftJoin('case_documents as d', (join) =>
      join.onRef('d.id', '=', 'm.id').onRef('d.chat_id', '=', 'm.chat_id'),
    )
    .leftJoin('stored_files as f', 'f.key', 'd.file_url')
    .select(['m.id', 'd.file_name', 'd.file_url', 'd.deleted_at', 'f.content_type', 'f.bytes'])
    .where('m.chat_id', '=', chatId)
    .where('m.is_file', '=', sql.lit(true))
    .orderBy('m.seq')
    .execute()

/** A file of a chat, also a deleted one. */
export const findChatFile = (tx: Tx, { chatId }: ChatParty, id: string) =>
  first(
    tx
      .selectFrom('case_documents')
      .select(['case_id', 'uploader_id'])
      .where('id', '=', id)
      .where('chat_id', '=', chatId),
  )

/** The case of a chat, if it is that of both parties: an open case is not the lawyer's yet. */
export const findSharedCase = (tx: Tx, { caseId, clientId, lawyerId }: ChatParty): Promise<string | null> =>
  value(
    tx
      .selectFrom('cases')
      .select('id')
      .where('id', '=', caseId)
      .where('client_id', '=', clientId)
      .where('lawyer_id', '=', lawyerId),
  )

/** SEG-71: gives the files of a chat to the case that begins with it. @returns whether there are any */
export const moveChatFiles = (tx: Tx, { chatId }: ChatParty, caseId: string): Promise<boolean> =>
  changes(
    tx
      .updateTable('case_documents')
      .set({ case_id: caseId })
      .where('chat_id', '=', chatId)
      .where('case_id', 'is', null),
  )

/** Keys of files in state «used», older than a day, that no document refers to. */
export const findOrphanedFiles = (db: Db, limit: number): Promise<string[]> =>
  values(
    db
      .selectFrom('stored_files as f')
      .select('f.key')
      .where('f.bucket', '=', 'certificados')
      .where('f.state', '=', 'used')
      .where('f.created_at', '<', secondsFromNow(-86_400))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('case_documents as d').select('d.id').whereRef('d.file_url', '=', 'f.key'))),
      )
      .orderBy('f.key')
      .limit(limit),
  )

const requestColumns = [
  'q.id',
  'q.batch_id',
  'q.name',
  'q.note',
  'q.due_on',
  'q.state',
  'q.reason',
  'q.delivery_id',
  'q.created_at',
] as const

/** The requests of a case, in the order in which they were asked for. */
export const listRequests = (db: Db, { caseId }: CaseParty) =>
  db
    .selectFrom('document_requests as q')
    .leftJoin('profiles as p', 'p.id', 'q.asked_by')
    .select(requestColumns)
    .select('p.name as lawyer_name')
    .where('q.case_id', '=', caseId)
    .orderBy('q.created_at')
    .orderBy('q.batch_id')
    .orderBy('q.position')
    .execute()

/** What a batch of this id asked for, in any case. */
export const findBatch = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('document_requests')
    .select(['case_id', 'name', 'note', 'due_on'])
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute()

/** @returns the ids, in the order of the names; none if the batch exists */
export const insertRequests = (
  tx: Tx,
  { caseId: case_id, userId: asked_by }: CaseParty,
  batch: { batchId: string; names: readonly string[]; note: string | null; dueOn: string },
): Promise<string[]> =>
  values(
    tx
      .insertInto('document_requests')
      .values(
        batch.names.map((name, position) => ({
          case_id,
          asked_by,
          batch_id: batch.batchId,
          position,
          name,
          note: batch.note,
          due_on: batch.dueOn,
        })),
      )
      .onConflict((conflict) => conflict.columns(['batch_id', 'position']).doNothing())
      .returning('id'),
  )

export const countOpenRequests = async (tx: Tx, { caseId }: CaseParty): Promise<number> => {
  const { count } = await tx
    .selectFrom('document_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .where(sql<boolean>`state in ('pendiente', 'por_corregir')`)
    .executeTakeFirstOrThrow()
  return count
}

/** A request of a locked case, with the number of files of its last delivery. */
export const findRequest = (tx: Tx, { caseId }: CaseParty, requestId: string) =>
  first(
    tx
      .selectFrom('document_requests as q')
      .select(['q.id', 'q.name', 'q.state', 'q.delivery_id'])
      .select(({ selectFrom }) =>
        selectFrom('case_documents as d')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('d.request_id', '=', 'q.id')
          .whereRef('d.delivery_id', '=', 'q.delivery_id')
          .where('d.deleted_at', 'is', null)
          .as('delivered'),
      )
      .where('q.id', '=', requestId)
      .where('q.case_id', '=', caseId),
  )

/** Only for a locked case. */
export const updateRequest = (tx: Tx, id: string, change: RequestChange) =>
  tx.updateTable('document_requests').set(change).where('id', '=', id).execute()
type RequestChange = { state: RequestState; reason: string | null; delivery_id?: string }

/** The facts of notices about requests, in cases of which the user is a party. */
export const listNoticeFacts = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('document_requests as q')
    .innerJoin('cases as c', 'c.id', 'q.case_id')
    .leftJoin('profiles as p', 'p.id', 'c.client_id')
    .leftJoin('profiles as l', 'l.id', 'c.lawyer_id')
    .select(['q.id', 'q.name', 'q.due_on', 'q.state', 'c.id as case_id', 'c.status as case_status'])
    .select(shownCaseTitle(userId).as('title'))
    .select(['p.name as client_name', 'l.name as lawyer_name'])
    .select(({ selectFrom }) =>
      selectFrom('document_requests as b')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('b.batch_id', '=', 'q.batch_id')
        .as('asked'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_requests as s')
          .select('s.id')
          .whereRef('s.case_id', '=', 'q.case_id')
          .whereRef('s.due_on', '=', 'q.due_on')
          .where('s.state', 'in', ['pendiente', 'por_corregir']),
      ).as('is_any_missing'),
    )
    .where(isOneOf('q.id', ids))
    .where(isIn(userId, 'c.client_id', 'c.lawyer_id'))
    .execute()

/**
 * Marks the requests of which their client must be reminded today: 3 days before the due day, on it and 3 days
 * after; from 9:00 in Chile, and not on the day on which they were asked for. Each is returned once a day.
 */
export const takeDueRequests = (tx: Tx, limit: number) =>
  rowOf({ id: t.uuid, case_id: t.uuid, client_id: t.uuid, due_on: t.date, today: t.date })`
    update document_requests q set reminded_on = due.today
    from (
      select q.id, c.client_id, clock.time::date as today
      from document_requests q join cases c on c.id = q.case_id, (select app_now() at time zone 'America/Santiago' as time) clock
      where c.status in ('activo', 'en progreso') and c.client_id is not null
        and q.state in ('pendiente', 'por_corregir') and clock.time::time >= '09:00'
        and q.due_on in (clock.time::date - 3, clock.time::date, clock.time::date + 3)
        and (q.created_at at time zone 'America/Santiago')::date < clock.time::date
        and q.reminded_on is distinct from clock.time::date
      limit ${limit} for no key update of q skip locked
    ) due
    where q.id = due.id returning q.id, q.case_id, due.client_id, q.due_on, due.today
  `.all(tx)

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { changes, first, now, secondsFromNow, value, values } from '../../platform/database/queries.server.ts'
import type { MailOutcome, RequestState, SendRequestInput } from './schema.ts'

const isOpen = sql<boolean>`state in ('recibida', 'identidad', 'ampliada')`

const columns = [
  'id',
  'number',
  'person_id',
  'kind',
  'state',
  'about',
  'cause',
  'details',
  'old_value',
  'new_value',
  'object_id',
  'file_keys',
  'identity_keys',
  'received_at',
  'due_on',
  'extended_from',
  'identity_asked_at',
  'decided_at',
] as const

/** The time of the rules, which tests can shift. */
export const readClock = async (db: Db): Promise<Date> => {
  const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow()
  return at
}

export const findRequest = (db: Db, id: string) =>
  first(db.selectFrom('data_requests').select(columns).where('id', '=', id))

/** A request, locked, so that one of two decisions is the first. */
export const lockRequest = (tx: Tx, id: string) =>
  first(tx.selectFrom('data_requests').select(columns).where('id', '=', id).forUpdate())

/** A request of this person, or null. */
export const findOwnRequest = (db: Db, userId: string, id: string) =>
  first(db.selectFrom('data_requests').select(columns).where('id', '=', id).where('person_id', '=', userId))

export const lockOwnRequest = (tx: Tx, userId: string, id: string) =>
  first(
    tx
      .selectFrom('data_requests')
      .select(columns)
      .where('id', '=', id)
      .where('person_id', '=', userId)
      .forUpdate(),
  )

/** The requests of a person, newest first. */
export const listOwnRequests = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('data_requests')
    .select(columns)
    .where('person_id', '=', userId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

export const countRequests = (db: Db, userId: string, seconds: number) =>
  value(
    db
      .selectFrom('data_requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', userId)
      .where('received_at', '>', secondsFromNow(-seconds)),
  )

type NewRequest = Omit<SendRequestInput, 'kind'> & { kind: SendRequestInput['kind'] | 'acceso' }

/** @param personId null: somebody without an account, whose mailbox is not confirmed. Null: the id is taken. */
export const insertRequest = (
  tx: Tx,
  personId: string | null,
  { requestId, newValue, fileKeys, objectId = null, ...request }: NewRequest,
  { year, dueOn }: { year: number; dueOn: string },
) =>
  first(
    tx
      .insertInto('data_requests')
      .values({
        id: requestId,
        person_id: personId,
        state: personId === null ? 'por_confirmar' : 'recibida',
        year,
        due_on: dueOn,
        kind: request.kind,
        about: request.about,
        object_id: objectId,
        cause: request.cause,
        details: request.details,
        new_value: newValue === '' ? null : newValue,
        file_keys: [...fileKeys],
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(columns),
  )

export interface RequestChange {
  state: RequestState
  due_on?: string
  extended_from?: string
  old_value?: string | null
  refusal_cause?: string | null
  decided_by?: string
  identity_keys?: string[]
}

/** Changes a request that is locked. `isDecided` also sets when. */
export const updateRequest = (tx: Tx, id: string, change: RequestChange, isDecided: boolean) =>
  changes(
    tx
      .updateTable('data_requests')
      .set({ ...change, updated_at: now, ...(isDecided && { decided_at: now }) })
      .where('id', '=', id),
  )

export const markIdentityAsked = (tx: Tx, id: string) =>
  changes(tx.updateTable('data_requests').set({ identity_asked_at: now }).where('id', '=', id))

type MessageKind =
  | 'received'
  | 'extended'
  | 'identity'
  | 'proven'
  | 'attached'
  | 'answer'
  | 'withdrawn'
  | 'unblocked'
  | 'lifted'

/** Keeps what was sent, as proof. */
export const insertMessage = (tx: Tx, requestId: string, kind: MessageKind, body: string) =>
  tx.insertInto('request_messages').values({ request_id: requestId, kind, body }).execute()

/** Where an e-mail is neither sent nor given up after this long, there is none. */
const MAIL_SECONDS = 30 * 86_400

/** DAT-75: keeps the outcome of the e-mails of messages, as their notices say. @returns their requests */
export const settleMails = (tx: Tx) =>
  tx
    .updateTable('request_messages as m')
    .from(['data_requests as r', 'notices as n'])
    .set({
      mail_outcome: sql<MailOutcome>`case when n.mail_state = 'sent' then 'sent'
        when n.mail_state = 'dropped' and n.read_at is not null then 'read' else 'failed' end`,
      mail_settled_at: now,
    })
    .whereRef('r.id', '=', 'm.request_id')
    .whereRef('n.user_id', '=', 'r.person_id')
    .where(
      sql<boolean>`n.key = case m.kind when 'answer' then 'request-answered' when 'lifted' then 'block-lifted' else 'request-' || m.kind end
        || ':' || m.request_id and n.mail_state in ('sent', 'dropped', 'failed')`,
    )
    .where(
      sql<boolean>`m.mail_outcome is null and m.kind in ('received', 'extended', 'identity', 'answer', 'lifted')`,
    )
    .where('m.sent_at', '>', secondsFromNow(-MAIL_SECONDS))
    .returning(['r.id', 'r.person_id'])
    .execute()

export type MailedMessage = 'received' | 'extended' | 'identity' | 'answer' | 'lifted'

/** Messages to people without an account whose e-mail has no known outcome yet. */
export const listUnsettled = (tx: Tx) =>
  tx
    .selectFrom('request_messages as m')
    .innerJoin('data_requests as r', 'r.id', 'm.request_id')
    .innerJoin('desk_requests as d', 'd.request_id', 'r.id')
    .select(['m.id', 'm.request_id', 'r.number'])
    .select(sql<MailedMessage>`m.kind`.as('kind'))
    .where(
      sql<boolean>`m.mail_outcome is null and m.kind in ('received', 'extended', 'identity', 'answer', 'lifted')`,
    )
    .where('m.sent_at', '>', secondsFromNow(-MAIL_SECONDS))
    .orderBy('m.id')
    .execute()

/** @returns whether this settled it */
export const settleMail = (tx: Tx, id: number, outcome: 'sent' | 'failed') =>
  changes(
    tx
      .updateTable('request_messages')
      .set({ mail_outcome: outcome, mail_settled_at: now })
      .where('id', '=', id)
      .where('mail_outcome', 'is', null),
  )

export const listMessages = (db: Db, requestId: string) =>
  db
    .selectFrom('request_messages')
    .select(['kind', 'body', 'sent_at', 'mail_outcome as mail'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()

/** The names of stored files, by key. */
export const listFiles = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('stored_files')
    .select(['key', 'file_name'])
    .where('state', '=', 'used')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()

/** DAT-60: what waits for an answer: blocks first, then by the last day. */
export const listQueue = (db: Db, limit: number) =>
  db
    .selectFrom('data_requests')
    .select(['id', 'number', 'kind', 'state', 'due_on', 'person_id'])
    .where(isOpen)
    .orderBy(sql`kind <> 'bloquear'`)
    .orderBy('due_on')
    .orderBy('position')
    .limit(limit)
    .execute()

/** DAT-59, DAT-60: how many wait for an answer, how many of them are due today, and how many are overdue. */
export const countOpenRequests = (db: Db) =>
  db
    .selectFrom('data_requests')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where due_on = (app_now() at time zone 'America/Santiago')::date))::int`.as(
        'due_today',
      ),
      sql<number>`(count(*) filter (where due_on < (app_now() at time zone 'America/Santiago')::date))::int`.as(
        'overdue',
      ),
    ])
    .where(isOpen)
    .executeTakeFirstOrThrow()

/** DAT-60: open requests that were not looked at today for a reminder, from 09:00 in Chile, locked for one process. */
export const takeForReminder = (tx: Tx, days: number) =>
  tx
    .selectFrom('data_requests')
    .select(['id', 'number', 'kind', 'due_on'])
    .select(sql<string>`(app_now() at time zone 'America/Santiago')::date`.as('today'))
    .where(isOpen)
    .where(
      sql<boolean>`due_on <= (app_now() at time zone 'America/Santiago')::date + ${days}::int
        and reminded_on is distinct from (app_now() at time zone 'America/Santiago')::date
        and (app_now() at time zone 'America/Santiago')::time >= time '09:00'`,
    )
    .orderBy('due_on')
    .orderBy('position')
    .forUpdate()
    .skipLocked()
    .execute()

export const markReminded = (tx: Tx, ids: readonly string[], today: string) =>
  tx
    .updateTable('data_requests')
    .set({ reminded_on: today })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** The account that a request is of, as it is now. */
export const findPerson = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('profiles as p')
      .leftJoin('lawyer_profiles as l', 'l.id', 'p.id')
      .select(['p.id', 'p.name', 'p.email', 'p.role', 'p.verification_status', 'l.rut', 'l.birth_date'])
      .where('p.id', '=', userId),
  )

/** Facts of notices: requests of this person. */
export const listForNotices = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('data_requests')
    .select(['id', 'number', 'kind', 'state', 'received_at', 'due_on', 'decided_at'])
    .where('person_id', '=', userId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** The request that a file of bucket evidencia belongs to. */
export const findRequestOfFile = (db: Db, key: string) =>
  first(
    db
      .selectFrom('data_requests')
      .select(['id', 'number', 'person_id'])
      .where(sql<boolean>`file_keys @> array[${key}::text] or identity_keys @> array[${key}::text]`),
  )

/** DAT-22: the person leaves: open requests end, and the rest keeps no more than number, dates, outcome and texts sent. */
export async function leaveRequests(tx: Tx, userId: string, emailDigest: string): Promise<void> {
  await tx
    .updateTable('data_requests')
    .set({
      state: sql<RequestState>`case when ${isOpen} then 'retirada' else state end`,
      decided_at: sql<Date>`coalesce(decided_at, app_now())`,
      email_digest: emailDigest,
      about: null,
      cause: null,
      details: '',
      old_value: null,
      new_value: null,
      object_id: null,
      file_keys: [],
      identity_keys: [],
      updated_at: now,
    })
    .where('person_id', '=', userId)
    .execute()
}

type FileColumn = 'file_keys' | 'identity_keys'

/** DAT-38: decided requests with files of a kind, older than this. */
export const listWithOldFiles = (tx: Tx, column: FileColumn, before: Date, limit: number) =>
  tx
    .selectFrom('data_requests')
    .select(['id', `${column} as keys`])
    .where('decided_at', '<', before)
    .where(sql<boolean>`cardinality(${sql.ref(column)}) > 0`)
    .limit(limit)
    .forUpdate()
    .execute()

export const clearFiles = (tx: Tx, column: FileColumn, ids: readonly string[]) =>
  tx
    .updateTable('data_requests')
    .set({ [column]: [] })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** DAT-38: deletes decided requests older than this. @returns how many */
export const deleteOldRequests = async (tx: Tx, before: Date, limit: number): Promise<number> =>
  (
    await values(
      tx
        .deleteFrom('data_requests')
        .where(({ eb, selectFrom }) =>
          eb(
            'id',
            'in',
            selectFrom('data_requests')
              .select('id')
              .where('decided_at', '<', before)
              // A block in force can still be ended.
              .where(
                sql<boolean>`not exists (select from data_blocks b
                  where b.request_id = data_requests.id and b.state <> 'levantado')`,
              )
              .limit(limit),
          ),
        )
        .returning('id'),
    )
  ).length

/** For notices: the name of an administrator. */
export const findAdminName = (db: Db, userId: string) =>
  value(db.selectFrom('profiles').select('name').where('id', '=', userId).where('role', '=', 'admin'))

import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.server.ts'
import { type Row, rowOf, t } from '../database/queries.server.ts'
import { counted, days, type RetentionRule } from '../retention/retention.server.ts'
import type { LookAction, LookPurpose } from './looks.ts'

export interface Look {
  adminId: string
  action: LookAction
  personId: string
  purpose: LookPurpose
  /** What it belongs to: a request's number, a report's id, or the administrator's reason. */
  reference?: string
  /** Of a look within an open report: how long its person is not told, seconds. */
  hiddenFor?: number
  details?: Record<string, string | number | boolean | null>
}

/** DAT-35: records a look in the transaction that reads the data: without the row nothing is read. */
export async function recordLook(tx: Tx, look: Look): Promise<void> {
  const { adminId, action, personId, purpose, reference, hiddenFor = null } = look
  const details = { ...look.details, ...(reference !== undefined && { reference }) }
  await sql`
    insert into audit_log (actor_id, action, object, details, person_id, purpose, hidden_until)
    values (${adminId}, ${action}, ${personId}, ${JSON.stringify(details)}::jsonb, ${personId}, ${purpose},
      app_now() + make_interval(secs => ${hiddenFor}))
  `.execute(tx)
}

/** Whether an administrator has looked at a person's data, for this reference and with these details. */
export const hasLooked = async (
  tx: Tx,
  { adminId, personId, reference, details }: Pick<Look, 'adminId' | 'personId' | 'reference' | 'details'>,
): Promise<boolean> =>
  (
    await sql`
      select from audit_log
      where actor_id = ${adminId} and person_id = ${personId}
        and details @> ${JSON.stringify({ ...details, reference })}::jsonb
      limit 1
    `.execute(tx)
  ).rows.length > 0

/** DAT-35: shows the looks of a report to their people, once it is closed. */
export async function showLooks(tx: Tx, reference: string): Promise<void> {
  await sql`
    update audit_log set hidden_until = null
    where hidden_until > app_now() and details ->> 'reference' = ${reference}
  `.execute(tx)
}

/** SQL condition: a look at this person that they may know of. */
const isShownTo = (personId: string) => sql<boolean>`
  person_id = ${personId} and purpose is not null and (hidden_until is null or hidden_until <= app_now())`

const countRow = rowOf({ count: t.int })

/** How many looks at the data of a person `looksAt` has. */
export const countLooks = async (db: Db, personId: string): Promise<number> =>
  (await countRow`select count(*)::int as count from audit_log where ${isShownTo(personId)}`.all(db))[0]
    ?.count ?? 0

const lookRow = rowOf({
  id: t.text,
  at: t.time,
  action: t.oneOf<LookAction>(),
  purpose: t.oneOf<LookPurpose>(),
  request_number: t.text.orNull,
})

/**
 * DAT-35: looks at the data of a person, newest first; who looked is not told. A reference is shown only when it is the
 * number of a request: it may be an administrator's own words.
 * @param after id of the last row of the previous page
 */
export const looksAt = (
  db: Db,
  personId: string,
  after: string | null,
  limit: number,
): Promise<Row<typeof lookRow>[]> =>
  lookRow`
    select id::text as id, created_at as at, action, purpose,
      case when purpose = 'data_request' then substring(details ->> 'reference' from '^DA-[0-9]{4}-[0-9]{6}$') end
        as request_number
    from audit_log
    where ${isShownTo(personId)}
      and (${after}::bigint is null or id < ${after}::bigint)
    order by audit_log.id desc limit ${limit}
  `.all(db)

/**
 * Step of account deletion: the rows of looks and decisions stay, without the person whom they are about and without what
 * administrators wrote about them: a reason or a reference. Older rows name the person as their object only.
 */
export async function leaveLooks(tx: Tx, personId: string): Promise<void> {
  await sql`
    update audit_log set person_id = null, details = '{}'
    where person_id = ${personId} or (object = ${personId} and jsonb_exists(details, 'reason'))
  `.execute(tx)
}

/** DAT-38: of an old look only that it happened stays, because the log loses no row. */
export const lookRetention: RetentionRule = {
  name: 'looks',
  title: 'Quién vio los datos de quién',
  period: '2 años',
  seconds: days(2 * 365),
  deleteBatch: async (tx, { before, limit }) =>
    counted(
      await sql`
        update audit_log set person_id = null, object = null, actor_id = null, details = '{}'
        where id in (
          select id from audit_log
          where purpose is not null and created_at < ${before} and num_nonnulls(person_id, object, actor_id) > 0
          limit ${limit}
        )`.execute(tx),
    ),
}

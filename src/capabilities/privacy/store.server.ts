import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  first,
  isOneOf,
  now,
  rowOf,
  secondsFromNow,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import { type PersonalTable, type RowsOf, treatmentOf } from '../../platform/personal-data/inventory.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import type { TableCounts } from './rules.ts'

/** The personal tables of the inventory, by name. */
export type Tables = readonly (readonly [name: string, table: PersonalTable])[]

/** SQL condition: a row of a table belongs to this person, as the inventory says. */
export function belongsTo(
  rows: RowsOf,
  tables: ReadonlyMap<string, PersonalTable>,
  alias: string,
  userId: string,
) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if ('person' in rows)
    return sql<boolean>`(${sql.join(
      rows.person.map((name) => sql`${column(name)} = ${userId}`),
      sql` or `,
    )})`
  if ('address' in rows)
    return sql<boolean>`(${column(rows.address)} = (select email from "user" where id = ${userId} and "emailVerified")
      and ${column(rows.since)} >= (select "createdAt" from "user" where id = ${userId}))`
  if ('digest' in rows) return sql<boolean>`false`
  const { column: name, table, key } = rows.via
  const parent = tables.get(table)
  if (!parent) throw new Error(`The inventory has no personal table ${table}.`)
  const inner = `${alias}_`
  const ofPerson: RawBuilder<boolean> = belongsTo(parent.rows, tables, inner, userId)
  return sql<boolean>`${column(name)} in (
    select ${sql.ref(`${inner}.${key}`)} from ${sql.table(table)} as ${sql.table(inner)} where ${ofPerson}
  )`
}

const countsRow = rowOf({ name: t.text, counts: t.json<TableCounts>() })

/** How many rows of each table belong to a person, and in how many of them each of some columns has a value. */
export async function countRows(
  db: Db,
  userId: string,
  all: Tables,
  shown: Tables,
): Promise<Record<string, TableCounts>> {
  const tables = new Map(all)
  const selects = shown.map(([name, { columns, rows }]) => {
    const counted = Object.entries(columns).flatMap(([column, entry]) =>
      typeof entry !== 'string' && entry.purpose !== undefined
        ? [sql`, ${sql.lit(column)}::text, count(${sql.ref(`t.${column}`)})`]
        : [],
    )
    return sql`
      select ${sql.lit(name)}::text as name, json_build_object('*', count(*)${sql.join(counted, sql``)}) as counts
      from ${sql.table(name)} as t where ${belongsTo(rows, tables, 't', userId)}
    `
  })
  const found = await countsRow`${sql.join(selects, sql` union all `)}`.all(db)
  return Object.fromEntries(found.map(({ name, counts }) => [name, counts]))
}

/** The values of a lawyer that «Tus datos» shows masked. */
export const findMasked = (db: Db, userId: string) =>
  db.selectFrom('lawyer_profiles').select(['rut', 'birth_date']).where('id', '=', userId).executeTakeFirst()

/**
 * DAT-33: clients and lawyers who registered before a day in Chile and have no notice with this key, within `days` of that
 * day. Locked, so that two processes seldom take the same people; a notice has its key once in any case.
 */
export const listUntold = (
  tx: Tx,
  { key, since, days, limit }: { key: string; since: string; days: number; limit: number },
): Promise<string[]> =>
  values(
    tx
      .selectFrom('user as u')
      .select('u.id')
      .where('u.signup_role', '<>', sql.lit<'admin'>('admin'))
      .where(
        sql<boolean>`u."createdAt" < ${since}::date::timestamp at time zone 'America/Santiago'
          and app_now() < (${since}::date + ${days}::int)::timestamp at time zone 'America/Santiago'
          and not exists (select from notices n where n.user_id = u.id and n.key = ${key})`,
      )
      .limit(limit)
      .forNoKeyUpdate()
      .skipLocked(),
  )

const copiedRow = rowOf({ row: t.json<Record<string, unknown>>() })

/** SQL: the columns of a table that a copy has, by their names for people. */
const copiedColumns = (table: PersonalTable) => {
  const pairs = Object.keys(table.columns).flatMap((column) => {
    const { label, export: exported } = treatmentOf(table, column)
    return exported === true ? [sql`${sql.lit(label)}::text, ${sql.ref(`t.${column}`)}`] : []
  })
  return pairs.length === 0 ? null : sql`json_build_object(${sql.join(pairs)})`
}

/** DAT-06: the rows of a table that belong to a person, with the columns that a copy has. */
export async function listOwnRows(
  db: Db,
  userId: string,
  all: Tables,
  name: string,
  table: PersonalTable,
): Promise<Record<string, unknown>[]> {
  const columns = copiedColumns(table)
  if (columns === null) return []
  const belongs = belongsTo(table.rows, new Map(all), 't', userId)
  const rows = await copiedRow`select ${columns} as row from ${sql.table(name)} as t where ${belongs}`.all(db)
  return rows.map(({ row }) => row)
}

/** What a client wrote of a case, all of it. */
export const listOwnCaseRows = async (db: Db, userId: string, caseId: string, table: PersonalTable) =>
  (
    await copiedRow`
      select ${copiedColumns(table)} as row from cases as t where t.id = ${caseId} and t.client_id = ${userId}
    `.all(db)
  ).map(({ row }) => row)

/** What a case said before each edit, for its client. */
export const listRevisionRows = async (db: Db, userId: string, caseId: string, table: PersonalTable) =>
  (
    await copiedRow`
      select ${copiedColumns(table)} as row from case_revisions as t join cases as c on c.id = t.case_id
      where t.case_id = ${caseId} and c.client_id = ${userId} order by t.n
    `.all(db)
  ).map(({ row }) => row)

/** The reviews that a client wrote, with the name of the lawyer. */
export const listOwnReviews = async (db: Db, userId: string, table: PersonalTable) =>
  (
    await copiedRow`
      select (${copiedColumns(table)})::jsonb || jsonb_build_object('Sobre', l.name) as row
      from reviews as t join profiles as l on l.id = t.lawyer_id
      where t.client_id = ${userId} order by t.created_at
    `.all(db)
  ).map(({ row }) => row)

/** The files of a person's own profile and requests. */
export const listOwnFiles = (db: Db, userId: string) =>
  db
    .selectFrom('stored_files')
    .select(['key', 'file_name'])
    .where('owner_id', '=', userId)
    .where('state', '=', 'used')
    .where((eb) =>
      eb.or([
        eb('bucket', 'in', ['avatars', 'identidad']),
        eb('key', 'in', (from) =>
          from
            .selectFrom('data_requests')
            .select(sql<string>`unnest(file_keys || identity_keys)`.as('key'))
            .where('person_id', '=', userId),
        ),
      ]),
    )
    .execute()

/** The person as their session knows them, for a job that reads what they see. */
export const findPerson = (db: Db, userId: string): Promise<SessionUser | null> =>
  first(
    db
      .selectFrom('profiles as p')
      .leftJoin('lawyer_profiles as l', 'l.id', 'p.id')
      .select(['p.id', 'p.email', 'p.name', 'p.role', 'p.avatar_url', 'p.verification_status'])
      .select(['l.plan', 'l.credits_available', 'l.credits_used'])
      .where('p.id', '=', userId),
  )

const copyColumns = [
  'id',
  'user_id',
  'email',
  'state',
  'requested_at',
  'expires_at',
  'missing_files',
  'bytes',
  'file_keys',
] as const

/** The copy of a person that is being prepared, or null. */
export const findCopyInPreparation = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('data_copies')
      .select(copyColumns)
      .where('user_id', '=', userId)
      .where('state', 'in', ['pedida', 'preparando']),
  )

/** The newest copy of a person, or null. */
export const findNewestCopy = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('data_copies')
      .select(copyColumns)
      .where('user_id', '=', userId)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  )

/** A copy, with whether it can be downloaded now: in time, and with the address of today. */
export const findCopy = (db: Db, id: string) =>
  first(
    db
      .selectFrom('data_copies as c')
      .innerJoin('user as u', 'u.id', 'c.user_id')
      .select(['c.id', 'c.user_id', 'c.state', 'c.file_keys', 'c.bytes', 'u.name', 'u.email'])
      .select(
        sql<boolean>`c.state = 'lista' and c.expires_at > app_now() and c.email = u.email`.as('is_open'),
      )
      .where('c.id', '=', id),
  )

/** How many copies a person has asked for in the last `seconds`. */
export const countCopies = (db: Db, userId: string, seconds: number) =>
  value(
    db
      .selectFrom('data_copies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('requested_at', '>', secondsFromNow(-seconds)),
  )

export const insertCopy = (tx: Tx, userId: string, email: string) =>
  tx
    .insertInto('data_copies')
    .values({ user_id: userId, email })
    .returning(copyColumns)
    .executeTakeFirstOrThrow()

/** A copy begins, or begins again after a failure. @returns the files of the earlier attempt; null: nothing to do */
export const startCopy = (tx: Tx, id: string) =>
  first(
    tx
      .updateTable('data_copies as c')
      .from('data_copies as old')
      .set({ state: 'preparando', file_keys: [], bytes: 0 })
      .whereRef('old.id', '=', 'c.id')
      .where('c.id', '=', id)
      .where('c.state', 'in', ['pedida', 'preparando'])
      .returning(['c.user_id', 'c.email', 'old.file_keys']),
  )

/** Adds a part to a copy. @returns false when the copy is gone */
export const addCopyPart = (tx: Tx, id: string, key: string, bytes: number) =>
  changes(
    tx
      .updateTable('data_copies')
      .set({ file_keys: sql`file_keys || ${key}::text`, bytes: sql`bytes + ${bytes}::int8` })
      .where('id', '=', id)
      .where('state', '=', 'preparando'),
  )

export const finishCopy = (tx: Tx, id: string, missing: number, seconds: number) =>
  value(
    tx
      .updateTable('data_copies')
      .set({ state: 'lista', ready_at: now, expires_at: secondsFromNow(seconds), missing_files: missing })
      .where('id', '=', id)
      .where('state', '=', 'preparando')
      .returning('expires_at'),
  )

export const failCopy = (tx: Tx, id: string) =>
  first(
    tx
      .updateTable('data_copies as c')
      .from('data_copies as old')
      .set({ state: 'fallida', file_keys: [] })
      .whereRef('old.id', '=', 'c.id')
      .where('c.id', '=', id)
      .where('c.state', 'in', ['pedida', 'preparando'])
      .returning(['c.user_id', 'old.file_keys']),
  )

/** Copies whose time is over, or whose person has another address now, expire. @returns their people and files */
export const expireCopies = async (tx: Tx, limit: number) => {
  const due = await tx
    .selectFrom('data_copies as c')
    .innerJoin('user as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.user_id', 'c.file_keys'])
    .where('c.state', '=', 'lista')
    .where(sql<boolean>`(c.expires_at <= app_now() or c.email <> u.email)`)
    .limit(limit)
    .forUpdate('c')
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .updateTable('data_copies')
      .set({ state: 'vencida', file_keys: [] })
      .where(isOneOf('id', ids))
      .execute()
  return due
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { rowOf, t, values } from '../../platform/database/queries.server.ts'
import type { PersonalTable, RowsOf } from '../../platform/personal-data/register.ts'
import type { TableCounts } from './rules.ts'

/** The personal tables of the register, by name. */
export type Tables = readonly (readonly [name: string, table: PersonalTable])[]

/** SQL condition: a row of a table belongs to this person, as the register says. */
function belongsTo(rows: RowsOf, tables: ReadonlyMap<string, PersonalTable>, alias: string, userId: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if ('person' in rows)
    return sql<boolean>`(${sql.join(
      rows.person.map((name) => sql`${column(name)} = ${userId}`),
      sql` or `,
    )})`
  if ('address' in rows)
    return sql<boolean>`${column(rows.address)} = (select email from "user" where id = ${userId})`
  if ('digest' in rows) return sql<boolean>`false`
  const { column: name, table, key } = rows.via
  const parent = tables.get(table)
  if (!parent) throw new Error(`The register has no personal table ${table}.`)
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
 * day. Locked, so that two processes do not take the same people.
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

import DataLoader from 'dataloader'
import {
  type DeleteResult,
  type InsertResult,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateResult,
} from 'kysely'
import type { FieldDef } from 'pg'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Log } from '../log/log.server.ts'
import { type Db, isDatabaseDown } from './database.server.ts'

/** What a query of a store returns, without null: the row, or one of the rows. */
export type Found<Query extends (...input: never[]) => Promise<unknown>> =
  NonNullable<Awaited<ReturnType<Query>>> extends readonly (infer Row)[]
    ? Row
    : NonNullable<Awaited<ReturnType<Query>>>

/** The row of a query, or null. */
export const first = async <Row>(query: {
  executeTakeFirst(): Promise<Row | undefined>
}): Promise<Row | null> => (await query.executeTakeFirst()) ?? null

/** The only column of the row of a query, or null. */
export async function value<Row extends object>(query: {
  executeTakeFirst(): Promise<Row | undefined>
}): Promise<Row[keyof Row] | null> {
  const row = await query.executeTakeFirst()
  return row ? Object.values(row)[0] : null
}

/** The only column of the rows of a query. */
export const values = async <Row extends object>(query: {
  execute(): Promise<Row[]>
}): Promise<Row[keyof Row][]> => (await query.execute()).map((row) => Object.values(row)[0])

/** Whether a query finds a row. */
export const exists = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

type Change = InsertResult | UpdateResult | DeleteResult

/** Runs an insert, update or delete. @returns whether it changed a row */
export async function changes(statement: { executeTakeFirst(): Promise<Change> }): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** SQL: the time of rules, which tests can shift (docs/design.md §4). */
export const now = sql<Date>`app_now()`

/** The time of the database, which decides what is still allowed. */
export async function readNow(db: Db): Promise<Date> {
  const { now: time } = await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()
  return time
}

/** SQL: so many seconds from now, or ago if negative. */
export const secondsFromNow = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`

/** SQL condition: a column is one of these ids. One parameter, so that every list has the same statement. */
export const isOneOf = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`

/** SQL condition: one of the columns has this id. */
export const isIn = (id: string, ...columns: string[]) =>
  sql<SqlBool>`${id} in (${sql.join(columns.map((column) => sql.ref(column)))})`

/**
 * SQL, SEG-31: the title of a case as this person sees it, with its number where they have two cases of one title.
 * @param cases the table or its alias
 */
export const shownCaseTitle = (userId: string, cases = 'c') =>
  sql<string>`shown_case_title(${sql.ref(cases)}, ${userId})`

/** A type of a column in a result: PostgreSQL's types, by OID, that `pg` reads as this type of JavaScript. */
export interface ResultType<Value> {
  oids: readonly number[]
  /** Only for the compiler. */
  value?: Value
}

const type = <Value>(...oids: number[]) => {
  const result: ResultType<Value> = { oids }
  const orNull: ResultType<Value | null> = { oids }
  return { ...result, orNull }
}

export const t = {
  bool: type<boolean>(16),
  int: type<number>(20, 21, 23),
  float: type<number>(701),
  text: type<string>(25),
  texts: type<string[]>(1009),
  uuid: type<string>(2950),
  date: type<string>(1082),
  time: type<Date>(1184),
  /** Text of which a CHECK, or the statement, allows only these values. */
  oneOf: <Value extends string>() => type<Value>(25),
  json: <Value>() => type<Value>(114, 3802),
}

type ResultTypes = Readonly<Record<string, ResultType<unknown>>>
type RowOf<Types extends ResultTypes> = {
  [Name in keyof Types]: Types[Name] extends ResultType<infer Value> ? Value : never
}
/** The rows of the statements with a tag that `rowOf` gives. */
export type Row<Tag extends (...input: never[]) => { all(db: Db): Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Tag>['all']>
>[number]

const declared = new Set<ResultTypes>()
type Check = (types: ResultTypes, fields: readonly FieldDef[] | undefined) => void
let check: Check | undefined

/** For tests: calls `verify` for every statement with `rowOf` that runs from now on. @returns all types */
export function verifyRows(verify = check): ReadonlySet<ResultTypes> {
  check = verify
  return declared
}

/**
 * The result columns of SQL statements that Kysely's types do not cover. Gives the row type, and a template
 * tag for the statements: rowOf({ id: t.uuid })`select id from …`.first(db). A test compares the types with
 * those that PostgreSQL returns.
 */
export function rowOf<Types extends ResultTypes>(types: Types) {
  declared.add(types)
  return (parts: TemplateStringsArray, ...inputs: unknown[]) => {
    const statement = sql<RowOf<Types>>(parts, ...inputs)
    const all = async (db: Db) => {
      // The driver adds the fields (prepared-driver.server.ts).
      const result = await statement.execute(db)
      check?.(types, (result as { fields?: FieldDef[] }).fields)
      return result.rows
    }
    return {
      all,
      /** The first row, or null. */
      first: async (db: Db) => (await all(db))[0] ?? null,
      /** The only column of the first row, or null. */
      value: (db: Db) => value({ executeTakeFirst: async () => (await all(db))[0] }),
    }
  }
}

/** Before the newest row: a time in the year 2255. */
const FIRST: TimeCursor = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** SQL: a time in microseconds since 1970, the precision of the sort order, for the cursor of a row. */
export const stampOf = (time: string) =>
  sql<number>`round(date_part('epoch', ${sql.ref(time)}) * 1000000)::int8`

/**
 * SQL condition: the row comes after the cursor in a list sorted by time and id, newest first.
 * @param time column, or the same expression as in the index
 * @param after null: the first page
 */
export function isAfter(time: string | RawBuilder<unknown>, id: string, after: TimeCursor | null) {
  const { stamp, id: last } = after ?? FIRST
  const column = typeof time === 'string' ? sql.ref(time) : time
  return sql<boolean>`(${column}, ${sql.ref(id)}) < (timestamptz 'epoch' + ${stamp} * interval '1 microsecond', ${last}::uuid)`
}

let extraKeys = 0

/** Keys that share the query of another key. Load shedding counts them like waiting queries. */
export const batchedCount = () => extraKeys

/** Larger batches make one core work while the others wait (docs/decisions/0004). */
const MAX_BATCH_SIZE = 16

/**
 * Merges lookups of the same turn of the event loop into one query (docs/decisions/0004). Nothing is cached:
 * a lookup in a later turn queries again.
 * @param what name of the looked-up values, for the log
 * @param find returns the values in the order of the keys; it must not mix the data of different keys
 * @returns function that looks up one key. When a batch fails, each key is retried alone, so that one bad key
 *   does not fail the others; when the database is down, all fail
 */
export function batch<K, V>(
  what: string,
  find: (db: Db, keys: readonly K[]) => Promise<readonly V[]>,
): (of: { db: Db; log: Log }, key: K) => Promise<V> {
  const loaders = new WeakMap<Db, DataLoader<K, V>>()
  const loaderOf = (db: Db) => {
    const known = loaders.get(db)
    if (known) return known
    const runBatch = async (keys: readonly K[]) => {
      extraKeys += keys.length - 1
      try {
        return await find(db, keys)
      } finally {
        extraKeys -= keys.length - 1
      }
    }
    const loader = new DataLoader<K, V>(runBatch, {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // Runs after pending I/O, so requests that have already arrived join the batch.
      batchScheduleFn: setImmediate,
    })
    loaders.set(db, loader)
    return loader
  }
  return async ({ db, log }, key) => {
    try {
      return await loaderOf(db).load(key)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.warn({ err: error }, `${what}: batch query failed, retrying each key alone`)
      const [alone] = await find(db, [key])
      return alone as V
    }
  }
}

/**
 * The keys as rows of a batch query. The subquery keeps their number from PostgreSQL, which would otherwise
 * judge a plan for exactly that number cheaper than the generic plan and replan on each execution; planning
 * costs more than the query (docs/decisions/0004).
 */
export const unnestKeys = (keys: readonly string[], type: 'text' | 'uuid') =>
  sql`unnest((select ${keys}::${sql.raw(type)}[]))`

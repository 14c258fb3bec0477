import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.server.ts'

/**
 * How many moments fall on each of the last days in Chile (America/Santiago), today included, in one statement.
 * @param moments selects one column, the time; only its range of days is read, so an index on it is used
 * @param days how many, at least 1
 * @returns every day (YYYY-MM-DD), oldest first, also those without any
 */
export async function countPerDay(
  db: Db,
  moments: RawBuilder<unknown>,
  days: number,
): Promise<{ day: string; count: number }[]> {
  const today = sql`(app_now() at time zone 'America/Santiago')::date`
  const { rows } = await sql<{ day: string; count: number }>`
    with counted as (
      select (at at time zone 'America/Santiago')::date as day, count(*) as count
      from (${moments}) as moments (at)
      where at >= (${today} - ${days - 1}::int)::timestamp at time zone 'America/Santiago'
      group by 1
    ), shown as (
      select ${today} - back as day from generate_series(0, ${days - 1}::int) as back
    )
    select shown.day, coalesce(counted.count, 0) as count
    from shown left join counted on counted.day = shown.day order by shown.day
  `.execute(db)
  return rows
}

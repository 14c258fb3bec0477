import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.server.ts'
import { rowOf, t } from './queries.server.ts'

const dayRow = rowOf({ day: t.date, count: t.int })

/**
 * Counts timestamps per day in Chile (America/Santiago) over the last days, today included, in one statement.
 * @param moments query of one column, the timestamp; only the requested days are read, through an index on it
 * @param days number of days, at least 1
 * @returns every day (YYYY-MM-DD), oldest first, including days with a count of 0
 */
export function countPerDay(
  db: Db,
  moments: RawBuilder<unknown>,
  days: number,
): Promise<{ day: string; count: number }[]> {
  const today = sql`(app_now() at time zone 'America/Santiago')::date`
  return dayRow`
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
  `.all(db)
}

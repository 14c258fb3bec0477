import { type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { isAfter, rowOf, stampOf, t } from '../../platform/database/queries.server.ts'
import type { VerifiedLawyer } from '../lawyers/rules.ts'
import type { MarketLawyer } from '../plans/rules.ts'
import type { MarketFilter } from './rules.ts'

const marketRow = rowOf({
  id: t.uuid,
  title: t.text,
  description: t.text,
  specialty: t.text.orNull,
  commune: t.text.orNull,
  urgency: t.oneOf<'alta' | 'media' | 'baja'>().orNull,
  created_at: t.time,
  stamp: t.int,
  chat_id: t.uuid.orNull,
  /** Used only to remove it from title and description; never sent to the browser. */
  client_name: t.text,
})
const countRow = rowOf({ count: t.int })
const countIn = async (db: Db, rows: RawBuilder<unknown>): Promise<number> =>
  (await countRow`select count(*)::int as count from (${rows}) as counted`.value(db)) ?? 0

const NO_CONDITION: RawBuilder<unknown> = sql``
/**
 * SQL condition: excludes the cases of suspended clients (H-04) and of clients who blocked the lawyer (DAT-68). They are few,
 * and every market index has the id.
 */
const isShownTo = (lawyerId: string) => sql`id <> all(array(
  select case_id from paused_cases union all
  select k.id from chats h
  -- Lateral with a limit that is above MAX_OPEN_CASES: by index, for any estimate of the planner.
  cross join lateral (select id from cases where client_id = h.client_id and status = 'ingresado'
    order by created_at desc limit 20) k
  where h.lawyer_id = ${lawyerId} and h.client_blocked_at is not null))`

/** SQL condition: an open case of the market (PLZ-67) that matches the filters, for this lawyer. */
const isMatch = (lawyerId: string, { specialties, communes }: MarketFilter) => sql`
  status = 'ingresado' and in_market and ${isShownTo(lawyerId)}
    ${specialties ? sql`and specialty = any(${specialties}::text[])` : NO_CONDITION}
    ${communes ? sql`and commune = any(${communes}::text[])` : NO_CONDITION}`

/**
 * SQL: at most `maxCount` open cases that match the filters. Sorts by the columns of the matching index, so
 * that the planner always uses that index and never scans the table, whatever it estimates.
 */
const matchingCases = (lawyerId: string, filter: MarketFilter, maxCount: number) => sql`
  select created_at, id from cases where ${isMatch(lawyerId, filter)}
  order by ${filter.specialties ? sql`specialty, commune` : filter.communes ? sql`commune` : sql`created_at desc`}
  limit ${maxCount}`

export const countMarket = (
  db: Db,
  { lawyerId }: MarketLawyer | VerifiedLawyer,
  filter: MarketFilter,
  maxCount: number,
): Promise<number> => countIn(db, matchingCases(lawyerId, filter, maxCount))

/**
 * A page of the market, newest first, with the lawyer's existing chat with each client. The only client data
 * is the name, which the command uses for redaction and removes.
 * @param page.total upper bound of the matches when they are few: all of them are read from their index and
 * sorted. Null when they are many: cases are scanned from the newest until the page is full
 */
export function listMarket(
  db: Db,
  { lawyerId }: MarketLawyer,
  page: { filter: MarketFilter; after: TimeCursor | null; total: number | null; limit: number },
) {
  const later = isAfter('created_at', 'id', page.after)
  const newest = sql`order by created_at desc, id desc limit ${page.limit}`
  const found =
    page.total === null
      ? sql`select id from cases where ${isMatch(lawyerId, page.filter)} and ${later} ${newest}`
      : sql`select id from (${matchingCases(lawyerId, page.filter, page.total)}) as matching where ${later} ${newest}`
  return marketRow`
    select c.id, c.title, c.description, c.specialty, c.commune, c.urgency, c.created_at,
      ${stampOf('c.created_at')} as stamp, chats.id as chat_id,
      -- A subquery, so that names are looked up one by one, too.
      coalesce((select name from profiles where profiles.id = c.client_id), '') as client_name
    from (${found}) as found
      -- Lateral with limit 1: look-ups by primary key, whatever the planner estimates.
      cross join lateral (
        select id, client_id, title, description, specialty, commune, urgency, status, in_market, created_at
        from cases where cases.id = found.id limit 1
      ) as c
      left join chats on chats.client_id = c.client_id and chats.lawyer_id = ${lawyerId}
    where c.status = 'ingresado' and c.in_market and c.client_id <> ${lawyerId}
    order by c.created_at desc, c.id desc
  `.all(db)
}

/** Number of open cases of the lawyer's specialties since the start of yesterday in Chile, to `maxCount`. */
export const countRecentCases = (db: Db, { lawyerId }: MarketLawyer, maxCount: number): Promise<number> =>
  countIn(
    db,
    sql`
      select 1 from cases
      where status = 'ingresado' and in_market and ${isShownTo(lawyerId)}
        and created_at >= ((app_now() at time zone 'America/Santiago')::date - 1)::timestamp at time zone 'America/Santiago'
        and specialty = any((select specialties from lawyer_profiles where id = ${lawyerId})::text[])
      -- The sort order makes the planner scan only the new entries of the index.
      order by created_at desc, id desc limit ${maxCount}`,
  )

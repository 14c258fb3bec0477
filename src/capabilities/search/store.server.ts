import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.server.ts'
import { type Row, rowOf, t } from '../../platform/database/queries.server.ts'
import type { SearchConditions, SearchCursor, SortOrder } from './rules.ts'
import type { SearchResult } from './schema.ts'

const EMPTY = sql``

// `(select …)` hides the values from PostgreSQL's planner. If it knew them, it would plan each search again,
// which costs more than the better plan saves, and it would compute marks row by row for frequent values.
const text = (value: string) => sql`(select ${value}::text)`
const texts = (values: readonly string[]) => sql`(select ${values}::text[])::text[]`
const int = (value: number) => sql`(select ${value}::int)`
const bigint = (value: string) => sql`(select ${value}::bigint)`
const uuid = (value: string) => sql`(select ${value}::uuid)`
// Limits are literals in the statements. With a limit as parameter, a generic plan looks expensive, and
// PostgreSQL would plan each statement every time.

/** Comes before every lawyer. */
const LIST_START: SearchCursor = {
  grade: -2_147_483_648,
  tie: '-9223372036854775808',
  name: '',
  id: '00000000-0000-0000-0000-000000000000',
}

const found = {
  id: t.uuid,
  name: t.text,
  name_confirmed: t.bool,
  avatar: t.text.orNull,
  specialties: t.texts,
  price: t.int,
  rating: t.float,
  reviewCount: t.int,
  location: t.text.orNull,
  experience: t.int.orNull,
  is_verified: t.bool,
  plan: t.oneOf<SearchResult['plan']>(),
  address_commune: t.text.orNull,
  cursor: t.json<SearchCursor>(),
}
const scannedRow = rowOf({ ...found, found: t.int })
const markedRow = rowOf({ ...found, total: t.int })
const totalRow = rowOf({ total: t.int })

/** A result, with its position in the list. */
export type FoundLawyer = Omit<Row<typeof scannedRow>, 'found'>

export interface ListingQuery {
  filter: SearchConditions
  /** The marks of the same conditions (`listingMarks`). */
  marks: readonly string[]
  order: SortOrder
  /** Position of the previous page's last lawyer; null for the first page. */
  after: SearchCursor | null
  limit: number
}

const orderColumns = (order: SortOrder) =>
  order === 'search' ? sql`grade, tie, name, id` : sql`grade, name, id`

/**
 * Condition: the row comes after the cursor.
 * @param useOrderIndex if false, `grade + 0` keeps the planner from using the ordered index
 */
function isAfter({ order, after }: Pick<ListingQuery, 'order' | 'after'>, useOrderIndex: boolean) {
  const { grade, tie, name, id } = after ?? LIST_START
  const first = useOrderIndex ? sql`grade` : sql`grade + 0`
  return order === 'search'
    ? sql`(${first}, tie, name, id) > (${int(grade)}, ${bigint(tie)}, ${text(name)}, ${uuid(id)})`
    : sql`(${first}, name, id) > (${int(grade)}, ${text(name)}, ${uuid(id)})`
}

const containsPattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** All conditions of the search, checked row by row. */
function matches({ words, specialty, commune, experience, maxPrice, excludedId }: SearchConditions) {
  return sql`true
    ${commune === null ? EMPTY : sql`and commune = ${text(commune)}`}
    ${experience === null ? EMPTY : sql`and experience >= ${int(experience)}`}
    ${maxPrice === null ? EMPTY : sql`and price <= ${int(maxPrice)}`}
    ${words.length === 0 ? EMPTY : sql`and name like all (${texts(words.map(containsPattern))})`}
    ${specialty === null ? EMPTY : sql`and specialties @> array[${text(specialty)}]`}
    ${excludedId === null ? EMPTY : sql`and id <> ${uuid(excludedId)}`}`
}

/**
 * The partial GIN indexes of marks, in the order of the list. Each predicate must equal the one in migration
 * 0013, or PostgreSQL does not use the index. All lawyers of one grade are in one tier. `lastGrade` is the
 * highest grade in an index; null: no limit.
 */
export const MARK_INDEXES = [
  { tier: 0, predicate: sql`grade + 0 <= -200`, lastGrade: -200 },
  { tier: 1, predicate: sql`grade + 0 > -200 and grade + 0 <= -100`, lastGrade: -100 },
  { tier: 2, predicate: sql`grade + 0 > -100 and grade + 0 < 0`, lastGrade: -1 },
  { tier: 3, predicate: sql`grade + 0 >= 0 and tie + 0 <= -10`, lastGrade: null },
  { tier: 3, predicate: sql`grade + 0 >= 0 and tie + 0 > -10`, lastGrade: null },
]

/**
 * CTEs that find matches through the indexes of marks, one index after the other, until there are `max`.
 * Conditions that the marks express only in part are checked on the rows as well.
 * @returns the CTEs `matching` (the rows) and `counted` (`total`, and `cut`: the first tier that may be
 * incomplete)
 */
function markCtes({ filter, marks, after, order }: ListingQuery, max: number) {
  const { words, experience, maxPrice, excludedId } = filter
  const markSet = new Set(marks)
  const uncheckedWords = words.filter((word) => !markSet.has(`n${word}`))
  const parts = MARK_INDEXES.map(({ tier, predicate, lastGrade }, at) => {
    const name = sql.raw(`part_${at}`)
    const remaining = at === 0 ? sql.lit(max) : sql`(select * from ${sql.raw(`remaining_${at}`)})`
    return sql`
      ${name} as materialized (
        select id, grade, tie, name, ${sql.lit(tier)} as tier from lawyer_listing
        where ${predicate} and listing_marks(name, specialties, commune, experience, price) @> ${texts(marks)}
        ${experience === null || markSet.has(`e${experience}`) ? EMPTY : sql`and experience >= ${int(experience)}`}
        ${maxPrice === null ? EMPTY : sql`and price <= ${int(maxPrice)}`}
        ${uncheckedWords.length === 0 ? EMPTY : sql`and name like all (${texts(uncheckedWords.map(containsPattern))})`}
        ${excludedId === null ? EMPTY : sql`and id <> ${uuid(excludedId)}`}
        ${after === null ? EMPTY : sql`and ${isAfter({ after, order }, false)}`}
        ${after === null || lastGrade === null ? EMPTY : sql`and ${int(after.grade)} <= ${sql.lit(lastGrade)}`}
        limit ${remaining}
      ), ${sql.raw(`remaining_${at + 1}`)} as materialized (select ${remaining} - (select count(*) from ${name}))`
  })
  const rows = MARK_INDEXES.map(
    (_, at) => sql`select id, grade, tie, name, tier from ${sql.raw(`part_${at}`)}`,
  )
  return sql`${sql.join(parts)},
    matching as (${sql.join(rows, sql` union all `)}),
    counted as materialized (
      select count(*)::int as total, case when count(*) < ${sql.lit(max)} then ${sql.lit(MARK_INDEXES.length)} else max(tier) end as cut
      from matching
    )`
}

/**
 * Reads the public columns of the found lawyers, and no others (TRAP-38). The lateral joins with `limit 1`
 * make PostgreSQL look the rows up one by one, however many it expects.
 */
const selectResults = (found: ReturnType<typeof sql>, order: SortOrder) => sql`
  select f.id, p.name, p.name_confirmed, p.avatar_url as avatar, l.specialties, l.price,
    coalesce(round(l.rating_sum::numeric / nullif(l.rating_count, 0), 1), 0)::float8 as rating,
    l.rating_count as "reviewCount", l.location, l.experience, l.is_verified, l.plan, l.address_commune,
    json_build_object('grade', f.grade, 'tie', f.tie::text, 'name', f.name, 'id', f.id) as cursor
  from ${found} as f
    cross join lateral (
      select name, name is not distinct from verified_name as name_confirmed, avatar_url from profiles where profiles.id = f.id and role = 'lawyer' limit 1
    ) as p
    cross join lateral (
      select specialties, price, rating_sum, rating_count, location, experience, is_verified, plan, address_commune
      from lawyer_profiles where lawyer_profiles.id = f.id and lawyer_profiles.is_verified limit 1
    ) as l
  order by ${order === 'search' ? sql`f.grade, f.tie, f.name, f.id` : sql`f.grade, f.name, f.id`}`

/**
 * Reads the list in its order from the cursor on and checks each row.
 * @param skip number of rows to skip, because an earlier scan has checked them
 * @param scan number of rows to check; null: until enough match or the list ends
 * @param maxMatches stop after this number of matches; at least the page size
 * @returns the matches of the page, and the number of matches within the scanned rows
 */
async function scanInOrder(
  db: Db,
  search: ListingQuery,
  { skip = 0, scan, maxMatches }: { skip?: number; scan: number | null; maxMatches: number },
): Promise<{ items: FoundLawyer[]; found: number }> {
  const { order, filter } = search
  const rows = await scannedRow`
    with matching as materialized (
      select id, grade, tie, name from (
        select id, grade, tie, name, specialties, commune, experience, price from lawyer_listing
        where ${isAfter(search, true)} order by ${orderColumns(order)} ${scan === null ? EMPTY : sql`limit ${sql.lit(scan)}`} offset ${sql.lit(skip)}
      ) as scanned where ${matches(filter)} limit ${int(maxMatches)}
    )
    select results.*, (select count(*)::int from matching) as found
    from (${selectResults(sql`(select id, grade, tie, name from matching limit ${int(search.limit)})`, order)}) as results
  `.all(db)
  return { items: rows.map(({ found: _, ...row }) => row), found: rows[0]?.found ?? 0 }
}

async function countByMarks(db: Db, search: ListingQuery, max: number): Promise<number> {
  const counted = await totalRow`with ${markCtes(search, max)} select total from counted`.first(db)
  return counted?.total ?? 0
}

/**
 * The number of matches by the indexes of marks, at most `max`, with a sorted page of them.
 * @returns with `max` matches, a page that is not full may lack some
 */
async function listByMarks(
  db: Db,
  search: ListingQuery,
  max: number,
): Promise<{ items: FoundLawyer[]; total: number }> {
  const { order, limit } = search
  const page = sql`(
    select id, grade, tie, name from matching where tier < (select cut from counted)
    order by ${orderColumns(order)} limit ${sql.lit(limit)})`
  const rows = await markedRow`
    with ${markCtes(search, max)}
    select results.*, counted.total from counted left join (${selectResults(page, order)}) as results on true
  `.all(db)
  const items = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row)
  return { items, total: rows[0]?.total ?? 0 }
}

/** Rows to check in the order of the list before the indexes of marks are used. */
const SCAN_ROWS = 1_500
/**
 * With more matches, only the complete tiers are sorted. If those do not fill the page, the list is scanned
 * until it is full.
 */
const MAX_SORTED = 1_000

/**
 * A page of results, and the total. Matches of a wide search are near the beginning of the list, so a scan
 * finds them. Those of a narrow search are found through the indexes of marks. Neither is fast for both
 * (docs/decisions/0020).
 * @param maxTotal the total is counted up to this number, and `maxTotal + 1` means more; null: no total
 */
export async function findLawyers(
  db: Db,
  search: ListingQuery,
  maxTotal: number | null,
): Promise<{ items: FoundLawyer[]; total: number | null }> {
  const { limit } = search
  const first = await scanInOrder(db, search, {
    scan: SCAN_ROWS,
    maxMatches: maxTotal === null ? limit : maxTotal + 1,
  })
  const isFull = first.items.length === limit
  if (isFull && (maxTotal === null || first.found > maxTotal))
    return { items: first.items, total: maxTotal === null ? null : first.found }
  const maxSorted = maxTotal ?? MAX_SORTED
  if (isFull) return { items: first.items, total: await countByMarks(db, search, maxSorted + 1) }
  const sorted = await listByMarks(db, search, maxSorted + 1)
  const total = maxTotal === null ? null : sorted.total
  if (sorted.total <= maxSorted || sorted.items.length === limit) return { items: sorted.items, total }
  const missing = limit - first.items.length
  const rest = await scanInOrder(
    db,
    { ...search, limit: missing },
    { skip: SCAN_ROWS, scan: null, maxMatches: missing },
  )
  return { items: [...first.items, ...rest.items], total }
}

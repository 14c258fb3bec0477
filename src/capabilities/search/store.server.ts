import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.server.ts'
import type { Order, Place, SearchFilter } from './rules.ts'
import type { SearchResult } from './schema.ts'

const NOTHING = sql``

// The planner is not told the values: it would plan each search anew for its own, which costs more than that plan saves, and
// it would make marks row by row for those that it thinks many have.
const text = (value: string) => sql`(select ${value}::text)`
const texts = (values: readonly string[]) => sql`(select ${values}::text[])::text[]`
const int = (value: number) => sql`(select ${value}::int)`
const bigint = (value: string) => sql`(select ${value}::bigint)`
const uuid = (value: string) => sql`(select ${value}::uuid)`
// Limits stand in the statements as they are: with limits as parameters a plan for all values looks dear, and each statement
// would be planned anew every time.
/** Every place comes after this one. */
const START: Place = {
  grade: -2_147_483_648,
  tie: '-9223372036854775808',
  name: '',
  id: '00000000-0000-0000-0000-000000000000',
}

/** A lawyer who was found, and where in the list. */
export type FoundLawyer = SearchResult & { place: Place }

export interface Search {
  filter: SearchFilter
  /** What the filter is in the index of marks. */
  marks: readonly string[]
  order: Order
  /** The last lawyer of the page before; null for the first page. */
  after: Place | null
  limit: number
}

const columns = (order: Order) => (order === 'search' ? sql`grade, tie, name, id` : sql`grade, name, id`)

/** @param walked whether this is how the rows are found; else the planner is kept from trying */
function later({ order, after }: Pick<Search, 'order' | 'after'>, walked: boolean) {
  const { grade, tie, name, id } = after ?? START
  const first = walked ? sql`grade` : sql`grade + 0`
  return order === 'search'
    ? sql`(${first}, tie, name, id) > (${int(grade)}, ${bigint(tie)}, ${text(name)}, ${uuid(id)})`
    : sql`(${first}, name, id) > (${int(grade)}, ${text(name)}, ${uuid(id)})`
}

const within = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** What fits, row by row. */
function fits({ words, specialty, commune, experience, maxPrice, not }: SearchFilter) {
  return sql`true
    ${commune === null ? NOTHING : sql`and commune = ${text(commune)}`}
    ${experience === null ? NOTHING : sql`and experience >= ${int(experience)}`}
    ${maxPrice === null ? NOTHING : sql`and price <= ${int(maxPrice)}`}
    ${words.length === 0 ? NOTHING : sql`and name like all (${texts(words.map(within))})`}
    ${specialty === null ? NOTHING : sql`and specialties @> array[${text(specialty)}]`}
    ${not === null ? NOTHING : sql`and id <> ${uuid(not)}`}`
}

/**
 * What each index of marks has, from the best lawyers to the last; the conditions are the database's own, word for word.
 * Lawyers of one grade are all in one tier. `last` is the grade after which a part has nobody; null: none.
 */
export const PARTS = [
  { tier: 0, has: sql`grade + 0 <= -200`, last: -200 },
  { tier: 1, has: sql`grade + 0 > -200 and grade + 0 <= -100`, last: -100 },
  { tier: 2, has: sql`grade + 0 > -100 and grade + 0 < 0`, last: -1 },
  { tier: 3, has: sql`grade + 0 >= 0 and tie + 0 <= -10`, last: null },
  { tier: 3, has: sql`grade + 0 >= 0 and tie + 0 > -10`, last: null },
]

/**
 * The same through the indexes of marks, one after the other until there are enough; what marks do not wholly say is looked
 * at once more.
 * @returns `fitting`, and `counted` with how many those are and `cut`, the first tier that may lack some
 */
function marked({ filter, marks, after, order }: Search, most: number) {
  const { words, experience, maxPrice, not } = filter
  const whole = new Set(marks)
  const unsaid = words.filter((word) => !whole.has(`n${word}`))
  const parts = PARTS.map(({ tier, has, last }, at) => {
    const name = sql.raw(`part_${at}`)
    const lacking = at === 0 ? sql.lit(most) : sql`(select * from ${sql.raw(`lacking_${at}`)})`
    return sql`
      ${name} as materialized (
        select id, grade, tie, name, ${sql.lit(tier)} as tier from lawyer_listing
        where ${has} and listing_marks(name, specialties, commune, experience, price) @> ${texts(marks)}
        ${experience === null || whole.has(`e${experience}`) ? NOTHING : sql`and experience >= ${int(experience)}`}
        ${maxPrice === null ? NOTHING : sql`and price <= ${int(maxPrice)}`}
        ${unsaid.length === 0 ? NOTHING : sql`and name like all (${texts(unsaid.map(within))})`}
        ${not === null ? NOTHING : sql`and id <> ${uuid(not)}`}
        ${after === null ? NOTHING : sql`and ${later({ after, order }, false)}`}
        ${after === null || last === null ? NOTHING : sql`and ${int(after.grade)} <= ${sql.lit(last)}`}
        limit ${lacking}
      ), ${sql.raw(`lacking_${at + 1}`)} as materialized (select ${lacking} - (select count(*) from ${name}))`
  })
  const all = PARTS.map((_, at) => sql`select id, grade, tie, name, tier from ${sql.raw(`part_${at}`)}`)
  return sql`${sql.join(parts)},
    fitting as (${sql.join(all, sql` union all `)}),
    counted as materialized (
      select count(*)::int as total, case when count(*) < ${sql.lit(most)} then ${sql.lit(PARTS.length)} else max(tier) end as cut
      from fitting
    )`
}

/** Column by column: nothing else of a lawyer is read (TRAP-38). One by one, however many the planner expects. */
const shown = (found: ReturnType<typeof sql>, order: Order) => sql`
  select f.id, p.name, p.name_confirmed, p.avatar_url as avatar, l.specialties, l.price,
    coalesce(round(l.rating_sum::numeric / nullif(l.rating_count, 0), 1), 0)::float8 as rating,
    l.rating_count as "reviewCount", l.location, l.experience, l.is_verified, l.plan, l.address_commune,
    json_build_object('grade', f.grade, 'tie', f.tie::text, 'name', f.name, 'id', f.id) as place
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
 * Walks the list from its best, or from where the page before ended, as far as told.
 * @param seen how many lawyers are passed by: they have been looked at
 * @param reach how many are looked at; null: until enough fit, or the list ends
 * @param counted how many fitting ones are counted at most, those of the page among them
 * @returns the page as far as it was found, and how many fit within reach
 */
async function walk(
  db: Db,
  search: Search,
  { seen = 0, reach, counted }: { seen?: number; reach: number | null; counted: number },
): Promise<{ items: FoundLawyer[]; found: number }> {
  const { order, filter } = search
  const { rows } = await sql<FoundLawyer & { found: number }>`
    with fitting as materialized (
      select id, grade, tie, name from (
        select id, grade, tie, name, specialties, commune, experience, price from lawyer_listing
        where ${later(search, true)} order by ${columns(order)} ${reach === null ? NOTHING : sql`limit ${sql.lit(reach)}`} offset ${sql.lit(seen)}
      ) as near where ${fits(filter)} limit ${int(counted)}
    )
    select shown.*, (select count(*)::int from fitting) as found
    from (${shown(sql`(select id, grade, tie, name from fitting limit ${int(search.limit)})`, order)}) as shown
  `.execute(db)
  return { items: rows.map(({ found: _, ...row }) => row), found: rows[0]?.found ?? 0 }
}

/** How many fit, by the indexes of marks; `most` at most. */
async function countMarked(db: Db, search: Search, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${marked(search, most)}
    select total from counted
  `.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * The same with a page of them, found and sorted.
 * @returns how many fit, and the page; it may lack some when there are `most` and it is not full
 */
async function listMarked(
  db: Db,
  search: Search,
  most: number,
): Promise<{ items: FoundLawyer[]; total: number }> {
  const { order, limit } = search
  const page = sql`(
    select id, grade, tie, name from fitting where tier < (select cut from counted)
    order by ${columns(order)} limit ${sql.lit(limit)})`
  const { rows } = await sql<FoundLawyer & { total: number }>`
    with ${marked(search, most)}
    select shown.*, counted.total from counted left join (${shown(page, order)}) as shown on true
  `.execute(db)
  const items = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row)
  return { items, total: rows[0]?.total ?? 0 }
}

/** Lawyers from the page's first on that are looked at before the indexes of marks are asked. */
const REACH = 1_500
/** Of more than so many only the first tiers are sorted; where those make no page, the list is walked until it is full. */
const FEW = 1_000

/**
 * A page of the list, and how many fit in all. What many fit is near the beginning; what few fit the marks know: neither
 * way alone is quick for both (docs/decisions/0020).
 * @param most the total is counted so far, one more stands for any number above; null: it is not asked for
 */
export async function findLawyers(
  db: Db,
  search: Search,
  most: number | null,
): Promise<{ items: FoundLawyer[]; total: number | null }> {
  const { limit } = search
  const near = await walk(db, search, { reach: REACH, counted: most === null ? limit : most + 1 })
  const full = near.items.length === limit
  if (full && (most === null || near.found > most))
    return { items: near.items, total: most === null ? null : near.found }
  const few = most ?? FEW
  if (full) return { items: near.items, total: await countMarked(db, search, few + 1) }
  const sorted = await listMarked(db, search, few + 1)
  const total = most === null ? null : sorted.total
  if (sorted.total <= few || sorted.items.length === limit) return { items: sorted.items, total }
  const lacking = limit - near.items.length
  const far = await walk(db, { ...search, limit: lacking }, { seen: REACH, reach: null, counted: lacking })
  return { items: [...near.items, ...far.items], total }
}

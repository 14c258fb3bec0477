import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import {
  insertListedLawyers,
  type ListedLawyer,
  searchIn,
  toListingQuery,
} from '../../../tests/support/data/listed-lawyers.ts'
import { createDatabase } from '../../platform/database/database.server.ts'
import { toSearchConditions } from './rules.ts'
import { type LawyersInput, MAX_COUNT } from './schema.ts'
import { type FoundLawyer, findLawyers, MARK_INDEXES } from './store.server.ts'

// So many lawyers that neither the scan of the list nor the indexes of marks alone find the page.

const suite = useDatabase()
const find = searchIn(suite)

const EXPENSIVE_COUNT = 3_200
const CHEAP_COUNT = 1_200
const MEDIUM_COUNT = 60
/** Decreasing, so that the order of insertion is not the order of names. */
const numberOf = (at: number) => 8_000 - at
const people: ListedLawyer[] = Array.from(
  { length: EXPENSIVE_COUNT + CHEAP_COUNT + MEDIUM_COUNT },
  (_, at) => ({
    id: crypto.randomUUID(),
    name: `Persona ${numberOf(at)}`,
    // The best plan has the highest price, so that the cheap lawyers are far down the list.
    ...(at < EXPENSIVE_COUNT
      ? { plan: 'avanzado', price: 500_000 }
      : at < EXPENSIVE_COUNT + CHEAP_COUNT
        ? { plan: 'gratis', price: 400_000 }
        : { plan: 'basico', price: 450_000 }),
    reviews: 0,
    experience: at % 30,
    commune: 'Tortel',
    specialties: ['Ley de drogas'],
  }),
)
beforeAll(async () => {
  await insertListedLawyers(
    suite,
    people,
    people.map(() => 0),
  )
  await suite.database.sql('vacuum analyze lawyer_listing')
})
const cheap = people.slice(EXPENSIVE_COUNT, EXPENSIVE_COUNT + CHEAP_COUNT)
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** The ids of all results, fetched page by page. */
async function findAllIds(
  input: LawyersInput,
  order: 'search' | 'recommended' = 'search',
): Promise<string[]> {
  const ids: string[] = []
  for (let after: FoundLawyer['cursor'] | null = null; ; ) {
    const { items } = await find(input, { after, limit: 200, maxTotal: null, order })
    ids.push(...items.map(({ id }) => id))
    after = items.at(-1)?.cursor ?? null
    if (items.length < 200) return ids
  }
}

test('docs/design.md §9: the total is exact up to 1,000; matches far down the list are found', async () => {
  const input = { commune: 'Tortel', maxPrice: '400000' }
  const first = await find(input)
  expect(first.total).toBe(MAX_COUNT + 1)
  expect(first.items).toHaveLength(21)
  expect(first.items.every(({ plan, price }) => plan === 'gratis' && price === 400_000)).toBe(true)
  expect(new Set(await findAllIds(input))).toEqual(new Set(cheap.map(({ id }) => id)))
  const named = cheap.filter(({ name }) => name.includes('32'))
  expect((await find({ ...input, text: 'persona 32' })).total).toBe(named.length)
})

test('OPEN-51, OPEN-48: of more than 1,000 matches far down the list, the better plan is first, in both orders', async () => {
  const input = { commune: 'Tortel', maxPrice: '450000' }
  const medium = people.slice(EXPENSIVE_COUNT + CHEAP_COUNT)
  const right = [medium, cheap].flatMap((group) =>
    group.toSorted((a, b) => b.experience - a.experience || byName(a, b)).map(({ id }) => id),
  )
  const first = await find(input)
  expect(first.total).toBe(MAX_COUNT + 1)
  expect(first.items.map(({ id }) => id)).toEqual(right.slice(0, 21))
  expect(await findAllIds(input)).toEqual(right)
  const recommended = [medium, cheap].flatMap((group) => group.toSorted(byName).map(({ id }) => id))
  expect(await findAllIds(input, 'recommended')).toEqual(recommended)
  // Only one plan matches: a single tier has more matches than are sorted.
  expect(
    (await find({ ...input, maxPrice: '400000' }, { order: 'recommended' })).items.map(({ id }) => id),
  ).toEqual(recommended.slice(MEDIUM_COUNT, MEDIUM_COUNT + 21))
})

test('OPEN-69 a page that starts before the first match and ends behind the first scan is complete', async () => {
  const before = await find({ commune: 'Tortel' }, { limit: 1_750, maxTotal: null })
  const after = before.items.at(-1)?.cursor ?? null
  const input = { commune: 'Tortel', maxPrice: '450000' }
  const { items } = await find(input, { after, limit: 200, maxTotal: null })
  expect(items.map(({ id }) => id)).toEqual((await findAllIds(input)).slice(0, 200))
})

test('each lawyer is in exactly one index of marks, better lawyers in an earlier one, each grade in one tier', async () => {
  const indexes = (await suite.database.sql(
    `select pg_get_expr(indpred, indrelid) as predicate from pg_index
       where indexrelid::regclass::text ~ '^lawyer_listing_marks' order by indexrelid::regclass::text`,
  )) as { predicate: string }[]
  expect(indexes).toHaveLength(MARK_INDEXES.length)
  const cases = indexes.map(({ predicate }, index) => `case when ${predicate} then ${index} end`)
  // All grades and ties around the limits of the indexes.
  const rows = (await suite.database.sql(
    `select array_remove(array[${cases}], null) as matching, grade
       from generate_series(-351, 0) as g (grade), generate_series(-60, 0) as t (tie) order by grade, tie`,
  )) as { matching: number[]; grade: number }[]
  let last = 0
  const tiers = new Map<number, Set<number>>()
  for (const { matching, grade } of rows) {
    expect(matching).toHaveLength(1)
    const [index = -1] = matching
    expect(index).toBeGreaterThanOrEqual(last)
    last = index
    tiers.set(grade, (tiers.get(grade) ?? new Set()).add(MARK_INDEXES[index]?.tier ?? -1))
    const lastGrade = MARK_INDEXES[index]?.lastGrade
    if (lastGrade !== null) expect(grade).toBeLessThanOrEqual(lastGrade ?? -1_000)
  }
  for (const tier of tiers.values()) expect(tier.size).toBe(1)
})

test('no statement scans the whole table or computes marks row by row, with custom and generic plans', async () => {
  for (const input of [
    {},
    { text: 'zzzz' },
    { specialty: 'Divorcio', maxPrice: '27500' },
    { commune: 'Tortel', maxPrice: '400000' },
  ])
    for (const plan of [...(await plansOf(input)), ...(await plansOf(input, NEAR_END))]) {
      expect(plan).not.toContain('Seq Scan on')
      expect(plan).not.toMatch(/Filter: .*listing_marks/)
    }
})

/** A cursor near the end of the list. */
const NEAR_END = { grade: 0, tie: '0', name: 'persona 9', id: '00000000-0000-4000-8000-000000000000' }

/** The query plans of each statement of a search. */
async function plansOf(input: LawyersInput, after: FoundLawyer['cursor'] | null = null): Promise<string[]> {
  const client = await suite.platform.pool.connect()
  const plans: string[] = []
  // With so few rows the planner prefers a sequential scan. The test asks whether it has an alternative.
  await client.query('set enable_seqscan = off')
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const name = `search_${mode}_${plans.length}`
      await client.query({ name, text, values })
      const { rows } = await client.query(`explain execute ${name}(${values.map(literal).join(', ')})`)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return client.query(text, values)
  }
  try {
    const db = createDatabase({ connect: async () => ({ query, release() {} }) } as unknown as pg.Pool)
    await findLawyers(
      db,
      { ...toListingQuery(toSearchConditions(input)), order: 'search', after, limit: 21 },
      after ? null : MAX_COUNT,
    )
  } finally {
    client.release(true)
  }
  return plans
}
const literal = (value: unknown): string =>
  Array.isArray(value)
    ? value.length > 0
      ? `array[${value.map(literal).join(', ')}]`
      : "'{}'"
    : `'${String(value).replaceAll("'", "''")}'`

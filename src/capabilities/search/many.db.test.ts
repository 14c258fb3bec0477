import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { fillListing, findIn, type ListedLawyer, wanted } from '../../../tests/support/listed-lawyers.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { createDatabase } from '../../platform/database/database.server.ts'
import { searchFilter } from './rules.ts'
import { COUNT_MOST, type LawyersInput } from './schema.ts'
import { type FoundLawyer, findLawyers, PARTS } from './store.server.ts'

// Over so many lawyers that neither walking the list nor the indexes of marks alone finds them.

const house = useDatabase()
const find = findIn(house)

const DEAR = 3_200
const CHEAP = 1_200
const MIDDLING = 60
/** Smaller ones come later, so that whoever is stored first is not first by name. */
const numberOf = (at: number) => 8_000 - at
const people: ListedLawyer[] = Array.from({ length: DEAR + CHEAP + MIDDLING }, (_, at) => ({
  id: crypto.randomUUID(),
  name: `Persona ${numberOf(at)}`,
  // Whoever comes first asks for much: the cheap ones are far behind.
  ...(at < DEAR
    ? { plan: 'avanzado', price: 500_000 }
    : at < DEAR + CHEAP
      ? { plan: 'gratis', price: 400_000 }
      : { plan: 'basico', price: 450_000 }),
  reviews: 0,
  experience: at % 30,
  commune: 'Tortel',
  specialties: ['Ley de drogas'],
}))
beforeAll(async () => {
  await fillListing(
    house,
    people,
    people.map(() => 0),
  )
  await house.database.sql('vacuum analyze lawyer_listing')
})
const cheap = people.slice(DEAR, DEAR + CHEAP)
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** Everybody who is found, page by page. */
async function all(input: LawyersInput, order: 'search' | 'recommended' = 'search'): Promise<string[]> {
  const ids: string[] = []
  for (let after: FoundLawyer['place'] | null = null; ; ) {
    const { items } = await find(input, { after, limit: 200, most: null, order })
    ids.push(...items.map(({ id }) => id))
    after = items.at(-1)?.place ?? null
    if (items.length < 200) return ids
  }
}

test('DESIGN §9: counts are exact to 1,000 and say only «more» above; nobody is missed far down the list', async () => {
  const input = { commune: 'Tortel', maxPrice: '400000' }
  const first = await find(input)
  expect(first.total).toBe(COUNT_MOST + 1)
  expect(first.items).toHaveLength(21)
  expect(first.items.every(({ plan, price }) => plan === 'gratis' && price === 400_000)).toBe(true)
  expect(new Set(await all(input))).toEqual(new Set(cheap.map(({ id }) => id)))
  const named = cheap.filter(({ name }) => name.includes('32'))
  expect((await find({ ...input, text: 'persona 32' })).total).toBe(named.length)
})

test('OPEN-51, OPEN-48: of more than 1,000 who fit far behind, the better plan is first, in either order', async () => {
  const input = { commune: 'Tortel', maxPrice: '450000' }
  const middling = people.slice(DEAR + CHEAP)
  const right = [middling, cheap].flatMap((group) =>
    group.toSorted((a, b) => b.experience - a.experience || byName(a, b)).map(({ id }) => id),
  )
  const first = await find(input)
  expect(first.total).toBe(COUNT_MOST + 1)
  expect(first.items.map(({ id }) => id)).toEqual(right.slice(0, 21))
  expect(await all(input)).toEqual(right)
  const recommended = [middling, cheap].flatMap((group) => group.toSorted(byName).map(({ id }) => id))
  expect(await all(input, 'recommended')).toEqual(recommended)
  // None of the better plan among them: one tier alone has more than are looked at.
  expect(
    (await find({ ...input, maxPrice: '400000' }, { order: 'recommended' })).items.map(({ id }) => id),
  ).toEqual(recommended.slice(MIDDLING, MIDDLING + 21))
})

test('OPEN-69 a page that begins before those who fit and ends behind the first walk is one page', async () => {
  const before = await find({ commune: 'Tortel' }, { limit: 1_750, most: null })
  const after = before.items.at(-1)?.place ?? null
  const input = { commune: 'Tortel', maxPrice: '450000' }
  const { items } = await find(input, { after, limit: 200, most: null })
  expect(items.map(({ id }) => id)).toEqual((await all(input)).slice(0, 200))
})

test('every lawyer is in one index of marks, the better ones in an earlier one, and those of a grade in one tier', async () => {
  const indexes = (await house.database.sql(
    `select pg_get_expr(indpred, indrelid) as has from pg_index
       where indexrelid::regclass::text ~ '^lawyer_listing_marks' order by indexrelid::regclass::text`,
  )) as { has: string }[]
  expect(indexes).toHaveLength(PARTS.length)
  const at = indexes.map(({ has }, index) => `case when ${has} then ${index} end`)
  // Any grade and tie that there can be around the borders.
  const rows = (await house.database.sql(
    `select array_remove(array[${at}], null) as parts, grade
       from generate_series(-351, 0) as g (grade), generate_series(-60, 0) as t (tie) order by grade, tie`,
  )) as { parts: number[]; grade: number }[]
  let last = 0
  const tiers = new Map<number, Set<number>>()
  for (const { parts, grade } of rows) {
    expect(parts).toHaveLength(1)
    const [part = -1] = parts
    expect(part).toBeGreaterThanOrEqual(last)
    last = part
    tiers.set(grade, (tiers.get(grade) ?? new Set()).add(PARTS[part]?.tier ?? -1))
    const until = PARTS[part]?.last
    if (until !== null) expect(grade).toBeLessThanOrEqual(until ?? -1_000)
  }
  for (const tier of tiers.values()) expect(tier.size).toBe(1)
})

test('no statement reads the whole table, nor makes marks row by row, with plans for these values or for any', async () => {
  for (const input of [
    {},
    { text: 'zzzz' },
    { specialty: 'Divorcio', maxPrice: '27500' },
    { commune: 'Tortel', maxPrice: '400000' },
  ])
    for (const plan of [...(await plansOf(input)), ...(await plansOf(input, LAST))]) {
      expect(plan).not.toContain('Seq Scan on')
      expect(plan).not.toMatch(/Filter: .*listing_marks/)
    }
})

/** A place near the end: hardly anybody comes after it. */
const LAST = { grade: 0, tie: '0', name: 'persona 9', id: '00000000-0000-4000-8000-000000000000' }

/** How each statement of a search is carried out. */
async function plansOf(input: LawyersInput, after: FoundLawyer['place'] | null = null): Promise<string[]> {
  const client = await house.platform.pool.connect()
  const plans: string[] = []
  // So few rows are read at one go; that there is another way is what counts.
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
      { ...wanted(searchFilter(input)), order: 'search', after, limit: 21 },
      after ? null : COUNT_MOST,
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

import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/suite.ts'
import { createDatabase } from '../../platform/database/database.server.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { completeProfile, setVerification } from '../../server/factories/lawyers.ts'
import { PROFILE_SPECIALTIES } from '../lawyers/schema.ts'
import { marksOf, PRICE_STEPS, type SearchFilter, searchFilter } from './rules.ts'
import { COUNT_MOST, type LawyersInput } from './schema.ts'
import { type FoundLawyer, findLawyers, PARTS } from './store.server.ts'

const house = useDatabase()

const wanted = (filter: SearchFilter) => ({ filter, marks: marksOf(filter) })
const find = (
  input: LawyersInput,
  {
    after = null,
    limit = 21,
    most = COUNT_MOST as number | null,
    order = 'search' as 'search' | 'recommended',
  } = {} as {
    after?: FoundLawyer['place'] | null
    limit?: number
    most?: number | null
    order?: 'search' | 'recommended'
  },
) => findLawyers(house.platform.db, { ...wanted(searchFilter(input)), order, after, limit }, most)

interface Known {
  id: string
  name: string
  folded: string
  plan: string
  rating: number
  reviews: number
  experience: number
  price: number
  commune: string
  specialties: string[]
}
const RANK: Record<string, number> = { gratis: 0, basico: 1, intermedio: 2, avanzado: 3 }
const NAMES = [
  'Ana María Soto',
  'José Ñáñez',
  'Álvaro 100%_Real',
  'Ximena O\\Higgins',
  'Bo Li',
  'Camila Rojas Núñez',
]
const LIST = PROFILE_SPECIALTIES.slice(0, 6)
const PLACES = ['Talca', 'Ñuñoa', 'Arica']

/** The same answer every time. */
let seed = 7
const thrown = (among: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % among
}

const known: Known[] = []

/** Lawyers straight into the tables, without triggers: `list` them after. */
async function fill(people: Omit<Known, 'folded' | 'rating'>[], sums: number[]) {
  const columns = (pick: (one: (typeof people)[number]) => unknown) => people.map(pick)
  await house.database.sql(
    `with people as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[])
         as p (id, name, plan, sum, count, experience, price, commune, specialties)
     ), users as (
       insert into "user" (id, name, email, signup_role) select id, name, id || '@a.test', 'lawyer' from people
     ), profile as (
       insert into profiles (id, name, email, role, verification_status)
       select id, name, id || '@a.test', 'lawyer', 'verified' from people
     )
     insert into lawyer_profiles (id, verification_status, is_verified, plan, rating_sum, rating_count, experience, price,
       address_commune, address_region, location, specialties, description, phone_number, rut, birth_date, address_street,
       university, graduation_year, id_card_path)
     select id, 'verified', true, plan, sum, count, experience, price, commune, 'Maule', commune || ', Maule',
       string_to_array(specialties, '|'), 'Texto', '+56987654321', ($10::int + row_number() over ()) || '-5', '1980-01-01',
       'Calle', 'Universidad de Chile', 2005, 'identidad/x' from people`,
    [
      columns((one) => one.id),
      columns((one) => one.name),
      columns((one) => one.plan),
      sums,
      columns((one) => one.reviews),
      columns((one) => one.experience),
      columns((one) => one.price),
      columns((one) => one.commune),
      columns((one) => one.specialties.join('|')),
      20_000_000 + people.length * 10_000,
    ],
  )
}

beforeAll(async () => {
  const people: Omit<Known, 'folded' | 'rating'>[] = []
  const sums: number[] = []
  for (let at = 0; at < 260; at += 1) {
    const reviews = thrown(3) === 0 ? 0 : 1 + thrown(4)
    people.push({
      id: crypto.randomUUID(),
      name: NAMES[thrown(NAMES.length)] ?? '',
      plan: Object.keys(RANK)[thrown(4)] ?? '',
      reviews,
      experience: thrown(14),
      price: thrown(12) * 5_000 + (thrown(2) === 0 ? 0 : 500),
      commune: PLACES[thrown(3)] ?? '',
      specialties: LIST.filter(() => thrown(3) === 0).concat('Otro'),
    })
    sums.push(reviews === 0 ? 0 : reviews + thrown(4 * reviews + 1))
  }
  await fill(people, sums)
  const fold = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/gu, '')
      .toLowerCase()
  for (const [at, one] of people.entries())
    known.push({
      ...one,
      folded: fold(one.name),
      rating: one.reviews === 0 ? 0 : Math.round((10 * (sums[at] ?? 0)) / one.reviews) / 10,
    })
})

/** OPEN-51, written down a second time. */
const inOrder = (a: Known, b: Known) =>
  (RANK[b.plan] ?? 0) - (RANK[a.plan] ?? 0) ||
  b.rating - a.rating ||
  b.reviews - a.reviews ||
  b.experience - a.experience ||
  (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0) ||
  (a.id < b.id ? -1 : 1)

const fits = (one: Known, input: NonNullable<LawyersInput>) =>
  searchFilter(input).words.every((word) => one.folded.includes(word)) &&
  (!input.specialty || one.specialties.includes(input.specialty)) &&
  (!input.commune || one.commune === input.commune) &&
  one.experience >= Number(input.experience ?? 0) &&
  one.price <= Number(input.maxPrice ?? 1e9)

describe('the search against the same written in plain words', () => {
  const texts = [
    undefined,
    'ÑAÑ',
    'soto ana',
    '%_',
    '\\',
    'o',
    'jo',
    'rojas nunez',
    "x'; drop table profiles",
  ]
  test.each(texts)(
    'AIS-08, AIS-11, SEA-02, OPEN-51, TRAP-38: name %j with every other filter, page by page',
    async (text) => {
      for (const specialty of [undefined, LIST[1]])
        for (const commune of [undefined, 'Ñuñoa'])
          for (const experience of [undefined, '1', '5', '10'] as const)
            for (const maxPrice of [undefined, '20000', '27499', '27500']) {
              const input = {
                ...(text && { text }),
                ...(specialty && { specialty }),
                ...(commune && { commune }),
                ...(experience && { experience }),
                ...(maxPrice && { maxPrice }),
              }
              const right = known.filter((one) => fits(one, input)).sort(inOrder)
              const first = await find(input, { limit: 15 })
              expect(first.total, JSON.stringify(input)).toBe(right.length)
              const got = [...first.items]
              for (let page = first; page.items.length === 15; ) {
                page = await find(input, { limit: 15, after: page.items.at(-1)?.place ?? null, most: null })
                expect(page.total).toBeNull()
                got.push(...page.items)
              }
              expect(got.map(({ id }) => id)).toEqual(right.map(({ id }) => id))
            }
    },
  )

  test('AIS-12, ENT-17: rating is the average with one decimal, and what a result says', async () => {
    const { items } = await find({}, { limit: 300 })
    for (const { place: _, ...item } of items) {
      const one = known.find(({ id }) => id === item.id)
      expect(item).toEqual({
        id: one?.id,
        name: one?.name,
        avatar: null,
        specialties: one?.specialties,
        price: one?.price,
        rating: one?.rating,
        reviewCount: one?.reviews,
        location: `${one?.commune}, Maule`,
        experience: one?.experience,
        is_verified: true,
        plan: one?.plan,
        address_commune: one?.commune,
      })
    }
  })

  test('OPEN-48: recommendations stand by plan, rating and name alone', async () => {
    const { items } = await find({ specialty: LIST[0] }, { limit: 300, order: 'recommended', most: null })
    const right = known
      .filter((one) => fits(one, { specialty: LIST[0] }))
      .sort(
        (a, b) =>
          (RANK[b.plan] ?? 0) - (RANK[a.plan] ?? 0) ||
          b.rating - a.rating ||
          (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.id < b.id ? -1 : 1),
      )
    expect(items.map(({ id }) => id)).toEqual(right.map(({ id }) => id))
  })
})

describe('the listing follows the lawyers', () => {
  const listed = async (id: string) =>
    (await house.database.sql('select * from lawyer_listing where id = $1', [id]))[0] as
      | Record<string, unknown>
      | undefined

  test('TRAP-38: only the verified are in it; name, plan, rating, price and place follow at once; with the account it goes', async () => {
    const { db } = house.platform
    const { id } = await makeAccount(db, {
      role: 'lawyer',
      verificationStatus: 'admin_pending',
      name: 'Íñigo Última',
    })
    expect(await listed(id)).toBeUndefined()
    await setVerification(db, id, 'verified')
    expect(await listed(id)).toMatchObject({ name: 'inigo ultima', grade: 0, experience: 9, price: 30_000 })
    await completeProfile(db, id, { price: 12_000, experience: 20, specialties: ['Divorcio'] })
    await house.database.sql(
      "update lawyer_profiles set plan = 'avanzado', rating_sum = 14, rating_count = 3 where id = $1",
      [id],
    )
    await house.database.sql("update profiles set name = 'Eñe Nueva' where id = $1", [id])
    expect(await listed(id)).toMatchObject({
      name: 'ene nueva',
      grade: -347,
      tie: -3_020,
      price: 12_000,
      specialties: ['Divorcio'],
    })
    await setVerification(db, id, 'admin_pending')
    expect(await listed(id)).toBeUndefined()
    await setVerification(db, id, 'verified')
    await house.database.sql('delete from "user" where id = $1', [id])
    expect(await listed(id)).toBeUndefined()
  })

  test('a name that changes while the lawyer is verified is never lost, nor does anybody wait in a circle', async () => {
    const { db } = house.platform
    const lawyers = await Promise.all(
      Array.from({ length: 25 }, () =>
        makeAccount(db, { role: 'lawyer', verificationStatus: 'admin_pending' }),
      ),
    )
    await Promise.all(
      lawyers.flatMap(({ id }, at) => [
        setVerification(db, id, 'verified'),
        house.database.sql('update profiles set name = $2 where id = $1', [id, `Nombre Nuevo ${at}`]),
      ]),
    )
    await Promise.all(
      lawyers.flatMap(({ id }, at) => [
        house.database.sql('update lawyer_profiles set price = 77000 where id = $1', [id]),
        house.database.sql('update profiles set name = $2 where id = $1', [id, `Otra Vez ${at}`]),
      ]),
    )
    for (const [at, { id }] of lawyers.entries())
      expect(await listed(id)).toMatchObject({ name: `otra vez ${at}`, price: 77_000 })
  })

  test('what is asked of the index of marks is what it holds', async () => {
    expect(await house.database.sql('select listing_price_steps() as steps')).toEqual([
      { steps: [...PRICE_STEPS] },
    ])
    const [row] = (await house.database.sql(
      "select listing_marks('jose nanez', array['Divorcio'], 'Talca', 5, 27500) as marks",
    )) as { marks: string[] }[]
    const asked = marksOf(
      searchFilter({
        text: 'Ñáñ jo',
        specialty: 'Divorcio',
        commune: 'Talca',
        experience: '3',
        maxPrice: '27500',
      }),
    )
    expect(row?.marks).toEqual(expect.arrayContaining(asked))
    for (const wrong of ['e10', 'p25000', 'ne n', 'nen ']) expect(row?.marks).not.toContain(wrong)
  })
})

describe('over many lawyers', () => {
  const DEAR = 3_200
  const CHEAP = 1_200
  const MIDDLING = 60
  /** Smaller ones come later, so that whoever is stored first is not first by name. */
  const numberOf = (at: number) => 8_000 - at
  const people: Omit<Known, 'folded' | 'rating'>[] = Array.from(
    { length: DEAR + CHEAP + MIDDLING },
    (_, at) => ({
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
    }),
  )
  beforeAll(async () => {
    await fill(
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
    // None of the better plan among them: one group alone has more than are looked at.
    expect(
      (await find({ ...input, maxPrice: '400000' }, { order: 'recommended' })).items.map(({ id }) => id),
    ).toEqual(recommended.slice(MIDDLING, MIDDLING + 21))
  })

  test('every lawyer is in one index of marks, the better ones in an earlier one, and those of a grade in one group', async () => {
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
    const groups = new Map<number, Set<number>>()
    for (const { parts, grade } of rows) {
      expect(parts).toHaveLength(1)
      const [part = -1] = parts
      expect(part).toBeGreaterThanOrEqual(last)
      last = part
      groups.set(grade, (groups.get(grade) ?? new Set()).add(PARTS[part]?.group ?? -1))
      const until = PARTS[part]?.last
      if (until !== null) expect(grade).toBeLessThanOrEqual(until ?? -1_000)
    }
    for (const group of groups.values()) expect(group.size).toBe(1)
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
})

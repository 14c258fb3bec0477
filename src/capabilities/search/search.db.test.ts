import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import {
  insertListedLawyers,
  type ListedLawyer,
  searchIn,
} from '../../../tests/support/data/listed-lawyers.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { completeProfile, setVerification } from '../../demo-data/lawyers.ts'
import { PROFILE_SPECIALTIES } from '../lawyers/schema.ts'
import { listingMarks, PRICE_STEPS, toSearchConditions } from './rules.ts'
import type { LawyersInput } from './schema.ts'

const suite = useDatabase()
const find = searchIn(suite)

interface ExpectedLawyer extends ListedLawyer {
  folded: string
  rating: number
}
const PLAN_RANK: Record<string, number> = { gratis: 0, basico: 1, intermedio: 2, avanzado: 3 }
const NAMES = [
  'Ana María Soto',
  'José Ñáñez',
  'Álvaro 100%_Real',
  'Ximena O\\Higgins',
  'Bo Li',
  'Camila Rojas Núñez',
]
const SPECIALTIES = PROFILE_SPECIALTIES.slice(0, 6)
const COMMUNES = ['Talca', 'Ñuñoa', 'Arica']

let seed = 7
/** Deterministic pseudo-random integer below `limit`. */
const random = (limit: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % limit
}

const expected: ExpectedLawyer[] = []

beforeAll(async () => {
  const people: ListedLawyer[] = []
  const sums: number[] = []
  for (let at = 0; at < 260; at += 1) {
    const reviews = random(3) === 0 ? 0 : 1 + random(4)
    people.push({
      id: crypto.randomUUID(),
      name: NAMES[random(NAMES.length)] ?? '',
      plan: Object.keys(PLAN_RANK)[random(4)] ?? '',
      reviews,
      experience: random(14),
      price: random(12) * 5_000 + (random(2) === 0 ? 0 : 500),
      commune: COMMUNES[random(3)] ?? '',
      specialties: SPECIALTIES.filter(() => random(3) === 0).concat('Otro'),
    })
    sums.push(reviews === 0 ? 0 : reviews + random(4 * reviews + 1))
  }
  await insertListedLawyers(suite, people, sums)
  const fold = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/gu, '')
      .toLowerCase()
  for (const [at, one] of people.entries())
    expected.push({
      ...one,
      folded: fold(one.name),
      rating: one.reviews === 0 ? 0 : Math.round((10 * (sums[at] ?? 0)) / one.reviews) / 10,
    })
})

/** The order of OPEN-51, implemented independently of the SQL. */
const bySearchOrder = (a: ExpectedLawyer, b: ExpectedLawyer) =>
  (PLAN_RANK[b.plan] ?? 0) - (PLAN_RANK[a.plan] ?? 0) ||
  b.rating - a.rating ||
  b.reviews - a.reviews ||
  b.experience - a.experience ||
  (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0) ||
  (a.id < b.id ? -1 : 1)

const matches = (one: ExpectedLawyer, input: NonNullable<LawyersInput>) =>
  toSearchConditions(input).words.every((word) => one.folded.includes(word)) &&
  (!input.specialty || one.specialties.includes(input.specialty)) &&
  (!input.commune || one.commune === input.commune) &&
  one.experience >= Number(input.experience ?? 0) &&
  one.price <= Number(input.maxPrice ?? 1e9)

describe('the SQL search against a simple implementation in memory', () => {
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
      for (const specialty of [undefined, SPECIALTIES[1]])
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
              const right = expected.filter((one) => matches(one, input)).sort(bySearchOrder)
              const first = await find(input, { limit: 15 })
              expect(first.total, JSON.stringify(input)).toBe(right.length)
              const got = [...first.items]
              for (let page = first; page.items.length === 15; ) {
                page = await find(input, {
                  limit: 15,
                  after: page.items.at(-1)?.cursor ?? null,
                  maxTotal: null,
                })
                expect(page.total).toBeNull()
                got.push(...page.items)
              }
              expect(got.map(({ id }) => id)).toEqual(right.map(({ id }) => id))
            }
    },
  )

  test('AIS-12, ENT-17: the fields of a result; the rating is the average with one decimal', async () => {
    const { items } = await find({}, { limit: 300 })
    for (const { cursor: _, ...item } of items) {
      const one = expected.find(({ id }) => id === item.id)
      expect(item).toEqual({
        id: one?.id,
        name: one?.name,
        name_confirmed: true,
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

  test('OPEN-48: recommendations are sorted by plan, rating and name only', async () => {
    const { items } = await find(
      { specialty: SPECIALTIES[0] },
      { limit: 300, order: 'recommended', maxTotal: null },
    )
    const right = expected
      .filter((one) => matches(one, { specialty: SPECIALTIES[0] }))
      .sort(
        (a, b) =>
          (PLAN_RANK[b.plan] ?? 0) - (PLAN_RANK[a.plan] ?? 0) ||
          b.rating - a.rating ||
          (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.id < b.id ? -1 : 1),
      )
    expect(items.map(({ id }) => id)).toEqual(right.map(({ id }) => id))
  })
})

describe('triggers keep the listing up to date', () => {
  const listed = async (id: string) =>
    (await suite.database.sql('select * from lawyer_listing where id = $1', [id]))[0] as
      | Record<string, unknown>
      | undefined

  test('TRAP-38: it contains only verified lawyers, reflects changes at once, and loses deleted accounts', async () => {
    const { db } = suite.platform
    const { id } = await makeAccount(db, {
      role: 'lawyer',
      verificationStatus: 'admin_pending',
      name: 'Íñigo Última',
    })
    expect(await listed(id)).toBeUndefined()
    await setVerification(db, id, 'verified')
    expect(await listed(id)).toMatchObject({ name: 'inigo ultima', grade: 0, experience: 9, price: 30_000 })
    await completeProfile(db, id, { price: 12_000, experience: 20, specialties: ['Divorcio'] })
    await suite.database.sql(
      "update lawyer_profiles set plan = 'avanzado', rating_sum = 14, rating_count = 3 where id = $1",
      [id],
    )
    await suite.database.sql("update profiles set name = 'Eñe Nueva' where id = $1", [id])
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
    await suite.database.sql('delete from "user" where id = $1', [id])
    expect(await listed(id)).toBeUndefined()
  })

  test('a name that changes during verification is not lost, and there is no deadlock', async () => {
    const { db } = suite.platform
    const lawyers = await Promise.all(
      Array.from({ length: 25 }, () =>
        makeAccount(db, { role: 'lawyer', verificationStatus: 'admin_pending' }),
      ),
    )
    await Promise.all(
      lawyers.flatMap(({ id }, at) => [
        setVerification(db, id, 'verified'),
        suite.database.sql('update profiles set name = $2 where id = $1', [id, `Nombre Nuevo ${at}`]),
      ]),
    )
    await Promise.all(
      lawyers.flatMap(({ id }, at) => [
        suite.database.sql('update lawyer_profiles set price = 77000 where id = $1', [id]),
        suite.database.sql('update profiles set name = $2 where id = $1', [id, `Otra Vez ${at}`]),
      ]),
    )
    for (const [at, { id }] of lawyers.entries())
      expect(await listed(id)).toMatchObject({ name: `otra vez ${at}`, price: 77_000 })
  })

  test('the marks of a search are those that the database makes', async () => {
    expect(await suite.database.sql('select listing_price_steps() as steps')).toEqual([
      { steps: [...PRICE_STEPS] },
    ])
    const [row] = (await suite.database.sql(
      "select listing_marks('jose nanez', array['Divorcio'], 'Talca', 5, 27500) as marks",
    )) as { marks: string[] }[]
    const marks = listingMarks(
      toSearchConditions({
        text: 'Ñáñ jo',
        specialty: 'Divorcio',
        commune: 'Talca',
        experience: '3',
        maxPrice: '27500',
      }),
    )
    expect(row?.marks).toEqual(expect.arrayContaining(marks))
    for (const wrong of ['e10', 'p25000', 'ne n', 'nen ']) expect(row?.marks).not.toContain(wrong)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { fillListing, findIn, type ListedLawyer } from '../../../tests/support/listed-lawyers.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { completeProfile, setVerification } from '../../server/factories/lawyers.ts'
import { PROFILE_SPECIALTIES } from '../lawyers/schema.ts'
import { marksOf, PRICE_STEPS, searchFilter } from './rules.ts'
import type { LawyersInput } from './schema.ts'

const house = useDatabase()
const find = findIn(house)

interface Known extends ListedLawyer {
  folded: string
  rating: number
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

beforeAll(async () => {
  const people: ListedLawyer[] = []
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
  await fillListing(house, people, sums)
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

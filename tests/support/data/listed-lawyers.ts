/** Inserts many verified lawyers at once, and searches them. */
import {
  listingMarks,
  type SearchConditions,
  toSearchConditions,
} from '../../../src/capabilities/search/rules.ts'
import { type LawyersInput, MAX_COUNT } from '../../../src/capabilities/search/schema.ts'
import { type FoundLawyer, findLawyers } from '../../../src/capabilities/search/store.server.ts'
import type { DatabaseSuite } from '../app/suite.ts'

export interface ListedLawyer {
  id: string
  name: string
  plan: string
  reviews: number
  experience: number
  price: number
  commune: string
  specialties: string[]
}

export const toListingQuery = (filter: SearchConditions) => ({ filter, marks: listingMarks(filter) })

interface SearchOptions {
  after?: FoundLawyer['cursor'] | null
  limit?: number
  maxTotal?: number | null
  order?: 'search' | 'recommended'
}

export const searchIn =
  (suite: DatabaseSuite) =>
  (
    input: LawyersInput,
    { after = null, limit = 21, maxTotal = MAX_COUNT, order = 'search' }: SearchOptions = {},
  ) =>
    findLawyers(
      suite.platform.db,
      { ...toListingQuery(toSearchConditions(input)), order, after, limit },
      maxTotal,
    )

/** Rows of one statement: small enough for the statement timeout of the pool. */
const BATCH_SIZE = 500

/** Inserts verified lawyers directly into the tables. @param sums rating_sum of each lawyer */
export async function insertListedLawyers(suite: DatabaseSuite, people: ListedLawyer[], sums: number[]) {
  // Starts at a number that depends on the count, so that a second listing in the database gets other RUTs.
  const firstRut = 20_000_000 + people.length * 10_000
  for (let from = 0; from < people.length; from += BATCH_SIZE) {
    const batch = people.slice(from, from + BATCH_SIZE)
    await insertBatch(suite, batch, sums.slice(from, from + BATCH_SIZE), firstRut + from)
  }
}

async function insertBatch(suite: DatabaseSuite, people: ListedLawyer[], sums: number[], firstRut: number) {
  const columns = (pick: (one: ListedLawyer) => unknown) => people.map(pick)
  await suite.database.sql(
    `with people as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[])
         as p (id, name, plan, sum, count, experience, price, commune, specialties)
     ), users as (
       insert into "user" (id, name, email, signup_role) select id, name, id || '@a.test', 'lawyer' from people
     ), profile as (
       insert into profiles (id, name, email, role, verification_status, verified_name)
       select id, name, id || '@a.test', 'lawyer', 'verified', name from people
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
      firstRut,
    ],
  )
}

import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { explainPlans } from '../../../tests/support/database/explain-plans.ts'
import type { ColleagueFilter, VerifiedLawyer } from './rules.ts'
import { listColleagues } from './store.server.ts'

const suite = useDatabase()
const ME = { lawyerId: '00000000-0000-4000-8000-000000000000' } as VerifiedLawyer
const ALL: ColleagueFilter = { text: null, specialty: null, locations: null, experience: null, after: null }

beforeAll(async () => {
  // Enough rows to make the planner use an index. The trigger that fills the search list is not needed here.
  await suite.database.sql('alter table lawyer_profiles disable trigger list_lawyer')
  // In batches, to stay within the statement timeout of the pool.
  for (let from = 1; from <= 20_000; from += 2_000)
    await suite.database.sql(
      `with made as (
         insert into "user" (id, name, email, signup_role)
         select gen_random_uuid(), 'Persona ' || n, 'persona' || n || '@prueba.test', 'lawyer'
         from generate_series($1::int, $1::int + 1999) as s (n) returning id, name, email
       ), people as (
         insert into profiles (id, name, email, role, verification_status)
         select id, name, email, 'lawyer', 'verified' from made returning id
       )
       insert into lawyer_profiles (id, verification_status, is_verified, experience, description, specialties, phone_number,
         rut, birth_date, address_street, address_commune, address_region, location, university, graduation_year, id_card_path)
       select id, 'verified', true, 3, 'Texto', '{Otro}', '+56912345678', (1000000 + $1::int + row_number() over ()) || '-0',
         '1980-01-01', 'Freire', 'Talca', 'Maule', 'Talca, Maule', 'Universidad de Talca', 2010, 'x'
       from people`,
      [from],
    )
  for (const table of ['profiles', 'lawyer_profiles']) await suite.database.sql(`vacuum analyze ${table}`)
})

test.each([
  ['by name', ALL, 'profiles_lawyers_by_name'],
  [
    'a part of a name',
    { ...ALL, text: { name: 'araya', specialties: ['Divorcio'] } },
    'profiles_lawyers_named',
  ],
] as const)('COL-03, COL-08 %s: uses an index', async (_, filter, index) => {
  const text = filter.text && { name: filter.text.name, specialties: [...filter.text.specialties] }
  for (const plan of await explainPlans(suite.platform, (db) =>
    listColleagues(db, ME, { ...filter, text }, 21),
  ))
    expect(plan).toContain(index)
})

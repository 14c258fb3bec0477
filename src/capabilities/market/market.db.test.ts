import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { explainPlans } from '../../../tests/support/database/explain-plans.ts'
import { COMMUNES } from '../../chile/regions.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import type { MarketLawyer } from '../plans/rules.ts'
import type { MarketFilter } from './rules.ts'
import { countMarket, listMarket } from './store.server.ts'

const suite = useDatabase()
const LAWYER = { lawyerId: '00000000-0000-4000-8000-000000000000' } as MarketLawyer

function expectIndex(plan: string) {
  expect(plan).not.toContain('Seq Scan on cases')
  expect(plan).toContain('cases_open_')
}

beforeAll(async () => {
  const { id } = await makeAccount(suite.platform.db)
  await suite.database.sql(
    `insert into cases (client_id, title, description, specialty, commune, created_at)
     select $1, 'Consulta ' || n, repeat('Texto ', 60), ($2::text[])[1 + n % 16], ($3::text[])[1 + n % 346],
       now() - n * interval '1 minute'
     from generate_series(1, 20000) as s (n)`,
    [id, CASE_SPECIALTIES, COMMUNES],
  )
  await suite.database.sql('vacuum analyze cases')
})

describe('MKT-02: the market never scans the whole table', () => {
  const filters: [string, MarketFilter][] = [
    ['no filter', { specialties: null, communes: null }],
    ['one specialty', { specialties: ['Divorcio'], communes: null }],
    ['many specialties', { specialties: CASE_SPECIALTIES.slice(1), communes: null }],
    ['one commune', { specialties: null, communes: ['Talca'] }],
    ['many communes', { specialties: null, communes: COMMUNES.slice(1) }],
    ['one of each', { specialties: ['Divorcio'], communes: ['Talca'] }],
    ['many of each', { specialties: CASE_SPECIALTIES.slice(1), communes: COMMUNES.slice(1) }],
  ]
  const after = { stamp: Date.now() * 1_000 - 3_600_000_000, id: LAWYER.lawyerId }

  test.each(filters)('%s: count and pages', async (_, filter) => {
    for (const plan of await explainPlans(suite.platform, (db) => countMarket(db, LAWYER, filter, 1_001)))
      expectIndex(plan)
    for (const total of [1_000, null])
      for (const place of [null, after])
        for (const plan of await explainPlans(suite.platform, (db) =>
          listMarket(db, LAWYER, { filter, after: place, total, limit: 21 }),
        ))
          expectIndex(plan)
  })
})

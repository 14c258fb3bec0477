import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { explainPlans } from '../../../tests/support/database/explain-plans.ts'
import { retryAcrossMidnight } from '../../../tests/support/database/retry-across-midnight.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeOpenCase } from '../../demo-data/conversations.ts'
import type { MarketLawyer } from '../plans/rules.ts'
import { marketNews } from './commands.server.ts'
import { countRecentCases } from './store.server.ts'

const suite = useDatabase()

const client = async () => (await makeAccount(suite.platform.db)).id
const lawyer = async () =>
  (await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id

test('DAL-09, OPEN-31: counts open cases of the lawyer’s specialties since yesterday; only with a market plan', () =>
  retryAcrossMidnight(suite.database, newsSinceYesterday))

async function newsSinceYesterday(): Promise<void> {
  await suite.database.sql(`delete from cases where specialty = 'Divorcio'`)
  const lawyerId = await lawyer()
  await suite.database.sql(
    `update lawyer_profiles set plan = 'basico', specialties = '{Divorcio,Testamentos}' where id = $1`,
    [lawyerId],
  )
  const clientId = await client()
  const news = async () => marketNews(await actingAs(suite.platform, lawyerId))
  expect(await news()).toEqual({ ok: true, value: { count: 0 } })
  const fresh = await makeOpenCase(suite.platform, clientId, { specialty: 'Divorcio' })
  await makeOpenCase(suite.platform, clientId, { specialty: 'Arriendo (conflictos)' })
  const old = await makeOpenCase(suite.platform, clientId, { specialty: 'Divorcio' })
  await suite.database.sql(`update cases set created_at = app_now() - interval '49 hours' where id = $1`, [
    old,
  ])
  expect(await news()).toEqual({ ok: true, value: { count: 1 } })
  // Yesterday starts at midnight in Chile.
  const begin = `((app_now() at time zone 'America/Santiago')::date - 1)::timestamp at time zone 'America/Santiago'`
  for (const [moment, count] of [
    [begin, 1],
    [`${begin} - interval '1 millisecond'`, 0],
  ] as const) {
    await suite.database.sql(`update cases set created_at = ${moment} where id = $1`, [fresh])
    expect(await news()).toEqual({ ok: true, value: { count } })
  }
  await suite.database.sql(`update lawyer_profiles set plan = 'gratis' where id = $1`, [lawyerId])
  expect(await news()).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
}

test('the count does not scan the whole table', async () => {
  const lawyerId = await lawyer()
  await suite.database.sql(
    `insert into cases (client_id, title, description, specialty, created_at)
     select $1, 'Causa ' || n, repeat('Texto ', 60), 'Divorcio', now() - n * interval '1 minute'
     from generate_series(1, 20000) as s (n)`,
    [await client()],
  )
  await suite.database.sql('vacuum analyze cases')
  for (const plan of await explainPlans(suite.platform, (db) =>
    countRecentCases(db, { lawyerId } as MarketLawyer, 1_001),
  ))
    expect(plan).not.toContain('Seq Scan on cases')
})

import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { expectLedgersAddUp } from '../../tests/support/data/credit-ledger.ts'
import { PROFILE_SPECIALTIES } from '../capabilities/lawyers/schema.ts'
import { regionOf } from '../chile/regions.ts'
import { normaliseRut } from '../chile/rut.ts'
import { UNIVERSITIES } from '../chile/universities.ts'
import { createDemo } from './demo.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

const suite = useDatabase()

interface Row extends Record<string, unknown> {
  name: string
  status: string
  description: string
  specialties: string[]
  address_commune: string
  address_region: string
  university: string
  rut: string
  plan: string
  credits: number
  id_card_path: string
}

test('the demonstration: lawyers of all specialties and regions, and profiles waiting for review', async () => {
  await createDemo(suite.platform)
  const rows = await suite.database.sql<Row>(`
    select p.name, p.verification_status as status, l.description, l.specialties, l.address_commune, l.address_region,
      l.university, l.rut, l.plan, l.credits_available as credits, l.id_card_path
    from lawyer_profiles l join profiles p on p.id = l.id where l.verification_status = p.verification_status`)
  const verified = rows.filter(({ status }) => status === 'verified')
  expect(verified).toHaveLength(60)
  expect(rows.filter(({ status }) => status === 'admin_pending')).toHaveLength(4)
  expect(rows.filter(({ status }) => status === 'profile_pending')).toHaveLength(1)
  expect(new Set(verified.flatMap(({ specialties }) => specialties))).toEqual(new Set(PROFILE_SPECIALTIES))
  expect(new Set(verified.map(({ address_region }) => address_region)).size).toBe(16)
  expect(new Set(rows.map(({ description }) => description)).size).toBe(rows.length)
  for (const row of rows) {
    expect(regionOf(row.address_commune)?.name, row.name).toBe(row.address_region)
    expect(UNIVERSITIES).toContain(row.university)
    expect(normaliseRut(row.rut)).toBe(row.rut)
    for (const specialty of row.specialties) expect(PROFILE_SPECIALTIES).toContain(specialty)
    expect(await suite.platform.files.exists(row.id_card_path)).toBe(true)
  }
  for (const { name, plan, credits, verificationStatus } of DEMO_ACCOUNTS) {
    if (!verificationStatus) continue
    expect(rows.find((row) => row.name === name)).toMatchObject({
      status: verificationStatus,
      plan: plan ?? 'gratis',
      credits: credits ?? 0,
    })
  }
  const mismatches = await suite.database.sql(`
    select l.id from lawyer_profiles l left join credit_movements m on m.lawyer_id = l.id
    group by l.id having l.credits_available <> coalesce(sum(m.amount), 0)
      or l.credits_used > 0 and l.credits_used <> -sum(m.amount) filter (where m.kind = 'spend' and m.created_at >= l.plan_last_updated)`)
  expect(mismatches).toEqual([])
  await expectLedgersAddUp(suite.database)
  const open = await suite.database.sql('select 1 from review_submissions where outcome is null')
  expect(open).toHaveLength(4)
  const [queues] = await suite.database.sql(`select (select count(*)::int from data_requests) as requests,
    (select count(*)::int from reports) as reports, (select count(*)::int from report_evidence) as messages`)
  expect(queues).toEqual({ requests: 3, reports: 1, messages: 1 })
})

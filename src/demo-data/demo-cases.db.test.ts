import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { CASE_SPECIALTIES } from '../capabilities/lawyers/schema.ts'
import { HIDDEN_PLACEHOLDER, hideContactData } from '../chile/contact-data.ts'
import { regionOf } from '../chile/regions.ts'
import { createDemoCases } from './demo-cases.ts'

const suite = useDatabase()

test('the demonstration: open cases of all specialties, some with contact data, none in the future', async () => {
  await createDemoCases(suite.platform)
  const rows = await suite.database.sql<{
    specialty: string
    commune: string
    urgency: string | null
    description: string
    details: unknown[]
  }>(`select specialty, commune, urgency, description, details from cases
      where status = 'ingresado' and created_at < now()`)
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(new Set(rows.map(({ specialty }) => specialty))).toEqual(new Set(CASE_SPECIALTIES))
  expect(new Set(rows.map(({ commune }) => commune)).size).toBeGreaterThan(45)
  for (const { commune, details } of rows) {
    expect(regionOf(commune), commune).not.toBeNull()
    expect(details.length).toBeGreaterThan(0)
  }
  expect(rows.some(({ urgency }) => urgency === null)).toBe(true)
  const hidden = rows.filter(({ description }) => hideContactData(description).includes(HIDDEN_PLACEHOLDER))
  expect(hidden).toHaveLength(7)
})

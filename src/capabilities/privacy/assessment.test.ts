import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPersonal, treatmentOf } from '../../platform/personal-data/inventory.ts'
import { dataInventory } from './inventory.ts'

const assessment = readFileSync('docs/impact-assessment.md', 'utf8')
const plan = readFileSync('docs/breach-plan.md', 'utf8')

test('DAT-42 the impact assessment has every sensitive purpose of the inventory, and no other', () => {
  const purposes = new Set(
    Object.values(dataInventory)
      .filter(isPersonal)
      .flatMap((table) => Object.keys(table.columns).map((column) => treatmentOf(table, column)))
      .filter(({ sensitive }) => sensitive)
      .map(({ purpose }) => purpose),
  )
  const rows = assessment.slice(0, assessment.indexOf('## Risks')).matchAll(/^\| ([^|]+) \|/gm)
  const [, ...listed] = [...rows].map(([, purpose]) => purpose)
  expect(new Set(listed)).toEqual(purposes)
})

test('DAT-42 the assessment names the groups at risk, and the breach plan the five elements and both texts', () => {
  for (const group of [
    'Violence in the family',
    'Health',
    'Children',
    'Counterparties',
    'article 25',
    'articles 27 to 29',
  ])
    expect(assessment).toContain(group)
  const elements = plan.slice(plan.indexOf('## The five elements'), plan.indexOf('## Text for the Agency'))
  expect(elements.match(/^\d\. /gm)).toHaveLength(5)
  for (const heading of [
    '## Who does what',
    '## Who is told',
    '## Text for the Agency',
    '## Text for people',
  ])
    expect(plan).toContain(heading)
})

import { expect, test } from 'vitest'
import { keptEntries, tableAges } from '../src/capabilities/console/rules.ts'
import { ageLines } from './directory-age.ts'

const RULES = [
  { id: 'lab-despido', version: 2, certainty: 'high', checkedOn: '2026-11-24' },
  { id: 'fam-apelar', version: 1, certainty: 'unconfirmed', checkedOn: '2026-10-01' },
] as const
const ENTRIES = [
  { id: 'cajmetro', isConfirmed: true, checkedOn: '2026-11-24', checkBefore: '2027-05-24' },
  { id: 'linea-libre', isConfirmed: false, checkedOn: '2026-11-24', checkBefore: '2027-02-24' },
]
const entries = keptEntries(RULES, ENTRIES, 3)

test('PLZ-78 versions, oldest review, overdue and unconfirmed of rules and directory, for a given day', () => {
  expect(tableAges(entries, '2026-11-28')).toEqual([
    {
      table: 'rules',
      version: 2,
      total: 2,
      oldest: '2026-10-01',
      oldestDays: 58,
      overdue: 0,
      unconfirmed: 1,
    },
    {
      table: 'directory',
      version: 3,
      total: 2,
      oldest: '2026-11-24',
      oldestDays: 4,
      overdue: 0,
      unconfirmed: 1,
    },
  ])
  const overdueOn = (day: string) => tableAges(entries, day).map(({ overdue }) => overdue)
  expect(overdueOn('2027-02-24')).toEqual([0, 0])
  expect(overdueOn('2027-02-25')).toEqual([0, 1])
  // The older rule after 181 days, the newer one and the office on the day after 24 May.
  expect(overdueOn('2027-04-01')).toEqual([1, 1])
  expect(overdueOn('2027-05-24')).toEqual([1, 1])
  expect(overdueOn('2027-05-25')).toEqual([2, 2])
  expect(tableAges([], '2027-05-25')).toEqual([])
})

test('PLZ-78 npm run directory:age lists the oldest check first, and says what is overdue or unconfirmed', () => {
  expect(ageLines(entries, '2027-02-25')).toEqual([
    '2026-10-01  2027-03-31  regla       fam-apelar  por confirmar',
    '2026-11-24  2027-02-24  directorio  linea-libre  por confirmar, VENCIDA',
    '2026-11-24  2027-05-24  directorio  cajmetro',
    '2026-11-24  2027-05-24  regla       lab-despido',
    'regla: 2, versión 2, revisión más antigua 2026-10-01, 0 vencidas, 1 por confirmar',
    'directorio: 2, versión 3, revisión más antigua 2026-11-24, 1 vencidas, 1 por confirmar',
  ])
})

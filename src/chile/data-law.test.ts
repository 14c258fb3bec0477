import { expect, test } from 'vitest'
import { addBusinessDays, addDays, isUnderNewLaw } from './data-law.ts'

test('DAT-13 the new law applies from the first moment of its first day in Chile', () => {
  // Summer time: UTC-3.
  expect(isUnderNewLaw(new Date('2026-12-01T02:59:59.999Z'))).toBe(false)
  expect(isUnderNewLaw(new Date('2026-12-01T03:00:00Z'))).toBe(true)
})

test('DAT-13 business days: Saturdays count, Sundays do not, and no holiday is left out', () => {
  expect(addBusinessDays('2026-11-27', 1)).toBe('2026-11-28')
  expect(addBusinessDays('2026-11-28', 1)).toBe('2026-11-30')
  // 18 September is a holiday.
  expect(addBusinessDays('2027-09-17', 1)).toBe('2027-09-18')
  expect(addBusinessDays('2026-11-27', 0)).toBe('2026-11-27')
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
})

import { expect, test } from 'vitest'
import { dayNumber, isoDayOf, weekdayOf } from './dates.ts'
import { createHolidays, UnknownHolidays } from './holidays.ts'

const holidays = createHolidays()
const isHoliday = (day: string) => holidays.national(dayNumber(day)) !== null
function daysOf(year: number): string[] {
  const days: string[] = []
  for (let day = dayNumber(`${year}-01-01`); day <= dayNumber(`${year}-12-31`); day += 1)
    if (holidays.national(day) !== null) days.push(isoDayOf(day))
  return days
}

test.each([
  [2024, 17, ['2024-09-20', '2024-03-29']],
  [2025, 16, ['2025-04-18', '2025-06-20']],
  [2026, 16, ['2026-04-03', '2026-06-29', '2026-10-12', '2026-06-21']],
  [2027, 17, ['2027-03-26', '2027-06-28', '2027-09-17', '2027-10-11']],
  [2028, 16, ['2028-04-14', '2028-06-26', '2028-10-09', '2028-10-27', '2028-06-20']],
  [2029, 17, ['2029-03-30', '2029-07-02', '2029-09-17', '2029-10-15', '2029-11-02', '2029-06-20']],
  [2030, 17, ['2030-04-19', '2030-06-21', '2030-09-20']],
])('PLZ-14 %i has %i holidays, and among them the ones that move', (year, count, some) => {
  expect(daysOf(year)).toHaveLength(count)
  expect(daysOf(year)).toEqual(expect.arrayContaining(some))
})

test('PLZ-12 Good Friday and Holy Saturday of every known year are the days before Easter', () => {
  const easters =
    '2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01 2041-04-21 2042-04-06 2043-03-29 2044-04-17 2045-04-09 2046-03-25'
  for (const easter of easters.split(' ')) {
    const day = dayNumber(easter)
    expect([holidays.national(day - 2), holidays.national(day - 1), easter]).toEqual([
      'Viernes Santo',
      'Sábado Santo',
      easter,
    ])
  }
})

test.each([
  ['2023-01-02', true, 'Monday after a New Year on a Sunday'],
  ['2034-01-02', true, 'likewise'],
  ['2022-01-03', false, 'Monday after a New Year on a Saturday'],
  ['2024-01-02', false, 'Tuesday after a New Year on a Monday'],
  ['2027-06-29', false, 'moved to the Monday before'],
  ['2029-06-29', false, 'a Friday, moved to the Monday after'],
  ['2024-06-29', true, 'a Saturday stays'],
  ['2022-10-12', false, 'a Wednesday, moved to Monday 10'],
  ['2023-10-27', true, 'Friday before Tuesday 31 October'],
  ['2023-10-31', false, 'moved'],
  ['2029-10-31', false, 'a Wednesday, moved to Friday 2 November'],
  ['2024-10-31', true, 'a Thursday stays'],
  ['2027-09-17', true, 'Friday before Saturday 18 September'],
  ['2029-09-17', true, 'Monday before Tuesday 18 September'],
  ['2024-09-20', true, 'Friday after Thursday 19 September'],
  ['2026-09-17', false, 'Thursday before Friday 18 September'],
  ['2025-09-17', false, 'Wednesday before Thursday 18 September'],
  ['2026-02-15', false, 'PLZ-04 no recess in February'],
  ['2026-12-24', false, 'PLZ-04 Christmas Eve counts in full'],
  ['2026-12-31', false, 'PLZ-04 so does New Year’s Eve'],
  ['2024-10-26', false, 'PLZ-15 an election on a Saturday'],
])('PLZ-12, PLZ-13 %s is a holiday: %s (%s)', (day, expected) => {
  expect(isHoliday(day)).toBe(expected)
})

test('PLZ-13 the solstice is on 20 June where the year modulo 4 is 0 or 1, else on 21 June', () => {
  for (let year = 2022; year <= 2046; year += 1) {
    const [expected, other] = year % 4 < 2 ? ['20', '21'] : ['21', '20']
    expect(isHoliday(`${year}-06-${expected}`), String(year)).toBe(true)
    expect(isHoliday(`${year}-06-${other}`), String(year)).toBe(false)
  }
})

test('PLZ-12 no year has fewer than 15 or more than 18 holidays, and those that move are no weekend', () => {
  for (let year = 2022; year <= 2046; year += 1) {
    const days = daysOf(year)
    expect(days.length, String(year)).toBeGreaterThanOrEqual(15)
    expect(days.length, String(year)).toBeLessThanOrEqual(18)
    for (const day of days)
      if (/feriado de/.test(holidays.national(dayNumber(day)) ?? ''))
        expect([1, 5], day).toContain(weekdayOf(dayNumber(day)))
  }
})

test('PLZ-10 before 2022 and after 2046 the holidays are unknown', () => {
  expect(holidays.national(dayNumber('2022-01-01'))).toBe('Año Nuevo')
  expect(holidays.national(dayNumber('2046-12-25'))).toBe('Navidad')
  expect(() => holidays.national(dayNumber('2021-12-31'))).toThrow(UnknownHolidays)
  expect(() => holidays.national(dayNumber('2047-01-01'))).toThrow(UnknownHolidays)
})

test('PLZ-15 a holiday that a law declares for one day is one from then on', () => {
  const declared = createHolidays([{ day: '2027-03-01', name: 'Feriado especial', place: null }])
  expect(declared.national(dayNumber('2027-03-01'))).toBe('Feriado especial')
  expect(declared.national(dayNumber('2028-03-01'))).toBe(null)
})

test('PLZ-16 regional holidays are known by commune and are no national ones', () => {
  const declared = createHolidays([
    {
      day: '2024-09-21',
      name: 'Feriado',
      place: { name: 'Magallanes y Chiloé', communes: ['Punta Arenas', 'Castro'] },
    },
  ])
  const at = (day: string, commune: string) => declared.regional(dayNumber(day), commune)
  expect([at('2027-06-07', 'Arica'), at('2027-06-07', 'Putre'), at('2027-06-07', 'Iquique')]).toEqual([
    'Arica y Parinacota',
    'Arica y Parinacota',
    null,
  ])
  expect([at('2026-08-20', 'Chillán Viejo'), at('2026-08-20', 'Bulnes')]).toEqual([
    'Chillán y Chillán Viejo',
    null,
  ])
  expect([at('2024-09-21', 'Castro'), at('2024-09-21', 'Osorno'), at('2025-09-21', 'Castro')]).toEqual([
    'Magallanes y Chiloé',
    null,
    null,
  ])
  expect([declared.national(dayNumber('2027-06-07')), declared.national(dayNumber('2024-09-21'))]).toEqual([
    null,
    null,
  ])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, formatDate, formatDateWithWeekday, formatLongDate, isoDayOf } from './dates.ts'
import { readSaidDates } from './said-dates.ts'

/** A Tuesday. */
const TODAY = '2026-11-24'
const read = (text: string) => readSaidDates(text, TODAY)

const EXACT = [
  ...[
    ['el 3 de noviembre', '2026-11-03'],
    ['03/11', '2026-11-03'],
    ['3-11-2026', '2026-11-03'],
    ['3.11.2026', '2026-11-03'],
  ],
  ...[
    ['tres de noviembre', '2026-11-03'],
    ['3 nov', '2026-11-03'],
    ['03-nov-2026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
  ],
  ...[
    ['ayer', '2026-11-23'],
    ['anoche', '2026-11-23'],
    ['anteayer', '2026-11-22'],
    ['antes de ayer', '2026-11-22'],
  ],
  ...[
    ['hoy', '2026-11-24'],
    ['recién', '2026-11-24'],
    ['hace 3 horas', '2026-11-24'],
    ['esta mañana', '2026-11-24'],
  ],
  ...[
    ['el viernes', '2026-11-20'],
    ['el martes', '2026-11-17'],
    ['el lunes', '2026-11-23'],
    ['el lunes pasado', '2026-11-16'],
  ],
  ...[
    ['el viernes 20', '2026-11-20'],
    ['viernes 23 de octubre', '2026-10-23'],
    ['el domingo pasado', '2026-11-22'],
  ],
  ...[
    ['hace 10 días', '2026-11-14'],
    ['hace quince días', '2026-11-09'],
    ['10 días atrás', '2026-11-14'],
  ],
  ...[
    ['el 18', '2026-11-18'],
    ['el 2 de este mes', '2026-11-02'],
    ['el 30 del mes pasado', '2026-10-30'],
    ['el día 30', '2026-10-30'],
    ['para el dieciocho', '2026-09-18'],
    ['en Navidad', '2025-12-25'],
  ],
  ...[
    ['el 30 de diciembre', '2025-12-30'],
    ['3-11-25', '2025-11-03'],
    ['29 de febrero', '2024-02-29'],
  ],
  ...[
    ['primero de mayo', '2026-05-01'],
    ['1° de mayo', '2026-05-01'],
    ['el 5 de marzo del año pasado', '2025-03-05'],
  ],
  ...[
    ['el 3 y 4 de noviembre', '2026-11-03'],
    ['5 de enero de 2024', '2024-01-05'],
    ['2 de julio, 2025', '2025-07-02'],
  ],
]
const ABOUT = [
  ...[
    ['la semana pasada', '2026-11-16'],
    ['hace dos semanas', '2026-11-07'],
    ['hace una semana', '2026-11-14'],
  ],
  ...[
    ['hace un mes', '2026-10-09'],
    ['hace un año', '2025-05-24'],
    ['hace casi dos meses', '2026-09-24'],
  ],
  ...[
    ['hace un mes y medio', '2026-09-24'],
    ['dos semanas atrás', '2026-11-07'],
    ['hace unos 10 días', '2026-11-09'],
  ],
  ...[
    ['en marzo', '2026-03-01'],
    ['en diciembre', '2025-12-01'],
    ['en agosto del 2024', '2024-08-01'],
    ['marzo de 2025', '2025-03-01'],
  ],
  ...[
    ['a principios de octubre', '2026-10-01'],
    ['a mediados de octubre', '2026-10-11'],
    ['a fines de octubre', '2026-10-21'],
  ],
  ...[
    ['el mes pasado', '2026-10-01'],
    ['a fines del mes pasado', '2026-10-21'],
    ['la primera semana de octubre', '2026-10-01'],
  ],
  ...[
    ['desde 2019', '2019-01-01'],
    ['el año pasado', '2025-01-01'],
    ['a mediados de 2024', '2024-05-01'],
  ],
]
const NONE = [
  ...[
    'hace poco',
    'hace unos días',
    'hace más de un mes',
    '31 de junio',
    'hoy en día',
    'el próximo viernes',
    'un recién nacido',
  ],
  ...[
    'art. 3',
    'artículo 160',
    'ley 21.643',
    'Ley N° 19.968',
    'a las 3',
    'a las 15:30',
    '3 hijos',
    '$3.110',
    '$ 500.000',
  ],
  ...['12.345.678-9', '+56 9 1234 5678', 'Rol C-1234-2025', '24/7', '50/50', '3 de diciembre de 2026'],
  ...[
    'vivo en 21 de Mayo 1234',
    'calle 18 de Septiembre',
    'Población 11 de Septiembre',
    'tengo hijos de 3 y 5 años',
  ],
  ...['mañana', 'dentro de 5 días', 'el 50% del sueldo', 'el 2 de la lista', '30/02/2026', '99/99', '0/0'],
]

describe('PLZ-18 to PLZ-21, said on Tuesday 24 November 2026', () => {
  const around = (words: string) => [
    words,
    words.toUpperCase(),
    `Me pasó ${words}, y no sé qué hacer.`,
    `(${words})`,
  ]
  test.each(EXACT)('PLZ-18, PLZ-20 «%s» is %s', (words, day) => {
    for (const text of around(words)) expect(read(text), text).toMatchObject([{ day, isExact: true }])
  })
  test.each(ABOUT)('PLZ-19 «%s» is about %s, the earliest day it may mean', (words, day) => {
    for (const text of around(words)) expect(read(text), text).toMatchObject([{ day, isExact: false }])
  })
  test.each(NONE)('PLZ-20, PLZ-21 «%s» is no date', (words) => {
    for (const text of around(words)) expect(read(text), text).toEqual([])
  })
})

describe('PLZ-22 what happened on the day', () => {
  test.each([
    [
      'entré el 5 de marzo y me echaron el 3 de noviembre',
      [
        ['2026-03-05', 'hiring'],
        ['2026-11-03', 'dismissal'],
      ],
    ],
    ['Me echaron de la pega. Fue el 3 de noviembre.', [['2026-11-03', 'dismissal']]],
    ['El 3 de noviembre, sin aviso, me despidieron', [['2026-11-03', 'dismissal']]],
    [
      'Trabajo desde 2019 en una panadería y ayer me despidieron',
      [
        ['2019-01-01', 'hiring'],
        ['2026-11-23', 'dismissal'],
      ],
    ],
    [
      'me notificaron la demanda el viernes, la audiencia fue hoy',
      [
        ['2026-11-20', 'notification'],
        ['2026-11-24', 'hearing'],
      ],
    ],
    [
      'Mi papá murió en marzo y vendieron la casa el 10 de octubre',
      [
        ['2026-03-01', 'death'],
        ['2026-10-10', null],
      ],
    ],
    ['nos separamos hace 3 años', [['2023-05-24', 'separation']]],
    ['compré una lavadora el 1 de noviembre', [['2026-11-01', 'purchase']]],
    ['me sacaron el 2 de este mes', [['2026-11-02', 'dismissal']]],
    ['mi abuelo, fallecido hace 6 años, dejó una casa', [['2020-05-24', 'death']]],
    ['Fue recién en octubre, cuando me notificaron', [['2026-10-01', 'notification']]],
    ['Fue el 3 de noviembre', [['2026-11-03', null]]],
  ])('«%s»', (text, expected) => {
    expect(read(text).map(({ day, event }) => [day, event])).toEqual(expected)
  })

  test('the words are the person’s own', () => {
    expect(read('Me echaron El 3 de NOVIEMBRE.')[0]?.words).toBe('El 3 de NOVIEMBRE')
  })
})

describe('§7 properties', () => {
  const anyDay = fc.integer({ min: dayNumber('1950-01-01'), max: dayNumber(TODAY) }).map(isoDayOf)
  const [year, month, date] = [0, 1, 2].map((part) => (day: string) => day.split('-')[part])
  const forms: ((day: string) => string)[] = [
    ...[formatDate, formatLongDate, formatDateWithWeekday, (day: string) => day],
    (day) => `${date?.(day)}-${month?.(day)}-${year?.(day)}`,
    (day) => `${date?.(day)}/${month?.(day)}/${year?.(day)}`,
  ]
  test('every form in which Amparo prints a day is read as that day', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...forms), (day, print) => {
        expect(read(`Fue el ${print(day)}.`).map((one) => one.day)).toEqual([day])
      }),
    )
  })

  test('any text gives days that exist and are not after today', () => {
    const pieces = fc.constantFrom(
      'el ',
      '3',
      '31 de ',
      'noviembre',
      'hace ',
      'un mes',
      '/',
      '-',
      '2026',
      ' y ',
      'á',
      '\n',
      '😀',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          for (const { day, words } of read(text)) {
            expect(isoDayOf(dayNumber(day))).toBe(day)
            expect(day <= TODAY && day >= '1900-01-01').toBe(true)
            expect(words).not.toBe('')
          }
        },
      ),
    )
  })

  test('without a year, a day and month is the latest one not after today, on any day', () => {
    const said = fc.integer({ min: dayNumber('2026-01-01'), max: dayNumber('2026-12-31') })
    fc.assert(
      fc.property(anyDay, said, (today, day) => {
        const words = formatLongDate(isoDayOf(day)).replace(/ de \d{4}$/, '')
        const [found] = readSaidDates(words, today)
        expect(found && found.day <= today && dayNumber(found.day) > dayNumber(today) - 366).toBe(true)
      }),
    )
  })
})

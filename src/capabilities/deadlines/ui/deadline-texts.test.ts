import { describe, expect, test } from 'vitest'
import { DEADLINE_RULES, HOLIDAYS } from '../catalogue.server.ts'
import { type DeadlineFacts, deadlineRow, publicRuleOf } from '../rules.ts'
import type { Deadline } from '../schema.ts'
import { badgeOf, countText, fullDay, mistakeLink, noDateText, sortKey, stepsOf } from './deadline-texts.ts'
import { amountText, certaintyText, sourceText } from './rule-texts.ts'

const ruleOf = (id: string) => {
  const rule = DEADLINE_RULES.find((one) => one.id === id)
  if (!rule) throw new Error(id)
  return rule
}
const row = (id: string, today: string, facts: DeadlineFacts): Deadline =>
  deadlineRow(ruleOf(id), facts, today, HOLIDAYS)
/** The badge of the 60 days of a dismissal on 3 November 2026: until 15 January 2027, a Friday. */
const badgeOn = (today: string) => badgeOf(row('lab-despido', today, { start: '2026-11-03' }), today)
/** With plain spaces: dates have unbreakable ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const steps = (deadline: Deadline) =>
  Object.fromEntries(stepsOf(deadline, '2026-11-24').map(([name, value]) => [name, plain(value)]))

describe('PLZ-36, PLZ-37: badges', () => {
  test.each([
    ['2026-11-24', 'Quedan 35 días hábiles', 'neutral'],
    ['2027-01-04', 'Quedan 9 días hábiles', 'accent'],
    ['2026-12-31', 'Quedan 10 días hábiles', 'accent'],
    ['2026-12-30', 'Quedan 11 días hábiles', 'neutral'],
    ['2027-01-12', 'Quedan 3 días hábiles', 'danger'],
    ['2027-01-11', 'Quedan 4 días hábiles', 'accent'],
    ['2027-01-14', 'Queda 1 día hábil', 'danger'],
    ['2027-01-15', 'Vence hoy', 'danger'],
    ['2027-01-16', 'Pudo vencer el 15 de enero', 'neutral'],
    ['2028-01-16', 'Pudo vencer el 15 de enero de 2027', 'neutral'],
  ])('PLZ-37, PLZ-38 on %s: %s', (today, text, tone) => {
    expect(badgeOn(today)).toMatchObject({ text, tone })
  })

  test('PLZ-37 more than 60 days are a date, and so is the time between the day to act and a closed last day', () => {
    const later = badgeOf(row('lab-derechos', '2026-11-24', { start: '2026-11-03' }), '2026-11-24')
    expect(later).toMatchObject({ text: 'Vence el 3 de noviembre de 2028', tone: 'neutral' })
    // Last day Sunday 23 May 2027, day to act Thursday 20.
    const sunday = { start: '2027-05-13' }
    const between = row('arr-monitorio', '2027-05-22', sunday)
    expect(between.date).toMatchObject({ lastDay: '2027-05-23', actBy: '2027-05-20' })
    expect(badgeOf(between, '2027-05-22')).toMatchObject({ text: 'Vence el 23 de mayo', tone: 'danger' })
    expect(badgeOf(row('arr-monitorio', '2027-05-23', sunday), '2027-05-23').text).toBe('Vence hoy')
  })

  test('PLZ-08, PLZ-09 others say what they are', () => {
    const text = (id: string, today: string) => badgeOf(row(id, today, { start: '2026-11-03' }), today).text
    expect(text('lab-finiquito', '2026-11-24')).toBe('Plazo de la otra parte')
    expect(text('fam-divorcio-acuerdo', '2026-11-24')).toBe('Aún no')
    expect(text('fam-divorcio-acuerdo', '2027-11-04')).toBe('Ya puedes')
    expect(text('lab-fuero-maternal', '2026-11-24')).toBe('Por confirmar')
  })
})

describe('PLZ-39: how it was counted', () => {
  test('PLZ-39 names start, unit, holidays, suspension, ceiling and prudence', () => {
    const suspensions = [{ id: 'reclamo_inspeccion', from: '2026-11-10', to: '2026-11-26' }]
    expect(steps(row('lab-despido', '2026-11-27', { start: '2026-11-03', suspensions }))).toEqual({
      Desde: 'Martes 3 de noviembre de 2026, el día en que te separaron del trabajo.',
      Cuánto:
        '60 días hábiles: de lunes a sábado, sin domingos ni feriados. El primer día que cuenta es el siguiente.',
      'Feriados que saltamos':
        '8 de diciembre (Inmaculada Concepción), 25 de diciembre (Navidad) y 1 de enero de 2027 (Año Nuevo).',
      Suspensiones:
        'Reclamo en la Inspección del Trabajo, del 10 de noviembre de 2026 al 26 de noviembre de 2026. No contamos 13 días.',
      Tope: '90 días hábiles: viernes 19 de febrero de 2027.',
      'Por prudencia': 'Los sábados cuentan como hábiles: contarlos da la fecha más temprana.',
    })
  })

  test('PLZ-06 a suspension that goes on subtracts nothing, and says until when at most', () => {
    const suspensions = [{ id: 'reclamo_inspeccion', from: '2026-11-10', to: null }]
    expect(steps(row('lab-despido', '2026-11-27', { start: '2026-11-03', suspensions })).Suspensiones).toBe(
      'Reclamo en la Inspección del Trabajo, desde el 10 de noviembre de 2026. Si el trámite sigue, cuenta como si no hubiera suspensión. Nunca después del viernes 19 de febrero de 2027.',
    )
  })

  test('PLZ-16 a holiday of the commune is named, and not subtracted', () => {
    // Ten days after 10 August: 20 August, a holiday in Chillán.
    const chillan = row('arr-monitorio', '2026-08-12', { start: '2026-08-10', commune: 'Chillán' })
    expect(chillan.date).toMatchObject({ lastDay: '2026-08-20', actBy: '2026-08-19' })
    expect(steps(chillan)['Por prudencia']).toContain(
      'El 20 de agosto de 2026 es feriado en Chillán y Chillán Viejo; por prudencia no lo descontamos.',
    )
  })

  test('PLZ-03 a month without the day of the start ends on its last day, and it says so', () => {
    expect(steps(row('pen-falta', '2026-09-01', { start: '2026-08-31' })).Cuánto).toBe(
      '6 meses: hasta el mismo número de día. Ese mes no tiene ese número de día: vence el último. El primer día que cuenta es el siguiente.',
    )
  })
})

test('PLZ-09, PLZ-10, PLZ-11 texts without a date', () => {
  const text = (id: string, start: string) => {
    const { rule, noDate } = row(id, '2026-11-24', { start })
    return noDate && plain(noDateText(noDate, rule))
  }
  expect(text('lab-fuero-maternal', '2026-11-03')).toBe(
    'Para esto puede existir un plazo corto. Pregúntalo hoy.',
  )
  expect(text('mig-expulsion', '2026-11-03')).toContain('Busca ayuda hoy')
  expect(text('lab-despido', '1950-11-03')).toBe('Aún no podemos calcular esta fecha.')
  expect(text('dat-responder', '2026-11-03')).toBe('Esta regla rige desde el 1 de diciembre de 2026.')
})

test('PLZ-36, PLZ-09 source and certainty', () => {
  const texts = (id: string) => {
    const rule = publicRuleOf(ruleOf(id))
    return [sourceText(rule), plain(certaintyText(rule))]
  }
  expect(texts('lab-despido')).toEqual([
    'Código del Trabajo, artículo 168',
    'Regla revisada el 24 de noviembre de 2026.',
  ])
  expect(texts('lab-tutela')).toEqual([
    'Código del Trabajo, artículos 486 y 489',
    'Fecha prudente: confírmala con un abogado.',
  ])
  expect(texts('fam-alimentos-deuda')[0]).toBe('Ley 14.908 (mod. Ley 21.484)')
  expect(texts('con-fraude-operacion')[0]).toBe('Ley 20.009 (Ley 21.673)')
  expect(texts('adm-proteccion')[0]).toContain('; Constitución, artículo 20')
})

test('PLZ-42 amounts in words; an unconfirmed rule has none', () => {
  const amount = (id: string) => amountText(publicRuleOf(ruleOf(id)))
  expect(amount('lab-despido')).toBe('60 días hábiles, desde el día en que te separaron del trabajo')
  expect(amount('deu-pagare')).toContain('1 año, desde')
  expect(amount('arr-desahucio')).toContain('2 meses, más 1 mes por año completo (máximo 6)')
  expect(amount('lab-fuero-maternal')).toBeNull()
})

test('PLZ-36, PLZ-39, PLZ-41 days in words, their order, the mail about a mistake, the announcement', () => {
  expect(fullDay('2026-12-03')).toBe('jueves\u00a03\u00a0de\u00a0diciembre\u00a0de\u00a02026')
  const keys = ['lab-fuero-maternal', 'lab-finiquito', 'lab-despido', 'lab-tutela'].map((id) =>
    sortKey(row(id, '2026-11-24', { start: '2026-11-03' })),
  )
  // The own deadlines by their day to act, although the other side's ended before.
  expect(keys.toSorted()).toEqual([keys[3], keys[2], keys[1], keys[0]])
  const link = new URL(mistakeLink('ayuda@amparo.test', publicRuleOf(ruleOf('lab-despido'))))
  expect(link.searchParams.get('subject')).toBe('Error en la regla lab-despido, versión 1')
  expect([countText(1), countText(3)]).toEqual(['Calculamos 1 plazo.', 'Calculamos 3 plazos.'])
})

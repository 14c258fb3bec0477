import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Calculated, ReadDeadlines, RulesBySubject } from '../../src/capabilities/deadlines/schema.ts'
import { dayNumber, isoDay, isoDayOf } from '../../src/chile/dates.ts'
import { useTestApp } from '../support/app/suite.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp()

const calculate = (input: unknown, client = suite.visitor()) => client.post('/api/deadlines/calculate', input)
async function calculated(input: unknown): Promise<Calculated> {
  const answer = await calculate(input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}
const inDays = (days: number) => isoDayOf(dayNumber(isoDay(new Date())) + days)

/** Everything that the database has, as text. */
async function everything(): Promise<string> {
  const tables = await suite.database.sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => suite.database.sql(`select coalesce(json_agg(t), '[]')::text from ${name} t`)),
  )
  return JSON.stringify(rows)
}

describe('deadlines.list', () => {
  test('PLZ-42, PLZ-09 has all 54 rules by subject for everybody, unconfirmed ones without any amount', async () => {
    const answer = await suite.visitor().get('/api/deadlines/rules')
    expect(answer.status, answer.text).toBe(200)
    const { subjects } = answer.json<RulesBySubject>()
    const rules = subjects.flatMap((subject) => subject.rules)
    expect(rules).toHaveLength(54)
    expect(subjects.map(({ title }) => title)).toContain('Trabajo')
    expect(new Set(subjects.map(({ title }) => title)).size).toBe(subjects.length)
    const unconfirmed = rules.filter(({ certainty }) => certainty === 'unconfirmed')
    expect(unconfirmed).toHaveLength(13)
    for (const { term, ceiling, added } of unconfirmed)
      expect([term, ceiling, added]).toEqual([null, null, null])
    expect(rules.find(({ id }) => id === 'lab-despido')).toMatchObject({
      term: { amount: 60, unit: 'court_days' },
      checkedOn: '2026-11-24',
      sources: [{ law: 'Código del Trabajo', article: '168' }],
    })
  })
})

describe('deadlines.calculate', () => {
  test('PLZ-01, PLZ-37, PLZ-39 gives the day with its steps, for a visitor and without keeping anything', async () => {
    const before = await everything()
    const { today, deadline } = await calculated({
      rule: 'lab-despido',
      start: '2026-11-03',
      facts: { suspensions: [{ id: 'reclamo_inspeccion', from: '2026-11-10', to: '2026-11-26' }] },
    })
    expect(today).toBe(isoDay(new Date()))
    expect(deadline).toMatchObject({
      noDate: null,
      start: '2026-11-03',
      rule: { id: 'lab-despido', version: 1, certainty: 'high' },
      date: {
        lastDay: '2027-01-30',
        actBy: '2027-01-29',
        startsOn: null,
        amount: 60,
        suspensions: [{ text: 'Reclamo en la Inspección del Trabajo', from: '2026-11-10', to: '2026-11-26' }],
        ceiling: { applied: false },
      },
    })
    expect(deadline.date?.skipped.map(({ day }) => day)).toContain('2026-12-25')
    const after = await everything()
    expect(after).not.toContain('lab-despido')
    expect(after.replaceAll(/deadlines\.calculate:[\d.]+/g, '').length - before.length).toBeLessThan(300)
  })

  test('PLZ-08 the other side’s deadline and a wait have a day on which a right begins, and no days left', async () => {
    for (const rule of ['lab-finiquito', 'fam-divorcio-acuerdo']) {
      const { deadline } = await calculated({ rule, start: '2025-01-02' })
      expect([rule, deadline.date?.actBy, deadline.date?.daysLeft]).toEqual([rule, null, null])
      expect(deadline.date?.startsOn).toBe(isoDayOf(dayNumber(deadline.date?.lastDay ?? '') + 1))
    }
  })

  test('PLZ-38 a deadline that is over has no days left', async () => {
    const { deadline } = await calculated({ rule: 'lab-despido', start: '2026-01-15' })
    expect(deadline.date).toMatchObject({ lastDay: '2026-03-26', daysLeft: null })
  })

  test('PLZ-09, PLZ-11, PLZ-10 without a date it says why', async () => {
    const reasons = await Promise.all(
      [
        { rule: 'lab-fuero-maternal', start: '2026-11-03' },
        { rule: 'dat-responder', start: '2026-11-03' },
        { rule: 'lab-despido', start: '1950-11-03' },
      ].map(async (input) => (await calculated(input)).deadline),
    )
    expect(reasons.map(({ noDate }) => noDate)).toEqual(['unconfirmed', 'not_in_force', 'unknown_holidays'])
    expect(reasons.map(({ date }) => date)).toEqual([null, null, null])
  })

  const suspension = { id: 'reclamo_inspeccion', from: '2026-11-10', to: '2026-11-26' }
  test.each<[what: string, input: object, fields: Record<string, string>]>([
    ['tomorrow', { start: inDays(1) }, { start: 'La fecha no puede ser posterior a hoy.' }],
    ['the year 9999', { start: '9999-01-01' }, { start: 'La fecha no puede ser posterior a hoy.' }],
    ['before 1900', { start: '1899-12-31' }, { start: 'Revisa el año de esta fecha.' }],
    ['an impossible day', { start: '2026-02-30' }, { start: 'Escribe una fecha válida.' }],
    ['an empty day', { start: '' }, { start: 'Escribe una fecha válida.' }],
    ['no day', { start: null }, { start: 'Escribe una fecha válida.' }],
    ['a long day', { start: '2'.repeat(9_000) }, { start: 'Escribe una fecha válida.' }],
    ['an unknown rule', { rule: 'constructor' }, { rule: 'Elige un plazo de la lista.' }],
    ['an unknown key', { clave: 1 }, { clave: 'Este dato no se acepta.' }],
    ['an unknown fact', { facts: { clave: 1 } }, { 'facts.clave': 'Este dato no se acepta.' }],
    [
      'a suspension of another rule',
      { facts: { suspensions: [{ ...suspension, id: 'mediacion_salud' }] } },
      { 'facts.suspensions.0.id': 'Este dato no corresponde a este plazo.' },
    ],
    [
      'a number of another rule',
      { facts: { numbers: { anios: 2 } } },
      { 'facts.numbers.anios': 'Este dato no corresponde a este plazo.' },
    ],
    [
      'an end before its start',
      { facts: { suspensions: [{ ...suspension, to: '2026-11-09' }] } },
      { 'facts.suspensions.0.to': 'El término no puede ser anterior al inicio.' },
    ],
    [
      'a suspension that ends tomorrow',
      { facts: { suspensions: [{ ...suspension, to: inDays(1) }] } },
      { 'facts.suspensions.0.to': 'La fecha no puede ser posterior a hoy.' },
    ],
    [
      '1,000 suspensions',
      { facts: { suspensions: Array.from({ length: 1_000 }, () => suspension) } },
      { 'facts.suspensions': 'Anota menos datos.' },
    ],
  ])('PLZ-10 refuses %s, with its text at the field', async (_, changes, fields) => {
    const answer = await calculate({ rule: 'lab-despido', start: '2026-11-03', ...changes })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.json<Problem>().data?.fields).toEqual(fields)
  })

  test('PLZ-25 the 61st call of an address in an hour is refused; another address is not', async () => {
    const client = suite.visitor()
    const input = { rule: 'lab-despido', start: '2026-11-03' }
    for (let call = 0; call < 60; call++) expect((await calculate(input, client)).status).toBe(200)
    const refused = await calculate(input, client)
    expect([refused.status, refused.json<Problem>().message]).toEqual([
      429,
      'Espera un momento antes de volver a calcular.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await calculate(input)).status).toBe(200)
  })
})

describe('deadlines.read', () => {
  const TEXT = 'Entré el 5 de marzo y me echaron el 3 de noviembre, soy trombonista'
  const read = (input: object, client = suite.visitor()) =>
    client.post('/api/deadlines/read', { text: TEXT, specialty: 'Despido injustificado', ...input })

  test('PLZ-22, PLZ-23, PLZ-25 reads the day of the dismissal for a visitor; the text is in no table and no log', async () => {
    const answer = await read({})
    expect(answer.status, answer.text).toBe(200)
    const { today, deadlines } = answer.json<ReadDeadlines>()
    expect(today).toBe(isoDay(new Date()))
    expect(deadlines[0]).toMatchObject({
      rule: { id: 'lab-despido' },
      start: expect.stringMatching(/-11-03$/),
      said: { words: 'el 3 de noviembre', isExact: true, isDoubtful: false },
    })
    // Also what fails.
    await read({ specialty: 'trombonista' })
    await read({ text: 'trombonista '.repeat(100) })
    expect(await everything()).not.toContain('trombon')
    expect(suite.app.lines.join()).not.toContain('trombon')
    expect(suite.app.lines.join()).toContain('/api/deadlines/read')
  })

  test('PLZ-16 the commune of the text brings the day to act forward', async () => {
    const answer = await read({
      text: 'Me notificaron la demanda el 10 de agosto de 2026',
      specialty: 'Arriendo (conflictos)',
      commune: 'Chillán',
    })
    expect(answer.json<ReadDeadlines>().deadlines[0]?.date).toMatchObject({
      lastDay: '2026-08-20',
      actBy: '2026-08-19',
    })
  })

  test.each<[string, object, Record<string, string>]>([
    ['no text', { text: ' ' }, { text: 'Cuéntanos tu problema.' }],
    ['a long text', { text: 'a'.repeat(1_001) }, { text: 'Tu texto puede tener hasta 1.000 caracteres.' }],
    ['an unknown specialty', { specialty: 'Otra' }, { specialty: 'Elige una especialidad de la lista.' }],
    ['an unknown commune', { commune: 'Macondo' }, { commune: 'La comuna es obligatoria.' }],
    ['an unknown key', { clave: 1 }, { clave: 'Este dato no se acepta.' }],
  ])('PLZ-25 refuses %s, with its text at the field', async (_, changes, fields) => {
    const answer = await read(changes)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.json<Problem>().data?.fields).toEqual(fields)
  })

  test('PLZ-25 the 61st text of an address in an hour is refused', async () => {
    const client = suite.visitor()
    for (let call = 0; call < 60; call++) expect((await read({}, client)).status).toBe(200)
    const refused = await read({}, client)
    expect([refused.status, refused.json<Problem>().message]).toEqual([
      429,
      'Espera un momento antes de volver a calcular.',
    ])
  })
})

describe('deadlines.calendar', () => {
  const calendar = (items: unknown) => suite.visitor().post('/api/deadlines/calendar', { items })

  test('PLZ-41, PLZ-61 an all-day event on the day to act, with alarms 7 and 1 days before, read back by another library', async () => {
    const start = inDays(0)
    const answer = await calendar([
      { rule: 'deu-pagare', start },
      { rule: 'lab-despido', start },
    ])
    expect(answer.status, answer.text).toBe(200)
    const { text } = answer.json<{ text: string }>()
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(events).toHaveLength(2)
    const { deadline } = await calculated({ rule: 'deu-pagare', start })
    const [first] = events
    const event = new ICAL.Event(first)
    expect(event.summary).toBe('Cobrar un pagaré o una letra')
    expect([event.startDate.isDate, event.startDate.toString()]).toEqual([true, deadline.date?.actBy])
    expect(event.endDate.toString()).toBe(isoDayOf(dayNumber(deadline.date?.actBy ?? '') + 1))
    expect(event.uid).toBe(`plazo-deu-pagare-${start}@amparo`)
    expect(first?.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
    expect(Number(first?.getFirstPropertyValue('sequence'))).toBeGreaterThan(29_000_000)
    const alarms = first?.getAllSubcomponents('valarm') ?? []
    expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(['-P7D', '-P1D'])
    expect(text).not.toContain('REFRESH-INTERVAL')
  })

  test('PLZ-41 refuses a deadline that is over, of the other side or without a date, and what calculating refuses', async () => {
    const none = { items: 'Este plazo no tiene un día por venir.' }
    for (const [item, fields] of [
      [{ rule: 'lab-despido', start: '2026-01-15' }, none],
      [{ rule: 'lab-finiquito', start: inDays(0) }, none],
      [{ rule: 'lab-fuero-maternal', start: inDays(0) }, none],
      [{ rule: 'lab-despido', start: inDays(1) }, { start: 'La fecha no puede ser posterior a hoy.' }],
    ] as const) {
      const answer = await calendar([item])
      expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, fields])
    }
    expect((await calendar([])).status).toBe(422)
  })
})

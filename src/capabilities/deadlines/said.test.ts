import { expect, test } from 'vitest'
import { DEADLINE_RULES, HOLIDAYS } from './catalogue.server.ts'
import { deadlinesOfText } from './rules.ts'

/** A Tuesday. */
const TODAY = '2026-11-24'
const found = (text: string, specialty: string, commune?: string) =>
  deadlinesOfText(DEADLINE_RULES, { text, specialty, ...(commune && { commune }) }, TODAY, HOLIDAYS)
/** Rule, start day or why there is no date. */
const read = (text: string, specialty: string) =>
  found(text, specialty).map(({ rule, start, noDate }) => `${rule.id} ${start ?? noDate}`)
const UNFAIR = 'Despido injustificado'
const MATERNITY = 'lab-fuero-maternal unconfirmed'

test('PLZ-22 the dismissal has its day, not the day of the hiring', () => {
  const rows = found('Entré el 5 de marzo y me echaron el 3 de noviembre', UNFAIR)
  expect(rows.map(({ rule, start }) => `${rule.id} ${start}`)).toEqual([
    'lab-despido 2026-11-03',
    'lab-acciones 2026-11-03',
    'lab-carta-despido 2026-11-03',
    'lab-finiquito 2026-11-03',
    'lab-fuero-maternal null',
  ])
  expect(rows[0]).toMatchObject({
    date: { lastDay: '2027-01-15', daysLeft: 35 },
    said: { words: 'el 3 de noviembre', isExact: true, isDoubtful: false },
  })
})

test('PLZ-22, PLZ-19 of two days for one event the earlier, and it is doubtful; rounded words are approximate', () => {
  const twice = found('Me despidieron el 3 de noviembre. Me despidieron el 10 de noviembre.', UNFAIR)
  expect(twice[0]).toMatchObject({ start: '2026-11-03', said: { isDoubtful: true } })
  const rounded = found('Me despidieron hace dos semanas', UNFAIR)
  expect(rounded[0]).toMatchObject({ start: '2026-11-07', said: { isExact: false, isDoubtful: false } })
})

test('PLZ-26 without a day two rules ask for it, and what is not asked is not shown', () => {
  expect(read('Me despidieron sin aviso', UNFAIR)).toEqual([
    'lab-despido start_unknown',
    'lab-acciones start_unknown',
    MATERNITY,
  ])
})

test('PLZ-27 a specialty without rules, and one whose rules all depend on an answer, give nothing', () => {
  expect(read('Mi vecino corrió el deslinde el 3 de noviembre', 'Servidumbres y deslindes')).toEqual([])
  expect(read('Mi arrendatario no paga desde el 3 de noviembre', 'Arriendo (conflictos)')).toEqual([])
  expect(read('Nos separamos', 'Violencia intrafamiliar (VIF)')).toEqual([])
})

test('a rule of one side is shown only to who says that it is theirs', () => {
  const rent = 'Arriendo (conflictos)'
  expect(read('El viernes me notificaron una demanda por arriendo', rent)).toEqual([
    'arr-monitorio 2026-11-20',
  ])
  expect(read('Me llegó una demanda de mi arrendador', rent)).toEqual(['arr-monitorio start_unknown'])
  expect(read('El viernes le notifiqué el desahucio a la persona que vive ahí', rent)).toEqual([])
  expect(read('Mi arrendatario: el viernes notificaron la demanda', rent)).toEqual([])
  // A creditor's term is never shown to a debtor.
  const debts = read('Debía pagar el 3 de noviembre y no pagué', 'Deudas y cobranzas')
  expect(debts.filter((one) => !one.endsWith('unconfirmed'))).toEqual([])
  expect(read('El viernes un receptor me requirió de pago', 'Deudas y cobranzas')[0]).toBe(
    'deu-excepciones 2026-11-20',
  )
  // A victim's never to the accused.
  const fraud = 'Estafa o apropiación indebida'
  expect(read('Me acusan de una estafa que ocurrió el 3 de marzo', fraud)).toEqual([])
  expect(read('Avisé al banco el 20 de noviembre de cargos que no hice', fraud)[0]).toBe(
    'con-fraude-reclamo 2026-11-20',
  )
  // The employer's side.
  expect(read('Despedí a mi trabajador, que fue despedido el 3 de noviembre', UNFAIR)).toEqual([MATERNITY])
})

test('of the ways to dispute a rejected sick leave the text names one, and otherwise the shortest', () => {
  const leave = 'Licencias médicas rechazadas'
  expect(read('La Isapre me rechazó la licencia el 20 de noviembre', leave)).toEqual([
    'sal-isapre-compin 2026-11-20',
  ])
  expect(read('La COMPIN me rechazó la licencia el 20 de noviembre', leave)).toEqual([
    'sal-compin-reposicion 2026-11-20',
  ])
  expect(read('Me rechazaron la licencia el 20 de noviembre', leave)).toEqual([
    'sal-licencia-no-se 2026-11-20',
  ])
})

test('PLZ-09 a notice stands for an unconfirmed rule', () => {
  const [row] = found('Me notificaron la expulsión el viernes', 'Migración y extranjería').filter(
    ({ noDate }) => noDate === 'unconfirmed',
  )
  expect(row?.rule).toMatchObject({ id: 'mig-expulsion', term: null })
  expect(row?.rule.notice).toContain('Busca ayuda hoy')
})

test('PLZ-17 any text gives rows or none, of at most 1,000 characters quickly', () => {
  for (const text of [
    '3/11 '.repeat(200),
    '\u0000\ud800 me echaron',
    'me echaron '.repeat(90),
    '9'.repeat(1_000),
  ])
    expect(Array.isArray(found(text, UNFAIR))).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { type CaseActor, type CaseEvent, caseParty, nextCaseStatus, redactCase } from './rules.ts'
import { CASE_STATUSES, type CaseStatus, MESSAGES } from './schema.ts'

const EVENTS: CaseEvent[] = [
  ...(['start', 'progress', 'finish', 'close', 'withdraw', 'republish', 'object', 'reopen'] as const),
]
const ACTORS: CaseActor[] = ['client', 'lawyer', 'system']

/** All allowed combinations; everything else is refused. */
const ALLOWED: Record<string, CaseStatus> = {
  'ingresado start client': 'activo',
  'activo progress lawyer': 'en progreso',
  'en progreso finish lawyer': 'finalizado',
  'activo close system': 'finalizado',
  'en progreso close system': 'finalizado',
  'ingresado withdraw client': 'retirado',
  'retirado republish client': 'ingresado',
  'finalizado object client': 'en progreso',
  'finalizado reopen lawyer': 'en progreso',
}
const BY: Record<CaseEvent, CaseActor> = {
  start: 'client',
  progress: 'lawyer',
  finish: 'lawyer',
  close: 'system',
  withdraw: 'client',
  republish: 'client',
  object: 'client',
  reopen: 'lawyer',
}

describe('OPEN-42, SEG-33, SEG-37, SEG-40 the state graph of a case, every combination', () => {
  for (const status of CASE_STATUSES)
    for (const event of EVENTS)
      for (const actor of ACTORS) {
        const to = ALLOWED[`${status} ${event} ${actor}`]
        test(`${status}, ${event} by ${actor}: ${to ?? 'refused'}`, () => {
          const result = nextCaseStatus(status, event, actor)
          if (to) expect(result).toEqual({ ok: true, value: to })
          else
            expect(result).toEqual({
              ok: false,
              refusal:
                BY[event] === actor
                  ? { code: 'CONFLICT', message: MESSAGES.statusChanged }
                  : {
                      code: 'FORBIDDEN',
                      message: BY[event] === 'client' ? MESSAGES.clientOnly : MESSAGES.lawyerOnly,
                    },
            })
        })
      }
})

test('ROU-35 only the client and the lawyer of a case get a scope', () => {
  const row = { id: 'c', client_id: 'a', lawyer_id: 'b' }
  expect(caseParty(row, 'a')).toEqual({ caseId: 'c', userId: 'a', side: 'client' })
  expect(caseParty(row, 'b')).toEqual({ caseId: 'c', userId: 'b', side: 'lawyer' })
  expect(caseParty(row, 'x')).toBeNull()
  expect(caseParty(null, 'a')).toBeNull()
  expect(caseParty({ ...row, lawyer_id: null }, 'b')).toBeNull()
})

describe('texts as the market shows them', () => {
  test('OPEN-50: contact data is replaced in title and description, nothing else changes', () => {
    expect(
      redactCase({ id: 'x', title: 'Llamar al 9 1234 5678', description: 'Me deben $300.000' }, 'Ana Soto'),
    ).toEqual({
      id: 'x',
      title: 'Llamar al [dato oculto]',
      description: 'Me deben $300.000',
    })
  })

  test.each([
    ['Camila Rojas Fuentes', 'Soy Camila Rojas, de Talca.', 'Soy [dato oculto], de Talca.'],
    ['Camila Rojas Fuentes', 'ROJAS FUENTES CAMILA', '[dato oculto]'],
    ['José Ñáñez', 'me llamo jose  nanez', 'me llamo [dato oculto]'],
    ['Jose Nanez', 'me llamo José\nÑáñez.', 'me llamo [dato oculto].'],
    ['José Ñáñez', 'Jose\u0301 N\u0303a\u0301n\u0303ez', '[dato oculto]'],
    ['María de la Luz del Río', 'firma: María de la Luz del Río', 'firma: [dato oculto]'],
    ['Ana-María (Soto) [+*', 'Ana-María Soto', '[dato oculto]'],
    [
      'Maximiliano Urrejola Bascuñán',
      'soy urrejola, Max Urrejola B.',
      'soy [dato oculto], Max [dato oculto] B.',
    ],
    ['Maximiliano Urrejola Bascuñán', 'URREJOLA y don bascunan', '[dato oculto] y don [dato oculto]'],
    ['Maximiliano Urrejola Bascuñán', 'Maximiliano, de Talca', 'Maximiliano, de Talca'],
    ['Rosa Paz', 'la rosa y mi paz; en paz', 'la rosa y mi paz; en paz'],
    ['Rosa Paz', 'Rosapaz, rosa pazos', 'Rosapaz, rosa pazos'],
    ['María de la Luz', 'de la casa de la luz', 'de la casa de la luz'],
    ['Camila', 'Soy Camila Camila', 'Soy Camila Camila'],
    ['', 'Nadie', 'Nadie'],
  ])('OPEN-50: the own name of %s is replaced, ordinary words are kept: %s', (name, text, shown) => {
    expect(redactCase({ title: text, description: text }, name)).toEqual({
      title: shown,
      description: shown,
    })
  })
})

import { describe, expect, test } from 'vitest'
import { maySend, mayWrite, mayWriteAny, missingOf, type Sent, sayingOfMissing, tooLongOf } from './rules.ts'
import { type InterviewStatus, MESSAGES, TEXT_MAX, type Texts } from './schema.ts'

const FULL: Texts = { clientProblem: 'Me despidieron', clientGoal: 'Volver', lawyerRecommendation: '' }
const sent = (status: InterviewStatus, recommendation = ''): Sent => ({ status, recommendation })

describe('INT-05, OPEN-57: who writes what, and when', () => {
  const states: [string, Sent][] = [
    ['nothing sent', sent('draft')],
    ['sent by the client', sent('submitted')],
    ['answered by the lawyer', sent('submitted', 'Demanda')],
    ['a recommendation to nobody', sent('draft', 'Demanda')],
  ]
  const may = {
    client: ['clientProblem clientGoal', '', '', 'clientProblem clientGoal'],
    lawyer: ['lawyerRecommendation', 'lawyerRecommendation', '', ''],
    admin: ['', '', '', ''],
  } as const
  for (const [role, cells] of Object.entries(may) as [keyof typeof may, readonly string[]][])
    for (const [at, [name, state]] of states.entries())
      test(`${role}, ${name}`, () => {
        const fields = (Object.keys(FULL) as (keyof Texts)[]).filter((field) => mayWrite(role, field, state))
        expect(fields.join(' ')).toBe(cells[at])
        expect(mayWriteAny(role, state)).toBe(cells[at] !== '')
      })

  test('a lawyer sends to who has sent an interview, never to nobody; a client needs no such thing', () => {
    expect(maySend('lawyer', sent('draft'), false)).toBe(false)
    expect(maySend('lawyer', sent('submitted'), true)).toBe(true)
    expect(maySend('lawyer', sent('submitted', 'Demanda'), true)).toBe(false)
    expect(maySend('client', sent('draft'), false)).toBe(true)
    expect(maySend('client', sent('submitted'), true)).toBe(false)
    expect(maySend('admin', sent('submitted'), true)).toBe(false)
  })
})

describe('INT-04: what keeps it from being sent', () => {
  test.each<[string, 'client' | 'lawyer', Partial<Texts>, (keyof Texts)[], string]>([
    ['a whole one', 'client', {}, [], ''],
    ['no problem', 'client', { clientProblem: ' \n' }, ['clientProblem'], MESSAGES.incomplete],
    ['no goal', 'client', { clientGoal: '' }, ['clientGoal'], MESSAGES.incomplete],
    ['no recommendation', 'lawyer', {}, ['lawyerRecommendation'], MESSAGES.recommendationMissing],
    [
      'nothing of a client',
      'lawyer',
      { clientProblem: '', clientGoal: '', lawyerRecommendation: 'Demanda' },
      ['clientProblem', 'clientGoal'],
      MESSAGES.incomplete,
    ],
  ])('%s', (_, role, change, fields, text) => {
    const missing = missingOf(role, { ...FULL, ...change })
    expect(Object.keys(missing)).toEqual(fields)
    if (fields.length > 0) expect(sayingOfMissing(missing)).toBe(text)
  })

  test('a text of the limit is kept, one character more is not', () => {
    expect(tooLongOf({ ...FULL, clientGoal: 'x'.repeat(TEXT_MAX) })).toEqual({})
    expect(tooLongOf({ ...FULL, clientGoal: 'x'.repeat(TEXT_MAX + 1) })).toEqual({
      clientGoal: MESSAGES.tooLong,
    })
  })
})

import { describe, expect, test } from 'vitest'
import {
  findMissing,
  findTooLong,
  maySend,
  mayWrite,
  mayWriteAny,
  missingMessage,
  type SentState,
} from './rules.ts'
import { type InterviewStatus, type InterviewTexts, MESSAGES, TEXT_MAX } from './schema.ts'

const FULL: InterviewTexts = {
  clientProblem: 'Me despidieron',
  clientGoal: 'Volver',
  lawyerRecommendation: '',
}
const sent = (status: InterviewStatus, recommendation = ''): SentState => ({ status, recommendation })

describe('INT-05, OPEN-57: which role may edit which text, and when', () => {
  const states: [string, SentState][] = [
    ['nothing sent', sent('draft')],
    ['sent by the client', sent('submitted')],
    ['answered by the lawyer', sent('submitted', 'Demanda')],
    ['recommendation without a client interview', sent('draft', 'Demanda')],
  ]
  const EDITABLE = {
    client: ['clientProblem clientGoal', '', '', 'clientProblem clientGoal'],
    lawyer: ['lawyerRecommendation', 'lawyerRecommendation', '', ''],
    admin: ['', '', '', ''],
  } as const
  for (const [role, cells] of Object.entries(EDITABLE) as [keyof typeof EDITABLE, readonly string[]][])
    for (const [at, [name, state]] of states.entries())
      test(`${role}, ${name}`, () => {
        const fields = (Object.keys(FULL) as (keyof InterviewTexts)[]).filter((field) =>
          mayWrite(role, field, state),
        )
        expect(fields.join(' ')).toBe(cells[at])
        expect(mayWriteAny(role, state)).toBe(cells[at] !== '')
      })

  test('a lawyer can send only in reply to a received interview; a client can always send a draft', () => {
    expect(maySend('lawyer', sent('draft'), false)).toBe(false)
    expect(maySend('lawyer', sent('submitted'), true)).toBe(true)
    expect(maySend('lawyer', sent('submitted', 'Demanda'), true)).toBe(false)
    expect(maySend('client', sent('draft'), false)).toBe(true)
    expect(maySend('client', sent('submitted'), true)).toBe(false)
    expect(maySend('admin', sent('submitted'), true)).toBe(false)
  })
})

describe('INT-04: missing texts prevent sending', () => {
  test.each<[string, 'client' | 'lawyer', Partial<InterviewTexts>, (keyof InterviewTexts)[], string]>([
    ['complete', 'client', {}, [], ''],
    ['no problem', 'client', { clientProblem: ' \n' }, ['clientProblem'], MESSAGES.incomplete],
    ['no goal', 'client', { clientGoal: '' }, ['clientGoal'], MESSAGES.incomplete],
    ['no recommendation', 'lawyer', {}, ['lawyerRecommendation'], MESSAGES.recommendationMissing],
    [
      'no texts of a client',
      'lawyer',
      { clientProblem: '', clientGoal: '', lawyerRecommendation: 'Demanda' },
      ['clientProblem', 'clientGoal'],
      MESSAGES.incomplete,
    ],
  ])('%s', (_, role, change, fields, text) => {
    const missing = findMissing(role, { ...FULL, ...change })
    expect(Object.keys(missing)).toEqual(fields)
    if (fields.length > 0) expect(missingMessage(missing)).toBe(text)
  })

  test('a text at the length limit is accepted, one more character is not', () => {
    expect(findTooLong({ ...FULL, clientGoal: 'x'.repeat(TEXT_MAX) })).toEqual({})
    expect(findTooLong({ ...FULL, clientGoal: 'x'.repeat(TEXT_MAX + 1) })).toEqual({
      clientGoal: MESSAGES.tooLong,
    })
  })
})

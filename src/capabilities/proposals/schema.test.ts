import { describe, expect, test } from 'vitest'
import { createInput, MESSAGES, STATUS_LABELS } from './schema.ts'

const good = {
  id: '0193a5c0-0000-7000-8000-000000000001',
  chatId: '0193a5c0-0000-7000-8000-000000000002',
  summary: 'Demanda de alimentos',
  fee: 350_000,
}

const errorsOf = (input: object) => {
  const result = createInput.safeParse({ ...good, ...input })
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

describe('proposal input', () => {
  test('PRP-01, OPEN-36 summary and fee are enough', () => {
    expect(createInput.parse(good)).toEqual({ ...good, conditions: [] })
    expect(errorsOf({ deadline: '2027-02-28', conditions: ['Pago al inicio'] })).toEqual([])
    expect(errorsOf({ deadline: null })).toEqual([])
  })

  test.each([
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1_000_000_000,
    '350000',
    '1e3',
    null,
    undefined,
    [5],
  ])('PRP-02 fee %s is refused', (fee) => expect(errorsOf({ fee })).toEqual([MESSAGES.fee]))

  test('H-11 a decimal has its own error message', () =>
    expect(errorsOf({ fee: 1.5 })).toEqual([MESSAGES.feeDecimals]))

  test.each([1, 999_999_999])('PRP-02 fee %s is accepted', (fee) => expect(errorsOf({ fee })).toEqual([]))

  test.each(['', '   ', '\n', '\u200b', undefined, 7])('PRP-01 summary %j is refused', (summary) =>
    expect(errorsOf({ summary })).toEqual([MESSAGES.summaryMissing]),
  )

  test.each(['2026-02-30', '2026-13-01', '0000-01-01', '26-01-01', 'mañana', '', 5, '2026-01-01T00:00:00Z'])(
    'OPEN-36 deadline %j is refused',
    (deadline) => expect(errorsOf({ deadline })).toEqual([MESSAGES.deadline]),
  )

  test('exceeded limits have messages, and unknown keys are refused', () => {
    expect(errorsOf({ summary: 'a'.repeat(2_001) })).toEqual([MESSAGES.summaryTooLong])
    expect(errorsOf({ summary: '👩‍👩‍👧'.repeat(500) })).toEqual([])
    expect(errorsOf({ conditions: [' '] })).toEqual([MESSAGES.conditionEmpty])
    expect(errorsOf({ conditions: ['a'.repeat(301)] })).toEqual([MESSAGES.conditionTooLong])
    expect(errorsOf({ conditions: Array(21).fill('a') })).toEqual([MESSAGES.tooManyConditions])
    for (const key of ['status', 'version', 'creatorId', 'caseId', 'creator_id'])
      expect(createInput.safeParse({ ...good, [key]: 'x' }).error?.issues[0]?.code).toBe('unrecognized_keys')
  })
})

test('PRP-15 labels', () => {
  expect(STATUS_LABELS).toEqual({
    pending: 'Pendiente',
    edited: 'Editada',
    accepted: 'Aceptada',
    rejected: 'Rechazada',
  })
})

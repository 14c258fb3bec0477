import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts } from '../../../platform/rpc/drafts.ts'
import type { Interview } from '../schema.ts'
import {
  forgetInterview,
  forgetInterviewsOf,
  keepInterviewDraft,
  keepSent,
  readInterviewDraft,
  readSent,
  sentTo,
} from './interview-storage.ts'

/** As browsers have it: the keys are the object's own. */
function storage() {
  const kept: Record<string, string> = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(kept, {
    getItem: hidden((key: string) => kept[key] ?? null),
    setItem: hidden((key: string, text: string) => Object.assign(kept, { [key]: text })),
    removeItem: hidden((key: string) => delete kept[key]),
  })
}

const interviewOf = (lawyerId: string, clientId: string, change: Partial<Interview> = {}): Interview => ({
  id: 'a0000000-0000-4000-8000-000000000000',
  clientId,
  lawyerId,
  clientName: 'Camila',
  lawyerName: 'Andrés',
  clientProblem: 'Me despidieron',
  clientGoal: 'Volver',
  lawyerRecommendation: '',
  status: 'submitted',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  ...change,
})

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => void vi.unstubAllGlobals())

test('INT-10, OPEN-57 one a client and lawyer, and a lawyer finds those that were sent to them, the newest first', () => {
  const first = interviewOf('andres', 'camila')
  const second = interviewOf('andres', 'rosa', { createdAt: '2026-11-21T13:00:00.000Z' })
  expect(keepSent(first) && keepSent(second) && keepSent(interviewOf('berta', 'camila'))).toBe(true)
  expect(readSent('andres', 'camila')).toEqual(first)
  expect(readSent('andres', 'nadie')).toBeNull()
  expect(sentTo('andres')).toEqual([second, first])
})

test('INT-06 a draft is its writer’s, and log-out takes drafts but nothing that was sent', () => {
  const draft = interviewOf('andres', 'camila', { status: 'draft' })
  expect(keepInterviewDraft('camila', draft)).toBe(true)
  keepSent(interviewOf('andres', 'rosa'))
  expect(readInterviewDraft('camila', 'andres', 'camila')).toEqual(draft)
  expect(readInterviewDraft('rosa', 'andres', 'camila')).toBeNull()
  forgetDrafts()
  expect(readInterviewDraft('camila', 'andres', 'camila')).toBeNull()
  expect(sentTo('andres')).toHaveLength(1)
})

test('OPEN-57, OPEN-58 a client removes one here, and an account takes all of its own along', () => {
  const pairs = [
    ['andres', 'camila'],
    ['berta', 'camila'],
    ['andres', 'rosa'],
  ] as const
  for (const [lawyer, client] of pairs) keepSent(interviewOf(lawyer, client))
  forgetInterview('andres', 'camila')
  expect(pairs.map(([lawyer, client]) => readSent(lawyer, client) !== null)).toEqual([false, true, true])
  forgetInterviewsOf('camila')
  expect(pairs.map(([lawyer, client]) => readSent(lawyer, client) !== null)).toEqual([false, false, true])
  forgetInterviewsOf('andres')
  expect(Object.keys(localStorage)).toEqual([])
})

test('INT-06, INT-07 a storage that is full, forbidden or spoilt: nothing is kept, nothing is believed, nothing breaks', () => {
  for (const text of ['{', '{}', JSON.stringify(interviewOf('andres', 'rosa'))])
    localStorage.setItem('amparo-interview:andres:camila', text)
  expect(readSent('andres', 'camila')).toBeNull()
  const refuse = () => {
    throw new DOMException('QuotaExceededError')
  }
  for (const broken of [undefined, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
    vi.stubGlobal('localStorage', broken)
    expect(keepSent(interviewOf('andres', 'camila'))).toBe(false)
    expect(keepInterviewDraft('camila', interviewOf('andres', 'camila'))).toBe(false)
    expect(readSent('andres', 'camila')).toBeNull()
    expect(sentTo('andres')).toEqual([])
    forgetInterview('andres', 'camila')
    forgetInterviewsOf('camila')
  }
})

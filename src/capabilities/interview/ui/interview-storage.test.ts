import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteAllDrafts } from '../../../platform/drafts/drafts.ts'
import type { Interview } from '../schema.ts'
import {
  listSentTo,
  readInterviewDraft,
  readSent,
  removeInterview,
  removeInterviewsOf,
  saveInterviewDraft,
  saveSent,
} from './interview-storage.ts'

/** A Storage stub whose keys are own properties, as in browsers. */
function fakeStorage() {
  const items: Record<string, string> = {}
  const nonEnumerable = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(items, {
    getItem: nonEnumerable((key: string) => items[key] ?? null),
    setItem: nonEnumerable((key: string, text: string) => Object.assign(items, { [key]: text })),
    removeItem: nonEnumerable((key: string) => delete items[key]),
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
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('localStorage', fakeStorage())
})
afterEach(() => void vi.unstubAllGlobals())

test('INT-10, OPEN-57 one interview per client and lawyer; a lawyer lists the received ones, newest first', () => {
  const first = interviewOf('andres', 'camila')
  const second = interviewOf('andres', 'rosa', { createdAt: '2026-11-21T13:00:00.000Z' })
  expect(saveSent(first) && saveSent(second) && saveSent(interviewOf('berta', 'camila'))).toBe(true)
  expect(readSent('andres', 'camila')).toEqual(first)
  expect(readSent('andres', 'nadie')).toBeNull()
  expect(listSentTo('andres')).toEqual([second, first])
})

test('INT-06 a draft belongs to its author; log-out deletes drafts but not sent interviews', () => {
  const draft = interviewOf('andres', 'camila', { status: 'draft' })
  expect(saveInterviewDraft('camila', draft)).toBe(true)
  saveSent(interviewOf('andres', 'rosa'))
  expect(readInterviewDraft('camila', 'andres', 'camila')).toEqual(draft)
  expect(readInterviewDraft('rosa', 'andres', 'camila')).toBeNull()
  deleteAllDrafts()
  expect(readInterviewDraft('camila', 'andres', 'camila')).toBeNull()
  expect(listSentTo('andres')).toHaveLength(1)
})

test('OPEN-57, OPEN-58 a client can remove one interview; deleting an account removes all of its interviews', () => {
  const pairs = [
    ['andres', 'camila'],
    ['berta', 'camila'],
    ['andres', 'rosa'],
  ] as const
  for (const [lawyer, client] of pairs) saveSent(interviewOf(lawyer, client))
  removeInterview('andres', 'camila')
  expect(pairs.map(([lawyer, client]) => readSent(lawyer, client) !== null)).toEqual([false, true, true])
  removeInterviewsOf('camila')
  expect(pairs.map(([lawyer, client]) => readSent(lawyer, client) !== null)).toEqual([false, false, true])
  removeInterviewsOf('andres')
  expect(Object.keys(localStorage)).toEqual([])
})

test('INT-06, INT-07 full, blocked or corrupt storage: nothing is stored or read, and nothing throws', () => {
  for (const text of ['{', '{}', JSON.stringify(interviewOf('andres', 'rosa'))])
    localStorage.setItem('amparo-interview:andres:camila', text)
  expect(readSent('andres', 'camila')).toBeNull()
  const throwQuota = () => {
    throw new DOMException('QuotaExceededError')
  }
  for (const broken of [undefined, { getItem: throwQuota, setItem: throwQuota, removeItem: throwQuota }]) {
    vi.stubGlobal('localStorage', broken)
    expect(saveSent(interviewOf('andres', 'camila'))).toBe(false)
    expect(saveInterviewDraft('camila', interviewOf('andres', 'camila'))).toBe(false)
    expect(readSent('andres', 'camila')).toBeNull()
    expect(listSentTo('andres')).toEqual([])
    removeInterview('andres', 'camila')
    removeInterviewsOf('camila')
  }
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdmissionQueue, createAdmissionQueue } from './admission-queue.ts'

/** Names in the order of their admission; «no …» for a refusal. */
let outcomes: string[]
let room: number
let queue: AdmissionQueue
const limits = { maxWaitMs: 1_000, fifoWaitMs: 250, refusalsPerMs: 0, maxLength: 3 }
const disconnected = new Set<string>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  outcomes = []
  room = 0
  limits.refusalsPerMs = 1_000
  disconnected.clear()
  queue = createAdmissionQueue((entered) => entered < room, limits)
})

afterEach(() => {
  vi.useRealTimers()
})

const join = (...names: string[]) => {
  for (const name of names)
    queue.join({
      enter: () => outcomes.push(name),
      refuse: () => outcomes.push(`no ${name}`),
      isGone: () => disconnected.has(name),
    })
}

const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('docs/design.md §11: the admission queue', () => {
  test('admits as many as there is room for at once, and as many again at each check', () => {
    room = 2
    join('a', 'b', 'c', 'd', 'e')
    expect(outcomes).toEqual(['a', 'b'])
    expect(queue.length).toBe(3)
    pass(1)
    expect(outcomes).toEqual(['a', 'b', 'c', 'd'])
    pass(1)
    expect(outcomes).toEqual(['a', 'b', 'c', 'd', 'e'])
    join('f')
    expect(outcomes.at(-1)).toBe('f')
  })

  test('while waits are short, the oldest is first', () => {
    join('a', 'b')
    pass(249)
    room = 1
    join('c')
    expect(outcomes).toEqual([])
    pass(1)
    expect(outcomes).toEqual(['a'])
    // 'b' has now waited as long as the order of arrival allows.
    pass(1)
    expect(outcomes).toEqual(['a', 'c'])
  })

  test('once a wait is too long, the newest is first, until the old ones have left', () => {
    join('a')
    pass(251)
    join('b', 'c')
    room = 1
    pass(1)
    expect(outcomes).toEqual(['c'])
    pass(1)
    expect(outcomes).toEqual(['c', 'b'])
    pass(1)
    expect(outcomes).toEqual(['c', 'b', 'a'])
  })

  test('a request is refused after the maximum wait, and not before', () => {
    join('a')
    pass(500)
    join('b')
    pass(500)
    expect(outcomes).toEqual([])
    pass(1)
    expect(outcomes).toEqual(['no a'])
    pass(500)
    expect(outcomes).toEqual(['no a', 'no b'])
    expect([queue.length, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('refusals are rate-limited; an overdue request may still be admitted', () => {
    limits.refusalsPerMs = 1
    join('a', 'b', 'c')
    disconnected.add('a')
    pass(1_001)
    expect(outcomes).toEqual(['no b'])
    room = 1
    pass(1)
    expect(outcomes).toEqual(['no b', 'c'])
  })

  test('a full queue refuses its oldest at once: the newcomer is the next to be admitted', () => {
    join('a', 'b', 'c', 'd')
    expect([outcomes, queue.length]).toEqual([['no a'], 3])
    disconnected.add('b')
    join('e')
    expect([outcomes, queue.length]).toEqual([['no a'], 3])
    pass(251)
    join('f')
    room = 1
    pass(1)
    expect(outcomes).toEqual(['no a', 'no c', 'f'])
  })

  test('a refusal makes room', () => {
    join('a')
    pass(500)
    join('b', 'c')
    pass(501)
    join('d')
    expect(outcomes).toEqual(['no a'])
    join('e')
    expect(outcomes).toEqual(['no a', 'no b'])
  })

  test('a disconnected client is neither admitted nor counted', () => {
    join('a', 'b', 'c')
    disconnected.add('a').add('b')
    room = 1
    pass(1)
    expect(outcomes).toEqual(['c'])
    room = 0
    join('d', 'e')
    disconnected.add('d')
    pass(1_002)
    expect(outcomes).toEqual(['c', 'no e'])
  })

  test('no timer runs while nobody waits', () => {
    room = 1
    join('a')
    expect(vi.getTimerCount()).toBe(1)
    pass(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './pacing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start<Found>(work: Promise<Found>) {
  const seen: number[] = []
  const control = new AbortController()
  const state: { found?: Found; error?: unknown } = {}
  paced(work, (percent) => seen.push(percent), control.signal).then(
    (found) => {
      state.found = found
    },
    (error) => {
      state.error = error
    },
  )
  return { seen, state, control }
}

test('AIS-06, LIM-12 10 percent every 200 ms up to 90, then 100, and results 0.5 s after that', async () => {
  const { seen, state } = start(Promise.resolve('found'))
  expect(seen).toEqual([0])
  await vi.advanceTimersByTimeAsync(200)
  expect(seen.at(-1)).toBe(10)
  await vi.advanceTimersByTimeAsync(1_600)
  expect(seen).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  await vi.advanceTimersByTimeAsync(200)
  expect(seen.at(-1)).toBe(100)
  await vi.advanceTimersByTimeAsync(499)
  expect(state.found).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(state.found).toBe('found')
})

test('OPEN-52, TRAP-14 it waits at 90 until the real results are there', async () => {
  const work = Promise.withResolvers<string>()
  const { seen, state } = start(work.promise)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen.at(-1)).toBe(90)
  work.resolve('late')
  await vi.advanceTimersByTimeAsync(200)
  expect(seen.at(-1)).toBe(100)
  await vi.advanceTimersByTimeAsync(500)
  expect(state.found).toBe('late')
})

test('OPEN-52 it stops on an error, at once, and when the person leaves', async () => {
  const work = Promise.withResolvers<string>()
  const failing = start(work.promise)
  await vi.advanceTimersByTimeAsync(600)
  work.reject(new Error('down'))
  await vi.advanceTimersByTimeAsync(0)
  expect(failing.state.error).toEqual(new Error('down'))
  const left = start(Promise.resolve('found'))
  await vi.advanceTimersByTimeAsync(400)
  left.control.abort(new Error('left'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(left.state).toEqual({ error: new Error('left') })
  expect([failing.seen.at(-1), left.seen.at(-1)]).toEqual([30, 20])
  expect(vi.getTimerCount()).toBe(0)
})

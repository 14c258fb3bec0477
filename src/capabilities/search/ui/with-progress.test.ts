import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withProgress } from './with-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start<Result>(work: Promise<Result>) {
  const percents: number[] = []
  const control = new AbortController()
  const state: { result?: Result; error?: unknown } = {}
  withProgress(work, (percent) => percents.push(percent), control.signal).then(
    (result) => {
      state.result = result
    },
    (error) => {
      state.error = error
    },
  )
  return { percents, state, control }
}

test('AIS-06, LIM-12 10 percent every 200 ms up to 90, then 100, and the result 0.5 s later', async () => {
  const { percents, state } = start(Promise.resolve('found'))
  expect(percents).toEqual([0])
  await vi.advanceTimersByTimeAsync(200)
  expect(percents.at(-1)).toBe(10)
  await vi.advanceTimersByTimeAsync(1_600)
  expect(percents).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  await vi.advanceTimersByTimeAsync(200)
  expect(percents.at(-1)).toBe(100)
  await vi.advanceTimersByTimeAsync(499)
  expect(state.result).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(state.result).toBe('found')
})

test('OPEN-52, TRAP-14 it waits at 90 for the real result', async () => {
  const work = Promise.withResolvers<string>()
  const { percents, state } = start(work.promise)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(percents.at(-1)).toBe(90)
  work.resolve('late')
  await vi.advanceTimersByTimeAsync(200)
  expect(percents.at(-1)).toBe(100)
  await vi.advanceTimersByTimeAsync(500)
  expect(state.result).toBe('late')
})

test('OPEN-52 it stops at once on an error and when the user leaves', async () => {
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
  expect([failing.percents.at(-1), left.percents.at(-1)]).toEqual([30, 20])
  expect(vi.getTimerCount()).toBe(0)
})

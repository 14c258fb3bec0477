import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('DAL-13 many events cause one refresh after the delay, and the next event causes another', () => {
  const run = vi.fn()
  const coalesced = coalesce(run, () => 400)
  for (let at = 0; at < 20; at++) coalesced.schedule()
  vi.advanceTimersByTime(399)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledTimes(1)
  coalesced.schedule()
  vi.advanceTimersByTime(400)
  expect(run).toHaveBeenCalledTimes(2)
})

test('runs nothing once stopped, and can be used again', () => {
  const run = vi.fn()
  const coalesced = coalesce(run, () => 400)
  coalesced.schedule()
  coalesced.cancel()
  vi.advanceTimersByTime(5_000)
  expect(run).not.toHaveBeenCalled()
  coalesced.schedule()
  vi.advanceTimersByTime(400)
  expect(run).toHaveBeenCalledTimes(1)
})

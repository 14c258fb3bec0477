import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('DAL-13 a crowd of events is one refresh after the pause, and the next event begins another', () => {
  const run = vi.fn()
  const { add } = gather(run, () => 400)
  for (let at = 0; at < 20; at++) add()
  vi.advanceTimersByTime(399)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledTimes(1)
  add()
  vi.advanceTimersByTime(400)
  expect(run).toHaveBeenCalledTimes(2)
})

test('whoever leaves the page refreshes nothing more, and may come back', () => {
  const run = vi.fn()
  const { add, stop } = gather(run, () => 400)
  add()
  stop()
  vi.advanceTimersByTime(5_000)
  expect(run).not.toHaveBeenCalled()
  add()
  vi.advanceTimersByTime(400)
  expect(run).toHaveBeenCalledTimes(1)
})

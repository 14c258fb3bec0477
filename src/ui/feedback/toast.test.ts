import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The module has a queue: each test gets a fresh copy. */
const fresh = () => import('./toast.ts')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', {})
})
afterEach(() => void vi.unstubAllGlobals())

it('queues toasts until the region is mounted, calls the listener, and delivers in order', async () => {
  const { setToastHandler, onToastQueued, toast } = await fresh()
  const wake = vi.fn()
  toast({ kind: 'info', text: 'uno' })
  expect(onToastQueued(wake)).toBe(true)
  toast({ kind: 'info', text: 'dos' })
  expect(wake).toHaveBeenCalledTimes(1)

  const shown: (string | undefined)[] = []
  setToastHandler(({ text }) => void shown.push(text))
  toast({ kind: 'info', text: 'tres' })
  expect(shown).toEqual(['uno', 'dos', 'tres'])
  expect(wake).toHaveBeenCalledTimes(1)
  expect(onToastQueued(undefined)).toBe(false)
})

it('queues toasts again once the region is unmounted', async () => {
  const { setToastHandler, onToastQueued, takeQueuedToasts, toast } = await fresh()
  const [shown, wake] = [vi.fn(), vi.fn()]
  setToastHandler(shown)
  onToastQueued(wake)
  setToastHandler(undefined)
  toast({ kind: 'error', text: 'uno' })
  expect(shown).not.toHaveBeenCalled()
  expect(wake).toHaveBeenCalledTimes(1)
  expect(takeQueuedToasts()).toHaveLength(1)
})

it('hands over the queued toasts once', async () => {
  const { setToastHandler, takeQueuedToasts, toast } = await fresh()
  toast({ kind: 'error', text: 'uno' })
  expect(takeQueuedToasts()).toEqual([{ kind: 'error', text: 'uno' }])
  const shown = vi.fn()
  setToastHandler(shown)
  expect(shown).not.toHaveBeenCalled()
})

it('does nothing on the server', async () => {
  vi.stubGlobal('document', undefined)
  const { onToastQueued, toast } = await fresh()
  toast({ kind: 'error', text: 'nadie' })
  expect(onToastQueued(undefined)).toBe(false)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The module keeps what waits: each test has a copy of its own. */
const fresh = () => import('./toast.ts')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', {})
})
afterEach(() => void vi.unstubAllGlobals())

it('keeps toasts until their program has come, wakes it, and delivers in order', async () => {
  const { deliverToasts, onToastWaiting, toast } = await fresh()
  const wake = vi.fn()
  toast({ kind: 'info', text: 'uno' })
  expect(onToastWaiting(wake)).toBe(true)
  toast({ kind: 'info', text: 'dos' })
  expect(wake).toHaveBeenCalledTimes(1)

  const shown: (string | undefined)[] = []
  deliverToasts(({ text }) => void shown.push(text))
  toast({ kind: 'info', text: 'tres' })
  expect(shown).toEqual(['uno', 'dos', 'tres'])
  expect(wake).toHaveBeenCalledTimes(1)
  expect(onToastWaiting(undefined)).toBe(false)
})

it('keeps toasts again once their program has gone from the page', async () => {
  const { deliverToasts, onToastWaiting, takeWaiting, toast } = await fresh()
  const [shown, wake] = [vi.fn(), vi.fn()]
  deliverToasts(shown)
  onToastWaiting(wake)
  deliverToasts(undefined)
  toast({ kind: 'error', text: 'uno' })
  expect(shown).not.toHaveBeenCalled()
  expect(wake).toHaveBeenCalledTimes(1)
  expect(takeWaiting()).toHaveLength(1)
})

it('gives what waits to whoever says it instead, once', async () => {
  const { deliverToasts, takeWaiting, toast } = await fresh()
  toast({ kind: 'error', text: 'uno' })
  expect(takeWaiting()).toEqual([{ kind: 'error', text: 'uno' }])
  const shown = vi.fn()
  deliverToasts(shown)
  expect(shown).not.toHaveBeenCalled()
})

it('says nothing on the server', async () => {
  vi.stubGlobal('document', undefined)
  const { onToastWaiting, toast } = await fresh()
  toast({ kind: 'error', text: 'nadie' })
  expect(onToastWaiting(undefined)).toBe(false)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Each call simulates another tab of the same browser: a new copy of the module. */
async function openTab() {
  vi.resetModules()
  return import('./session-events.ts')
}

beforeEach(() => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

it('AUT-25: a change here is consumed once by the next navigation, and reaches the other tabs only', async () => {
  const here = await openTab()
  const there = await openTab()
  const onEventHere = vi.fn()
  const onEventThere = vi.fn()
  here.onSessionEvent(onEventHere)
  there.onSessionEvent(onEventThere)

  here.announceSessionChange()
  await vi.waitFor(() => expect(onEventThere).toHaveBeenCalledExactlyOnceWith('elsewhere'))
  expect(onEventHere).not.toHaveBeenCalled()
  expect([here.consumeSessionChange(), here.consumeSessionChange()]).toEqual([true, false])
  expect(there.consumeSessionChange()).toBe(false)
})

it('a rejection by the server reaches this tab only, until unsubscribed', async () => {
  const here = await openTab()
  const onEvent = vi.fn()
  const unsubscribe = here.onSessionEvent(onEvent)
  here.announceSessionStale()
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('stale')
  unsubscribe()
  here.announceSessionStale()
  expect(onEvent).toHaveBeenCalledTimes(1)
})

it('NAV-12 rejections by the server while this tab logs out announce nothing', async () => {
  const here = await openTab()
  const onEvent = vi.fn()
  here.onSessionEvent(onEvent)
  await here.whileEndingSession(async () => here.announceSessionStale())
  expect(onEvent).not.toHaveBeenCalled()
  await expect(here.whileEndingSession(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  here.announceSessionStale()
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('stale')
})

it('HOM-01: a page from the back-forward cache causes an event, a page that was loaded does not', async () => {
  const here = await openTab()
  const onEvent = vi.fn()
  here.onSessionEvent(onEvent)
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  vi.stubGlobal('dispatchEvent', (window as unknown as EventTarget).dispatchEvent.bind(window))
  show(false)
  expect(onEvent).not.toHaveBeenCalled()
  show(true)
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('restored')
})

it('sends nothing on the server', async () => {
  vi.unstubAllGlobals()
  const here = await openTab()
  here.announceSessionChange()
  expect(here.consumeSessionChange()).toBe(true)
})

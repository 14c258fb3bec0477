import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Each call is another tab: a copy of the module, whose browser is the same one. */
async function tab() {
  vi.resetModules()
  return import('./session-change.ts')
}

beforeEach(() => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

it('AUT-25: a change here is read once by the next navigation, and heard in the other tabs only', async () => {
  const here = await tab()
  const there = await tab()
  const heardHere = vi.fn()
  const heardThere = vi.fn()
  here.onSessionNews(heardHere)
  there.onSessionNews(heardThere)

  here.sessionChanged()
  await vi.waitFor(() => expect(heardThere).toHaveBeenCalledExactlyOnceWith('elsewhere'))
  expect(heardHere).not.toHaveBeenCalled()
  expect([here.takeSessionChange(), here.takeSessionChange()]).toEqual([true, false])
  expect(there.takeSessionChange()).toBe(false)
})

it('a refusal by the server is news of this tab alone, until nobody listens', async () => {
  const here = await tab()
  const heard = vi.fn()
  const stop = here.onSessionNews(heard)
  here.sessionRefused()
  expect(heard).toHaveBeenCalledExactlyOnceWith('refused')
  stop()
  here.sessionRefused()
  expect(heard).toHaveBeenCalledTimes(1)
})

it('HOM-01: a page from the back-forward cache is news, one that was loaded is not', async () => {
  const here = await tab()
  const heard = vi.fn()
  here.onSessionNews(heard)
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  vi.stubGlobal('dispatchEvent', (window as unknown as EventTarget).dispatchEvent.bind(window))
  show(false)
  expect(heard).not.toHaveBeenCalled()
  show(true)
  expect(heard).toHaveBeenCalledExactlyOnceWith('restored')
})

it('on the server it says nothing to anybody', async () => {
  vi.unstubAllGlobals()
  const { sessionChanged, takeSessionChange } = await tab()
  sessionChanged()
  expect(takeSessionChange()).toBe(true)
})

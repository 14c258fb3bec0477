import type { Page } from '@playwright/test'
import { axeViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { reload } from './input-method.ts'

test('AUT-20 a signed-in person stays signed in over a reload, and the page is in Chilean Spanish', async ({
  page,
  makeAccount,
  signIn,
  visit,
}) => {
  const account = await makeAccount({ name: 'Josefa Pérez Soto', role: 'client' })
  await signIn(page, account)
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  const locale = await page.evaluate(() => ({
    language: navigator.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    money: new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' }).format(1_234_567),
  }))
  expect(locale).toEqual({ language: 'es-CL', zone: 'America/Santiago', money: '$1.234.567' })
})

test('a factory and a mail template load in a browser test', async ({ database }) => {
  const { accountsMails } = await import('../../../src/capabilities/accounts/mail.server.tsx')
  expect(accountsMails.map(({ name }) => name)).toContain('accounts.confirm-email')
  expect(await database.sql('select 1 as one')).toEqual([{ one: 1 }])
})

test('OPEN-70 axe checks the page again at each call: a button without a name that is added later is found', async ({
  page,
  visit,
}) => {
  await visit(page, '/terminos')
  expect(await axeViolations(page)).toEqual([])
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  expect(await axeViolations(page)).toEqual([expect.stringMatching(/^button-name: /)])
  expect(await axeViolations(page, 'h1')).toEqual([])
})

test('OPEN-70 axe checks frames, too', async ({ page }) => {
  const frame = `<html lang=es><title>Carta</title><main><h1>Carta</h1><button></button></main>`
  await page.setContent(
    `<html lang=es><title>Buzón</title><main><h1>Buzón</h1><iframe title=Carta srcdoc="${frame}"></iframe></main>`,
  )
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
  expect(await axeViolations(page)).toContain('button-name: iframe,button')
})

/** The state that a page and its browser context store. */
const storedState = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    online: navigator.onLine,
    history: history.length,
  }))

test('a context from another test is empty, online, and has another client address', async ({
  contextPool,
  visit,
}) => {
  // Options of its own, so that no other test uses this context so often that it gets replaced.
  const kind = { viewport: { width: 700, height: 700 } }
  const first = await contextPool.acquire('192.0.2.1', kind)
  const page = await first.newPage()
  await visit(page, '/terminos')
  const before = await storedState(page)
  await page.evaluate(async () => {
    localStorage.setItem('borrador', 'texto')
    sessionStorage.setItem('borrador', 'texto')
    // biome-ignore lint/suspicious/noDocumentCookie: as any page could
    document.cookie = 'amparo=falsa'
    await new Promise((done) => Object.assign(indexedDB.open('notas'), { onsuccess: done }))
    // A page may still write when it closes.
    addEventListener('pagehide', () => localStorage.setItem('tarde', 'texto'))
  })
  await first.setOffline(true)
  await contextPool.release(first, true)
  const second = await contextPool.acquire('192.0.2.2', kind)
  expect(second).toBe(first)
  const fresh = await second.newPage()
  const request = fresh.waitForRequest('**/terminos')
  await visit(fresh, '/terminos')
  expect(await storedState(fresh)).toEqual(before)
  expect(await (await request).headerValue('x-forwarded-for')).toBe('192.0.2.2')
  await contextPool.release(second, true)
})

for (const [how, taint, hasPassed] of [
  ['with an init script', (page) => page.context().addInitScript('window.marked = 1'), true],
  ['with a fake clock', (page) => page.clock.install(), true],
  ['with a route', (page) => page.context().route('**/x', (on) => on.abort()), true],
  ['with an event listener', async (page) => page.context().on('request', () => {}), true],
  ['of a test that failed', async () => {}, false],
] satisfies [string, (page: Page) => Promise<unknown>, boolean][])
  test(`a context ${how} is not reused`, async ({ contextPool }) => {
    const kind = { viewport: { width: 710, height: 700 } }
    const first = await contextPool.acquire('192.0.2.1', kind)
    await taint(await first.newPage())
    await contextPool.release(first, hasPassed)
    const second = await contextPool.acquire('192.0.2.2', kind)
    expect(second).not.toBe(first)
    await second.close()
  })

test('a context that many tests have used is replaced', async ({ contextPool }) => {
  const first = await contextPool.acquire('192.0.2.1')
  await contextPool.release(first, true)
  for (let uses = 0; uses < 30; uses++) {
    const next = await contextPool.acquire('192.0.2.1')
    await contextPool.release(next, true)
    if (next !== first) return
  }
  throw new Error('it was never replaced')
})

import type { BrowserContext, Page, Request } from '@playwright/test'
import { openTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import { pauseClock } from '../harness/input-method.ts'

const LOST = 'Sin conexión en vivo. Reintentando…'
const BACK = 'Conexión en vivo restablecida.'

interface Live {
  /** A proxy between browser and application that can cut the connection. */
  line: TcpProxy
  /** A browser context of its own, signed in, that connects through the proxy. */
  person: { id: string; context: BrowserContext }
  /** Opens the panel in a tab of that context, hydrated. */
  openTab(): Promise<Page>
  /** Changes the person's name by SQL. @param quiet without an event */
  rename(name: string, quiet?: boolean): Promise<void>
  /** Event streams of this context: all that were requested, and those that are open. */
  streams: { requested: Request[]; open: Set<Request> }
}

const test = base.extend<Live>({
  line: async ({ app }, use) => {
    const line = await openTcpProxy(app.port)
    await use(line)
    await line.close()
  },
  person: async ({ browser, line, makeAccount }, use) => {
    const account = await makeAccount({ name: 'Ana Primera' })
    const origin = `http://127.0.0.1:${line.port}`
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
    const login = { email: account.email, password: account.password }
    const answer = await context.request.post('/api/accounts/login', { data: login, headers: { origin } })
    expect(answer.status()).toBe(200)
    await use({ id: account.id, context })
    await context.close()
  },
  openTab: ({ person }, use) =>
    use(async () => {
      const page = await person.context.newPage()
      await page.goto('/dashboard')
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
      return page
    }),
  rename: ({ database, person }, use) =>
    use(async (name, quiet = false) => {
      await database.sql('update profiles set name = $2 where id = $1', [person.id, name])
      if (quiet) return
      await database.sql(`insert into events (user_id, kind, ref) values ($1, 'profile', $1)`, [person.id])
      database.platform.wake()
    }),
  streams: async ({ person }, use) => {
    const requested: Request[] = []
    const open = new Set<Request>()
    person.context.on('request', (request) => {
      if (!isStream(request)) return
      requested.push(request)
      open.add(request)
    })
    const onEnd = (request: Request) => void open.delete(request)
    person.context.on('requestfinished', onEnd)
    person.context.on('requestfailed', onEnd)
    await use({ requested, open })
  },
})

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'
/** The session's name in the navigation bar. */
const bar = (page: Page, name: string) => page.getByRole('banner').getByText(name)
const notice = (page: Page) => page.getByRole('status').getByText(LOST)

test('AUT-26, NAV-16 two tabs share one stream; both show the change; the second takes over when the first is closed', async ({
  openTab,
  rename,
  streams,
}) => {
  const first = await openTab()
  await expect.poll(() => streams.open.size).toBe(1)
  const second = await openTab()
  await rename('Ana Segunda')
  for (const page of [first, second]) await expect(bar(page, 'Ana Segunda')).toBeVisible()
  expect(streams.requested).toHaveLength(1)
  await first.close()
  await expect.poll(() => streams.requested.length).toBe(2)
  expect(streams.requested[1]?.headers()['last-event-id']).toMatch(/^[0-9a-f-]{36}\.\d+\.\d+$/)
  await rename('Ana Tercera')
  await expect(bar(second, 'Ana Tercera')).toBeVisible()
  expect(streams.requested).toHaveLength(2)
})

test('OPEN-66 the connection is cut: both tabs show a notice, and after reconnecting what happened meanwhile, without a reload', async ({
  line,
  openTab,
  rename,
  streams,
}) => {
  const pages = [await openTab(), await openTab()]
  await expect.poll(() => streams.open.size).toBe(1)
  // Make sure that both tabs receive events: a tab whose live code has not loaded yet shows no notice.
  await rename('Ana Conectada')
  for (const page of pages) await expect(bar(page, 'Ana Conectada')).toBeVisible()
  for (const page of pages) await page.evaluate(() => Object.assign(window, { mark: 1 }))
  await line.cut()
  for (const page of pages) await expect(notice(page)).toBeVisible()
  await rename('Ana Desconectada')
  await line.resume()
  await Promise.all(
    pages.map((page) => expect(page.getByRole('status').getByText(BACK)).toBeVisible({ timeout: 30_000 })),
  )
  for (const page of pages) {
    await expect(notice(page)).toHaveCount(0)
    await expect(bar(page, 'Ana Desconectada')).toBeVisible()
    expect(await page.evaluate(() => (window as { mark?: number }).mark)).toBe(1)
    await expect(page.getByText(BACK)).toHaveCount(0)
  }
})

test('a short loss shows no notice, and what happened meanwhile is replayed', async ({
  line,
  person,
  openTab,
  rename,
  streams,
}) => {
  await person.context.clock.install()
  const page = await openTab()
  await rename('Ana Conectada')
  await expect(bar(page, 'Ana Conectada')).toBeVisible()
  // Record the notice even if it shows only for a moment.
  await page.evaluate((text) => {
    const seen: string[] = []
    const check = () => document.body.textContent.includes(text) && seen.push(text)
    new MutationObserver(check).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    Object.assign(window, { seen })
  }, LOST)
  // By the page's clock the loss is short, however long the test takes.
  await pauseClock(page)
  await line.cut()
  await rename('Ana Repuesta')
  await line.resume()
  const stream = page.waitForResponse('**/api/events')
  // The page retries within half a second of noticing the loss.
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return streams.requested.length
    })
    .toBe(2)
  await stream
  await page.clock.resume()
  await expect(bar(page, 'Ana Repuesta')).toBeVisible()
  expect(await page.evaluate(() => (window as { seen?: string[] }).seen)).toEqual([])
})

test('what happens between loading the page and opening its stream is not missed', async ({
  person,
  rename,
  streams,
}) => {
  const page = await person.context.newPage()
  let release: () => void = () => {}
  const gate = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/events', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => streams.requested.length).toBe(1)
  await rename('Ana Intermedia')
  await expect(bar(page, 'Ana Primera')).toBeVisible()
  release()
  await expect(bar(page, 'Ana Intermedia')).toBeVisible()
})

test('AUT-25, AUT-28 «Salir» in one tab: the stream closes, the other tab signs out, too, and no stream is requested again', async ({
  openTab,
  streams,
}) => {
  const [first, second] = [await openTab(), await openTab()]
  await expect.poll(() => streams.open.size).toBe(1)
  await first.getByRole('button', { name: 'Salir' }).click()
  for (const page of [first, second])
    await expect(page.getByRole('banner').getByRole('button', { name: 'Registrarse' })).toBeVisible()
  await expect.poll(() => streams.open.size).toBe(0)
  for (const page of [first, second]) await expect(page.getByText(LOST)).toHaveCount(0)
})

test('when the session ends on the server, the page goes to the login automatically', async ({
  database,
  person,
  openTab,
  streams,
}) => {
  const page = await openTab()
  await expect.poll(() => streams.open.size).toBe(1)
  await database.sql('delete from session where "userId" = $1', [person.id])
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => streams.open.size).toBe(0)
})

test('a page that was frozen receives events again after `resume`', async ({ openTab, rename, streams }) => {
  const page = await openTab()
  await expect.poll(() => streams.open.size).toBe(1)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(() => streams.open.size).toBe(0)
  await rename('Ana Congelada')
  await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect(bar(page, 'Ana Congelada')).toBeVisible()
})

test('a browser without the Web Locks API: every tab has a stream of its own', async ({
  person,
  openTab,
  rename,
  streams,
}) => {
  await person.context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  const pages = [await openTab(), await openTab()]
  await expect.poll(() => streams.open.size).toBe(2)
  await rename('Ana Doble')
  for (const page of pages) await expect(bar(page, 'Ana Doble')).toBeVisible()
})

test('a visitor loads neither the live code nor the stream', async ({ page, visit }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const path of ['/', '/login']) await visit(page, path)
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => /assets\/session-|api\/events/.test(url))).toEqual([])
})

test('docs/design.md §6 a page without data of its own is not refetched when its stream begins', async ({
  person,
}) => {
  const page = await person.context.newPage()
  const refetches: string[] = []
  page.on('request', (request) => {
    if (/\.data(\?|$)/.test(request.url())) refetches.push(request.url())
  })
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto('/terminos')
  expect((await stream).request().headers()['last-event-id']).toMatch(/^[\da-f-]{36}\.\d+\.\d+$/)
  // A reset would refetch at once.
  await page.waitForTimeout(500)
  expect(refetches).toEqual([])
})

import type { BrowserContext, Page, Request } from '@playwright/test'
import { type Line, openLine } from '../support/proxy.ts'
import { test as base, expect } from './fixtures.ts'
import { stopClock } from './hand.ts'

const LOST = 'Sin conexión en vivo. Reintentando…'
const BACK = 'Conexión en vivo restablecida.'

interface Live {
  /** A line between browser and application that can be cut. */
  line: Line
  /** A browser of its own, signed in, that comes over the line. */
  person: { id: string; context: BrowserContext }
  /** The panel, in a tab of that browser, hydrated. */
  tab(): Promise<Page>
  /** Changes the person's name past every command. @param quiet whether nobody is told */
  rename(name: string, quiet?: boolean): Promise<void>
  /** Streams of this browser: how many it has asked for, and which are open. */
  streams: { asked: Request[]; open: Set<Request> }
}

const test = base.extend<Live>({
  line: async ({ app }, use) => {
    const line = await openLine(app.port)
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
  tab: ({ person }, use) =>
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
    const asked: Request[] = []
    const open = new Set<Request>()
    person.context.on('request', (request) => {
      if (!isStream(request)) return
      asked.push(request)
      open.add(request)
    })
    const over = (request: Request) => void open.delete(request)
    person.context.on('requestfinished', over)
    person.context.on('requestfailed', over)
    await use({ asked, open })
  },
})

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'
/** The name in the bar: that of the session. */
const bar = (page: Page, name: string) => page.getByRole('banner').getByText(name)
const notice = (page: Page) => page.getByRole('status').getByText(LOST)

test('AUT-26, NAV-16 two tabs share one stream; both show the change; the second goes on when the first is closed', async ({
  tab,
  rename,
  streams,
}) => {
  const first = await tab()
  await expect.poll(() => streams.open.size).toBe(1)
  const second = await tab()
  await rename('Ana Segunda')
  for (const page of [first, second]) await expect(bar(page, 'Ana Segunda')).toBeVisible()
  expect(streams.asked).toHaveLength(1)
  await first.close()
  await expect.poll(() => streams.asked.length).toBe(2)
  expect(streams.asked[1]?.headers()['last-event-id']).toMatch(/^[0-9a-f-]{36}\.\d+\.\d+$/)
  await rename('Ana Tercera')
  await expect(bar(second, 'Ana Tercera')).toBeVisible()
  expect(streams.asked).toHaveLength(2)
})

test('OPEN-66 the line is cut: both tabs say so, and show what happened meanwhile once it is back, without a reload', async ({
  line,
  tab,
  rename,
  streams,
}) => {
  const pages = [await tab(), await tab()]
  await expect.poll(() => streams.open.size).toBe(1)
  // Both listen: a tab whose own part has not come yet has nothing to lose.
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

test('a short loss is not spoken of, and what happened meanwhile is replayed', async ({
  line,
  person,
  tab,
  rename,
  streams,
}) => {
  await person.context.clock.install()
  const page = await tab()
  await rename('Ana Conectada')
  await expect(bar(page, 'Ana Conectada')).toBeVisible()
  // Whatever is said meanwhile, and be it for a moment.
  await page.evaluate((text) => {
    const said: string[] = []
    const look = () => document.body.textContent.includes(text) && said.push(text)
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { said })
  }, LOST)
  // By the page's clock the loss is short, however long the test takes for it.
  await stopClock(page)
  await line.cut()
  await rename('Ana Repuesta')
  await line.resume()
  const stream = page.waitForResponse('**/api/events')
  // The first try comes within half a second of the page's noticing.
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return streams.asked.length
    })
    .toBe(2)
  await stream
  await page.clock.resume()
  await expect(bar(page, 'Ana Repuesta')).toBeVisible()
  expect(await page.evaluate(() => (window as { said?: string[] }).said)).toEqual([])
})

test('what happens between the page and its stream is not missed', async ({ person, rename, streams }) => {
  const page = await person.context.newPage()
  let go: () => void = () => {}
  const gate = new Promise<void>((done) => {
    go = done
  })
  await page.route('**/api/events', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => streams.asked.length).toBe(1)
  await rename('Ana Intermedia')
  await expect(bar(page, 'Ana Primera')).toBeVisible()
  go()
  await expect(bar(page, 'Ana Intermedia')).toBeVisible()
})

test('AUT-25, AUT-28 «Salir» in one tab: the stream is closed, the other tab knows, and nobody asks again', async ({
  tab,
  streams,
}) => {
  const [first, second] = [await tab(), await tab()]
  await expect.poll(() => streams.open.size).toBe(1)
  await first.getByRole('button', { name: 'Salir' }).click()
  for (const page of [first, second])
    await expect(page.getByRole('banner').getByRole('button', { name: 'Registrarse' })).toBeVisible()
  await expect.poll(() => streams.open.size).toBe(0)
  for (const page of [first, second]) await expect(page.getByText(LOST)).toHaveCount(0)
})

test('a session that ends elsewhere sends the page to the login by itself', async ({
  database,
  person,
  tab,
  streams,
}) => {
  const page = await tab()
  await expect.poll(() => streams.open.size).toBe(1)
  await database.sql('delete from session where "userId" = $1', [person.id])
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => streams.open.size).toBe(0)
})

test('a page that comes back from the back-forward cache, or was frozen, hears again', async ({
  tab,
  rename,
  streams,
}) => {
  const page = await tab()
  await expect.poll(() => streams.open.size).toBe(1)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(() => streams.open.size).toBe(0)
  await rename('Ana Congelada')
  await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect(bar(page, 'Ana Congelada')).toBeVisible()
})

test('a browser without locks: every tab has a stream of its own', async ({
  person,
  tab,
  rename,
  streams,
}) => {
  await person.context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  const pages = [await tab(), await tab()]
  await expect.poll(() => streams.open.size).toBe(2)
  await rename('Ana Doble')
  for (const page of pages) await expect(bar(page, 'Ana Doble')).toBeVisible()
})

test('a visitor carries none of it', async ({ page, visit }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of ['/', '/login']) await visit(page, path)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /live-part|api\/events/.test(url))).toEqual([])
})

test('DESIGN §6 a page without data of its own is not read a second time when its stream begins', async ({
  person,
}) => {
  const page = await person.context.newPage()
  const again: string[] = []
  page.on('request', (request) => {
    if (/\.data(\?|$)/.test(request.url())) again.push(request.url())
  })
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto('/terminos')
  expect((await stream).request().headers()['last-event-id']).toMatch(/^[\da-f-]{36}\.\d+\.\d+$/)
  // What a reset asks for, it asks for at once.
  await page.waitForTimeout(500)
  expect(again).toEqual([])
})

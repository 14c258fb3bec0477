import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { compressedSize } from '../pages/page-weight.ts'

test.use({ firstVisit: true })

const bar = (page: Page) => page.getByRole('banner')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The URLs of all requests of a first visit of the landing page. */
async function visitLanding(page: Page): Promise<string[]> {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  return urls
}

test('docs/design.md §11 a first visit of the landing page: 16 requests, 130 KB of JavaScript, 150 KB in all but the fonts and 40 of fonts', async ({
  page,
}) => {
  const urls = await visitLanding(page)
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(16)
  let script = 0
  let fonts = 0
  let others = 0
  for (const url of urls) {
    const { pathname } = new URL(url)
    if (pathname.endsWith('.js')) script += await compressedSize(url, 'gzip')
    if (pathname.endsWith('.woff2')) fonts += await compressedSize(url, 'br')
    else others += await compressedSize(url, 'br')
  }
  expect(script).toBeLessThanOrEqual(130_000)
  expect(others).toBeLessThanOrEqual(150_000)
  expect(fonts).toBeLessThanOrEqual(40_000)
})

test('docs/design.md §11 the landing page’s own style sheet has all its classes; the main one loads before another page or dialog', async ({
  page,
  visit,
}) => {
  const sheets = () =>
    page.evaluate(() =>
      [...document.styleSheets].map((sheet) => /(landing-critical|main)-[^/]+$/.exec(sheet.href ?? '')?.[1]),
    )
  await visit(page, '/')
  expect(await sheets()).toEqual(['landing-critical'])
  const used = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList])),
  ])
  const first = await page.evaluate(() =>
    fetch(document.styleSheets[0]?.href ?? '').then((answer) => answer.text()),
  )
  await page.locator('main').getByRole('button', { name: 'Comenzar Ahora' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await sheets()).toEqual(['landing-critical', 'main'])
  const whole = await page.evaluate(() =>
    fetch(document.styleSheets[1]?.href ?? '').then((answer) => answer.text()),
  )
  const escaped = await page.evaluate((names) => names.map((name) => `.${CSS.escape(name)}`), used)
  expect(escaped.length).toBeGreaterThan(100)
  // On failure: add the file that uses the class to src/ui/boot/landing-critical.css.
  expect(escaped.filter((name) => whole.includes(name) && !first.includes(name))).toEqual([])
  // The critical sheet must never load after the main one: its rules would win.
  await visit(page, '/login')
  await bar(page).getByRole('link', { name: 'Amparo, inicio' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('heading', { level: 1, name: 'Encuentra al abogado' }).waitFor()
  expect(await sheets()).toEqual(['main'])
})

test('docs/design.md §11 a page waits for the main style sheet; if it fails to load, the next press retries it', async ({
  page,
  visit,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await visit(page, '/')
  await page.route('**/main-*.css*', async (route) => {
    await released
    await route.continue()
  })
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await page.waitForTimeout(1_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Encuentra al abogado' })).toBeVisible()
  await expect(field(page, 'Contraseña')).toHaveCount(0)
  release()
  await expect(field(page, 'Contraseña')).toBeVisible()

  await page.unroute('**/main-*.css*')
  // The style sheet fails after the toast code has loaded: an error must show all the same.
  const toastCode = page.waitForResponse('**/toast-region-*.js')
  await page.route('**/main-*.css*', async (route) => {
    await (await toastCode).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await route.abort()
  })
  await visit(page, '/')
  const begin = page.locator('main').getByRole('button', { name: 'Comenzar Ahora' })
  await begin.click()
  await expect(page.locator('[data-toasts]')).not.toHaveText('')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute('**/main-*.css*')
  await begin.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog')).not.toHaveCSS('box-shadow', 'none')
})

test('docs/decisions/0009 the route manifest: bad requests get no 5xx, and a link that cannot load it shows an error', async ({
  page,
  app,
  visit,
}) => {
  const version = /"version": ?"(\w+)"/.exec(await (await fetch(app.url)).text())?.[1]
  const status = async (query: string) => (await fetch(`${app.url}/__manifest${query}`)).status
  expect(await status(`?version=${version}&paths=/login`)).toBe(200)
  // The version of another release: 204 makes React Router reload the document.
  expect(await status('?version=0&paths=/login')).toBe(204)
  for (const query of ['', '?paths[]=1', `?version=${version}`, `?version=${version}&paths=/a&paths=/b`])
    expect(await status(query)).toBe(400)
  expect(await status(`?version=${version}&paths=${'a,'.repeat(201)}`)).toBe(400)
  for (const paths of ['%E0%A4%A', '/%2500,//otra.cl,/../..', '%ff%fe', 'javascript:1', '/__proto__'])
    expect(await status(`?version=${version}&paths=${paths}`)).toBeLessThan(500)
  expect(await status('/?paths=/')).toBe(404)

  await page.route('**/__manifest*', (route) => route.abort())
  await visit(page, '/')
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('No se pudo abrir la página.')).toBeVisible()
  await page.unroute('**/__manifest*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(field(page, 'Contraseña')).toBeVisible()
})

for (const [what, script] of [
  ['has no PerformanceObserver', 'delete window.PerformanceObserver'],
  [
    'does not support the observed type',
    'PerformanceObserver.prototype.observe = () => { throw new TypeError() }',
  ],
  ['has a PerformanceObserver that never reports', 'PerformanceObserver.prototype.observe = () => {}'],
] as const)
  test(`docs/decisions/0009 a browser that ${what} gets the scripts, too`, async ({ page }) => {
    await page.addInitScript(script)
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  })

test('docs/design.md §11 with `firstVisit` nothing comes from the cache, though the browser was here before', async ({
  page,
  context,
  visit,
}) => {
  /** Counts the files of a visit that come from the browser's cache. */
  const countCached = async (visitor: Page) => {
    const session = await context.newCDPSession(visitor)
    await session.send('Network.enable')
    let count = 0
    session.on('Network.requestServedFromCache', () => count++)
    session.on('Network.responseReceived', ({ response }) => (count += response.fromDiskCache ? 1 : 0))
    await visit(visitor, '/')
    await visitor.waitForLoadState('networkidle')
    return count
  }
  await visit(await context.newPage(), '/')
  expect(await countCached(await context.newPage())).toBeGreaterThan(5)
  expect(await countCached(page)).toBe(0)
})

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

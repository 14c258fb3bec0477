import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { goOffline, goOnline } from './hand.ts'

const OFFLINE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
const bar = (page: Page) => page.getByRole('banner')
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Seguir en esta página' })
const retry = (page: Page) => notice(page).getByRole('button', { name: 'Reintentar' })

/** Until the links' routes are known, a link is the browser's, and so is what it says without a connection. */
const routesKnown = (page: Page, ...ids: string[]) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(Reflect.get(window, '__reactRouterManifest')?.routes ?? {})))
    .toEqual(expect.arrayContaining(ids))

test('H-08, OPEN-66 without a connection the page stays with what was typed, and «Reintentar» leads on', async ({
  page,
  enter,
}) => {
  await enter('/submit-case', { role: 'client' })
  await routesKnown(page, 'routes/chat')
  await page.getByRole('radio', { name: 'Divorcio' }).check()
  await goOffline(page)
  await bar(page).getByRole('link', { name: /^Chat/ }).click()
  await expect(notice(page)).toContainText('No se pudieron cargar los chats.')
  await expect(notice(page)).toContainText(OFFLINE)
  await expect(page.getByRole('radio', { name: 'Divorcio' })).toBeChecked()
  await expect(page).toHaveURL(/submit-case/)
  // Still none: it stays and says so.
  await retry(page).click()
  await expect(notice(page)).toContainText(OFFLINE)
  await goOnline(page)
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /Chat/ })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('H-08 from the phone’s menu too: it closes, and the notice can be pressed', async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/submit-case', { role: 'client' })
  await routesKnown(page, 'routes/dashboard')
  await bar(page).getByRole('button', { name: 'Menú' }).click()
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await expect(menu).toBeVisible()
  await goOffline(page)
  await menu.getByRole('link', { name: 'Panel' }).click()
  await expect(menu).toBeHidden()
  await expect(notice(page)).toContainText('No se pudo cargar la información de tus causas.')
  await notice(page).getByRole('button', { name: 'Seguir en esta página' }).click()
  await expect(notice(page)).toHaveCount(0)
})

test('H-08 one may stay: the notice closes, the page works, and the next link says it again', async ({
  page,
  enter,
}) => {
  await enter('/submit-case', { role: 'client' })
  await routesKnown(page, 'routes/chat', 'routes/dashboard')
  await goOffline(page)
  await bar(page).getByRole('link', { name: /^Chat/ }).click()
  await notice(page).getByRole('button', { name: 'Seguir en esta página' }).click()
  await expect(notice(page)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Divorcio' }).check()
  await bar(page).getByRole('link', { name: 'Panel' }).click()
  await expect(notice(page)).toContainText('No se pudo cargar la información de tus causas.')
  await expect(page.getByRole('radio', { name: 'Divorcio' })).toBeChecked()
})

const DESTINATIONS = [
  { id: 'CHA-19', role: 'client', link: /^Chat/, text: 'No se pudieron cargar los chats.' },
  { id: 'DAC-08', role: 'client', link: 'Panel', text: 'No se pudo cargar la información de tus causas.' },
  { id: 'DAL-12', role: 'lawyer', link: 'Panel', text: 'No se pudo cargar la información del panel.' },
] as const
for (const { id, role, link, text } of DESTINATIONS)
  test(`${id}, H-08 a page that an overloaded server refuses is not left for an error page: «${text}»`, async ({
    page,
    enter,
  }) => {
    await enter('/edit-profile', { role })
    await page.route(/\.data(\?|$)/, (route) =>
      route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
    )
    await bar(page).getByRole('link', { name: link }).click()
    await expect(notice(page)).toContainText(text)
    await expect(notice(page)).not.toContainText('Bad gateway')
    await expect(page.getByRole('heading', { level: 1, name: 'Editar perfil' })).toBeVisible()
    await page.unrouteAll()
    await retry(page).click()
    await expect(page).not.toHaveURL(/edit-profile/)
    await expect(notice(page)).toHaveCount(0)
  })

test('H-08 without knowing its route a link leads on as well, once there is a connection again', async ({
  page,
  visit,
}) => {
  await page.route('**/__manifest*', (route) => route.abort())
  await visit(page, '/')
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(notice(page)).toContainText(OFFLINE)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Encuentra al abogado')
  await page.unroute('**/__manifest*')
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible()
})

test('H-08 a page whose program a new release took away is opened by a new document', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await routesKnown(page, 'routes/login')
  let isGone = true
  await page.route(/\/assets\/login-.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(notice(page)).toContainText('Amparo se actualizó')
  // The document that comes now names its own program.
  const opened = page.waitForRequest((request) => {
    const isDocument = request.resourceType() === 'document'
    if (isDocument) isGone = false
    return isDocument
  })
  await retry(page).click()
  expect((await opened).url()).toMatch(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible()
})

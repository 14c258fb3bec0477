import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { goOffline, goOnline } from '../harness/input-method.ts'

const OFFLINE_MESSAGE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
const bar = (page: Page) => page.getByRole('banner')
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Seguir en esta página' })
const retry = (page: Page) => notice(page).getByRole('button', { name: 'Reintentar' })

/**
 * Waits for these routes in the route manifest. Before, the browser itself navigates and shows its own error
 * page.
 */
const waitForRoutes = (page: Page, ...ids: string[]) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(Reflect.get(window, '__reactRouterManifest')?.routes ?? {})))
    .toEqual(expect.arrayContaining(ids))

test('H-08, OPEN-66 without a connection the page stays with what was typed, and «Reintentar» navigates', async ({
  page,
  visitAs,
}) => {
  await visitAs('/submit-case', { role: 'client' })
  await waitForRoutes(page, 'routes/chat')
  await page.getByRole('radio', { name: 'Divorcio' }).check()
  await goOffline(page)
  await bar(page).getByRole('link', { name: /^Chat/ }).click()
  await expect(notice(page)).toContainText('No se pudieron cargar los chats.')
  await expect(notice(page)).toContainText(OFFLINE_MESSAGE)
  await expect(page.getByRole('radio', { name: 'Divorcio' })).toBeChecked()
  await expect(page).toHaveURL(/submit-case/)
  // Still offline: the notice stays.
  await retry(page).click()
  await expect(notice(page)).toContainText(OFFLINE_MESSAGE)
  await goOnline(page)
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /Chat/ })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('H-08 from the phone’s menu, too: it closes, and the notice can be pressed', async ({
  page,
  visitAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs('/submit-case', { role: 'client' })
  await waitForRoutes(page, 'routes/dashboard')
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

test('H-08 the user may stay: the notice closes, the page works, and the next link shows it again', async ({
  page,
  visitAs,
}) => {
  await visitAs('/submit-case', { role: 'client' })
  await waitForRoutes(page, 'routes/chat', 'routes/dashboard')
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
  test(`${id}, H-08 when an overloaded server refuses the next page, the present page stays with a notice: «${text}»`, async ({
    page,
    visitAs,
  }) => {
    await visitAs('/edit-profile', { role })
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

test('H-08 a link whose route is not in the manifest yet works, too, once there is a connection again', async ({
  page,
  visit,
}) => {
  await page.route('**/__manifest*', (route) => route.abort())
  await visit(page, '/')
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(notice(page)).toContainText(OFFLINE_MESSAGE)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Encuentra al abogado')
  await page.unroute('**/__manifest*')
  await retry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible()
})

test('H-08 a page whose script is gone after a new release is opened by loading a new document', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await waitForRoutes(page, 'routes/login')
  let isGone = true
  await page.route(/\/assets\/login-.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(notice(page)).toContainText('Amparo se actualizó')
  // The new document refers to scripts that exist.
  const opened = page.waitForRequest((request) => {
    const isDocument = request.resourceType() === 'document'
    if (isDocument) isGone = false
    return isDocument
  })
  await retry(page).click()
  expect((await opened).url()).toMatch(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' })).toBeVisible()
})

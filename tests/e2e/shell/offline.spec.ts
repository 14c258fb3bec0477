import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { goOffline, goOnline } from '../harness/input-method.ts'

// Cached scripts would load without a connection.
test.use({ firstVisit: true })

const OFFLINE_MESSAGE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
const bar = (page: Page) => page.getByRole('banner')
const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Cómo quieres unirte?' })

for (const opener of ['Comenzar Ahora', 'Registrarse', 'Menú']) {
  test(`OPEN-66 «${opener}» without a connection: the page stays and shows an error, and the next press works`, async ({
    page,
    visit,
  }) => {
    if (opener === 'Menú') await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/')
    await goOffline(page)
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByText(OFFLINE_MESSAGE)).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Amparo, inicio' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Búsqueda Inteligente' })).toBeVisible()
    await goOnline(page)
    await page.getByRole('button', { name: opener }).click()
    await expect(opener === 'Menú' ? page.getByRole('dialog', { name: 'Menú' }) : dialog(page)).toBeVisible()
    await expect(page.getByText(OFFLINE_MESSAGE)).toHaveCount(0)
  })
}

test('OPEN-66 a dialog whose script is gone after a deployment shows an error toast', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await page.route(/role-dialog-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Comenzar Ahora' }).click()
  await expect(page.locator('[data-toasts]').getByText(OFFLINE_MESSAGE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comenzar Ahora' })).toBeVisible()
})

test('AUT-01 a login without a connection shows an error at once, and is not sent later automatically', async ({
  page,
  visit,
}) => {
  await visit(page, '/login')
  const sent: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/rpc')) sent.push(request.url())
  })
  await page.getByLabel('Correo electrónico').fill('alguien@prueba.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('secreta1')
  await goOffline(page)
  const send = page.locator('form').getByRole('button', { name: 'Iniciar Sesión' })
  await send.click()
  await expect(page.locator('form').getByText(OFFLINE_MESSAGE)).toBeVisible()
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await goOnline(page)
  // When this request has succeeded, the page has handled the `online` event.
  await page.evaluate(() => fetch('/favicon.svg').then((answer) => answer.text()))
  await expect(page.locator('form').getByText(OFFLINE_MESSAGE)).toBeVisible()
  expect(sent).toEqual([])
})

test('OPEN-66 without a connection a link of the navigation bar signs nobody out: the bar stays, and «Reintentar» navigates', async ({
  page,
  visitAs,
}) => {
  await visitAs('/chat')
  for (const name of ['Panel', 'Chat']) {
    const link = bar(page).getByRole('link', { name: new RegExp(`^${name}`) })
    // Until the route manifest has the link's route, the browser itself navigates and shows its own error
    // page.
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(Reflect.get(window, '__reactRouterManifest')?.routes ?? {})),
      )
      .toEqual(expect.arrayContaining(['routes/dashboard', 'routes/chat']))
    await goOffline(page)
    await link.click()
    await expect(page.getByText(OFFLINE_MESSAGE)).toBeVisible()
    await expect(link).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toHaveCount(0)
    // Still offline: the present page is not lost.
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText(OFFLINE_MESSAGE)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goOnline(page)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText(OFFLINE_MESSAGE)).toHaveCount(0)
    await expect(page).toHaveURL(name === 'Panel' ? /\/dashboard$/ : /\/chat$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /Sin conexión|Algo salió mal/ })).toHaveCount(0)
  }
})

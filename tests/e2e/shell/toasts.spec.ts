// First-time 16: a toast covers neither the title of a page nor the next button to press.
import type { Locator, Page } from '@playwright/test'
import { answerAll, send, WIZARD_PATH } from '../cases/wizard-page.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const cards = (page: Page) => page.locator('[data-toasts] [data-toast]')

/** Expects the newest toast, once its animation has ended, not to overlap any of these. */
async function expectUncovered(page: Page, locators: Record<string, Locator>): Promise<void> {
  const card = cards(page).last()
  await expect(card).toBeVisible()
  await card.evaluate((one) => Promise.all(one.getAnimations().map((animation) => animation.finished)))
  const toast = await card.boundingBox()
  for (const [name, locator] of Object.entries(locators)) {
    const box = await locator.boundingBox()
    if (!toast || !box) throw new Error(`${name} is not there`)
    const isApart =
      toast.x + toast.width <= box.x ||
      box.x + box.width <= toast.x ||
      toast.y + toast.height <= box.y ||
      box.y + box.height <= toast.y
    expect(isApart, `${name}: ${JSON.stringify({ toast, box })}`).toBe(true)
  }
}

for (const width of [390, 640, 1280])
  test(`at ${width} px no toast covers a title or the main button`, async ({
    pageAs,
    makeAccount,
    parties,
  }) => {
    const client = await makeAccount()
    const page = await pageAs(null)
    await page.setViewportSize({ width, height: 844 })
    await visitPage(page, `/lawyer/${parties.lawyer.id}`)
    const title = page.getByRole('heading', { level: 1 })
    await page.getByRole('button', { name: 'Contactar' }).filter({ visible: true }).click()
    await page.waitForURL('**/login?volver=*')
    await expectUncovered(page, {
      title,
      register: page.getByRole('link', { name: 'Crear mi cuenta' }),
      field: page.getByLabel('Correo electrónico'),
      button: page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }),
    })
    await visitPage(page, '/login')
    await page.getByLabel('Correo electrónico').fill(client.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(client.password)
    await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
    await page.waitForURL('**/dashboard')
    await expect(page.getByText('¡Bienvenido!')).toBeVisible()
    await expectUncovered(page, {
      title,
      search: page.getByRole('main').getByRole('link', { name: /IA/ }).first(),
    })
  })

test('on a phone a toast shows above the page’s bottom bar', async ({ page, signIn, visit, makeAccount }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await makeAccount())
  await visit(page, WIZARD_PATH)
  await answerAll(page)
  await page.route('**/api/rpc/cases/publish', (route) => route.abort())
  await send(page).click()
  await expectUncovered(page, { title: page.getByRole('banner'), send: send(page) })
})

test('on a phone a toast does not cover the button that failed', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await visit(page, '/login')
  await page.getByLabel('Correo electrónico').fill('ana@correo.cl')
  await page.getByLabel('Contraseña', { exact: true }).fill('una clave larga')
  await page.route('**/api/rpc/accounts/login', (route) => route.abort())
  const button = page.locator('form').getByRole('button', { name: 'Iniciar Sesión' })
  await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await button.click()
  await expectUncovered(page, { button })
})

test('on a phone a toast does not cover the button that the errors of its form push down', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Regístrate aquí' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cómo quieres unirte?' })
  await dialog.getByText('Cliente', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Siguiente' }).click()
  const button = page.locator('form').getByRole('button', { name: 'Registrarse' })
  await button.click()
  await expect(page.getByText('Ingresa tu nombre completo.').first()).toBeVisible()
  // It moves after the errors have moved the button.
  await expect(page.locator('[data-toasts] > [data-top]')).toBeVisible()
  await expectUncovered(page, { button })
})

test('on a phone the toast of a redirect does not cover the title', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/submit-case')
  await page.waitForURL('**/login*')
  await expectUncovered(page, { title: page.getByRole('heading', { level: 1 }) })
})

test('on a phone a toast over a sheet does not cover its buttons', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/_ui')
  await page.getByRole('button', { name: 'Éxito', exact: true }).click()
  await page.getByRole('button', { name: 'Aceptar propuesta…', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expectUncovered(page, {
    first: dialog.getByRole('button').first(),
    second: dialog.getByRole('button').nth(1),
  })
})

test('on a phone a newer toast does not hide «Deshacer»', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/_ui')
  await page.getByRole('button', { name: 'Con acción', exact: true }).click()
  await page.getByRole('button', { name: 'Aviso', exact: true }).click()
  await page.getByRole('button', { name: 'Éxito', exact: true }).click()
  await expect(page.locator('[data-toasts]').getByRole('button', { name: 'Deshacer' })).toBeVisible()
  // Apart from it, only the last of the informational toasts shows.
  await expect(cards(page).filter({ visible: true })).toHaveCount(2)
})

// First-time 16: a toast covers neither what a page is about nor what is pressed next.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { go, test } from './parties.ts'
import { answerAll, PATH, send } from './wizard-page.ts'

const cards = (page: Page) => page.locator('[data-toasts] [data-toast]')

/** Fails where the toast lies over any of them, once it stands still. */
async function expectUncovered(page: Page, names: Record<string, Locator>): Promise<void> {
  const card = cards(page).last()
  await expect(card).toBeVisible()
  await card.evaluate((one) => Promise.all(one.getAnimations().map((animation) => animation.finished)))
  const toast = await card.boundingBox()
  for (const [name, locator] of Object.entries(names)) {
    const box = await locator.boundingBox()
    if (!toast || !box) throw new Error(`${name} is not there`)
    const apart =
      toast.x + toast.width <= box.x ||
      box.x + box.width <= toast.x ||
      toast.y + toast.height <= box.y ||
      box.y + box.height <= toast.y
    expect(apart, `${name}: ${JSON.stringify({ toast, box })}`).toBe(true)
  }
}

for (const width of [390, 640, 1280])
  test(`first-time 16: at ${width} px no toast lies over a title or the main button`, async ({
    browserOf,
    makeAccount,
    parties,
  }) => {
    const client = await makeAccount()
    const page = await browserOf(null)
    await page.setViewportSize({ width, height: 844 })
    await go(page, `/lawyer/${parties.lawyer.id}`)
    const title = page.getByRole('heading', { level: 1 })
    await page.getByRole('button', { name: 'Contactar' }).filter({ visible: true }).click()
    await page.waitForURL('**/login?volver=*')
    await expectUncovered(page, {
      title,
      register: page.getByRole('link', { name: 'Crear mi cuenta' }),
      field: page.getByLabel('Correo electrónico'),
      button: page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }),
    })
    await go(page, '/login')
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

test('first-time 16: on a phone a toast stands above the page’s own bar', async ({
  page,
  signIn,
  visit,
  makeAccount,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await makeAccount())
  await visit(page, PATH)
  await answerAll(page)
  await page.route('**/api/rpc/cases/publish', (route) => route.abort())
  await send(page).click()
  await expectUncovered(page, { title: page.getByRole('banner'), send: send(page) })
})

test('first-time 16: on a phone a toast over a sheet leaves its buttons in sight', async ({
  page,
  visit,
}) => {
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

test('first-time 16: on a phone a newer toast leaves «Deshacer» in sight', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/_ui')
  await page.getByRole('button', { name: 'Con acción', exact: true }).click()
  await page.getByRole('button', { name: 'Aviso', exact: true }).click()
  await page.getByRole('button', { name: 'Éxito', exact: true }).click()
  await expect(page.locator('[data-toasts]').getByRole('button', { name: 'Deshacer' })).toBeVisible()
  // Of those that only tell something, the last.
  await expect(cards(page).filter({ visible: true })).toHaveCount(2)
})

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Opens a page whose program is on its way for as long as the test wants. @returns lets it come */
async function openStill(page: Page, path: string): Promise<() => Promise<void>> {
  let come = () => {}
  const gate = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/assets/react-*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return async () => {
    expect(await page.locator('html').getAttribute('data-hydrated')).toBeNull()
    come()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  }
}

/** By the pointer at its place: Playwright itself waits until a button is on. */
async function pressEarly(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).last().boundingBox()
  if (!box) throw new Error('no button')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

const dialog = (page: Page) => page.getByRole('dialog')

test('OPEN-66 what is pressed before the page is alive is done once it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const come = await openStill(page, '/')
  await pressEarly(page, 'Menú')
  await come()
  await expect(dialog(page).getByRole('link', { name: 'Buscar con IA' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  // Once: what is pressed from now on is heard by the page alone.
  await page.getByRole('button', { name: 'Menú' }).click()
  await expect(dialog(page)).toBeVisible()
})

test('OPEN-66, AUT-01 a form that is sent before the page is alive is sent with what was typed', async ({
  page,
  makeAccount,
}) => {
  const { email, password } = await makeAccount()
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
  const come = await openStill(page, '/login')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await pressEarly(page, 'Iniciar Sesión')
  expect(sent).toEqual([])
  await come()
  await page.waitForURL('**/dashboard')
  expect(sent.filter((url) => url.endsWith('/accounts/login'))).toHaveLength(1)
})

test('OPEN-66 pressing elsewhere takes an early press back', async ({ page }) => {
  const come = await openStill(page, '/')
  await pressEarly(page, 'Comenzar Ahora')
  await page.getByRole('heading', { level: 1 }).click()
  await come()
  await page.locator('main').getByRole('button', { name: 'Comenzar Ahora' }).focus()
  // As long as the other takes to come.
  await page.waitForLoadState('networkidle')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
})

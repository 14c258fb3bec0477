import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('banner')

test('OPEN-70 the phone’s menu holds names of 120 characters, and its cross stays on the screen', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['María José '.repeat(11).trim().padEnd(120, 'a'), 'm'.repeat(120)]) {
    await signIn(page, await makeAccount({ name }))
    await visit(page, '/dashboard')
    await page.getByRole('button', { name: 'Menú' }).click()
    const menu = page.getByRole('dialog', { name: 'Menú' })
    await expect(menu.getByRole('button', { name: 'Cerrar' })).toBeInViewport({ ratio: 1 })
    await expect(menu.getByRole('button', { name: 'Salir' })).toBeInViewport({ ratio: 1 })
    expect(await menu.evaluate((panel) => panel.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('OPEN-70 the phone’s menu starts at its first entry by keyboard, and closes when the window becomes wide', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  await page.getByRole('button', { name: 'Menú' }).press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await expect(menu.getByRole('link', { name: 'Buscar con IA' })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(menu).toHaveCount(0)
  await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('FOO-02 the footer’s anchor on the home page itself stands in the address, and back leads out of it', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: '¿Por qué elegirnos?' }).click()
  await page.waitForURL('**/#porque-atney')
  await expect(page.locator('#porque-atney')).toBeInViewport()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '')
})

test('OPEN-70 a slow way to another page shows a line at the top until it is there', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\.data(\?|$)/, async (route) => {
    await held
    await route.continue()
  })
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  const line = page.getByRole('progressbar', { name: 'Cargando…' })
  await expect(line).toBeVisible()
  await expect(line).toHaveCSS('opacity', '1')
  answer()
  await page.waitForURL('**/login')
  await expect(line).toHaveCount(0)
})

test('OPEN-70 a navigation says its page to a screen reader, and the focus that went with its link is at the content', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  const said = page.locator('[data-arrival]')
  const content = page.locator('#contenido')
  await expect(said).toHaveText('')
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(said).toHaveText(/^Iniciar sesión/i)
  await content.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).press('Enter')
  await page.waitForURL('**/recuperar-contrasena')
  await expect(said).toHaveText('Recuperar contraseña · Amparo')
  // The link is gone; the next key goes on in the page, not at its very top.
  await expect(content).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await content.evaluate((main) => main.contains(document.activeElement))).toBe(true)
  await page.goBack()
  await page.waitForURL('**/login')
  await expect(said).toHaveText(/^Iniciar sesión/i)
})

test('GEN-04, OPEN-70 toasts put away by keyboard pass the focus on and wait for it; from elsewhere they take none', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit(page, '/_ui')
  const toasts = page.locator('[data-toasts]')
  const close = toasts.getByRole('button', { name: 'Cerrar' })
  const raise = (name: string) => page.getByRole('button', { name, exact: true })
  for (const name of ['Éxito', 'Error', 'Aviso']) await raise(name).click()
  await expect(close).toHaveCount(3)
  await raise('Aviso').focus()
  // As whoever helps to read a page may press it.
  await close.first().evaluate((button: HTMLElement) => button.click())
  await expect(close).toHaveCount(2)
  await expect(raise('Aviso')).toBeFocused()
  await close.first().focus()
  await page.keyboard.press('Enter')
  await expect(close).toHaveCount(1)
  await page.clock.fastForward(20_000)
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(close).toHaveCount(0)
  await expect(raise('Aviso')).toBeFocused()
})

test('OPEN-70 without JavaScript the page says what it needs, and a phone finds the way to /login', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/')
  // Text and role locators pass <noscript> by.
  const notice = page.locator('noscript p')
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(
    'Amparo necesita JavaScript para iniciar sesión y conversar. Actívalo en tu navegador.',
  )
  await notice.locator('a[href="/login"]').click()
  await page.waitForURL('**/login')
  await context.close()
})

import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'

const bar = (page: Page) => page.getByRole('banner')

test('OPEN-70 the phone’s menu fits names of 120 characters, and its close button stays visible', async ({
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

test('OPEN-70 the phone’s menu opened by keyboard focuses its first entry, and closes when the window becomes wide', async ({
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

test('FOO-02 the footer’s anchor on the home page changes the URL, and back removes it', async ({
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

test('OPEN-70 a slow navigation shows a progress line at the top until the page is there', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.data(\?|$)/, async (route) => {
    await released
    await route.continue()
  })
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  const line = page.getByRole('progressbar', { name: 'Cargando…' })
  await expect(line).toBeVisible()
  await expect(line).toHaveCSS('opacity', '1')
  release()
  await page.waitForURL('**/login')
  await expect(line).toHaveCount(0)
})

test('OPEN-70 a navigation announces the page to screen readers; if the pressed link is gone, the content has the focus', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  const announcer = page.locator('[data-arrival]')
  const content = page.locator('#contenido')
  await expect(announcer).toHaveText('')
  await bar(page).getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(announcer).toHaveText(/^Iniciar sesión/i)
  await content.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).press('Enter')
  await page.waitForURL('**/recuperar-contrasena')
  await expect(announcer).toHaveText('Recuperar contraseña · Amparo')
  // The link is gone: the next Tab continues in the content, not at the top of the document.
  await expect(content).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await content.evaluate((main) => main.contains(document.activeElement))).toBe(true)
  await page.goBack()
  await page.waitForURL('**/login')
  await expect(announcer).toHaveText(/^Iniciar sesión/i)
})

test('GEN-04, OPEN-70 closing a toast by keyboard moves the focus to the next one, which then does not expire; otherwise toasts take no focus', async ({
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
  // A click by script, as assistive technology does it.
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

test('OPEN-70 without JavaScript the page says what it needs and links to /login, also on a phone', async ({
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
  // Text and role locators ignore <noscript>.
  const notice = page.locator('noscript p')
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(
    'Amparo necesita JavaScript para iniciar sesión y conversar. Actívalo en tu navegador.',
  )
  await notice.locator('a[href="/login"]').click()
  await page.waitForURL('**/login')
  await context.close()
})

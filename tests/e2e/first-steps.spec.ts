// What the first-time users met between the home page and their first case (findings 4, 13, 18).
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { go, LAWYER, test } from './parties.ts'
import { PATH } from './wizard-page.ts'

const FIRST_NAME = LAWYER.split(' ')[0]
const toasts = (page: Page) => page.locator('[data-toasts]')
const main = (page: Page) => page.getByRole('main')

async function register(page: Page): Promise<void> {
  await page.getByLabel('Nombre completo').fill('Juana Pérez')
  await page.getByLabel('Correo electrónico').fill(`${crypto.randomUUID()}@prueba.test`)
  await page.getByLabel('Contraseña', { exact: true }).fill('clave-larga-1')
  await page.getByLabel('Confirmar contraseña').fill('clave-larga-1')
  await page.locator('form').getByRole('button', { name: 'Registrarse' }).click()
}

test('first-time 4, 18: from «Contactar» a visitor registers as a client, and is back to write', async ({
  parties,
  browserOf,
}) => {
  const profile = `/lawyer/${parties.lawyer.id}`
  const page = await browserOf(null)
  await page.setViewportSize({ width: 390, height: 844 })
  await go(page, profile)
  await page.getByRole('button', { name: 'Contactar' }).click()
  await page.waitForURL('**/login?volver=*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Crea tu cuenta para escribirle a ${FIRST_NAME}`,
  )
  // No alarm: nothing went wrong.
  await expect(toasts(page).getByText('Debes iniciar sesión para contactar a un abogado.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await expect(page.getByText('Te registras como Cliente')).toBeVisible()
  // To and fro, nothing of it is lost.
  await main(page).getByRole('link', { name: 'Inicia sesión' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Crea tu cuenta para escribirle a ${FIRST_NAME}`,
  )
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await register(page)
  await page.waitForURL(`**${profile}`)
  await expect(
    toasts(page).getByText(
      `Tu cuenta ha sido creada. Ahora puedes escribirle a ${FIRST_NAME}: presiona «Contactar».`,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Contactar' }).click()
  await page.waitForURL('**/chat')
  await expect(page.getByRole('heading', { name: LAWYER })).toBeVisible()
})

test('first-time 4: «Ingresar mi Causa» leads a visitor to registration as a client, and on to the form', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  await go(page, PATH)
  await page.waitForURL('**/login?volver=%2Fsubmit-case')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu cuenta para ingresar tu causa')
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await register(page)
  await page.waitForURL(`**${PATH}`)
  await expect(toasts(page).getByText('Tu cuenta ha sido creada. Ahora cuéntanos tu problema.')).toBeVisible()
})

test('first-time 18: the toast of a client’s registration leads to the profile that it speaks of', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  await go(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Registrarse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Soy Cliente' }).click()
  await register(page)
  await page.waitForURL('**/dashboard')
  await toasts(page).getByRole('button', { name: 'Ver mi perfil' }).click()
  await page.waitForURL('**/edit-profile')
})

test('first-time 13: the bar and the menu lead to search, case and help; a lawyer’s to the market', async ({
  browserOf,
  makeAccount,
  parties,
}) => {
  const client = await makeAccount({ name: 'Maximiliano Fernández-Etcheberrigaray Undurraga' })
  for (const [who, entries] of [
    [null, ['Abogados', 'Ingresar causa', 'Ayuda']],
    [client, ['Abogados', 'Ingresar causa', 'Ayuda']],
    [parties.lawyer, ['Casos Recientes', 'Ayuda']],
  ] as const) {
    const page = await browserOf(who)
    await go(page, '/terminos')
    for (const width of [1280, 1200, 1199, 390]) {
      await page.setViewportSize({ width, height: 844 })
      if (width < 1200) await page.getByRole('button', { name: 'Menú' }).click()
      const place = width < 1200 ? page.getByRole('dialog', { name: 'Menú' }) : page.getByRole('banner')
      for (const name of entries) await expect(place.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
      // Nothing is wider than the window.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (width < 1200) await place.getByRole('button', { name: 'Cerrar' }).click()
    }
  }
  // The home page's bar has one entry more.
  const visitor = await browserOf(null)
  for (const page of [visitor, await browserOf(client)]) {
    await page.setViewportSize({ width: 1200, height: 844 })
    await go(page, '/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Buscar con IA' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1200)
  }
  await visitor.getByRole('banner').getByRole('link', { name: 'Ayuda' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: '¿Cómo encuentro un abogado?' })).toBeVisible()
})

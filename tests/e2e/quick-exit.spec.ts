// Whoever is in danger may have to leave at once, and must not be seen to have been here.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { choose, next, PATH } from './wizard-page.ts'

const DANGER = 'mi marido me pega y me amenaza'
const problem = (page: Page) => page.getByLabel('Cuéntanos tu problema')

/** Presses it; somewhere else stands in this page's place, and a way back leads to what was before it. */
async function leave(page: Page): Promise<void> {
  await page.route('https://www.google.cl/**', (route) => route.fulfill({ body: 'otra cosa' }))
  const length = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: 'Salir rápido de esta página' }).click()
  await expect(page).toHaveURL('https://www.google.cl/')
  expect(await page.evaluate(() => history.length)).toBe(length)
}

test('DESIGN §9 from the search: nothing that was told comes back', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/buscar-ia')
  await problem(page).fill(DANGER)
  await page.getByRole('button', { name: 'Buscar abogados' }).click()
  await expect(page.getByRole('link', { name: 'Llamar al 1455' })).toBeVisible()
  // The address has no word of it (OPEN-52), before and after.
  await expect(page).toHaveURL(/busqueda=1/)
  await expect(page.getByRole('button', { name: 'Salir rápido de esta página' })).toBeInViewport({ ratio: 1 })
  await leave(page)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === '/buscar-ia')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await expect(problem(page)).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Llamar al 1455' })).toHaveCount(0)
})

test('OPEN-21, OPEN-46 from the wizard: the kept answers go too', async ({ page, visit, enter }) => {
  await enter(PATH)
  await choose(page, 'Violencia intrafamiliar (VIF)')
  await next(page).click()
  await choose(page, 'Expareja')
  await leave(page)
  await visit(page, PATH)
  await expect(page.getByRole('radio', { name: 'Violencia intrafamiliar (VIF)' })).not.toBeChecked()
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toHaveCount(0)
})

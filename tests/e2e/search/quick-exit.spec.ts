// «Salir rápido»: a person in danger leaves at once, and no trace of the visit may remain.
import type { Page } from '@playwright/test'
import { chooseOption, next, WIZARD_PATH } from '../cases/wizard-page.ts'
import { expect, test } from '../harness/fixtures.ts'

const DANGER = 'mi marido me pega y me amenaza'
const problem = (page: Page) => page.getByLabel('Cuéntanos tu problema')

/** Presses the button. The other site must replace this page in the history. */
async function leave(page: Page): Promise<void> {
  await page.route('https://www.google.cl/**', (route) => route.fulfill({ body: 'otra cosa' }))
  const length = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: 'Salir rápido de esta página' }).click()
  await expect(page).toHaveURL('https://www.google.cl/')
  expect(await page.evaluate(() => history.length)).toBe(length)
}

test('docs/design.md §9 from the search: nothing that was typed comes back', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/buscar-ia')
  await problem(page).fill(DANGER)
  await page.getByRole('button', { name: 'Buscar abogados' }).click()
  await expect(page.getByRole('link', { name: 'Llamar al 1455' })).toBeVisible()
  // OPEN-52: the URL contains nothing of the text.
  await expect(page).toHaveURL(/busqueda=1/)
  await expect(page.getByRole('button', { name: 'Salir rápido de esta página' })).toBeInViewport({ ratio: 1 })
  await leave(page)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === '/buscar-ia')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await expect(problem(page)).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Llamar al 1455' })).toHaveCount(0)
})

test('OPEN-21, OPEN-46 from the wizard: the saved answers are deleted, too', async ({
  page,
  visit,
  visitAs,
}) => {
  await visitAs(WIZARD_PATH)
  await chooseOption(page, 'Violencia intrafamiliar (VIF)')
  await next(page).click()
  await chooseOption(page, 'Expareja')
  await leave(page)
  await visit(page, WIZARD_PATH)
  await expect(page.getByRole('radio', { name: 'Violencia intrafamiliar (VIF)' })).not.toBeChecked()
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toHaveCount(0)
})

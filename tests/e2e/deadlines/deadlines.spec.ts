import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

const DISMISSAL = 'Demandar por despido injustificado, indebido o improcedente'
const card = (page: Page) => page.locator('ol > li')
const calculate = (page: Page) => page.getByRole('button', { name: 'Calcular', exact: true })
const choose = async (page: Page, rule: string) => {
  await page.getByRole('button', { name: `Calcular: ${rule}`, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Calcula tu plazo' })).toBeVisible()
}
const startDay = (page: Page) => page.getByLabel('¿Cuál fue tu último día de trabajo?')

test('PLZ-42 the list reads without JavaScript, with amount, unit, start, source and review day, and without the amount of unconfirmed rules', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const page = await context.newPage()
  await page.goto('/plazos')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plazos legales frecuentes')
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row(DISMISSAL)).toContainText(
    '60 días hábiles, desde el día en que te separaron del trabajo.Código del Trabajo, artículo 168 · Regla revisada el 24 de noviembre de 2026.',
  )
  const unconfirmed = row('Pedir la reincorporación por fuero maternal')
  await expect(unconfirmed).toContainText('Para esto puede existir un plazo corto. Pregúntalo hoy.')
  await expect(unconfirmed).toContainText('Por confirmar')
  await expect(unconfirmed).not.toContainText(/días/)
  await expect(page.getByText('Por confirmar', { exact: true })).toHaveCount(13)
  await page.getByRole('link', { name: 'Familia' }).click()
  await expect(page.getByRole('heading', { name: 'Familia', exact: true })).toBeInViewport()
  const sitemap = await page.request.get('/sitemap.xml')
  expect(await sitemap.text()).toContain('/plazos</loc>')
  await context.close()
})

test('PLZ-36 to PLZ-41, PLZ-43 somebody without an account calculates by keyboard alone, and the address keeps nothing', async ({
  page,
  visit,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  await visit(page, '/plazos')
  await page.getByRole('button', { name: `Calcular: ${DISMISSAL}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(startDay(page)).toBeFocused()
  await startDay(page).fill('2026-01-15')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Calculamos 1 plazo.' })).toHaveCount(1)
  await expect(card(page)).toContainText(/Pudo vencer el 26 de marzo/)
  await expect(card(page)).toContainText(
    'No lo des por perdido: puede haber suspensiones que aquí no vemos. Pregúntale hoy a un abogado.',
  )
  await expect(card(page)).toContainText('Código del Trabajo, artículo 168')
  await expect(card(page).locator('time')).toHaveAttribute('datetime', '2026-03-26')
  const how = page.getByRole('button', { name: 'Cómo lo calculamos' })
  await expect(how).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('de lunes a sábado, sin domingos ni feriados')).toBeHidden()
  await how.focus()
  await page.keyboard.press('Enter')
  await expect(how).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('de lunes a sábado, sin domingos ni feriados')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Avisar un error en esta regla' })).toHaveAttribute(
    'href',
    /^mailto:.*lab-despido/,
  )
  await expect(
    page.getByText('Esto orienta y no reemplaza a un abogado. Si hay duda, mostramos la fecha más temprana.'),
  ).toBeVisible()
  await expectAccessible(page)
  // What is on the screen changed: the earlier result is no answer to it.
  await startDay(page).fill('2026-01-16')
  await expect(card(page)).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('')
  expect(calls.filter((call) => call.includes('2026-01'))).toEqual([])
})

test('PLZ-06 to PLZ-10, PLZ-16 suspension, another kind, a day that cannot be, and a lost connection', async ({
  page,
  visit,
}) => {
  await visit(page, '/plazos')
  await choose(page, DISMISSAL)
  await startDay(page).fill('2099-01-15')
  await calculate(page).click()
  await expect(page.getByText('La fecha no puede ser posterior a hoy.')).toBeVisible()
  await expect(startDay(page)).toBeFocused()
  await expect(startDay(page)).toHaveValue('2099-01-15')

  await startDay(page).fill('2026-11-03')
  await page.getByRole('checkbox', { name: 'Reclamo en la Inspección del Trabajo' }).check()
  await page.getByLabel('Día en que ingresaste el reclamo').fill('2026-11-10')
  await page.route('**/api/rpc/deadlines/calculate', (route) => route.abort())
  await calculate(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(startDay(page)).toHaveValue('2026-11-03')
  await page.unroute('**/api/rpc/deadlines/calculate')
  await calculate(page).click()
  await expect(card(page)).toContainText('viernes 15 de enero de 2027')
  await page.getByRole('button', { name: 'Cómo lo calculamos' }).click()
  await expect(card(page)).toContainText(
    'Si el trámite sigue, cuenta como si no hubiera suspensión. Nunca después del viernes 19 de febrero de 2027.',
  )
  await page.getByLabel(/Día en que terminó el trámite/).fill('2026-11-26')
  await calculate(page).click()
  await expect(card(page)).toContainText('sábado 30 de enero de 2027')
  await expect(card(page)).toContainText(/viernes\s29\sde\senero\sde\s2027|Pudo vencer/)

  await choose(page, 'Pedir el divorcio de común acuerdo')
  await page.getByLabel('¿Qué día fue?').fill('2024-03-04')
  await calculate(page).click()
  await expect(card(page)).toContainText('Puedes desde el miércoles 5 de marzo de 2025.')

  await choose(page, 'Tu empleador debía poner a tu disposición el finiquito y su pago')
  await startDay(page).fill('2026-11-03')
  await calculate(page).click()
  await expect(card(page)).toContainText('Debía hacerlo a más tardar el sábado 14 de noviembre de 2026.')
})

test('PLZ-09, PLZ-43 an unconfirmed rule, found by typing, has no date and asks for none', async ({
  page,
  visit,
}) => {
  await visit(page, '/plazos')
  await page.getByRole('button', { name: 'Calcular un plazo' }).click()
  const rule = page.getByLabel('¿Qué necesitas hacer?')
  await expect(rule).toBeFocused()
  await calculate(page).click()
  await expect(page.getByText('Elige un plazo de la lista.')).toBeVisible()
  await rule.fill('expulsion')
  await page.getByRole('option', { name: 'Reclamar de una orden de expulsión' }).click()
  await expect(card(page)).toContainText('El plazo para reclamar de una expulsión es muy breve.')
  await expect(page.locator('input[type="date"]')).toHaveCount(0)
  await expect(calculate(page)).toHaveCount(0)
  await expectAccessible(page)
})

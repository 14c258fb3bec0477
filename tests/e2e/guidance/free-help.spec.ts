import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const place = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const show = (page: Page) => page.getByRole('button', { name: 'Ver ayuda', exact: true }).click()

test('PLZ-75, PLZ-76, PLZ-77, PLZ-81, PLZ-82 a visitor chooses specialty and commune, and reads who helps for free', async ({
  page,
  visit,
}) => {
  await visit(page, '/ayuda')
  await page.locator('main').getByRole('link', { name: 'ayuda gratuita' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ayuda gratuita' })).toBeVisible()
  await expect(group(page, 'Abogado gratis').getByText('Elige tu comuna para ver tu oficina.')).toBeVisible()
  await expect(page.getByText('Estas instituciones no pagan por aparecer.')).toBeVisible()
  await expect(page.getByText('la ley exige mediación')).toBeHidden()

  await field(page, 'Especialidad').fill('pension')
  await page.getByRole('option', { name: 'Pensión de alimentos' }).click()
  await field(page, 'Comuna').fill('nunoa')
  await page.getByRole('option', { name: 'Ñuñoa' }).click()
  await show(page)
  await page.waitForURL(/especialidad=Pensi.*comuna=%C3%91u%C3%B1oa/)
  await expect(
    page.getByRole('status').filter({ hasText: 'para «Pensión de alimentos» en Ñuñoa.' }),
  ).toBeVisible()
  await expect(
    page.getByText('Antes de demandar la ley exige mediación. Puedes pedirla sin abogado.'),
  ).toBeVisible()
  await expect(page.getByText('Elige tu comuna para ver tu oficina.')).toBeHidden()
  const office = place(page, 'Corporación de Asistencia Judicial Metropolitana')
  await expect(office.getByRole('link', { name: 'cajmetro.cl' })).toHaveAttribute(
    'href',
    'https://cajmetro.cl',
  )
  await expect(office.getByText('Revisado el 24 de noviembre de 2026.')).toBeVisible()
  const police = place(page, 'Carabineros')
  await expect(police.getByRole('link', { name: 'Llamar al 133' })).toHaveAttribute('href', 'tel:133')
  await expect(group(page, 'Reclamos y trámites').getByText('Mediación familiar licitada')).toBeVisible()

  await page.goBack()
  await expect(field(page, 'Comuna')).toHaveValue('')
})

test('PLZ-77 an unconfirmed entry shows its name and purpose alone', async ({ page, visit }) => {
  await visit(page, '/ayuda-gratuita?especialidad=Violencia+intrafamiliar+(VIF)&comuna=Concepci%C3%B3n')
  for (const name of ['Línea Libre', 'Corporación de Asistencia Judicial del Biobío']) {
    await expect(place(page, name).getByText('Confirma este dato antes de ir.')).toBeVisible()
    await expect(place(page, name).getByRole('link')).toHaveCount(0)
  }
  await expect(page.locator('main')).not.toContainText('1515')
  await expect(page.getByRole('link', { name: 'Escribir por WhatsApp al +56 9 9700 7000' })).toHaveAttribute(
    'href',
    'https://wa.me/56997007000',
  )
})

test('PLZ-75 without JavaScript the form finds «nunoa», and keeps a text that names nothing with its error', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const page = await context.newPage()
  await page.goto('/ayuda-gratuita')
  await field(page, 'Comuna').fill('nunoa')
  await show(page)
  await expect(field(page, 'Comuna')).toHaveValue('Ñuñoa')
  await expect(
    page.getByRole('heading', { name: 'Corporación de Asistencia Judicial Metropolitana' }),
  ).toBeVisible()

  await field(page, 'Comuna').fill('Narnia')
  await field(page, 'Especialidad').fill('despido injustificado')
  await show(page)
  await expect(field(page, 'Comuna')).toHaveValue('Narnia')
  await expect(page.getByText('Elige una comuna de la lista.')).toBeVisible()
  await expect(field(page, 'Especialidad')).toHaveValue('Despido injustificado')
  await expect(page.getByText('Elige tu comuna para ver tu oficina.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Llamar al 133' })).toBeVisible()
  await context.close()
})

import type { Page } from '@playwright/test'
import { dayNumber, isoDay, isoDayOf } from '../../../src/chile/dates.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

const yesterday = () => isoDayOf(dayNumber(isoDay(new Date())) - 1)
const title = (page: Page) => page.getByRole('heading', { name: 'Plazos que pueden estar corriendo' })
const lawyers = (page: Page) => page.getByRole('heading', { name: /abogado\(s\) encontrado/ })
const note = (page: Page) => page.getByText('Que no aparezca un plazo no significa que no exista.')
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const search = async (page: Page, text: string) => {
  await page.getByLabel('Cuéntanos tu problema').fill(text)
  await page.getByRole('button', { name: 'Buscar abogados' }).click()
  await expect(lawyers(page)).toBeVisible()
}
const DISMISSAL = 'Demandar por despido injustificado, indebido o improcedente'
/** Whether one is above the other on the page. */
const isAbove = async (one: ReturnType<typeof title>, other: ReturnType<typeof title>) => {
  const [first, second] = [await one.boundingBox(), await other.boundingBox()]
  return (first?.y ?? 0) < (second?.y ?? 0)
}

test('PLZ-22, PLZ-24, PLZ-36, PLZ-39, PLZ-41 somebody dismissed yesterday sees the deadline by free text, above the lawyers', async ({
  page,
  visit,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visit(page, '/buscar-ia')
  await search(
    page,
    'Trabajé tres años en una tienda y ayer me despidieron por necesidades de la empresa, sin aviso',
  )
  await expect(title(page)).toBeVisible()
  const dismissal = row(page, DISMISSAL)
  await expect(dismissal).toContainText(/Quedan \d+ días hábiles/)
  await expect(page.getByRole('status').filter({ hasText: /^Calculamos \d plazos\.$/ })).toHaveCount(1)
  expect(await isAbove(title(page), lawyers(page))).toBe(true)
  await dismissal.getByRole('button', { name: 'Cómo lo calculamos' }).click()
  await expect(dismissal).toContainText('Lo leímos en tu texto: «ayer».')
  const download = page.waitForEvent('download')
  await dismissal.getByRole('button', { name: 'Agregar a mi calendario' }).click()
  expect((await download).suggestedFilename()).toBe('plazos.ics')
  await expect(page.getByRole('button', { name: 'Descargar todos' })).toBeVisible()
  // Sorted by the day to act; more than three rows are behind a button.
  await page.getByRole('button', { name: /^Ver \d más$/ }).click()
  await expect(page.getByText('Para esto puede existir un plazo corto. Pregúntalo hoy.')).toBeVisible()
  await expect(note(page)).toBeVisible()
  await expectAccessible(page)
  expect(requests.filter((url) => /despid|ayer/.test(url))).toEqual([])
})

test('PLZ-20, PLZ-26 without a day the card asks for it, and refuses one that cannot be', async ({
  page,
  visit,
}) => {
  await visit(page, '/buscar-ia')
  await search(
    page,
    'Me despidieron injustificadamente por necesidades de la empresa y no me pagan el finiquito',
  )
  const dismissal = row(page, DISMISSAL)
  const day = dismissal.getByLabel('¿Qué día fue?')
  await expect(page.getByLabel('¿Qué día fue?')).toHaveCount(2)
  const calculate = dismissal.getByRole('button', { name: 'Calcular' })
  await calculate.click()
  await expect(dismissal.getByText('Escribe una fecha válida.')).toBeVisible()
  await expect(day).toBeFocused()
  await day.fill(yesterday())
  await calculate.click()
  await expect(dismissal).toContainText(/Quedan \d+ días hábiles/)
})

test('PLZ-22 two days for one event: the earlier one is shown, asked about and can be corrected', async ({
  page,
  visit,
}) => {
  await visit(page, '/buscar-ia')
  await search(
    page,
    'Me despidieron el 3 de noviembre de 2025 por necesidades de la empresa. Me despidieron el 10 de noviembre de 2025.',
  )
  const dismissal = row(page, DISMISSAL)
  const day = dismissal.getByLabel(/Entendimos el lunes\s3\sde\snoviembre\sde\s2025\. ¿Es correcto\?/)
  await expect(day).toHaveValue('2025-11-03')
  await expect(dismissal).toContainText('Pudo vencer')
  await day.fill(yesterday())
  await dismissal.getByRole('button', { name: 'Usar esta fecha' }).click()
  await expect(dismissal).toContainText(/Quedan \d+ días hábiles/)
})

test('PLZ-25 a failed reading says so in one line, with the lawyers in place, and can be tried again', async ({
  page,
  visit,
}) => {
  await visit(page, '/buscar-ia')
  await page.route('**/api/rpc/deadlines/read', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await search(page, 'Ayer me despidieron por necesidades de la empresa, sin aviso')
  await expect(page.getByText('No pudimos revisar plazos.')).toBeVisible()
  await expect(title(page)).toHaveCount(0)
  await page.unroute('**/api/rpc/deadlines/read')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(row(page, DISMISSAL)).toBeVisible()
})

test('PLZ-26, PLZ-27 while the question is open there is no card, and the line always stands', async ({
  page,
  visit,
}) => {
  await visit(page, '/buscar-ia')
  await search(page, 'le dono la casa en vida a mi hijo o hago como que se la vendo? qué conviene')
  const answer = page.getByRole('button', { name: 'Es por una herencia' })
  await expect(answer).toBeVisible()
  await expect(note(page)).toBeVisible()
  await expect(title(page)).toHaveCount(0)
  await answer.click()
  await expect(title(page)).toBeVisible()
})

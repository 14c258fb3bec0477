import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('SEG-29, SEG-30 subscribe, copy, change and revoke the address; it is shown once', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, '/tareas')
  const card = page.getByRole('region', { name: 'Tu calendario' })
  await expect(card).toContainText('Google puede tardar hasta un día en mostrar cambios.')
  // A failure shows, and the button stays.
  await page.route('**/api/rpc/calendar/newAddress', (route) => route.abort())
  await card.getByRole('button', { name: 'Suscribirme desde mi calendario' }).click()
  await expect(card.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/rpc/calendar/newAddress')
  await card.getByRole('button', { name: 'Suscribirme desde mi calendario' }).press('Enter')
  const address = card.getByLabel('Dirección de tu calendario')
  await expect(address).toHaveValue(/\/calendario\/[\w-]{43}\.ics$/)
  const first = await address.inputValue()
  await card.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.locator('[data-toasts]').getByText('Dirección copiada.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await expectAccessible(page)
  expect((await page.request.get(first)).status()).toBe(200)
  const names = card.getByRole('checkbox', { name: 'Mostrar nombres de causas y personas' })
  await names.check()
  await expect(names).toBeChecked()

  await visitPage(page, '/tareas')
  await expect(card.getByText(/Tienes una dirección desde el/)).toBeVisible()
  await expect(names).toBeChecked()
  await expect(page.getByText(first)).toHaveCount(0)
  await card.getByRole('button', { name: 'Cambiar dirección' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar dirección' }).click()
  await expect(address).toHaveValue(/\.ics$/)
  const second = await address.inputValue()
  expect(second).not.toBe(first)
  expect((await page.request.get(first)).status()).toBe(404)
  await card.getByRole('button', { name: 'Revocar' }).click()
  const question = page.getByRole('dialog')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Revocar' }).click()
  await expect(card.getByRole('button', { name: 'Suscribirme desde mi calendario' })).toBeVisible()
  expect((await page.request.get(second)).status()).toBe(404)
})

test('SEG-29 a calendar card that cannot be loaded can be retried', async ({
  pageAs,
  makeAccount,
  database,
}) => {
  const page = await pageAs(await makeAccount())
  await database.sql('alter table calendar_feeds rename to calendar_feeds_away')
  try {
    await visitPage(page, '/tareas')
    await expect(page.getByText('No se pudo cargar tu calendario.')).toBeVisible()
  } finally {
    await database.sql('alter table calendar_feeds_away rename to calendar_feeds')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('button', { name: 'Suscribirme desde mi calendario' })).toBeVisible()
})

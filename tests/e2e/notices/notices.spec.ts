import { unsubscribeToken } from '../../../src/capabilities/notices/commands.server.ts'
import { makeActiveCase, makeProposal } from '../../../src/demo-data/conversations.ts'
import { makeDocument } from '../../../src/demo-data/workspace.ts'
import { pdf } from '../../support/files/test-files.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('SEG-55, SEG-56 the bell counts live; opening the list sees, following a notice reads it and opens its chat', async ({
  pageAs,
  parties,
  database,
}) => {
  const page = await pageAs(parties.client)
  await visitPage(page, '/dashboard')
  const bell = page.getByRole('banner').getByRole('link', { name: /^Avisos/ })
  await expect(bell).toHaveAccessibleName('Avisos')
  const { chatId, lawyer } = parties
  await makeProposal(database.platform, { chatId, lawyerId: lawyer.id })
  await expect(bell).toHaveAccessibleName('Avisos, 1 sin ver')
  await bell.click()
  const popup = page.getByRole('dialog', { name: 'Avisos' })
  await expect(popup.getByRole('link', { name: /Recibiste una propuesta de/ })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Avisos')
  await popup.getByRole('link', { name: 'Ver todos los avisos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  await expect(popup).toBeHidden()
  const row = page.getByRole('link', { name: /Recibiste una propuesta de/ })
  await expect(row).toContainText('Sin leer.')
  await expect(page.getByRole('heading', { level: 2, name: 'Hoy' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Avisos')
  await row.click()
  await page.waitForURL('**/chat')
  await expect(page.getByRole('button', { name: 'Aceptar' })).toBeVisible()
  await page.goBack()
  await expect(row).not.toContainText('Sin leer.')
})

test('SEG-56 by case; «Marcar todo como leído»; a list that fails can be retried', async ({
  pageAs,
  makeAccount,
  parties,
  database,
}) => {
  const client = await makeAccount()
  const cases = []
  for (const _ of [1, 2]) {
    const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
    const { caseId } = await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
    await makeDocument(database.platform, { caseId, userId: lawyer.id, name: 'a.pdf', bytes: pdf() })
    cases.push(caseId)
  }
  const page = await pageAs(client)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, '/avisos')
  const rows = page.getByRole('link', { name: /subió documentos/ })
  await expect(rows).toHaveCount(2)
  const filter = page.getByRole('navigation', { name: 'Avisos por causa' })
  await page.route('**/api/rpc/notices/list*', (route) => route.abort())
  await filter.getByRole('link').nth(1).click()
  await expect(page.getByText('No se pudieron cargar los avisos.')).toBeVisible()
  await page.unroute('**/api/rpc/notices/list*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows).toHaveCount(1)
  await filter.getByRole('link', { name: 'Todas las causas' }).click()
  await page.getByRole('button', { name: 'Marcar todo como leído' }).click()
  await expect(page.getByText('Sin leer.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Marcar todo como leído' })).toBeDisabled()
  expect(parties.client.id).toBeTruthy()
})

test('SEG-56 «No tienes avisos.»', async ({ pageAs, makeAccount }) => {
  const page = await pageAs(await makeAccount())
  await visitPage(page, '/avisos')
  await expect(page.getByText('No tienes avisos.')).toBeVisible()
})

test('SEG-55 the popup of the bell: keyboard, empty, failing, a press outside', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, '/dashboard')
  const bell = page.getByRole('banner').getByRole('link', { name: 'Avisos', exact: true })
  const popup = page.getByRole('dialog', { name: 'Avisos' })
  await page.route('**/api/rpc/notices/list*', (route) => route.abort())
  await bell.focus()
  await page.keyboard.press('Enter')
  await expect(bell).toHaveAttribute('aria-expanded', 'true')
  await expect(popup.getByText('No se pudieron cargar los avisos.')).toBeVisible()
  await page.unroute('**/api/rpc/notices/list*')
  await popup.getByRole('button', { name: 'Reintentar' }).click()
  await expect(popup.getByText('No tienes avisos.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await expect(popup).toBeVisible()
  await page.mouse.click(195, 800)
  await expect(popup).toBeHidden()
})

test('SEG-59 to SEG-61 preferences are saved at once, survive a reload, and are taken back when they cannot be saved', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await visitPage(page, '/avisos/preferencias')
  const boxes = page.getByRole('group', { name: 'Propuestas' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  await boxes.nth(1).uncheck()
  await page.getByRole('radio', { name: 'Diario, 08:30' }).check()
  await page.getByRole('checkbox', { name: 'Discreción' }).check()
  await page.getByLabel('Desde').fill('21:30')
  await page.getByLabel('Desde').blur()
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  for (const name of ['Término de la causa', 'Mensajes'])
    await expect(page.getByRole('group', { name }).getByRole('checkbox')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Seguridad de la cuenta' }).getByRole('checkbox')).toHaveCount(
    0,
  )
  await page.reload()
  await expect(boxes.nth(0)).toBeChecked()
  await expect(boxes.nth(1)).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Diario, 08:30' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Discreción' })).toBeChecked()
  await expect(page.getByLabel('Desde')).toHaveValue('21:30')
  await page.getByLabel('Hasta').fill('21:30')
  await page.getByLabel('Hasta').blur()
  await expect(page.getByText('El inicio y el fin no pueden ser la misma hora.')).toBeVisible()
  await page.route('**/api/rpc/notices/saveSettings', (route) => route.abort())
  await boxes.nth(1).click()
  await expect(page.getByText('No se pudo guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect(boxes.nth(1)).not.toBeChecked()
})

test('SEG-63 the link of an e-mail ends its category without a session; SEG-64 its chat opens', async ({
  page,
  pageAs,
  parties,
  database,
}) => {
  const { sealer } = database.platform
  await page.goto(`/baja/${unsubscribeToken(sealer, parties.client.id, 'proposals')}`)
  await expect(page.getByText('Ya no te escribiremos correos de propuestas.')).toBeVisible()
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await expect(page.getByRole('heading', { name: 'Listo' })).toBeVisible()
  const signedIn = await pageAs(parties.client)
  await visitPage(signedIn, '/avisos/preferencias')
  await expect(
    signedIn.getByRole('group', { name: 'Propuestas' }).getByRole('checkbox').nth(1),
  ).not.toBeChecked()
  await visitPage(signedIn, `/chat#${parties.chatId}`)
  await expect(signedIn.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
})

test('SEG-59, H-01 the preferences say that e-mails wait for the confirmation of the address, and send it again', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount({ emailConfirmed: false }))
  await visitPage(page, '/avisos/preferencias')
  await expect(page.getByText(/^Confirma tu correo \S+ para recibir avisos\./)).toBeVisible()
  await page.getByRole('button', { name: 'Reenviar correo de confirmación' }).click()
  await expect(page.getByText('Correo enviado')).toBeVisible()
})

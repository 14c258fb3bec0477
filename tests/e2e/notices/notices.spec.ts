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
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
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

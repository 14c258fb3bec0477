import { makeActiveCase, makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('DAT-30 «Retirar» in «Tus datos» takes the case off the market; publishing it again asks for a new consent', async ({
  parties,
  pageAs,
  database,
}) => {
  await makeOpenCase(database.platform, parties.client.id, { title: 'Arriendo impago' })
  const page = await pageAs(parties.client)
  await visitPage(page, '/mis-datos#consentimientos')
  const part = page.getByRole('region', { name: 'Tus consentimientos' })
  await part.getByRole('button', { name: 'Retirar el consentimiento de «Arriendo impago»' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Retirar tu consentimiento?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(part.getByText('Tu causa ya no se muestra a abogados.')).toHaveCount(0)
  await part.getByRole('button', { name: 'Retirar el consentimiento de «Arriendo impago»' }).press('Enter')
  await page.route('**/api/rpc/openCases/withdrawConsent', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(dialog).toContainText('No hay conexión con Amparo.')
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(part.getByText('Tu causa ya no se muestra a abogados.')).toBeVisible()
  await expect(part.getByText(/^Retirado el /)).toBeVisible()
  await expect(part.getByRole('link', { name: 'Eliminar la causa' })).toBeVisible()
  await expect(part.getByText(/Al presionar "Volver a publicar" consientes expresamente/)).toBeVisible()
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Volver a publicar «Arriendo impago»' }).click()
  await expect(part.getByText(/^Dado el /)).toBeVisible()
  await expect(part.getByRole('link', { name: 'Leer Términos y Condiciones' })).toHaveAttribute(
    'href',
    '/terminos',
  )
})

test('DAT-30 of a running case «Tus datos» says why its data are still needed, and offers a request', async ({
  parties,
  pageAs,
  database,
}) => {
  const { client, lawyer } = parties
  const caseId = await makeOpenCase(database.platform, client.id, { title: 'Despido' })
  await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await database.sql(`update cases set status = 'activo', lawyer_id = $2 where id = $1`, [caseId, lawyer.id])
  const page = await pageAs(client)
  await visitPage(page, '/mis-datos#consentimientos')
  const part = page.getByRole('region', { name: 'Tus consentimientos' })
  await expect(part.getByText(/artículo 16, letra d/)).toBeVisible()
  await expect(part.getByRole('button', { name: /Retirar/ })).toHaveCount(0)
  await expect(part.getByRole('link', { name: 'Hacer una solicitud' })).toBeVisible()
})

test('DAT-29 the panel asks once about a case from before the ledger', async ({
  parties,
  pageAs,
  database,
}) => {
  const { client } = parties
  const caseId = await makeOpenCase(database.platform, client.id, { title: 'Herencia' })
  await database.sql('alter table consent_movements disable trigger consent_movements_append_only')
  await database.sql('delete from consent_movements where case_id = $1', [caseId])
  await database.sql('alter table consent_movements enable trigger consent_movements_append_only')
  const page = await pageAs(client)
  await visitPage(page, '/dashboard')
  const question = page.getByText('Tu causa se publicó antes de este registro. ¿Mantenerla publicada?')
  await expect(question).toBeVisible()
  await expect(page.getByText(/Al presionar "Mantener publicada" consientes expresamente/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mantener publicada' }).press('Enter')
  await expect(question).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Herencia').first()).toBeVisible()
  await expect(question).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { pdf, picture } from '../../support/files/test-files.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test as base, CLIENT_NAME, LAWYER_NAME, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const request = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

const test = base.extend<{ caseId: string }>({
  caseId: async ({ parties, database }, use) => {
    const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
    const { caseId } = await makeActiveCase(database.platform, ids)
    await database.sql(`update cases set specialty = 'Despido injustificado' where id = $1`, [caseId])
    await use(caseId)
  },
})

test('SEG-15 to SEG-22 the lawyer asks from the list, the client delivers over a cut line, is corrected, and is accepted', async ({
  parties,
  pageAs,
  caseId,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  for (const page of [lawyer, client]) await visitPage(page, `/case/${caseId}?tab=documentos`)

  // SEG-15, SEG-16: the list of the specialty, changed before it is sent.
  await lawyer.getByRole('button', { name: 'Pedir documentos' }).click()
  const dialog = lawyer.getByRole('dialog')
  await expect(dialog).toContainText('Lista orientadora: quita o agrega lo que corresponda a este caso.')
  await expect(dialog.getByRole('textbox', { name: /^Documento \d/ })).toHaveCount(7)
  await expectAccessible(lawyer)
  await dialog.getByRole('button', { name: 'Quitar Cédula de identidad' }).click()
  await dialog.getByRole('textbox', { name: 'Documento 1' }).fill('')
  await dialog.getByLabel('Nota para tu cliente').fill('Parte por lo que tengas a mano.')
  await dialog.getByRole('button', { name: 'Pedir documentos' }).click()
  await expect(dialog.getByText('Escribe qué documento necesitas.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Documento 1' }).fill('Contrato de trabajo')
  await dialog.getByRole('button', { name: 'Pedir documentos' }).click()
  await expect(dialog).toHaveCount(0)

  // The client sees it at once.
  await expect(client.getByRole('heading', { name: 'Documentos solicitados' })).toBeVisible()
  await expect(client.getByText('0 de 6 entregados')).toBeVisible()
  await expect(client.getByText('Parte por lo que tengas a mano.')).toBeVisible()
  const contract = request(client, 'Contrato de trabajo')
  await expect(contract).toContainText('Pendiente')
  await expectAccessible(client)

  // SEG-19: a cut line; «Reintentar» needs no new choice, and makes no second row.
  await client.route('**/api/files/certificados/*', (route) => route.abort(), { times: 1 })
  const chooser = client.waitForEvent('filechooser')
  await contract.getByRole('button', { name: 'Elegir archivo' }).click()
  await (await chooser).setFiles({ name: 'Contrato.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await expect(contract.getByText('Sin conexión. El archivo no se envió.')).toBeVisible()
  await contract.getByRole('button', { name: 'Reintentar Contrato.pdf' }).click()
  await expect(contract.getByRole('link', { name: 'Contrato.pdf' })).toHaveCount(1)
  await expect(contract).toContainText('Entregado')
  await expect(contract).toContainText('Aún no lo ha visto')

  // SEG-22: the lawyer opens it, and the client sees that.
  const received = request(lawyer, 'Contrato de trabajo')
  const opening = lawyer.waitForEvent('popup')
  await received.getByRole('link', { name: 'Contrato.pdf' }).click()
  await (await opening).close()
  await expect(contract).toContainText(`Visto por ${LAWYER_NAME} el`)

  // SEG-17, SEG-21: returned with a reason; a new version keeps the older one.
  await received.getByRole('button', { name: 'Devolver para corregir' }).click()
  await lawyer.getByRole('dialog').getByRole('textbox').fill('falta la firma')
  await lawyer.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click()
  await expect(contract).toContainText('Por corregir: falta la firma')
  const again = client.waitForEvent('filechooser')
  await contract.getByRole('button', { name: 'Subir nueva versión' }).click()
  await (await again).setFiles({ name: 'Firmado.png', mimeType: 'image/png', buffer: await picture('png') })
  await contract.getByText('Versiones (2)').click()
  await expect(contract.getByRole('link', { name: /Contrato\.pdf versión 1/ })).toBeVisible()
  await received.getByRole('button', { name: 'Aceptar' }).click()
  await expect(contract).toContainText('Aceptado')
  await expect(client.getByText('1 de 6 entregados')).toBeVisible()

  // «No lo tengo», asked for again, annulled.
  const letter = request(client, 'Carta de despido')
  await letter.getByRole('button', { name: 'No lo tengo' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'No lo tengo' }).click()
  await expect(
    client.getByRole('dialog').getByText('Escribe por qué, en 1 a 300 caracteres.').first(),
  ).toBeVisible()
  await client.getByRole('dialog').getByRole('textbox').fill('Nunca me la dieron.')
  await client.getByRole('dialog').getByRole('button', { name: 'No lo tengo' }).click()
  const lacking = request(lawyer, 'Carta de despido')
  await expect(lacking).toContainText('«Nunca me la dieron.»')
  await lacking.getByRole('button', { name: 'Pedir de nuevo' }).click()
  await expect(letter).toContainText('Pendiente')
  await lacking.getByRole('button', { name: 'Anular' }).click()
  await expect(letter).toContainText('Anulado')

  // SEG-23: an accepted document asks first; «Deshacer» and «Eliminados» bring it back.
  await contract.getByRole('button', { name: 'Eliminar Firmado.png' }).click()
  await expect(client.getByRole('dialog')).toContainText(
    'Este documento ya fue aceptado por tu abogado. ¿Eliminarlo igual?',
  )
  await client.getByRole('dialog').getByRole('button', { name: 'Eliminar documento' }).click()
  await expect(received.getByRole('link', { name: /Firmado/ })).toHaveCount(0)
  await client.locator('[data-toasts]').getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(client, 'Documento restaurado.')).toBeVisible()
  await expect(received.getByRole('link', { name: /^Firmado\.png \(se/ })).toBeVisible()
  await received.getByRole('button', { name: 'Eliminar Firmado.png' }).click()
  await lawyer.getByRole('dialog').getByRole('button', { name: 'Eliminar documento' }).click()
  await client.getByText('Eliminados (1)').click()
  await expect(client.getByText('Se borrará el')).toBeVisible()
  await expectAccessible(client)
  await client.getByRole('button', { name: 'Restaurar Firmado.png' }).click()
  await expect(received.getByRole('link', { name: /^Firmado\.png \(se/ })).toBeVisible()

  // SEG-24.
  const download = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Descargar todo' }).click()
  expect((await download).suggestedFilename()).toBe('documentos.zip')
  await expect(client.getByText(CLIENT_NAME.split(' ')[0] ?? '').first()).toBeVisible()
})

test('SEG-18 a phone offers the camera; a photo in HEIC is refused before it is sent', async ({
  parties,
  pageAs,
  caseId,
  database,
}) => {
  await database.sql(
    `insert into document_requests (case_id, batch_id, position, asked_by, name, due_on)
     values ($1, gen_random_uuid(), 0, $2, 'Finiquito', current_date + 3)`,
    [caseId, parties.lawyer.id],
  )
  const client = await pageAs(parties.client)
  await client.setViewportSize({ width: 390, height: 844 })
  await visitPage(client, `/case/${caseId}?tab=documentos`)
  const row = request(client, 'Finiquito')
  await expect(client.getByText(/^Guardamos el archivo tal como lo envías/)).toBeVisible()
  const input = row.locator('input[capture]')
  await expect(input).toHaveAttribute('accept', 'image/jpeg,image/png')
  const chooser = client.waitForEvent('filechooser')
  await row.getByRole('button', { name: 'Tomar foto' }).click()
  await (await chooser).setFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: pdf() })
  await expect(
    row.getByText('Tu teléfono envió un formato que no se puede abrir aquí. Elige JPG o PNG.'),
  ).toBeVisible()
  expect(await client.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
    0,
  )
})

test('SEG-17 a long reason wraps on a phone, and what can be done stays on the screen', async ({
  parties,
  pageAs,
  caseId,
  database,
}) => {
  const reason = 'La foto está cortada: faltan las dos últimas páginas y no se alcanza a leer la firma.'
  await database.sql(
    `insert into document_requests (case_id, batch_id, position, asked_by, name, due_on, state, reason, delivery_id)
     values ($1, gen_random_uuid(), 0, $2, 'Finiquito', current_date + 3, 'por_corregir', $3, gen_random_uuid())`,
    [caseId, parties.lawyer.id, reason],
  )
  const client = await pageAs(parties.client)
  await client.setViewportSize({ width: 390, height: 844 })
  await visitPage(client, `/case/${caseId}?tab=documentos`)
  const row = request(client, 'Finiquito')
  for (const part of [row.getByText(reason), ...(await row.getByRole('button').all())]) {
    const box = await part.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  }
})

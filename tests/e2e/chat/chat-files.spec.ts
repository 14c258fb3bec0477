import type { Locator, Page } from '@playwright/test'
import { answerProposal, makeProposal } from '../../../src/demo-data/conversations.ts'
import { makeChatFile } from '../../../src/demo-data/workspace.ts'
import { pdf, picture } from '../../support/files/test-files.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'
import { chatRow, log, toasts, typeAndSend } from './chat-page.ts'

const PDF = { name: 'Carta de despido.pdf', mimeType: 'application/pdf', buffer: pdf() }
const sending = (page: Page) => page.getByRole('list', { name: 'Archivos que se están enviando' })

/** Presses a button that opens the choice of a file, and chooses. */
async function choose(page: Page, button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(file)
}
const clip = (page: Page) => page.getByRole('button', { name: 'Adjuntar archivo' })

test('SEG-71, SEG-19, SEG-76 a file survives a cut line without a new choice, appears live for the other party, and is deleted and restored', async ({
  parties,
  pageAs,
  database,
}) => {
  const [client, lawyer] = [await pageAs(parties.client), await pageAs(parties.lawyer)]
  await openChat(client, LAWYER_NAME)
  await openChat(lawyer, CLIENT_NAME)
  await client.route('**/api/files/certificados/**', (route) => route.abort(), { times: 1 })
  await choose(client, clip(client), PDF)
  await expect(sending(client).getByText('Sin conexión. El archivo no se envió.')).toBeVisible()
  await expectAccessible(client)
  await typeAndSend(client, 'Ahí va')
  await sending(client).getByRole('button', { name: 'Reintentar Carta de despido.pdf' }).click()
  for (const page of [client, lawyer])
    await expect(log(page).getByRole('link', { name: /^Carta de despido/ })).toBeVisible()
  await expect(sending(client)).toHaveCount(0)
  await expect(chatRow(lawyer, CLIENT_NAME)).toContainText('Archivo enviado')
  expect(
    await database.sql('select content, is_file from messages where chat_id = $1 order by seq', [
      parties.chatId,
    ]),
  ).toEqual(
    expect.arrayContaining([
      { content: 'Ahí va', is_file: false },
      { content: 'Archivo enviado', is_file: true },
    ]),
  )
  await expect(log(client).getByText('Visto', { exact: true })).toBeVisible()
  await expect(log(lawyer).getByRole('link', { name: 'Descargar Carta de despido.pdf' })).toBeVisible()
  await expect(log(lawyer).getByRole('button', { name: 'Eliminar Carta de despido.pdf' })).toHaveCount(0)
  await expectAccessible(lawyer)

  await log(client).getByRole('button', { name: 'Eliminar Carta de despido.pdf' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Eliminar archivo' }).click()
  for (const page of [client, lawyer]) await expect(log(page).getByText('Archivo eliminado')).toBeVisible()
  await expect(log(lawyer).getByRole('button', { name: 'Restaurar' })).toHaveCount(0)
  await expectAccessible(client)
  await toasts(client).getByRole('button', { name: 'Deshacer' }).click()
  for (const page of [client, lawyer])
    await expect(log(page).getByRole('link', { name: /^Carta de despido/ })).toBeVisible()
  await reload(client)
  await expect(log(client).getByRole('link', { name: /^Carta de despido/ })).toBeVisible()
})

test('SEG-71, SEG-18 on a phone the clip offers camera and file, and an upload can be cancelled', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page, LAWYER_NAME)
  await clip(page).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' })).toBeVisible()
  await expect(page.getByText('Guardamos el archivo tal como lo envías;')).toBeVisible()
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route('**/api/files/certificados/**', async (route) => {
    started.resolve()
    await release.promise
    await route.abort().catch(() => {})
  })
  const photo = {
    name: 'foto.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('jpeg', { width: 60, height: 60 }),
  }
  await choose(page, page.getByRole('dialog').getByRole('button', { name: 'Elegir archivo' }), photo)
  await started.promise
  await expect(sending(page).getByRole('progressbar', { name: 'Subiendo foto.jpg' })).toBeVisible()
  await sending(page).getByRole('button', { name: 'Cancelar foto.jpg' }).click()
  await expect(sending(page)).toHaveCount(0)
  release.resolve()
  await clip(page).click()
  await choose(page, page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' }), {
    name: 'IMG_0001.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.alloc(100),
  })
  await expect(
    sending(page).getByText('Tu teléfono envió un formato que no se puede abrir aquí. Elige JPG o PNG.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Quitar IMG_0001.HEIC' }).click()
  expect(
    await database.sql('select 1 from messages where chat_id = $1 and is_file', [parties.chatId]),
  ).toEqual([])
})

test('SEG-71 the files of a chat are in its case after the acceptance, and open for nobody else', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  const { platform } = database
  const { chatId, client, lawyer } = parties
  const file = await makeChatFile(platform, { chatId, userId: client.id, name: 'Contrato.pdf', bytes: pdf() })
  const proposal = await makeProposal(platform, { chatId, lawyerId: lawyer.id })
  const page = await pageAs(client)
  await openChat(page, LAWYER_NAME)
  await expect(log(page).getByRole('link', { name: 'Contrato.pdf' })).toBeVisible()
  const caseId = await answerProposal(platform, { clientId: client.id, proposalId: proposal.id }, 'accept')
  await expect(log(page).getByRole('link', { name: 'Contrato.pdf' })).toBeVisible()
  await visitPage(page, `/case/${caseId}?tab=documentos`)
  await expect(page.getByRole('link', { name: 'Contrato.pdf' })).toBeVisible()
  const outsider = await pageAs(await makeAccount({ role: 'lawyer', verificationStatus: 'verified' }))
  expect((await outsider.request.get(`/archivos/${file.key}`)).status()).toBe(404)
})

test('SEG-71 files that cannot be loaded say so, and load again', async ({ parties, pageAs, database }) => {
  const { chatId, client } = parties
  await makeChatFile(database.platform, { chatId, userId: client.id, name: 'Contrato.pdf', bytes: pdf() })
  const page = await pageAs(client)
  await page.route('**/api/rpc/workspace/chatFiles**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await openChat(page, LAWYER_NAME)
  await expect(log(page).getByText('No se pudo cargar el archivo.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/rpc/workspace/chatFiles**')
  await log(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(log(page).getByRole('link', { name: 'Contrato.pdf' })).toBeVisible()
})

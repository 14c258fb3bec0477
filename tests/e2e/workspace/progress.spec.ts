import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closingOfCase, requestReopening } from '../../../src/capabilities/closings/commands.server.ts'
import { requestDocuments } from '../../../src/capabilities/documents/requests.server.ts'
import { requestUpdate } from '../../../src/capabilities/progress/commands.server.ts'
import { actingAs, unwrap } from '../../../src/demo-data/acting-as.ts'
import { finishCase } from '../../../src/demo-data/closings.ts'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { makeUpdate } from '../../../src/demo-data/progress.ts'
import { giveTask } from '../../../src/demo-data/workspace.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(Date.now() + days * 86_400_000)
const longDay = (days: number) => {
  const [year, month, day] = dayIn(days).split('-').map(Number)
  const months =
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
  return `${day} de ${months[(month ?? 1) - 1]} de ${year}`
}
const panel = (page: Page) => page.getByRole('region', { name: 'Seguimiento' })

test('SEG-01, SEG-04, SEG-06 to SEG-09, SEG-12, SEG-14 a lawyer publishes an update by keyboard, and the client sees the answers at once', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  const [lawyer, client] = [await pageAs(parties.lawyer), await pageAs(parties.client)]
  for (const page of [lawyer, client]) await visitPage(page, `/case/${caseId}`)
  await expect(panel(client).getByRole('heading', { level: 3 })).toHaveText([
    'Qué pasó',
    'Qué necesitamos de ti',
    'Qué sigue',
    'Cuándo sabrás más',
  ])
  await expect(panel(client)).toContainText('Tu abogado aún no ha escrito el próximo paso.')
  await expect(panel(client)).toContainText('Tu abogado aún no indicó cuándo habrá novedades.')
  await expect(panel(client)).toContainText('Por ahora no necesitamos nada de ti.')
  await expect(client.getByText('Aceptada: tu abogado está comenzando')).toBeVisible()

  await panel(client).getByRole('button', { name: 'Pedir una novedad' }).click()
  await expect(panel(client)).toContainText(`Podrás pedirla desde el ${longDay(7)}.`)
  await expect(panel(lawyer)).toContainText('pidió una novedad.')

  await panel(lawyer).getByRole('button', { name: 'Publicar novedad' }).press('Enter')
  const dialog = lawyer.getByRole('dialog', { name: 'Publicar novedad' })
  await expectAccessible(lawyer)
  await dialog.getByRole('button', { name: 'Publicar novedad' }).press('Enter')
  await expect(dialog.getByText('Elige la etapa de la causa.').first()).toBeVisible()
  await expect(dialog.getByText('Escribe qué pasó.').first()).toBeVisible()
  await expect(dialog.getByText('Elige un día o marca «No tengo una fecha todavía».').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Etapa' }).press('Enter')
  await expect(lawyer.getByRole('option')).toHaveText([
    'Revisión de antecedentes',
    'Preparando la presentación',
    'Presentada',
    'En tribunal o ante la autoridad',
    'Esperando respuesta',
    'Negociando',
    'Cumplimiento',
    'Otra',
  ])
  await lawyer.keyboard.type('Presentada')
  await lawyer.keyboard.press('Enter')
  await dialog.getByLabel('Qué pasó').fill('Hoy ingresé el reclamo.')
  await dialog.getByLabel('Próximo paso').fill('Comparendo en la Inspección')
  await dialog.getByLabel('Próxima novedad antes del').fill(dayIn(12))
  await dialog.getByRole('button', { name: 'Publicar novedad' }).press('Enter')
  await expect(dialog).toHaveCount(0)

  for (const page of [client, lawyer]) {
    await expect(panel(page)).toContainText('Hoy ingresé el reclamo.')
    await expect(panel(page)).toContainText('Comparendo en la Inspección')
    await expect(panel(page)).toContainText(`prometió una novedad antes del ${longDay(12)}.`)
    await expectAccessible(page)
  }
  await expect(panel(client)).toContainText(`Podrás pedirla desde el ${longDay(12)}.`)
})

test('SEG-10 a draft survives a reload, and ends with logging out', async ({ pageAs, parties, database }) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  const page = await pageAs(parties.lawyer)
  await visitPage(page, `/case/${caseId}`)
  const text = page.getByRole('dialog').getByLabel('Qué pasó')
  await panel(page).getByRole('button', { name: 'Publicar novedad' }).click()
  await text.fill('A medias')
  await visitPage(page, `/case/${caseId}`)
  await panel(page).getByRole('button', { name: 'Publicar novedad' }).click()
  await expect(text).toHaveValue('A medias')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'A medias',
  )
})

test('SEG-01, SEG-05 on a phone the four answers fit in 420 px and open; own tasks are links', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  await makeUpdate(database.platform, { caseId, ...ids })
  await giveTask(database.platform, { caseId, ...ids }, 'Anotar dos testigos', {
    assignee: 'client',
    days: 9,
  })
  await giveTask(database.platform, { caseId, ...ids }, 'Traer el contrato', { assignee: 'client', days: 2 })
  const page = await pageAs(parties.client)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, `/case/${caseId}`)
  const needs = panel(page).getByRole('button', { name: /^Qué necesitamos de ti/ })
  await expect(needs).toContainText('Traer el contrato')
  const boxes = await Promise.all(
    ['Qué pasó', 'Cuándo sabrás más'].map((name) =>
      panel(page)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .boundingBox(),
    ),
  )
  expect((boxes[1]?.y ?? 0) + (boxes[1]?.height ?? 0) - (boxes[0]?.y ?? 0)).toBeLessThanOrEqual(420)
  await needs.press('Enter')
  await expect(panel(page).getByRole('link', { name: /testigos|contrato/ })).toHaveText([
    /^Traer el contrato/,
    /^Anotar dos testigos/,
  ])
  await panel(page)
    .getByRole('button', { name: /^Cuándo sabrás más/ })
    .click()
  await expect(panel(page).getByRole('button', { name: 'Pedir una novedad' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
})

test('SEG-05 on a phone the panel’s links lead to their place, and the documents stand under the title alone', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  await giveTask(database.platform, { caseId, ...ids }, 'Traer el contrato', { assignee: 'client', days: 2 })
  const lawyer = await actingAs(database.platform, ids.lawyerId)
  const request = { caseId, batchId: randomUUID(), names: ['Carta de despido'], dueOn: dayIn(5) }
  unwrap(await requestDocuments(lawyer, request))
  const page = await pageAs(parties.client)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, `/case/${caseId}`)
  const tabs = page.getByRole('tablist', { name: 'Secciones de la causa' })
  await panel(page)
    .getByRole('button', { name: /^Qué necesitamos de ti/ })
    .press('Enter')
  await expect(tabs).not.toBeInViewport()
  await panel(page)
    .getByRole('link', { name: /^Traer el contrato/ })
    .press('Enter')
  await expect(tabs).toBeInViewport()
  await panel(page)
    .getByRole('link', { name: /^Entregar «Carta de despido»/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Documentos solicitados' })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('tab', { name: 'Documentos' }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Tablero' })).toBeFocused()
  await expect(panel(page)).toHaveCount(1)
  await expect(tabs).toBeInViewport()
})

test('SEG-02, SEG-11 the history shows a correction to the client at once, with the earlier version', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  await makeUpdate(database.platform, { caseId, ...ids }, { text: 'Con un error.' })
  const [lawyer, client] = [await pageAs(parties.lawyer), await pageAs(parties.client)]
  await visitPage(client, `/case/${caseId}`)
  await client.getByRole('link', { name: 'Ver historial completo' }).click()
  await expect(client.getByRole('heading', { level: 1, name: 'Historial' })).toBeVisible()
  const list = client.getByRole('list', { name: 'Historial de la causa' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.locator('time')).toHaveCount(2)
  await expect(client.getByRole('button', { name: 'Corregir' })).toHaveCount(0)
  await visitPage(lawyer, `/case/${caseId}/historia`)
  await lawyer.getByRole('button', { name: 'Corregir' }).click()
  const dialog = lawyer.getByRole('dialog', { name: 'Corregir novedad' })
  await dialog.getByLabel('Qué pasó').fill('Sin error.')
  await dialog.getByRole('button', { name: 'Guardar corrección' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(list).toContainText('Sin error.')
  await expect(list).toContainText('Corregida el')
  await list.getByRole('button', { name: 'Ver versión anterior' }).press('Enter')
  await expect(list).toContainText('Con un error.')
  await expectAccessible(client)
})

test('SEG-07 if the panel cannot be loaded the tabs stay usable, and a retry loads it', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  const page = await pageAs(parties.client)
  await database.sql('alter table case_entries rename to case_entries_away')
  try {
    await page.goto(`/case/${caseId}`)
    await expect(panel(page)).toContainText('No se pudo cargar el seguimiento.')
    await page.getByRole('tab', { name: 'Propuesta' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Propuesta' })).toBeVisible()
    await expectAccessible(page)
  } finally {
    await database.sql('alter table case_entries_away rename to case_entries')
  }
  await panel(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel(page)).toContainText('Aceptaste la propuesta.')
})

test('SEG-07 if the panel cannot be refetched it says so, keeps what it shows, and a retry loads the rest', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  const page = await pageAs(parties.client)
  await visitPage(page, `/case/${caseId}`)
  await expect(panel(page)).toContainText('Aceptaste la propuesta.')
  const calls = '**/api/rpc/progress/ofCase*'
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '{}' }))
  await makeUpdate(database.platform, { caseId, ...ids })
  await expect(panel(page)).toContainText('No se pudo cargar el seguimiento.')
  await expect(panel(page)).toContainText('Aceptaste la propuesta.')
  await page.unroute(calls)
  await panel(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel(page)).toContainText('publicó una novedad.')
  await expect(panel(page)).not.toContainText('No se pudo cargar el seguimiento.')
})

test('SEG-05 a lawyer reads what the client asks for: an update, and to reopen the case', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  const client = await actingAs(database.platform, ids.clientId)
  const lawyer = await actingAs(database.platform, ids.lawyerId)
  unwrap(await requestUpdate(client, { caseId }))
  const page = await pageAs(parties.lawyer)
  await visitPage(page, `/case/${caseId}`)
  const asks = (text: string) => panel(page).getByRole('link', { name: text })
  await expect(asks('Publicar la novedad que te pidió')).toBeVisible()
  await makeUpdate(database.platform, { caseId, ...ids })
  await expect(asks('Publicar la novedad que te pidió')).toHaveCount(0)
  await finishCase(lawyer, caseId)
  const closing = unwrap(await closingOfCase(client, { caseId })).closing
  unwrap(await requestReopening(client, { caseId, closingId: closing?.id ?? '', why: 'Falta un pago.' }))
  await expect(asks('Responder si reabres la causa')).toBeVisible()
  await expectAccessible(page)
})

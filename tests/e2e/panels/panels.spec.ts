import type { Page } from '@playwright/test'
import { advanceCase } from '../../../src/capabilities/cases/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { finishCase } from '../../../src/demo-data/closings.ts'
import {
  answerProposal,
  makeActiveCase,
  makeOpenCase,
  makeProposal,
} from '../../../src/demo-data/conversations.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { LAWYER_NAME, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const PENDING = 'Propuestas por Revisar'
const LAWYER_FAILED = 'No se pudo cargar la información del panel.'
const CLIENT_FAILED = 'No se pudo cargar la información de tus causas.'

async function finish(database: TestDatabase, lawyerId: string, caseId: string) {
  const lawyer = await actingAs(database.platform, lawyerId)
  await finishCase(lawyer, caseId)
}

/**
 * Locks a table while `during` runs, so that every query on it waits.
 * @param during gets a function that counts the waiting backends
 */
async function withLockedTable(
  database: TestDatabase,
  table: string,
  during: (countWaiting: () => Promise<number>) => Promise<void>,
) {
  const client = await database.platform.pool.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in access exclusive mode`)
    await during(async () => {
      const { rows } = await client.query(
        'select distinct pid from pg_locks where not granted and relation = $1::regclass',
        [table],
      )
      return rows.length
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('DAL-01, DAL-05 to DAL-11, DAL-13, RT-03, ROL-03 the lawyer’s panel: proposals, cases and market, updated live', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  const { lawyer, client, chatId } = parties
  // Remove open cases of earlier tests of this worker.
  await database.sql(`delete from cases where status = 'ingresado'`)
  await database.sql(
    `update lawyer_profiles set plan = 'basico', credits_available = 20, specialties = '{Divorcio}' where id = $1`,
    [lawyer.id],
  )
  const rosa = await makeAccount({ name: 'Rosa Díaz Pino' })
  const finishedCase = await makeActiveCase(database.platform, { clientId: rosa.id, lawyerId: lawyer.id })
  await finish(database, lawyer.id, finishedCase.caseId)
  const page = await pageAs(lawyer)
  await visitPage(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Abogado' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mi Perfil' })).toHaveAttribute('href', `/lawyer/${lawyer.id}`)
  // OPEN-67.
  await expect(card(page, PENDING)).toContainText('No tienes propuestas pendientes.')
  await expect(card(page, 'Causas Activas')).toContainText('No tienes causas activas.')
  await expect(card(page, 'Causas Completadas')).toContainText('Rosa Díaz Pino')
  await expect(page.getByRole('heading', { name: 'Reseñas Recientes', exact: true })).toBeVisible()
  await expect(page.getByText('Aún no tienes reseñas.')).toBeVisible()
  const market = card(page, 'Mercado de Casos')
  await expect(market.getByRole('link', { name: 'Ver Casos Recientes' })).toHaveAttribute(
    'href',
    '/casos-recientes',
  )
  const figures = page.getByRole('navigation', { name: 'Lo de hoy' })
  await expect(figures.getByRole('link')).toHaveText([
    '1mensaje sin leer',
    '0propuestas pendientes',
    '0casos nuevos para ti',
  ])

  // Everything below shows without a reload. Earlier events of this lawyer may still be pending. Events
  // arrive in order, so once the first open case shows, they have been handled, too.
  const open = (title: string) => makeOpenCase(database.platform, client.id, { title, specialty: 'Divorcio' })
  await open('Consulta de Divorcio en Curicó')
  // The market refetches after a random delay of up to four seconds, so that not all lawyers request at once.
  await expect(market).toContainText('1 caso nuevo de tus especialidades desde ayer.', { timeout: 20_000 })
  // OPEN-65: another user's open case must not make the panel refetch its own cases.
  const refetches: string[] = []
  page.on('request', (request) => {
    if (/cases\/mine/.test(request.url())) refetches.push(request.url())
  })
  const openId = await open('Consulta de Divorcio en Talca')
  await expect(market).toContainText('2 casos nuevos de tus especialidades desde ayer.', { timeout: 20_000 })
  expect(refetches).toEqual([])
  await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 240_000 })
  await database.sql('update chats set case_id = $1 where id = $2', [openId, chatId])
  const wanted = await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 380_000 })
  const rows = card(page, PENDING).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  // Newest first; a proposal without a case says so.
  await expect(rows.nth(0)).toContainText(
    /Consulta de Divorcio en Talca.*Camila Rojas Fuentes · hoy, .*\$380\.000.*Pendiente/,
  )
  await expect(rows.nth(1)).toContainText(/Sin causa asociada.*\$240\.000/)
  await expect(figures).toContainText('2propuestas pendientes')
  await expectAccessible(page)

  const remove = rows.nth(1).getByRole('button', { name: /^Eliminar la propuesta/ })
  const question = page.getByRole('dialog', { name: '¿Eliminar esta propuesta?' })
  const confirm = question.getByRole('button', { name: 'Eliminar propuesta' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect(question).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await page.route('**/api/rpc/proposals/withdraw**', (route) => route.abort())
  await remove.click()
  await confirm.click()
  await expect(toast(page, 'No se pudo eliminar la propuesta.')).toBeVisible()
  await expect(question).toContainText('No se pudo eliminar la propuesta.')
  expect(await database.sql(`select 1 from proposals where chat_id = $1`, [chatId])).toHaveLength(2)
  await page.unroute('**/api/rpc/proposals/withdraw**')
  await confirm.click()
  await expect(toast(page, 'Propuesta eliminada.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  // The focus stays in the card, on the remaining row.
  await expect(rows.getByRole('link')).toBeFocused()
  await expect(figures).toContainText('1propuesta pendiente')

  const caseId = await answerProposal(
    database.platform,
    { clientId: client.id, proposalId: wanted.id },
    'accept',
  )
  await expect(card(page, PENDING)).toContainText('No tienes propuestas pendientes.')
  const activeRow = card(page, 'Causas Activas').getByRole('listitem')
  await expect(activeRow).toContainText(/Consulta de Divorcio en Talca.*Camila Rojas Fuentes.*ACTIVO/)
  await expect(activeRow.getByRole('link')).toHaveAttribute('href', `/case/${caseId}`)
  await finish(database, lawyer.id, caseId ?? '')
  await expect(card(page, 'Causas Completadas').getByRole('listitem')).toHaveCount(2)
  await expect(activeRow).toHaveCount(0)
  await expect(market).toContainText('1 caso nuevo', { timeout: 20_000 })
  await expectAccessible(page)
})

test('DAL-06, OPEN-38 a proposal answered meanwhile is not deleted, and the panel shows its outcome', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client, chatId } = parties
  const { id } = await makeProposal(database.platform, { chatId, lawyerId: lawyer.id })
  const page = await pageAs(lawyer)
  // This page receives no live events.
  await page.route('**/api/events**', (route) => route.abort())
  await visitPage(page, '/dashboard')
  await answerProposal(database.platform, { clientId: client.id, proposalId: id }, 'accept')
  await page.getByRole('button', { name: /^Eliminar la propuesta/ }).click()
  await page.getByRole('button', { name: 'Eliminar propuesta' }).click()
  await expect(toast(page, 'No se pudo eliminar la propuesta. Ya fue aceptada.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await database.sql(`select status from proposals where id = $1`, [id])).toEqual([
    { status: 'accepted' },
  ])
})

test('DAL-12 no card waits for another: one is delayed, then fails, then loads, and the rest shows', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client, chatId } = parties
  const { caseId } = await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 240_000 })
  const page = await pageAs(lawyer)
  const failing = '**/api/rpc/proposals/pendingOfLawyer**'
  await withLockedTable(database, 'proposals', async (countWaiting) => {
    await visitPage(page, '/dashboard')
    // The loader's query still waits, but the page is here: the browser has sent the query a second time.
    await expect.poll(countWaiting).toBe(2)
    await expect(card(page, 'Causas Activas').getByRole('link')).toHaveAttribute('href', `/case/${caseId}`)
    await expect(page.getByText('créditos disponibles')).toBeVisible()
    await expect(card(page, PENDING).getByRole('status')).toHaveText(`Cargando ${PENDING}…`)
  })
  await expect(card(page, PENDING)).toContainText('$240.000')

  await page.route(failing, (route) => route.fulfill({ status: 500, body: '' }))
  await withLockedTable(database, 'proposals', async () => {
    await visitPage(page, '/dashboard')
    await expect(card(page, PENDING).getByRole('alert')).toContainText(LAWYER_FAILED)
  })
  await expect(card(page, 'Causas Activas').getByRole('listitem')).toHaveCount(1)
  await expect(card(page, 'Causas Completadas')).toContainText('No tienes causas completadas.')
  await expect(page.getByText(LAWYER_FAILED)).toHaveCount(1)
  await expectAccessible(page)
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(card(page, PENDING)).toContainText('$240.000')
  await expect(page.getByText(LAWYER_FAILED)).toHaveCount(0)
})

test('DAC-01 to DAC-07, DAC-09, OPEN-43, TRAP-33 the client’s panel, from empty to a reviewed case, updated live', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client, chatId } = parties
  const page = await pageAs(client)
  await visitPage(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Cliente' })).toBeVisible()
  const links = [
    ['Buscar Abogados con IA', '/buscar-ia'],
    ['Mi Perfil', '/edit-profile'],
    ['Ingresar mi Causa', '/submit-case'],
    ['Buscar Abogados', '/buscar-ia'],
  ]
  const main = page.getByRole('main')
  for (const [name = '', href = ''] of links)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  const active = card(page, 'Mis Causas Activas')
  const waiting = card(page, 'Causas en espera de abogado')
  await expect(active.getByRole('heading', { name: 'No tienes causas activas' })).toBeVisible()
  await expect(waiting).toHaveCount(0)

  const openId = await makeOpenCase(database.platform, client.id, { title: 'Consulta de Divorcio en Talca' })
  await expect(waiting).toContainText(/Consulta de Divorcio en Talca.*Ingresada el .*INGRESADO/)
  await expect(waiting.getByRole('link')).toHaveAttribute('href', `/case/${openId}`)
  // OPEN-43: not counted as active.
  await expect(active.getByRole('heading', { name: 'No tienes causas activas' })).toBeVisible()

  await database.sql('update chats set case_id = $1 where id = $2', [openId, chatId])
  const { id: proposalId } = await makeProposal(database.platform, { chatId, lawyerId: lawyer.id })
  await answerProposal(database.platform, { clientId: client.id, proposalId }, 'accept')
  const row = active.getByRole('listitem')
  await expect(row).toContainText(new RegExp(`Consulta de Divorcio en Talca.*ACTIVO.*${LAWYER_NAME}`))
  await expect(waiting).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Ver Causa' })).toHaveAttribute('href', `/case/${openId}`)
  const lawyerContext = await actingAs(database.platform, lawyer.id)
  await advanceCase(lawyerContext, { caseId: openId, to: 'en progreso' })
  await expect(row).toContainText('EN PROGRESO')
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Dejar Reseña' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dejar Reseña' })
  await dialog.getByRole('radio', { name: '5 estrellas' }).check({ force: true })
  await dialog.getByLabel('Comentario').fill('Muy ordenado.')
  await dialog.getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(dialog).toHaveCount(0)
  await row.getByRole('button', { name: 'Editar Reseña' }).click()
  await expect(page.getByRole('dialog').getByLabel('Comentario')).toHaveValue('Muy ordenado.')
  await page.keyboard.press('Escape')

  // A finished case stays in the panel, with its review.
  await finishCase(lawyerContext, openId)
  const finishedRow = card(page, 'Causas Completadas').getByRole('listitem')
  await expect(finishedRow).toContainText('FINALIZADO')
  await expect(finishedRow.getByRole('button', { name: 'Editar Reseña' })).toBeVisible()
  await expect(active.getByRole('heading', { name: 'No tienes causas activas' })).toBeVisible()
  await visitPage(page, '/dashboard')
  await expect(finishedRow.getByRole('button', { name: 'Editar Reseña' })).toBeVisible()
  await expectAccessible(page)

  await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await row.getByRole('link', { name: 'Continuar Chat' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByText('Buenas tardes, me despidieron el lunes.').last()).toBeVisible()
})

test('25: pending proposals come first in a client’s panel, and it has no empty cards', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client, chatId } = parties
  const page = await pageAs(client)
  await visitPage(page, '/dashboard')
  await expect(page.getByRole('heading', { name: '¿Tienes un problema legal?' })).toBeVisible()
  const openId = await makeOpenCase(database.platform, client.id, { title: 'Consulta de Divorcio en Talca' })
  const cards = page.getByRole('main').getByRole('region')
  await expect(cards.nth(0)).toContainText('Causas en espera de abogado')
  await expect(cards.nth(1)).toContainText('No tienes causas activas')
  await expect(page.getByRole('heading', { name: '¿Tienes otro problema?' })).toBeVisible()

  await database.sql('update chats set case_id = $1 where id = $2', [openId, chatId])
  const first = await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 380_000 })
  await expect(cards.nth(0)).toContainText(`${LAWYER_NAME} te envió una propuesta: $380.000`)
  await expect(cards.nth(0)).toContainText('Consulta de Divorcio en Talca')
  await expect(card(page, 'Causas en espera de abogado')).toContainText('CON PROPUESTA')
  await expectAccessible(page)

  // Answered elsewhere, it disappears and the case waits again. A refetch that fails then shows no empty
  // card.
  const failing = '**/api/rpc/proposals/pendingOfClient**'
  await answerProposal(database.platform, { clientId: client.id, proposalId: first.id }, 'reject')
  await expect(page.getByText('te envió una propuesta')).toHaveCount(0)
  await expect(card(page, 'Causas en espera de abogado')).toContainText('INGRESADO')
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '' }))
  const failed = page.waitForResponse(failing)
  await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 290_000 })
  await failed
  await expect(card(page, 'Propuestas por responder')).toHaveCount(0)

  // If it never loaded, the card shows an error and a retry.
  await withLockedTable(database, 'proposals', async () => {
    await visitPage(page, '/dashboard')
    await expect(cards.nth(0).getByRole('alert')).toContainText(
      'No se pudieron cargar las propuestas que recibiste.',
    )
  })
  await expectAccessible(page)
  await page.unroute(failing)
  await cards.nth(0).getByRole('button', { name: 'Reintentar' }).click()
  await expect(cards.nth(0)).toContainText('$290.000')
  await page.getByRole('link', { name: `Ver propuesta de ${LAWYER_NAME}` }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByText('$290.000').last()).toBeVisible()
})

test('the page of a waiting case shows that there is a proposal, and links to it', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client, chatId } = parties
  const openId = await makeOpenCase(database.platform, client.id, { title: 'Consulta de Divorcio en Talca' })
  const otherId = await makeOpenCase(database.platform, client.id, { title: 'Consulta de Arriendo' })
  await database.sql('update chats set case_id = $1 where id = $2', [openId, chatId])
  const page = await pageAs(client)
  await visitPage(page, `/case/${openId}`)
  await expect(page.getByText('INGRESADO', { exact: true })).toBeVisible()
  const { id } = await makeProposal(database.platform, { chatId, lawyerId: lawyer.id }, { fee: 380_000 })
  await expect(page.getByText('CON PROPUESTA')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${LAWYER_NAME} te envió una propuesta: $380.000`)
  await expectAccessible(page)
  const other = await pageAs(client)
  await visitPage(other, `/case/${otherId}`)
  await expect(other.getByText('INGRESADO', { exact: true })).toBeVisible()
  await expect(other.getByText('te envió una propuesta')).toHaveCount(0)
  await answerProposal(database.platform, { clientId: client.id, proposalId: id }, 'reject')
  await expect(page.getByText('INGRESADO', { exact: true })).toBeVisible()
  await expect(page.getByText('te envió una propuesta')).toHaveCount(0)
})

test('DAC-08 the client’s cards fail separately, with their error text, and load on retry', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer, client } = parties
  await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await makeOpenCase(database.platform, client.id)
  const page = await pageAs(client)
  const failing = /\/api\/rpc\/cases\/mine/
  await page.route(failing, (route) =>
    /running/.test(decodeURIComponent(route.request().url()) + (route.request().postData() ?? ''))
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await withLockedTable(database, 'cases', async () => {
    await visitPage(page, '/dashboard')
    await expect(card(page, 'Mis Causas Activas').getByRole('alert')).toContainText(CLIENT_FAILED)
    await expect(page.getByRole('link', { name: 'Ingresar mi Causa' })).toBeVisible()
  })
  await expect(card(page, 'Causas en espera de abogado').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(CLIENT_FAILED)).toHaveCount(1)
  await expectAccessible(page)
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(card(page, 'Mis Causas Activas').getByRole('listitem')).toContainText(LAWYER_NAME)
  await expect(page.getByText(CLIENT_FAILED)).toHaveCount(0)
})

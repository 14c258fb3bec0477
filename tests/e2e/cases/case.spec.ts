import type { Page } from '@playwright/test'
import { answerProposal, makeOpenCase, makeProposal } from '../../../src/demo-data/conversations.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test as base, CLIENT_NAME, LAWYER_NAME, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { clickRepeatedly } from '../harness/input-method.ts'

const NO_ACCESS = 'No se pudo cargar el caso o no tienes acceso.'
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

const test = base.extend<{ caseId: string }>({
  caseId: async ({ parties, database }, use) => {
    const { id: proposalId } = await makeProposal(
      database.platform,
      { chatId: parties.chatId, lawyerId: parties.lawyer.id },
      { fee: 380_000, deadline: '2099-12-15', conditions: ['Mitad al firmar'] },
    )
    const answer = { clientId: parties.client.id, proposalId }
    const caseId = await answerProposal(database.platform, answer, 'accept')
    if (!caseId) throw new Error('no case')
    await database.sql(`update cases set proposal_accepted_at = '2025-07-02T16:00:00Z' where id = $1`, [
      caseId,
    ])
    await use(caseId)
  },
})

test('CAS-01 to CAS-06, CAS-27, CAS-29 both parties see the case, its proposal and the link to the chat', async ({
  parties,
  pageAs,
  caseId,
}) => {
  for (const side of ['client', 'lawyer'] as const) {
    const page = await pageAs(parties[side])
    await visitPage(page, `/case/${caseId}?tab=propuesta`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Consulta con ${LAWYER_NAME}`)
    await expect(page.getByText('ACTIVO', { exact: true })).toBeVisible()
    await expect(page.getByText(`Caso #${caseId.slice(0, 8)}`, { exact: true })).toBeVisible()
    await expect(page.getByText('Iniciado el 2 de julio, 2025')).toBeVisible()
    for (const name of [CLIENT_NAME, LAWYER_NAME])
      await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Volver al panel' })).toHaveAttribute('href', '/dashboard')

    await expect(tab(page, 'Propuesta')).toHaveAttribute('aria-selected', 'true')
    const panel = page.getByRole('tabpanel')
    for (const text of ['$380.000', '15 de diciembre, 2099', 'Mitad al firmar', 'Aceptada'])
      await expect(panel).toContainText(text)
    await expectAccessible(page)

    await tab(page, 'Propuesta').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Chat')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`/case/${caseId}\\?tab=chat$`))
    await visitPage(page, page.url())
    await expect(panel).toContainText(`Conversa con ${side === 'client' ? LAWYER_NAME : CLIENT_NAME}`)
    await page.getByRole('link', { name: 'Ir al chat' }).click()
    await expect(page).toHaveURL(/\/chat$/)
    await expect(page.getByText('Buenas tardes, me despidieron el lunes.').last()).toBeVisible()
  }
})

test('CAS-03, CAS-28 an open case has no lawyer and no proposal', async ({ parties, pageAs, database }) => {
  const id = await makeOpenCase(database.platform, parties.client.id)
  const page = await pageAs(parties.client)
  await visitPage(page, `/case/${id}?tab=propuesta`)
  await expect(page.getByText('INGRESADO', { exact: true })).toBeVisible()
  await expect(page.getByText('No asignado')).toBeVisible()
  await expect(page.getByText('No hay una propuesta aceptada para este caso.')).toBeVisible()
  await tab(page, 'Chat').click()
  await expect(page.getByRole('link', { name: 'Ir al chat' })).toHaveAttribute('href', '/chat')
  await expectAccessible(page)
})

test('CAS-06, OPEN-47 both parties read the client’s description; a long one is collapsed', async ({
  parties,
  pageAs,
  database,
  caseId,
}) => {
  const short = 'Me despidieron el lunes.\n\nNo firmé el finiquito.'
  const long = Array.from({ length: 9 }, (_, n) => `Pregunta ${n + 1} ${'largo'.repeat(60)}`).join('\n')
  for (const side of ['client', 'lawyer'] as const) {
    const page = await pageAs(parties[side])
    await page.setViewportSize({ width: 390, height: 844 })
    const heading = page.getByRole('heading', { name: 'Descripción del caso' })
    const write = (text: string) =>
      database.sql('update cases set description = $2 where id = $1', [caseId, text])
    await write(short)
    await visitPage(page, `/case/${caseId}`)
    const words = page.getByText('Me despidieron el lunes.')
    await expect(heading).toBeVisible()
    await expect(words).toBeVisible()
    expect(await words.textContent()).toBe(short)
    await expect(words).toHaveCSS('white-space', 'pre-line')
    await expect(words).toHaveAttribute('dir', 'auto')

    await write(long)
    await visitPage(page, `/case/${caseId}`)
    const part = page.getByText('Pregunta 9')
    await expect(part).toBeHidden()
    await heading.click()
    await expect(part).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(part).toBeHidden()
  }
})

test('ROU-34, ROU-35 visitors sign in first; for outsiders and unknown cases the panel shows the same message', async ({
  pageAs,
  makeAccount,
  caseId,
}) => {
  const visitor = await pageAs(null)
  await visitor.goto(`/case/${caseId}`)
  await expect(visitor).toHaveURL(new RegExp(`/login\\?volver=%2Fcase%2F${caseId}$`))
  const outsiders = [
    await makeAccount(),
    await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Otro Abogado' }),
  ]
  for (const account of outsiders)
    for (const id of [caseId, '00000000-0000-4000-8000-000000000000', 'nada']) {
      const page = await pageAs(account)
      await page.goto(`/case/${id}`)
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(toast(page, NO_ACCESS)).toBeVisible()
    }
})

/** The status of a case in the database. */
const statusOf = async (database: TestDatabase, id: string) =>
  (await database.sql<{ status: string }>('select status from cases where id = $1', [id]))[0]?.status

test('CAS-30, OPEN-42 «Pasar a» pressed twice is sent once and moves the case one step', async ({
  parties,
  pageAs,
  database,
  caseId,
}) => {
  const page = await pageAs(parties.lawyer)
  let sent = 0
  await page.route('**/api/rpc/cases/advance', (route) => {
    sent++
    return route.continue()
  })
  await visitPage(page, `/case/${caseId}`)
  await page.getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await clickRepeatedly(page.getByRole('dialog').getByRole('button', { name: 'Pasar a «en progreso»' }))
  await expect(page.getByText('EN PROGRESO', { exact: true })).toBeVisible()
  expect(sent).toBe(1)
  expect(await statusOf(database, caseId)).toBe('en progreso')
  await expect(page.getByRole('button', { name: 'Finalizar causa' })).toBeVisible()
  expect(sent).toBe(1)
})

test('CAS-30, OPEN-42 the lawyer moves the case on after a confirmation; the client only sees it, at once', async ({
  parties,
  pageAs,
  database,
  caseId,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  for (const page of [lawyer, client]) await visitPage(page, `/case/${caseId}`)
  await expect(client.getByRole('button', { name: /Pasar a|Finalizar/ })).toHaveCount(0)

  const move = lawyer.getByRole('button', { name: 'Pasar a «en progreso»' })
  await move.focus()
  await lawyer.keyboard.press('Enter')
  const question = lawyer.getByRole('dialog')
  await expect(question).toContainText('No se puede volver a «activo».')
  await lawyer.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await statusOf(database, caseId)).toBe('activo')
  await expect(move).toBeFocused()

  await move.click()
  await lawyer.route('**/api/rpc/cases/advance', (route) => route.abort(), { times: 1 })
  await question.getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await expect(question).toContainText('No hay conexión con Amparo.')
  await question.getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  for (const page of [lawyer, client])
    await expect(page.getByText('EN PROGRESO', { exact: true })).toBeVisible()

  await lawyer.getByRole('button', { name: 'Finalizar causa' }).click()
  await question.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(question).toContainText('Elige el resultado de la causa.')
  await question.getByText('Acuerdo', { exact: true }).click()
  await question.getByLabel('Texto para tu cliente').fill('Llegamos a un acuerdo.')
  await question.getByRole('button', { name: 'Finalizar', exact: true }).click()
  for (const page of [lawyer, client])
    await expect(page.getByText('FINALIZADO', { exact: true })).toBeVisible()
  await expect(lawyer.getByRole('button', { name: /Pasar a|Finalizar/ })).toHaveCount(0)
  expect(await statusOf(database, caseId)).toBe('finalizado')
})

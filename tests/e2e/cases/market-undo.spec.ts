import type { Page } from '@playwright/test'
import { makeOpenCase, sendText } from '../../../src/demo-data/conversations.ts'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import { axeViolations } from '../harness/accessibility.ts'
import { test } from '../harness/chat-parties.ts'
import { type Account, expect } from '../harness/fixtures.ts'

const TITLE = 'Consulta de Divorcio en Talca'
const card = (page: Page) => page.getByRole('main').getByRole('group', { name: TITLE, exact: true })
const undo = (page: Page) => page.locator('[data-toasts]').getByRole('button', { name: 'Deshacer' })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })

const it = test.extend<{ setup: { lawyer: Account; client: Account } }>({
  /** A signed-in lawyer with 7 credits looks at the market, which has one case by the client. */
  setup: async ({ database, makeAccount, signIn, visit, page }, use) => {
    await database.sql(`delete from cases where status = 'ingresado'`)
    const lawyer = await makeAccount({
      role: 'lawyer',
      verificationStatus: 'verified',
      name: 'Ana Soto Díaz',
    })
    await setPlan(database.platform.db, lawyer.id, 'basico', 7)
    const client = await makeAccount({ name: 'Camila Reservada' })
    await makeOpenCase(database.platform, client.id, { title: TITLE, specialty: 'Divorcio' })
    await signIn(page, lawyer)
    await visit(page, '/casos-recientes')
    await use({ lawyer, client })
  },
})

it('H-05: the price shows next to «Iniciar Chat» and follows the credits; by keyboard «Deshacer» restores credit and case', async ({
  page,
  database,
  setup: { lawyer },
}) => {
  await expect(card(page).getByText('Usa 1 crédito. Te quedan 7.')).toBeVisible()
  // A credit is spent elsewhere.
  await database.sql(
    `with paid as (
       update lawyer_profiles set credits_available = 6 where id = $1 returning id
     ), written as (
       insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id)
       select id, 'spend', -1, 6, gen_random_uuid(), gen_random_uuid() from paid)
     insert into events (user_id, kind, ref) select id, 'plan', id from paid`,
    [lawyer.id],
  )
  await expect(card(page).getByText('Usa 1 crédito. Te quedan 6.')).toBeVisible()
  await card(page).getByRole('button', { name: 'Iniciar Chat' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Camila R.', exact: true })).toBeVisible()
  await expect(toast(page, 'Chat iniciado')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Recuperaste tu crédito.')).toBeVisible()
  await expect(undo(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/casos-recientes$/)
  await expect(card(page).getByText('Usa 1 crédito. Te quedan 6.')).toBeVisible()
  expect(await database.sql('select 1 from chats where lawyer_id = $1', [lawyer.id])).toEqual([])
})

it('H-05: a message from the client removes «Deshacer» and reveals the client’s name', async ({
  page,
  database,
  setup: { lawyer, client },
}) => {
  await card(page).getByRole('button', { name: 'Iniciar Chat' }).click()
  await expect(undo(page)).toBeVisible()
  const [chat] = await database.sql<{ id: string }>('select id from chats where lawyer_id = $1', [lawyer.id])
  await sendText(database.platform, chat?.id ?? '', client.id, 'Hola, gracias por escribir.')
  await expect(undo(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Camila Reservada' })).toBeVisible()
  await page.goBack()
  await expect(card(page).getByText('Sin costo: ya conversan')).toBeVisible()
})

test('H-06: a client deletes a waiting case after reading what is lost', async ({
  page,
  database,
  visitAs,
  visit,
}) => {
  const client = await visitAs('/dashboard', { name: 'Camila Reservada' })
  const caseId = await makeOpenCase(database.platform, client.id, { title: TITLE })
  await visit(page, `/case/${caseId}`)
  const button = page.getByRole('main').getByRole('button', { name: 'Eliminar causa' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: '¿Eliminar esta causa?' })
  await expect(dialog).toContainText('Sale del mercado, y se borra todo lo que escribiste o subiste en ella.')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await dialog.getByRole('button', { name: 'Eliminar causa' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(toast(page, 'Tu causa fue eliminada.')).toBeVisible()
  // The deletion's own event arrives during the navigation and must not show an error.
  await expect(toast(page, 'No se pudo cargar el caso')).toHaveCount(0)
  await expect(page.getByText(TITLE)).toHaveCount(0)
  expect(await database.sql('select 1 from cases where id = $1', [caseId])).toEqual([])
})

import { withdrawProposal } from '../../../src/capabilities/proposals/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { answerProposal, makeProposal } from '../../../src/demo-data/conversations.ts'
import { LAWYER_NAME, openChat } from '../harness/chat-parties.ts'
import { expect, loseResponse } from '../harness/fixtures.ts'
import { clickRepeatedly, goOffline, goOnline } from '../harness/input-method.ts'
import { acceptButton, dialog, proposalCard, test, toast } from './proposal-page.ts'

test('PRP-08, PRP-12, PRP-14 rejected after a confirmation; nobody can act on it any more', async ({
  proposalPages: { lawyer, client },
}) => {
  await proposalCard(client).getByRole('button', { name: 'Rechazar' }).click()
  await expect(dialog(client)).toContainText(`${LAWYER_NAME} verá que la rechazaste.`)
  await dialog(client).getByRole('button', { name: 'Rechazar propuesta' }).click()
  for (const page of [client, lawyer]) {
    await expect(proposalCard(page)).toContainText('Rechazada')
    await expect(proposalCard(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByText('La propuesta ha sido rechazada.').first()).toBeVisible()
  }
  await expect(proposalCard(client)).toBeFocused()
})

test('PRP-06, H-11, OPEN-38 its lawyer has no buttons; withdrawn in the panel, both see it without a reload', async ({
  proposalPages: { lawyer, client },
}) => {
  await acceptButton(client).click()
  await expect(proposalCard(lawyer)).toContainText('Esperando respuesta de la otra parte.')
  await expect(proposalCard(lawyer).getByRole('button')).toHaveCount(0)
  const panel = await lawyer.context().newPage()
  await panel.goto('/dashboard')
  await panel.getByRole('button', { name: /^Eliminar la propuesta/ }).click()
  await dialog(panel).getByRole('button', { name: 'Eliminar propuesta' }).click()
  await expect(panel.getByText('No tienes propuestas pendientes.')).toBeVisible()
  for (const page of [client, lawyer]) {
    await expect(page.getByText('Propuesta retirada')).toBeVisible()
    await expect(proposalCard(page)).toHaveCount(0)
    await expect(dialog(page)).toHaveCount(0)
  }
  await openChat(client, LAWYER_NAME)
  await expect(client.getByText('Propuesta retirada')).toBeVisible()
})

test('DAT-68 who blocked the lawyer is not offered to accept the proposal until they unblock them', async ({
  proposalPages: { client },
}) => {
  await expect(acceptButton(client)).toBeVisible()
  await client.getByRole('button', { name: /^Bloquear a / }).click()
  await dialog(client).getByRole('button', { name: 'Bloquear', exact: true }).click()
  await expect(client.getByText(/^Bloqueaste a /)).toBeVisible()
  await expect(proposalCard(client).getByRole('button')).toHaveCount(0)
  await client.getByRole('button', { name: 'Desbloquear' }).click()
  await expect(acceptButton(client)).toBeVisible()
})

test('PRP-13, OPEN-25, TRAP-41 a failed acceptance shows an error and keeps everything; a lost answer does not count as a failure', async ({
  acceptDialog: { client, id },
  database,
}) => {
  await client.route('**/api/rpc/proposals/accept', (route) => route.abort(), { times: 1 })
  const confirm = dialog(client).getByRole('button', { name: 'Aceptar propuesta' })
  await confirm.click()
  await expect(toast(client, 'No se pudo aceptar la propuesta.')).toBeVisible()
  await expect(dialog(client)).toContainText('No se pudo aceptar la propuesta. No hay conexión con Amparo.')
  const rows = await database.sql<{ status: string }>('select status from proposals where id = $1', [id])
  expect(rows).toEqual([{ status: 'pending' }])
  await client.route('**/api/rpc/proposals/accept', loseResponse, { times: 1 })
  await confirm.click()
  await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}$/)
})

for (const [verb, button] of [
  ['accept', 'Aceptar propuesta'],
  ['reject', 'Rechazar propuesta'],
] as const)
  test(`PRP-07, PRP-08 «${button}» pressed twice is sent once`, async ({ proposalPages: { client } }) => {
    let sent = 0
    await client.route(`**/api/rpc/proposals/${verb}`, (route) => {
      sent++
      return route.continue()
    })
    await proposalCard(client)
      .getByRole('button', { name: verb === 'accept' ? button : 'Rechazar' })
      .click()
    await clickRepeatedly(dialog(client).getByRole('button', { name: button }))
    if (verb === 'accept') await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}$/)
    else await expect(proposalCard(client)).toContainText('Rechazada')
    expect(sent).toBe(1)
  })

test('PRP-13, OPEN-25 without a connection the error shows at once; while the page checks the outcome, the button is busy', async ({
  acceptDialog: { client },
}) => {
  const confirm = dialog(client).getByRole('button', { name: 'Aceptar propuesta' })
  const error = dialog(client).getByText('No se pudo aceptar la propuesta. No hay conexión con Amparo.')
  let checks = 0
  await client.route('**/api/rpc/proposals/byIds', (route) => {
    checks++
    return route.abort()
  })
  await expect(confirm).toBeVisible()
  await goOffline(client)
  await confirm.click()
  await expect(error).toBeVisible()
  expect(checks).toBeLessThan(2)
  await goOnline(client)

  // Online, but every request fails: the page checks the outcome repeatedly, and the button stays busy.
  await client.route('**/api/rpc/proposals/accept', (route) => route.abort())
  checks = 0
  await confirm.click()
  await expect(error).toHaveCount(0)
  await expect.poll(() => checks).toBeGreaterThan(1)
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(error).toBeVisible()
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
})

test('PRP-13 already answered elsewhere: the refusal shows its reason, and the card shows the outcome', async ({
  acceptDialog: { client, id },
  database,
}) => {
  // No event is sent: the page learns it from the refusal.
  await database.sql(`update proposals set status = 'rejected', decided_at = now() where id = $1`, [id])
  await dialog(client).getByRole('button', { name: 'Aceptar propuesta' }).click()
  await expect(toast(client, 'No se pudo aceptar la propuesta. Ya fue rechazada.')).toBeVisible()
  await expect(dialog(client)).toHaveCount(0)
  await expect(proposalCard(client)).toContainText('Rechazada')
})

test('OPEN-38, OPEN-70 withdrawn or answered elsewhere while a button has the focus: the focus stays at the card', async ({
  proposalPages: { client },
  parties: {
    chatId,
    lawyer,
    client: { id: clientId },
  },
  database,
}) => {
  const { platform } = database
  const { id: second } = await makeProposal(platform, { chatId, lawyerId: lawyer.id })
  await acceptButton(client).nth(1).focus()
  await withdrawProposal(await actingAs(platform, lawyer.id), { proposalId: second })
  await expect(client.getByRole('article', { name: 'Propuesta retirada' })).toBeFocused()
  const [{ id: first } = { id: '' }] = await database.sql<{ id: string }>(
    'select id from proposals where chat_id = $1',
    [chatId],
  )
  await acceptButton(client).focus()
  await answerProposal(platform, { clientId, proposalId: first }, 'reject')
  await expect(proposalCard(client)).toContainText('Rechazada')
  await expect(proposalCard(client)).toBeFocused()
})

test('OPEN-38, PRP-13 withdrawn while the confirmation is open: it closes with a reason; the card and the focus stay', async ({
  acceptDialog: { client, id },
  parties,
  database,
}) => {
  await dialog(client).waitFor()
  const lawyer = await actingAs(database.platform, parties.lawyer.id)
  expect(await withdrawProposal(lawyer, { proposalId: id })).toMatchObject({ ok: true })
  await expect(toast(client, 'La propuesta fue retirada.')).toBeVisible()
  await expect(dialog(client)).toHaveCount(0)
  const withdrawn = client.getByRole('article', { name: 'Propuesta retirada' })
  await expect(withdrawn).toBeFocused()
  await expect(acceptButton(client)).toHaveCount(0)
  await openChat(client, LAWYER_NAME)
  await expect(client.getByText('Propuesta retirada')).toHaveCount(1)
})

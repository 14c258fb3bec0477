import { renameCase } from '../../../src/capabilities/open-cases/commands.server.ts'
import { actingAs, unwrap } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('SEG-31 the client changes the name of a case; both see it live, and twins show their number', async ({
  pageAs,
  parties,
  database,
}) => {
  const of = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const [{ caseId }] = [
    await makeActiveCase(database.platform, of),
    await makeActiveCase(database.platform, of),
  ]
  const [client, lawyer] = [await pageAs(parties.client), await pageAs(parties.lawyer)]
  for (const page of [client, lawyer]) await visitPage(page, `/case/${caseId}`)
  const heading = (name: string) => ({ name, level: 1, exact: true })
  const twin = `Consulta con Javiera Contreras Muñoz #${caseId.slice(0, 8)}`
  for (const page of [client, lawyer]) await expect(page.getByRole('heading', heading(twin))).toBeVisible()
  await expect(lawyer.getByRole('button', { name: 'Cambiar nombre' })).toHaveCount(0)

  const button = client.getByRole('button', { name: 'Cambiar nombre' })
  await button.click()
  const dialog = client.getByRole('dialog', { name: 'Cambiar nombre' })
  const field = dialog.getByLabel('Nombre de la causa')
  await expect(field).toHaveValue('Consulta con Javiera Contreras Muñoz')
  await field.fill('ab')
  await field.press('Enter')
  await expect(dialog).toContainText('Escribe un nombre de al menos 3 caracteres.')
  await expectAccessible(client)
  await field.fill('Mi despido')
  await client.route('**/api/rpc/openCases/rename', (route) => route.abort(), { times: 1 })
  await field.press('Enter')
  await expect(dialog).toContainText('No hay conexión con Amparo.')
  await expect(field).toHaveValue('Mi despido')
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  for (const page of [client, lawyer])
    await expect(page.getByRole('heading', heading('Mi despido'))).toBeVisible()
  await expectAccessible(client)
})

test('SEG-32 a lawyer who opens the chat has read that the case was edited', async ({
  pageAs,
  parties,
  database,
}) => {
  const { chatId } = parties
  const caseId = await makeOpenCase(database.platform, parties.client.id)
  await database.sql('update chats set case_id = $1, lawyer_read_seq = last_seq where id = $2', [
    caseId,
    chatId,
  ])
  const client = await actingAs(database.platform, parties.client.id)
  unwrap(await renameCase(client, { caseId, title: 'Mi despido' }))
  const lawyer = await pageAs(parties.lawyer)
  await visitPage(lawyer, '/avisos')
  await lawyer.getByRole('link', { name: /actualizó la causa por la que conversan/ }).click()
  await expect(lawyer.getByText('actualizó su causa.').last()).toBeVisible()
  const unread = 'select last_seq - lawyer_read_seq as unread from chats where id = $1'
  await expect.poll(() => database.sql(unread, [chatId])).toEqual([{ unread: 0 }])
})

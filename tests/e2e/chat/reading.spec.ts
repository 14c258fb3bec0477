import { sendText } from '../../../src/demo-data/conversations.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { log } from './chat-page.ts'

test('SEG-72 «Visto» appears live under the last message that the other has read, and moves', async ({
  pageAs,
  parties,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  await openChat(lawyer, CLIENT_NAME)
  await expect(log(lawyer)).toContainText('me despidieron el lunes')
  const box = lawyer.getByRole('textbox', { name: /^Mensaje para/ })
  await box.fill('¿Firmó algo?')
  await box.press('Enter')
  await expect(log(lawyer)).toContainText('¿Firmó algo?')
  await expect(log(lawyer).getByText('Visto')).toHaveCount(0)
  const client = await pageAs(parties.client)
  await openChat(client, LAWYER_NAME)
  await expect(log(lawyer).getByText('Visto')).toHaveCount(1)
  await box.fill('Mándeme la carta.')
  await box.press('Enter')
  const newest = log(lawyer).locator('[data-message]', { hasText: 'Mándeme la carta.' })
  await expect(newest.getByText('Visto')).toBeVisible()
  await expect(log(lawyer).getByText('Visto')).toHaveCount(1)
})

test('SEG-72 «Mostrar cuándo leo» off hides both ways and survives a reload', async ({
  pageAs,
  parties,
  database,
}) => {
  const client = await pageAs(parties.client)
  await visitPage(client, '/edit-profile')
  const box = client.getByRole('checkbox', { name: 'Mostrar cuándo leo' })
  await expect(box).toBeChecked()
  const saved = client.waitForResponse('**/api/rpc/chat/showReading')
  await box.click()
  await saved
  await client.reload()
  await expect(box).not.toBeChecked()
  await sendText(database.platform, parties.chatId, parties.lawyer.id, 'Recibí su carta.')
  await openChat(client, LAWYER_NAME)
  await expect(log(client)).toContainText('Recibí su carta.')
  const lawyer = await pageAs(parties.lawyer)
  await openChat(lawyer, CLIENT_NAME)
  await expect(log(lawyer)).toContainText('Recibí su carta.')
  await expect(log(lawyer).getByText('Visto')).toHaveCount(0)
  await expect(log(client).getByText('Visto')).toHaveCount(0)
})

test('SEG-73 searches the conversation, counts, jumps to pages that were not loaded, and marks', async ({
  pageAs,
  parties,
  database,
}) => {
  const { chatId, client, lawyer } = parties
  await sendText(database.platform, chatId, lawyer.id, 'No firme el Finíquito todavía.')
  await database.sql(
    `with numbered as (update chats set last_seq = last_seq + 150, client_read_seq = last_seq + 150 where id = $1 returning id)
     insert into messages (chat_id, seq, sender_id, side, type, content)
     select id, 2 + n, $2, 'lawyer', 'text', 'Línea ' || n from numbered, generate_series(1, 150) as n`,
    [chatId, lawyer.id],
  )
  await sendText(database.platform, chatId, client.id, '¿Y el finiquito de 100 %?')
  const page = await pageAs(client)
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page, LAWYER_NAME)
  await page.getByRole('button', { name: 'Buscar en la conversación' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar en la conversación' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: 'Cerrar la búsqueda' })).toBeInViewport({ ratio: 1 })
  await field.fill('finiquito')
  const status = page.getByRole('search').getByRole('status')
  await expect(status).toHaveText('1 de 2')
  await expect(log(page).locator('mark')).toHaveText(['finiquito'])
  await field.press('Enter')
  await expect(status).toHaveText('2 de 2')
  await expect(log(page).locator('mark', { hasText: 'Finíquito' })).toBeInViewport()
  await page.getByRole('button', { name: 'Resultado siguiente en el tiempo' }).click()
  await expect(log(page).locator('mark', { hasText: 'finiquito' }).last()).toBeInViewport()
  await field.fill('0 %')
  await expect(status).toHaveText('1 de 1')
  await field.fill('no existe')
  await expect(status).toHaveText('Sin resultados.')
  await page.route('**/api/rpc/chat/search*', (route) => route.abort())
  await field.fill('línea')
  await expect(status).toContainText('conexión')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.getByRole('button', { name: 'Buscar en la conversación' })).toBeFocused()
  await expect(log(page).locator('mark')).toHaveCount(0)
})

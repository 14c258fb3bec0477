import type { Page } from '@playwright/test'
import { openTcpProxy } from '../../support/network/tcp-proxy.ts'
import { chatLink, chatRow, composer, log, messageTexts, typeAndSend } from '../chat/chat-page.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { goOffline, goOnline } from '../harness/input-method.ts'

// Issue 5 end to end, two people with a browser each: from the first message to the case.

const card = (page: Page) => page.getByRole('article', { name: 'Propuesta de honorarios' })
const OFFLINE = 'Sin conexión en vivo. Reintentando…'

test('CHA, RT, PRP two people write, lose the connection and reconnect, and start a case', async ({
  parties,
  pageAs,
  app,
  database,
}) => {
  // Reconnecting, which happens twice, may take half a minute.
  test.slow()
  const line = await openTcpProxy(app.port)
  const client = await pageAs(parties.client, `http://127.0.0.1:${line.port}`)
  const lawyer = await pageAs(parties.lawyer)
  await openChat(client, LAWYER_NAME)
  await openChat(lawyer, CLIENT_NAME)

  // Both write quickly.
  await composer(client).pressSequentially('¿Alcanzo a reclamar?')
  await expect(composer(lawyer)).toHaveValue('')
  await composer(client).press('Enter')
  await expect(log(lawyer).getByText('¿Alcanzo a reclamar?')).toBeVisible()
  await Promise.all([
    (async () => {
      for (const text of ['Sí', 'Tienes 60 días', 'hábiles']) await typeAndSend(lawyer, text)
    })(),
    (async () => {
      for (const text of ['Me despidieron', 'el lunes', 'sin carta']) await typeAndSend(client, text)
    })(),
  ])
  for (const page of [client, lawyer]) await expect.poll(() => messageTexts(page)).toHaveLength(8)
  expect(await messageTexts(client)).toEqual(await messageTexts(lawyer))

  // The connection fails while the client is typing; the lawyer does not notice and goes on.
  await composer(client).pressSequentially('Te mando la li')
  await goOffline(client)
  await line.cut()
  await composer(client).pressSequentially('quidación')
  await typeAndSend(lawyer, '¿Tienes la liquidación?')
  await expect(log(lawyer).getByText('¿Tienes la liquidación?')).toBeVisible()
  await expect(log(lawyer).getByText('Enviando…')).toHaveCount(0)
  await composer(client).press('Enter')
  await expect(client.getByText(OFFLINE)).toBeVisible()
  await expect(composer(client)).toHaveValue('Te mando la liquidación')
  await expect(log(client).getByText('¿Tienes la liquidación?')).toHaveCount(0)
  await line.resume()
  await goOnline(client)
  await expect(log(client).getByText('¿Tienes la liquidación?')).toBeVisible({ timeout: 30_000 })
  await expect(client.getByText(OFFLINE)).toHaveCount(0)
  await composer(client).press('Enter')
  await expect(log(lawyer).getByText('Te mando la liquidación')).toBeVisible()

  // Now the lawyer, by going offline alone: that does not close an open event stream.
  await goOffline(lawyer)
  await typeAndSend(lawyer, 'Voy en el metro')
  await expect(composer(lawyer)).toHaveValue('Voy en el metro')
  await typeAndSend(client, '¿Cuánto cobras?')
  await goOnline(lawyer)
  await expect(log(lawyer).getByText('¿Cuánto cobras?')).toBeVisible({ timeout: 30_000 })
  await composer(lawyer).press('Enter')
  await expect(log(client).getByText('Voy en el metro')).toBeVisible()
  for (const page of [client, lawyer]) {
    await expect.poll(() => messageTexts(page)).toHaveLength(12)
    await expect(chatLink(page)).toHaveAccessibleName('Chat')
  }
  expect(await messageTexts(client)).toEqual(await messageTexts(lawyer))
  const stored = await database.sql<{ content: string }>(
    'select content from messages where chat_id = $1 order by seq',
    [parties.chatId],
  )
  expect(await messageTexts(client)).toEqual(stored.map(({ content }) => content))
  expect(new Set(await messageTexts(client)).size).toBe(12)

  // They agree on a proposal.
  await lawyer.getByRole('button', { name: 'Enviar Propuesta', exact: true }).click()
  const form = lawyer.getByRole('dialog')
  await form.getByLabel('Resumen').fill('Demanda por despido injustificado, hasta la sentencia.')
  await form.getByLabel('Honorarios').fill('380000')
  await form.getByLabel('Condiciones').fill('Mitad al firmar')
  await form.getByRole('button', { name: 'Enviar propuesta', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(card(client)).toContainText('$380.000')
  await expect(chatRow(client, LAWYER_NAME)).toContainText('Propuesta enviada')
  await card(client).getByRole('button', { name: 'Aceptar propuesta' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Aceptar propuesta' }).click()
  await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}$/)
  await expect(client.getByText('ACTIVO', { exact: true })).toBeVisible()
  await client.getByRole('tab', { name: 'Propuesta' }).click()
  await expect(client.getByRole('tabpanel')).toContainText('$380.000')
  await expect(card(lawyer)).toContainText('Aceptada')
  await card(lawyer).getByRole('link', { name: 'Ver Causa' }).click()
  await expect(lawyer).toHaveURL(new RegExp(`${new URL(client.url()).pathname}(\\?|$)`))
  // The URL changes before the page does, and the chat contains the names several times.
  await expect(lawyer.getByRole('tablist')).toBeVisible()
  for (const page of [client, lawyer])
    for (const name of [CLIENT_NAME, LAWYER_NAME])
      await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
  await line.close()
})

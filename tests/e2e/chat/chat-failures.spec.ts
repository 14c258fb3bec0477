import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { sendText } from '../../../src/demo-data/conversations.ts'
import { openTcpProxy } from '../../support/network/tcp-proxy.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, openLiveChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect, loseResponse } from '../harness/fixtures.ts'
import { pauseClock, reload } from '../harness/input-method.ts'
import { chatLink, chatRow, composer, log, messageTexts, sentMark, toasts, typeAndSend } from './chat-page.ts'

const SEND = '**/api/rpc/chat/send'

const networkError = (route: Route) => route.abort()
const serverError = (route: Route) => route.fulfill({ status: 500, body: '{}' })

/**
 * Opens a chat in which sending fails, once `fail` is called. `ids`: of the messages sent, with repetitions.
 */
async function failingChat(page: Page, failure: (route: Route) => Promise<void>) {
  await openChat(page, LAWYER_NAME)
  const ids: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/send')) ids.push(request.postDataJSON().json.id)
  })
  const release = Promise.withResolvers<void>()
  await page.route(SEND, async (route) => {
    await release.promise
    await failure(route)
  })
  return { ids, fail: release.resolve }
}

test('CHA-13, CHA-14, TRAP-46 a message is shown at once; when sending fails its text returns to the input, and sent again it is one message', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  const { ids, fail } = await failingChat(page, networkError)
  await typeAndSend(page, '  No te vayas  ')
  await expect(log(page).getByText('No te vayas')).toBeVisible()
  await expect(log(page).getByText('Enviando…')).toBeAttached()
  await expect(composer(page)).toHaveValue('')
  fail()
  await expect(toasts(page).getByText('Error al enviar')).toBeVisible()
  await expect(log(page).getByText('No te vayas')).toHaveCount(0)
  await expect(composer(page)).toHaveValue('No te vayas')
  await expect(composer(page)).toBeFocused()
  await page.unrouteAll()
  await composer(page).press('Enter')
  await expect(sentMark(page, 'No te vayas')).toBeAttached()
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  const stored = await database.sql('select 1 from messages where id = $1', [ids[0]])
  expect(stored).toHaveLength(1)
})

test('TRAP-46 newer typing is never overwritten: failed messages are listed in order, each with a retry button', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  const { ids, fail } = await failingChat(page, serverError)
  await typeAndSend(page, 'Primero')
  await typeAndSend(page, 'Segundo')
  await composer(page).fill('Lo que escribo ahora')
  fail()
  const unsent = page.getByRole('list', { name: 'Mensajes sin enviar' })
  await expect(unsent.getByRole('listitem')).toHaveText([/No se envió: Primero/, /No se envió: Segundo/])
  // The toast covers neither the retry buttons nor the newest message.
  const [toastBox, listBox] = await Promise.all(
    [toasts(page).getByRole('alert').last(), unsent].map((one) => one.boundingBox()),
  )
  expect(toastBox && listBox && toastBox.y + toastBox.height < listBox.y - 100).toBe(true)
  await expect(composer(page)).toHaveValue('Lo que escribo ahora')
  // The second message does not overtake the failed first one.
  expect(ids).toHaveLength(1)
  await expectAccessible(page)
  await page.unrouteAll()
  // A reload loses none of it.
  await openChat(page, LAWYER_NAME)
  await expect(unsent.getByRole('listitem')).toHaveText([/No se envió: Primero/, /No se envió: Segundo/])
  await expect(composer(page)).toHaveValue('Lo que escribo ahora')
  await unsent.getByRole('button', { name: 'Reintentar' }).first().click()
  await expect(unsent.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Descartar «Segundo»' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Lo que escribo ahora')
  await expect(sentMark(page, 'Primero')).toBeAttached()
  const stored = await database.sql<{ content: string }>(
    'select content from messages where chat_id = $1 order by seq offset 1',
    [parties.chatId],
  )
  expect(stored.map(({ content }) => content)).toEqual(['Primero'])
  expect(new Set(ids).size).toBe(1)
})

test('CHA-13, CAL-18 only the answer is lost: the message is stored once, and its text does not return to the input', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await page.clock.install()
  await openLiveChat(page, LAWYER_NAME)
  // The page waits a second for the event, which any open transaction can delay: pause the clock, so that it
  // waits.
  await pauseClock(page)
  const expectStored = async (text: string) => {
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return sentMark(page, text).count()
      })
      .toBe(1)
    await page.clock.runFor(1_500)
    await expect(toasts(page).getByText('Error al enviar')).toHaveCount(0)
  }
  await page.route(SEND, loseResponse)
  await typeAndSend(page, 'Llegó igual')
  await expectStored('Llegó igual')
  await page.unrouteAll()
  // The event may come shortly after the failed request: the page shows no error until then.
  await page.route(SEND, async (route) => {
    await route.abort()
    await sleep(300)
    const url = route.request().url()
    await page.request.post(url, {
      data: route.request().postDataJSON(),
      headers: { origin: new URL(url).origin },
    })
  })
  await typeAndSend(page, 'Llegó después')
  await expectStored('Llegó después')
  await expect(composer(page)).toHaveValue('')
  expect(await messageTexts(page)).toHaveLength(3)
  expect(await database.sql('select 1 from messages where chat_id = $1', [parties.chatId])).toHaveLength(3)
})

test('docs/design.md §6, OPEN-66 the connection is cut: nothing is lost, a notice shows above the composer, and afterwards the page equals a fresh one', async ({
  parties,
  pageAs,
  browser,
  app,
  database,
}) => {
  // Reconnecting may take half a minute.
  test.slow()
  const line = await openTcpProxy(app.port)
  const origin = `http://127.0.0.1:${line.port}`
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
  const { email, password } = parties.client
  const answer = await context.request.post('/api/accounts/login', {
    data: { email, password },
    headers: { origin },
  })
  expect(answer.status()).toBe(200)
  const page = await context.newPage()
  // Wait for the event stream: otherwise there is none to lose.
  await openLiveChat(page, LAWYER_NAME)
  await typeAndSend(page, 'Antes del corte')
  await expect(sentMark(page, 'Antes del corte')).toBeAttached()
  await line.cut()
  await typeAndSend(page, 'Durante el corte')
  await expect(composer(page)).toHaveValue('Durante el corte')
  const notice = page.getByText('Sin conexión en vivo. Reintentando…')
  await expect(notice).toBeVisible()
  const [noticeBox, composerBox] = await Promise.all([notice.boundingBox(), composer(page).boundingBox()])
  expect((noticeBox?.y ?? 0) + (noticeBox?.height ?? 0)).toBeLessThan(composerBox?.y ?? 0)
  await sendText(database.platform, parties.chatId, parties.lawyer.id, 'Te escribo mientras no estás')
  await sendText(database.platform, parties.chatId, parties.lawyer.id, 'Y otra vez')
  await line.resume()
  await expect(log(page).getByText('Y otra vez')).toBeVisible({ timeout: 30_000 })
  await composer(page).press('Enter')
  await expect(log(page).getByText('Durante el corte')).toBeVisible()
  await expect(log(page).getByText('Enviado')).toHaveCount(2)
  const fresh = await pageAs(parties.client)
  await openChat(fresh, LAWYER_NAME)
  await expect.poll(() => messageTexts(fresh)).toHaveLength(5)
  expect(await messageTexts(page)).toEqual(await messageTexts(fresh))
  await expect
    .poll(() => database.sql('select client_unread_count n from chats where id = $1', [parties.chatId]))
    .toEqual([{ n: 0 }])
  await context.close()
  await line.close()
})

test('CHA-19 the list fails to load: its error text and a retry, and the rest of the page works', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await visitPage(page, '/terminos')
  await database.sql('alter table chats rename column last_message to message_lost')
  try {
    await visitPage(page, '/chat')
    await expect(page.getByText('No se pudieron cargar los chats.')).toBeVisible()
    await expect(page.getByPlaceholder('Buscar por nombre...')).toBeVisible()
  } finally {
    await database.sql('alter table chats rename column message_lost to last_message')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(chatRow(page, LAWYER_NAME)).toBeVisible()
})

test('CHA-20 the messages fail to load: their error text and a retry', async ({ parties, pageAs }) => {
  const page = await pageAs(parties.client)
  await page.route('**/api/rpc/chat/messages', (route) => route.fulfill({ status: 500, body: '{}' }))
  await visitPage(page, '/chat')
  await chatRow(page, LAWYER_NAME).click()
  await expect(page.getByText('No se pudieron cargar los mensajes.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(log(page).getByText('Buenas tardes')).toBeVisible()
})

test('CHA-06, CHA-22 another’s chat, an unknown id and an invalid id look the same', async ({
  parties,
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await visitPage(page, '/chat')
  await expect(page.getByRole('heading', { name: 'No tienes chats todavía.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buscar con IA' })).toHaveAttribute('href', '/buscar-ia')
  const shownTexts: (string | null)[] = []
  for (const chatId of [parties.chatId, '0199e6a0-0000-7000-8000-000000000000', 'nada']) {
    await page.evaluate((id) => {
      history.replaceState({ ...history.state, usr: { chatId: id } }, '')
    }, chatId)
    await reload(page)
    const pane = page.getByRole('region', { name: 'Conversación' })
    await expect(pane.getByRole('heading', { name: 'No encontramos esta conversación.' })).toBeVisible()
    shownTexts.push(await pane.textContent())
  }
  expect(new Set(shownTexts).size).toBe(1)
  await page.getByRole('link', { name: 'Volver a los chats' }).click()
  await expect(page.getByText('Selecciona un chat para empezar a conversar.')).toBeVisible()
})

test('OPEN-58 a partner who deleted the account: the conversation remains and explains why one cannot write', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await openChat(page, LAWYER_NAME)
  await expect(page.getByRole('link', { name: 'Ver Perfil' }).last()).toHaveAttribute(
    'href',
    `/lawyer/${parties.lawyer.id}`,
  )
  await database.sql('update chats set lawyer_id = null where id = $1', [parties.chatId])
  await database.sql(`insert into events (user_id, kind, ref) values ($1, 'chat', $2)`, [
    parties.client.id,
    parties.chatId,
  ])
  database.platform.wake()
  await expect(
    page.getByText('Esta persona eliminó su cuenta y ya no puede leer tus mensajes.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Usuario eliminado' })).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(log(page).getByText('Buenas tardes')).toBeVisible()
})

test('a draft belongs to its chat, survives a reload, and is deleted at log-out', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.lawyer)
  await openChat(page, CLIENT_NAME)
  await composer(page).fill('A medio escribir')
  await reload(page)
  await expect(composer(page)).toHaveValue('A medio escribir')
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByRole('button', { name: 'Registrarse' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('A medio')
})

test('ROU-32 /chat needs a session; an administrator has no chats', async ({ page, pageAs, makeAccount }) => {
  await page.goto('/chat')
  await expect(page).toHaveURL(/\/login\?volver=%2Fchat$/)
  const admin = await pageAs(await makeAccount({ role: 'admin' }))
  await visitPage(admin, '/chat')
  await expect(admin.getByText('Solo los clientes y los abogados tienen conversaciones.')).toBeVisible()
  await expect(chatLink(admin)).toHaveAccessibleName('Chat')
})

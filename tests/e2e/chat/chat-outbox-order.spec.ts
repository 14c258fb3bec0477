// First-time 20: messages that wait for a connection keep their order, can be discarded, and are sent exactly
// once.
import type { Page, Route } from '@playwright/test'
import { LAWYER_NAME, openLiveChat, test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'
import {
  composer,
  expectUnreadCounts,
  log,
  messageTexts,
  sentMark,
  toasts,
  typeAndSend,
} from './chat-page.ts'

const SEND = '**/api/rpc/chat/send'
const NOTICE = 'Se enviará cuando vuelva la conexión, si no lo cambias.'
const unsent = (page: Page) => page.getByRole('list', { name: 'Mensajes sin enviar' }).getByRole('listitem')
const networkError = (route: Route) => route.abort()
/** Simulates the browser's event for a restored connection. */
const fireOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Opens a chat that cannot send and writes messages that wait. The last one is back in the composer. */
async function openWithWaiting(page: Page, ...waiting: string[]) {
  await openLiveChat(page, LAWYER_NAME)
  await page.route(SEND, networkError)
  for (const [index, text] of waiting.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Escribir otro' }).click()
    await typeAndSend(page, text)
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(composer(page)).toHaveValue(text)
  }
  await expect(unsent(page)).toHaveText(
    waiting.slice(0, -1).map((text) => new RegExp(`En espera de conexión: ${text}`)),
  )
}

test('CHA-09: a later message does not overtake one that waits', async ({ parties, pageAs }) => {
  const page = await pageAs(parties.client)
  await openWithWaiting(page, 'Uno', 'Dos')
  await page.getByRole('button', { name: 'Escribir otro' }).click()
  await page.unrouteAll()
  await typeAndSend(page, 'Tres')
  await expect(sentMark(page, 'Tres')).toBeAttached()
  expect((await messageTexts(page)).slice(1)).toEqual(['Uno', 'Dos', 'Tres'])
  await expect(unsent(page)).toHaveCount(0)
  // The toast was about the message that has been sent now.
  await expect(toasts(page).getByText('Error al enviar')).toHaveCount(0)
})

test('a message changed while an earlier one is being sent goes out with its new text', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await openWithWaiting(page, 'Uno', 'Dos', 'Tres')
  await page.unrouteAll()
  const release = Promise.withResolvers<void>()
  await page.route(SEND, async (route) => {
    await release.promise
    await route.continue()
  })
  const [first] = await Promise.all([page.waitForRequest(SEND), fireOnline(page)])
  expect(first.postDataJSON().json.content).toBe('Uno')
  await page.getByRole('button', { name: 'Descartar «Dos»' }).click()
  await composer(page).fill('Tres, pero mejor')
  release.resolve()
  await expect(sentMark(page, 'Uno')).toBeAttached()
  await composer(page).press('Enter')
  await expect(sentMark(page, 'Tres, pero mejor')).toBeAttached()
  expect((await messageTexts(page)).slice(1)).toEqual(['Uno', 'Tres, pero mejor'])
})

test('when the server is busy but the connection is up, the message is retried automatically', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await page.clock.install()
  await openLiveChat(page, LAWYER_NAME)
  await page.route(SEND, (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }))
  await typeAndSend(page, 'Cuando puedas')
  await expect(page.getByText(NOTICE)).toBeVisible()
  // CHA-14.
  await expect(toasts(page).getByText('Error al enviar')).toBeVisible()
  await expect(composer(page)).toHaveValue('Cuando puedas')
  await page.unrouteAll()
  await page.clock.runFor(11_000)
  await expect(sentMark(page, 'Cuando puedas')).toBeAttached()
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByText(NOTICE)).toHaveCount(0)
})

test('messages are sent in order even if the page is reloaded while they are being sent', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await openLiveChat(page, LAWYER_NAME)
  await page.route(SEND, () => {})
  await typeAndSend(page, 'Uno')
  await typeAndSend(page, 'Dos')
  await expect(log(page).getByText('Enviando…')).toHaveCount(2)
  await page.unrouteAll()
  await reload(page)
  await expect(sentMark(page, 'Dos')).toBeAttached()
  await expect(composer(page)).toHaveValue('')
  const stored = await database.sql<{ content: string }>(
    'select content from messages where chat_id = $1 order by seq offset 1',
    [parties.chatId],
  )
  expect(stored.map(({ content }) => content)).toEqual(['Uno', 'Dos'])
})

test('CHA-14: after a refusal the later messages of the chat wait for a press, too', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await openWithWaiting(page, 'Uno', 'Dos')
  await page.unrouteAll()
  let requests = 0
  await page.route(SEND, (route) => {
    requests++
    const json = { defined: true, code: 'CONFLICT', status: 409, message: 'Espera su respuesta.', data: {} }
    return route.fulfill({ status: 409, json: { json } })
  })
  await fireOnline(page)
  await expect(toasts(page).getByText('Espera su respuesta.')).toBeVisible()
  await expect(toasts(page).getByText('Error al enviar')).toBeVisible()
  await expect(unsent(page)).toHaveText([/No se envió: Uno/])
  await expect(composer(page)).toHaveValue('Dos')
  await expect(page.getByText(NOTICE)).toHaveCount(0)
  await page.unrouteAll()
  await Promise.all([page.waitForResponse('**/api/events'), reload(page)])
  await expect(unsent(page)).toHaveText([/No se envió: Uno/])
  await unsent(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(sentMark(page, 'Uno')).toBeAttached()
  await composer(page).press('Enter')
  await expect(sentMark(page, 'Dos')).toBeAttached()
  expect((await messageTexts(page)).slice(1)).toEqual(['Uno', 'Dos'])
  expect(requests).toBe(1)
})

test('CAL-18: two tabs with the same waiting message send it once', async ({ parties, pageAs, database }) => {
  const page = await pageAs(parties.client)
  await openWithWaiting(page, 'Una sola vez')
  // Hold both requests until both have been sent.
  const sentIds: string[] = []
  const both = Promise.withResolvers<void>()
  await page.context().route(SEND, async (route) => {
    sentIds.push(route.request().postDataJSON().json.id)
    if (sentIds.length === 2) both.resolve()
    await both.promise
    await route.continue()
  })
  // A tab opened from another starts with a copy of its sessionStorage, and sends the message as soon as it
  // can.
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => {
      open('/chat')
    }),
  ])
  await expect.poll(() => sentIds).toHaveLength(1)
  await page.unrouteAll()
  await fireOnline(page)
  await expect(sentMark(page, 'Una sola vez')).toBeAttached()
  for (const tab of [page, other])
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .not.toContain('Una sola vez')
  await expect(composer(page)).toHaveValue('')
  expect(sentIds).toHaveLength(2)
  expect(sentIds[0]).toBe(sentIds[1])
  const stored = await database.sql('select 1 from messages where chat_id = $1', [parties.chatId])
  expect(stored).toHaveLength(2)
  await expectUnreadCounts(database, parties.chatId, { client: 0, lawyer: 2 })
  await page.context().unroute(SEND)
  await other.close()
})

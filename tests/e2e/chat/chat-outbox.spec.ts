// First-time 20: a message written without a connection is sent once, automatically, when the connection is
// back.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { LAWYER_NAME, openChat, openLiveChat, test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { goOffline } from '../harness/input-method.ts'
import { composer, log, messageTexts, sentMark, toasts, typeAndSend } from './chat-page.ts'

const SEND = '**/api/rpc/chat/send'
const waitingNotice = (page: Page) =>
  page.getByText('Se enviará cuando vuelva la conexión, si no lo cambias.')

test('messages written without a connection are sent automatically, in order, each once', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await openLiveChat(page, LAWYER_NAME)
  await goOffline(page)
  await typeAndSend(page, 'Uno')
  // CHA-14 stays: the text is back, and the toast says so.
  await expect(toasts(page).getByText('Error al enviar')).toBeVisible()
  await expect(composer(page)).toHaveValue('Uno')
  await expect(waitingNotice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Escribir otro' }).click()
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('')
  const list = page.getByRole('list', { name: 'Mensajes sin enviar' })
  await expect(list.getByRole('listitem')).toHaveText([/En espera de conexión: Uno/])
  await expectAccessible(page)
  // «Deshacer» restores a discarded message; the toast that promised to send it is gone meanwhile.
  await list.getByRole('button', { name: 'Descartar «Uno»' }).click()
  await expect(list).toHaveCount(0)
  await expect(toasts(page).getByText('Error al enviar')).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/En espera de conexión: Uno/])
  await typeAndSend(page, 'Dos')
  await expect(composer(page)).toHaveValue('Dos')
  await expect(waitingNotice(page)).toBeVisible()

  await page.context().setOffline(false)
  await expect(sentMark(page, 'Dos')).toBeAttached({ timeout: 40_000 })
  await expect(composer(page)).toHaveValue('')
  await expect(list).toHaveCount(0)
  await expect(waitingNotice(page)).toHaveCount(0)
  await expect(toasts(page).getByText('Error al enviar')).toHaveCount(0)
  expect((await messageTexts(page)).slice(-2)).toEqual(['Uno', 'Dos'])
  const stored = await database.sql<{ content: string }>(
    'select content from messages where chat_id = $1 order by seq offset 1',
    [parties.chatId],
  )
  expect(stored.map(({ content }) => content)).toEqual(['Uno', 'Dos'])
})

test('a waiting message survives a reload, and is not sent any more once it was changed', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await openLiveChat(page, LAWYER_NAME)
  const count = async (content: string) =>
    (
      await database.sql('select 1 from messages where chat_id = $1 and content = $2', [
        parties.chatId,
        content,
      ])
    ).length
  await goOffline(page)
  await typeAndSend(page, 'Antes de cargar de nuevo')
  await expect(waitingNotice(page)).toBeVisible()
  // The page can load again, but sending still fails.
  await page.route(SEND, (route) => route.abort())
  await page.context().setOffline(false)
  await openChat(page, LAWYER_NAME)
  await expect(composer(page)).toHaveValue('Antes de cargar de nuevo')
  await expect(waitingNotice(page)).toBeVisible()
  await page.unrouteAll()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(sentMark(page, 'Antes de cargar de nuevo')).toBeAttached({ timeout: 40_000 })
  await expect(composer(page)).toHaveValue('')
  expect(await count('Antes de cargar de nuevo')).toBe(1)

  await goOffline(page)
  await typeAndSend(page, 'Esto no')
  await expect(waitingNotice(page)).toBeVisible()
  await composer(page).fill('Esto lo pienso mejor')
  await expect(waitingNotice(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByText('Sin conexión en vivo. Reintentando…')).toHaveCount(0, { timeout: 40_000 })
  await typeAndSend(page, 'Esto sí')
  await expect(sentMark(page, 'Esto sí')).toBeAttached()
  expect(await count('Esto no')).toBe(0)
})

test('a waiting message is sent from the list of chats, too; a refused one does not wait any longer', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(parties.client)
  await page.setViewportSize({ width: 390, height: 844 })
  await openLiveChat(page, LAWYER_NAME)
  await goOffline(page)
  await typeAndSend(page, 'Desde el teléfono')
  await expect(waitingNotice(page)).toBeVisible()
  await page.route(SEND, (route) => route.abort())
  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: /Volver/ })
    .first()
    .click()
  await expect(composer(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  const stored = () =>
    database.sql('select 1 from messages where chat_id = $1 and content = $2', [
      parties.chatId,
      'Desde el teléfono',
    ])
  await expect.poll(async () => (await stored()).length, { timeout: 40_000 }).toBe(1)
  await openChat(page, LAWYER_NAME)
  await expect(composer(page)).toHaveValue('')
  await expect(log(page).getByText('Desde el teléfono')).toHaveCount(1)

  await goOffline(page)
  await typeAndSend(page, 'Rechazado')
  await expect(waitingNotice(page)).toBeVisible()
  let requests = 0
  await page.route(SEND, (route) => {
    requests++
    return route.fulfill({
      status: 403,
      json: {
        json: {
          defined: true,
          code: 'FORBIDDEN',
          status: 403,
          message: 'No puedes escribir aquí.',
          data: {},
        },
      },
    })
  })
  await page.context().setOffline(false)
  await expect(toasts(page).getByText('No puedes escribir aquí.')).toBeVisible({ timeout: 40_000 })
  await expect(composer(page)).toHaveValue('Rechazado')
  await expect(waitingNotice(page)).toHaveCount(0)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByText('Sin conexión en vivo. Reintentando…')).toHaveCount(0, { timeout: 40_000 })
  expect(requests).toBe(1)
})

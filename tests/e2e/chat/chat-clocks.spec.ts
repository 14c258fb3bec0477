import { dayInChile } from '../../../src/chile/dates.ts'
import { sendText } from '../../../src/demo-data/conversations.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { chatLink, chatRow, log } from './chat-page.ts'

// Clocks: a browser clock that differs from the server's, and midnight.

for (const [clock, offsetMs] of [
  ['ahead of', 60_000],
  ['behind', -60_000],
] as const)
  test(`RT-02 back on the page, it shows what happened before and while its data loaded, with a clock ${clock} the server’s`, async ({
    parties,
    pageAs,
    database,
  }) => {
    const page = await pageAs(parties.client)
    await page.addInitScript((ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, offsetMs)
    const receive = async (text: string, badge: string) => {
      await sendText(database.platform, parties.chatId, parties.lawyer.id, text)
      await expect(chatLink(page)).toHaveAccessibleName(badge)
    }
    const leave = async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click()
      await page.waitForURL('/')
    }
    await visitPage(page, '/chat')
    await receive('Estando aquí', 'Chat 1 mensaje sin leer')
    await expect(chatRow(page, LAWYER_NAME)).toContainText('Estando aquí')
    await leave()
    await receive('Estando lejos', 'Chat 2 mensajes sin leer')
    await chatLink(page).click()
    await expect(chatRow(page, LAWYER_NAME)).toContainText('Estando lejos')
    await leave()
    const release = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    await page.route('**/chat.data*', async (route) => {
      const response = await route.fetch()
      isRead.resolve()
      await release.promise
      await route.fulfill({ response })
    })
    await chatLink(page).click()
    await isRead.promise
    await receive('Al volver', 'Chat 3 mensajes sin leer')
    release.resolve()
    await expect(chatRow(page, LAWYER_NAME)).toContainText('Al volver')
    await expect(chatRow(page, LAWYER_NAME)).toContainText('3 mensajes sin leer')
  })

const DAY_MS = 24 * 3_600_000

/**
 * Dates all messages at midday of today, so that only the page's clock decides between «Hoy» and «Ayer».
 * @returns ms
 */
async function dateMessagesAtMidday(database: TestDatabase, chatId: string): Promise<number> {
  const { year, month, day } = dayInChile(new Date())
  const midday = Date.UTC(year, month - 1, day, 16)
  for (const change of [
    'update messages set created_at = to_timestamp($2) where chat_id = $1',
    'update chats set updated_at = to_timestamp($2) where id = $1',
  ])
    await database.sql(change, [chatId, midday / 1_000])
  return midday
}

test('OPEN-41, OPEN-64 at midnight «Hoy» becomes «Ayer» without a reload', async ({
  parties,
  pageAs,
  database,
}) => {
  const midday = await dateMessagesAtMidday(database, parties.chatId)
  const page = await pageAs(parties.client)
  await page.clock.install({ time: midday })
  await openChat(page, LAWYER_NAME)
  await expect(log(page).getByText('Hoy', { exact: true })).toBeVisible()
  await page.clock.setSystemTime(midday + DAY_MS)
  await page.clock.runFor(31_000)
  await expect(log(page).getByText('Ayer', { exact: true })).toBeVisible()
  await expect(chatRow(page, LAWYER_NAME)).toContainText('ayer')
})

test('OPEN-41, OPEN-64 a page that was rendered before midnight and hydrated after it shows «ayer»', async ({
  parties,
  pageAs,
  database,
}) => {
  const midday = await dateMessagesAtMidday(database, parties.chatId)
  const page = await pageAs(parties.client)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.clock.install({ time: midday + DAY_MS })
  await visitPage(page, '/chat')
  await expect(chatRow(page, LAWYER_NAME)).toContainText('ayer')
  expect(complaints).toEqual([])
})

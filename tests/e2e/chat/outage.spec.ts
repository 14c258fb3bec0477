import type { Page } from '@playwright/test'
import { openChat as openNewChat, sendMessage } from '../../../src/capabilities/chat/commands.server.ts'
import { markReadUpTo } from '../../../src/capabilities/chat/conversation.server.ts'
import { withdrawProposal } from '../../../src/capabilities/proposals/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { answerProposal, makeChat, makeProposal, sendText } from '../../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../../src/input/ids.ts'
import { startNewEpoch } from '../../../src/platform/realtime/sweep.server.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { openTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts'
import { sampleUnlessLong } from '../../support/runner/sample-unless-long.ts'
import { test as base, CLIENT_NAME, LAWYER_NAME, openChat } from '../harness/chat-parties.ts'
import { type Account, expect } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'
import { chatLink, chatRow, composer, log, messageTexts, typeAndSend } from './chat-page.ts'

// Issue 5: after a lost connection of any length a browser shows exactly what a fresh load shows.

const PARTNER = 'Rodrigo Ñúñez Soto'
const seconds = (count: number) => count * 1_000

const test = base.extend<{
  line: TcpProxy
  /** Sets the database's clock ahead, for every rule in SQL, also for the application. */
  shiftClock(ms: number): Promise<void>
  /**
   * Opens the chat with the partner on a page with a fake clock.
   * @param options through the proxy line or not; clock ahead by ms
   */
  openChatPage(account: Account, partner: string, options: { line: boolean; ahead?: number }): Promise<Page>
}>({
  line: async ({ app }, use) => {
    const line = await openTcpProxy(app.port)
    await use(line)
    await line.close()
  },
  shiftClock: async ({ database }, use) => {
    const set = async (ms: number) => {
      await database.sql(`alter database ${database.name} set app.clock_shift = '${ms} milliseconds'`)
      // Open connections keep the old setting: end the application's, then the test's own.
      for (const operator of ['<>', '='])
        await database
          .sql(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid ${operator} pg_backend_pid()`,
          )
          .catch(() => {})
      await expect
        .poll(() => database.sql(`select current_setting('app.clock_shift') s`).catch(() => null))
        .toEqual([{ s: `${ms} milliseconds` }])
    }
    await use(set)
    await set(0)
  },
  openChatPage: async ({ pageAs, app, line }, use) =>
    use(async (account, partner, { line: isProxied, ahead = 0 }) => {
      const page = await pageAs(account, isProxied ? `http://127.0.0.1:${line.port}` : app.url)
      await page.clock.install({ time: Date.now() + ahead })
      await openChat(page, partner)
      return page
    }),
})

/**
 * The page's content: conversation with cards, list of chats, badge, title. Leaves out the «Mensajes nuevos»
 * divider.
 */
async function contentOf(page: Page) {
  const flow = await log(page).evaluate((box) => {
    const copy = box.cloneNode(true) as HTMLElement
    for (const divider of copy.querySelectorAll('[data-unread]')) divider.remove()
    const parts = copy.querySelectorAll('p, time, dt, dd, li, button, a, [role=status], [class*=text-micro]')
    return [...parts].map((part) => part.textContent)
  })
  const list = await page.getByRole('list', { name: 'Chats' }).getByRole('listitem').allTextContents()
  return { flow, list, badge: await chatLink(page).textContent(), head: await page.title() }
}

/** Restores the connection, moves the clock to the page's next retry, and waits for the last message. */
async function reconnect(page: Page, line: TcpProxy, last: string): Promise<void> {
  await line.resume()
  await page.clock.fastForward(seconds(31))
  const showsLast = () => expect(log(page).getByText(last)).toBeVisible({ timeout: 4_000 })
  // If a retry was pending when the clock jumped, the next one is half a minute later: an `online` event
  // triggers it.
  await showsLast().catch(() =>
    expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await showsLast()
    }).toPass({ timeout: 20_000 }),
  )
}

/** Expects the page to show exactly what a fresh one shows. */
async function expectSameContent(page: Page, fresh: Page): Promise<void> {
  await expect(async () => {
    const unread = (one: Page) => one.getByText(/sin leer/).count()
    expect(await unread(page)).toBe(await unread(fresh))
    expect(await contentOf(page)).toEqual(await contentOf(fresh))
  }).toPass({ timeout: 20_000 })
  expect((await contentOf(page)).flow.length).toBeGreaterThan(10)
}

/** Makes every kind of change that can happen to the client's chats during an outage. */
async function changeChats(database: TestDatabase, { client, lawyer, chatId, second }: Scenario) {
  const { platform } = database
  for (let n = 1; n <= 6; n++) {
    await sendText(platform, chatId, lawyer.id, `Mientras no estabas ${n}`)
    await sendText(platform, second.chatId, second.lawyer.id, `Del otro lado ${n}`)
  }
  // The client writes from another device.
  await sendText(platform, chatId, client.id, 'Respondo desde el teléfono')
  const [{ last = 0 } = {}] = await database.sql<{ last: number }>(
    'select last_seq as last from chats where id = $1',
    [second.chatId],
  )
  await markReadUpTo(await actingAs(platform, client.id), { chatId: second.chatId, upTo: last - 2 })
  const away = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, { fee: 111_000 })
  await withdrawProposal(await actingAs(platform, lawyer.id), { proposalId: away.id })
  await withdrawProposal(await actingAs(platform, lawyer.id), { proposalId: second.withdrawn })
  await answerProposal(platform, { clientId: client.id, proposalId: second.answered }, 'reject')
  await makeProposal(platform, { chatId, lawyerId: lawyer.id }, { fee: 222_000, conditions: ['Una cuota'] })
  await openNewChat(await actingAs(platform, client.id), { lawyerId: second.third.id })
}

interface Scenario {
  client: Account
  lawyer: Account
  chatId: string
  second: { lawyer: Account; chatId: string; third: Account; withdrawn: string; answered: string }
}

async function createScenario(
  parties: { client: Account; lawyer: Account; chatId: string },
  database: TestDatabase,
  makeAccount: (attributes: object) => Promise<Account>,
): Promise<Scenario> {
  const verified = { role: 'lawyer', verificationStatus: 'verified' } as const
  const lawyer = await makeAccount({ ...verified, name: PARTNER })
  const third = await makeAccount({ ...verified, name: 'Óscar Tercero' })
  const lines = [['lawyer', 'Buenas']] as const
  const people = { clientId: parties.client.id, lawyerId: lawyer.id }
  const chatId = await makeChat(database.platform, people, lines)
  const mine = { chatId: parties.chatId, lawyerId: parties.lawyer.id }
  const withdrawn = (await makeProposal(database.platform, mine, { fee: 333_000 })).id
  const answered = (await makeProposal(database.platform, mine, { fee: 444_000 })).id
  return { ...parties, second: { lawyer, chatId, third, withdrawn, answered } }
}

/** Name, duration in ms, how the connection fails, and how many more events are missed. */
const outages: [string, number, 'cut' | 'silent', number][] = [
  ['60 seconds of a connection that is dead but not closed', seconds(60), 'silent', 0],
  ['20 minutes, with more missed events than are replayed', seconds(1_200), 'cut', 501],
  ['1 second', seconds(1), 'cut', 0],
  ['60 seconds', seconds(60), 'cut', 0],
  ['20 minutes', seconds(1_200), 'cut', 0],
]
for (const [name, durationMs, failure, extraEvents] of sampleUnlessLong(outages, 2))
  test(`RT-01, RT-02 after ${name} the page shows what a fresh one shows`, async ({
    parties,
    database,
    makeAccount,
    line,
    shiftClock,
    openChatPage,
  }) => {
    const scenario = await createScenario(parties, database, makeAccount)
    const page = await openChatPage(parties.client, LAWYER_NAME, { line: true })
    await typeAndSend(page, 'Antes del corte')
    await expect(log(page).getByText('Enviado', { exact: true })).toHaveCount(2)
    await page.evaluate(() => Object.assign(window, { mark: 1 }))
    if (failure === 'cut') await line.cut()
    else line.pause()
    if (durationMs > 1_000) await shiftClock(durationMs)
    await changeChats(database, scenario)
    await database.sql(
      `insert into events (user_id, kind, ref) select $1, 'chat', $2 from generate_series(1, $3::int)`,
      [parties.client.id, parties.chatId, extraEvents],
    )
    // Run the page's timers of that time: retries, notices, read marks.
    if (durationMs > 1_000) await page.clock.fastForward(durationMs)
    else await page.waitForTimeout(durationMs)
    await reconnect(page, line, 'Mientras no estabas 6')
    // The divider of a page that is opened before the marks of this one arrive would split a group.
    const unread = 'select client_unread_count as unread from chats where id = $1'
    await expect.poll(() => database.sql(unread, [parties.chatId])).toEqual([{ unread: 0 }])
    const ahead = (durationMs > 1_000 ? durationMs : 0) + seconds(31)
    const fresh = await openChatPage(parties.client, LAWYER_NAME, { line: false, ahead })
    await expectSameContent(page, fresh)
    expect(await page.evaluate(() => (window as { mark?: number }).mark)).toBe(1)
    // Live events work again.
    await sendText(database.platform, parties.chatId, parties.lawyer.id, 'Otra vez en vivo')
    for (const one of [page, fresh]) await expect(log(one).getByText('Otra vez en vivo')).toBeVisible()
  })

test('RT-01 a transaction that began before the cut and commits after the page reconnected is not skipped', async ({
  parties,
  database,
  makeAccount,
  line,
  openChatPage,
}) => {
  const { second } = await createScenario(parties, database, makeAccount)
  const page = await openChatPage(parties.client, LAWYER_NAME, { line: true })
  const { platform } = database
  let commit = () => {}
  const committed = new Promise<void>((done) => {
    commit = done
  })
  let written = () => {}
  const isWritten = new Promise<void>((done) => {
    written = done
  })
  const openTransaction = platform.db.transaction().execute(async (tx) => {
    const context = { ...(await actingAs(platform, second.lawyer.id)), db: tx }
    const late = { id: uuidv7(), chatId: second.chatId, content: 'Tomé mi número antes' }
    expect((await sendMessage(context, late)).ok).toBe(true)
    written()
    await committed
  })
  await isWritten
  await line.cut()
  await sendText(platform, parties.chatId, parties.lawyer.id, 'Llegué primero')
  await line.resume()
  await page.clock.fastForward(seconds(31))
  // The page has reconnected and shows what is committed.
  await reload(page)
  await expect(log(page).getByText('Llegué primero')).toBeVisible()
  await expect(chatRow(page, PARTNER)).not.toContainText('Tomé mi número antes')
  await line.cut()
  await line.resume()
  commit()
  await openTransaction
  await expect(chatRow(page, PARTNER)).toContainText('Tomé mi número antes', { timeout: 20_000 })
  const fresh = await openChatPage(parties.client, LAWYER_NAME, { line: false, ahead: seconds(31) })
  await expectSameContent(page, fresh)
})

test('after a database restore every browser refetches: those that were connected, and one that was not', async ({
  parties,
  database,
  makeAccount,
  line,
  openChatPage,
}) => {
  const { second } = await createScenario(parties, database, makeAccount)
  const { platform } = database
  const lawyer = await openChatPage(parties.lawyer, CLIENT_NAME, { line: false })
  const client = await openChatPage(parties.client, LAWYER_NAME, { line: false })
  const cut = await openChatPage(parties.client, LAWYER_NAME, { line: true })
  const pages = [lawyer, client, cut]
  const backup = await database.sql('select * from chats where id = $1', [parties.chatId])
  const [saved] = backup as { last_seq: number; last_message: string }[]
  for (const text of ['Se perderá', 'Y esto también'])
    await sendText(platform, parties.chatId, parties.lawyer.id, text)
  await answerProposal(platform, { clientId: parties.client.id, proposalId: second.answered }, 'reject')
  for (const page of pages) {
    await expect(log(page).getByText('Y esto también')).toBeVisible()
    await expect(log(page).getByText('Rechazada', { exact: true })).toBeVisible()
  }
  await line.cut()
  // Restores the earlier state as a backup does, which ends with a new epoch (docs/operations.md).
  await database.sql('delete from messages where chat_id = $1 and seq > $2', [
    parties.chatId,
    saved?.last_seq,
  ])
  await database.sql(
    `update chats set last_seq = $2, last_message = $3, client_unread_count = 0, lawyer_unread_count = 0,
       client_read_seq = least(client_read_seq, $2), lawyer_read_seq = least(lawyer_read_seq, $2) where id = $1`,
    [parties.chatId, saved?.last_seq, saved?.last_message],
  )
  await database.sql(`update proposals set status = 'pending', decided_at = null where id = $1`, [
    second.answered,
  ])
  await startNewEpoch(platform.db)
  // A new message takes the sequence number of a lost one.
  await sendText(platform, parties.chatId, parties.lawyer.id, 'Después de restaurar')
  await reconnect(cut, line, 'Después de restaurar')
  for (const page of pages) {
    await expect(log(page).getByText('Después de restaurar')).toBeVisible({ timeout: 20_000 })
    await expect(log(page).getByText('Se perderá')).toHaveCount(0)
    await expect(log(page).getByText('Rechazada')).toHaveCount(0)
  }
  const ahead = seconds(31)
  await expectSameContent(client, await openChatPage(parties.client, LAWYER_NAME, { line: false }))
  await expectSameContent(cut, await openChatPage(parties.client, LAWYER_NAME, { line: false, ahead }))
  await expectSameContent(lawyer, await openChatPage(parties.lawyer, CLIENT_NAME, { line: false }))
  await typeAndSend(client, 'Seguimos')
  for (const page of pages) await expect.poll(async () => (await messageTexts(page)).at(-1)).toBe('Seguimos')
  await expect(composer(client)).toHaveValue('')
})

import type { Page } from '@playwright/test'
import {
  openChat as openNewChat,
  readUpTo,
  sendMessage,
} from '../../src/capabilities/chat/commands.server.ts'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { withdrawProposal } from '../../src/capabilities/proposals/commands.server.ts'
import { newEpoch } from '../../src/platform/realtime/sweep.server.ts'
import { actingAs } from '../../src/server/factories/acting.ts'
import { answerProposal, makeChat, makeProposal, say } from '../../src/server/factories/conversations.ts'
import type { TestDatabase } from '../support/database.ts'
import { longer } from '../support/long.ts'
import { type Line, openLine } from '../support/proxy.ts'
import { composer, entry, log, row, texts, write } from './chat-page.ts'
import { type Account, expect } from './fixtures.ts'
import { reload } from './hand.ts'
import { test as base, CLIENT, LAWYER, openChat } from './parties.ts'

// Issue 5: after any time behind a cut line a browser shows exactly what a fresh load shows.

const PARTNER = 'Rodrigo Ñúñez Soto'
const seconds = (count: number) => count * 1_000

const test = base.extend<{
  line: Line
  /** Lets the database's clock run ahead, for every rule in SQL, of the application too. */
  shift(ms: number): Promise<void>
  /** A page of this person's whose clock can be moved, over the line or not, with their conversation with the partner. */
  chatOf(account: Account, partner: string, over: { line: boolean; ahead?: number }): Promise<Page>
}>({
  line: async ({ app }, use) => {
    const line = await openLine(app.port)
    await use(line)
    await line.close()
  },
  shift: async ({ database }, use) => {
    const set = async (ms: number) => {
      await database.sql(`alter database ${database.name} set app.clock_shift = '${ms} milliseconds'`)
      // Who is connected keeps what was set before: the application's connections, and the test's own.
      for (const whose of ['<>', '='])
        await database
          .sql(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid ${whose} pg_backend_pid()`,
          )
          .catch(() => {})
      await expect
        .poll(() => database.sql(`select current_setting('app.clock_shift') s`).catch(() => null))
        .toEqual([{ s: `${ms} milliseconds` }])
    }
    await use(set)
    await set(0)
  },
  chatOf: async ({ browserOf, app, line }, use) =>
    use(async (account, partner, { line: isBehind, ahead = 0 }) => {
      const page = await browserOf(account, isBehind ? `http://127.0.0.1:${line.port}` : app.url)
      await page.clock.install({ time: Date.now() + ahead })
      await openChat(page, partner)
      return page
    }),
})

/** What stands on the page: the conversation with its cards, the list, the badge. Where one began to read is not part of it. */
async function shown(page: Page) {
  const flow = await log(page).evaluate((box) => {
    const copy = box.cloneNode(true) as HTMLElement
    for (const divider of copy.querySelectorAll('[data-unread]')) divider.remove()
    const parts = copy.querySelectorAll('p, time, dt, dd, li, button, a, [role=status], [class*=text-micro]')
    return [...parts].map((part) => part.textContent)
  })
  const list = await page.getByRole('list', { name: 'Chats' }).getByRole('listitem').allTextContents()
  return { flow, list, badge: await entry(page).textContent(), head: await page.title() }
}

/** The line is there again: the page's next try is as far away as it would be, and what came last is shown. */
async function comeBack(page: Page, line: Line, last: string): Promise<void> {
  await line.resume()
  await page.clock.fastForward(seconds(31))
  const isBack = () => expect(log(page).getByText(last)).toBeVisible({ timeout: 4_000 })
  // Where a try was under way when the clock leapt, the next one is half a minute later: the browser hurries it.
  await isBack().catch(() =>
    expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await isBack()
    }).toPass({ timeout: 20_000 }),
  )
}

/** The page shows what a new one does, down to the last word. */
async function expectFresh(page: Page, fresh: Page): Promise<void> {
  await expect(async () => {
    const unread = (one: Page) => one.getByText(/sin leer/).count()
    expect(await unread(page)).toBe(await unread(fresh))
    expect(await shown(page)).toEqual(await shown(fresh))
  }).toPass({ timeout: 20_000 })
  expect((await shown(page)).flow.length).toBeGreaterThan(10)
}

/** All that can happen to somebody's chats while they are away. */
async function meanwhile(database: TestDatabase, { client, lawyer, chatId, second }: Story) {
  const { platform } = database
  for (let n = 1; n <= 6; n++) {
    await say(platform, chatId, lawyer.id, `Mientras no estabas ${n}`)
    await say(platform, second.chatId, second.lawyer.id, `Del otro lado ${n}`)
  }
  // From the client's telephone.
  await say(platform, chatId, client.id, 'Respondo desde el teléfono')
  const [{ last = 0 } = {}] = await database.sql<{ last: number }>(
    'select last_seq as last from chats where id = $1',
    [second.chatId],
  )
  await readUpTo(await actingAs(platform, client.id), { chatId: second.chatId, upTo: last - 2 })
  const away = await makeProposal(platform, { chatId, lawyerId: lawyer.id }, { fee: 111_000 })
  await withdrawProposal(await actingAs(platform, lawyer.id), { proposalId: away.id })
  await withdrawProposal(await actingAs(platform, lawyer.id), { proposalId: second.withdrawn })
  await answerProposal(platform, { clientId: client.id, proposalId: second.answered }, 'reject')
  await makeProposal(platform, { chatId, lawyerId: lawyer.id }, { fee: 222_000, conditions: ['Una cuota'] })
  await openNewChat(await actingAs(platform, client.id), { lawyerId: second.third.id })
}

interface Story {
  client: Account
  lawyer: Account
  chatId: string
  second: { lawyer: Account; chatId: string; third: Account; withdrawn: string; answered: string }
}

async function storyOf(
  parties: { client: Account; lawyer: Account; chatId: string },
  database: TestDatabase,
  makeAccount: (sketch: object) => Promise<Account>,
): Promise<Story> {
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

const away: [string, number, 'cut' | 'silent', number][] = [
  ['60 seconds of a dead line that looks alive', seconds(60), 'silent', 0],
  ['20 minutes, with more missed than is told again', seconds(1_200), 'cut', 501],
  ['1 second', seconds(1), 'cut', 0],
  ['60 seconds', seconds(60), 'cut', 0],
  ['20 minutes', seconds(1_200), 'cut', 0],
]
for (const [name, time, how, more] of longer(away, 2))
  test(`RT-01, RT-02 after ${name} the page shows what a fresh one shows`, async ({
    parties,
    database,
    makeAccount,
    line,
    shift,
    chatOf,
  }) => {
    const story = await storyOf(parties, database, makeAccount)
    const page = await chatOf(parties.client, LAWYER, { line: true })
    await write(page, 'Antes del corte')
    await expect(log(page).getByText('Enviado', { exact: true })).toHaveCount(2)
    await page.evaluate(() => Object.assign(window, { mark: 1 }))
    if (how === 'cut') await line.cut()
    else line.pause()
    if (time > 1_000) await shift(time)
    await meanwhile(database, story)
    await database.sql(
      `insert into events (user_id, kind, ref) select $1, 'chat', $2 from generate_series(1, $3::int)`,
      [parties.client.id, parties.chatId, more],
    )
    // What is due meanwhile comes to pass: tries to come back, notices, marks.
    if (time > 1_000) await page.clock.fastForward(time)
    else await page.waitForTimeout(time)
    await comeBack(page, line, 'Mientras no estabas 6')
    const ahead = (time > 1_000 ? time : 0) + seconds(31)
    const fresh = await chatOf(parties.client, LAWYER, { line: false, ahead })
    await expectFresh(page, fresh)
    expect(await page.evaluate(() => (window as { mark?: number }).mark)).toBe(1)
    // And it goes on.
    await say(database.platform, parties.chatId, parties.lawyer.id, 'Otra vez en vivo')
    for (const one of [page, fresh]) await expect(log(one).getByText('Otra vez en vivo')).toBeVisible()
  })

test('RT-01 a transaction that began before the cut and commits after the page is back is not skipped', async ({
  parties,
  database,
  makeAccount,
  line,
  chatOf,
}) => {
  const { second } = await storyOf(parties, database, makeAccount)
  const page = await chatOf(parties.client, LAWYER, { line: true })
  const { platform } = database
  let commit = () => {}
  const held = new Promise<void>((done) => {
    commit = done
  })
  let written = () => {}
  const isWritten = new Promise<void>((done) => {
    written = done
  })
  const slow = platform.db.transaction().execute(async (tx) => {
    const context = { ...(await actingAs(platform, second.lawyer.id)), db: tx }
    const late = { id: newMessageId(), chatId: second.chatId, content: 'Tomé mi número antes' }
    expect((await sendMessage(context, late)).ok).toBe(true)
    written()
    await held
  })
  await isWritten
  await line.cut()
  await say(platform, parties.chatId, parties.lawyer.id, 'Llegué primero')
  await line.resume()
  await page.clock.fastForward(seconds(31))
  // The page is back, and reads what can be read.
  await reload(page)
  await expect(log(page).getByText('Llegué primero')).toBeVisible()
  await expect(row(page, PARTNER)).not.toContainText('Tomé mi número antes')
  await line.cut()
  await line.resume()
  commit()
  await slow
  await expect(row(page, PARTNER)).toContainText('Tomé mi número antes', { timeout: 20_000 })
  const fresh = await chatOf(parties.client, LAWYER, { line: false, ahead: seconds(31) })
  await expectFresh(page, fresh)
})

test('after a restore every browser begins anew: those that listened, and one that was away', async ({
  parties,
  database,
  makeAccount,
  line,
  chatOf,
}) => {
  const { second } = await storyOf(parties, database, makeAccount)
  const { platform } = database
  const lawyer = await chatOf(parties.lawyer, CLIENT, { line: false })
  const client = await chatOf(parties.client, LAWYER, { line: false })
  const cut = await chatOf(parties.client, LAWYER, { line: true })
  const pages = [lawyer, client, cut]
  const backup = await database.sql('select * from chats where id = $1', [parties.chatId])
  const [kept] = backup as { last_seq: number; last_message: string }[]
  for (const text of ['Se perderá', 'Y esto también'])
    await say(platform, parties.chatId, parties.lawyer.id, text)
  await answerProposal(platform, { clientId: parties.client.id, proposalId: second.answered }, 'reject')
  for (const page of pages) {
    await expect(log(page).getByText('Y esto también')).toBeVisible()
    await expect(log(page).getByText('Rechazada', { exact: true })).toBeVisible()
  }
  await line.cut()
  // The database of before, as a backup brings it back; the last part of it is a new epoch (docs/operations.md).
  await database.sql('delete from messages where chat_id = $1 and seq > $2', [parties.chatId, kept?.last_seq])
  await database.sql(
    `update chats set last_seq = $2, last_message = $3, client_unread_count = 0, lawyer_unread_count = 0,
       client_read_seq = least(client_read_seq, $2), lawyer_read_seq = least(lawyer_read_seq, $2) where id = $1`,
    [parties.chatId, kept?.last_seq, kept?.last_message],
  )
  await database.sql(`update proposals set status = 'pending', decided_at = null where id = $1`, [
    second.answered,
  ])
  await newEpoch(platform.db)
  // In the place of what is gone there is something else.
  await say(platform, parties.chatId, parties.lawyer.id, 'Después de restaurar')
  await comeBack(cut, line, 'Después de restaurar')
  for (const page of pages) {
    await expect(log(page).getByText('Después de restaurar')).toBeVisible({ timeout: 20_000 })
    await expect(log(page).getByText('Se perderá')).toHaveCount(0)
    await expect(log(page).getByText('Rechazada')).toHaveCount(0)
  }
  const ahead = seconds(31)
  await expectFresh(client, await chatOf(parties.client, LAWYER, { line: false }))
  await expectFresh(cut, await chatOf(parties.client, LAWYER, { line: false, ahead }))
  await expectFresh(lawyer, await chatOf(parties.lawyer, CLIENT, { line: false }))
  await write(client, 'Seguimos')
  for (const page of pages) await expect.poll(async () => (await texts(page)).at(-1)).toBe('Seguimos')
  await expect(composer(client)).toHaveValue('')
})

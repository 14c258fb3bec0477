import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { connectTestDatabase } from '../../../tests/support/database/test-database.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeChat, makeProposal, sendText } from '../../demo-data/conversations.ts'
import { startNewEpoch } from '../../platform/realtime/sweep.server.ts'
import { postSystemMessage } from './commands.server.ts'
import { markReadUpTo } from './conversation.server.ts'
import { followMessages, notifyWaits } from './jobs.server.ts'
import { chatParty } from './rules.ts'

const suite = useDatabase()

async function conversation() {
  const client = await makeAccount(suite.platform.db, { name: 'Camila Rojas' })
  const lawyer = await makeAccount(suite.platform.db, {
    name: 'Andrés Muñoz',
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const chatId = await makeChat(suite.platform, parties)
  const send = (from: 'client' | 'lawyer') =>
    sendText(suite.platform, chatId, parties[`${from}Id`], 'Palabras secretas')
  const read = async (who: 'client' | 'lawyer', upTo = 1_000) =>
    markReadUpTo(await actingAs(suite.platform, parties[`${who}Id`]), { chatId, upTo })
  return { ...parties, chatId, send, read }
}

const waitsOf = (chatId: string) =>
  suite.database.sql<{ side: string; first_seq: number; notices: number; is_open: boolean }>(
    `select side, first_seq, notices, due_at is not null as is_open from chat_waits where chat_id = $1 order by side`,
    [chatId],
  )
const noticesOf = async (userId: string) =>
  (
    await suite.database.sql<{ key: string }>(
      `select key from notices where user_id = $1 and kind = 'message-waiting' order by created_at, key`,
      [userId],
    )
  ).length
/** Reads all events, also those of transactions that were open a moment ago. */
const follow = async () => {
  await expect
    .poll(async () => {
      await followMessages(suite.platform, 0)
      const [row] = await suite.database.sql<{ count: number }>(
        `select count(*)::int as count from events e, event_cursors c where (e.xid, e.id) > (c.xid, c.id)`,
      )
      return row?.count
    })
    .toBe(0)
}
/** As if time had passed for the waits of a chat. */
const pass = async (chatId: string, minutes: number) => {
  await suite.database.sql(
    `update chat_waits set due_at = due_at - make_interval(mins => $2) where chat_id = $1`,
    [chatId, minutes],
  )
  await notifyWaits(suite.platform)
}

test('SEG-62 one notice ten minutes after the first unread message, however many follow; none for the sender', async () => {
  await follow()
  const { chatId, send, clientId, lawyerId } = await conversation()
  const first = await send('lawyer')
  await follow()
  await send('lawyer')
  await follow()
  expect(await waitsOf(chatId)).toEqual([{ side: 'client', first_seq: 1, notices: 0, is_open: true }])
  const [wait] = await suite.database.sql<{ due_at: Date }>(
    'select due_at from chat_waits where chat_id = $1',
    [chatId],
  )
  expect(wait?.due_at.getTime()).toBe(new Date(first.created_at).getTime() + 600_000)
  await pass(chatId, 9)
  expect(await noticesOf(clientId)).toBe(0)
  await pass(chatId, 2)
  await pass(chatId, 60)
  expect([await noticesOf(clientId), await noticesOf(lawyerId)]).toEqual([1, 0])
})

test('SEG-62 none once it is read; the next one after reading, or once after 24 hours', async () => {
  await follow()
  const { chatId, send, read, clientId } = await conversation()
  await send('lawyer')
  await follow()
  await read('client')
  await pass(chatId, 11)
  expect([await noticesOf(clientId), await waitsOf(chatId)]).toEqual([0, []])
  await send('lawyer')
  await follow()
  await pass(chatId, 11)
  await send('lawyer')
  await follow()
  await pass(chatId, 23 * 60)
  expect(await noticesOf(clientId)).toBe(1)
  await pass(chatId, 61)
  expect(await noticesOf(clientId)).toBe(2)
  await send('lawyer')
  await follow()
  await pass(chatId, 48 * 60)
  expect(await noticesOf(clientId)).toBe(2)
  await read('client')
  await send('lawyer')
  await follow()
  await pass(chatId, 11)
  expect(await noticesOf(clientId)).toBe(3)
})

test('SEG-62 an open conversation that reads each message at once, system messages and proposals: no wait', async () => {
  await follow()
  const { chatId, send, read, clientId, lawyerId } = await conversation()
  await send('client')
  await read('lawyer')
  const party = chatParty({ id: chatId, client_id: clientId, lawyer_id: lawyerId, case_id: null }, lawyerId)
  if (!party) throw new Error('no party')
  const { db } = suite.platform
  await db
    .transaction()
    .execute((tx) => postSystemMessage(tx, suite.platform, party, { text: 'Aviso', showInList: true }))
  await makeProposal(suite.platform, { chatId, lawyerId })
  await follow()
  expect(await waitsOf(chatId)).toEqual([])
})

test('SEG-62 twenty runs at once on two processes: each person is notified once', async () => {
  await follow()
  const chats = await Promise.all(Array.from({ length: 10 }, conversation))
  await Promise.all(chats.map(({ send }) => send('client')))
  const other = connectTestDatabase(suite.database.url, suite.database.name)
  try {
    const runs = Array.from({ length: 20 }, (_, n) => (n % 2 ? suite.platform : other.platform))
    await Promise.all(runs.map((platform) => followMessages(platform, 0)))
    await follow()
    await suite.database.sql(`update chat_waits set due_at = due_at - interval '11 minutes'`)
    await Promise.all(runs.map(notifyWaits))
    for (const { lawyerId } of chats) expect(await noticesOf(lawyerId)).toBe(1)
  } finally {
    await other.close()
  }
})

test('SEG-62 messages younger than 20 seconds are read later; after a restore the last days are recounted', async () => {
  await follow()
  const { chatId, send } = await conversation()
  await send('client')
  await followMessages(suite.platform)
  expect(await waitsOf(chatId)).toEqual([])
  const old = await conversation()
  await old.send('client')
  await suite.database.sql(
    `update messages set created_at = created_at - interval '8 days' where chat_id = $1`,
    [old.chatId],
  )
  await startNewEpoch(suite.platform.db)
  await followMessages(suite.platform)
  expect(await waitsOf(chatId)).toMatchObject([{ side: 'lawyer', first_seq: 1 }])
  expect(await waitsOf(old.chatId)).toEqual([])
})

test('SEG-62 property: after any sending and reading, the waits are those of a recount', async () => {
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom('send', 'read', 'follow'),
      who: fc.constantFrom('client', 'lawyer'),
      upTo: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { chatId, send, read } = await conversation()
      for (const { what, who, upTo } of all)
        if (what === 'send') await send(who)
        else if (what === 'read') await read(who, upTo)
        else await followMessages(suite.platform, 0)
      await follow()
      const recounted = await suite.database.sql(
        `select s.side, min(m.seq) as first_seq
         from chats c, lateral (values ('client', c.client_read_seq), ('lawyer', c.lawyer_read_seq)) as s (side, read_seq)
         join messages m on m.seq > s.read_seq and m.side <> s.side and m.type = 'text'
         where c.id = $1 and m.chat_id = c.id group by 1 order by 1`,
        [chatId],
      )
      // A wait of messages that were read since is deleted when it is due.
      const kept = await suite.database.sql(
        `select w.side, w.first_seq from chat_waits w join chats c on c.id = w.chat_id
         where w.chat_id = $1 and w.first_seq > case w.side when 'client' then c.client_read_seq else c.lawyer_read_seq end
         order by 1`,
        [chatId],
      )
      expect(kept).toEqual(recounted)
    }),
    { numRuns: 25 },
  )
})

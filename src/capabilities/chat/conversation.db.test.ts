import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeChat, sendText } from '../../demo-data/conversations.ts'
import { markReadUpTo, readPosition, searchMessages, showReading } from './conversation.server.ts'
import { MAX_FOUND } from './schema.ts'

const suite = useDatabase()

async function conversation() {
  const { db } = suite.platform
  const client = await makeAccount(db, { name: 'Camila Rojas' })
  const lawyer = await makeAccount(db, { role: 'lawyer', verificationStatus: 'verified' })
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  return {
    chatId,
    client: await actingAs(suite.platform, client.id),
    lawyer: await actingAs(suite.platform, lawyer.id),
    write: (from: 'client' | 'lawyer', text: string) =>
      sendText(suite.platform, chatId, from === 'client' ? client.id : lawyer.id, text),
  }
}
const seen = (seq: number | null) => ({ ok: true, value: { seq } })
const eventsTo = async (userId: string, chatId: string) =>
  (
    await suite.database.sql(`select 1 from events where kind = 'read' and user_id = $1 and ref = $2`, [
      userId,
      chatId,
    ])
  ).length

test('SEG-72 the other one sees up to where one has read, and hears of each move of the mark once', async () => {
  const { chatId, client, lawyer, write } = await conversation()
  await write('client', 'Hola')
  await write('client', 'Me despidieron')
  expect(await readPosition(client, { chatId })).toEqual(seen(0))
  await markReadUpTo(lawyer, { chatId, upTo: 1 })
  await markReadUpTo(lawyer, { chatId, upTo: 1 })
  expect(await readPosition(client, { chatId })).toEqual(seen(1))
  expect(await eventsTo(client.session.userId, chatId)).toBe(1)
  expect(await eventsTo(lawyer.session.userId, chatId)).toBe(0)
  const stranger = await actingAs(suite.platform, (await makeAccount(suite.platform.db)).id)
  for (const ask of [readPosition(stranger, { chatId }), searchMessages(stranger, { chatId, text: 'hola' })])
    expect(await ask).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
})

test('SEG-72 who hides when they read does not see when others do, and no event tells of it', async () => {
  const { chatId, client, lawyer, write } = await conversation()
  await showReading(lawyer, { shows: false })
  await showReading(lawyer, { shows: false })
  await write('client', 'Hola')
  await markReadUpTo(lawyer, { chatId, upTo: 1 })
  await write('lawyer', 'Buenos días')
  await markReadUpTo(client, { chatId, upTo: 2 })
  expect(await readPosition(client, { chatId })).toEqual(seen(null))
  expect(await readPosition(lawyer, { chatId })).toEqual(seen(null))
  expect(await eventsTo(client.session.userId, chatId)).toBe(0)
  expect(await eventsTo(lawyer.session.userId, chatId)).toBe(0)
  await showReading(lawyer, { shows: true })
  expect(await readPosition(client, { chatId })).toEqual(seen(1))
  expect(await readPosition(lawyer, { chatId })).toEqual(seen(2))
})

test('SEG-73 finds texts without regard to case and accents, newest first; % and _ are letters', async () => {
  const { chatId, client, write } = await conversation()
  for (const text of ['El FINIQUITO', 'nada', 'finíquito firmado', '100 % y a_b', 'aXb'])
    await write('client', text)
  const find = async (text: string) => {
    const result = await searchMessages(client, { chatId, text })
    if (!result.ok) throw new Error(result.refusal.message)
    return { total: result.value.total, seqs: result.value.found.map(({ seq }) => seq) }
  }
  expect(await find('finiquito')).toEqual({ total: 2, seqs: [3, 1] })
  expect(await find('0 %')).toEqual({ total: 1, seqs: [4] })
  expect(await find('a_b')).toEqual({ total: 1, seqs: [4] })
  expect(await find('%%')).toEqual({ total: 0, seqs: [] })
  const other = await conversation()
  await other.write('client', 'finiquito de otra persona')
  expect(await find('otra persona')).toEqual({ total: 0, seqs: [] })
})

test('SEG-73 the newest fifty of all', async () => {
  const { chatId, client } = await conversation()
  await suite.database.sql(
    `with numbered as (update chats set last_seq = 70 where id = $1 returning id)
     insert into messages (chat_id, seq, sender_id, side, type, content)
     select id, n, $2, 'client', 'text', 'finiquito ' || n from numbered, generate_series(1, 70) as n`,
    [chatId, client.session.userId],
  )
  const result = await searchMessages(client, { chatId, text: 'finiquito' })
  expect(result.ok && result.value.total).toBe(70)
  expect(result.ok && result.value.found.map(({ seq }) => seq)).toEqual(
    Array.from({ length: MAX_FOUND }, (_, n) => 70 - n),
  )
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { retryWhileUnavailable } from '../../../tests/support/database/test-database.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeChat, sendText } from '../../demo-data/conversations.ts'
import { uuidv7 } from '../../input/ids.ts'
import {
  authorizeChatParty,
  chatById,
  listMyChats,
  postSystemMessage,
  readMessagesForEvents,
  sendMessage,
  unreadTotal,
} from './commands.server.ts'
import { listMessages, markReadUpTo } from './conversation.server.ts'
import { MESSAGES } from './schema.ts'

const app = useDatabase()

const people = async () => ({
  clientId: (await makeAccount(app.platform.db, { name: 'Camila Rojas' })).id,
  lawyerId: (await makeAccount(app.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id,
})

async function conversation() {
  const parties = await people()
  const chatId = await makeChat(app.platform, parties)
  const client = await actingAs(app.platform, parties.clientId)
  const lawyer = await actingAs(app.platform, parties.lawyerId)
  return { ...parties, chatId, client, lawyer }
}

const rowOf = async (chatId: string) =>
  (await app.database.sql('select * from chats where id = $1', [chatId]))[0] ?? {}

/** Each side's unread counter, stored and recounted from the messages (OPEN-40). */
const counters = (chatId: string) =>
  app.database.sql(
    `select c.client_unread_count as client, c.lawyer_unread_count as lawyer, c.last_seq,
       count(*) filter (where m.side = 'lawyer' and m.type <> 'system' and m.seq > c.client_read_seq)::int as client_counted,
       count(*) filter (where m.side = 'client' and m.type <> 'system' and m.seq > c.lawyer_read_seq)::int as lawyer_counted,
       count(m.id)::int as messages, coalesce(max(m.seq), 0) as newest
     from chats c left join messages m on m.chat_id = c.id where c.id = $1 group by c.id`,
    [chatId],
  )

async function expectCounted(chatId: string) {
  const [row] = await counters(chatId)
  const { client_counted: client, lawyer_counted: lawyer, last_seq: newest } = row ?? {}
  expect(row).toMatchObject({ client, lawyer, messages: newest, newest })
  return row
}

describe('a message', () => {
  test('CHA-16, CHA-17, CAL-04: sending updates seq, last message, counter and events', async () => {
    const { chatId, client, clientId, lawyerId } = await conversation()
    await app.database.sql('delete from events')
    const id = uuidv7()
    const sent = await sendMessage(client, { id, chatId, content: 'Hola, tengo un problema.' })
    expect(sent).toEqual({
      ok: true,
      value: {
        id,
        chat_id: chatId,
        seq: 1,
        sender_id: clientId,
        side: 'client',
        type: 'text',
        content: 'Hola, tengo un problema.',
        proposal_id: null,
        created_at: expect.stringMatching(/Z$/),
      },
    })
    expect(await rowOf(chatId)).toMatchObject({
      last_message: 'Hola, tengo un problema.',
      last_seq: 1,
      client_unread_count: 0,
      lawyer_unread_count: 1,
    })
    const events = await app.database.sql('select user_id, kind, ref from events order by user_id')
    expect(events).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'message', ref: id })),
    )
    expect(await readMessagesForEvents(app.platform.db, [id, randomUUID()])).toEqual(
      new Map([[id, sent.ok ? sent.value : null]]),
    )
  })

  test('created_at never decreases as seq grows', async () => {
    const { chatId, client, lawyer } = await conversation()
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        sendMessage(n % 2 ? client : lawyer, { id: uuidv7(), chatId, content: `${n}` }),
      ),
    )
    const rows = await app.database.sql<{ seq: number; created_at: Date }>(
      'select seq, created_at from messages where chat_id = $1 order by seq',
      [chatId],
    )
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    for (const [at, row] of rows.entries())
      expect(row.created_at.getTime()).toBeGreaterThanOrEqual(rows[at - 1]?.created_at.getTime() ?? 0)
    await expectCounted(chatId)
  })

  test('the same message sent 100 times, sequentially and concurrently, is stored once', async () => {
    const { chatId, client } = await conversation()
    const message = { id: uuidv7(), chatId, content: 'Una sola vez' }
    const send = () => retryWhileUnavailable(() => sendMessage(client, message))
    const answers = [...(await Promise.all(Array.from({ length: 99 }, send))), await send()]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ ok: true, value: { seq: 1 } })
    expect(await expectCounted(chatId)).toMatchObject({ messages: 1, lawyer: 1 })
  })

  test('another text, chat or sender with the same id is refused and changes nothing', async () => {
    const one = await conversation()
    const two = await makeChat(app.platform, {
      clientId: one.clientId,
      lawyerId: (await people()).lawyerId,
    })
    const message = { id: uuidv7(), chatId: one.chatId, content: 'Original' }
    await sendMessage(one.client, message)
    const before = await app.database.snapshot()
    const refused = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.idTaken } }
    expect(await sendMessage(one.client, { ...message, content: 'Otro' })).toEqual(refused)
    expect(await sendMessage(one.client, { ...message, chatId: two })).toEqual(refused)
    expect(await sendMessage(one.lawyer, message)).toEqual(refused)
    const stranger = await conversation()
    const unseen = await app.database.snapshot()
    expect(await sendMessage(stranger.client, message)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await app.database.snapshot()).toEqual(unseen)
    expect(before.messages).toBe(unseen.messages)
  })

  test('over the rate limit new messages are refused, retries of stored ones are not', async () => {
    const { chatId, client, lawyer, clientId } = await conversation()
    await app.database.sql(
      `insert into messages (chat_id, seq, sender_id, side, type, content)
       select $1, n, $2, 'client', 'text', 'x' from generate_series(1, 300) n`,
      [chatId, clientId],
    )
    const row = 'last_seq = 300, lawyer_unread_count = 300, client_answered = true, lawyer_answered = true'
    await app.database.sql(`update chats set ${row} where id = $1`, [chatId])
    const [known] = await app.database.sql<{ id: string }>('select id from messages where chat_id = $1', [
      chatId,
    ])
    const before = await app.database.snapshot()
    expect(await sendMessage(client, { id: uuidv7(), chatId, content: 'Uno más' })).toEqual({
      ok: false,
      refusal: { code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: 10 },
    })
    expect(await sendMessage(client, { id: known?.id ?? '', chatId, content: 'x' })).toMatchObject({
      ok: true,
    })
    expect(await app.database.snapshot()).toEqual(before)
    // The limit is per person.
    expect(await sendMessage(lawyer, { id: uuidv7(), chatId, content: 'Sí' })).toMatchObject({
      ok: true,
    })
    await app.database.sql(`update messages set created_at = created_at - interval '61 seconds'`)
    expect(await sendMessage(client, { id: uuidv7(), chatId, content: 'Uno más' })).toMatchObject({
      ok: true,
    })
  })

  test('the list shows its beginning, without cutting a character', async () => {
    const { chatId, client } = await conversation()
    await sendMessage(client, { id: uuidv7(), chatId, content: '😀'.repeat(300) })
    expect((await rowOf(chatId)).last_message).toBe('😀'.repeat(200))
  })
})

describe('a system message', () => {
  test('OPEN-40: never counts as unread; TRAP-29: appears in the list only if it should', async () => {
    const { chatId, client, clientId } = await conversation()
    await sendText(app.platform, chatId, clientId, 'Hola')
    const party = await authorizeChatParty(app.platform.db, chatId, clientId)
    if (!party.ok) throw new Error('no party')
    const post = (text: string, inList: boolean) =>
      app.platform.db
        .transaction()
        .execute((tx) => postSystemMessage(tx, app.platform, party.value, { text, showInList: inList }))
    await post('En silencio', false)
    expect(await rowOf(chatId)).toMatchObject({ last_message: 'Hola', last_seq: 2, lawyer_unread_count: 1 })
    await post('A la vista', true)
    expect(await rowOf(chatId)).toMatchObject({ last_message: 'A la vista', last_seq: 3 })
    await expectCounted(chatId)
    const page = await listMessages(client, { chatId, limit: 50 })
    expect(page.ok && page.value.messages.map(({ type, content }) => [type, content])).toEqual([
      ['text', 'Hola'],
      ['system', 'En silencio'],
      ['system', 'A la vista'],
    ])
  })
})

describe('reading', () => {
  test('CHA-18: marks up to a seq; later messages stay counted; a seq beyond the newest is capped', async () => {
    const { chatId, client, lawyer, lawyerId } = await conversation()
    for (const text of ['uno', 'dos', 'tres']) await sendText(app.platform, chatId, lawyerId, text)
    expect(await markReadUpTo(client, { chatId, upTo: 2 })).toEqual({ ok: true, value: { unread: 1 } })
    expect(await markReadUpTo(client, { chatId, upTo: 1 })).toEqual({ ok: true, value: { unread: 1 } })
    expect(await unreadTotal(client)).toEqual({ ok: true, value: { unread: 1 } })
    expect(await markReadUpTo(client, { chatId, upTo: 999_999_999 })).toEqual({
      ok: true,
      value: { unread: 0 },
    })
    await sendText(app.platform, chatId, lawyerId, 'cuatro')
    expect(await unreadTotal(client)).toEqual({ ok: true, value: { unread: 1 } })
    expect(await unreadTotal(lawyer)).toEqual({ ok: true, value: { unread: 0 } })
    await expectCounted(chatId)
  })

  test('only a change publishes an event, to the reader and, that it was read, to the other (SEG-72)', async () => {
    const { chatId, client, clientId, lawyerId } = await conversation()
    await sendText(app.platform, chatId, lawyerId, 'Hola')
    await app.database.sql('delete from events')
    await markReadUpTo(client, { chatId, upTo: 1 })
    await markReadUpTo(client, { chatId, upTo: 1 })
    expect(await app.database.sql('select user_id, kind, ref from events order by kind')).toEqual([
      { user_id: clientId, kind: 'chat', ref: chatId },
      { user_id: lawyerId, kind: 'read', ref: chatId },
    ])
  })

  test('counters equal a recount after any concurrent actions of both sides', async () => {
    const { chatId, client, lawyer } = await conversation()
    const party = await authorizeChatParty(app.platform.db, chatId, client.session.userId)
    if (!party.ok) throw new Error('no party')
    type Action = { by: 'client' | 'lawyer'; kind: 'send' | 'read' | 'again' | 'system'; back: number }
    const action = fc.record<Action>({
      by: fc.constantFrom('client', 'lawyer'),
      kind: fc.constantFrom('send', 'send', 'read', 'read', 'again', 'system'),
      back: fc.nat({ max: 6 }),
    })
    let last = { id: uuidv7(), chatId, content: 'primero' }
    const run = async ({ by, kind, back }: Action) => {
      const who = by === 'client' ? client : lawyer
      if (kind === 'send') {
        last = { id: uuidv7(), chatId, content: `${by} ${back}` }
        return sendMessage(who, last)
      }
      if (kind === 'again') return sendMessage(who, last)
      if (kind === 'read') {
        const [row] = await counters(chatId)
        return markReadUpTo(who, { chatId, upTo: Math.max(0, Number(row?.last_seq) - back) })
      }
      return app.platform.db
        .transaction()
        .execute((tx) =>
          postSystemMessage(tx, app.platform, party.value, { text: 'aviso', showInList: true }),
        )
    }
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
        await Promise.all(actions.map(run))
        await expectCounted(chatId)
      }),
      { numRuns: 40 },
    )
  })
})

describe('pages', () => {
  test('CHA-09: keyset pagination in both directions returns each message once', async () => {
    const { chatId, client, clientId } = await conversation()
    await app.database.sql('update chats set lawyer_answered = true where id = $1', [chatId])
    for (let n = 1; n <= 25; n++) await sendText(app.platform, chatId, clientId, `${n}`)
    const seen: number[] = []
    let before: number | undefined
    for (;;) {
      const page = await listMessages(client, { chatId, limit: 10, ...(before ? { before } : {}) })
      if (!page.ok) throw new Error('refused')
      seen.unshift(...page.value.messages.map((message) => message.seq))
      before = page.value.messages[0]?.seq
      if (!page.value.more) break
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
    const after = await listMessages(client, { chatId, after: 20, limit: 3 })
    expect(after).toMatchObject({ ok: true, value: { more: true } })
    expect(after.ok && after.value.messages.map((message) => message.seq)).toEqual([21, 22, 23])
    expect(await listMessages(client, { chatId, after: 25, limit: 3 })).toEqual({
      ok: true,
      value: { messages: [], more: false },
    })
  })

  test('CHA-04, CHA-05, CAL-17, OPEN-69: 50 chats per page, newest message first; only the user’s own chats', async () => {
    const { lawyerId } = await people()
    const lawyer = await actingAs(app.platform, lawyerId)
    const chats: string[] = []
    for (let n = 0; n < 53; n++) {
      const { id } = await makeAccount(app.platform.db, { name: `Persona ${n}` })
      chats.push(await makeChat(app.platform, { clientId: id, lawyerId }, [['client', `Hola ${n}`]]))
    }
    await sendText(app.platform, chats[7] ?? '', lawyerId, 'Le respondo')
    const expected = [chats[7], ...chats.toReversed().filter((id) => id !== chats[7])]
    const first = await listMyChats(lawyer, {})
    if (!first.ok || !first.value.next) throw new Error('no next page')
    const second = await listMyChats(lawyer, { cursor: first.value.next })
    if (!second.ok) throw new Error('refused')
    expect([...first.value.chats, ...second.value.chats].map((chat) => chat.id)).toEqual(expected)
    expect([first.value.chats.length, second.value.next]).toEqual([50, null])
    expect(first.value.chats[1]).toMatchObject({
      side: 'lawyer',
      partner: { name: 'Persona 52' },
      last_message: 'Hola 52',
      unread: 1,
      read_seq: 0,
      last_seq: 1,
    })
    expect(await unreadTotal(lawyer)).toEqual({ ok: true, value: { unread: 53 } })
    expect(await listMyChats(await actingAs(app.platform, (await people()).lawyerId), {})).toEqual({
      ok: true,
      value: { chats: [], next: null },
    })
  })

  test('CHA-03, OPEN-41: search by the partner’s name ignores accents and case', async () => {
    const { lawyerId } = await people()
    const lawyer = await actingAs(app.platform, lawyerId)
    for (const name of ['Íñigo Muñoz', 'INIGA MUNOZ', 'Rosa 100% Pérez', 'Óscar_Vera'])
      await makeChat(app.platform, {
        clientId: (await makeAccount(app.platform.db, { name })).id,
        lawyerId,
      })
    const found = async (search: string) => {
      const page = await listMyChats(lawyer, { search })
      return page.ok ? page.value.chats.map((chat) => chat.partner.name).sort() : page
    }
    expect(await found('muñoz')).toEqual(['INIGA MUNOZ', 'Íñigo Muñoz'])
    expect(await found('INIG')).toEqual(['INIGA MUNOZ', 'Íñigo Muñoz'])
    expect(await found('%')).toEqual(['Rosa 100% Pérez'])
    expect(await found('_')).toEqual(['Óscar_Vera'])
    expect(await found('oscar')).toEqual(['Óscar_Vera'])
    expect(await found('nadie')).toEqual([])
  })

  test('OPEN-58: a deleted partner is «Usuario eliminado»; old messages stay; new ones are refused', async () => {
    const { chatId, client, clientId, lawyerId } = await conversation()
    await sendText(app.platform, chatId, lawyerId, 'Hasta pronto')
    await app.database.sql('delete from "user" where id = $1', [lawyerId])
    expect(await chatById(client, { chatId })).toMatchObject({
      ok: true,
      value: { partner: { id: null, name: 'Usuario eliminado', avatar_url: null } },
    })
    expect(await listMessages(client, { chatId, limit: 5 })).toMatchObject({
      ok: true,
      value: { messages: [{ sender_id: null, side: 'lawyer', content: 'Hasta pronto' }] },
    })
    const before = await app.database.snapshot()
    expect(await sendMessage(client, { id: uuidv7(), chatId, content: '¿Hola?' })).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: MESSAGES.gone },
    })
    expect(await app.database.snapshot()).toEqual(before)
    expect(await markReadUpTo(client, { chatId, upTo: 1 })).toEqual({ ok: true, value: { unread: 0 } })
    const found = await listMyChats(client, { search: 'eliminado' })
    expect(found.ok && found.value.chats.map((chat) => chat.id)).toEqual([chatId])
    expect(await unreadTotal(await actingAs(app.platform, clientId))).toEqual({
      ok: true,
      value: { unread: 0 },
    })
  })
})

describe('indexes', () => {
  const planOf = async (text: string, values: unknown[]) => {
    const client = await app.platform.pool.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query(`explain ${text}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      client.release(true)
    }
  }

  test('no column that a message updates in its chat is indexed, so updates stay HOT', async () => {
    const indexed = await app.database.sql<{ column: string }>(
      `select distinct a.attname as column from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = 'chats'::regclass`,
    )
    expect(indexed.map((row) => row.column).sort()).toEqual(['case_id', 'client_id', 'id', 'lawyer_id'])
  })

  test('CAL-02: the unread total is one index scan', async () => {
    for (const side of ['client', 'lawyer'])
      expect(
        await planOf(`select sum(${side}_unread_count) from chats where ${side}_id = $1`, [randomUUID()]),
      ).toMatch(/Index|Bitmap/)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeActiveCase, makeChat, makeProposal, sendText } from '../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { hasRef, isGreeting, openEventStream } from '../support/network/event-stream.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const createClient = (name = 'Camila Rojas') => suite.member({ name })
const createLawyer = (name = 'Andrés Muñoz') =>
  suite.member({ name, role: 'lawyer', verificationStatus: 'verified' })

/** Returns a client with the same session at the other process. */
function elsewhere(member: Member, url = suite.apps[1]?.url ?? ''): Client {
  const twin = newClient(url)
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return twin
}

async function conversation() {
  const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  return { client, lawyer, chatId }
}

const draft = (chatId: string, content = 'Hola') => ({ id: uuidv7(), chatId, content })

describe('CHA-22: only the parties of a chat may access it', () => {
  let client: Member
  let lawyer: Member
  let chatId: string
  let caseId: string
  let proposalId: string
  const CANARY = 'canario-secreto-7319'

  beforeAll(async () => {
    ;[client, lawyer] = await Promise.all([
      createClient(`Cliente ${CANARY}`),
      createLawyer(`Abogado ${CANARY}`),
    ])
    const parties = { clientId: client.id, lawyerId: lawyer.id }
    ;({ chatId, caseId } = await makeActiveCase(suite.platform, parties, { summary: CANARY }))
    const proposal = { chatId, lawyerId: lawyer.id }
    proposalId = (await makeProposal(suite.platform, proposal, { summary: `Otra ${CANARY}` })).id
    await sendText(suite.platform, chatId, client.id, `Mensaje ${CANARY}`)
  })

  /** Every operation that could read or change this conversation. */
  const calls = (ids: { chatId: string; caseId: string; proposalId: string }): [string, object][] => [
    ['chat.list', {}],
    ['chat.list', { search: CANARY }],
    ['chat.unreadTotal', {}],
    ['chat.byId', { chatId: ids.chatId }],
    ['chat.messages', { chatId: ids.chatId }],
    ['chat.messages', { chatId: ids.chatId, after: 0 }],
    ['chat.read', { chatId: ids.chatId, upTo: 99 }],
    ['chat.send', draft(ids.chatId)],
    ['chat.ofCase', { caseId: ids.caseId }],
    ['cases.caseById', { caseId: ids.caseId }],
    ['cases.advance', { caseId: ids.caseId, to: 'en progreso' }],
    ['proposals.byId', { proposalId: ids.proposalId }],
    ['proposals.byIds', { ids: [ids.proposalId] }],
    ['proposals.acceptedOfCase', { caseId: ids.caseId }],
    ['proposals.accept', { proposalId: ids.proposalId }],
    ['proposals.reject', { proposalId: ids.proposalId }],
    ['proposals.withdraw', { proposalId: ids.proposalId }],
    ['proposals.pendingOfLawyer', {}],
    ['proposals.create', { id: randomUUID(), chatId: ids.chatId, summary: 'x', fee: 1 }],
  ]

  test.each(['client', 'lawyer', 'admin', 'visitor'] as const)(
    'abuse 15, 16, 28: another %s gets the same answers as for an unknown chat, changes nothing, and no answer contains its text',
    async (who) => {
      const verified = { role: 'lawyer', verificationStatus: 'verified' } as const
      const stranger: Client =
        who === 'visitor' ? suite.visitor() : await suite.member(who === 'lawyer' ? verified : { role: who })
      const before = await suite.database.snapshot()
      const absent = { chatId: randomUUID(), caseId: randomUUID(), proposalId: randomUUID() }
      const foreign = calls({ chatId, caseId, proposalId })
      for (const [at, [name, input]] of calls(absent).entries()) {
        const [there, nowhere] = [await stranger.rpc(name, foreign[at]?.[1]), await stranger.rpc(name, input)]
        expect([name, there.status, there.text]).toEqual([name, nowhere.status, nowhere.text])
        expect(`${there.text}${JSON.stringify(there.headers)}`).not.toContain(CANARY)
        const status = { visitor: [401], admin: [403, 404] }[who as 'visitor' | 'admin'] ?? [200, 403, 404]
        expect(status, name).toContain(there.status)
      }
      expect(await suite.database.snapshot()).toEqual(before)
    },
  )

  test('CHA-02: its parties see it, and only the name and picture of each other', async () => {
    for (const [who, partner] of [
      [client, lawyer],
      [lawyer, client],
    ] as const) {
      const list = await who.get('/api/chat/list')
      expect(list.json<{ chats: object[] }>().chats).toMatchObject([
        { id: chatId, partner: { id: partner.id, avatar_url: null } },
      ])
      const messages = await who.get(`/api/chat/messages?chatId=${chatId}&limit=5`)
      expect(messages.json<{ messages: object[] }>().messages.at(-1)).toMatchObject({
        content: `Mensaje ${CANARY}`,
        sender_id: client.id,
        side: 'client',
      })
      const shown = await who.get(`/api/cases/by-id?caseId=${caseId}`)
      expect(shown.status).toBe(200)
      for (const answer of [list, messages, shown])
        expect(answer.text).not.toMatch(/@prueba\.test|rut|phone|\+569|Irarrázaval/)
      expect((await who.get(`/api/chat/of-case?caseId=${caseId}`)).json()).toEqual({ chatId })
    }
  })
})

describe('forged input', () => {
  test('TRAP-45, OPEN-39, abuse 17, 18, 19: type, sender, side, number and time in the input are refused, and nothing changes', async () => {
    const { client, lawyer, chatId } = await conversation()
    const before = await suite.database.snapshot()
    for (const more of [
      { type: 'system' },
      { type: 'proposal', proposal_id: randomUUID() },
      { sender_id: lawyer.id },
      { senderId: lawyer.id },
      { side: 'lawyer' },
      { seq: 1 },
      { created_at: '2020-01-01' },
      { p_sender_id: lawyer.id },
    ]) {
      const answer = await client.post('/api/chat/send', { ...draft(chatId), ...more })
      expect(answer.status, answer.text).toBe(422)
      expect(answer.json<Problem>().data?.fields).toMatchObject({
        [Object.keys(more)[0] ?? '']: 'Este dato no se acepta.',
      })
    }
    const bad: [object, string][] = [
      [{ content: '   ' }, 'Escribe un mensaje.'],
      [{ content: '\u2800' }, 'Escribe un mensaje.'],
      [{ content: 'a'.repeat(5_001) }, 'El mensaje puede tener hasta 5.000 caracteres.'],
    ]
    for (const [change, text] of bad) {
      const answer = await client.post('/api/chat/send', { ...draft(chatId), ...change })
      expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, { content: text }])
    }
    expect((await client.post('/api/chat/send', { ...draft(chatId), chatId: [chatId] })).status).toBe(422)
    expect((await client.get(`/api/chat/messages?chatId=${chatId}&chatId=${randomUUID()}`)).status).toBe(422)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test.each([
    "'; drop table messages; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    'שלום (txt.exe)',
    'ñandú 🇨🇱',
  ])('a message is plain text: %s is returned unchanged', async (content) => {
    const { client, chatId } = await conversation()
    const sent = await client.post('/api/chat/send', draft(chatId, content))
    expect(sent.json<{ content: string }>().content).toBe(content)
  })
})

describe('RT-02, CHA-15: live delivery', () => {
  test('both parties, and nobody else, get the complete message, on either process', async () => {
    const { client, lawyer, chatId } = await conversation()
    const stranger = await createClient()
    const streams = await Promise.all([
      openEventStream(suite.app.url, client),
      openEventStream(suite.apps[1]?.url ?? '', lawyer),
      openEventStream(suite.app.url, stranger),
    ])
    for (const stream of streams) await stream.waitFor(isGreeting)
    const [mine, theirs, foreign] = streams
    const sent = await client.post('/api/chat/send', draft(chatId, 'Hola, ¿tiene un momento?'))
    const message = sent.json<{ id: string }>()
    for (const stream of [mine, theirs])
      expect((await stream?.waitFor(hasRef(message.id)))?.data).toEqual({
        kind: 'message',
        ref: message.id,
        data: message,
      })
    const last = await sendText(
      suite.platform,
      await makeChat(suite.platform, { clientId: stranger.id, lawyerId: lawyer.id }),
      stranger.id,
      'Yo',
    )
    await foreign?.waitFor(hasRef(last.id))
    expect(foreign?.text()).not.toContain(message.id)
    for (const stream of streams) stream.close()
  })
})

describe('OPEN-41: search', () => {
  test.each(['\0', 'a\0b', '\u0007', '\ud800'])('%j in the search text causes no error', async (search) => {
    const { client } = await conversation()
    expect((await client.rpc('chat.list', { search })).status).toBe(200)
  })
})

describe('CAL-09, PUB-14, PUB-15: «Contactar»', () => {
  test('50 concurrent requests over two processes create one chat', async () => {
    const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
    // One more conversation is allowed today.
    await suite.database.sql(
      `insert into rate_limits (key, count, window_start) values ('chat:open:' || $1, 29, app_now())`,
      [client.id],
    )
    const clients = [client, elsewhere(client)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => clients[n % 2]?.rpc('chat.open', { lawyerId: lawyer.id })),
    )
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await suite.database.sql('select id from chats where client_id = $1', [client.id])).toHaveLength(1)
    const notified = await suite.database.sql(`select 1 from events where kind = 'chat' and user_id = $1`, [
      lawyer.id,
    ])
    expect(notified).toHaveLength(1)
  })

  test('abuse 24: for clients only, and only with verified lawyers', async () => {
    const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
    const pending = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const admin = await suite.member({ role: 'admin' })
    const before = await suite.database.snapshot('rate_limits')
    for (const who of [lawyer, admin]) {
      const answer = await who.post('/api/chat/open', { lawyerId: lawyer.id })
      expect([answer.status, answer.json<Problem>().message]).toEqual([
        403,
        'Solo los clientes pueden contactar abogados.',
      ])
    }
    for (const lawyerId of [pending.id, client.id, randomUUID()]) {
      const answer = await client.post('/api/chat/open', { lawyerId })
      expect([answer.status, answer.json<Problem>().message]).toEqual([404, 'Abogado no encontrado.'])
    }
    for (const more of [{ clientId: client.id }, { case_id: randomUUID() }])
      expect((await client.post('/api/chat/open', { lawyerId: lawyer.id, ...more })).status).toBe(422)
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })
})

describe('exactly once', () => {
  test('F7: the same id 100 times on two processes is one message; the id with another body is refused', async () => {
    const { client, lawyer, chatId } = await conversation()
    const clients = [client, elsewhere(client)]
    const message = draft(chatId)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => clients[n % 2]?.rpc('chat.send', message)),
    )
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const before = await suite.database.snapshot()
    for (const [who, change] of [
      [client, { content: 'Otra cosa' }],
      [elsewhere(lawyer), {}],
    ] as const) {
      const answer = await who.rpc('chat.send', { ...message, ...change })
      expect([answer.status, answer.json<Problem>().message]).toEqual([
        409,
        'Ya existe otro mensaje con este identificador.',
      ])
    }
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await lawyer.rpc('chat.unreadTotal')).json()).toEqual({ unread: 1 })
  })

  test('F6: sent at one process, read at the other', async () => {
    const { client, lawyer, chatId } = await conversation()
    const there = elsewhere(lawyer)
    for (let n = 1; n <= 5; n++) {
      await client.rpc('chat.send', draft(chatId, `${n}`))
      const page = (await there.rpc('chat.messages', { chatId })).json<{ messages: { seq: number }[] }>()
      expect(page.messages.at(-1)).toMatchObject({ seq: n, content: `${n}` })
    }
    expect((await there.rpc('chat.read', { chatId, upTo: 5 })).json()).toEqual({ unread: 0 })
    expect((await lawyer.rpc('chat.unreadTotal')).json()).toEqual({ unread: 0 })
  })
})

describe('F1: the application is killed while people send', () => {
  let app: AppProcess | undefined
  afterAll(() => app?.stop())

  test('acknowledged messages are stored, and after retries each message exists once, in one order', {
    tags: 'built',
  }, async () => {
    const start = () => startAppProcess({ databaseUrl: suite.database.url })
    app = await start()
    let url = app.url
    const early = await conversation()
    const first = draft(early.chatId, 'Antes de todo')
    const stored = await elsewhere(early.client, url).rpc('chat.send', first)
    expect(stored.status).toBe(200)
    const conversations = await Promise.all(Array.from({ length: 4 }, () => conversation()))
    const writers = conversations.flatMap(({ client, lawyer, chatId }) => [
      { who: client, chatId },
      { who: lawyer, chatId },
    ])
    const sent = new Map<string, string>()
    const acknowledged = new Set<string>()
    let unknown = 0
    let ended = false
    const write = async ({ who, chatId }: (typeof writers)[number]) => {
      for (let n = 0; !ended || n < 20; n++) {
        const message = draft(chatId, `${who.id} ${n}`)
        sent.set(message.id, message.content)
        for (;;) {
          // Without an answer the result is unknown: send the same message to the current process.
          const answer = await elsewhere(who, url)
            .rpc('chat.send', message)
            .catch(() => null)
          if (answer?.status === 200) break
          unknown++
          await new Promise((done) => setTimeout(done, 20))
        }
        acknowledged.add(message.id)
      }
    }
    const writing = Promise.all(writers.map(write))
    for (let kill = 0; kill < 2; kill++) {
      const goal = acknowledged.size + 40
      while (acknowledged.size < goal) await new Promise((done) => setTimeout(done, 5))
      await app.kill()
      app = await start()
      url = app.url
    }
    ended = true
    await writing
    expect(unknown).toBeGreaterThan(0)
    for (const { client, lawyer, chatId } of conversations) {
      const rows = await suite.database.sql<{ id: string; seq: number; content: string }>(
        'select id, seq, content from messages where chat_id = $1 order by seq',
        [chatId],
      )
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, n) => n + 1))
      for (const { id, content } of rows) expect(sent.get(id)).toBe(content)
      for (const id of rows.map((row) => row.id)) acknowledged.delete(id)
      const [chat] = await suite.database.sql('select * from chats where id = $1', [chatId])
      const by = (id: string) => rows.filter((row) => row.content.startsWith(id)).length
      expect(chat).toMatchObject({
        last_seq: rows.length,
        lawyer_unread_count: by(client.id),
        client_unread_count: by(lawyer.id),
      })
      const events = await suite.database.sql(
        `select 1 from events where kind = 'message' and user_id = $1`,
        [client.id],
      )
      expect(events).toHaveLength(rows.length)
    }
    // No acknowledged message is missing.
    expect([...acknowledged]).toEqual([])
    // F7: the process that was started last knows the id, too.
    const clients = [elsewhere(early.client, url), early.client]
    const again = await Promise.all(
      Array.from({ length: 100 }, (_, n) => clients[n % 2]?.rpc('chat.send', first)),
    )
    expect(new Set(again.map((answer) => answer?.text))).toEqual(new Set([stored.text]))
    const otherBody = await clients[0]?.rpc('chat.send', { ...first, content: 'Otra cosa' })
    expect(otherBody?.status).toBe(409)
  })
})

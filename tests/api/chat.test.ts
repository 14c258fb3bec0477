import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { makeActiveCase, makeChat, makeProposal, say } from '../../src/server/factories/conversations.ts'
import { type App, startApp } from '../support/app.ts'
import { about, greeted, openEvents } from '../support/events.ts'
import { type Client, newClient, type Problem } from '../support/http.ts'
import { type Member, useHouse } from '../support/suite.ts'

const house = useHouse(2)

const client = (name = 'Camila Rojas') => house.member({ name })
const lawyer = (name = 'Andrés Muñoz') =>
  house.member({ name, role: 'lawyer', verificationStatus: 'verified' })

/** The same person at the other process. */
function elsewhere(member: Member, url = house.apps[1]?.url ?? ''): Client {
  const twin = newClient(url)
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return twin
}

async function conversation() {
  const [one, other] = await Promise.all([client(), lawyer()])
  const chatId = await makeChat(house.platform, { clientId: one.id, lawyerId: other.id })
  return { one, other, chatId }
}

const draft = (chatId: string, content = 'Hola') => ({ id: newMessageId(), chatId, content })

describe('CHA-22: whose chat it is', () => {
  let one: Member
  let other: Member
  let chatId: string
  let caseId: string
  let proposalId: string
  const CANARY = 'canario-secreto-7319'

  beforeAll(async () => {
    ;[one, other] = await Promise.all([client(`Cliente ${CANARY}`), lawyer(`Abogado ${CANARY}`)])
    const parties = { clientId: one.id, lawyerId: other.id }
    ;({ chatId, caseId } = await makeActiveCase(house.platform, parties, { summary: CANARY }))
    const proposal = { chatId, lawyerId: other.id }
    proposalId = (await makeProposal(house.platform, proposal, { summary: `Otra ${CANARY}` })).id
    await say(house.platform, chatId, one.id, `Mensaje ${CANARY}`)
  })

  /** Every operation that could show or change something of this conversation. */
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
    'abuse 15, 16, 28: to another %s it is as if it were not there, nothing changes, and no body or header holds a word of it',
    async (who) => {
      const verified = { role: 'lawyer', verificationStatus: 'verified' } as const
      const stranger: Client =
        who === 'visitor' ? house.visitor() : await house.member(who === 'lawyer' ? verified : { role: who })
      const before = await house.database.snapshot()
      const absent = { chatId: randomUUID(), caseId: randomUUID(), proposalId: randomUUID() }
      const foreign = calls({ chatId, caseId, proposalId })
      for (const [at, [name, input]] of calls(absent).entries()) {
        const [there, nowhere] = [await stranger.rpc(name, foreign[at]?.[1]), await stranger.rpc(name, input)]
        expect([name, there.status, there.text]).toEqual([name, nowhere.status, nowhere.text])
        expect(`${there.text}${JSON.stringify(there.headers)}`).not.toContain(CANARY)
        const status = { visitor: [401], admin: [403, 404] }[who as 'visitor' | 'admin'] ?? [200, 403, 404]
        expect(status, name).toContain(there.status)
      }
      expect(await house.database.snapshot()).toEqual(before)
    },
  )

  test('CHA-02: its parties see it, and nothing of each other but name and picture', async () => {
    for (const [who, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      const list = await who.get('/api/chat/list')
      expect(list.json<{ chats: object[] }>().chats).toMatchObject([
        { id: chatId, partner: { id: partner.id, avatar_url: null } },
      ])
      const messages = await who.get(`/api/chat/messages?chatId=${chatId}&limit=5`)
      expect(messages.json<{ messages: object[] }>().messages.at(-1)).toMatchObject({
        content: `Mensaje ${CANARY}`,
        sender_id: one.id,
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

describe('what a request may say', () => {
  test('TRAP-45, OPEN-39, abuse 17, 18, 19: type, sender, side, number and time are refused, and nothing changes', async () => {
    const { one, other, chatId } = await conversation()
    const before = await house.database.snapshot()
    for (const more of [
      { type: 'system' },
      { type: 'proposal', proposal_id: randomUUID() },
      { sender_id: other.id },
      { senderId: other.id },
      { side: 'lawyer' },
      { seq: 1 },
      { created_at: '2020-01-01' },
      { p_sender_id: other.id },
    ]) {
      const answer = await one.post('/api/chat/send', { ...draft(chatId), ...more })
      expect(answer.status, answer.text).toBe(422)
      expect(answer.json<Problem>().data?.fields).toMatchObject({
        [Object.keys(more)[0] ?? '']: 'Este dato no se acepta.',
      })
    }
    const bad: [object, string][] = [
      [{ content: '   ' }, 'Escribe un mensaje.'],
      [{ content: 'a'.repeat(5_001) }, 'El mensaje puede tener hasta 5.000 caracteres.'],
    ]
    for (const [change, text] of bad) {
      const answer = await one.post('/api/chat/send', { ...draft(chatId), ...change })
      expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, { content: text }])
    }
    expect((await one.post('/api/chat/send', { ...draft(chatId), chatId: [chatId] })).status).toBe(422)
    expect((await one.get(`/api/chat/messages?chatId=${chatId}&chatId=${randomUUID()}`)).status).toBe(422)
    expect(await house.database.snapshot()).toEqual(before)
  })

  test.each([
    "'; drop table messages; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    'שלום (txt.exe)',
    'ñandú 🇨🇱',
  ])('a message is text: %s comes back as it was sent', async (content) => {
    const { one, chatId } = await conversation()
    const sent = await one.post('/api/chat/send', draft(chatId, content))
    expect(sent.json<{ content: string }>().content).toBe(content)
  })
})

describe('RT-02, CHA-15: what travels', () => {
  test('a message reaches both parties whole, on either process, and nobody else', async () => {
    const { one, other, chatId } = await conversation()
    const stranger = await client()
    const streams = await Promise.all([
      openEvents(house.app.url, one),
      openEvents(house.apps[1]?.url ?? '', other),
      openEvents(house.app.url, stranger),
    ])
    for (const stream of streams) await stream.heard(greeted)
    const [mine, theirs, foreign] = streams
    const sent = await one.post('/api/chat/send', draft(chatId, 'Hola, ¿tiene un momento?'))
    const message = sent.json<{ id: string }>()
    for (const stream of [mine, theirs])
      expect((await stream?.heard(about(message.id)))?.data).toEqual({
        kind: 'message',
        ref: message.id,
        data: message,
      })
    const last = await say(
      house.platform,
      await makeChat(house.platform, { clientId: stranger.id, lawyerId: other.id }),
      stranger.id,
      'Yo',
    )
    await foreign?.heard(about(last.id))
    expect(foreign?.text()).not.toContain(message.id)
    for (const stream of streams) stream.close()
  })
})

describe('OPEN-41: what is looked for', () => {
  test.each(['\0', 'a\0b', '\u0007', '\ud800'])(
    '%j finds nobody or somebody, and breaks nothing',
    async (search) => {
      const { one } = await conversation()
      expect((await one.rpc('chat.list', { search })).status).toBe(200)
    },
  )
})

describe('CAL-09, PUB-14, PUB-15: «Contactar»', () => {
  test('50 at once on two processes are one chat', async () => {
    const [one, other] = await Promise.all([client(), lawyer()])
    const doors = [one, elsewhere(one)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => doors[n % 2]?.rpc('chat.open', { lawyerId: other.id })),
    )
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await house.database.sql('select id from chats where client_id = $1', [one.id])).toHaveLength(1)
    const told = await house.database.sql(`select 1 from events where kind = 'chat' and user_id = $1`, [
      other.id,
    ])
    expect(told).toHaveLength(1)
  })

  test('abuse 24: for clients only, and only with verified lawyers', async () => {
    const [one, other] = await Promise.all([client(), lawyer()])
    const pending = await house.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const admin = await house.member({ role: 'admin' })
    const before = await house.database.snapshot('rate_limits')
    for (const who of [other, admin]) {
      const answer = await who.post('/api/chat/open', { lawyerId: other.id })
      expect([answer.status, answer.json<Problem>().message]).toEqual([
        403,
        'Solo los clientes pueden contactar abogados.',
      ])
    }
    for (const lawyerId of [pending.id, one.id, randomUUID()]) {
      const answer = await one.post('/api/chat/open', { lawyerId })
      expect([answer.status, answer.json<Problem>().message]).toEqual([404, 'Abogado no encontrado.'])
    }
    for (const more of [{ clientId: one.id }, { case_id: randomUUID() }])
      expect((await one.post('/api/chat/open', { lawyerId: other.id, ...more })).status).toBe(422)
    expect(await house.database.snapshot('rate_limits')).toEqual(before)
  })
})

describe('exactly once', () => {
  test('F7: the same id 100 times on two processes is one message; another body under it is refused', async () => {
    const { one, other, chatId } = await conversation()
    const doors = [one, elsewhere(one)]
    const message = draft(chatId)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => doors[n % 2]?.rpc('chat.send', message)),
    )
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const before = await house.database.snapshot()
    for (const [who, change] of [
      [one, { content: 'Otra cosa' }],
      [elsewhere(other), {}],
    ] as const) {
      const answer = await who.rpc('chat.send', { ...message, ...change })
      expect([answer.status, answer.json<Problem>().message]).toEqual([
        409,
        'Ya existe otro mensaje con este identificador.',
      ])
    }
    expect(await house.database.snapshot()).toEqual(before)
    expect((await other.rpc('chat.unreadTotal')).json()).toEqual({ unread: 1 })
  })

  test('F6: sent at one process, read at the other', async () => {
    const { one, other, chatId } = await conversation()
    const there = elsewhere(other)
    for (let n = 1; n <= 5; n++) {
      await one.rpc('chat.send', draft(chatId, `${n}`))
      const page = (await there.rpc('chat.messages', { chatId })).json<{ messages: { seq: number }[] }>()
      expect(page.messages.at(-1)).toMatchObject({ seq: n, content: `${n}` })
    }
    expect((await there.rpc('chat.read', { chatId, upTo: 5 })).json()).toEqual({ unread: 0 })
    expect((await other.rpc('chat.unreadTotal')).json()).toEqual({ unread: 0 })
  })
})

describe('F1: the application is killed while people send', () => {
  let app: App | undefined
  afterAll(() => app?.stop())

  test('what was acknowledged is stored, whoever sends again ends with each message once, in one order', {
    tags: 'built',
  }, async () => {
    const start = () => startApp({ databaseUrl: house.database.url })
    app = await start()
    let url = app.url
    const early = await conversation()
    const first = draft(early.chatId, 'Antes de todo')
    const stored = await elsewhere(early.one, url).rpc('chat.send', first)
    expect(stored.status).toBe(200)
    const talks = await Promise.all(Array.from({ length: 4 }, () => conversation()))
    const writers = talks.flatMap(({ one, other, chatId }) => [
      { who: one, chatId },
      { who: other, chatId },
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
          // Whoever got no answer does not know: the same again, at whatever answers now.
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
    for (const { one, other, chatId } of talks) {
      const rows = await house.database.sql<{ id: string; seq: number; content: string }>(
        'select id, seq, content from messages where chat_id = $1 order by seq',
        [chatId],
      )
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, n) => n + 1))
      for (const { id, content } of rows) expect(sent.get(id)).toBe(content)
      for (const id of rows.map((row) => row.id)) acknowledged.delete(id)
      const [chat] = await house.database.sql('select * from chats where id = $1', [chatId])
      const by = (id: string) => rows.filter((row) => row.content.startsWith(id)).length
      expect(chat).toMatchObject({
        last_seq: rows.length,
        lawyer_unread_count: by(one.id),
        client_unread_count: by(other.id),
      })
      const events = await house.database.sql(
        `select 1 from events where kind = 'message' and user_id = $1`,
        [one.id],
      )
      expect(events).toHaveLength(rows.length)
    }
    // Nothing that was acknowledged is missing.
    expect([...acknowledged]).toEqual([])
    // F7: to the process that was started last it is known too.
    const doors = [elsewhere(early.one, url), early.one]
    const again = await Promise.all(
      Array.from({ length: 100 }, (_, n) => doors[n % 2]?.rpc('chat.send', first)),
    )
    expect(new Set(again.map((answer) => answer?.text))).toEqual(new Set([stored.text]))
    const otherBody = await doors[0]?.rpc('chat.send', { ...first, content: 'Otra cosa' })
    expect(otherBody?.status).toBe(409)
  })
})

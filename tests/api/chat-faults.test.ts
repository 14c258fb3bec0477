import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeChat } from '../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { connectTestDatabase, eventually, type TestDatabase } from '../support/database/test-database.ts'
import { isGreeting, openEventStream } from '../support/network/event-stream.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'
import { openReconnectingStream } from '../support/network/reconnecting-stream.ts'
import { openDatabaseProxy, openTcpProxy, type TcpProxy } from '../support/network/tcp-proxy.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

// Issue 5: «Nothing acknowledged is ever lost». The application runs as with `npm start`, on the embedded
// PostgreSQL and its settings, because the tests' own server does not wait for its disk. chat.test.ts kills
// the application.

interface Person extends Client {
  id: string
}

interface Conversation {
  people: readonly [Person, Person]
  chatId: string
}

let app: AppProcess
let database: TestDatabase
let dataDir: string

async function startAll(): Promise<void> {
  const embedded = { DATABASE_URL: undefined, FILES_URL: undefined, DEMO: 'off', DATA_DIR: dataDir }
  app = await startAppProcess({ databaseUrl: currentTestRun().adminUrl, env: embedded })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  database = connectTestDatabase(databaseUrl, 'amparo')
}

async function stopAll(): Promise<void> {
  await database?.close()
  await app?.stop()
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(currentTestRun().folder, 'faults-'))
  // When the tests run as root, the server runs as another user, who must be able to enter its folder.
  chmodSync(dataDir, 0o711)
  await startAll()
})

afterAll(stopAll)

async function person(url: string, input: Parameters<typeof makeAccount>[1]): Promise<Person> {
  const account = await makeAccount(database.platform.db, input)
  const client = newClient(url)
  const { email, password } = account
  const answer = await client.post('/api/accounts/login', { email, password })
  expect(answer.status, answer.text).toBe(200)
  return { ...client, id: account.id }
}

/** Creates a client and a lawyer with a chat. @param url at which both reach the application */
async function createConversation(url = app.url): Promise<Conversation> {
  const lawyer = { name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' } as const
  const people = [await person(url, {}), await person(url, lawyer)] as const
  const chatId = await makeChat(database.platform, { clientId: people[0].id, lawyerId: people[1].id })
  return { people, chatId }
}

/** The messages that were sent, and their acknowledgements. */
interface SentMessages {
  sent: Map<string, string>
  acknowledged: Set<string>
  /** Number of attempts without an answer, or with 503. */
  unknown: number
}

/** Both send `count` messages each, and repeat a message until it is acknowledged. */
async function write(
  { people, chatId }: Conversation,
  count: number,
  sentMessages: SentMessages,
): Promise<void> {
  const writing = people.map(async (who) => {
    for (let n = 0; n < count; n++) {
      const message = { id: uuidv7(), chatId, content: `${who.id} ${n}` }
      sentMessages.sent.set(message.id, message.content)
      for (;;) {
        const answer = await who.rpc('chat.send', message).catch(() => null)
        if (answer?.status === 200) break
        // No fault may reject a valid message.
        if (answer) expect(answer.status, answer.text).toBe(503)
        sentMessages.unknown++
        await sleep(20)
      }
      sentMessages.acknowledged.add(message.id)
    }
  })
  await Promise.all(writing)
}

interface StoredMessage {
  id: string
  seq: number
  content: string
}

/** Reads the whole conversation, page by page, as a browser does. */
async function read(who: Person, chatId: string): Promise<StoredMessage[]> {
  const all: StoredMessage[] = []
  for (let more = true; more; ) {
    const answer = await who.rpc('chat.messages', { chatId, after: all.at(-1)?.seq ?? 0 })
    expect(answer.status, answer.text).toBe(200)
    const page = answer.json<{ messages: StoredMessage[]; more: boolean }>()
    all.push(...page.messages)
    more = page.more
  }
  return all
}

/** Expects every acknowledged message to be stored once, in order, and both sides to read the same. */
async function expectComplete(
  conversations: readonly Conversation[],
  { sent, acknowledged }: SentMessages,
): Promise<void> {
  const missing = new Set(acknowledged)
  for (const { people, chatId } of conversations) {
    const [one, other] = await Promise.all(people.map((who) => read(who, chatId)))
    expect(other).toEqual(one)
    expect(one?.map(({ seq }) => seq)).toEqual(one?.map((_, n) => n + 1))
    for (const { id, content } of one ?? []) {
      expect(sent.get(id)).toBe(content)
      missing.delete(id)
    }
    for (const { id } of people) {
      const own = one?.filter(({ content }) => content.startsWith(id)).map(({ content }) => content)
      expect(own).toEqual(own?.map((_, n) => `${id} ${n}`))
    }
    const [row] = await database.sql('select * from chats where id = $1', [chatId])
    const by = (who: Person | undefined) => one?.filter(({ content }) => content.startsWith(who?.id ?? '-'))
    expect(row).toMatchObject({
      last_seq: one?.length,
      last_message: one?.at(-1)?.content,
      lawyer_unread_count: by(people[0])?.length,
      client_unread_count: by(people[1])?.length,
    })
  }
  expect([...missing]).toEqual([])
}

/** Expects each stream to have delivered every message once, in any order: streams follow the commits. */
async function expectStreamed(
  conversations: readonly Conversation[],
  streams: Awaited<ReturnType<typeof openReconnectingStream>>[],
) {
  for (const { people, chatId } of conversations) {
    const ids = (await read(people[0], chatId)).map(({ id }) => id)
    for (const stream of streams.splice(0, people.length)) {
      await eventually(async () => stream.messages().length >= ids.length)
      expect(stream.messages().sort()).toEqual([...ids].sort())
      expect(stream.resetCount()).toBe(0)
      await stream.close()
    }
  }
}

const postmaster = () =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Returns the pid of a PostgreSQL process that serves the application. */
async function serverProcess(): Promise<number> {
  const [row] = await database.sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'amparo' and pid <> pg_backend_pid()
     order by state_change desc limit 1`,
  )
  return row?.pid ?? postmaster()
}

describe('F2: PostgreSQL is killed while users send', () => {
  test.each<[string, () => Promise<number>]>([
    ['the whole server', async () => postmaster()],
    ['one of its processes, so that it recovers', serverProcess],
  ])(
    'kill -9 of %s, twice: each message is stored once, in one order for both sides, and streamed live',
    async (_what, victim) => {
      const conversations = [await createConversation(), await createConversation()]
      const streams = await Promise.all(
        conversations.flatMap(({ people }) => people.map((who) => openReconnectingStream(who, app.url))),
      )
      const sentMessages: SentMessages = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
      const writing = Promise.all(conversations.map((one) => write(one, 60, sentMessages)))
      for (const share of [60, 150]) {
        while (sentMessages.acknowledged.size < share) await sleep(2)
        process.kill(await victim(), 'SIGKILL')
        const before = sentMessages.unknown
        await eventually(async () => sentMessages.unknown > before)
      }
      await writing
      await expectComplete(conversations, sentMessages)
      await expectStreamed(conversations, streams)
      expect(app.lines.filter((proxy) => proxy.includes('Un proceso de la aplicación terminó'))).toEqual([])
    },
  )
})

describe('F3: the connection is cut after the message was stored', () => {
  test('between the application and PostgreSQL, 10 times after COMMIT: 503, and a retry returns the same message', async () => {
    const { proxy, url } = await openDatabaseProxy(database.url)
    const other = await startAppProcess({ databaseUrl: url })
    try {
      const one = await createConversation(other.url)
      const sentMessages: SentMessages = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
      for (let n = 0; n < 10; n++) {
        const who = one.people[n % 2] as Person
        const message = { id: uuidv7(), chatId: one.chatId, content: `${who.id} ${Math.floor(n / 2)}` }
        sentMessages.sent.set(message.id, message.content)
        // The id is in the statement, which is a transaction of its own.
        const wasCut = proxy.dropResponseTo(message.id)
        const lost = await who.rpc('chat.send', message)
        await wasCut
        expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2'])
        const rows = await database.sql('select seq from messages where id = $1', [message.id])
        expect(rows).toEqual([{ seq: n + 1 }])
        const again = await eventually(async () => {
          const answer = await who.rpc('chat.send', message)
          return answer.status === 200 && answer
        })
        expect(again.json()).toMatchObject({ id: message.id, seq: n + 1 })
        sentMessages.acknowledged.add(message.id)
      }
      await expectComplete([one], sentMessages)
    } finally {
      await other.stop()
      await proxy.close()
    }
  })

  test('PRP-11, PRP-13: a proposal sent and accepted, each with the answer to COMMIT lost: one proposal, one case', async () => {
    const { proxy, url } = await openDatabaseProxy(database.url)
    const other = await startAppProcess({ databaseUrl: url })
    try {
      const { people, chatId } = await createConversation(other.url)
      const [client, lawyer] = people
      const proposal = { id: randomUUID(), chatId, summary: 'Demanda', fee: 350_000 }
      // The cut may hit the COMMIT of a job instead: repeat until it hits the call.
      const loseCommitAnswer = async (who: Person, call: string, input: object) => {
        for (;;) {
          const wasCut = proxy.dropResponseTo('commit')
          const answer = await who.rpc(call, input)
          if (answer.status !== 503) continue
          await wasCut
          return
        }
      }
      const untilAnswered = (who: Person, call: string, input: object) =>
        eventually(async () => {
          const answer = await who.rpc(call, input)
          return answer.status !== 503 && answer
        })
      await loseCommitAnswer(lawyer, 'proposals.create', proposal)
      const sent = await untilAnswered(lawyer, 'proposals.create', proposal)
      expect(sent.json()).toMatchObject({ id: proposal.id, status: 'pending' })
      const answer = { proposalId: proposal.id }
      await loseCommitAnswer(client, 'proposals.accept', answer)
      const late = await untilAnswered(client, 'proposals.accept', answer)
      expect([late.status, late.json<Problem>().message]).toEqual([
        409,
        'No se pudo aceptar la propuesta. Ya fue aceptada.',
      ])
      const card = (await untilAnswered(client, 'proposals.byId', answer)).json<{ case_id: string }>()
      const cases = await database.sql('select id, status from cases where client_id = $1', [client.id])
      expect(cases).toEqual([{ id: card.case_id, status: 'activo' }])
      const said = await Promise.all(people.map((who) => read(who, chatId)))
      expect(said[0]?.map(({ content }) => content)).toEqual([
        'Propuesta enviada',
        'Aviso: «Andrés Muñoz» ha enviado una propuesta.',
        'La propuesta ha sido aceptada. El caso ha sido iniciado.',
      ])
      expect(said[1]).toEqual(said[0])
    } finally {
      await other.stop()
      await proxy.close()
    }
  })

  test('between the people and the application: cut at an answer, and at any moment', async () => {
    const line: TcpProxy = await openTcpProxy(app.port)
    const one = await createConversation(`http://127.0.0.1:${line.port}`)
    const streams = await Promise.all(
      one.people.map((who) => openReconnectingStream(who, `http://127.0.0.1:${line.port}`)),
    )
    const sentMessages: SentMessages = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
    const writing = write(one, 60, sentMessages)
    for (let cut = 0; cut < 12; cut++) {
      // Cuts the answer to one message, then all connections.
      await line.dropResponseTo(one.chatId)
      await sleep(10)
      await line.cut()
      await sleep(10)
      await line.resume()
    }
    await writing
    expect(sentMessages.unknown).toBeGreaterThan(5)
    await expectComplete([one], sentMessages)
    await expectStreamed([one], streams)
    await line.close()
  })
})

const START_AND_XID = 'select pg_postmaster_start_time()::text as started, pg_current_xact_id()::text as xid'

/** Rolls back 200 transactions. @returns the last transaction id; null when the connection was lost */
async function burnTransactionIds(): Promise<bigint | null> {
  const writer = await database.platform.pool.connect().catch(() => null)
  if (!writer) return null
  let lastXid = 0n
  try {
    for (let n = 0; n < 200; n++) {
      await writer.query('begin')
      const { rows } = await writer.query('select pg_current_xact_id()::text as xid')
      lastXid = BigInt(rows[0].xid)
      await writer.query('rollback')
    }
    return lastXid
  } catch {
    return null
  } finally {
    writer.release(true)
  }
}

test('after a crash PostgreSQL reuses ids of rolled back transactions: events with such ids are delivered', async () => {
  // The application gives up at the sixth restart of PostgreSQL within a minute. The F2 tests used some, so
  // start a new process.
  await stopAll()
  await startAll()
  const { people, chatId } = await createConversation()
  const [one, other] = people
  const stream = await openEventStream(app.url, other)
  await stream.waitFor(isGreeting)
  const send = (content: string) => one.rpc('chat.send', { id: uuidv7(), chatId, content })
  await send('Antes')
  await stream.waitFor(({ data }) => data.kind === 'message')
  // PostgreSQL reuses ids only if nothing else was written to disk meanwhile: try until it does.
  let lastEventId = ''
  let again = false
  for (let attempt = 0; attempt < 5 && !again; attempt++) {
    const lastXid = await eventually(burnTransactionIds)
    // After this greeting the hub has read the events of all transactions so far.
    const greeting = await openEventStream(app.url, other)
    await greeting.waitFor(isGreeting)
    lastEventId = greeting.lastId() ?? ''
    greeting.close()
    const [before] = await database.sql<{ started: string }>(START_AND_XID)
    process.kill(postmaster(), 'SIGKILL')
    const row = await eventually(async () => {
      const [now] = await database.sql<{ started: string; xid: string }>(START_AND_XID).catch(() => [])
      // Processes of the killed server may answer for a moment.
      return now && now.started !== before?.started ? now : null
    })
    again = BigInt(row.xid) < lastXid
  }
  expect(again).toBe(true)
  const sent = await eventually(async () => {
    const answer = await send('Después')
    return answer.status === 200 && answer
  })
  const { id } = sent.json<{ id: string }>()
  await stream.waitFor(({ event, data }) => event === 'reset' || data.ref === id)
  const resumed = await openEventStream(app.url, other, { after: lastEventId })
  await resumed.waitFor(({ event, data }) => event === 'reset' || data.ref === id)
  for (const open of [stream, resumed]) open.close()
})

import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeChat } from '../../src/server/factories/conversations.ts'
import { type App, startApp } from '../support/app.ts'
import { eventually, openTestDatabase, type TestDatabase } from '../support/database.ts'
import { greeted, openEvents } from '../support/events.ts'
import { follow } from '../support/follow.ts'
import { type Client, newClient, type Problem } from '../support/http.ts'
import { testRun } from '../support/postgres.ts'
import { type Line, openDatabaseLine, openLine } from '../support/proxy.ts'

// Issue 5: «Nothing acknowledged is ever lost». The house as `npm start` runs it, with the embedded PostgreSQL and its
// settings: the tests' own server does not wait for its disk. The application's death is in chat.test.ts.

interface Person extends Client {
  id: string
}

interface Talk {
  people: readonly [Person, Person]
  chatId: string
}

let app: App
let database: TestDatabase
let dataDir: string

async function openHouse(): Promise<void> {
  const embedded = { DATABASE_URL: undefined, FILES_URL: undefined, DEMO: 'off', DATA_DIR: dataDir }
  app = await startApp({ databaseUrl: testRun().adminUrl, env: embedded })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  database = openTestDatabase(databaseUrl, 'amparo')
}

async function closeHouse(): Promise<void> {
  await database?.close()
  await app?.stop()
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(testRun().folder, 'faults-'))
  // As root the server runs as another user, who must be able to reach its cluster.
  chmodSync(dataDir, 0o711)
  await openHouse()
})

afterAll(closeHouse)

async function person(url: string, sketch: Parameters<typeof makeAccount>[1]): Promise<Person> {
  const account = await makeAccount(database.platform.db, sketch)
  const client = newClient(url)
  const { email, password } = account
  const answer = await client.post('/api/accounts/login', { email, password })
  expect(answer.status, answer.text).toBe(200)
  return { ...client, id: account.id }
}

/** @param url where both of them reach the application */
async function talk(url = app.url): Promise<Talk> {
  const lawyer = { name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' } as const
  const people = [await person(url, {}), await person(url, lawyer)] as const
  const chatId = await makeChat(database.platform, { clientId: people[0].id, lawyerId: people[1].id })
  return { people, chatId }
}

/** What was written, and what was said of it. */
interface Ledger {
  sent: Map<string, string>
  acknowledged: Set<string>
  /** Sendings that ended without an answer, or with that of a house in trouble. */
  unknown: number
}

/** Both write so many messages each. Who gets no answer does not know, and sends the same again. */
async function write({ people, chatId }: Talk, count: number, ledger: Ledger): Promise<void> {
  const writing = people.map(async (who) => {
    for (let n = 0; n < count; n++) {
      const message = { id: newMessageId(), chatId, content: `${who.id} ${n}` }
      ledger.sent.set(message.id, message.content)
      for (;;) {
        const answer = await who.rpc('chat.send', message).catch(() => null)
        if (answer?.status === 200) break
        // Whatever is broken, nobody is told that the message is wrong.
        if (answer) expect(answer.status, answer.text).toBe(503)
        ledger.unknown++
        await sleep(20)
      }
      ledger.acknowledged.add(message.id)
    }
  })
  await Promise.all(writing)
}

interface Seen {
  id: string
  seq: number
  content: string
}

/** The whole conversation, as this person's browser would read it. */
async function read(who: Person, chatId: string): Promise<Seen[]> {
  const all: Seen[] = []
  for (let more = true; more; ) {
    const answer = await who.rpc('chat.messages', { chatId, after: all.at(-1)?.seq ?? 0 })
    expect(answer.status, answer.text).toBe(200)
    const page = answer.json<{ messages: Seen[]; more: boolean }>()
    all.push(...page.messages)
    more = page.more
  }
  return all
}

/** Everything that was acknowledged is there once, in the order of its writing, and the same on both sides. */
async function expectWhole(talks: readonly Talk[], { sent, acknowledged }: Ledger): Promise<void> {
  const missing = new Set(acknowledged)
  for (const { people, chatId } of talks) {
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

/** The stream of each side brought every message once; their order is that of the transactions, the page has the numbers. */
async function expectHeard(talks: readonly Talk[], streams: Awaited<ReturnType<typeof follow>>[]) {
  for (const { people, chatId } of talks) {
    const ids = (await read(people[0], chatId)).map(({ id }) => id)
    for (const stream of streams.splice(0, people.length)) {
      await eventually(async () => stream.messages().length >= ids.length)
      expect(stream.messages().sort()).toEqual([...ids].sort())
      expect(stream.resets()).toBe(0)
      await stream.close()
    }
  }
}

const postmaster = () =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** A process of PostgreSQL that works for the application. */
async function backend(): Promise<number> {
  const [row] = await database.sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'amparo' and pid <> pg_backend_pid()
     order by state_change desc limit 1`,
  )
  return row?.pid ?? postmaster()
}

describe('F2: PostgreSQL is killed while people send', () => {
  test.each<[string, () => Promise<number>]>([
    ['the whole server', async () => postmaster()],
    ['one of its processes, so that it recovers by itself', backend],
  ])(
    'kill -9 of %s, twice: each message once, in one order, on both sides, and live',
    async (_what, victim) => {
      const talks = [await talk(), await talk()]
      const streams = await Promise.all(
        talks.flatMap(({ people }) => people.map((who) => follow(who, app.url))),
      )
      const ledger: Ledger = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
      const writing = Promise.all(talks.map((one) => write(one, 60, ledger)))
      for (const share of [60, 150]) {
        while (ledger.acknowledged.size < share) await sleep(2)
        process.kill(await victim(), 'SIGKILL')
        const before = ledger.unknown
        await eventually(async () => ledger.unknown > before)
      }
      await writing
      await expectWhole(talks, ledger)
      await expectHeard(talks, streams)
      expect(app.lines.filter((line) => line.includes('Un proceso de la aplicación terminó'))).toEqual([])
    },
  )
})

describe('F4: the line is cut when the house has already stored it', () => {
  test('between the application and PostgreSQL, 10 times after COMMIT: 503, and sent again it is the same one', async () => {
    const { line, url } = await openDatabaseLine(database.url)
    const other = await startApp({ databaseUrl: url })
    try {
      const one = await talk(other.url)
      const ledger: Ledger = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
      for (let n = 0; n < 10; n++) {
        const who = one.people[n % 2] as Person
        const message = { id: newMessageId(), chatId: one.chatId, content: `${who.id} ${Math.floor(n / 2)}` }
        ledger.sent.set(message.id, message.content)
        // What travels with the statement; the statement is its own transaction.
        const sprung = line.cutAnswerTo(message.id)
        const lost = await who.rpc('chat.send', message)
        await sprung
        expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2'])
        const rows = await database.sql('select seq from messages where id = $1', [message.id])
        expect(rows).toEqual([{ seq: n + 1 }])
        const again = await eventually(async () => {
          const answer = await who.rpc('chat.send', message)
          return answer.status === 200 && answer
        })
        expect(again.json()).toMatchObject({ id: message.id, seq: n + 1 })
        ledger.acknowledged.add(message.id)
      }
      await expectWhole([one], ledger)
    } finally {
      await other.stop()
      await line.close()
    }
  })

  test('PRP-11, PRP-13: a proposal sent and accepted, each with its COMMIT unheard: one proposal, one case', async () => {
    const { line, url } = await openDatabaseLine(database.url)
    const other = await startApp({ databaseUrl: url })
    try {
      const { people, chatId } = await talk(other.url)
      const [client, lawyer] = people
      const proposal = { id: randomUUID(), chatId, summary: 'Demanda', fee: 350_000 }
      // Every COMMIT of a while goes unheard: jobs of the house commit too.
      const unheard = async (who: Person, call: string, input: object) => {
        for (;;) {
          const sprung = line.cutAnswerTo('commit')
          const answer = await who.rpc(call, input)
          if (answer.status !== 503) continue
          await sprung
          return
        }
      }
      const heard = (who: Person, call: string, input: object) =>
        eventually(async () => {
          const answer = await who.rpc(call, input)
          return answer.status !== 503 && answer
        })
      await unheard(lawyer, 'proposals.create', proposal)
      const sent = await heard(lawyer, 'proposals.create', proposal)
      expect(sent.json()).toMatchObject({ id: proposal.id, status: 'pending' })
      const answer = { proposalId: proposal.id }
      await unheard(client, 'proposals.accept', answer)
      const late = await heard(client, 'proposals.accept', answer)
      expect([late.status, late.json<Problem>().message]).toEqual([
        409,
        'No se pudo aceptar la propuesta. Ya fue aceptada.',
      ])
      const card = (await heard(client, 'proposals.byId', answer)).json<{ case_id: string }>()
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
      await line.close()
    }
  })

  test('between the people and the application: cut when it is asked, and in the midst of everything', async () => {
    const line: Line = await openLine(app.port)
    const one = await talk(`http://127.0.0.1:${line.port}`)
    const streams = await Promise.all(one.people.map((who) => follow(who, `http://127.0.0.1:${line.port}`)))
    const ledger: Ledger = { sent: new Map(), acknowledged: new Set(), unknown: 0 }
    const writing = write(one, 60, ledger)
    for (let cut = 0; cut < 12; cut++) {
      // The answer to a message, then everything at once.
      await line.cutAnswerTo(one.chatId)
      await sleep(10)
      await line.cut()
      await sleep(10)
      await line.resume()
    }
    await writing
    expect(ledger.unknown).toBeGreaterThan(5)
    await expectWhole([one], ledger)
    await expectHeard([one], streams)
    await line.close()
  })
})

const STARTED = 'select pg_postmaster_start_time()::text as started, pg_current_xact_id()::text as xid'

/** Two hundred transactions that leave nothing. @returns the last one's number; null when the connection was lost */
async function useNumbers(): Promise<bigint | null> {
  const writer = await database.platform.pool.connect().catch(() => null)
  if (!writer) return null
  let given = 0n
  try {
    for (let n = 0; n < 200; n++) {
      await writer.query('begin')
      const { rows } = await writer.query('select pg_current_xact_id()::text as xid')
      given = BigInt(rows[0].xid)
      await writer.query('rollback')
    }
    return given
  } catch {
    return null
  } finally {
    writer.release(true)
  }
}

test('a restart of PostgreSQL gives numbers of transactions again that had left nothing: what they bring is heard', async () => {
  // The house gives up at the sixth restart within a minute, and F2 has used some: it counts anew.
  await closeHouse()
  await openHouse()
  const { people, chatId } = await talk()
  const [one, other] = people
  const stream = await openEvents(app.url, other)
  await stream.heard(greeted)
  const send = (content: string) => one.rpc('chat.send', { id: newMessageId(), chatId, content })
  await send('Antes')
  await stream.heard(({ data }) => data.kind === 'message')
  // The trap is real when numbers come again. Now and then something else was written to disk meanwhile; then anew.
  let away = ''
  let again = false
  for (let attempt = 0; attempt < 5 && !again; attempt++) {
    const given = await eventually(useNumbers)
    // The hub has looked: everything up to here has ended.
    const greeting = await openEvents(app.url, other)
    await greeting.heard(greeted)
    away = greeting.last() ?? ''
    greeting.close()
    const [before] = await database.sql<{ started: string }>(STARTED)
    process.kill(postmaster(), 'SIGKILL')
    const row = await eventually(async () => {
      const [now] = await database.sql<{ started: string; xid: string }>(STARTED).catch(() => [])
      // What the killed one has left may answer for a moment more.
      return now && now.started !== before?.started ? now : null
    })
    again = BigInt(row.xid) < given
  }
  expect(again).toBe(true)
  const sent = await eventually(async () => {
    const answer = await send('Después')
    return answer.status === 200 && answer
  })
  const { id } = sent.json<{ id: string }>()
  await stream.heard(({ event, data }) => event === 'reset' || data.ref === id)
  const resumed = await openEvents(app.url, other, { after: away })
  await resumed.heard(({ event, data }) => event === 'reset' || data.ref === id)
  for (const open of [stream, resumed]) open.close()
})

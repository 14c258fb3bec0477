import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '../../src/input/ids.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import {
  clientAt,
  expectMessagesInOrder,
  findLostMessages,
  openConversations,
  startWriters,
} from '../support/data/writers.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { newClient, type Problem } from '../support/network/http-client.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

// Two applications with one database, whose clocks differ by two hours; and requests that are repeated a day
// later.

const suite = useDatabase()
let onTime: AppProcess
let ahead: AppProcess

beforeAll(async () => {
  const folder = mkdtempSync(path.join(currentTestRun().folder, 'clock-'))
  const shift = path.join(folder, 'shift.mjs')
  writeFileSync(
    shift,
    `const Real = Date
     const shift = 2 * 3_600_000
     globalThis.Date = class extends Real {
       constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given) }
       static now() { return Real.now() + shift }
     }`,
  )
  const databaseUrl = suite.database.url
  onTime = await startAppProcess({ databaseUrl })
  ahead = await startAppProcess({ databaseUrl, env: { NODE_OPTIONS: `--import=${shift}` } })
})

afterAll(async () => {
  await onTime?.stop()
  await ahead?.stop()
})

test('F9 the clocks really differ', async () => {
  const times = await Promise.all(
    [onTime, ahead].map(async (app) => {
      await newClient(app.url).get('/healthz')
      const { time } = await app.waitForLog(({ msg }) => msg === 'request')
      return Date.parse(String(time))
    }),
  )
  const [one = 0, two = 0] = times
  expect((two - one) / 60_000).toBeGreaterThan(110)
})

test('F9 messages through both: one order, times of the database', async () => {
  const conversations = await openConversations(suite.platform, onTime.url, 2)
  let turn = 0
  const writing = startWriters(conversations, () => [onTime.url, ahead.url][turn++ % 2] ?? '', 30)
  await writing.done
  expect(await findLostMessages(suite.database, writing.writeLog, writing.writeLog.acknowledged)).toEqual([])
  await expectInvariants(suite.database)
  await expectMessagesInOrder(suite.database)
  expect(
    await suite.database.sql(
      `select id from messages m where abs(extract(epoch from created_at - now())) > 300
         or exists (select from messages e where e.chat_id = m.chat_id and e.seq < m.seq and e.created_at > m.created_at)`,
    ),
  ).toEqual([])
})

test.each([
  ['the correct clock', () => onTime, () => ahead],
  ['the wrong clock', () => ahead, () => onTime],
])(
  'F9 a session and the pause between two codes of %s are valid at the other',
  async (_what, first, second) => {
    const password = 'secreta1'
    const email = `reloj-${first().port}@prueba.test`
    const input = { name: 'Camila Rojas', email, password, confirmPassword: password, role: 'lawyer' }
    const visitor = newClient(first().url)
    const answer = await visitor.post('/api/accounts/register', input)
    expect(answer.status, answer.text).toBe(200)
    const id = answer.json<{ user: { id: string } }>().user.id
    const sameUser = clientAt(second().url, visitor)
    expect((await sameUser.get('/api/accounts/session')).json()).toMatchObject({ user: { id } })
    const [session] = await suite.database.sql<{ days: number }>(
      `select extract(epoch from "expiresAt" - now())::float8 / 86400 as days from session where "userId" = $1`,
      [id],
    )
    // The process that creates the session computes its end: wrong by the error of its clock, but no more.
    expect(Math.abs((session?.days ?? 0) - 7) * 24).toBeLessThan(2.1)
    // The second request within a minute is refused at both.
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(200)
    expect((await sameUser.post('/api/onboarding/send-code')).status).toBe(429)
  },
)

test('F7 the same id a day later and after a restart: the same response, nothing stored twice; another body is refused', async () => {
  const [conversation] = await openConversations(suite.platform, onTime.url, 1)
  if (!conversation) throw new Error('no conversation')
  const [client, lawyer] = conversation.people
  const { chatId } = conversation
  const message = { id: uuidv7(), chatId, content: 'Hola' }
  const proposal = { id: crypto.randomUUID(), chatId, summary: 'Demanda', fee: 350_000 }
  const first = [await client.rpc('chat.send', message), await lawyer.rpc('proposals.create', proposal)]
  expect(first.map(({ status }) => status)).toEqual([200, 200])
  await suite.database.sql(`alter database ${suite.database.name} set app.clock_shift = '25 hours'`)
  const next = await startAppProcess({ databaseUrl: suite.database.url })
  try {
    const before = await suite.database.snapshot('session', 'rate_limits')
    const again = await Promise.all([
      ...Array.from({ length: 20 }, () => clientAt(next.url, client).rpc('chat.send', message)),
      ...Array.from({ length: 20 }, () => clientAt(next.url, lawyer).rpc('proposals.create', proposal)),
    ])
    expect(new Set(again.map(({ text }) => text))).toEqual(new Set(first.map(({ text }) => text)))
    const otherBodies = [
      await clientAt(next.url, client).rpc('chat.send', { ...message, content: 'Otra cosa' }),
      await clientAt(next.url, lawyer).rpc('proposals.create', { ...proposal, fee: 1 }),
    ]
    for (const { status, json } of otherBodies)
      expect([status, json<Problem>().code]).toEqual([409, 'CONFLICT'])
    expect(await suite.database.snapshot('session', 'rate_limits')).toEqual(before)
  } finally {
    await next.stop()
    await suite.database.sql(`alter database ${suite.database.name} reset app.clock_shift`)
  }
})

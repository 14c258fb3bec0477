import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { type App, startApp } from '../support/app.ts'
import { newClient, type Problem } from '../support/http.ts'
import { testRun } from '../support/postgres.ts'
import { useDatabase } from '../support/suite.ts'
import { expectWholeDatabase } from '../support/whole.ts'
import { at, expectInOrder, lostOf, openTalks, startWriting } from '../support/writers.ts'

// Two processes whose clocks are two hours apart, over one database; and what is sent again a day later.

const house = useDatabase()
let right: App
let late: App

beforeAll(async () => {
  const folder = mkdtempSync(path.join(testRun().folder, 'clock-'))
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
  const databaseUrl = house.database.url
  right = await startApp({ databaseUrl })
  late = await startApp({ databaseUrl, env: { NODE_OPTIONS: `--import=${shift}` } })
})

afterAll(async () => {
  await right?.stop()
  await late?.stop()
})

test('F9 the clock is really another one there', async () => {
  const times = await Promise.all(
    [right, late].map(async (app) => {
      await newClient(app.url).get('/healthz')
      const { time } = await app.logged(({ msg }) => msg === 'request')
      return Date.parse(String(time))
    }),
  )
  const [one = 0, two = 0] = times
  expect((two - one) / 60_000).toBeGreaterThan(110)
})

test('F9 messages through both: one order, the database’s times', async () => {
  const talks = await openTalks(house.platform, right.url, 2)
  let turn = 0
  const writing = startWriting(talks, () => [right.url, late.url][turn++ % 2] ?? '', 30)
  await writing.done
  expect(await lostOf(house.database, writing.told, writing.told.acknowledged)).toEqual([])
  await expectWholeDatabase(house.database)
  await expectInOrder(house.database)
  expect(
    await house.database.sql(
      `select id from messages m where abs(extract(epoch from created_at - now())) > 300
         or exists (select from messages e where e.chat_id = m.chat_id and e.seq < m.seq and e.created_at > m.created_at)`,
    ),
  ).toEqual([])
})

test.each([
  ['the right clock', () => right, () => late],
  ['the late clock', () => late, () => right],
])('F9 a session and the pause between two codes of %s hold at the other', async (_what, there, other) => {
  const password = 'secreta1'
  const email = `reloj-${there().port}@prueba.test`
  const input = { name: 'Camila Rojas', email, password, confirmPassword: password, role: 'lawyer' }
  const visitor = newClient(there().url)
  const answer = await visitor.post('/api/accounts/register', input)
  expect(answer.status, answer.text).toBe(200)
  const id = answer.json<{ user: { id: string } }>().user.id
  const twin = at(other().url, visitor)
  expect((await twin.get('/api/accounts/session')).json()).toMatchObject({ user: { id } })
  const [session] = await house.database.sql<{ days: number }>(
    `select extract(epoch from "expiresAt" - now())::float8 / 86400 as days from session where "userId" = $1`,
    [id],
  )
  // Its end is reckoned by the process that began it: wrong by as much as that one's clock, and no more.
  expect(Math.abs((session?.days ?? 0) - 7) * 24).toBeLessThan(2.1)
  // Of two tries within the minute the second is refused at either.
  expect((await visitor.post('/api/onboarding/send-code')).status).toBe(200)
  expect((await twin.post('/api/onboarding/send-code')).status).toBe(429)
})

test('F7 the same id a day later and after a restart: the same answer, nothing twice; another body is refused', async () => {
  const [talk] = await openTalks(house.platform, right.url, 1)
  if (!talk) throw new Error('no talk')
  const [client, lawyer] = talk.people
  const { chatId } = talk
  const message = { id: newMessageId(), chatId, content: 'Hola' }
  const proposal = { id: crypto.randomUUID(), chatId, summary: 'Demanda', fee: 350_000 }
  const first = [await client.rpc('chat.send', message), await lawyer.rpc('proposals.create', proposal)]
  expect(first.map(({ status }) => status)).toEqual([200, 200])
  await house.database.sql(`alter database ${house.database.name} set app.clock_shift = '25 hours'`)
  const next = await startApp({ databaseUrl: house.database.url })
  try {
    const before = await house.database.snapshot('session', 'rate_limits')
    const again = await Promise.all([
      ...Array.from({ length: 20 }, () => at(next.url, client).rpc('chat.send', message)),
      ...Array.from({ length: 20 }, () => at(next.url, lawyer).rpc('proposals.create', proposal)),
    ])
    expect(new Set(again.map(({ text }) => text))).toEqual(new Set(first.map(({ text }) => text)))
    const others = [
      await at(next.url, client).rpc('chat.send', { ...message, content: 'Otra cosa' }),
      await at(next.url, lawyer).rpc('proposals.create', { ...proposal, fee: 1 }),
    ]
    for (const { status, json } of others) expect([status, json<Problem>().code]).toEqual([409, 'CONFLICT'])
    expect(await house.database.snapshot('session', 'rate_limits')).toEqual(before)
  } finally {
    await next.stop()
    await house.database.sql(`alter database ${house.database.name} reset app.clock_shift`)
  }
})

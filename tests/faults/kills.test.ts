import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type App, startApp } from '../support/app.ts'
import { eventually, queueIsEmpty } from '../support/database.ts'
import { follow } from '../support/follow.ts'
import { newClient } from '../support/http.ts'
import { testRun } from '../support/postgres.ts'
import { registration } from '../support/registration.ts'
import { startSmtp } from '../support/smtp.ts'
import { useDatabase } from '../support/suite.ts'
import { expectWholeDatabase } from '../support/whole.ts'
import { expectInOrder, lostOf, openTalks, startWriting, type Talk, type Told } from '../support/writers.ts'

// Several processes over one database; of these one after the other goes. Browsers go to another, as behind a proxy.

const house = useDatabase()
const start = () => startApp({ databaseUrl: house.database.url })

const say = (what: string, told: Told, lost: readonly string[]) =>
  console.log(
    `${what}: ${told.acknowledged.size} acknowledged, ${lost.length} lost, ${told.unknown} unknown ${JSON.stringify(told.why)}`,
  )

async function expectNothingLost(what: string, told: Told): Promise<void> {
  const lost = await lostOf(house.database, told, told.acknowledged)
  say(what, told, lost)
  expect(lost).toEqual([])
  await expectWholeDatabase(house.database)
  await expectInOrder(house.database)
}

/** Both sides of each conversation, with their streams over whatever answers. */
async function followAll(talks: readonly Talk[], url: () => string) {
  const streams = await Promise.all(talks.flatMap(({ people }) => people.map((who) => follow(who, url))))
  return async () => {
    for (const [index, { chatId }] of talks.entries()) {
      const rows = await house.database.sql<{ id: string }>('select id from messages where chat_id = $1', [
        chatId,
      ])
      const wanted = rows.map(({ id }) => id).sort()
      for (const stream of streams.slice(index * 2, index * 2 + 2)) {
        await eventually(async () => stream.messages().length >= wanted.length)
        expect(stream.messages().sort()).toEqual(wanted)
        expect(stream.resets()).toBe(0)
        await stream.close()
      }
    }
  }
}

/** Ends one application after the other under load, a new one in its place each time. */
async function oneByOne(what: string, rounds: number, end: (app: App) => Promise<void>): Promise<Told> {
  const apps = [await start(), await start()]
  let turn = 0
  const url = () => apps[turn++ % apps.length]?.url ?? ''
  try {
    const talks = await openTalks(house.platform, url(), 8)
    const expectHeard = await followAll(talks, url)
    const writing = startWriting(talks, url)
    for (let round = 1; round <= rounds; round++) {
      await writing.reached(round * 50)
      const [oldest] = apps
      if (!oldest) throw new Error('no application')
      await end(oldest)
      apps.shift()
      apps.push(await start())
    }
    await writing.done
    await expectNothingLost(what, writing.told)
    await expectHeard()
    return writing.told
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
  }
}

test('F1, F6 kill -9 of one application after the other, 12 times: nothing acknowledged is lost, all is heard once', async () => {
  const told = await oneByOne('F1', 12, (app) => app.kill())
  expect(told.unknown).toBeGreaterThan(0)
})

test('F16 rolling restarts by SIGTERM, 8 times: nothing acknowledged is lost, streams come back elsewhere', async () => {
  const told = await oneByOne('F16', 8, (app) => app.stop())
  // Whoever comes to one that ends is sent away (503) or not taken in. Nobody meets a fault.
  expect(Object.keys(told.why).filter((why) => !['503', 'ECONNREFUSED', 'ECONNRESET'].includes(why))).toEqual(
    [],
  )
})

test('F3 every connection to the database is ended each 200 ms: 503, nothing doubled, the same process goes on', async () => {
  const app = await start()
  const admin = new pg.Client({ connectionString: testRun().adminUrl })
  await admin.connect()
  try {
    const talks = await openTalks(house.platform, app.url, 8)
    const writing = startWriting(talks, () => app.url)
    let isDone = false
    void writing.done.finally(() => {
      isDone = true
    })
    let cuts = 0
    while (!isDone) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'amparo%'`,
        [house.database.name],
      )
      cuts++
      await sleep(200)
    }
    await writing.done
    console.log(`F3: ${cuts} rounds`)
    await expectNothingLost('F3', writing.told)
    expect(writing.told.unknown).toBeGreaterThan(0)
    expect(app.lines.filter((line) => line.includes('se inicia otro'))).toEqual([])
  } finally {
    await admin.end()
    await app.stop()
  }
})

test('F1 kill -9 while an e-mail is on its way: whoever starts next sends it, a minute after it was taken', async () => {
  const smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  const { sql } = house.database
  const input = registration()
  try {
    smtp.answers = { CONNECT: 'silence' }
    const app = await startApp({ databaseUrl: house.database.url, env })
    expect((await newClient(app.url).post('/api/accounts/register', input)).status).toBe(200)
    await eventually(
      async () =>
        (
          await sql(
            `select 1 from graphile_worker.jobs where locked_at is not null and key like 'mail:confirm-email:%'`,
          )
        ).length > 0,
    )
    await app.kill()
    smtp.answers = {}
    // The minute is acted out. Four hours would be what the queue waits by itself.
    await sql(`update graphile_worker._private_jobs set locked_at = locked_at - interval '61 s'`)
    const next = await startApp({ databaseUrl: house.database.url, env })
    const sent = () => smtp.deliveries.filter(({ recipients }) => recipients.includes(input.email))
    await eventually(async () => sent().length > 0)
    await queueIsEmpty(house.database)
    expect(sent()).toHaveLength(1)
    await next.stop()
  } finally {
    await smtp.close()
  }
})

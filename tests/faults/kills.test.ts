import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { registrationInput } from '../support/data/registration-input.ts'
import {
  type Conversation,
  expectMessagesInOrder,
  findLostMessages,
  openConversations,
  startWriters,
  type WriteLog,
} from '../support/data/writers.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { eventually, waitForEmptyQueue } from '../support/database/test-database.ts'
import { startSmtp } from '../support/mail/smtp-server.ts'
import { newClient } from '../support/network/http-client.ts'
import { openReconnectingStream } from '../support/network/reconnecting-stream.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

// Several applications with one database end one after the other. Browsers reconnect to another, as behind a
// proxy.

const suite = useDatabase()
const start = () => startAppProcess({ databaseUrl: suite.database.url })

const printResult = (what: string, writeLog: WriteLog, lost: readonly string[]) =>
  console.log(
    `${what}: ${writeLog.acknowledged.size} acknowledged, ${lost.length} lost, ${writeLog.uncertain} unknown ${JSON.stringify(writeLog.uncertainReasons)}`,
  )

async function expectNothingLost(what: string, writeLog: WriteLog): Promise<void> {
  const lost = await findLostMessages(suite.database, writeLog, writeLog.acknowledged)
  printResult(what, writeLog, lost)
  expect(lost).toEqual([])
  await expectInvariants(suite.database)
  await expectMessagesInOrder(suite.database)
}

/**
 * Opens a reconnecting event stream for each party.
 * @returns a check that each stream received every message exactly once
 */
async function followAll(conversations: readonly Conversation[], url: () => string) {
  const streams = await Promise.all(
    conversations.flatMap(({ people }) => people.map((who) => openReconnectingStream(who, url))),
  )
  return async () => {
    for (const [index, { chatId }] of conversations.entries()) {
      const rows = await suite.database.sql<{ id: string }>('select id from messages where chat_id = $1', [
        chatId,
      ])
      const expected = rows.map(({ id }) => id).sort()
      for (const stream of streams.slice(index * 2, index * 2 + 2)) {
        await eventually(async () => stream.messages().length >= expected.length)
        expect(stream.messages().sort()).toEqual(expected)
        expect(stream.resetCount()).toBe(0)
        await stream.close()
      }
    }
  }
}

/** Under load, ends one application after the other and starts a new one each time. */
async function replaceOneByOne(
  what: string,
  rounds: number,
  end: (app: AppProcess) => Promise<void>,
): Promise<WriteLog> {
  const apps = [await start(), await start()]
  let turn = 0
  const url = () => apps[turn++ % apps.length]?.url ?? ''
  try {
    const conversations = await openConversations(suite.platform, url(), 8)
    const expectAllReceived = await followAll(conversations, url)
    const writing = startWriters(conversations, url)
    for (let round = 1; round <= rounds; round++) {
      await writing.waitForAcknowledged(round * 50)
      const [oldest] = apps
      if (!oldest) throw new Error('no application')
      await end(oldest)
      apps.shift()
      apps.push(await start())
    }
    await writing.done
    await expectNothingLost(what, writing.writeLog)
    await expectAllReceived()
    return writing.writeLog
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
  }
}

test('F1, F6 kill -9 of one application after the other, 12 times: nothing acknowledged is lost, each event arrives once', async () => {
  const writeLog = await replaceOneByOne('F1', 12, (app) => app.kill())
  expect(writeLog.uncertain).toBeGreaterThan(0)
})

test('F16 rolling restarts by SIGTERM, 8 times: nothing acknowledged is lost, streams reconnect', async () => {
  const writeLog = await replaceOneByOne('F16', 8, (app) => app.stop())
  // A stopping application refuses requests (503) or connections. No request fails in another way.
  expect(
    Object.keys(writeLog.uncertainReasons).filter(
      (why) => !['503', 'ECONNREFUSED', 'ECONNRESET'].includes(why),
    ),
  ).toEqual([])
})

test('F3 every connection to the database is ended each 200 ms: 503, no duplicates, the process survives', async () => {
  const app = await start()
  const admin = new pg.Client({ connectionString: currentTestRun().adminUrl })
  await admin.connect()
  try {
    const conversations = await openConversations(suite.platform, app.url, 8)
    const writing = startWriters(conversations, () => app.url)
    let isDone = false
    void writing.done.finally(() => {
      isDone = true
    })
    let cuts = 0
    while (!isDone) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'amparo%'`,
        [suite.database.name],
      )
      cuts++
      await sleep(200)
    }
    await writing.done
    console.log(`F3: ${cuts} rounds`)
    await expectNothingLost('F3', writing.writeLog)
    expect(writing.writeLog.uncertain).toBeGreaterThan(0)
    expect(app.lines.filter((line) => line.includes('se inicia otro'))).toEqual([])
  } finally {
    await admin.end()
    await app.stop()
  }
})

test('F1 kill -9 while an e-mail is being sent: the next process sends it, a minute after the job was locked', async () => {
  const smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  const { sql } = suite.database
  const input = registrationInput()
  try {
    smtp.replies = { CONNECT: 'silence' }
    const app = await startAppProcess({ databaseUrl: suite.database.url, env })
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
    smtp.replies = {}
    // Simulates the minute. The job queue itself would wait four hours.
    await sql(`update graphile_worker._private_jobs set locked_at = locked_at - interval '61 s'`)
    const next = await startAppProcess({ databaseUrl: suite.database.url, env })
    const sent = () => smtp.deliveries.filter(({ recipients }) => recipients.includes(input.email))
    await eventually(async () => sent().length > 0)
    await waitForEmptyQueue(suite.database)
    expect(sent()).toHaveLength(1)
    await next.stop()
  } finally {
    await smtp.close()
  }
})

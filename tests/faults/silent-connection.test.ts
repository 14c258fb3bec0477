import { expect, test } from 'vitest'
import { sendMessage } from '../../src/capabilities/chat/commands.server.ts'
import { actingAs } from '../../src/demo-data/acting-as.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { clientAt, openConversations } from '../support/data/writers.ts'
import { eventually } from '../support/database/test-database.ts'
import { hasRef, isGreeting, openEventStream } from '../support/network/event-stream.ts'
import { newClient } from '../support/network/http-client.ts'
import { openDatabaseProxy } from '../support/network/tcp-proxy.ts'

// The connection to an external database dies silently: nothing is refused or reset, but no more data
// arrives.

const suite = useDatabase()

test('F3 every connection to the database goes silent: 503, then everything recovers, including live events and jobs', async () => {
  const { proxy, url } = await openDatabaseProxy(suite.database.url)
  const app = await startAppProcess({ databaseUrl: url })
  try {
    const [conversation] = await openConversations(suite.platform, app.url, 1)
    if (!conversation) throw new Error('no conversation')
    const [client, lawyer] = conversation.people
    const stream = await openEventStream(app.url, clientAt(app.url, client))
    await stream.waitFor(isGreeting)
    expect(proxy.openConnections).toBeGreaterThan(1)
    const startedAt = Date.now()
    const [{ now } = { now: null }] = await suite.database.sql<{ now: Date }>('select now()')
    proxy.blackhole()
    expect(proxy.openConnections).toBe(0)
    // More requests than connections: each gets a dead connection, or none.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clientAt(app.url, lawyer).get('/api/accounts/session')),
    )
    console.log(`F3 silent: ${answers.map(({ status }) => status)} after ${Date.now() - startedAt} ms`)
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(503)
    await eventually(async () => (await newClient(app.url).get('/readyz')).status === 200)
    // Written by this process. The application's notification channel is dead; its polling finds the event.
    const id = uuidv7()
    const acting = await actingAs(suite.platform, lawyer.id)
    const content = '¿Sigue ahí?'
    expect(await sendMessage(acting, { id, chatId: conversation.chatId, content })).toMatchObject({
      ok: true,
    })
    await stream.waitFor(hasRef(id))
    // The job runner listens again on a new connection; with the dead one, the process could not stop
    // gracefully.
    await eventually(
      async () =>
        (
          await suite.database.sql(
            `select 1 from pg_stat_activity
             where datname = current_database() and query like 'LISTEN "jobs:insert"%' and backend_start > $1`,
            [now],
          )
        ).length > 0,
    )
    console.log(`F3 silent: event after ${Date.now() - startedAt} ms`)
    expect(app.lines.filter((one) => one.includes('se inicia otro'))).toEqual([])
  } finally {
    await app.stop()
    await proxy.close()
  }
})

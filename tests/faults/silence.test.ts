import { expect, test } from 'vitest'
import { sendMessage } from '../../src/capabilities/chat/commands.server.ts'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { actingAs } from '../../src/server/factories/acting.ts'
import { startApp } from '../support/app.ts'
import { eventually } from '../support/database.ts'
import { about, greeted, openEvents } from '../support/events.ts'
import { newClient } from '../support/http.ts'
import { openDatabaseLine } from '../support/proxy.ts'
import { useDatabase } from '../support/suite.ts'
import { at, openTalks } from '../support/writers.ts'

// The line to an external database dies without a word: nothing is refused or reset, it only says nothing any more.

const house = useDatabase()

test('F3 every connection to the database is forgotten: 503, then all is as before, live events and jobs too', async () => {
  const { line, url } = await openDatabaseLine(house.database.url)
  const app = await startApp({ databaseUrl: url })
  try {
    const [talk] = await openTalks(house.platform, app.url, 1)
    if (!talk) throw new Error('nobody talks')
    const [client, lawyer] = talk.people
    const stream = await openEvents(app.url, at(app.url, client))
    await stream.heard(greeted)
    expect(line.open).toBeGreaterThan(1)
    const began = Date.now()
    const [{ now } = { now: null }] = await house.database.sql<{ now: Date }>('select now()')
    line.forget()
    expect(line.open).toBe(0)
    // As many as there are connections, and more: each finds a dead one, or none.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => at(app.url, lawyer).get('/api/accounts/session')),
    )
    console.log(`F3 forgotten: ${answers.map(({ status }) => status)} after ${Date.now() - began} ms`)
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(503)
    await eventually(async () => (await newClient(app.url).get('/readyz')).status === 200)
    // Written past this application, whose live channel is one of the dead: its own looks find it.
    const id = newMessageId()
    const acting = await actingAs(house.platform, lawyer.id)
    const content = '¿Sigue ahí?'
    expect(await sendMessage(acting, { id, chatId: talk.chatId, content })).toMatchObject({ ok: true })
    await stream.heard(about(id))
    // Jobs are heard of again too, on a new connection: the process ends in order, which the dead one would not let it.
    await eventually(
      async () =>
        (
          await house.database.sql(
            `select 1 from pg_stat_activity
             where datname = current_database() and query like 'LISTEN "jobs:insert"%' and backend_start > $1`,
            [now],
          )
        ).length > 0,
    )
    console.log(`F3 forgotten: heard after ${Date.now() - began} ms`)
    expect(app.lines.filter((one) => one.includes('se inicia otro'))).toEqual([])
  } finally {
    await app.stop()
    await line.close()
  }
})

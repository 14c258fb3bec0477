import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { type EventCursor, openFeed, readEventsAfter } from './feed.server.ts'

const suite = useDatabase()

/** Reads new events in its own transaction, and checks that it read no more rows than needed. */
const readNew = (after: EventCursor, db = suite.platform.db) =>
  db.transaction().execute(async (tx) => {
    const batch = await readEventsAfter(tx, after, 1_000)
    const { rows } = await sql<{ seq_scans: number; fetched: number }>`
      select seq_scan as seq_scans, idx_tup_fetch as fetched from pg_stat_xact_user_tables where relname = 'events'
    `.execute(tx)
    expect(rows[0]?.seq_scans).toBe(0)
    // A sum over earlier reads: the connection reports its counters only now and then.
    expect(rows[0]?.fetched).toBeLessThan(1_000)
    return batch
  })

async function newestCursor(): Promise<EventCursor> {
  const [cursor] = await suite.database.sql<EventCursor>(
    'select xid::text, id::text from events order by events.xid desc, events.id desc limit 1',
  )
  return cursor ?? { xid: '0', id: '0' }
}

// Polled, because events also wait for open transactions in the databases of other tests: PostgreSQL numbers
// transactions for the whole server.

test('RT-01 a query planned while there were no events still reads only the new ones of many', async () => {
  const { database } = suite
  const { db, close } = openFeed(database.url, silentLog())
  await database.sql('alter table events set (autovacuum_enabled = off)')
  await database.sql('truncate events')
  await database.sql('vacuum analyze events')
  const start = { xid: '0', id: '0' }
  for (let run = 1; run <= 7; run++) expect(await readNew(start, db)).toMatchObject({ events: [] })
  const { id } = await makeAccount(suite.platform.db)
  await database.sql(
    `insert into events (user_id, kind) select $1, 'message' from generate_series(1, 5000)`,
    [id],
  )
  const end = await newestCursor()
  await database.sql(`insert into events (user_id, kind) values ($1, 'message')`, [id])
  await expect.poll(() => readNew(end, db)).toMatchObject({ blocked: false, events: [{ user_id: id }] })
  await close()
})

test('RT-01 reads only new events, however many there are and whatever the planner estimates', async () => {
  const { database, platform } = suite
  const { id } = await makeAccount(platform.db)
  // As on a busy day: many events since the last ANALYZE.
  await database.sql('alter table events set (autovacuum_enabled = off)')
  await database.sql(
    `insert into events (user_id, kind) select $1, 'message' from generate_series(1, 20000)`,
    [id],
  )
  const end = await newestCursor()
  await database.sql(`insert into events (user_id, kind) values ($1, 'message'), ($1, 'message')`, [id])
  for (const analyzed of [false, true]) {
    if (analyzed) await database.sql('analyze events')
    // Enough runs for PostgreSQL to switch to a generic plan.
    for (let run = 1; run <= 7; run++)
      await expect
        .poll(() => readNew(end))
        .toMatchObject({ blocked: false, events: [{ user_id: id }, { user_id: id }] })
  }
})

test('RT-01 an open transaction that writes delays later events, and the result says so', async () => {
  const { database, platform } = suite
  const { id } = await makeAccount(platform.db)
  const end = await newestCursor()
  await platform.db.transaction().execute(async (tx) => {
    await sql`insert into events (user_id, kind) values (${id}, 'message')`.execute(tx)
    await database.sql(`insert into events (user_id, kind) values ($1, 'later')`, [id])
    expect(await readEventsAfter(platform.db, end, 10)).toMatchObject({ blocked: true, events: [] })
  })
  await expect
    .poll(() => readEventsAfter(platform.db, end, 10))
    .toMatchObject({ blocked: false, events: [{ kind: 'message' }, { kind: 'later' }] })
})

test('RT-01 without any event nothing is blocked', async () => {
  await suite.database.sql('delete from events')
  expect(await readEventsAfter(suite.platform.db, { xid: '0', id: '0' }, 10)).toMatchObject({
    blocked: false,
    events: [],
  })
})

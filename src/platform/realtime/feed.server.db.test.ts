import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { silentLog } from '../../../tests/support/database.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { openFeed, type Place, readAfter } from './feed.server.ts'

const house = useDatabase()

/** A look in a transaction of its own, and that it read no more than it had to. */
const look = (after: Place, db = house.platform.db) =>
  db.transaction().execute(async (tx) => {
    const batch = await readAfter(tx, after, 1_000)
    const { rows } = await sql<{ whole: number; read: number }>`
      select seq_scan as whole, idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'events'
    `.execute(tx)
    expect(rows[0]?.whole).toBe(0)
    // Of all the looks so far: the connection reports them now and then.
    expect(rows[0]?.read).toBeLessThan(1_000)
    return batch
  })

async function newest(): Promise<Place> {
  const [place] = await house.database.sql<Place>(
    'select xid::text, id::text from events order by events.xid desc, events.id desc limit 1',
  )
  return place ?? { xid: '0', id: '0' }
}

// Polled: transactions of other tests' databases hold events back too, since PostgreSQL counts all of them together.

test('RT-01 planned while there was no event, a look reads what is new alone when there are many', async () => {
  const { database } = house
  const { db, close } = openFeed(database.url, silentLog())
  await database.sql('alter table events set (autovacuum_enabled = off)')
  await database.sql('truncate events')
  await database.sql('vacuum analyze events')
  const nothing = { xid: '0', id: '0' }
  for (let time = 1; time <= 7; time++) expect(await look(nothing, db)).toMatchObject({ events: [] })
  const { id } = await makeAccount(house.platform.db)
  await database.sql(
    `insert into events (user_id, kind) select $1, 'message' from generate_series(1, 5000)`,
    [id],
  )
  const end = await newest()
  await database.sql(`insert into events (user_id, kind) values ($1, 'message')`, [id])
  await expect.poll(() => look(end, db)).toMatchObject({ held: false, events: [{ user_id: id }] })
  await close()
})

test('RT-01 a look at what is new reads that alone, however many events there are and whatever the planner thinks', async () => {
  const { database, platform } = house
  const { id } = await makeAccount(platform.db)
  // As on a busy day: many events since the table was analyzed.
  await database.sql('alter table events set (autovacuum_enabled = off)')
  await database.sql(
    `insert into events (user_id, kind) select $1, 'message' from generate_series(1, 20000)`,
    [id],
  )
  const end = await newest()
  await database.sql(`insert into events (user_id, kind) values ($1, 'message'), ($1, 'message')`, [id])
  for (const analyzed of [false, true]) {
    if (analyzed) await database.sql('analyze events')
    // As often as it takes for a plan that knows no values.
    for (let time = 1; time <= 7; time++)
      await expect
        .poll(() => look(end))
        .toMatchObject({ held: false, events: [{ user_id: id }, { user_id: id }] })
  }
})

test('RT-01 whoever writes meanwhile holds back what comes after, and is known to', async () => {
  const { database, platform } = house
  const { id } = await makeAccount(platform.db)
  const end = await newest()
  await platform.db.transaction().execute(async (tx) => {
    await sql`insert into events (user_id, kind) values (${id}, 'message')`.execute(tx)
    await database.sql(`insert into events (user_id, kind) values ($1, 'later')`, [id])
    expect(await readAfter(platform.db, end, 10)).toMatchObject({ held: true, events: [] })
  })
  await expect
    .poll(() => readAfter(platform.db, end, 10))
    .toMatchObject({ held: false, events: [{ kind: 'message' }, { kind: 'later' }] })
})

test('RT-01 without any event nobody waits', async () => {
  await house.database.sql('delete from events')
  expect(await readAfter(house.platform.db, { xid: '0', id: '0' }, 10)).toMatchObject({
    held: false,
    events: [],
  })
})

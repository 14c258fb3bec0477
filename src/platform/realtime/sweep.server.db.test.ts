import { randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../tests/support/app/suite.ts'
import { hasRef, isGreeting, openEventStream } from '../../../tests/support/network/event-stream.ts'
import { sweepEvents } from './sweep.server.ts'

const suite = useTestApp()

test('RT-01 events are delivered during a large sweep: each batch is a short transaction', async () => {
  const member = await suite.member()
  const { app, database, platform } = suite
  const stream = await openEventStream(app.url, member)
  await stream.waitFor(isGreeting)
  await database.sql(
    `insert into events (user_id, kind, created_at)
     select $1, 'chat', now() - interval '8 days' from generate_series(1, 5500)`,
    [member.id],
  )
  await database.sql(`
    create table sweeps (xid xid8, removed int);
    create function note_sweep() returns trigger language plpgsql as
      $$ begin insert into sweeps select pg_current_xact_id(), count(*) from gone; return null; end $$;
    create trigger note_sweep after delete on events referencing old table as gone
      for each statement execute function note_sweep()`)
  // Pauses after the second batch, as on a busy machine.
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
  const { promise: halfway, resolve: reachHalfway } = Promise.withResolvers<string>()
  let results = 0
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++results === 3) {
        reachHalfway('halfway')
        await resumed
      }
      return result
    },
  }
  const sweeping = sweepEvents(platform.db.withPlugin(slow))
  expect(await Promise.race([halfway, sweeping.then(() => 'over')])).toBe('halfway')
  const ref = randomUUID()
  await database.sql(`insert into events (user_id, kind, ref) values ($1, 'chat', $2)`, [member.id, ref])
  platform.wake()
  await stream.waitFor(hasRef(ref))
  resume()
  await sweeping
  const sweeps = await database.sql<{ removed: number }>(
    'select sum(removed)::int as removed from sweeps group by xid having sum(removed) > 0',
  )
  expect(sweeps.length).toBeGreaterThan(5)
  for (const { removed } of sweeps) expect(removed).toBeLessThanOrEqual(1_000)
  const [left] = await database.sql(
    `select count(*)::int as old from events where created_at < now() - interval '7 days'`,
  )
  expect(left).toEqual({ old: 1 })
  stream.close()
})

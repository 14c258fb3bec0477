import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeActiveCase } from '../../demo-data/conversations.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { leavePlans } from '../plans/commands.server.ts'
import { leaveProposals } from '../proposals/commands.server.ts'
import { createReview, leaveReviews, lockForLeaving, updateReviewById } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

// Each test writes a review while the transaction that deletes an account is open.
const suite = useDatabase()

async function parties() {
  const { id: clientId } = await makeAccount(suite.platform.db)
  const { id: lawyerId } = await makeAccount(suite.platform.db, {
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  await makeActiveCase(suite.platform, { clientId, lawyerId })
  return { clientId, lawyerId, context: await actingAs(suite.platform, clientId) }
}

/** Resolves once some connection is blocked by a lock. */
const untilLockWait = () =>
  expect
    .poll(() =>
      suite.database.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toEqual([])

/** Runs the deletion steps, then starts `command` before the commit. @returns the result of `command` */
async function duringDeletion<T>(userId: string, command: () => Promise<T>): Promise<T> {
  let started: Promise<T> | undefined
  await suite.platform.db.transaction().execute(async (tx) => {
    await leavePlans(tx, userId)
    await lockForLeaving(tx, userId)
    await leaveProposals(tx, suite.platform, userId)
    await leaveCases(tx, suite.platform, userId)
    await leaveReviews(tx, suite.platform, { id: userId, email: `${userId}@prueba.test` })
    started = command()
    // The caller receives the error from the returned promise; this only prevents an unhandled rejection.
    started.catch(() => {})
    await untilLockWait()
    await tx.deleteFrom('user').where('id', '=', userId).execute()
  })
  if (!started) throw new Error('command not started')
  return started
}

const refused = (message: string) => ({ ok: false, refusal: { message } })
const rating = { rating: 4, comment: 'Bien' }

test.each(['clientId', 'lawyerId'] as const)(
  'OPEN-58, REV-03 while the account of %s is deleted a new review is refused, and no error is thrown',
  async (leaver) => {
    const { context, ...ids } = await parties()
    const input = { id: randomUUID(), lawyerId: ids.lawyerId, ...rating }
    const answer = await duringDeletion(ids[leaver], () => createReview(context, input))
    expect(answer).toMatchObject(refused(MESSAGES.notEligible))
    expect(await suite.database.sql('select 1 from reviews where id = $1', [input.id])).toEqual([])
  },
)

test.each(['clientId', 'lawyerId'] as const)(
  'OPEN-58, H-01, REV-06 while the account of %s is deleted a change of a review is refused, and the totals stay correct',
  async (leaver) => {
    const { context, ...ids } = await parties()
    const id = randomUUID()
    expect(await createReview(context, { id, lawyerId: ids.lawyerId, ...rating })).toMatchObject({ ok: true })
    const answer = await duringDeletion(ids[leaver], () =>
      updateReviewById(context, { id, ...rating, rating: 1 }),
    )
    expect(answer).toMatchObject(refused(MESSAGES.notFound))
    expect(
      await suite.database.sql(
        `select l.rating_sum, l.rating_count, r.client_id, r.rating
         from lawyer_profiles l join reviews r on r.lawyer_id = l.id where l.id = $1`,
        [ids.lawyerId],
      ),
    ).toEqual(leaver === 'lawyerId' ? [] : [{ rating_sum: 0, rating_count: 0, client_id: null, rating: 4 }])
  },
)

test('docs/design.md §11 a page of a lawyer’s reviews is read from its index, without a sort', async () => {
  const { lawyerId, clientId } = await parties()
  const plan = await suite.platform.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql`
      explain (format json) select id from reviews
      where lawyer_id = ${sql.lit(lawyerId)} and (created_at, id) < (now(), ${sql.lit(clientId)}::uuid)
      order by created_at desc, id desc limit 11
    `.execute(tx)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('reviews_newest')
  expect(plan).not.toContain('Sort')
})

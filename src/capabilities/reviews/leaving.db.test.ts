import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { actingAs } from '../../server/factories/acting.ts'
import { makeActiveCase } from '../../server/factories/conversations.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { leavePlans } from '../plans/commands.server.ts'
import { leaveProposals } from '../proposals/commands.server.ts'
import { createReview, holdForLeaving, leaveReviews, updateReviewById } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

// Somebody leaves at the very moment at which a review is written: each test stands inside the deletion.
const house = useDatabase()

async function parties() {
  const { id: clientId } = await makeAccount(house.platform.db)
  const { id: lawyerId } = await makeAccount(house.platform.db, {
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  await makeActiveCase(house.platform, { clientId, lawyerId })
  return { clientId, lawyerId, context: await actingAs(house.platform, clientId) }
}

const waits = () =>
  expect
    .poll(() =>
      house.database.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toEqual([])

/** The steps of a deletion that a review meets; after them, what `meanwhile` begins. @returns what became of that */
async function whileLeaving<T>(userId: string, meanwhile: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await house.platform.db.transaction().execute(async (tx) => {
    await leavePlans(tx, userId)
    await holdForLeaving(tx, userId)
    await leaveProposals(tx, house.platform, userId)
    await leaveCases(tx, house.platform, userId)
    await leaveReviews(tx, house.platform, { id: userId, email: `${userId}@prueba.test` })
    begun = meanwhile()
    // A fault is told by whoever waits for it below.
    begun.catch(() => {})
    await waits()
    await tx.deleteFrom('user').where('id', '=', userId).execute()
  })
  if (!begun) throw new Error('nothing begun')
  return begun
}

const refused = (message: string) => ({ ok: false, refusal: { message } })
const rating = { rating: 4, comment: 'Bien' }

test.each(['clientId', 'lawyerId'] as const)(
  'OPEN-58, REV-03 at the very moment at which %s goes nobody reviews any more, and nothing breaks',
  async (who) => {
    const { context, ...ids } = await parties()
    const input = { id: randomUUID(), lawyerId: ids.lawyerId, ...rating }
    const answer = await whileLeaving(ids[who], () => createReview(context, input))
    expect(answer).toMatchObject(refused(MESSAGES.notEligible))
    expect(await house.database.sql('select 1 from reviews where id = $1', [input.id])).toEqual([])
  },
)

test.each(['clientId', 'lawyerId'] as const)(
  'OPEN-58, H-01, REV-06 at the very moment at which %s goes nobody changes a review any more, and the sum stays right',
  async (who) => {
    const { context, ...ids } = await parties()
    const id = randomUUID()
    expect(await createReview(context, { id, lawyerId: ids.lawyerId, ...rating })).toMatchObject({ ok: true })
    const answer = await whileLeaving(ids[who], () => updateReviewById(context, { id, ...rating, rating: 1 }))
    expect(answer).toMatchObject(refused(MESSAGES.notFound))
    expect(
      await house.database.sql(
        `select l.rating_sum, l.rating_count, r.client_id, r.rating
         from lawyer_profiles l join reviews r on r.lawyer_id = l.id where l.id = $1`,
        [ids.lawyerId],
      ),
    ).toEqual(who === 'lawyerId' ? [] : [{ rating_sum: 0, rating_count: 0, client_id: null, rating: 4 }])
  },
)

test('DESIGN §11 a page of a lawyer’s reviews is read from its index, without a sort', async () => {
  const { lawyerId, clientId } = await parties()
  const plan = await house.platform.db.transaction().execute(async (tx) => {
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

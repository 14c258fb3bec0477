/** Matrix rows of reports and sanctions. */
import { randomUUID } from 'node:crypto'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

const MINE = ['mine', 'foreign', 'absent'] as const

/** Stores a report, by the actor or by somebody else. @returns its id */
async function storeReport({ variant, world, userId }: Cell, state = 'abierto'): Promise<string> {
  const id = randomUUID()
  if (variant === 'absent') return id
  const reporterId = variant === 'mine' ? userId : await world.createActorLike('clientA')
  await world.suite.database.sql(
    `insert into reports (id, reporter_id, reported_id, object, object_id, reason, state)
     values ($1, $2, $3, 'profile', gen_random_uuid(), 'otro', $4)`,
    [id, reporterId, world.ids.gratis, state],
  )
  return id
}

export const moderationRows: Record<string, Row> = {
  'moderation.report': {
    variants: ['own', 'foreign', 'absent', 'foreign message', 'profile', 'no profile', 'review', 'no review'],
    input: async (cell) => {
      const { variant, world, userId } = cell
      const { sql } = world.suite.database
      await sql('delete from reports where reporter_id = $1', [userId])
      await sql('delete from rate_limits')
      const foreign = foreignFamily(cell)
      const object = variant.includes('profile')
        ? { object: 'profile', objectId: variant === 'profile' ? foreign.lawyerId : foreign.clientId }
        : variant.includes('review')
          ? { object: 'review', objectId: variant === 'review' ? foreign.reviewId : randomUUID() }
          : variant === 'foreign message'
            ? { object: 'message', objectId: foreign.messageId }
            : { object: 'conversation', objectId: idOf(cell, 'chatId') }
      const [message] = await sql<{ seq: number }>('select seq from messages where id = $1', [
        (variant === 'own' ? ownFamily(cell) : foreign).messageId,
      ])
      const seqs = object.object === 'conversation' ? { seqs: [message?.seq] } : {}
      return { id: randomUUID(), ...object, reason: 'amenazas', ...seqs }
    },
    answers: {
      parties: { own: 200, profile: 200, review: 200, others: 404 },
      others: 403,
    },
  },
  'moderation.ownReport': {
    variants: MINE,
    input: async (cell) => ({ id: await storeReport(cell) }),
    answers: { parties: { mine: 200, others: 404 }, others: 403 },
  },
  'moderation.addMessages': {
    variants: MINE,
    input: async (cell) => ({ id: await storeReport(cell, 'esperando'), seqs: [] }),
    answers: { parties: { mine: 200, others: 404 }, others: 403 },
  },
}

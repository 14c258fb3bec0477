/** Matrix rows of reports and sanctions. */
import { randomUUID } from 'node:crypto'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'
import { PROOF_VARIANTS, setProof } from './rows-privacy.ts'

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

/** Stores a sanction of the actor or of somebody else. @returns its id */
async function storeSanction(
  { variant, world, userId }: Cell,
  state: 'anunciada' | 'vigente',
  kind = state === 'anunciada' ? 'suspender' : 'advertencia',
): Promise<string> {
  const id = randomUUID()
  if (variant === 'absent') return id
  const { sql } = world.suite.database
  const personId = variant === 'mine' ? userId : await world.createActorLike('clientA')
  await sql('delete from sanctions where user_id = $1', [personId])
  await sql(
    `insert into sanctions (id, user_id, kind, state, rule, reason, starts_at)
     values ($1, $2, $3, $4, 2, 'Regla 2: amenazas en la conversación.', app_now())`,
    [id, personId, kind, state],
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
  'moderation.ownReports': {
    variants: ['first page', 'no cursor of ours'],
    input: ({ variant }) => (variant === 'first page' ? {} : { after: 'x' }),
    answers: { parties: { 'first page': 200, others: 422 }, others: { 'first page': 403, others: 422 } },
  },
  'moderation.addMessages': {
    variants: MINE,
    input: async (cell) => ({ id: await storeReport(cell, 'esperando'), seqs: [] }),
    answers: { parties: { mine: 200, others: 404 }, others: 403 },
  },
  'moderation.ownSanctions': { answers: { others: 200 } },
  'moderation.answer': {
    variants: MINE,
    input: async (cell) => ({ id: await storeSanction(cell, 'anunciada'), text: 'Era una broma.' }),
    answers: { parties: { mine: 200, others: 404 }, others: 403 },
  },
  'moderation.appeal': {
    variants: MINE,
    input: async (cell) => ({ id: await storeSanction(cell, 'vigente'), text: 'No fui yo.' }),
    answers: { parties: { mine: 200, others: 404 }, others: 403 },
  },
  'moderation.queue': { answers: { admin: 200, others: 403 } },
  'moderation.take': {
    variants: [...PROOF_VARIANTS, 'absent'],
    input: async (cell) => {
      await setProof(cell)
      return { id: await storeReport(cell) }
    },
    answers: { admin: { proven: 200, absent: 404, 'not proven': 403 }, others: 403 },
  },
  'moderation.openReport': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      return { id: await storeReport(cell, 'en_revision') }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
  'moderation.askMessages': {
    variants: [...PROOF_VARIANTS, 'absent'],
    input: async (cell) => {
      await setProof(cell)
      const id = await storeReport(cell, 'en_revision')
      await cell.world.suite.database.sql('update reports set chat_id = $2 where id = $1', [
        id,
        cell.world.families.a.chatId,
      ])
      return { id }
    },
    answers: { admin: { proven: 200, absent: 404, 'not proven': 403 }, others: 403 },
  },
  'moderation.decide': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      const id = await storeReport(cell, 'en_revision')
      // The actor has read it.
      await cell.world.suite.database.sql(
        `insert into audit_log (actor_id, action, person_id, purpose, details)
         values ($1, 'report.viewed', $2, 'report', jsonb_build_object('reference', $3::text, 'copies', 0))`,
        [cell.userId, cell.world.ids.gratis, id],
      )
      return {
        id,
        decision: 'sin_infraccion',
        reason: 'No rompe ninguna de las reglas.',
      }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
  'moderation.openSanction': {
    isLook: true,
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      return { id: await storeSanction(cell, 'vigente') }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
  'moderation.lift': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      return { id: await storeSanction(cell, 'vigente'), reason: 'Explicó lo que pasó y se disculpó.' }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
  'moderation.keep': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      return { id: await storeSanction(cell, 'vigente', 'suspender') }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
  'moderation.decideAppeal': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      const id = await storeSanction(cell, 'vigente')
      await cell.world.suite.database.sql(
        `insert into appeals (sanction_id, text) values ($1, 'No fui yo.')`,
        [id],
      )
      return { id, revokes: false, reason: 'La regla se rompió, como dice el motivo.' }
    },
    answers: { admin: { proven: 200, others: 403 }, others: 403 },
  },
}

/** Matrix rows of consents, «Tus datos» and the copy of one's data. */
import type { Cell, Row } from './rows.ts'

/** DAT-52: whether the person confirmed who they are a moment ago. */
const PROOF_VARIANTS = ['proven', 'not proven'] as const
/** Sets it by the variant: without «not proven» they did. */
export const setProof = ({ world, userId, variant }: Cell) =>
  world.suite.database.sql('update session set proven_at = $2 where "userId" = $1', [
    userId,
    variant === 'not proven' ? null : new Date(),
  ])

export const privacyRows: Record<string, Row> = {
  'consents.own': { answers: { others: 200 } },
  'consents.withdrawExternalAnalysis': {
    variants: ['given', 'not given'],
    input: async ({ variant, world, userId }) => {
      await world.suite.database.sql(
        `insert into consent_movements (user_id, kind, version, text_sha256, given, screen)
         values ($1, 'ia_externa', '2026-11-28', repeat('0', 64), $2, 'Tus datos')`,
        [userId, variant === 'given'],
      )
      return {}
    },
    answers: { others: { given: 200, others: 409 } },
  },
  'privacy.held': { answers: { others: 200 } },
  'privacy.copy': { answers: { others: 200 } },
  'privacy.requestCopy': {
    variants: PROOF_VARIANTS,
    input: async (cell) => void (await setProof(cell)),
    answers: { others: { proven: 200, others: 403 } },
  },
  'privacy.openCopy': {
    variants: [...PROOF_VARIANTS, 'of another'],
    input: async (cell) => {
      await setProof(cell)
      const { world, userId, variant } = cell
      const [copy] = await world.suite.database.sql<{ id: string }>(
        `insert into data_copies (user_id, email, state, ready_at, expires_at)
         select id, email, 'lista', app_now(), app_now() + interval '7 days' from "user" where id = $1 returning id`,
        [variant === 'of another' ? await world.createActorLike('clientA') : userId],
      )
      return { copyId: copy?.id }
    },
    answers: { others: { proven: 200, 'of another': 404, others: 403 } },
  },
  'privacy.reveal': {
    variants: PROOF_VARIANTS,
    input: async (cell) => {
      await setProof(cell)
      return { kind: 'rut' }
    },
    answers: { others: { proven: 200, others: 403 } },
  },
}

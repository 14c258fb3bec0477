/** Matrix rows of consents, «Tus datos» and the copy of one's data. */
import { randomUUID } from 'node:crypto'
import type { Cell, Row } from './rows.ts'

/** DAT-52: whether the person confirmed who they are a moment ago. */
export const PROOF_VARIANTS = ['proven', 'not proven'] as const
/** Sets it by the variant: without «not proven» they did. */
export const setProof = ({ world, userId, variant }: Cell) =>
  world.suite.database.sql('update session set proven_at = $2 where "userId" = $1', [
    userId,
    variant === 'not proven' ? null : new Date(),
  ])

/** A request of this person, of whom no e-mail is sent. @returns its id */
async function insertRequest({ world }: Cell, personId: string, state = 'recibida'): Promise<string> {
  const [row] = await world.suite.database.sql<{ id: string }>(
    `insert into data_requests (id, person_id, year, kind, state, details, received_at, due_on)
     values (gen_random_uuid(), $1, 2026, 'consulta', $2, 'canario-solicitud', '2026-12-14T12:00:00Z', '2027-01-13')
     returning id`,
    [personId, state],
  )
  return row?.id ?? ''
}

const REQUEST_VARIANTS = ['mine', 'of another', 'absent'] as const
const ownOrOther = async (cell: Cell) => {
  const { variant, world, userId } = cell
  if (variant === 'absent') return randomUUID()
  return insertRequest(cell, variant === 'mine' ? userId : await world.createActorLike('clientA'))
}
/** A granted request whose block, of a review that is gone, was kept. */
async function keptBlock(cell: Cell): Promise<string> {
  const id = await queuedRequest(cell)
  await cell.world.suite.database.sql(
    `with kept as (
       update data_requests set kind = 'bloquear', state = 'aceptada', decided_at = app_now() where id = $1
       returning id, person_id)
     insert into data_blocks (request_id, asker_id, object, object_id, state)
     select id, person_id, 'resena', gen_random_uuid(), 'vigente' from kept`,
    [id],
  )
  return id
}
const OWN_ANSWERS = { others: { mine: 200, others: 404 } }
/** Administrators with a fresh proof decide about everybody but themselves. */
const QUEUE_VARIANTS = [...REQUEST_VARIANTS, 'not proven'] as const
const QUEUE_ANSWERS = {
  admin: { mine: 403, 'of another': 200, absent: 404, 'not proven': 403 },
  others: 403,
}
/** The request of the cell's variant, and whether the administrator confirmed who they are. */
async function queuedRequest(cell: Cell): Promise<string> {
  await setProof(cell)
  return ownOrOther(cell)
}
const REASON = 'Una razón de más de veinte caracteres.'

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
  'privacy.looks': {
    variants: ['first page', 'no cursor of ours'],
    input: ({ variant }) => (variant === 'first page' ? {} : { after: 'x' }),
    answers: { others: { 'first page': 200, others: 422 } },
  },
  'privacy.requests': { answers: { others: 200 } },
  'privacy.request': {
    variants: REQUEST_VARIANTS,
    input: async (cell) => ({ requestId: await ownOrOther(cell) }),
    answers: OWN_ANSWERS,
  },
  'privacy.sendRequest': {
    variants: ['whole', 'without words', 'file of another'],
    freshActor: true,
    input: ({ variant, world }) => ({
      requestId: randomUUID(),
      ...{ kind: 'consulta', about: null, cause: null, newValue: '' },
      details: variant === 'without words' ? '' : '¿Qué guardan?',
      fileKeys: variant === 'file of another' ? [`evidencia/${world.ids.clientA}/${randomUUID()}.pdf`] : [],
    }),
    answers: { others: { whole: 200, 'without words': 422, 'file of another': 409 } },
  },
  'privacy.shownObjects': { answers: { others: 200 } },
  'privacy.endBlock': {
    variants: REQUEST_VARIANTS,
    input: async (cell) => ({ requestId: await keptBlock(cell) }),
    answers: OWN_ANSWERS,
  },
  'privacy.liftBlock': {
    variants: QUEUE_VARIANTS,
    input: async (cell) => ({ requestId: await keptBlock(cell), reason: REASON }),
    answers: QUEUE_ANSWERS,
  },
  'privacy.withdrawRequest': {
    variants: REQUEST_VARIANTS,
    input: async (cell) => ({ requestId: await ownOrOther(cell) }),
    answers: OWN_ANSWERS,
  },
  'privacy.proveIdentity': {
    variants: REQUEST_VARIANTS,
    input: async (cell) => ({ requestId: await ownOrOther(cell), fileKey: 'evidencia/x' }),
    answers: { others: { mine: 409, others: 404 } },
    succeedsIn: 'DAT-13 identity is asked for once; then it is proved, or refused after ten days',
  },
  'privacy.requestQueue': { answers: { admin: 200, others: 403 } },
  'privacy.openRequest': {
    isLook: true,
    variants: ['of another', 'absent', 'not proven'],
    input: async (cell) => ({ requestId: await queuedRequest(cell) }),
    answers: { admin: { 'of another': 200, absent: 404, 'not proven': 403 }, others: 403 },
  },
  'privacy.askIdentity': {
    variants: QUEUE_VARIANTS,
    input: async (cell) => ({ requestId: await queuedRequest(cell) }),
    answers: QUEUE_ANSWERS,
  },
  'privacy.extendRequest': {
    variants: QUEUE_VARIANTS,
    input: async (cell) => ({ requestId: await queuedRequest(cell), reason: REASON }),
    answers: QUEUE_ANSWERS,
  },
  'privacy.decideRequest': {
    variants: [...QUEUE_VARIANTS, 'without cause'],
    input: async (cell) => ({
      requestId: await queuedRequest(cell),
      outcome: 'rechazada',
      cause: cell.variant === 'without cause' ? null : 'exacto',
      answer: REASON,
      criteria: null,
    }),
    answers: { admin: { ...QUEUE_ANSWERS.admin, 'without cause': 422 }, others: 403 },
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

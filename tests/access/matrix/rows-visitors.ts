/** Matrix rows of requests without an account: the secret of the link decides, not who sends it. */
import { randomUUID } from 'node:crypto'
import { visitorTokenOf } from '../../../src/capabilities/privacy/visitor-requests/visitor-mail.server.ts'
import type { Cell, Row } from './rows.ts'
import { PROOF_VARIANTS, setProof } from './rows-privacy.ts'

/** A request without an account. @returns its id */
async function insertVisitor({ world }: Pick<Cell, 'world'>, state = 'recibida'): Promise<string> {
  const [row] = await world.suite.database.sql<{ id: string }>(
    `with request as (
       insert into data_requests (id, year, kind, state, details, received_at, due_on)
       values (gen_random_uuid(), 2026, 'acceso', $1, 'canario-solicitud', app_now(), '2027-01-13') returning id
     )
     insert into desk_requests (request_id, name, quality, email, datum_kind, datum, code_hash)
     select id, 'Rosa Parra', 'titular', id || '@prueba.test', 'email', id || '@prueba.test', 'x' from request
     returning request_id as id`,
    [state],
  )
  return row?.id ?? ''
}

const TOKEN_VARIANTS = ['right', 'guessed', 'not confirmed'] as const
const tokenOf = async (cell: Cell) => {
  const id = await insertVisitor(cell, cell.variant === 'not confirmed' ? 'por_confirmar' : 'recibida')
  const { sealer } = cell.world.suite.platform
  return cell.variant === 'guessed' ? `${id}.${'a'.repeat(43)}` : visitorTokenOf({ sealer }, id)
}
const byToken: Row = {
  variants: TOKEN_VARIANTS,
  isPublic: true,
  input: async (cell) => ({ token: await tokenOf(cell) }),
  answers: { others: { right: 200, others: 404 } },
}

export const visitorRows: Record<string, Row> = {
  'privacy.sendVisitorRequest': {
    variants: ['whole', 'without cause'],
    isPublic: true,
    input: async ({ variant, world }) => {
      // All of them have one address.
      await world.suite.database.sql(`delete from rate_limits where key like 'desk:%'`)
      const email = `${randomUUID()}@prueba.test`
      return {
        requestId: randomUUID(),
        ...{ name: 'Rosa Parra', quality: 'titular', email, datumKind: 'email', datum: email },
        ...{ kind: variant === 'whole' ? 'acceso' : 'borrar', cause: null, details: '' },
      }
    },
    answers: { others: { whole: 200, 'without cause': 422 } },
  },
  'privacy.resendVisitorCode': {
    variants: ['waits', 'confirmed', 'absent'],
    isPublic: true,
    input: async (cell) => {
      const { variant, world } = cell
      if (variant === 'absent') return { requestId: randomUUID() }
      const requestId = await insertVisitor(cell, variant === 'waits' ? 'por_confirmar' : 'recibida')
      await world.suite.database.sql(
        `update desk_requests set code_sent_at = code_sent_at - interval '2 minutes' where request_id = $1`,
        [requestId],
      )
      return { requestId }
    },
    answers: { others: { waits: 200, confirmed: 409, absent: 404 } },
  },
  'privacy.confirmVisitorRequest': {
    variants: ['right', 'absent'],
    isPublic: true,
    input: async (cell) => {
      const { variant, world } = cell
      if (variant === 'absent') return { requestId: randomUUID(), code: '123456' }
      const { platform, database } = world.suite
      const requestId = await insertVisitor(cell, 'por_confirmar')
      const hash = platform.sealer.sign(`desk code\n${requestId}\n123456`)
      await database.sql('update desk_requests set code_hash = $2 where request_id = $1', [requestId, hash])
      return { requestId, code: '123456' }
    },
    answers: { others: { right: 200, absent: 422 } },
  },
  'privacy.openVisitorRequest': byToken,
  'privacy.withdrawVisitorRequest': byToken,
  'privacy.proveVisitorIdentity': {
    ...byToken,
    input: async (cell) => ({ token: await tokenOf(cell), fileKey: 'evidencia/x' }),
    answers: { others: { right: 409, others: 404 } },
    succeedsIn:
      'DAT-25 identity is asked for once, proved with an encrypted file, and then it can be granted',
  },
  'privacy.attachVisitorProof': {
    ...byToken,
    input: async (cell) => ({ token: await tokenOf(cell), fileKeys: ['evidencia/x'] }),
    answers: { others: { right: 409, others: 404 } },
    succeedsIn: 'DAT-23 who asks for somebody else proves it with files of their own link',
  },
  'privacy.findMatches': {
    isLook: true,
    variants: [...PROOF_VARIANTS, 'absent'],
    input: async (cell) => {
      await setProof(cell)
      return { requestId: cell.variant === 'absent' ? randomUUID() : await insertVisitor(cell) }
    },
    answers: { admin: { proven: 200, 'not proven': 403, absent: 404 }, others: 403 },
  },
}

import { describe, expect, test } from 'vitest'
import { allowedEvents, nextProposalStatus, type ProposalActor, type ProposalEvent } from './rules.ts'
import { PROPOSAL_STATUSES, type ProposalStatus } from './schema.ts'

const EVENTS: ProposalEvent[] = ['accept', 'reject', 'withdraw']
const ACTORS: ProposalActor[] = ['creator', 'other']
const NEXT_STATUS: Record<string, string> = {
  'pending accept other': 'accepted',
  'pending reject other': 'rejected',
  'pending withdraw creator': 'gone',
}
const FAILURE: Record<ProposalEvent, string> = {
  accept: 'No se pudo aceptar la propuesta.',
  reject: 'No se pudo rechazar la propuesta.',
  withdraw: 'No se pudo eliminar la propuesta.',
}
const CLOSED_REASON: Record<ProposalStatus, string> = {
  pending: '',
  edited: 'Ya no está pendiente.',
  accepted: 'Ya fue aceptada.',
  rejected: 'Ya fue rechazada.',
}
const ALLOWED_ACTOR: Record<ProposalEvent, ProposalActor> = {
  accept: 'other',
  reject: 'other',
  withdraw: 'creator',
}

describe('PRP-06 to PRP-12, PRP-16, OPEN-37, OPEN-38: proposal state machine, every status, event and actor', () => {
  for (const status of PROPOSAL_STATUSES)
    for (const event of EVENTS)
      for (const actor of ACTORS) {
        const to = NEXT_STATUS[`${status} ${event} ${actor}`]
        test(`${status}, ${event} by ${actor}: ${to ?? 'refused'}`, () => {
          const result = nextProposalStatus(status, event, actor)
          if (to) return expect(result).toEqual({ ok: true, value: to })
          const reason =
            event === 'withdraw'
              ? 'Solo quien la envió puede hacerlo.'
              : 'Esperando respuesta de la otra parte.'
          expect(result).toEqual({
            ok: false,
            refusal: {
              ...(ALLOWED_ACTOR[event] === actor
                ? { code: 'CONFLICT', message: `${FAILURE[event]} ${CLOSED_REASON[status]}` }
                : { code: 'FORBIDDEN', message: `${FAILURE[event]} ${reason}` }),
              reason: 'PROPOSAL_UNCHANGED',
            },
          })
        })
      }

  test('a card has buttons only while its proposal is pending', () => {
    expect(allowedEvents('pending', 'other')).toEqual(['accept', 'reject'])
    expect(allowedEvents('pending', 'creator')).toEqual(['withdraw'])
    for (const status of ['edited', 'accepted', 'rejected'] as const)
      for (const actor of ACTORS) expect(allowedEvents(status, actor)).toEqual([])
  })
})

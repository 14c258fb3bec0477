import type { RefusalCode, Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import { MESSAGES, type ProposalStatus } from './schema.ts'

export type ProposalEvent = 'accept' | 'reject' | 'withdraw'
/** Whose doing it is: of who made the proposal, or of the other party of its chat. */
export type ProposalActor = 'creator' | 'other'

interface Move {
  by: ProposalActor
  from: readonly ProposalStatus[]
  /** «gone»: the proposal is deleted. */
  to: ProposalStatus | 'gone'
  /** What did not happen (OPEN-25). */
  failed: string
  /** Why not for the wrong party. */
  notYours: string
}

/** The life of a proposal as data (PRP-06 to PRP-12, OPEN-37, OPEN-38). A cell that is not here does not happen. */
export const PROPOSAL_MOVES: Record<ProposalEvent, Move> = {
  accept: {
    by: 'other',
    from: ['pending'],
    to: 'accepted',
    failed: MESSAGES.notAccepted,
    notYours: MESSAGES.waiting,
  },
  reject: {
    by: 'other',
    from: ['pending'],
    to: 'rejected',
    failed: MESSAGES.notRejected,
    notYours: MESSAGES.waiting,
  },
  withdraw: {
    by: 'creator',
    from: ['pending'],
    to: 'gone',
    failed: MESSAGES.notWithdrawn,
    notYours: MESSAGES.byCreatorOnly,
  },
}

const CLOSED: Record<ProposalStatus, string> = {
  pending: MESSAGES.notPending,
  edited: MESSAGES.notPending,
  accepted: MESSAGES.alreadyAccepted,
  rejected: MESSAGES.alreadyRejected,
}

/** Where an event leads from a status. Refused: to the wrong party (403), once it is closed (409, PRP-08). */
export function nextProposalStatus(
  status: ProposalStatus,
  event: ProposalEvent,
  actor: ProposalActor,
): Result<Move['to']> {
  const { by, from, to, failed, notYours } = PROPOSAL_MOVES[event]
  const no = (code: RefusalCode, why: string) =>
    ({ ok: false, refusal: { code, message: `${failed} ${why}` } }) as const
  if (by !== actor) return no('FORBIDDEN', notYours)
  if (!from.includes(status)) return no('CONFLICT', CLOSED[status])
  return { ok: true, value: to }
}

/** The buttons of a card (PRP-06, PRP-07, PRP-08). */
export const actionsOf = (status: ProposalStatus, actor: ProposalActor): ProposalEvent[] =>
  (Object.keys(PROPOSAL_MOVES) as ProposalEvent[]).filter(
    (event) => nextProposalStatus(status, event, actor).ok,
  )

/** B6: proposals in a row in one chat, withdrawn ones too, before the client writes or answers one. */
export const IN_A_ROW_MAX = 5
/** Proposals that one lawyer may send. */
export const PROPOSAL_LIMIT: Limit = { most: 100, seconds: 3600 }
/** When to try again after too many, seconds. */
export const PROPOSAL_WAIT = 300

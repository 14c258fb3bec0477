import { accept, type RefusalCode, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { MESSAGES, type ProposalStatus } from './schema.ts'

export type ProposalEvent = 'accept' | 'reject' | 'withdraw'
/** Who triggers the event: the creator of the proposal or the other party of its chat. */
export type ProposalActor = 'creator' | 'other'

interface Transition {
  by: ProposalActor
  /** «gone» means that the proposal is deleted. */
  to: ProposalStatus | 'gone'
  /** Error message: what failed (OPEN-25). */
  failureMessage: string
  /** Appended for the wrong party: why it failed. */
  wrongPartyReason: string
}

/** What each event does to a pending proposal (PRP-06 to PRP-12, OPEN-38). No other status has events (OPEN-37). */
export const PROPOSAL_TRANSITIONS: Record<ProposalEvent, Transition> = {
  accept: {
    by: 'other',
    to: 'accepted',
    failureMessage: MESSAGES.notAccepted,
    wrongPartyReason: MESSAGES.waiting,
  },
  reject: {
    by: 'other',
    to: 'rejected',
    failureMessage: MESSAGES.notRejected,
    wrongPartyReason: MESSAGES.waiting,
  },
  withdraw: {
    by: 'creator',
    to: 'gone',
    failureMessage: MESSAGES.notWithdrawn,
    wrongPartyReason: MESSAGES.byCreatorOnly,
  },
}

const CLOSED_REASONS: Record<Exclude<ProposalStatus, 'pending'>, string> = {
  edited: MESSAGES.notPending,
  accepted: MESSAGES.alreadyAccepted,
  rejected: MESSAGES.alreadyRejected,
}

/** Refuses an event. @param why is added to the message, which begins with what failed */
export function refuseEvent(event: ProposalEvent, code: RefusalCode, why = '') {
  const message = `${PROPOSAL_TRANSITIONS[event].failureMessage} ${why}`.trim()
  return refuse({ code, message, reason: 'PROPOSAL_UNCHANGED' })
}

/** The status after an event. Errors: wrong party (403), proposal not pending (409, PRP-08). */
export function nextProposalStatus(
  status: ProposalStatus,
  event: ProposalEvent,
  actor: ProposalActor,
): Result<Transition['to']> {
  const { by, to, wrongPartyReason } = PROPOSAL_TRANSITIONS[event]
  if (by !== actor) return refuseEvent(event, 'FORBIDDEN', wrongPartyReason)
  if (status !== 'pending') return refuseEvent(event, 'CONFLICT', CLOSED_REASONS[status])
  return accept(to)
}

/** The events that a user may trigger now, for the buttons of a card (PRP-06, PRP-07, PRP-08). */
export const allowedEvents = (status: ProposalStatus, actor: ProposalActor): ProposalEvent[] =>
  (Object.keys(PROPOSAL_TRANSITIONS) as ProposalEvent[]).filter(
    (event) => nextProposalStatus(status, event, actor).ok,
  )

/** B6: consecutive proposals in one chat before the client writes or answers. Withdrawn ones count. */
export const MAX_CONSECUTIVE_PROPOSALS = 5
/** Rate limit of proposals per lawyer. */
export const PROPOSAL_RATE_LIMIT: RateLimit = { max: 100, windowSeconds: 3600 }
/** Retry-After when the rate limit is reached, seconds. */
export const PROPOSAL_RETRY_AFTER_SECONDS = 300

/** A notice about a proposal, at most one for each person (SEG-57). */
export const proposalNotice = <Recipient extends object>(
  kind: 'proposal-received' | 'proposal-accepted' | 'proposal-rejected',
  id: string,
  recipient: Recipient,
) => ({ kind, key: `proposal:${id}`, ref: id, ...recipient })

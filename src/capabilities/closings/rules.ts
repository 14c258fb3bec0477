import { formatDate, isoDay } from '../../chile/dates.ts'
import { momentInChile } from '../../chile/local-time.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { MESSAGES } from './schema.ts'

const DAY_MS = 86_400_000
const MINUTES_PER_DAY = 1_440
/** SEG-37: full days in which the client may object to a closing. */
export const OBJECTION_DAYS = 14
/** SEG-37: days after an objection, or after a closing that its lawyer undid, until the next closing. */
export const CLOSING_PAUSE_DAYS = 3
/** SEG-40. */
export const REOPENING_DAYS = 180
/** Limit of closings, objections and the like for each person. */
export const CHANGE_RATE_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }

const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)

/** The end of the day in Chile that is this many days later: people are shown the day. */
const endOfDayAfter = (time: Date, days: number) =>
  new Date(momentInChile(isoDay(daysAfter(time, days)), MINUTES_PER_DAY).getTime() - 1)
export const objectUntil = (closedAt: Date) => endOfDayAfter(closedAt, OBJECTION_DAYS)
export const reopenUntil = (closedAt: Date) => endOfDayAfter(closedAt, REOPENING_DAYS)
/** When a case may be closed again after its last closing: the first day in Chile after the pause. */
export const closeFrom = ({ closed_at, objected_at }: Pick<ClosingTimes, 'closed_at' | 'objected_at'>) =>
  momentInChile(isoDay(daysAfter(objected_at ?? closed_at, CLOSING_PAUSE_DAYS)), MINUTES_PER_DAY)

/** What decides about a closed case. */
export interface ClosingTimes {
  closed_at: Date
  objected_at: Date | null
  requested_at: Date | null
  declined_at: Date | null
  reopened_at: Date | null
}

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })

/** SEG-37: whether the lawyer may close the case again. Refused: before `closeFrom` (409). */
export function checkClosing(
  last: Pick<ClosingTimes, 'closed_at' | 'objected_at'> | null,
  now: Date,
): Result<true> {
  if (!last || now >= closeFrom(last)) return accept(true)
  const why = last.objected_at ? 'Tu cliente no estuvo de acuerdo.' : 'La cerraste hace poco.'
  return conflict(`${why} Podrás cerrarla desde el ${formatDate(closeFrom(last))}.`)
}

/** SEG-37: whether the client may still object. Refused: after OBJECTION_DAYS (409). */
export const checkObjection = ({ closed_at }: Pick<ClosingTimes, 'closed_at'>, now: Date): Result<true> =>
  now < objectUntil(closed_at) ? accept(true) : conflict(MESSAGES.tooLateToObject)

/** SEG-40: whether a closed case may be reopened. Refused: a party has left, or after REOPENING_DAYS (409). */
export function checkReopening(
  closing: Pick<ClosingTimes, 'closed_at'> | null,
  parties: { client_id: string | null; lawyer_id: string | null },
  now: Date,
): Result<true> {
  if (parties.lawyer_id === null) return conflict(MESSAGES.lawyerGone)
  if (parties.client_id === null) return conflict(MESSAGES.clientGone)
  return closing && now < reopenUntil(closing.closed_at) ? accept(true) : conflict(MESSAGES.tooLateToReopen)
}

/** SEG-40: whether the client may ask to reopen. Refused: asked or answered before (409). */
export function checkRequest({ requested_at, declined_at }: ClosingTimes): Result<true> {
  if (declined_at) return conflict(MESSAGES.alreadyDeclined)
  return requested_at ? conflict(MESSAGES.alreadyRequested) : accept(true)
}

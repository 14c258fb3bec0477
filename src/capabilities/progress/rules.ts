import { dayNumber, formatLongDate, isoDay } from '../../chile/dates.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CaseStatus, Side } from '../cases/schema.ts'
import { MAX_PROMISE_DAYS, MESSAGES, type PromiseStatus } from './schema.ts'

export type PromiseEvent = 'update' | 'dayPassed' | 'end'

/** SEG-12, SEG-13: the state graph of a promise. Nothing else happens to it. */
export const PROMISE_TRANSITIONS: Record<
  PromiseEvent,
  { by: 'lawyer' | 'system'; from: readonly PromiseStatus[]; to: PromiseStatus }
> = {
  /** The lawyer publishes any later update. */
  update: { by: 'lawyer', from: ['abierta', 'atrasada'], to: 'cumplida' },
  dayPassed: { by: 'system', from: ['abierta'], to: 'atrasada' },
  /** The case ends, or a party leaves. */
  end: { by: 'system', from: ['abierta', 'atrasada'], to: 'sin_efecto' },
}

/** SEG-10: for publishing and correcting. */
export const PUBLISH_RATE_LIMIT: RateLimit = { max: 20, windowSeconds: 3600 }

/** SEG-13: on which days the lawyer is reminded, counted from the promised day. */
export const REMINDER_DAYS: readonly number[] = [-2, 0, 1, 8, 15, 22]
/** SEG-13: reminded once so many days after an acceptance without an update. */
export const FIRST_UPDATE_DAYS = 3
/** SEG-14: days between two requests of the client. */
export const REQUEST_INTERVAL_DAYS = 7
/** SEG-11: the client is told about corrections once in each further hour after the publication. */
const CORRECTION_NOTICE_MS = 3_600_000

/** The day so many days after another one, both in Chile. */
export const addDays = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** Whether a case is with its lawyer. Refused: 409. */
function requireRunning(status: CaseStatus): Result<true> {
  if (status === 'activo' || status === 'en progreso') return accept(true)
  const message = status === 'finalizado' ? MESSAGES.finished : MESSAGES.waiting
  return refuse({ code: 'CONFLICT', message })
}

/** SEG-08: whether this side may publish. Refused: the client (403), a case without or after its lawyer (409). */
export const checkPublish = (side: Side, status: CaseStatus): Result<true> =>
  side === 'lawyer' ? requireRunning(status) : refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyerOnly })

/** SEG-08: the promised day, from tomorrow to MAX_PROMISE_DAYS on. Refused: 422. */
export function checkPromisedDay(promisedOn: string | null, today: string): Result<true> {
  if (promisedOn === null) return accept(true)
  const days = dayNumber(promisedOn) - dayNumber(today)
  return days >= 1 && days <= MAX_PROMISE_DAYS
    ? accept(true)
    : refuse(fieldRefusal('promisedOn', MESSAGES.dayOutside))
}

interface RequestFacts {
  today: string
  /** Time of the last request. */
  requestedAt: Date | null
  promisedOn: string | null
}

/** SEG-14: the day from which the client may ask for an update; today or earlier: now. */
export function requestableFrom({ today, requestedAt, promisedOn }: RequestFacts): string {
  const afterLast = requestedAt ? addDays(isoDay(requestedAt), REQUEST_INTERVAL_DAYS) : today
  return promisedOn !== null && promisedOn > afterLast ? promisedOn : afterLast
}

/** SEG-14: whether this side may ask. Refused: the lawyer (403), another status or too early (409). */
export function checkRequest(side: Side, status: CaseStatus, facts: RequestFacts): Result<true> {
  if (side !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientOnly })
  const running = requireRunning(status)
  if (!running.ok) return running
  const from = requestableFrom(facts)
  return from <= facts.today ? accept(true) : refuse({ code: 'CONFLICT', message: requestFromText(from) })
}

export const requestFromText = (day: string) => `Podrás pedirla desde el ${formatLongDate(day)}.`

/** SEG-11: which notice a correction belongs to: its hour since the publication. Null: no notice. */
export function correctionNotice(publishedAt: Date, correctedAt: Date): number | null {
  const hours = Math.floor((correctedAt.getTime() - publishedAt.getTime()) / CORRECTION_NOTICE_MS)
  return hours >= 1 ? hours : null
}

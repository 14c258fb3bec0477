import { formatDate } from '../../chile/dates.ts'
import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { PlanId, Session } from '../../platform/session.ts'
import { verifiedLawyer } from '../lawyers/rules.ts'
import {
  type Credits,
  type DayOfUse,
  LOW_CREDITS,
  LOWER_PLAN_DAYS,
  MARKET_PLANS,
  MESSAGES,
  USE_DAYS,
} from './schema.ts'

/** «1 crédito», «4 créditos». */
export const creditsText = (count: number): string => (count === 1 ? '1 crédito' : `${count} créditos`)

/** «1 crédito disponible», «4 créditos disponibles». */
export const availableText = (count: number): string =>
  `${creditsText(count)} ${count === 1 ? 'disponible' : 'disponibles'}`

/** OPEN-31: whether a plan sees the market. Null and whatever else is no plan do not. */
export const seesMarket = (plan: string | null): boolean => MARKET_PLANS.some((id) => id === plan)

/** PLA-16, of a paid plan alone: whoever has none yet has no credits to run out of. */
export const isLow = ({ plan, credits_available }: Pick<Credits, 'plan' | 'credits_available'>): boolean =>
  seesMarket(plan) && credits_available <= LOW_CREDITS

const DAY = 86_400_000

/** Since when a plan of lower rank may be taken. */
export const lowerPlanFrom = (lastUpdated: Date): Date =>
  new Date(lastUpdated.getTime() + LOWER_PLAN_DAYS * DAY)

/** OPEN-33. @param from when it may be taken */
export const lowerPlanText = (from: Date | string): string =>
  `Podrás cambiar a un plan menor desde el ${formatDate(from)}.`

export interface Standing {
  plan: PlanId
  rank: number
  /** When the plan was taken; null: never. */
  lastUpdated: Date | null
}

/**
 * OPEN-33: whether a lawyer may take another plan now. Refused (409): the plan they have, the way back to gratis, a plan
 * of lower rank within 30 days.
 */
export function mayTake(target: { id: PlanId; rank: number }, has: Standing, now: Date): Result<true> {
  const no = (message: string): Result<true> => ({ ok: false, refusal: { code: 'CONFLICT', message } })
  if (target.id === has.plan) return no(target.id === 'gratis' ? MESSAGES.alreadyFree : MESSAGES.alreadyThere)
  if (target.id === 'gratis') return no(MESSAGES.noWayBack)
  if (target.rank < has.rank && has.lastUpdated) {
    const from = lowerPlanFrom(has.lastUpdated)
    if (now < from) return no(lowerPlanText(from))
  }
  return { ok: true, value: true }
}

/**
 * H-06: what taking a plan brings. Within 30 days of the last change to a paid plan: the difference, beside the credits that are
 * left and those already used, so that the changes of a month never bring more than the highest plan. Later: all of the plan's
 * credits, and what was left expires (PLA-14).
 */
export function grantFor(
  target: { credits: number },
  has: Standing & { credits: number },
  now: Date,
): { credits: number; isUpgrade: boolean } {
  const isUpgrade = has.lastUpdated !== null && now < lowerPlanFrom(has.lastUpdated)
  return { credits: isUpgrade ? Math.max(0, target.credits - has.credits) : target.credits, isUpgrade }
}

/** Who may subscribe: verified lawyers; others are refused (403) with OPEN-33's text. */
export function subscriber(session: Session): Result<{ lawyerId: string }> {
  if (session.role !== 'lawyer') return forbidden(MESSAGES.lawyersOnly)
  const lawyer = verifiedLawyer(session)
  return lawyer.ok ? lawyer : forbidden(MESSAGES.verifiedOnly)
}

const forbidden = (message: string): { ok: false; refusal: { code: 'FORBIDDEN'; message: string } } => ({
  ok: false,
  refusal: { code: 'FORBIDDEN', message },
})

declare const proven: unique symbol
/** Somebody who was proven to be a verified lawyer with a plan of MARKET_PLANS; `marketLawyer` alone makes one. */
export interface MarketLawyer {
  readonly lawyerId: string
  readonly [proven]: true
}

/** The scope of the market and of what is done from it (OPEN-31, OPEN-32); others are refused (403). */
export function marketLawyer(session: Session): Result<MarketLawyer> {
  if (session.role !== 'lawyer') return forbidden(MESSAGES.marketLawyersOnly)
  const lawyer = verifiedLawyer(session)
  if (!lawyer.ok) return forbidden(MESSAGES.marketVerifiedOnly)
  if (!seesMarket(session.user.plan)) return forbidden(MESSAGES.noMarket)
  return { ok: true, value: { lawyerId: session.userId } as MarketLawyer }
}

/**
 * H-05: chats that a lawyer may open from the market in a day. Counted in the ledger, so one that is undone counts too: a name
 * a press is not to be had for nothing.
 */
export const SPEND_LIMIT: Limit = { most: 20, seconds: 86_400 }

const MS_OF = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export interface WeekOfUse {
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  used: number
}

/**
 * The chart's bars: the last USE_DAYS days by weeks that end today, the oldest first; the first one is shorter.
 * @param today YYYY-MM-DD
 */
export function weeksOfUse(use: readonly DayOfUse[], today: string): WeekOfUse[] {
  const count = Math.ceil(USE_DAYS / 7)
  const end = MS_OF(today)
  const start = end - (USE_DAYS - 1) * DAY
  return Array.from({ length: count }, (_, index) => {
    const last = end - (count - 1 - index) * 7 * DAY
    const first = Math.max(start, last - 6 * DAY)
    const used = use
      .filter(({ day }) => MS_OF(day) >= first && MS_OF(day) <= last)
      .reduce((sum, day) => sum + day.used, 0)
    return { from: dayAt(first), to: dayAt(last), used }
  })
}

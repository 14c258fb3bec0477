import { formatDate } from '../../chile/dates.ts'
import type { Reason } from '../../platform/errors/reasons.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { PlanId, Session } from '../../platform/session/session.ts'
import { requireVerifiedLawyer } from '../lawyers/rules.ts'
import {
  type Credits,
  type DailyUsage,
  DOWNGRADE_WAIT_DAYS,
  LOW_CREDITS,
  MARKET_PLANS,
  MESSAGES,
  USAGE_DAYS,
} from './schema.ts'

/** «1 crédito», «4 créditos». */
export const creditsText = (count: number): string => (count === 1 ? '1 crédito' : `${count} créditos`)

/** «1 crédito disponible», «4 créditos disponibles». */
export const availableCreditsText = (count: number): string =>
  `${creditsText(count)} ${count === 1 ? 'disponible' : 'disponibles'}`

/** OPEN-31: whether a plan has access to the market. False for null and unknown ids. */
export const hasMarketAccess = (plan: string | null): boolean => MARKET_PLANS.some((id) => id === plan)

/** PLA-16: whether to warn about few credits. Only for paid plans: the free plan has no credits. */
export const isLowOnCredits = ({
  plan,
  credits_available,
}: Pick<Credits, 'plan' | 'credits_available'>): boolean =>
  hasMarketAccess(plan) && credits_available <= LOW_CREDITS

const DAY_MS = 86_400_000

export const downgradeAllowedFrom = (lastUpdated: Date): Date =>
  new Date(lastUpdated.getTime() + DOWNGRADE_WAIT_DAYS * DAY_MS)

/** OPEN-33. @param from when a lower plan may be taken */
export const downgradeText = (from: Date | string): string =>
  `Podrás cambiar a un plan menor desde el ${formatDate(from)}.`

export interface CurrentPlan {
  plan: PlanId
  rank: number
  /** When the plan was taken. Null: never. */
  lastUpdated: Date | null
}

/**
 * OPEN-33: whether a lawyer may take a plan now. Refused (409): the current plan, «gratis», and a plan of
 * lower rank within 30 days of the last change.
 */
export function checkPlanChange(
  target: { id: PlanId; rank: number },
  current: CurrentPlan,
  now: Date,
): Result<true> {
  const conflict = (message: string, reason?: Reason) => refuse({ code: 'CONFLICT', message, reason })
  if (target.id === current.plan)
    return target.id === 'gratis'
      ? conflict(MESSAGES.alreadyOnFreePlan, 'ON_FREE_PLAN')
      : conflict(MESSAGES.alreadyOnPlan)
  if (target.id === 'gratis') return conflict(MESSAGES.noReturnToFree)
  if (target.rank < current.rank && current.lastUpdated) {
    const from = downgradeAllowedFrom(current.lastUpdated)
    if (now < from) return conflict(downgradeText(from))
  }
  return accept(true)
}

/**
 * H-06: credits granted when a plan is taken. Within 30 days of the last plan change (`isUpgrade`): only the
 * difference between both plans, and remaining credits are kept, so that changes within a month never give
 * more than the highest plan. Later: all credits of the plan, and remaining credits expire (PLA-14).
 */
export function creditGrant(
  target: { credits: number },
  current: CurrentPlan & { credits: number },
  now: Date,
): { credits: number; isUpgrade: boolean } {
  const isUpgrade = current.lastUpdated !== null && now < downgradeAllowedFrom(current.lastUpdated)
  return { credits: isUpgrade ? Math.max(0, target.credits - current.credits) : target.credits, isUpgrade }
}

/**
 * Checks that the user may subscribe: only verified lawyers; everyone else gets 403 with the text of OPEN-33.
 */
export function requireSubscriber(session: Session): Result<{ lawyerId: string }> {
  if (session.role !== 'lawyer') return forbidden(MESSAGES.lawyersOnly)
  const lawyer = requireVerifiedLawyer(session)
  return lawyer.ok ? lawyer : forbidden(MESSAGES.verifiedOnly)
}

const forbidden = (message: string) => refuse({ code: 'FORBIDDEN', message })

declare const brand: unique symbol
/** A scope: a verified lawyer with a plan of MARKET_PLANS. Only `requireMarketLawyer` creates one. */
export interface MarketLawyer {
  readonly lawyerId: string
  readonly [brand]: true
}

/** Checks access to the market and to its actions (OPEN-31, OPEN-32). Everyone else gets 403. */
export function requireMarketLawyer(session: Session): Result<MarketLawyer> {
  if (session.role !== 'lawyer') return forbidden(MESSAGES.marketLawyersOnly)
  const lawyer = requireVerifiedLawyer(session)
  if (!lawyer.ok) return forbidden(MESSAGES.marketVerifiedOnly)
  if (!hasMarketAccess(session.user.plan)) return forbidden(MESSAGES.noMarket)
  return accept({ lawyerId: session.userId } as MarketLawyer)
}

/**
 * H-05: chats that a lawyer may open from the market per day. Counted in the ledger, so refunded chats count
 * too: otherwise a lawyer could collect client names for free.
 */
export const SPEND_RATE_LIMIT: RateLimit = { max: 20, windowSeconds: 86_400 }

const utcMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isoDayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export interface UsageWeek {
  /** First and last day of the week, YYYY-MM-DD. */
  from: string
  to: string
  used: number
}

/**
 * Usage of the last USAGE_DAYS days by week, oldest first. The last week ends today; the first one is shorter.
 * @param today day in Chile, YYYY-MM-DD
 */
export function weeklyUsage(use: readonly DailyUsage[], today: string): UsageWeek[] {
  const count = Math.ceil(USAGE_DAYS / 7)
  const end = utcMs(today)
  const start = end - (USAGE_DAYS - 1) * DAY_MS
  return Array.from({ length: count }, (_, index) => {
    const last = end - (count - 1 - index) * 7 * DAY_MS
    const first = Math.max(start, last - 6 * DAY_MS)
    const used = use
      .filter(({ day }) => utcMs(day) >= first && utcMs(day) <= last)
      .reduce((sum, day) => sum + day.used, 0)
    return { from: isoDayOf(first), to: isoDayOf(last), used }
  })
}

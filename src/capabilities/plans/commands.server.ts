import { cutPage } from '../../input/cursor.ts'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { type EventPublisher, publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { rutDigestOf } from '../lawyers/commands.server.ts'
import { requireLawyer } from '../lawyers/rules.ts'
import {
  checkPlanChange,
  creditGrant,
  downgradeAllowedFrom,
  hasMarketAccess,
  type MarketLawyer,
  requireSubscriber,
  SPEND_RATE_LIMIT,
} from './rules.ts'
import {
  type Credits,
  DOWNGRADE_WAIT_DAYS,
  MESSAGES,
  MOVEMENTS_PAGE_SIZE,
  type MovementsInput,
  type MovementsPage,
  type SubscribeInput,
  type Subscription,
  USAGE_DAYS,
} from './schema.ts'
import * as store from './store.server.ts'

const publishPlanChanged = (tx: Tx, platform: EventPublisher, lawyerId: string) =>
  publish(tx, platform.wake, [{ user_id: lawyerId, kind: 'plan', ref: lawyerId }])

/**
 * PLA-14, CAL-16, OPEN-33, H-06: a verified lawyer takes a plan, in one transaction. Concurrent calls take
 * effect once: the row is locked, and then the plan is already the current one. A lawyer who received the
 * credits of the plan within 30 days in a deleted account gets the plan without credits (H-02).
 * Refusals: not a verified lawyer (403); the current plan, «gratis», or a lower plan within 30 days (409).
 */
export async function subscribe(
  context: SignedInContext,
  { planId }: SubscribeInput,
): Promise<Result<Subscription>> {
  const scope = requireSubscriber(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  return transact(context.db, async (tx) => {
    const lawyer = await store.lockLawyerPlan(tx, lawyerId)
    if (!lawyer?.is_verified) return refuse({ code: 'FORBIDDEN', message: MESSAGES.verifiedOnly })
    const { plan: currentId, plan_last_updated: lastUpdated, now } = lawyer
    const plans = new Map((await store.listPlans(tx)).map((plan) => [plan.id, plan]))
    const [currentPlan, target] = [plans.get(currentId), plans.get(planId)]
    if (!currentPlan || !target) throw new Error('plan row missing')
    const current = { plan: currentId, rank: currentPlan.rank, credits: currentPlan.credits, lastUpdated }
    const allowed = checkPlanChange(target, current, now)
    if (!allowed.ok) return allowed
    const grant = creditGrant(target, current, now)
    // H-02: the credits of a plan are granted once in 30 days per RUT, across accounts.
    const isGranted = await wasGranted(tx, context, lawyerId, planId)
    const credits = await store.setPlan(tx, lawyerId, planId, isGranted ? { ...grant, credits: 0 } : grant)
    await audit(tx, {
      actor: lawyerId,
      action: 'lawyer.plan_changed',
      object: lawyerId,
      details: { from: currentId, to: planId, credits },
    })
    await publishPlanChanged(tx, context, lawyerId)
    return accept({ plan: planId, name: target.name, credits_available: credits })
  })
}

/** H-02: whether a deleted account with the lawyer's RUT received the credits of this plan within 30 days. */
async function wasGranted(
  tx: Tx,
  platform: Pick<Platform, 'sealer'>,
  lawyerId: string,
  plan: Subscription['plan'],
): Promise<boolean> {
  const rutDigest = await rutDigestOf(tx, platform, lawyerId)
  return rutDigest !== null && store.hasFormerGrant(tx, { rutDigest, plan, days: DOWNGRADE_WAIT_DAYS })
}

/** Step of account deletion (H-02): stores by RUT digest which plans granted credits in the last 30 days. */
export async function saveFormerGrants(
  tx: Tx,
  platform: Pick<Platform, 'sealer'>,
  lawyerId: string,
): Promise<void> {
  const rutDigest = await rutDigestOf(tx, platform, lawyerId)
  if (rutDigest !== null)
    await store.upsertFormerGrants(tx, lawyerId, { rutDigest, days: DOWNGRADE_WAIT_DAYS })
}

/**
 * Locks a lawyer's row with plan and credits until the transaction ends, and refuses (403) when the lawyer no
 * longer has access to the market. Every transaction that spends credits must call this before it locks
 * anything else: the common lock order prevents deadlocks.
 */
export async function lockMarketLawyer(tx: Tx, { lawyerId }: MarketLawyer): Promise<Result<true>> {
  const lawyer = await store.lockLawyerPlan(tx, lawyerId)
  if (!lawyer?.is_verified) return refuse({ code: 'FORBIDDEN', message: MESSAGES.marketVerifiedOnly })
  if (!hasMarketAccess(lawyer.plan)) return refuse({ code: 'FORBIDDEN', message: MESSAGES.noMarket })
  return accept(true as const)
}

/**
 * OPEN-32, PLA-18: spends one credit for the chat that this transaction has just created. One statement
 * changes the balance and writes the ledger entry. After a refusal the caller must roll back the transaction,
 * and the chat with it.
 * Refusals: no credits left (409), more than SPEND_RATE_LIMIT (429, H-05).
 * @returns the new balance
 */
export async function spendCredit(
  tx: Tx,
  platform: EventPublisher,
  lawyer: MarketLawyer,
  paidFor: { chatId: string; caseId: string },
): Promise<Result<number>> {
  const balance = await store.debitCredit(tx, lawyer, paidFor)
  if (balance === null) return refuse({ code: 'CONFLICT', message: MESSAGES.noCredits, reason: 'NO_CREDITS' })
  const wait = await store.spendWaitSeconds(tx, lawyer, SPEND_RATE_LIMIT)
  if (wait !== null)
    return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.waitForAnswers, retryAfter: wait })
  await publishPlanChanged(tx, platform, lawyer.lawyerId)
  return accept(balance)
}

/**
 * H-05, H-06: refunds the credit that a chat cost its lawyer. Idempotent. Does nothing when the chat was not
 * paid for or the lawyer's account was deleted.
 * @returns whether this call refunded the credit
 */
export async function refundCredit(
  tx: Tx,
  platform: EventPublisher,
  paid: { lawyerId: string; chatId: string },
): Promise<boolean> {
  if (!(await store.lockLawyerPlan(tx, paid.lawyerId))) return false
  if ((await store.restoreCredit(tx, paid)) === null) return false
  await publishPlanChanged(tx, platform, paid.lawyerId)
  return true
}

export const REFUND_TASK = 'plans:refund'

/**
 * Queues refunds to run after this transaction, for callers that already hold locks on other rows: the lock
 * order starts with lawyers (docs/design.md §4).
 */
export async function enqueueRefunds(
  tx: Tx,
  paid: readonly { lawyerId: string; chatId: string }[],
): Promise<void> {
  for (const chat of paid) await enqueue(tx, REFUND_TASK, chat, `refund:${chat.chatId}`)
}

/** DAL-02: plan, balance and usage of the caller. Lawyers only (403). */
export async function ownCredits({ db, session }: SignedInContext): Promise<Result<Credits>> {
  const row = requireLawyer(session).ok ? await store.readCredits(db, session.userId, USAGE_DAYS) : null
  if (!row) return refuse({ code: 'FORBIDDEN', message: MESSAGES.creditsForLawyersOnly })
  const { plan_last_updated, has_lower, now, ...credits } = row
  const from = has_lower && plan_last_updated ? downgradeAllowedFrom(plan_last_updated) : null
  return accept({ ...credits, lower_plan_from: from && from > now ? from.toISOString() : null })
}

/** Ledger entries of the caller, newest first, `MOVEMENTS_PAGE_SIZE` per page. Lawyers only (403). */
export async function ownMovements(
  { db, session }: SignedInContext,
  { cursor }: MovementsInput,
): Promise<Result<MovementsPage>> {
  if (!requireLawyer(session).ok)
    return refuse({ code: 'FORBIDDEN', message: MESSAGES.creditsForLawyersOnly })
  const before = cursor === undefined ? null : Number(cursor)
  const rows = await store.listMovements(db, session.userId, { before, limit: MOVEMENTS_PAGE_SIZE + 1 })
  const { shown, next } = cutPage(rows, MOVEMENTS_PAGE_SIZE, (last) => String(last.id))
  return accept({ movements: shown, next })
}

/**
 * Step of account deletion (OPEN-58), the first one: locks the lawyer's row. Concurrent spending or
 * subscribing finishes before the deletion or then finds no lawyer. The ledger is deleted with the row.
 */
export async function leavePlans(tx: Tx, userId: string): Promise<void> {
  await store.lockLawyerPlan(tx, userId)
}

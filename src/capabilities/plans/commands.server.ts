import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import { lawyerOnly } from '../lawyers/rules.ts'
import { PLAN_EVENTS } from './events.ts'
import {
  grantFor,
  lowerPlanFrom,
  type MarketLawyer,
  mayTake,
  SPEND_LIMIT,
  seesMarket,
  subscriber,
} from './rules.ts'
import {
  type Credits,
  LOWER_PLAN_DAYS,
  MESSAGES,
  MOVEMENTS_PAGE,
  type MovementsInput,
  type MovementsPage,
  type SubscribeInput,
  type Subscription,
  USE_DAYS,
} from './schema.ts'
import {
  findRut,
  holdPurse,
  isGrantKept,
  keepGrants,
  listMovements,
  listPlans,
  readCredits,
  returnCredit,
  takeCredit,
  takePlan,
  waitToSpend,
} from './store.server.ts'

type Waking = Pick<Platform, 'wake'>

const tell = (tx: Tx, platform: Waking, lawyerId: string) =>
  publish(tx, platform.wake, [{ user_id: lawyerId, kind: PLAN_EVENTS.changed, ref: lawyerId }])

/**
 * PLA-14, CAL-16, OPEN-33, H-06: a verified lawyer takes a plan of the table, in one transaction. However often it is asked at
 * once, it happens once: the row is held, and the plan that is there already is refused (409), as are gratis and a lower
 * plan within 30 days. Others than verified lawyers: 403. Whoever was granted the plan's credits within 30 days in an account
 * that is gone gets the plan without them (H-02).
 */
export async function subscribe(
  context: SignedIn,
  { planId }: SubscribeInput,
): Promise<Result<Subscription>> {
  const scope = subscriber(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  return transact(context.db, async (tx) => {
    const purse = await holdPurse(tx, lawyerId)
    if (!purse?.is_verified) return refuse({ code: 'FORBIDDEN', message: MESSAGES.verifiedOnly })
    const { plan: before, plan_last_updated: lastUpdated, now } = purse
    const plans = new Map((await listPlans(tx)).map((plan) => [plan.id, plan]))
    const [has, target] = [plans.get(before), plans.get(planId)]
    if (!has || !target) throw new Error('plan row missing')
    const standing = { plan: before, rank: has.rank, credits: has.credits, lastUpdated }
    const allowed = mayTake(target, standing, now)
    if (!allowed.ok) return allowed
    const grant = grantFor(target, standing, now)
    // H-02: a plan's credits are granted once a month for one RUT, whatever account it has.
    const isGranted = await wasGranted(tx, context, lawyerId, planId)
    const credits = await takePlan(tx, lawyerId, planId, isGranted ? { ...grant, credits: 0 } : grant)
    await audit(tx, {
      actor: lawyerId,
      action: 'lawyer.plan_changed',
      object: lawyerId,
      details: { from: before, to: planId, credits },
    })
    await tell(tx, context, lawyerId)
    return accept({ plan: planId, name: target.name, credits_available: credits })
  })
}

/** H-02: whether an account of the lawyer's RUT that is gone was granted this plan's credits within the month. */
async function wasGranted(
  tx: Tx,
  { sealer }: Pick<Platform, 'sealer'>,
  lawyerId: string,
  plan: Subscription['plan'],
): Promise<boolean> {
  const rut = await findRut(tx, lawyerId)
  return rut !== null && isGrantKept(tx, { rutDigest: sealer.digest(rut), plan, days: LOWER_PLAN_DAYS })
}

/** H-02: of a lawyer who leaves, which plans' credits were granted within the month, by a digest of the RUT. */
export async function keepGrantsOf(
  tx: Tx,
  { sealer }: Pick<Platform, 'sealer'>,
  lawyerId: string,
): Promise<void> {
  const rut = await findRut(tx, lawyerId)
  if (rut !== null) await keepGrants(tx, lawyerId, { rutDigest: sealer.digest(rut), days: LOWER_PLAN_DAYS })
}

/**
 * Holds a lawyer's plan and credits for what follows in this transaction, and says whether they still see the market
 * (403). Whatever spends begins here, before it holds anything else: two of a lawyer's doings then wait for each other
 * and never in a circle.
 */
export async function holdMarketLawyer(tx: Tx, { lawyerId }: MarketLawyer): Promise<Result<true>> {
  const purse = await holdPurse(tx, lawyerId)
  if (!purse?.is_verified) return refuse({ code: 'FORBIDDEN', message: MESSAGES.marketVerifiedOnly })
  if (!seesMarket(purse.plan)) return refuse({ code: 'FORBIDDEN', message: MESSAGES.noMarket })
  return accept(true as const)
}

/**
 * OPEN-32, PLA-18: one credit for the chat that this transaction has just opened; the balance and the ledger's line move
 * in one statement. After a refusal (none left: 409; more than SPEND_LIMIT: 429, H-05) the transaction must be given up, and
 * with it the chat.
 * @returns the new balance
 */
export async function spendCredit(
  tx: Tx,
  platform: Waking,
  lawyer: MarketLawyer,
  paidFor: { chatId: string; caseId: string },
): Promise<Result<number>> {
  const balance = await takeCredit(tx, lawyer, paidFor)
  if (balance === null) return refuse({ code: 'CONFLICT', message: MESSAGES.noCredits })
  const wait = await waitToSpend(tx, lawyer, SPEND_LIMIT)
  if (wait !== null)
    return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.waitForAnswers, retryAfter: wait })
  await tell(tx, platform, lawyer.lawyerId)
  return accept(balance)
}

/**
 * H-05, H-06: gives back the credit that a chat cost its lawyer. However often it is asked, the credit comes back once; a chat
 * that was not paid for, or a lawyer who has left, gives nothing.
 * @returns whether it came back now
 */
export async function refundCredit(
  tx: Tx,
  platform: Waking,
  paid: { lawyerId: string; chatId: string },
): Promise<boolean> {
  if (!(await holdPurse(tx, paid.lawyerId))) return false
  if ((await returnCredit(tx, paid)) === null) return false
  await tell(tx, platform, paid.lawyerId)
  return true
}

/** The job that gives one credit back. */
export const REFUND_TASK = 'plans:refund'

/**
 * The same soon after this transaction, for whoever holds other rows already: lawyers are held first
 * (proposals/README.md).
 */
export async function queueRefunds(
  tx: Tx,
  paid: readonly { lawyerId: string; chatId: string }[],
): Promise<void> {
  for (const one of paid) await enqueue(tx, REFUND_TASK, one, { key: `refund:${one.chatId}` })
}

/** DAL-02: the asker's plan, balance and use. Refuses whoever is no lawyer (403). */
export async function ownCredits({ db, session }: SignedIn): Promise<Result<Credits>> {
  const row = lawyerOnly(session).ok ? await readCredits(db, session.userId, USE_DAYS) : null
  if (!row) return refuse({ code: 'FORBIDDEN', message: MESSAGES.creditsOfLawyers })
  const { plan_last_updated, has_lower, now, ...credits } = row
  const from = has_lower && plan_last_updated ? lowerPlanFrom(plan_last_updated) : null
  return accept({ ...credits, lower_plan_from: from && from > now ? from.toISOString() : null })
}

/** The asker's movements, the newest first, 10 a page. Refuses whoever is no lawyer (403). */
export async function ownMovements(
  { db, session }: SignedIn,
  { cursor }: MovementsInput,
): Promise<Result<MovementsPage>> {
  if (!lawyerOnly(session).ok) return refuse({ code: 'FORBIDDEN', message: MESSAGES.creditsOfLawyers })
  const before = cursor === undefined ? null : Number(cursor)
  const rows = await listMovements(db, session.userId, { before, limit: MOVEMENTS_PAGE + 1 })
  const movements = rows.slice(0, MOVEMENTS_PAGE)
  const last = rows.length > MOVEMENTS_PAGE ? movements.at(-1) : undefined
  return accept({ movements, next: last ? String(last.id) : null })
}

/**
 * This slice's step of an account's deletion (OPEN-58), the first of them: the ledger goes with the row, and whoever
 * spends or subscribes at this moment has done so before, or finds no lawyer.
 */
export async function leavePlans(tx: Tx, userId: string): Promise<void> {
  await holdPurse(tx, userId)
}

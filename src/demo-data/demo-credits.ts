import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { CreditMovements } from '../platform/database/types.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import type { PlanId } from '../platform/session/session.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { pseudoRandom } from './demo-lawyers.ts'

const CREDITS: Record<PlanId, number> = { gratis: 0, basico: 20, intermedio: 50, avanzado: 100 }
/** The plans that led to each plan. */
const PLAN_PATHS: Record<PlanId, readonly PlanId[]> = {
  gratis: [],
  basico: ['basico'],
  intermedio: ['basico', 'intermedio'],
  avanzado: ['basico', 'intermedio', 'avanzado'],
}
const DAY_MS = 24 * 3_600_000

interface PlanPeriod {
  plan: PlanId
  /** Start and end, days ago. */
  from: number
  until: number
  /** Credits spent in this period. */
  spent: number
}

/** A lawyer's plans in the last three months. @param left balance at the end; undefined for any */
function planPeriods(plan: PlanId, at: number, left: number | undefined): PlanPeriod[] {
  // With all credits left, the current plan started yesterday, after other plans.
  const isUnused = left === CREDITS[plan]
  const path: readonly PlanId[] = isUnused && plan === 'basico' ? ['intermedio', 'basico'] : PLAN_PATHS[plan]
  const begin = 84 + pseudoRandom(at + 4, 4)
  const last = isUnused ? 1 : 26 + pseudoRandom(at + 4, 12)
  const step = (begin - last) / Math.max(1, path.length - 1)
  return path.map((id, index) => {
    const isLast = index === path.length - 1
    const maxSpent = Math.round(CREDITS[id] * 0.8)
    const spentNow =
      left === undefined ? Math.round(maxSpent * (0.3 + pseudoRandom(at + 4, 70) / 100)) : CREDITS[id] - left
    return {
      plan: id,
      from: isLast ? last : Math.round(begin - index * step),
      until: isLast ? 0 : Math.round(begin - (index + 1) * step),
      spent: isLast ? spentNow : maxSpent,
    }
  })
}

interface PreviousPlan {
  plan: PlanId
  left: number
}

/** The credit movements of one period: expiry of the previous balance, the grant, the spending in waves. */
function movementsOf(
  lawyerId: string,
  { plan, from, until, spent }: PlanPeriod,
  before: PreviousPlan | undefined,
  now: number,
): Insertable<CreditMovements>[] {
  const begin = now - from * DAY_MS
  const base = { lawyer_id: lawyerId, created_at: new Date(begin) }
  const rows: Insertable<CreditMovements>[] = []
  if (before && before.left > 0)
    rows.push({ ...base, kind: 'expire', amount: -before.left, balance_after: 0, plan: before.plan })
  const total = CREDITS[plan]
  rows.push({ ...base, kind: 'grant', amount: total, balance_after: total, plan })
  const length = (from - until) * DAY_MS
  for (let index = 0; index < spent; index++) {
    // Spread over the period, in waves.
    const progress = (index + 0.7) / (spent + 0.7)
    const share = progress + (0.9 * Math.sin(2 * Math.PI * progress * 3)) / (2 * Math.PI * 3)
    rows.push({
      lawyer_id: lawyerId,
      kind: 'spend',
      amount: -1,
      balance_after: total - index - 1,
      chat_id: randomUUID(),
      case_id: randomUUID(),
      created_at: new Date(begin + length * share),
    })
  }
  return rows
}

/** Creates three months of credit movements for every lawyer with a paid plan, with balances that add up. */
export async function createDemoCredits(platform: Platform): Promise<void> {
  const now = Date.now()
  await platform.db.transaction().execute(async (tx) => {
    const { rows: lawyers } = await sql<{ id: string; plan: PlanId; name: string }>`
      select l.id, l.plan, p.name from lawyer_profiles l join profiles p on p.id = l.id
      where l.plan <> 'gratis' order by p.name
    `.execute(tx)
    for (const [at, { id, plan, name }] of lawyers.entries()) {
      const left = DEMO_ACCOUNTS.find((account) => account.name === name)?.credits
      const periods = planPeriods(plan, at, left)
      const balanceAfter = ({ plan, spent }: PlanPeriod) => ({ plan, left: CREDITS[plan] - spent })
      const rows = periods.flatMap((period, index) => {
        const before = periods[index - 1]
        return movementsOf(id, period, before && balanceAfter(before), now)
      })
      await tx.insertInto('credit_movements').values(rows).execute()
      const current = periods.at(-1)
      await tx
        .updateTable('lawyer_profiles')
        .set({
          credits_available: current ? balanceAfter(current).left : 0,
          credits_used: current?.spent ?? 0,
          plan_last_updated: new Date(now - (current?.from ?? 0) * DAY_MS),
        })
        .where('id', '=', id)
        .execute()
    }
  })
}

import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { CreditMovements } from '../../platform/database/types.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import type { PlanId } from '../../platform/session.ts'

const CREDITS: Record<PlanId, number> = { gratis: 0, basico: 20, intermedio: 50, avanzado: 100 }
/** The way each plan was reached. */
const WAYS: Record<PlanId, readonly PlanId[]> = {
  gratis: [],
  basico: ['basico'],
  intermedio: ['basico', 'intermedio'],
  avanzado: ['basico', 'intermedio', 'avanzado'],
}
const DAY = 24 * 3_600_000

/** A number that looks thrown and is the same each time. */
const thrown = (at: number, among: number) => ((at + 7) * 2_654_435_761) % among

interface Stay {
  plan: PlanId
  /** Days ago. */
  from: number
  until: number
  /** Credits spent meanwhile. */
  spent: number
}

/**
 * Where a lawyer's credits went in the last three months.
 * @param at which lawyer
 * @param left credits that must be left; undefined: whatever the story leaves
 */
function staysOf(plan: PlanId, at: number, left: number | undefined): Stay[] {
  // Whoever has every credit left took the plan yesterday, after others.
  const fresh = left === CREDITS[plan]
  const way: readonly PlanId[] = fresh && plan === 'basico' ? ['intermedio', 'basico'] : WAYS[plan]
  const begin = 84 + thrown(at, 4)
  const last = fresh ? 1 : 26 + thrown(at, 12)
  const step = (begin - last) / Math.max(1, way.length - 1)
  return way.map((id, index) => {
    const isLast = index === way.length - 1
    const most = Math.round(CREDITS[id] * 0.8)
    const spentNow = left === undefined ? Math.round(most * (0.3 + thrown(at, 70) / 100)) : CREDITS[id] - left
    return {
      plan: id,
      from: isLast ? last : Math.round(begin - index * step),
      until: isLast ? 0 : Math.round(begin - (index + 1) * step),
      spent: isLast ? spentNow : most,
    }
  })
}

interface Before {
  plan: PlanId
  left: number
}

/** The movements of one stay: what was left before expires, the grant, and the spends, closer together in some weeks. */
function movementsOf(
  lawyerId: string,
  { plan, from, until, spent }: Stay,
  before: Before | undefined,
  now: number,
): Insertable<CreditMovements>[] {
  const begin = now - from * DAY
  const line = { lawyer_id: lawyerId, created_at: new Date(begin) }
  const rows: Insertable<CreditMovements>[] = []
  if (before && before.left > 0)
    rows.push({ ...line, kind: 'expire', amount: -before.left, balance_after: 0, plan: before.plan })
  const total = CREDITS[plan]
  rows.push({ ...line, kind: 'grant', amount: total, balance_after: total, plan })
  const length = (from - until) * DAY
  for (let index = 0; index < spent; index++) {
    // Between the begin and the end of the stay, in waves.
    const way = (index + 0.7) / (spent + 0.7)
    const share = way + (0.9 * Math.sin(2 * Math.PI * way * 3)) / (2 * Math.PI * 3)
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

/**
 * Three months of credits for every lawyer with a paid plan: plans taken, chats started, and balances that add up.
 * @param exact what must be left to those whom README names, by id
 */
export async function createDemoCredits(
  platform: Platform,
  exact: ReadonlyMap<string, number>,
): Promise<void> {
  const now = Date.now()
  await platform.db.transaction().execute(async (tx) => {
    const { rows: lawyers } = await sql<{ id: string; plan: PlanId }>`
      select l.id, l.plan from lawyer_profiles l join profiles p on p.id = l.id
      where l.plan <> 'gratis' order by p.name
    `.execute(tx)
    for (const [at, { id, plan }] of lawyers.entries()) {
      const stays = staysOf(plan, at, exact.get(id))
      const leftOf = (stay: Stay) => ({ plan: stay.plan, left: CREDITS[stay.plan] - stay.spent })
      const rows = stays.flatMap((stay, index) => {
        const before = stays[index - 1]
        return movementsOf(id, stay, before && leftOf(before), now)
      })
      await tx.insertInto('credit_movements').values(rows).execute()
      const current = stays.at(-1)
      await tx
        .updateTable('lawyer_profiles')
        .set({
          credits_available: current ? leftOf(current).left : 0,
          credits_used: current?.spent ?? 0,
          plan_last_updated: new Date(now - (current?.from ?? 0) * DAY),
        })
        .where('id', '=', id)
        .execute()
    }
  })
}

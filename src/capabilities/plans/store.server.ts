import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { exists, first, now, rowOf, secondsFromNow, t } from '../../platform/database/queries.server.ts'
import type { PlanId } from '../../platform/session/session.ts'
import type { MarketLawyer } from './rules.ts'
import type { Movement, Plan } from './schema.ts'

const SECONDS_PER_DAY = 86_400

export const listPlans = (db: Db): Promise<Plan[]> =>
  db
    .selectFrom('plans')
    .select(['id', 'name', 'price', 'credits', 'rank', 'features'])
    .orderBy('rank')
    .execute()

/**
 * Locks a lawyer's row until the transaction ends. Every change of plan or credits starts with this. Reads
 * this table only: after waiting for the lock, a join would still use the old plan.
 * @returns null when there is no such lawyer
 */
export const lockLawyerPlan = (tx: Tx, lawyerId: string) =>
  first(
    tx
      .selectFrom('lawyer_profiles')
      .select(['plan', 'plan_last_updated', 'is_verified', now.as('now')])
      .where('id', '=', lawyerId)
      .forNoKeyUpdate(),
  )

const balanceRow = rowOf({ balance: t.int })

/**
 * Sets the plan of a locked lawyer and grants its credits. One statement changes the balance and
 * writes the ledger. An upgrade keeps the remaining credits and the usage count; otherwise remaining credits
 * expire and the count restarts at 0 (PLA-14).
 * @returns the new balance
 */
export async function setPlan(
  tx: Tx,
  lawyerId: string,
  plan: PlanId,
  { credits, isUpgrade }: { credits: number; isUpgrade: boolean },
): Promise<number> {
  const row = await balanceRow`
    with old as (
      select id, plan, case when ${isUpgrade} then 0 else credits_available end as expired
      from lawyer_profiles where id = ${lawyerId}
    ), moved as (
      update lawyer_profiles l set plan = ${plan}, credits_available = l.credits_available - old.expired + ${credits}::int,
        credits_used = case when ${isUpgrade} then l.credits_used else 0 end,
        plan_last_updated = app_now(), updated_at = app_now()
      from old where l.id = old.id
      returning l.id, l.plan, l.credits_available
    ), written as (
      insert into credit_movements (lawyer_id, kind, amount, balance_after, plan)
      select id, kind, amount, balance_after, plan from (
        select id, 1 as place, 'expire' as kind, -expired as amount, 0 as balance_after, plan from old
        union all
        select id, 2, 'grant', ${credits}::int, credits_available, plan from moved
      ) as movement
      where amount <> 0 order by place
    )
    select credits_available as balance from moved
  `.first(tx)
  if (!row) throw new Error('lawyer row missing')
  return row.balance
}

/**
 * H-02: stores the plans whose credits a lawyer received in the last `days` days, before the account is
 * deleted. Deletes older rows of everyone.
 */
export async function upsertFormerGrants(
  tx: Tx,
  lawyerId: string,
  { rutDigest, days }: { rutDigest: string; days: number },
): Promise<void> {
  const since = secondsFromNow(-days * SECONDS_PER_DAY)
  await tx.deleteFrom('former_grants').where('granted_at', '<', since).execute()
  await sql`
    insert into former_grants (rut_digest, plan, granted_at)
    select ${rutDigest}, plan, max(created_at) from credit_movements
    where lawyer_id = ${lawyerId} and kind = 'grant' and created_at > ${since}
    group by plan
    on conflict (rut_digest, plan) do update set granted_at = greatest(former_grants.granted_at, excluded.granted_at)
  `.execute(tx)
}

/** H-02: whether a deleted account with this RUT received the credits of a plan in the last `days` days. */
export const hasFormerGrant = (
  db: Db,
  { rutDigest, plan, days }: { rutDigest: string; plan: PlanId; days: number },
): Promise<boolean> =>
  exists(
    db
      .selectFrom('former_grants')
      .select('plan')
      .where('rut_digest', '=', rutDigest)
      .where('plan', '=', plan)
      .where('granted_at', '>', secondsFromNow(-days * SECONDS_PER_DAY)),
  )

/**
 * Spends one credit for a chat and writes the ledger entry, in one statement.
 * @returns the new balance; null when no credit was left (nothing was written)
 */
export async function debitCredit(
  tx: Tx,
  { lawyerId }: MarketLawyer,
  { chatId, caseId }: { chatId: string; caseId: string },
): Promise<number | null> {
  const row = await balanceRow`
    with paid as (
      update lawyer_profiles set credits_available = credits_available - 1, credits_used = credits_used + 1,
        updated_at = app_now()
      where id = ${lawyerId} and credits_available > 0
      returning id, credits_available
    )
    insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id)
    select id, 'spend', -1, credits_available, ${chatId}, ${caseId} from paid
    returning balance_after as balance
  `.first(tx)
  return row?.balance ?? null
}

/**
 * Refunds the credit of a chat to a locked lawyer and writes the ledger entry, in one statement.
 * @returns the new balance; null when the chat was not paid for or already refunded (nothing was written)
 */
export const restoreCredit = (tx: Tx, paid: { lawyerId: string; chatId: string }): Promise<number | null> =>
  balanceRow`
    with owed as (
      select s.lawyer_id, s.chat_id, s.case_id from credit_movements s
      where s.chat_id = ${paid.chatId} and s.lawyer_id = ${paid.lawyerId} and s.kind = 'spend'
        and not exists (select from credit_movements r where r.chat_id = s.chat_id and r.kind = 'refund')
    ), moved as (
      update lawyer_profiles l set credits_available = credits_available + 1,
        credits_used = greatest(credits_used - 1, 0), updated_at = app_now()
      from owed where l.id = owed.lawyer_id
      returning l.id, l.credits_available
    )
    insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id)
    select moved.id, 'refund', 1, moved.credits_available, owed.chat_id, owed.case_id from moved, owed
    returning balance_after as balance
  `.value(tx)

const waitRow = rowOf({ wait: t.int })

/** @returns null while a locked lawyer is within the limit, else seconds until another credit may be spent */
export async function spendWaitSeconds(
  tx: Tx,
  { lawyerId }: MarketLawyer,
  limit: { max: number; windowSeconds: number },
): Promise<number | null> {
  const row = await waitRow`
    select ceil(extract(epoch from created_at + make_interval(secs => ${limit.windowSeconds}) - app_now()))::int as wait
    from credit_movements
    where lawyer_id = ${lawyerId} and kind = 'spend' and created_at > app_now() - make_interval(secs => ${limit.windowSeconds})
    order by created_at desc offset ${limit.max} limit 1
  `.first(tx)
  return row && Math.max(1, row.wait)
}

const creditsRow = rowOf({
  plan: t.oneOf<PlanId>(),
  plan_name: t.text,
  plan_credits: t.int,
  credits_available: t.int,
  credits_used: t.int,
  plan_last_updated: t.time.orNull,
  has_lower: t.bool,
  now: t.time,
  today: t.text,
  use: t.json<{ day: string; used: number }[]>(),
})

/**
 * Plan and credits of a lawyer, and the daily usage from the ledger without refunded credits.
 * @param days length of the usage period in days, today included
 * @returns null when there is no such lawyer
 */
export const readCredits = (db: Db, lawyerId: string, days: number) =>
  creditsRow`
    select l.plan, p.name as plan_name, p.credits as plan_credits, l.credits_available, l.credits_used,
      l.plan_last_updated, p.rank > 1 as has_lower, app_now() as now, today.day::text as today,
      (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'used', used) order by day), '[]')
       from (
         select (m.created_at at time zone 'America/Santiago')::date as day, count(*) as used
         from credit_movements m
         where m.lawyer_id = l.id and m.kind = 'spend'
           and m.created_at >= (today.day - ${days - 1}::int)::timestamp at time zone 'America/Santiago'
           and not exists (select from credit_movements r where r.chat_id = m.chat_id and r.kind = 'refund')
         group by 1
       ) as days) as use
    from lawyer_profiles l join plans p on p.id = l.plan,
      (select (app_now() at time zone 'America/Santiago')::date as day) as today
    where l.id = ${lawyerId}
  `.first(db)

/**
 * Ledger entries of a lawyer, newest first.
 * @param before return entries older than this id; null: the newest
 */
export async function listMovements(
  db: Db,
  lawyerId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Movement[]> {
  const rows = await db
    .selectFrom('credit_movements')
    .select(['id', 'kind', 'amount', 'balance_after', 'plan', 'created_at'])
    .where('lawyer_id', '=', lawyerId)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

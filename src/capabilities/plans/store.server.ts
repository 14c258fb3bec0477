import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { PlanId } from '../../platform/session/session.ts'
import type { MarketLawyer } from './rules.ts'
import type { Movement, Plan } from './schema.ts'

/** Every plan, the free one first. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const { rows } =
    await sql<Plan>`select id, name, price, credits, rank, features from plans order by rank`.execute(db)
  return rows
}

/** Plan of a lawyer, and the database's current time. */
export interface LawyerPlan {
  plan: PlanId
  plan_last_updated: Date | null
  is_verified: boolean
  now: Date
}

/**
 * Locks a lawyer's row until the transaction ends. Every change of plan or credits starts with this. Reads
 * this table only: after waiting for the lock, a join would still use the old plan.
 * @returns null when there is no such lawyer
 */
export async function lockLawyerPlan(tx: Tx, lawyerId: string): Promise<LawyerPlan | null> {
  const { rows } = await sql<LawyerPlan>`
    select plan, plan_last_updated, is_verified, app_now() as now from lawyer_profiles
    where id = ${lawyerId} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Sets the plan of a locked lawyer and grants its credits (`grantFor`). One statement changes the balance and
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
  const { rows } = await sql<{ credits_available: number }>`
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
    select credits_available from moved
  `.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('lawyer row missing')
  return row.credits_available
}

/** The declared RUT of a lawyer, or null. */
export async function findRut(db: Db, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ rut: string | null }>`
    select rut from lawyer_profiles where id = ${lawyerId}
  `.execute(db)
  return rows[0]?.rut ?? null
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
  await sql`delete from former_grants where granted_at < app_now() - make_interval(days => ${days})`.execute(
    tx,
  )
  await sql`
    insert into former_grants (rut_digest, plan, granted_at)
    select ${rutDigest}, plan, max(created_at) from credit_movements
    where lawyer_id = ${lawyerId} and kind = 'grant' and created_at > app_now() - make_interval(days => ${days})
    group by plan
    on conflict (rut_digest, plan) do update set granted_at = greatest(former_grants.granted_at, excluded.granted_at)
  `.execute(tx)
}

/** H-02: whether a deleted account with this RUT received the credits of a plan in the last `days` days. */
export async function hasFormerGrant(
  db: Db,
  { rutDigest, plan, days }: { rutDigest: string; plan: PlanId; days: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from former_grants
    where rut_digest = ${rutDigest} and plan = ${plan} and granted_at > app_now() - make_interval(days => ${days})
  `.execute(db)
  return rows.length > 0
}

/**
 * Spends one credit for a chat and writes the ledger entry, in one statement.
 * @returns the new balance; null when no credit was left (nothing was written)
 */
export async function debitCredit(
  tx: Tx,
  { lawyerId }: MarketLawyer,
  { chatId, caseId }: { chatId: string; caseId: string },
): Promise<number | null> {
  const { rows } = await sql<{ balance_after: number }>`
    with paid as (
      update lawyer_profiles set credits_available = credits_available - 1, credits_used = credits_used + 1,
        updated_at = app_now()
      where id = ${lawyerId} and credits_available > 0
      returning id, credits_available
    )
    insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id)
    select id, 'spend', -1, credits_available, ${chatId}, ${caseId} from paid
    returning balance_after
  `.execute(tx)
  return rows[0]?.balance_after ?? null
}

/**
 * Refunds the credit of a chat to a locked lawyer and writes the ledger entry, in one statement.
 * @returns the new balance; null when the chat was not paid for or already refunded (nothing was written)
 */
export async function restoreCredit(
  tx: Tx,
  paid: { lawyerId: string; chatId: string },
): Promise<number | null> {
  const { rows } = await sql<{ balance_after: number }>`
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
    returning balance_after
  `.execute(tx)
  return rows[0]?.balance_after ?? null
}

/** @returns null while a locked lawyer is within the limit, else seconds until another credit may be spent */
export async function spendWaitSeconds(
  tx: Tx,
  { lawyerId }: MarketLawyer,
  limit: { max: number; windowSeconds: number },
): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + make_interval(secs => ${limit.windowSeconds}) - app_now()))::int as wait
    from credit_movements
    where lawyer_id = ${lawyerId} and kind = 'spend' and created_at > app_now() - make_interval(secs => ${limit.windowSeconds})
    order by created_at desc offset ${limit.max} limit 1
  `.execute(tx)
  return rows[0] ? Math.max(1, rows[0].wait) : null
}

export interface CreditsRow {
  plan: PlanId
  plan_name: string
  plan_credits: number
  credits_available: number
  credits_used: number
  plan_last_updated: Date | null
  /** Whether there is a lower paid plan. */
  has_lower: boolean
  now: Date
  today: string
  use: { day: string; used: number }[]
}

/**
 * Plan and credits of a lawyer, and the daily usage from the ledger without refunded credits.
 * @param days length of the usage period in days, today included
 * @returns null when there is no such lawyer
 */
export async function readCredits(db: Db, lawyerId: string, days: number): Promise<CreditsRow | null> {
  const { rows } = await sql<CreditsRow>`
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
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Ledger entries of a lawyer, newest first.
 * @param before return entries older than this id; null: the newest
 */
export async function listMovements(
  db: Db,
  lawyerId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, 'created_at'> & { created_at: Date }>`
    select id, kind, amount, balance_after, plan, created_at from credit_movements
    where lawyer_id = ${lawyerId} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

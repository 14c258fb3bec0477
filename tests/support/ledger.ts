/** What tests of credits look at: balance and ledger of a lawyer. */
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

type Place = Pick<TestDatabase, 'sql'>

interface Standing extends Record<string, unknown> {
  plan: string
  credits_available: number
  credits_used: number
  ledger: number
}

/** What a lawyer has, beside what their movements add up to. */
export async function standingOf(database: Place, id: string) {
  const [row] = await database.sql<Standing>(
    `select plan, credits_available, credits_used,
       (select coalesce(sum(amount), 0)::int from credit_movements where lawyer_id = $1) as ledger
     from lawyer_profiles where id = $1`,
    [id],
  )
  return row
}

/** A lawyer's ledger, the oldest first. */
export const movementsOf = (database: Place, id: string) =>
  database.sql(
    'select kind, amount, balance_after, plan from credit_movements where lawyer_id = $1 order by id',
    [id],
  )

/** Looks at every lawyer without a pause until told to stop: balance and ledger are never seen apart. */
export function watchLedgers(database: Place) {
  let watching = true
  let looks = 0
  const done = (async () => {
    while (watching) {
      const apart = await database.sql(
        `select l.id, l.credits_available, coalesce(sum(m.amount), 0)::int as ledger
         from lawyer_profiles l left join credit_movements m on m.lawyer_id = l.id
         group by l.id having l.credits_available <> coalesce(sum(m.amount), 0)`,
      )
      expect(apart).toEqual([])
      looks++
    }
    return looks
  })()
  return async () => {
    watching = false
    return done
  }
}

/** Every balance is the sum of its movements, and each movement's balance that of those up to it. */
export async function expectLedgersAddUp(database: Place): Promise<void> {
  const wrong = await database.sql(
    `select * from (
       select m.id, m.balance_after, sum(m.amount) over (partition by m.lawyer_id order by m.id) as ran
       from credit_movements m) as line where balance_after <> ran`,
  )
  expect(wrong).toEqual([])
}

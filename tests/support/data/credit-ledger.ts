/** Reads and checks the credit balance and ledger of lawyers. */
import { expect } from 'vitest'
import type { TestDatabase } from '../database/test-database.ts'

type Database = Pick<TestDatabase, 'sql'>

interface Credits extends Record<string, unknown> {
  plan: string
  credits_available: number
  credits_used: number
  ledger: number
}

/** Returns the plan and credits of a lawyer, and the sum of the ledger. */
export async function creditsOf(database: Database, id: string) {
  const [row] = await database.sql<Credits>(
    `select plan, credits_available, credits_used,
       (select coalesce(sum(amount), 0)::int from credit_movements where lawyer_id = $1) as ledger
     from lawyer_profiles where id = $1`,
    [id],
  )
  return row
}

/** Returns the ledger of a lawyer, oldest entry first. */
export const movementsOf = (database: Database, id: string) =>
  database.sql(
    'select kind, amount, balance_after, plan from credit_movements where lawyer_id = $1 order by id',
    [id],
  )

/**
 * Checks continuously that balance and ledger of every lawyer agree.
 * @returns a function that stops the checks and returns their number
 */
export function watchLedgers(database: Database) {
  let isWatching = true
  let checks = 0
  const done = (async () => {
    while (isWatching) {
      const mismatches = await database.sql(
        `select l.id, l.credits_available, coalesce(sum(m.amount), 0)::int as ledger
         from lawyer_profiles l left join credit_movements m on m.lawyer_id = l.id
         group by l.id having l.credits_available <> coalesce(sum(m.amount), 0)`,
      )
      expect(mismatches).toEqual([])
      checks++
    }
    return checks
  })()
  return async () => {
    isWatching = false
    return done
  }
}

/** Expects the balance of each ledger entry to be the sum of the entries up to it. */
export async function expectLedgersAddUp(database: Database): Promise<void> {
  const wrong = await database.sql(
    `select * from (
       select m.id, m.balance_after, sum(m.amount) over (partition by m.lawyer_id order by m.id) as ran
       from credit_movements m) as line where balance_after <> ran`,
  )
  expect(wrong).toEqual([])
}

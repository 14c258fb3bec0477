import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.server.ts'
import type { Plan } from './schema.ts'

/** Every plan, the free one first. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const { rows } =
    await sql<Plan>`select id, name, price, credits, rank, features from plans order by rank`.execute(db)
  return rows
}

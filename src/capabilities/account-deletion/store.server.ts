import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { Role } from '../../platform/session/session.ts'

/** The account with this email address, or null. */
export async function findUserByEmail(db: Db, email: string): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`select id from profiles where email = ${email}`.execute(db)
  return rows[0] ?? null
}

/** Locks an account until the transaction ends. @returns its role, or null when it no longer exists */
export async function lockRole(tx: Tx, userId: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select role from profiles where id = ${userId} for no key update
  `.execute(tx)
  return rows[0]?.role ?? null
}

/** Ids of a client's open cases; `paused`: only those taken out of the market by a suspension. */
export async function findCases(tx: Tx, clientId: string, which: 'open' | 'paused'): Promise<string[]> {
  const paused = sql`and id in (select case_id from paused_cases)`
  const { rows } = await sql<{ id: string }>`
    select id from cases where client_id = ${clientId} and status = 'ingresado' ${which === 'paused' ? paused : sql``}
  `.execute(tx)
  return rows.map((row) => row.id)
}

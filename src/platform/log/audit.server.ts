import { sql } from 'kysely'
import type { Tx } from '../database/database.server.ts'

export interface AuditEntry {
  /** Who did it; null when nobody is known. */
  actor: string | null
  /** Dotted, past tense: account.deleted, lawyer.verified. */
  action: string
  /** Id of what it was done to. */
  object: string | null
  details?: Record<string, string | number | boolean | null>
}

/** Of whoever leaves: that something of this kind was done by them stays, what was said of it goes. */
export async function forgetDetails(tx: Tx, actor: string, action: string): Promise<void> {
  await sql`update audit_log set details = '{}' where actor_id = ${actor} and action = ${action}`.execute(tx)
}

/** Writes what must be answerable for later, in the transaction that does it (DESIGN.md §4). */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (actor_id, action, object, details)
    values (${entry.actor}, ${entry.action}, ${entry.object}, ${JSON.stringify(entry.details ?? {})}::jsonb)
  `.execute(tx)
}

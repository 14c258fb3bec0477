import { sql } from 'kysely'
import type { Tx } from '../database/database.server.ts'
import type { AuditAction } from './actions.ts'
import type { LookPurpose } from './looks.ts'

export interface AuditEntry {
  /** Account id; null when there is none. */
  actor: string | null
  /** Dotted name in the past tense. */
  action: AuditAction
  /** Id of the affected object. */
  object: string | null
  /** Whom it is about, where that is not the actor: the log is read by person (DAT-64). */
  person?: string | null
  /** Undefined values are left out. */
  details?: Record<string, string | number | boolean | null | undefined>
  /** Of an administrator who looked for somebody and found nobody (DAT-35). */
  purpose?: LookPurpose
}

/** Clears the details of an actor's entries of one action (account deletion). The entries stay. */
export async function clearAuditDetails(tx: Tx, actor: string, action: AuditAction): Promise<void> {
  await sql`update audit_log set details = '{}' where actor_id = ${actor} and action = ${action}`.execute(tx)
}

/** Writes an entry in the transaction of the action itself (docs/design.md §4). */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (actor_id, action, object, details, purpose, person_id)
    values (${entry.actor}, ${entry.action}, ${entry.object}, ${JSON.stringify(entry.details ?? {})}::jsonb,
      ${entry.purpose ?? null}, ${entry.person ?? null})
  `.execute(tx)
}

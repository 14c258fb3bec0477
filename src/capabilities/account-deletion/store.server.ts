import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, value, values } from '../../platform/database/queries.server.ts'
import type { Role } from '../../platform/session/session.ts'

export const findUserByEmail = (db: Db, email: string) =>
  first(db.selectFrom('profiles').select('id').where('email', '=', email))

/** Locks an account until the transaction ends. @returns its role, or null when it no longer exists */
export const lockRole = (tx: Tx, userId: string): Promise<Role | null> =>
  value(tx.selectFrom('profiles').select('role').where('id', '=', userId).forNoKeyUpdate())

/** Ids of a client's open cases; `paused`: only those taken out of the market by a suspension. */
export function findCases(tx: Tx, clientId: string, which: 'open' | 'paused'): Promise<string[]> {
  const open = tx
    .selectFrom('cases')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', '=', sql.lit('ingresado'))
  const paused = open.where('id', 'in', (eb) => eb.selectFrom('paused_cases').select('case_id'))
  return values(which === 'paused' ? paused : open)
}

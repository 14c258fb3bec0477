import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import type { Keys } from './keys.server.ts'

/** Keys that this process has recorded, by database. */
const recorded = new WeakMap<Db, string>()

/**
 * DAT-56: records the current key before something is encrypted with it, so that no process without it starts.
 * @throws when another key has its id
 */
export async function recordCurrentKey(db: Db, keys: Keys): Promise<void> {
  if (recorded.get(db) === keys.current) return
  const fingerprint = keys.fingerprints.get(keys.current) as string
  const { rows } = await sql<{ fingerprint: string }>`
    with added as (
      insert into encryption_keys (id, fingerprint) values (${keys.current}, ${fingerprint})
      on conflict (id) do nothing returning fingerprint
    )
    select fingerprint from added union all
    select fingerprint from encryption_keys where id = ${keys.current}
  `.execute(db)
  if (rows.some((row) => row.fingerprint !== fingerprint))
    throw new Error(`another key has the id ${keys.current}`)
  recorded.set(db, keys.current)
}

/** DAT-56: whether this process can open everything. @throws with one line that names a missing key */
export async function checkKeys(db: Db, keys: Keys, file: string): Promise<void> {
  const rows = await db.selectFrom('encryption_keys').select(['id', 'fingerprint']).orderBy('id').execute()
  const missing = rows.filter(({ id, fingerprint }) => keys.fingerprints.get(id) !== fingerprint)
  if (missing.length > 0)
    throw new Error(
      `Falta en ${file} la clave de cifrado ${missing.map(({ id }) => id).join(', ')}, que hay archivos o datos que necesitan. Repón el archivo de claves (ENCRYPTION_KEYS_FILE).`,
    )
}

/** PostgreSQL's error code for a row that others refer to. */
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * DAT-57: takes a key out of the list of those in use. The database itself refuses while a row needs it.
 * @throws with one line for the operator
 */
export async function retireKey(db: Db, keys: Keys, id: string): Promise<void> {
  if (id === keys.current)
    throw new Error(
      `${id} es la clave actual: pon antes otra en la primera línea (npm run keys:new) y reinicia.`,
    )
  try {
    const { numDeletedRows } = await db.deleteFrom('encryption_keys').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Error(`No hay nada sellado con la clave ${id}.`)
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    throw new Error(
      `Todavía hay archivos o datos sellados con la clave ${id}. Amparo los sella de nuevo mientras funciona: inténtalo más tarde.`,
    )
  }
}

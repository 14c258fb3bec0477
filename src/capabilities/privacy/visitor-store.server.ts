import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { changes, exists, first, now, rowOf, t, value } from '../../platform/database/queries.server.ts'
import type { PersonalTable } from '../../platform/personal-data/inventory.ts'
import type { SendVisitorRequestInput } from './visitor-schema.ts'

const columns = ['request_id', 'name', 'quality', 'email', 'datum_kind', 'datum'] as const

/** Who asks without an account. */
export const findVisitor = (db: Db, requestId: string) =>
  first(db.selectFrom('desk_requests').select(columns).where('request_id', '=', requestId))

export const insertVisitor = (
  tx: Tx,
  { requestId, name, quality, email, datumKind, datum }: SendVisitorRequestInput,
  codeHash: string,
) =>
  tx
    .insertInto('desk_requests')
    .values({
      request_id: requestId,
      ...{ name, quality, email, datum, datum_kind: datumKind, code_hash: codeHash },
    })
    .returning(['email', 'code_sent_at'])
    .executeTakeFirstOrThrow()

/** The last code of a request, locked, so that concurrent attempts run one after the other. */
export const lockCode = (
  tx: Tx,
  requestId: string,
  { seconds, maxWrongTries }: { seconds: number; maxWrongTries: number },
) =>
  first(
    tx
      .selectFrom('desk_requests')
      .select(['email', 'code_hash', 'code_sent_at'])
      .select(
        sql<boolean>`code_sent_at > app_now() - make_interval(secs => ${seconds}) and wrong_tries < ${maxWrongTries}`.as(
          'works',
        ),
      )
      .where('request_id', '=', requestId)
      .forUpdate(),
  )

export const countWrongTry = (tx: Tx, requestId: string) =>
  tx
    .updateTable('desk_requests')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('request_id', '=', requestId)
    .execute()

/** Replaces the code, unless the old one is younger. Null: it is. */
export const replaceCode = (tx: Tx, requestId: string, codeHash: string, minSecondsBetween: number) =>
  first(
    tx
      .updateTable('desk_requests')
      .set({
        code_hash: codeHash,
        code_sent_at: sql<Date>`date_trunc('milliseconds', app_now())`,
        wrong_tries: 0,
      })
      .where('request_id', '=', requestId)
      .where(sql<boolean>`code_sent_at <= app_now() - make_interval(secs => ${minSecondsBetween})`)
      .returning('code_sent_at'),
  )

/** DAT-24: its mailbox is the asker's. */
export const markConfirmed = (tx: Tx, requestId: string) =>
  changes(tx.updateTable('desk_requests').set({ confirmed_at: now }).where('request_id', '=', requestId))

/** DAT-24: how many requests gave this address within the last day. */
export const countOfAddress = (tx: Tx, email: string) =>
  value(
    tx
      .selectFrom('desk_requests as d')
      .innerJoin('data_requests as r', 'r.id', 'd.request_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('d.email', '=', email)
      .where('r.received_at', '>', sql<Date>`app_now() - interval '1 day'`),
  )

/** Whether an account has this address; only its mailbox gets to know (DAT-26). */
export const hasAccount = (db: Db, email: string) =>
  exists(db.selectFrom('user').select('id').where('email', '=', email))

export const addFiles = (tx: Tx, requestId: string, fileKeys: readonly string[]) =>
  changes(
    tx
      .updateTable('data_requests')
      .set({ file_keys: sql<string[]>`file_keys || ${fileKeys}::text[]`, updated_at: now })
      .where('id', '=', requestId),
  )

const matchRow = rowOf({ name: t.text, count: t.int })

/**
 * DAT-26: how many rows of each table have this exact value in a column by which people may be found.
 * @param columns from the inventory
 */
export async function countMatches(
  tx: Tx,
  columns: readonly { table: string; column: string }[],
  datum: string,
): Promise<Record<string, number>> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  const selects = [...tables].map(([name, found]) => {
    const has = found.map(({ column }) => sql`${sql.ref(`t.${column}`)} = ${datum}`)
    return sql`select ${sql.lit(name)}::text as name, count(*)::int as count
      from ${sql.table(name)} as t where ${sql.join(has, sql` or `)}`
  })
  const rows = await matchRow`${sql.join(selects, sql` union all `)}`.all(tx)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** The columns of the inventory by which somebody without an account may be found. */
export const lookupColumns = (
  tables: readonly (readonly [name: string, table: PersonalTable])[],
): { table: string; column: string }[] =>
  tables.flatMap(([table, { columns: entries }]) =>
    Object.entries(entries).flatMap(([column, entry]) =>
      typeof entry !== 'string' && entry.lookup === true ? [{ table, column }] : [],
    ),
  )

/** The accounts with this datum: each sees that it was found. */
export const findPeople = async (tx: Tx, datum: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('user as u')
    .leftJoin('lawyer_profiles as l', 'l.id', 'u.id')
    .select('u.id')
    .where(({ eb, or }) =>
      or([eb('u.email', '=', datum), eb('l.rut', '=', datum), eb('l.phone_number', '=', datum)]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** DAT-24: deletes requests whose mailbox was not confirmed. @returns how many */
export const deleteUnconfirmed = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const deleted = await tx
    .deleteFrom('data_requests')
    // Again, for one that is confirmed at this moment.
    .where('state', '=', sql.lit<'por_confirmar'>('por_confirmar'))
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('data_requests')
          .select('id')
          .where('state', '=', sql.lit<'por_confirmar'>('por_confirmar'))
          .where('received_at', '<', before)
          .limit(limit),
      ),
    )
    .returning('id')
    .execute()
  return deleted.length
}

/** DAT-22: answered requests whose askers are still known, older than this. */
export const listOldVisitors = (tx: Tx, before: Date, limit: number) =>
  tx
    .selectFrom('desk_requests as d')
    .innerJoin('data_requests as r', 'r.id', 'd.request_id')
    .select(['d.request_id', 'd.email'])
    .where('r.decided_at', '<', before)
    .limit(limit)
    .forUpdate()
    .execute()

/** DAT-22: of a request stay number, dates, outcome, the texts sent, and a keyed digest of the address. */
export async function forgetAsker(tx: Tx, requestId: string, emailDigest: string): Promise<void> {
  await tx
    .updateTable('data_requests')
    .set({ email_digest: emailDigest, cause: null, details: '', updated_at: now })
    .where('id', '=', requestId)
    .execute()
  await tx.deleteFrom('desk_requests').where('request_id', '=', requestId).execute()
}

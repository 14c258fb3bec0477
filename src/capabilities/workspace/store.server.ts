import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CaseStatus } from '../cases/schema.ts'
import type { BoardKeeper } from './rules.ts'
import type { Task } from './schema.ts'

export interface HeldCase {
  id: string
  client_id: string | null
  lawyer_id: string | null
  status: CaseStatus
}

/**
 * Holds a case until the transaction ends: whatever changes its board or its documents does so one after the other, and
 * neither is it finished nor does a party leave meanwhile. Not yet a right: `caseParty` decides.
 */
export async function holdCase(tx: Tx, caseId: string): Promise<HeldCase | null> {
  const { rows } = await sql<HeldCase>`
    select id, client_id, lawyer_id, status from cases where id = ${caseId} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Tasks of a case by place. */
export async function listTasks(db: Db, { caseId }: { caseId: string }): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select id, title, status, "order" from tasks where case_id = ${caseId} order by status, "order", id
  `.execute(db)
  return rows
}

/** @returns false when there is a task of this id already, in whichever case (nothing was written) */
export async function insertTask(
  tx: Tx,
  { caseId }: BoardKeeper,
  { id, title, status, order }: Task,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tasks (id, case_id, title, status, "order") values (${id}, ${caseId}, ${title}, ${status}, ${order})
    on conflict (id) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** @returns whether there was such a task in the case */
export async function renameTask(
  tx: Tx,
  { caseId }: BoardKeeper,
  { taskId, title }: { taskId: string; title: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tasks set title = ${title} where id = ${taskId} and case_id = ${caseId}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Writes new places, all in one statement. */
export async function placeTasks(
  tx: Tx,
  { caseId }: BoardKeeper,
  places: readonly Pick<Task, 'id' | 'status' | 'order'>[],
): Promise<void> {
  if (places.length === 0) return
  await sql`
    update tasks set status = place.status, "order" = place."order"
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ status }) => status)}::text[],
      ${places.map(({ order }) => order)}::integer[]) as place (id, status, "order")
    where tasks.id = place.id and tasks.case_id = ${caseId}
  `.execute(tx)
}

/** @returns whether there was such a task in the case */
export async function deleteTask(tx: Tx, { caseId }: BoardKeeper, taskId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from tasks where id = ${taskId} and case_id = ${caseId}
  `.execute(tx)
  return numAffectedRows === 1n
}

export interface DocumentRow {
  id: string
  uploader_id: string | null
  uploader_name: string | null
  file_name: string
  file_url: string
  content_type: string
  bytes: number
  created_at: Date
}

/** Documents of a case, the newest first. */
export async function listDocuments(db: Db, { caseId }: CaseParty): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.id, d.uploader_id, p.name as uploader_name, d.file_name, d.file_url, f.content_type, f.bytes, d.created_at
    from case_documents d join stored_files f on f.key = d.file_url left join profiles p on p.id = d.uploader_id
    where d.case_id = ${caseId}
    order by d.created_at desc, d.id desc
  `.execute(db)
  return rows
}

export async function countDocuments(db: Db, { caseId }: CaseParty): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from case_documents where case_id = ${caseId}
  `.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertDocument(
  tx: Tx,
  { caseId, userId }: CaseParty,
  { fileName, key }: { fileName: string; key: string },
): Promise<void> {
  await sql`
    insert into case_documents (case_id, uploader_id, file_name, file_url)
    values (${caseId}, ${userId}, ${fileName}, ${key})
  `.execute(tx)
}

/** Whether this file is a document of the case that this person brought. */
export async function isDocumentOf(tx: Tx, { caseId, userId }: CaseParty, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from case_documents where file_url = ${key} and case_id = ${caseId} and uploader_id = ${userId}
  `.execute(tx)
  return rows.length > 0
}

/** @returns the path of a document's file, or null when the case has no such document */
export async function fileOfDocument(
  db: Db,
  { caseId }: CaseParty,
  documentId: string,
): Promise<string | null> {
  const { rows } = await sql<{ file_url: string }>`
    select file_url from case_documents where id = ${documentId} and case_id = ${caseId}
  `.execute(db)
  return rows[0]?.file_url ?? null
}

/** @returns the path of its file, or null when the case has no such document */
export async function deleteDocument(
  tx: Tx,
  { caseId }: CaseParty,
  documentId: string,
): Promise<string | null> {
  const { rows } = await sql<{ file_url: string }>`
    delete from case_documents where id = ${documentId} and case_id = ${caseId} returning file_url
  `.execute(tx)
  return rows[0]?.file_url ?? null
}

/** Who is in the case whose document this file is; null when it is none's. Not yet a right: `caseParty` decides. */
export async function caseOfFile(
  db: Db,
  key: string,
): Promise<Pick<HeldCase, 'id' | 'client_id' | 'lawyer_id'> | null> {
  const { rows } = await sql<Pick<HeldCase, 'id' | 'client_id' | 'lawyer_id'>>`
    select c.id, c.client_id, c.lawyer_id from case_documents d join cases c on c.id = d.case_id
    where d.file_url = ${key}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Holds the cases of whoever leaves, and removes the documents of those that nobody is left in then.
 * @returns those cases, and the paths of their documents
 */
export async function deleteLastDocuments(
  tx: Tx,
  userId: string,
): Promise<{ caseIds: string[]; keys: string[] }> {
  const { rows: held } = await sql<{ id: string; alone: boolean }>`
    select id, (case when client_id = ${userId} then lawyer_id else client_id end) is null as alone
    from cases where ${userId} in (client_id, lawyer_id) order by id for update
  `.execute(tx)
  const caseIds = held.filter((row) => row.alone).map(({ id }) => id)
  const { rows } = await sql<{ file_url: string }>`
    delete from case_documents where case_id = any(${caseIds}::uuid[]) returning file_url
  `.execute(tx)
  return { caseIds, keys: rows.map(({ file_url }) => file_url) }
}

/** Removes the documents of a case that goes. @returns their paths */
export async function deleteDocumentsOf(tx: Tx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ file_url: string }>`
    delete from case_documents where case_id = ${caseId} returning file_url
  `.execute(tx)
  return rows.map(({ file_url }) => file_url)
}

/** Files of the bucket that have been in use for a day without being anybody's document. @param most how many at most */
export async function orphanedFiles(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_files f
    where bucket = 'certificados' and state = 'used' and created_at < app_now() - interval '1 day'
      and not exists (select 1 from case_documents d where d.file_url = f.key)
    order by key limit ${most}
  `.execute(db)
  return rows.map(({ key }) => key)
}

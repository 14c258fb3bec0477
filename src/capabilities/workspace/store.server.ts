import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CaseStatus } from '../cases/schema.ts'
import type { BoardEditor } from './rules.ts'
import type { Task } from './schema.ts'

export interface LockedCase {
  id: string
  client_id: string | null
  lawyer_id: string | null
  status: CaseStatus
}

/**
 * Locks a case until the transaction ends: changes of its board and documents run one after the other, its
 * status stays, and no party is removed. It does not authorize anything: `caseParty` does.
 */
export async function lockCase(tx: Tx, caseId: string): Promise<LockedCase | null> {
  const { rows } = await sql<LockedCase>`
    select id, client_id, lawyer_id, status from cases where id = ${caseId} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** The tasks of a case, by status and order. */
export async function listTasks(db: Db, { caseId }: { caseId: string }): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select id, title, status, "order" from tasks where case_id = ${caseId} order by status, "order", id
  `.execute(db)
  return rows
}

/** @returns false if a task with this id exists, in this or any other case (nothing is written) */
export async function insertTask(
  tx: Tx,
  { caseId }: BoardEditor,
  { id, title, status, order }: Task,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tasks (id, case_id, title, status, "order") values (${id}, ${caseId}, ${title}, ${status}, ${order})
    on conflict (id) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** @returns whether the case has this task */
export async function renameTask(
  tx: Tx,
  { caseId }: BoardEditor,
  { taskId, title }: { taskId: string; title: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tasks set title = ${title} where id = ${taskId} and case_id = ${caseId}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Writes the new status and order of tasks in one statement. */
export async function updateTaskPositions(
  tx: Tx,
  { caseId }: BoardEditor,
  positions: readonly Pick<Task, 'id' | 'status' | 'order'>[],
): Promise<void> {
  if (positions.length === 0) return
  await sql`
    update tasks set status = target.status, "order" = target."order"
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ status }) => status)}::text[],
      ${positions.map(({ order }) => order)}::integer[]) as target (id, status, "order")
    where tasks.id = target.id and tasks.case_id = ${caseId}
  `.execute(tx)
}

/** @returns whether the case has this task */
export async function deleteTask(tx: Tx, { caseId }: BoardEditor, taskId: string): Promise<boolean> {
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

/** The documents of a case, newest first. */
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

/** Whether this file is a document of the case that this party has uploaded. */
export async function isOwnDocument(tx: Tx, { caseId, userId }: CaseParty, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from case_documents where file_url = ${key} and case_id = ${caseId} and uploader_id = ${userId}
  `.execute(tx)
  return rows.length > 0
}

/** @returns the key of the document's file, or null if the case has no such document */
export async function findDocumentFile(
  db: Db,
  { caseId }: CaseParty,
  documentId: string,
): Promise<string | null> {
  const { rows } = await sql<{ file_url: string }>`
    select file_url from case_documents where id = ${documentId} and case_id = ${caseId}
  `.execute(db)
  return rows[0]?.file_url ?? null
}

/** Deletes the row of a document. @returns the key of its file, or null if the case has no such document */
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

/**
 * The parties of the case that has this file as a document; null for none. It does not authorize anything:
 * `caseParty` does.
 */
export async function findCaseOfFile(
  db: Db,
  key: string,
): Promise<Pick<LockedCase, 'id' | 'client_id' | 'lawyer_id'> | null> {
  const { rows } = await sql<Pick<LockedCase, 'id' | 'client_id' | 'lawyer_id'>>`
    select c.id, c.client_id, c.lawyer_id from case_documents d join cases c on c.id = d.case_id
    where d.file_url = ${key}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Locks the cases of an account, and deletes the documents of those without another party. For its deletion.
 * @returns the ids of these cases and the keys of their files
 */
export async function deleteDocumentsOfAbandonedCases(
  tx: Tx,
  userId: string,
): Promise<{ caseIds: string[]; keys: string[] }> {
  const { rows: lockedCases } = await sql<{ id: string; is_alone: boolean }>`
    select id, (case when client_id = ${userId} then lawyer_id else client_id end) is null as is_alone
    from cases where ${userId} in (client_id, lawyer_id) order by id for update
  `.execute(tx)
  const caseIds = lockedCases.filter((row) => row.is_alone).map(({ id }) => id)
  const { rows } = await sql<{ file_url: string }>`
    delete from case_documents where case_id = any(${caseIds}::uuid[]) returning file_url
  `.execute(tx)
  return { caseIds, keys: rows.map(({ file_url }) => file_url) }
}

/** Deletes all documents of a case. @returns the keys of their files */
export async function deleteDocumentsOfCase(tx: Tx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ file_url: string }>`
    delete from case_documents where case_id = ${caseId} returning file_url
  `.execute(tx)
  return rows.map(({ file_url }) => file_url)
}

/** Keys of files in state «used», older than a day, that no document refers to. */
export async function findOrphanedFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_files f
    where bucket = 'certificados' and state = 'used' and created_at < app_now() - interval '1 day'
      and not exists (select 1 from case_documents d where d.file_url = f.key)
    order by key limit ${limit}
  `.execute(db)
  return rows.map(({ key }) => key)
}

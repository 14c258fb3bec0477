import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  exists,
  first,
  isOneOf,
  secondsFromNow,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { CaseParty } from '../cases/rules.ts'

export const listDocuments = (db: Db, { caseId }: CaseParty) =>
  db
    .selectFrom('case_documents as d')
    .innerJoin('stored_files as f', 'f.key', 'd.file_url')
    .leftJoin('profiles as p', 'p.id', 'd.uploader_id')
    .select(['d.id', 'd.uploader_id', 'p.name as uploader_name', 'd.file_name', 'd.file_url'])
    .select(['f.content_type', 'f.bytes', 'd.created_at'])
    .where('d.case_id', '=', caseId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()

export async function countDocuments(db: Db, { caseId }: CaseParty): Promise<number> {
  const { count } = await db
    .selectFrom('case_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertDocument = (
  tx: Tx,
  { caseId: case_id, userId: uploader_id }: CaseParty,
  { fileName: file_name, key: file_url }: { fileName: string; key: string },
) => tx.insertInto('case_documents').values({ case_id, uploader_id, file_name, file_url }).execute()

/** Whether this file is a document of the case that this party has uploaded. */
export const isOwnDocument = (tx: Tx, { caseId, userId }: CaseParty, key: string): Promise<boolean> =>
  exists(
    tx
      .selectFrom('case_documents')
      .select('id')
      .where('file_url', '=', key)
      .where('case_id', '=', caseId)
      .where('uploader_id', '=', userId),
  )

/** @returns the key of the document's file, or null if the case has no such document */
export const findDocumentFile = (db: Db, { caseId }: CaseParty, documentId: string): Promise<string | null> =>
  value(
    db
      .selectFrom('case_documents')
      .select('file_url')
      .where('id', '=', documentId)
      .where('case_id', '=', caseId),
  )

/** Deletes the row of a document. @returns the key of its file, or null if the case has no such document */
export const deleteDocument = (tx: Tx, { caseId }: CaseParty, documentId: string): Promise<string | null> =>
  value(
    tx
      .deleteFrom('case_documents')
      .where('id', '=', documentId)
      .where('case_id', '=', caseId)
      .returning('file_url'),
  )

/** The parties of the case that has this file as a document. It does not authorize: `caseParty` does. */
export const findCaseOfFile = (db: Db, key: string) =>
  first(
    db
      .selectFrom('case_documents as d')
      .innerJoin('cases as c', 'c.id', 'd.case_id')
      .select(['c.id', 'c.client_id', 'c.lawyer_id'])
      .where('d.file_url', '=', key),
  )

/** Deletes all documents of these cases. @returns the keys of their files */
export const deleteDocuments = (tx: Tx, caseIds: readonly string[]): Promise<string[]> =>
  values(tx.deleteFrom('case_documents').where(isOneOf('case_id', caseIds)).returning('file_url'))

/** Keys of files in state «used», older than a day, that no document refers to. */
export const findOrphanedFiles = (db: Db, limit: number): Promise<string[]> =>
  values(
    db
      .selectFrom('stored_files as f')
      .select('f.key')
      .where('f.bucket', '=', 'certificados')
      .where('f.state', '=', 'used')
      .where('f.created_at', '<', secondsFromNow(-86_400))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('case_documents as d').select('d.id').whereRef('d.file_url', '=', 'f.key'))),
      )
      .orderBy('f.key')
      .limit(limit),
  )

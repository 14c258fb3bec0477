import { isoDay } from '../../chile/dates.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { EXTENSIONS, type FileType, fileAddress, isFileKey } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardUnused } from '../../platform/files/stored-files.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { authorizeCaseParty, changeInCase, lockCasesOfUser } from '../cases/commands.server.ts'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { MESSAGES as CASE_MESSAGES, DELETED_USER_NAME } from '../cases/schema.ts'
import { notify } from '../notices/commands.server.ts'
import {
  type AddDocumentInput,
  caseIdInput,
  type DeleteDocumentInput,
  type Documents,
  documentFolder,
  MAX_DOCUMENTS,
  MESSAGES,
} from './schema.ts'
import * as store from './store.server.ts'

const caseNotFound = refuse({ code: 'NOT_FOUND', message: CASE_MESSAGES.notFound })

async function readDocuments(db: Db, party: CaseParty): Promise<Documents> {
  const rows = await store.listDocuments(db, party)
  return {
    documents: rows.map(({ content_type, uploader_name, ...row }) => ({
      ...row,
      uploader_name: uploader_name ?? DELETED_USER_NAME,
      file_url: fileAddress(row.file_url),
      kind: EXTENSIONS[content_type as FileType],
      created_at: row.created_at.toISOString(),
    })),
  }
}

/** CAS-16, CAS-18: the documents of a case. Errors: not a party of the case, or unknown case (404). */
export async function documentsOf(
  context: SignedInContext,
  { caseId }: { caseId: string },
): Promise<Result<Documents>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await readDocuments(context.db, party.value)) : party
}

/** CAS-20: whether the caller may upload to a case. Errors: no party (404), MAX_DOCUMENTS reached (409). */
export async function canUploadDocument(
  context: SignedInContext,
  caseId: string,
): Promise<Result<CaseParty>> {
  // The id comes from the URL, which no schema has validated.
  if (!caseIdInput.safeParse({ caseId }).success) return caseNotFound
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const isFull = (await store.countDocuments(context.db, party.value)) >= MAX_DOCUMENTS
  return isFull ? refuse({ code: 'CONFLICT', message: MESSAGES.full }) : party
}

/** TRAP-21: whether the caller is at present a party of the case that has this file as a document. */
export async function canReadDocument(context: SignedInContext, key: string): Promise<boolean> {
  return caseParty(await store.findCaseOfFile(context.db, key), context.session.userId) !== null
}

/**
 * CAS-17, CAS-25: adds a file that the caller uploaded for this case to its documents. Idempotent by file.
 * Errors: not a party of the case (404); the file is missing, or another user's or case's (409);
 * MAX_DOCUMENTS reached (409).
 */
export const addDocument = (
  context: SignedInContext,
  { caseId, key }: AddDocumentInput,
): Promise<Result<Documents>> =>
  changeInCase(context, { caseId }, 'document', async (tx, party, row) => {
    const inFolder = isFileKey(key) && key.startsWith(`${documentFolder(caseId)}/`)
    if (!inFolder) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    if (await store.isOwnDocument(tx, party, key)) return accept(await readDocuments(tx, party))
    if ((await store.countDocuments(tx, party)) >= MAX_DOCUMENTS)
      return refuse({ code: 'CONFLICT', message: MESSAGES.full })
    const file = await claimFile(tx, { key, bucket: 'certificados', ownerId: party.userId })
    if (!file) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    // Without a readable name use the end of the path, after «/», the UUID and «-» (38 characters).
    const fileName = file.fileName || key.slice(documentFolder(caseId).length + 38)
    await store.insertDocument(tx, party, { fileName, key })
    await notifyOther(tx, context, party, [row.client_id, row.lawyer_id])
    return accept(await readDocuments(tx, party))
  })

/** Notifies the other party of a new document, once a day. */
async function notifyOther(
  tx: Tx,
  context: SignedInContext,
  { caseId, userId: actorId, side }: CaseParty,
  parties: readonly (string | null)[],
): Promise<void> {
  const key = `documents:${caseId}:${side}:${isoDay(new Date())}`
  const notice = { kind: 'documents-added', key, ref: caseId, caseId, actorId }
  await notify(
    tx,
    context,
    parties.map((userId) => ({ ...notice, userId })),
  )
}

/**
 * CAS-20, CAS-26, OPEN-45: either party deletes a document. The file goes first; if that fails the row stays.
 * Errors: not a party of the case, or no such document (404); the file could not be deleted (503).
 */
export async function deleteDocument(
  context: SignedInContext,
  input: DeleteDocumentInput,
): Promise<Result<Documents>> {
  const notFound = refuse({ code: 'NOT_FOUND', message: MESSAGES.gone })
  const party = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  const file = await store.findDocumentFile(context.db, party.value, input.documentId)
  if (file === null) return notFound
  try {
    // Outside any transaction: a slow file store would block the case and delay all live events.
    await context.files.remove(file)
  } catch (error) {
    context.log.error({ err: error, key: file }, 'document not removed')
    return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notDeleted, retryAfter: 60 })
  }
  return changeInCase(context, input, 'document', async (tx, lockedParty) => {
    const key = await store.deleteDocument(tx, lockedParty, input.documentId)
    if (key === null) return notFound
    // The job that this enqueues deletes the row in stored_files; the file is already deleted.
    await discardFile(tx, key)
    return accept(await readDocuments(tx, lockedParty))
  })
}

/** Deletes the documents of cases, and their files. */
export async function deleteDocumentsOf(tx: Tx, caseIds: readonly string[]): Promise<void> {
  for (const key of await store.deleteDocuments(tx, caseIds)) await discardFile(tx, key)
  await discardUnused(tx, caseIds.map(documentFolder))
}

/**
 * Step of account deletion (OPEN-58), before the step of cases. Documents stay for the other party; those of
 * cases without one are deleted here, with their files.
 */
export async function leaveDocuments(tx: Tx, userId: string): Promise<void> {
  const cases = await lockCasesOfUser(tx, userId)
  const abandoned = cases.filter(({ client_id, lawyer_id }) => client_id === null || lawyer_id === null)
  const caseIds = abandoned.map(({ id }) => id)
  if (caseIds.length > 0) await deleteDocumentsOf(tx, caseIds)
}

/** Files per run. */
const SWEEP_BATCH_SIZE = 500

/** Discards files of the bucket that no document refers to, as a safety net. @returns how many */
export async function sweepDocuments({ db, log }: Pick<SignedInContext, 'db' | 'log'>): Promise<number> {
  const keys = await store.findOrphanedFiles(db, SWEEP_BATCH_SIZE)
  for (const key of keys) {
    log.warn({ key }, 'document without a case given up')
    await db.transaction().execute((tx) => discardFile(tx, key))
  }
  return keys.length
}

import { randomUUID } from 'node:crypto'
import { isoDay } from '../../chile/dates.ts'
import { type Db, runInTransaction, type Tx, transact } from '../../platform/database/database.server.ts'
import type { Found } from '../../platform/database/queries.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { EXTENSIONS, type FileType, fileAddress, isFileKey } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardUnused } from '../../platform/files/stored-files.server.ts'
import type { ArchivedFile } from '../../platform/files/zip.server.ts'
import { consumeAttempt, secondsToWait } from '../../platform/http/rate-limit.server.ts'
import { eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  authorizeCaseParty,
  changeInCase,
  type LockedCase,
  lockCasesOfUser,
  recordEntry,
} from '../cases/commands.server.ts'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { MESSAGES as CASE_MESSAGES, DELETED_USER_NAME } from '../cases/schema.ts'
import { lockChatsOfUser } from '../chat/commands.server.ts'
import { type ChatParty, chatParty } from '../chat/rules.ts'
import { notify } from '../notices/commands.server.ts'
import { ARCHIVE_RATE_LIMIT, archivePaths, inShownOrder, nextRequestState } from './rules.ts'
import {
  type AddDocumentInput,
  caseIdInput,
  chatFolder,
  type DeleteDocumentInput,
  type Documents,
  documentFolder,
  MAX_DELIVERED,
  MAX_DOCUMENTS,
  MAX_STORED,
  MAX_VERSIONS,
  MESSAGES,
  RESTORE_DAYS,
  type RequestState,
} from './schema.ts'
import * as store from './store.server.ts'

const DAY_MS = 86_400_000
export const RESTORE_SECONDS = RESTORE_DAYS * 86_400

/** SEG-24: a file of the ZIP, and what its index says of it. */
export interface ArchivedDocument extends ArchivedFile {
  addedBy: string
}

const caseNotFound = refuse({ code: 'NOT_FOUND', message: CASE_MESSAGES.notFound })

export async function readDocuments(db: Db, party: CaseParty): Promise<Documents> {
  const all = await store.listDocuments(db, party)
  const requests = await store.listRequests(db, party)
  const bySeries = Map.groupBy(all, ({ series_id }) => series_id)
  const newest = [...bySeries.values()].flatMap(([row, ...older]) => (row ? [{ row, older }] : []))
  return {
    documents: newest
      .filter(({ row }) => row.deleted_at === null)
      .map(({ row, older }) => ({
        ...versionOf(row),
        id: row.id,
        uploader_id: row.uploader_id,
        uploader_name: row.uploader_name ?? DELETED_USER_NAME,
        kind: kindOf(row),
        bytes: row.bytes,
        request_id: row.request_id,
        seen: row.viewed_at && {
          name: row.viewer_name ?? DELETED_USER_NAME,
          at: row.viewed_at.toISOString(),
        },
        versions: [row, ...older].map(versionOf),
      })),
    deleted: newest.flatMap(({ row }) => {
      const purgeAt = row.deleted_at && row.deleted_at.getTime() + RESTORE_DAYS * DAY_MS
      return purgeAt && purgeAt > Date.now()
        ? [
            {
              id: row.id,
              file_name: row.file_name,
              kind: kindOf(row),
              purge_at: new Date(purgeAt).toISOString(),
            },
          ]
        : []
    }),
    requests: inShownOrder(requests).map(({ lawyer_name, state, created_at, ...rest }) => ({
      ...rest,
      state: state as RequestState,
      asked_by: lawyer_name ?? DELETED_USER_NAME,
      created_at: created_at.toISOString(),
    })),
  }
}

type Row = Found<typeof store.listDocuments>

const kindOf = ({ content_type }: Row) => EXTENSIONS[content_type as FileType]

const versionOf = ({ version, file_name, file_url, created_at }: Row) => ({
  version,
  file_name,
  file_url: fileAddress(file_url),
  created_at: created_at.toISOString(),
})

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
  const { shown, stored } = await store.countDocuments(context.db, party.value)
  if (stored >= MAX_STORED) return refuse({ code: 'CONFLICT', message: MESSAGES.tooManyStored })
  return shown >= MAX_DOCUMENTS ? refuse({ code: 'CONFLICT', message: MESSAGES.full }) : party
}

/** TRAP-21, SEG-71: whether the caller is at present a party of the case or the chat that has this file. */
export async function canReadDocument(context: SignedInContext, key: string): Promise<boolean> {
  const place = await store.findPlaceOfFile(context.db, key)
  if (!place) return false
  const { userId } = context.session
  const { case_id, client_id, lawyer_id, chat_id, chat_client, chat_lawyer } = place
  return (
    (case_id !== null && caseParty({ id: case_id, client_id, lawyer_id }, userId) !== null) ||
    (chat_id !== null &&
      chatParty({ id: chat_id, client_id: chat_client, lawyer_id: chat_lawyer, case_id }, userId) !== null)
  )
}

/** SEG-22: records that the caller has opened a document of the other party, and tells both parties. */
export async function recordDocumentRead(
  context: Pick<SignedInContext, 'db' | 'wake'> & { session: { userId: string } },
  keys: readonly string[],
): Promise<void> {
  await transact(context.db, async (tx) => {
    const places = await store.insertViews(tx, context.session.userId, keys)
    for (const { ref, client_id, lawyer_id } of places)
      await publish(tx, context.wake, eventsTo([client_id, lawyer_id], 'document', ref))
    return accept(true)
  })
}

/**
 * CAS-17, CAS-25, SEG-17 to SEG-21: adds a file that the caller uploaded for this case to its documents: a new
 * one, a new version of one, or what the lawyer asked for. Idempotent by file and by id.
 * Errors: not a party of the case, or no such document or request (404); a request that is the other side's
 * (403); the file is missing, or another user's or case's, a limit is reached, or the request does not allow
 * it (409).
 */
export const addDocument = (context: SignedInContext, input: AddDocumentInput): Promise<Result<Documents>> =>
  changeInCase(context, input, 'document', async (tx, party, row) => {
    const { caseId, key, id = randomUUID(), replaces } = input
    const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
    const inFolder = isFileKey(key) && key.startsWith(`${documentFolder(caseId)}/`)
    if (!inFolder) return conflict(MESSAGES.fileGone)
    if (await store.isOwnDocument(tx, party, { key, id })) return accept(await readDocuments(tx, party))
    const series = replaces ? await store.findSeries(tx, party, replaces) : null
    if (replaces && !series) return refuse({ code: 'NOT_FOUND', message: MESSAGES.gone })
    if ((series?.newest ?? 0) >= MAX_VERSIONS) return conflict(MESSAGES.tooManyVersions)
    const { shown, stored } = await store.countDocuments(tx, party)
    if (!series && shown >= MAX_DOCUMENTS) return conflict(MESSAGES.full)
    if (stored >= MAX_STORED) return conflict(MESSAGES.tooManyStored)
    const requestId = series?.request_id ?? (series ? undefined : input.requestId)
    const delivery = requestId
      ? await deliver(tx, context, party, row, { ...input, id, requestId, isVersion: series !== null })
      : accept({ deliveryId: input.deliveryId ?? null })
    if (!delivery.ok) return delivery
    const file = await claimFile(tx, { key, bucket: 'certificados', ownerId: party.userId })
    if (!file) return conflict(MESSAGES.fileGone)
    const added = await store.insertDocument(tx, party, {
      id,
      // Without a readable name use the end of the path, after «/», the UUID and «-» (38 characters).
      file_name: file.fileName || key.slice(documentFolder(caseId).length + 38),
      file_url: key,
      series_id: series?.series_id ?? id,
      version: (series?.newest ?? 0) + 1,
      request_id: requestId ?? null,
      delivery_id: delivery.value.deliveryId,
    })
    if (!added) return conflict(MESSAGES.idTaken)
    if (!requestId) await notifyOfUpload(tx, context, party, row, delivery.value.deliveryId)
    return accept(await readDocuments(tx, party))
  })

/**
 * SEG-17: a file of a delivery: its first one makes the request «Entregado» and notifies the lawyer. More files
 * and new versions may follow until the lawyer answers.
 */
async function deliver(
  tx: Tx,
  context: SignedInContext,
  party: CaseParty,
  row: LockedCase,
  file: { id: string; requestId: string; deliveryId?: string | undefined; isVersion: boolean },
): Promise<Result<{ deliveryId: string }>> {
  const request = await store.findRequest(tx, party, file.requestId)
  if (!request) return refuse({ code: 'NOT_FOUND', message: MESSAGES.requestGone })
  const state = request.state as RequestState
  const { delivery_id: lastId } = request
  const continues = state === 'entregado' && lastId !== null && (file.isVersion || file.deliveryId === lastId)
  // A file that continues a delivery is checked as its first one was.
  const next = nextRequestState(continues ? 'pendiente' : state, 'deliver', party.side, row.status)
  if (!next.ok) return next
  if (continues) {
    const isFull = !file.isVersion && (request.delivered ?? 0) >= MAX_DELIVERED
    if (isFull) return refuse({ code: 'CONFLICT', message: MESSAGES.tooManyDelivered })
    return accept({ deliveryId: lastId })
  }
  const deliveryId = file.deliveryId ?? file.id
  await store.updateRequest(tx, request.id, { state: next.value, reason: null, delivery_id: deliveryId })
  await notifyParties(tx, context, party, row, {
    kind: 'documents-delivered',
    key: `documents-delivered:${request.id}:${deliveryId}`,
    ref: request.id,
  })
  await recordEntry(tx, {
    caseId: party.caseId,
    kind: 'document-delivered',
    ref: `${request.id}:${deliveryId}`,
    actorId: party.userId,
    detail: request.name,
  })
  return accept({ deliveryId })
}

/** Notifies the parties of a case, except the caller. */
export const notifyParties = (
  tx: Tx,
  context: SignedInContext,
  { caseId, userId: actorId }: CaseParty,
  { client_id, lawyer_id }: LockedCase,
  notice: { kind: string; key: string; ref: string },
): Promise<void> =>
  notify(
    tx,
    context,
    [client_id, lawyer_id].map((userId) => ({ ...notice, caseId, actorId, userId })),
  )

/** One notice for the files that were chosen at once; without their id, one a day. */
const notifyOfUpload = (
  tx: Tx,
  context: SignedInContext,
  party: CaseParty,
  row: LockedCase,
  deliveryId: string | null,
): Promise<void> => {
  const { caseId, side } = party
  const key = `documents:${caseId}:${side}:${deliveryId ?? isoDay(new Date())}`
  return notifyParties(tx, context, party, row, { kind: 'documents-added', key, ref: caseId })
}

/**
 * CAS-20, CAS-26, SEG-23: either party deletes a document with its versions. From then on nobody opens it; it
 * can be restored for RESTORE_DAYS. Errors: not a party of the case, or no such document (404).
 */
export const deleteDocument = (
  context: SignedInContext,
  input: DeleteDocumentInput,
): Promise<Result<Documents>> =>
  changeInCase(context, input, 'document', async (tx, party) =>
    (await store.hideDocument(tx, party, input.documentId))
      ? accept(await readDocuments(tx, party))
      : refuse({ code: 'NOT_FOUND', message: MESSAGES.gone }),
  )

/**
 * SEG-23: either party restores a deleted document. Errors: not a party of the case, no such document, or
 * deleted too long ago (404); MAX_DOCUMENTS reached (409).
 */
export const restoreDocument = (
  context: SignedInContext,
  input: DeleteDocumentInput,
): Promise<Result<Documents>> =>
  changeInCase(context, input, 'document', async (tx, party) => {
    if ((await store.countDocuments(tx, party)).shown >= MAX_DOCUMENTS)
      return refuse({ code: 'CONFLICT', message: MESSAGES.full })
    return (await store.restoreDocument(tx, party, input.documentId, RESTORE_SECONDS))
      ? accept(await readDocuments(tx, party))
      : refuse({ code: 'NOT_FOUND', message: MESSAGES.gone })
  })

/** Documents of one transaction. */
const PURGE_BATCH_SIZE = 100

/** SEG-23: deletes documents that can no longer be restored, and their files. @returns how many */
export async function purgeDocuments({ db }: Pick<SignedInContext, 'db'>): Promise<number> {
  const count = await runInTransaction(db, async (tx) => {
    const keys = await store.purgeDeleted(tx, RESTORE_SECONDS, PURGE_BATCH_SIZE)
    for (const key of keys) await discardFile(tx, key)
    return keys.length
  })
  return count < PURGE_BATCH_SIZE ? count : count + (await purgeDocuments({ db }))
}

/**
 * SEG-24: what the ZIP of a case contains: the newest versions, in folders by request. Errors: not a party of
 * the case, or unknown case (404); too many (429).
 * @param isOnlyCheck for HEAD: counts no attempt
 */
export async function archiveOf(
  context: SignedInContext,
  caseId: string,
  isOnlyCheck: boolean,
): Promise<Result<ArchivedDocument[]>> {
  if (!caseIdInput.safeParse({ caseId }).success) return caseNotFound
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const key = `documents:archive:${context.session.userId}`
  const wait = isOnlyCheck
    ? await secondsToWait(context.db, key, ARCHIVE_RATE_LIMIT)
    : await consumeAttempt(context.db, key, ARCHIVE_RATE_LIMIT)
  if (wait !== null)
    return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyArchives, retryAfter: wait })
  const visible = (await store.listDocuments(context.db, party.value)).filter(
    (row) => row.deleted_at === null,
  )
  const newest = [...Map.groupBy(visible, ({ series_id }) => series_id).values()].flatMap(
    ([row]) => row ?? [],
  )
  const paths = archivePaths(newest)
  return accept(
    newest.map((row, at) => ({
      path: paths[at] ?? row.id,
      key: row.file_url,
      bytes: row.bytes,
      modified: row.created_at,
      addedBy: row.uploader_name ?? DELETED_USER_NAME,
    })),
  )
}

/**
 * SEG-71: gives the files of a chat to the case that begins with it, with their senders and times. The caller has locked
 * the chat's client, so that a file that is sent meanwhile goes to the case itself (`addChatFile`).
 */
export async function moveChatFiles(
  tx: Tx,
  platform: Pick<SignedInContext, 'wake'>,
  party: ChatParty,
  caseId: string,
): Promise<void> {
  if (await store.moveChatFiles(tx, party, caseId))
    await publish(tx, platform.wake, eventsTo([party.clientId, party.lawyerId], 'document', caseId))
}

/** Deletes the documents of cases, and their files. */
export async function deleteDocumentsOf(tx: Tx, caseIds: readonly string[]): Promise<void> {
  for (const key of await store.deleteDocuments(tx, 'case_id', caseIds)) await discardFile(tx, key)
  await discardUnused(tx, caseIds.map(documentFolder))
}

/**
 * Step of account deletion (OPEN-58), before the step of cases. Documents stay for the other party; those of
 * cases and chats without one are deleted here, with their files.
 */
export async function leaveDocuments(tx: Tx, userId: string): Promise<void> {
  const cases = await lockCasesOfUser(tx, userId)
  const abandoned = cases.filter(({ client_id, lawyer_id }) => client_id === null || lawyer_id === null)
  const caseIds = abandoned.map(({ id }) => id)
  if (caseIds.length > 0) await deleteDocumentsOf(tx, caseIds)
  const chats = await lockChatsOfUser(tx, userId)
  const chatIds = chats.chats.flatMap(({ id, partner }) => (partner === null ? [id] : []))
  if (chatIds.length > 0) await deleteFilesOfChats(tx, chatIds)
  // SEG-23: what this user had deleted of their own does not wait for the day on which it would go.
  for (const key of await store.purgeDeletedOf(tx, userId)) await discardFile(tx, key)
}

async function deleteFilesOfChats(tx: Tx, chatIds: readonly string[]): Promise<void> {
  for (const key of await store.deleteDocuments(tx, 'chat_id', chatIds)) await discardFile(tx, key)
  await discardUnused(tx, chatIds.map(chatFolder))
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

import { formatLongDate } from '../../../chile/dates.ts'
import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import {
  accept,
  fieldRefusal,
  REVIEW_FIELDS_MESSAGE,
  type Result,
  refuse,
} from '../../../platform/errors/refusal.ts'
import { claimFile } from '../../../platform/files/stored-files.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import { ACCOUNT_GONE, lockAccount } from '../../accounts/commands.server.ts'
import { isShown } from '../block-store.server.ts'
import {
  dueDay,
  isCorrectable,
  namedObject,
  nextRequestState,
  provenState,
  requestProblems,
  requestYear,
} from '../request-rules.ts'
import * as store from '../request-store.server.ts'
import {
  MESSAGES,
  type ObjectKind,
  type OwnRequest,
  type ProveIdentityInput,
  type RequestIdInput,
  type RequestView,
  type SendRequestInput,
} from '../schema.ts'
import { settleVisitorMails } from '../visitor-requests/visitor-mail.server.ts'
import { announceRequest, notifyAsker } from './announcements.server.ts'
import { moveBlock, startBlock } from './blocks.server.ts'
import { parsedValue } from './corrections.server.ts'
import { type RequestRow, readRequest, toOwnRequest } from './views.server.ts'

const SECONDS_PER_DAY = 86_400
export const REQUESTS_PER_DAY = 10
/** More than anybody has. */
const MAX_LISTED = 200

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
const unknown = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.requestUnknown })

/** DAT-14: the caller's requests, newest first. */
export async function ownRequests({
  db,
  session,
}: SignedInContext): Promise<Result<{ requests: OwnRequest[] }>> {
  const rows = await store.listOwnRequests(db, session.userId, MAX_LISTED)
  if (rows.length === 0) return accept({ requests: [] })
  const now = await store.readClock(db)
  return accept({ requests: rows.map((row) => toOwnRequest(row, now)) })
}

/** DAT-14: a request of the caller. Others: 404. */
export async function ownRequest(
  { db, session }: SignedInContext,
  { requestId }: RequestIdInput,
): Promise<Result<RequestView>> {
  const row = await store.findOwnRequest(db, session.userId, requestId)
  return row ? accept(await readRequest(db, row)) : unknown()
}

const isSame = (row: RequestRow, input: SendRequestInput) =>
  row.kind === input.kind &&
  row.about === input.about &&
  row.object_id === objectOf(row.person_id ?? '', input) &&
  row.cause === input.cause &&
  (row.new_value ?? '') === input.newValue &&
  row.details === input.details &&
  row.file_keys.join() === input.fileKeys.join()

/**
 * DAT-10 to DAT-13: sends a request. Idempotent by `requestId` with the same content. Refusals: something is missing (422),
 * the id is taken, or a file is missing (409), ten in the last 24 hours (429). A block acts in this transaction (DAT-18);
 * refused (409): what it names is not shown with the caller, or the caller blocked it before (DAT-19).
 */
export async function sendRequest(
  context: SignedInContext,
  input: SendRequestInput,
): Promise<Result<RequestView>> {
  const { userId, role } = context.session
  const fields = requestProblems({ ...input, objectId: input.objectId ?? null }, role)
  if (input.kind === 'corregir' && isCorrectable(input.about) && !fields.newValue)
    if (parsedValue(input.about, input.newValue) === null) fields.newValue = MESSAGES.valueInvalid
  if (Object.keys(fields).length > 0)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: REVIEW_FIELDS_MESSAGE, fields })
  return transact(context.db, async (tx) => {
    // Requests of one person run one after the other.
    if ((await lockAccount(tx, userId)) === null) return refuse(ACCOUNT_GONE)
    const taken = () => refuse({ code: 'CONFLICT', message: MESSAGES.requestTaken, reason: 'ID_TAKEN' })
    const known = await store.findRequest(tx, input.requestId)
    if (known)
      return known.person_id === userId && isSame(known, input)
        ? accept(await readRequest(tx, known))
        : taken()
    const today = Number(await store.countRequests(tx, userId, SECONDS_PER_DAY))
    if (today >= REQUESTS_PER_DAY)
      return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyRequests, retryAfter: 3_600 })
    for (const key of input.fileKeys)
      if (!(await claimFile(tx, { key, bucket: 'evidencia', ownerId: userId })))
        return refuse(fieldRefusal('fileKeys', MESSAGES.fileMissing, 'CONFLICT'))
    const now = await store.readClock(tx)
    const dueOn = dueDay(now, input.kind === 'bloquear')
    const objectId = objectOf(userId, input)
    const row = await store.insertRequest(
      tx,
      userId,
      { ...input, objectId },
      { year: requestYear(now), dueOn },
    )
    // Another person took the id meanwhile.
    if (!row) return taken()
    const named = await actOnSending(tx, context, row)
    if (!named.ok) return named
    const until = formatLongDate(dueOn)
    const text =
      row.kind === 'bloquear'
        ? `${MESSAGES.blockStarted} Te respondemos a más tardar el ${until}.`
        : `Te responderemos a más tardar el ${until}.`
    await store.insertMessage(tx, row.id, 'received', text)
    await notifyAsker(tx, context, row, 'request-received')
    await announceRequest(tx, context, row)
    return accept(await readRequest(tx, row))
  })
}

/** What the request names: a profile is the caller's own. */
function objectOf(userId: string, { kind, about, objectId }: SendRequestInput): string | null {
  if (kind === 'bloquear' && about === 'perfil') return userId
  return namedObject(kind, about) === null ? null : (objectId ?? null)
}

/** A block begins; anything else that is named must be shown with the caller. */
async function actOnSending(
  tx: Tx,
  context: SignedInContext,
  { id, kind, about, object_id, person_id }: RequestRow,
): Promise<Result<true>> {
  if (object_id === null || person_id === null) return accept(true)
  const object = about as ObjectKind
  if (kind === 'bloquear')
    return startBlock(tx, context, { requestId: id, askerId: person_id, object, objectId: object_id })
  return (await isShown(tx, person_id, object, object_id)) ? accept(true) : conflict(MESSAGES.objectUnknown)
}

/**
 * DAT-16, DAT-75: keeps with each message the outcome of its e-mail, as proof of sending. Idempotent, on any number of
 * processes.
 */
export const recordMailOutcomes = (
  platform: Pick<SignedInContext, 'db' | 'wake' | 'sealer' | 'config'>,
): Promise<void> =>
  runInTransaction(platform.db, async (tx) => {
    const settled = [...(await store.settleMails(tx)), ...(await settleVisitorMails(tx, platform))]
    for (const row of settled) await announceRequest(tx, platform, row)
  })

/** DAT-14 «Retirar solicitud». Others: 404; closed already: 409. */
export const withdrawRequest = (
  context: SignedInContext,
  { requestId }: RequestIdInput,
): Promise<Result<{ withdrawn: true }>> =>
  transact(context.db, async (tx) => {
    await lockAccount(tx, context.session.userId)
    const row = await store.lockOwnRequest(tx, context.session.userId, requestId)
    if (!row) return unknown()
    const next = nextRequestState(row.state, 'withdraw', 'asker')
    if (!next.ok) return next
    await store.updateRequest(tx, row.id, { state: 'retirada' }, true)
    await moveBlock(tx, context, row.id, 'withdraw', 'asker')
    await store.insertMessage(tx, row.id, 'withdrawn', '')
    await announceRequest(tx, context, row)
    return accept({ withdrawn: true as const })
  })

/** DAT-13 «Confirma tu identidad»: the card that was asked for. Others: 404; not asked, or the file is missing: 409. */
export const proveIdentity = (
  context: SignedInContext,
  { requestId, fileKey }: ProveIdentityInput,
): Promise<Result<RequestView>> =>
  transact(context.db, async (tx) => {
    const { userId } = context.session
    await lockAccount(tx, userId)
    const row = await store.lockOwnRequest(tx, userId, requestId)
    if (!row) return unknown()
    const next = nextRequestState(row.state, 'prove', 'asker')
    if (!next.ok) return next
    if (!(await claimFile(tx, { key: fileKey, bucket: 'evidencia', ownerId: userId })))
      return refuse(fieldRefusal('fileKey', MESSAGES.fileMissing, 'CONFLICT'))
    await store.updateRequest(
      tx,
      row.id,
      { state: provenState(row), identity_keys: [...row.identity_keys, fileKey] },
      false,
    )
    await store.insertMessage(tx, row.id, 'proven', '')
    await announceRequest(tx, context, row)
    const changed = await store.findRequest(tx, row.id)
    return changed ? accept(await readRequest(tx, changed)) : conflict(MESSAGES.closed)
  })

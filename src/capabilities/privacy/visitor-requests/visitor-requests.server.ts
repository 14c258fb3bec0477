import { formatLongDate } from '../../../chile/dates.ts'
import { type Tx, transact } from '../../../platform/database/database.server.ts'
import {
  accept,
  fieldRefusal,
  REVIEW_FIELDS_MESSAGE,
  type Result,
  refuse,
} from '../../../platform/errors/refusal.ts'
import { claimVisitorFile } from '../../../platform/files/stored-files.server.ts'
import { checkRateLimit } from '../../../platform/http/rate-limit.server.ts'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import { isSameSecret, newDigits } from '../../../platform/keys/tokens.server.ts'
import { cancelMail, sendMail } from '../../../platform/mail/mail.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import {
  CODE_DIGITS,
  CODE_LIFETIME_SECONDS,
  MAX_WRONG_TRIES,
  RESEND_INTERVAL_SECONDS,
} from '../../onboarding/rules.ts'
import { visitorCodeMail } from '../mail.server.tsx'
import { dueDay, isOpen, nextRequestState, provenState, requestYear } from '../request-rules.ts'
import * as store from '../request-store.server.ts'
import { announceRequest } from '../requests/announcements.server.ts'
import { type RequestRow, readRequest } from '../requests/views.server.ts'
import { MAX_REQUEST_FILES, MESSAGES, type RequestIdInput } from '../schema.ts'
import {
  type AttachVisitorProofInput,
  type ConfirmVisitorRequestInput,
  datumOf,
  type ProveVisitorIdentityInput,
  type SendVisitorRequestInput,
  VISITOR_MESSAGES,
  type VisitorRequestView,
  type VisitorTokenInput,
  visitorProblems,
} from '../visitor-schema.ts'
import * as visitorStore from '../visitor-store.server.ts'
import { mailVisitor, requestOfToken, visitorTokenOf } from './visitor-mail.server.ts'

/** DAT-24: new requests, from one client address. */
const PER_ADDRESS_LIMIT: RateLimit = { max: 5, windowSeconds: 3600 }
/** DAT-24: new requests in a day that give the same e-mail address. */
const PER_EMAIL_A_DAY = 3
/** Codes to one mailbox: protects it, and prevents more attempts through more codes. */
const CODE_LIMIT: RateLimit = { max: 10, windowSeconds: 86_400 }

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
const unknown = () => refuse({ code: 'NOT_FOUND', message: VISITOR_MESSAGES.linkUnknown })
const tooMany = (message: string, retryAfter: number) =>
  refuse({ code: 'TOO_MANY_REQUESTS', message, retryAfter })

const codeHash = ({ sealer }: Pick<Context, 'sealer'>, requestId: string, code: string) =>
  sealer.sign(`desk code\n${requestId}\n${code}`)
const codeKey = (requestId: string, sentAt: Date) => `desk-code:${requestId}:${sentAt.getTime()}`

type Sent = Result<{ sent: true; resend_in: number }>
const sent = (): Sent => accept({ sent: true, resend_in: RESEND_INTERVAL_SECONDS })

/** E-mails a code. Whether the mailbox has an account is looked up every time, and told in the e-mail only (DAT-26). */
async function mailCode(
  tx: Tx,
  context: Context,
  requestId: string,
  { email, code, sentAt }: { email: string; code: string; sentAt: Date },
): Promise<Result<true>> {
  const limitKey = `desk-codes:${context.sealer.digest(email)}`
  const within = await checkRateLimit(tx, limitKey, CODE_LIMIT, VISITOR_MESSAGES.tooManyCodes)
  if (!within.ok) return within
  const hasAccount = await visitorStore.hasAccount(tx, email)
  await sendMail(tx, context.sealer, {
    template: visitorCodeMail,
    to: email,
    props: { code, accountLink: hasAccount ? `${context.config.publicUrl}/mis-datos` : null },
    key: codeKey(requestId, sentAt),
    expires: new Date(sentAt.getTime() + CODE_LIFETIME_SECONDS * 1000),
  })
  return accept(true)
}

/**
 * DAT-23, DAT-24: files a request of somebody without an account, as of now, once its mailbox is confirmed with the e-mailed
 * code. The answer is the same whether Amparo has such data or not. Idempotent by `requestId` with the same content. Refusals:
 * something is missing (422), the id is taken (409), too many from here or for this mailbox (429).
 */
export async function sendVisitorRequest(context: Context, input: SendVisitorRequestInput): Promise<Sent> {
  const fields = visitorProblems(input)
  const datum = datumOf(input.datumKind, input.datum)
  if (datum === null || Object.keys(fields).length > 0)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: REVIEW_FIELDS_MESSAGE, fields })
  const request = { ...input, datum }
  const { requestId, email } = request
  return transact(context.db, async (tx) => {
    const now = await store.readClock(tx)
    const dueOn = dueDay(now)
    const content = { ...request, about: null, newValue: '', fileKeys: [] }
    // Of two at once the second waits here.
    if (!(await store.insertRequest(tx, null, content, { year: requestYear(now), dueOn })))
      return (await isSame(tx, request))
        ? sent()
        : refuse({ code: 'CONFLICT', message: MESSAGES.requestTaken, reason: 'ID_TAKEN' })
    const limitKey = `desk:${context.address}`
    const within = await checkRateLimit(tx, limitKey, PER_ADDRESS_LIMIT, VISITOR_MESSAGES.tooManyFromHere)
    if (!within.ok) return within
    const code = newDigits(CODE_DIGITS)
    // Requests of one mailbox wait for each other at its limit of codes, so the count after it is right.
    const visitor = await visitorStore.insertVisitor(tx, request, codeHash(context, requestId, code))
    const mailed = await mailCode(tx, context, requestId, { email, code, sentAt: visitor.code_sent_at })
    if (!mailed.ok) return mailed
    if (Number(await visitorStore.countOfAddress(tx, email)) > PER_EMAIL_A_DAY)
      return tooMany(VISITOR_MESSAGES.tooManyOfAddress, 86_400)
    return sent()
  })
}

async function isSame(tx: Tx, input: SendVisitorRequestInput): Promise<boolean> {
  const [row, visitor] = [
    await store.findRequest(tx, input.requestId),
    await visitorStore.findVisitor(tx, input.requestId),
  ]
  return (
    row?.kind === input.kind &&
    row.cause === input.cause &&
    row.details === input.details &&
    visitor?.name === input.name &&
    visitor.quality === input.quality &&
    visitor.email === input.email &&
    visitor.datum_kind === input.datumKind &&
    visitor.datum === input.datum
  )
}

/** DAT-24: e-mails another code and voids the last one. Refusals: unknown (404), confirmed (409), too soon or too many (429). */
export const resendVisitorCode = (context: Context, { requestId }: RequestIdInput): Promise<Sent> =>
  transact(context.db, async (tx) => {
    const row = await store.lockRequest(tx, requestId)
    const last = row && (await visitorStore.lockCode(tx, requestId, CODE))
    if (!last) return refuse({ code: 'NOT_FOUND', message: MESSAGES.requestUnknown })
    if (row.state !== 'por_confirmar') return conflict(MESSAGES.notNow)
    const code = newDigits(CODE_DIGITS)
    const replaced = await visitorStore.replaceCode(
      tx,
      requestId,
      codeHash(context, requestId, code),
      RESEND_INTERVAL_SECONDS,
    )
    if (!replaced) return tooMany(VISITOR_MESSAGES.tooSoon, RESEND_INTERVAL_SECONDS)
    // A void code must not arrive after its replacement.
    await cancelMail(tx, codeKey(requestId, last.code_sent_at))
    const mail = { email: last.email, code, sentAt: replaced.code_sent_at }
    const mailed = await mailCode(tx, context, requestId, mail)
    return mailed.ok ? sent() : mailed
  })

const CODE = { seconds: CODE_LIFETIME_SECONDS, maxWrongTries: MAX_WRONG_TRIES }

/**
 * DAT-24: confirms the mailbox: the request counts as received when it was first sent. Repeating the right code succeeds.
 * Refusal (422): a code that is wrong, expired or void after five wrong ones, in the same words as an unknown request.
 */
export async function confirmVisitorRequest(
  context: Context,
  { requestId, code }: ConfirmVisitorRequestInput,
): Promise<Result<{ token: string }>> {
  // A refusal would roll back the count of wrong attempts, so return null instead.
  const result = await transact<string | null>(context.db, async (tx) => {
    const row = await store.lockRequest(tx, requestId)
    const last = row && (await visitorStore.lockCode(tx, requestId, CODE))
    if (!row || !last?.works) return accept(null)
    if (!isSameSecret(last.code_hash, codeHash(context, requestId, code))) {
      await visitorStore.countWrongTry(tx, requestId)
      return accept(null)
    }
    if (row.state === 'por_confirmar') await file(tx, context, row)
    return accept(visitorTokenOf(context, requestId))
  })
  if (!result.ok) return result
  if (result.value !== null) return accept({ token: result.value })
  return refuse(fieldRefusal('code', VISITOR_MESSAGES.wrongCode))
}

async function file(tx: Tx, context: Context, row: RequestRow): Promise<void> {
  await store.updateRequest(tx, row.id, { state: 'recibida' }, false)
  await visitorStore.markConfirmed(tx, row.id)
  const until = `Te responderemos a más tardar el ${formatLongDate(row.due_on)}.`
  await store.insertMessage(tx, row.id, 'received', until)
  await mailVisitor(tx, context, row, 'request-received')
  await announceRequest(tx, context, row)
}

/** Runs a change of the request of a token, locked. Refusal: no such request (404). */
const withRequest = (
  context: Context,
  token: string,
  change: (tx: Tx, row: RequestRow) => Promise<Result<unknown>>,
): Promise<Result<VisitorRequestView>> =>
  transact(context.db, async (tx) => {
    const requestId = requestOfToken(context, token)
    const row = requestId === null ? null : await store.lockRequest(tx, requestId)
    if (!row || row.state === 'por_confirmar') return unknown()
    const changed = await change(tx, row)
    return changed.ok ? readVisitor(tx, row.id) : changed
  })

async function readVisitor(tx: Tx, requestId: string): Promise<Result<VisitorRequestView>> {
  const [row, visitor] = [
    await store.findRequest(tx, requestId),
    await visitorStore.findVisitor(tx, requestId),
  ]
  if (!row || !visitor) return unknown()
  const { request_id: _, ...shown } = visitor
  const view = await readRequest(tx, row)
  return accept({
    ...view,
    files: view.files.map(({ name }) => ({ name, url: null })),
    visitor: shown,
    needs_proof: isOpen(row.state) && visitor.quality !== 'titular' && row.file_keys.length === 0,
  })
}

/** DAT-25: the request of a mailed link, with all that was sent. Refusal: no such link (404). */
export const openVisitorRequest = (
  context: Context,
  { token }: VisitorTokenInput,
): Promise<Result<VisitorRequestView>> => withRequest(context, token, async () => accept(true))

/** DAT-25 «Retirar solicitud». Refusals: no such link (404), closed already (409). */
export const withdrawVisitorRequest = (
  context: Context,
  { token }: VisitorTokenInput,
): Promise<Result<VisitorRequestView>> =>
  withRequest(context, token, async (tx, row) => {
    const next = nextRequestState(row.state, 'withdraw', 'asker')
    if (!next.ok) return next
    await store.updateRequest(tx, row.id, { state: 'retirada' }, true)
    await store.insertMessage(tx, row.id, 'withdrawn', '')
    await announceRequest(tx, context, row)
    return accept(true)
  })

const isTheirs = (row: RequestRow, key: string) => key.startsWith(`evidencia/${row.id}/`)

/** DAT-25 «Confirma tu identidad». Refusals: no such link (404); not asked, or the file is missing (409). */
export const proveVisitorIdentity = (
  context: Context,
  { token, fileKey }: ProveVisitorIdentityInput,
): Promise<Result<VisitorRequestView>> =>
  withRequest(context, token, async (tx, row) => {
    const next = nextRequestState(row.state, 'prove', 'asker')
    if (!next.ok) return next
    if (!isTheirs(row, fileKey) || !(await claimVisitorFile(tx, fileKey)))
      return refuse(fieldRefusal('fileKey', MESSAGES.fileMissing, 'CONFLICT'))
    const identity_keys = [...row.identity_keys, fileKey]
    await store.updateRequest(tx, row.id, { state: provenState(row), identity_keys }, false)
    await store.insertMessage(tx, row.id, 'proven', '')
    await announceRequest(tx, context, row)
    return accept(true)
  })

/**
 * DAT-23: the proof that one may ask for somebody else. Refusals: no such link (404); not needed, closed, more than three
 * files, or one is missing (409).
 */
export const attachVisitorProof = (
  context: Context,
  { token, fileKeys }: AttachVisitorProofInput,
): Promise<Result<VisitorRequestView>> =>
  withRequest(context, token, async (tx, row) => {
    const visitor = await visitorStore.findVisitor(tx, row.id)
    if (!isOpen(row.state)) return conflict(MESSAGES.closed)
    if (!visitor || visitor.quality === 'titular') return conflict(VISITOR_MESSAGES.proofNotNeeded)
    if (row.file_keys.length + fileKeys.length > MAX_REQUEST_FILES) return conflict(MESSAGES.tooManyFiles)
    for (const key of fileKeys)
      if (!isTheirs(row, key) || !(await claimVisitorFile(tx, key)))
        return refuse(fieldRefusal('fileKeys', MESSAGES.fileMissing, 'CONFLICT'))
    await visitorStore.addFiles(tx, row.id, fileKeys)
    await store.insertMessage(tx, row.id, 'attached', '')
    await announceRequest(tx, context, row)
    return accept(true)
  })

/** DAT-25: the request to whose folder a person with the mailed link may upload, while it waits for an answer. */
export async function uploadFolderOf(context: Context, token: string): Promise<string | null> {
  const requestId = requestOfToken(context, token)
  const row = requestId === null ? null : await store.findRequest(context.db, requestId)
  return row && isOpen(row.state) ? row.id : null
}

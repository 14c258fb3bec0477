import { randomUUID } from 'node:crypto'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { signLink } from '../../platform/files/links.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { firstAttempt, sendMail } from '../../platform/mail/mail.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { SignedIn } from '../../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../../platform/session.ts'
import { confirmNameOf, restoreNameOf } from '../accounts/commands.server.ts'
import { ACCOUNT_EVENTS } from '../accounts/events.ts'
import { moveVerification } from '../lawyers/commands.server.ts'
import { nextStatus } from '../lawyers/rules.ts'
import {
  decideSubmission,
  grantReview,
  openSubmission,
  redeemReviewGrant,
} from '../onboarding/commands.server.ts'
import {
  NAME_RETURNED,
  nameReturnedMail,
  RETURNED,
  returnedMail,
  VERIFIED,
  verifiedMail,
} from './mail.server.tsx'
import {
  type Admin,
  addressLine,
  administrator,
  DOCUMENT_SECONDS,
  documentKind,
  INTENT_SECONDS,
  PAGE,
} from './rules.ts'
import {
  type ConfirmNameInput,
  type Decision,
  type IntentInput,
  MESSAGES,
  type NameQueue,
  type QueueItem,
  type ReturnInput,
  type ReturnNameInput,
  type Submission,
  type VerifyInput,
} from './schema.ts'
import {
  countLawyers,
  decisionsPage,
  findRut,
  findSubmission,
  insertFormer,
  listFormer,
  namesToConfirm,
  queueLength,
  queuePage,
  recipientOf,
  standingOf,
} from './store.server.ts'

/** One e-mail for each decision, however often somebody asks (CAL-13): the key is the submission's. */
const verifiedKey = (decided: string) => `lawyer-verified:${decided}`

const changed = () => refuse({ code: 'CONFLICT', message: MESSAGES.changed })

/**
 * verify_lawyer_profile (CAL-06, ADM-13 to ADM-15, OPEN-01): status, submission, register and e-mail in one
 * transaction. Of many at once one succeeds; the others read «El abogado ya está verificado.» (409).
 * Refuses whoever is no administrator (403), an unknown lawyer (404), one who does not await review (409), another
 * submission than the one seen (409), and a token that does not let the page act on load (422, field `token`).
 */
export async function verify(
  context: SignedIn,
  input: VerifyInput,
): Promise<Result<{ success: true; message: string }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const admin = proof.value
  const { lawyerId, token } = input
  return transact(context.db, async (tx) => {
    // First the status, held from here on: whoever comes second reads what the first one did.
    const moved = await moveVerification(tx, context, { lawyerId, event: 'verify' })
    if (!moved.ok) return moved
    if (token !== undefined && !(await redeemReviewGrant(tx, { token, lawyerId, adminId: admin.adminId })))
      return refuse({
        code: 'UNPROCESSABLE_CONTENT',
        message: MESSAGES.grantInvalid,
        fields: { token: MESSAGES.grantInvalid },
      })
    const decided = await close(tx, admin, input, { outcome: 'verified' })
    if (!decided.ok) return decided
    const { key, name, email } = decided.value
    await sendMail(tx, context.sealer, {
      template: verifiedMail,
      name: VERIFIED,
      to: email,
      props: { name, link: `${context.config.publicUrl}/login` },
      key: verifiedKey(key),
    })
    return accept({ success: true as const, message: MESSAGES.verified })
  })
}

/**
 * «Devolver con observaciones» (OPEN-02): the form opens again, and the lawyer is mailed the reason.
 * Refuses as `verify` does.
 */
export async function returnProfile(
  context: SignedIn,
  input: ReturnInput,
): Promise<Result<{ returned: true }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const { lawyerId, reason } = input
  return transact(context.db, async (tx) => {
    const moved = await moveVerification(tx, context, { lawyerId, event: 'return' })
    if (!moved.ok) return moved
    const decided = await close(tx, proof.value, input, { outcome: 'returned', reason })
    if (!decided.ok) return decided
    const { key, name, email } = decided.value
    await sendMail(tx, context.sealer, {
      template: returnedMail,
      name: RETURNED,
      to: email,
      props: { name, reason, link: `${context.config.publicUrl}/create-lawyer-profile` },
      key: `lawyer-returned:${key}`,
    })
    return accept({ returned: true as const })
  })
}

/**
 * Closes the open submission and writes the register's row; refuses when another one than the one seen is open (409).
 * @returns whom to write to, and a key that no other decision about them has
 */
async function close(
  tx: Tx,
  admin: Admin,
  { lawyerId, submissionId: seen }: { lawyerId: string; submissionId?: string | undefined },
  decision: { outcome: 'verified' } | { outcome: 'returned'; reason: string },
): Promise<Result<{ key: string; name: string; email: string }>> {
  const { adminId } = admin
  const submission = await decideSubmission(tx, { lawyerId, adminId, submissionId: seen, ...decision })
  if (submission === null && seen !== undefined) return changed()
  const recipient = await recipientOf(tx, admin, lawyerId)
  if (!recipient) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  const reason = decision.outcome === 'returned' ? { reason: decision.reason } : {}
  await audit(tx, {
    actor: adminId,
    action: `lawyer.${decision.outcome}`,
    object: lawyerId,
    details: { submission, ...reason },
  })
  // Who came under review past the form (by the operator's hand) has no submission, and is decided upon all the same.
  return accept({ key: submission ?? lawyerId, ...recipient })
}

/**
 * send-verification-email (CAL-13, OPEN-13): says how the mail to a verified lawyer went, waiting up to 3 seconds for
 * its first try. The mail itself was queued by `verify` and goes on being tried; asking never sends another.
 * Refuses whoever is no administrator (403), an unknown lawyer (404), one who is not verified (409).
 */
export async function notifyLawyer(
  context: SignedIn,
  { lawyerId }: { lawyerId: string },
): Promise<Result<{ mail: 'sent' | 'failed' | 'pending' }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const standing = await standingOf(context.db, proof.value, lawyerId)
  if (!standing) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  if (standing.status !== 'verified') return refuse({ code: 'CONFLICT', message: MESSAGES.notVerified })
  const key = verifiedKey(standing.verified ?? lawyerId)
  return accept({ mail: await firstAttempt(context.db, key, new Date(0)) })
}

/**
 * The dashboard's «Verificar» (OPEN-05): a token that lets the next page act on load, once, within two minutes, for
 * this administrator, this lawyer and this submission. Refuses as `verify` does.
 */
export async function intend(context: SignedIn, input: IntentInput): Promise<Result<{ token: string }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const { adminId } = proof.value
  return transact(context.db, async (tx) => {
    const open = await openSubmission(tx, input.lawyerId)
    if (!open) return notAwaiting(context, proof.value, input.lawyerId)
    if (input.submissionId !== undefined && input.submissionId !== open.id) return changed()
    const { token } = await grantReview(tx, { submissionId: open.id, adminId, seconds: INTENT_SECONDS })
    return accept({ token })
  })
}

/** Why there is nothing to review: in the words of the road's own graph (OPEN-02). */
async function notAwaiting(
  context: SignedIn,
  admin: Admin,
  lawyerId: string,
): Promise<{ ok: false; refusal: Extract<Result<never>, { ok: false }>['refusal'] }> {
  const standing = await standingOf(context.db, admin, lawyerId)
  if (!standing) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  const next: Result<VerificationStatus> = nextStatus(standing.status, 'verify')
  return next.ok ? changed() : next
}

/** A page of the queue (OPEN-03), 20 at a time. */
export async function listQueue(
  context: SignedIn,
  { after = null }: { after?: string | null | undefined } = {},
): Promise<Result<{ items: QueueItem[]; next: string | null; total: number; oldest: Date | null }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const [rows, length] = await Promise.all([
    queuePage(context.db, proof.value, after, PAGE + 1),
    queueLength(context.db, proof.value),
  ])
  const items = rows.slice(0, PAGE)
  return accept({ items, next: rows.length > PAGE ? (items.at(-1)?.submissionId ?? null) : null, ...length })
}

/**
 * What a lawyer under review declared, and a link to the document that works for this administrator for an hour
 * (OPEN-61). Reading it is no audit row; opening the document is. Refuses as `verify` does.
 */
export async function readSubmission(
  context: SignedIn,
  { lawyerId }: { lawyerId: string },
): Promise<Result<Submission>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const row = await findSubmission(context.db, proof.value, lawyerId)
  if (!row) return notAwaiting(context, proof.value, lawyerId)
  const { document: key, street, number, apartment, ...rest } = row
  const url = signLink(context, { key, viewerId: proof.value.adminId, seconds: DOCUMENT_SECONDS })
  const address = addressLine(street, number, apartment)
  const former = await listFormer(context.db, proof.value, context.sealer.digest(row.rut))
  return accept({ ...rest, address, former, document: { url, kind: documentKind(key) } })
}

/** This slice's step of an account's deletion (H-02): what was decided about a lawyer, by a keyed digest of the RUT. */
export async function rememberLawyer(
  tx: Tx,
  { sealer }: Pick<SignedIn, 'sealer'>,
  userId: string,
): Promise<void> {
  const rut = await findRut(tx, userId)
  if (rut !== null) await insertFormer(tx, userId, sealer.digest(rut))
}

/** A page of the register of decisions (OPEN-03), 20 at a time. */
export async function listDecisions(
  context: SignedIn,
  { after = null }: { after?: string | null | undefined } = {},
): Promise<Result<{ items: Decision[]; next: string | null }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  const rows = await decisionsPage(context.db, proof.value, after, PAGE + 1)
  const items = rows.slice(0, PAGE)
  return accept({ items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null })
}

/** «Nombres por confirmar» (H-03), the oldest 20. */
export async function listNames(context: SignedIn): Promise<Result<NameQueue>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  return accept(await namesToConfirm(context.db, proof.value, PAGE))
}

/** H-03: the seal stands beside the new name from now on. Refused (409): that name does not wait any more. */
export async function confirmName(
  context: SignedIn,
  { lawyerId, name }: ConfirmNameInput,
): Promise<Result<{ name: string }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  return transact(context.db, (tx) =>
    settleName(tx, context, proof.value, { lawyerId, name, outcome: 'confirmed' }),
  )
}

/**
 * H-03: the last confirmed name comes back, and its lawyer is mailed why. Refused (409): that name does not wait any more.
 */
export async function returnName(
  context: SignedIn,
  { lawyerId, name, reason }: ReturnNameInput,
): Promise<Result<{ name: string }>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  return transact(context.db, async (tx) => {
    const settled = await settleName(
      tx,
      context,
      proof.value,
      { lawyerId, name, outcome: 'returned' },
      { reason },
    )
    if (!settled.ok) return settled
    const recipient = await recipientOf(tx, proof.value, lawyerId)
    if (recipient)
      await sendMail(tx, context.sealer, {
        template: nameReturnedMail,
        name: NAME_RETURNED,
        to: recipient.email,
        props: { name: recipient.name, reason, link: `${context.config.publicUrl}/edit-profile` },
        key: `lawyer-name-returned:${randomUUID()}`,
      })
    return settled
  })
}

/** The decision and its audit row. The names themselves stand in the lawyer's own rows, which go with the account. */
async function settleName(
  tx: Tx,
  context: SignedIn,
  { adminId }: Admin,
  { lawyerId, name, outcome }: ConfirmNameInput & { outcome: 'confirmed' | 'returned' },
  details: { reason?: string } = {},
): Promise<Result<{ name: string }>> {
  const now = await (outcome === 'confirmed' ? confirmNameOf : restoreNameOf)(tx, lawyerId, name)
  if (now === null) return refuse({ code: 'CONFLICT', message: MESSAGES.nameSettled })
  await audit(tx, { actor: adminId, action: `lawyer.name_${outcome}`, object: lawyerId, details })
  await publish(tx, context.wake, [{ user_id: lawyerId, kind: ACCOUNT_EVENTS.profileChanged, ref: lawyerId }])
  return accept({ name: now })
}

/** Lawyers by status now (OPEN-03). */
export async function readCounts(context: SignedIn): Promise<Result<Record<VerificationStatus, number>>> {
  const proof = administrator(context.session)
  if (!proof.ok) return proof
  return accept(await countLawyers(context.db, proof.value))
}

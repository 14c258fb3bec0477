import { randomUUID } from 'node:crypto'
import { cutPage } from '../../input/cursor.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refused, type Result, refuse } from '../../platform/errors/refusal.ts'
import { signLink } from '../../platform/files/links.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { recordLook } from '../../platform/log/looks.server.ts'
import { sendMail, waitForFirstAttempt } from '../../platform/mail/mail.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import { guardAdmins } from '../../platform/rpc/admin-commands.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import { confirmLawyerName, restoreConfirmedName } from '../accounts/commands.server.ts'
import { moveVerification, rutDigestOf } from '../lawyers/commands.server.ts'
import { nextStatus } from '../lawyers/rules.ts'
import {
  createReviewGrant,
  decideSubmission,
  getOpenSubmission,
  redeemReviewGrant,
} from '../onboarding/commands.server.ts'
import { nameReturnedMail, returnedMail, verifiedMail } from './mail.server.tsx'
import { documentKind, formatAddress, INTENT_TTL_SECONDS, PAGE_SIZE } from './rules.ts'
import {
  type ConfirmNameInput,
  type FormerDecisions,
  type IntentInput,
  type LawyerInput,
  MESSAGES,
  type PageInput,
  type ReturnInput,
  type ReturnNameInput,
  type VerifyInput,
} from './schema.ts'
import * as store from './store.server.ts'

const asAdmin = guardAdmins(MESSAGES.notAllowed)

/** Job key of the e-mail: one e-mail per submission, however often it is requested (CAL-13). */
const verifiedMailKey = (decided: string) => `lawyer-verified:${decided}`

const submissionChanged = () => refuse({ code: 'CONFLICT', message: MESSAGES.resubmitted })

/**
 * verify_lawyer_profile (CAL-06, ADM-13 to ADM-15, OPEN-01): changes the status, closes the submission,
 * writes the decision log and queues the e-mail in one transaction. Of concurrent calls one succeeds; the
 * others get 409 «El abogado ya está verificado.».
 * Refusals: not an administrator (403), unknown lawyer (404), lawyer not waiting for review (409), another
 * submission than the displayed one (409), invalid token (422, field `token`).
 */
export const verify = asAdmin(async (context, admin, input: VerifyInput) => {
  const { lawyerId, token } = input
  return transact(context.db, async (tx) => {
    // Change the status first: this locks the row, so a concurrent call waits and then sees the new status.
    const moved = await moveVerification(tx, context, { lawyerId, event: 'verify' })
    if (!moved.ok) return moved
    if (token !== undefined && !(await redeemReviewGrant(tx, { token, lawyerId, adminId: admin.adminId })))
      return refuse(fieldRefusal('token', MESSAGES.tokenInvalid))
    const decided = await closeSubmission(tx, admin, input, { outcome: 'verified' })
    if (!decided.ok) return decided
    const { key, name, email } = decided.value
    await sendMail(tx, context.sealer, {
      template: verifiedMail,
      to: email,
      props: { name, link: `${context.config.publicUrl}/login` },
      key: verifiedMailKey(key),
    })
    return accept({ success: true as const, message: MESSAGES.verified })
  })
})

/**
 * «Devolver con observaciones» (OPEN-02): reopens the form and e-mails the reason to the lawyer.
 * Same refusals as `verify`.
 */
export const returnProfile = asAdmin(async (context, admin, input: ReturnInput) => {
  const { lawyerId, reason } = input
  return transact(context.db, async (tx) => {
    const moved = await moveVerification(tx, context, { lawyerId, event: 'return' })
    if (!moved.ok) return moved
    const decided = await closeSubmission(tx, admin, input, { outcome: 'returned', reason })
    if (!decided.ok) return decided
    const { key, name, email } = decided.value
    await sendMail(tx, context.sealer, {
      template: returnedMail,
      to: email,
      props: { name, reason, link: `${context.config.publicUrl}/create-lawyer-profile` },
      key: `lawyer-returned:${key}`,
    })
    return accept({ returned: true as const })
  })
})

/**
 * Closes the open submission and writes the audit row. Refuses (409) when another submission than `seen` is
 * open.
 * @returns name and e-mail of the lawyer, and a key that is unique for this decision
 */
async function closeSubmission(
  tx: Tx,
  admin: Admin,
  { lawyerId, submissionId: seen }: { lawyerId: string; submissionId?: string | undefined },
  decision: { outcome: 'verified' } | { outcome: 'returned'; reason: string },
): Promise<Result<{ key: string; name: string; email: string }>> {
  const { adminId } = admin
  const submission = await decideSubmission(tx, { lawyerId, adminId, submissionId: seen, ...decision })
  if (submission === null && seen !== undefined) return submissionChanged()
  const recipient = await store.findRecipient(tx, admin, lawyerId)
  if (!recipient) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  const reason = decision.outcome === 'returned' ? { reason: decision.reason } : {}
  await audit(tx, {
    actor: adminId,
    action: `lawyer.${decision.outcome}`,
    object: lawyerId,
    person: lawyerId,
    details: { submission, ...reason },
  })
  // A lawyer whom the operator put under review by hand has no submission; use the lawyer's id as the key.
  return accept({ key: submission ?? lawyerId, ...recipient })
}

/**
 * send-verification-email (CAL-13, OPEN-13): returns the delivery result of the e-mail to a verified lawyer.
 * Waits up to 3 seconds for the first attempt. `verify` queued the e-mail and its job keeps retrying; this
 * never sends another one.
 * Refusals: not an administrator (403), unknown lawyer (404), lawyer not verified (409).
 */
export const notifyLawyer = asAdmin(async ({ db }, admin, { lawyerId }: LawyerInput) => {
  const state = await store.findVerificationState(db, admin, lawyerId)
  if (!state) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  if (state.status !== 'verified') return refuse({ code: 'CONFLICT', message: MESSAGES.notVerified })
  const key = verifiedMailKey(state.verified ?? lawyerId)
  return accept({ mail: await waitForFirstAttempt(db, key) })
})

/**
 * Issues a token that lets the next page verify on load (OPEN-05): single use, valid for two minutes, only
 * for this administrator, lawyer and submission. Same refusals as `verify`. No screen calls it
 * (docs/decisions/0035).
 */
export const issueIntent = asAdmin(async (context, admin, { lawyerId, submissionId }: IntentInput) =>
  transact(context.db, async (tx) => {
    const open = await getOpenSubmission(tx, lawyerId)
    if (!open) return refuseNotAwaiting(context, admin, lawyerId)
    if (submissionId !== undefined && submissionId !== open.id) return submissionChanged()
    const grant = { submissionId: open.id, adminId: admin.adminId, seconds: INTENT_TTL_SECONDS }
    return accept(await createReviewGrant(tx, grant))
  }),
)

/**
 * The refusal when nothing is open for review, with the message of the verification state graph (OPEN-02).
 */
async function refuseNotAwaiting(context: SignedInContext, admin: Admin, lawyerId: string): Promise<Refused> {
  const state = await store.findVerificationState(context.db, admin, lawyerId)
  if (!state) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  const next = nextStatus(state.status, 'verify')
  return next.ok ? submissionChanged() : next
}

/** For later slices: how many profiles wait for a decision. */
export const countSubmissions = async (db: Db, admin: Admin): Promise<number> =>
  (await store.countQueue(db, admin)).total

/** A page of the review queue (OPEN-03), `PAGE_SIZE` rows. Administrators only (403). */
export const listQueue = asAdmin(async ({ db }, admin, input: PageInput) => {
  const [rows, length] = await Promise.all([
    store.queuePage(db, admin, input?.after ?? null, PAGE_SIZE + 1),
    store.countQueue(db, admin),
  ])
  const { shown, next } = cutPage(rows, PAGE_SIZE, (last) => last.submissionId)
  return accept({ items: shown, next, ...length })
})

/**
 * Data that a lawyer under review declared, and a link to the ID document, valid one hour for this
 * administrator (OPEN-61). The look is recorded with it (DAT-35), and so is opening the document.
 * Same refusals as `verify`.
 */
export const readSubmission = asAdmin(async (context, admin, { lawyerId }: LawyerInput) =>
  transact(context.db, async (tx) => {
    const row = await store.findSubmission(tx, admin, lawyerId)
    if (!row) return refuseNotAwaiting(context, admin, lawyerId)
    const { document: key, street, number, apartment, ...rest } = row
    const { adminId } = admin
    await recordLook(tx, {
      adminId,
      action: 'review_file.viewed',
      personId: lawyerId,
      purpose: 'verification',
    })
    const url = signLink(context, { key, viewerId: adminId })
    const address = formatAddress(street, number, apartment)
    const former = await store.listFormerAccounts(tx, admin, context.sealer.digest(row.rut))
    return accept({ ...rest, address, former, document: { url, kind: documentKind(key) } })
  }),
)

/**
 * Step of account deletion (H-02): stores the decisions about a lawyer under a keyed digest of the RUT.
 * @param suspensions those of the team, announced ones too (DAT-76); those of the operator are in the audit log
 */
export async function saveFormerLawyer(
  tx: Tx,
  platform: Pick<SignedInContext, 'sealer'>,
  userId: string,
  suspensions: FormerDecisions,
): Promise<void> {
  const rutDigest = await rutDigestOf(tx, platform, userId)
  if (rutDigest !== null) await store.insertFormerLawyer(tx, userId, rutDigest, suspensions)
}

/** A page of the decision log (OPEN-03), `PAGE_SIZE` rows. Administrators only (403). */
export const listDecisions = asAdmin(async ({ db }, admin, input: PageInput) => {
  const rows = await store.decisionsPage(db, admin, input?.after ?? null, PAGE_SIZE + 1)
  const { shown, next } = cutPage(rows, PAGE_SIZE, (last) => last.id)
  return accept({ items: shown, next })
})

/** «Nombres por confirmar» (H-03): the oldest `PAGE_SIZE` names. Administrators only (403). */
export const listNames = asAdmin(async ({ db }, admin) =>
  accept(await store.listNamesToConfirm(db, admin, PAGE_SIZE)),
)

/** H-03: confirms a new name, so that the badge appears again. Refused (409): the name is not pending. */
export const confirmName = asAdmin(async (context, admin, input: ConfirmNameInput) =>
  transact(context.db, (tx) => decideName(tx, context, admin, { ...input, outcome: 'confirmed' })),
)

/** H-03: restores the last confirmed name and e-mails the reason. Refused (409): the name is not pending. */
export const returnName = asAdmin(async (context, admin, input: ReturnNameInput) => {
  const { lawyerId, reason } = input
  return transact(context.db, async (tx) => {
    const decided = await decideName(tx, context, admin, { ...input, outcome: 'returned' })
    if (!decided.ok) return decided
    const recipient = await store.findRecipient(tx, admin, lawyerId)
    if (recipient)
      await sendMail(tx, context.sealer, {
        template: nameReturnedMail,
        to: recipient.email,
        props: { name: recipient.name, reason, link: `${context.config.publicUrl}/edit-profile` },
        key: `lawyer-name-returned:${randomUUID()}`,
      })
    return decided
  })
})

/**
 * Applies the decision and writes its audit row, which has no names: they must disappear with the account.
 */
async function decideName(
  tx: Tx,
  context: SignedInContext,
  { adminId }: Admin,
  decision: ConfirmNameInput & ({ outcome: 'confirmed' } | { outcome: 'returned'; reason: string }),
): Promise<Result<{ name: string }>> {
  const { lawyerId, name, outcome } = decision
  const details = outcome === 'returned' ? { reason: decision.reason } : {}
  const now = await (outcome === 'confirmed' ? confirmLawyerName : restoreConfirmedName)(tx, lawyerId, name)
  if (now === null) return refuse({ code: 'CONFLICT', message: MESSAGES.nameNotPending })
  const action = `lawyer.name_${outcome}` as const
  await audit(tx, { actor: adminId, action, object: lawyerId, person: lawyerId, details })
  await publish(tx, context.wake, [{ user_id: lawyerId, kind: 'profile', ref: lawyerId }])
  return accept({ name: now })
}

/** Current number of lawyers by status (OPEN-03). Administrators only (403). */
export const readCounts = asAdmin(async ({ db }, admin) => accept(await store.countLawyers(db, admin)))

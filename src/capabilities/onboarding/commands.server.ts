import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { shouldInjectFault } from '../../platform/errors/fault-injection.ts'
import {
  accept,
  fieldRefusal,
  REVIEW_FIELDS_MESSAGE,
  type Result,
  refuse,
  UNEXPECTED_MESSAGE,
} from '../../platform/errors/refusal.ts'
import { signLink } from '../../platform/files/links.server.ts'
import { canOpen, claimFile, discardFile, findFile } from '../../platform/files/stored-files.server.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { isSameSecret, newDigits, newToken, sha256Hex } from '../../platform/keys/tokens.server.ts'
import { cancelMail, deliveryStatus, sendMail, waitForFirstAttempt } from '../../platform/mail/mail.server.ts'
import type { Context, SignedInContext } from '../../platform/rpc/context.server.ts'
import { changeProfile, confirmAddress } from '../accounts/commands.server.ts'
import {
  getProfessionalProfile,
  lockLawyerFirst,
  moveVerification,
  saveProfessionalProfile,
  setAvatar,
} from '../lawyers/commands.server.ts'
import { MESSAGES as LAWYER_MESSAGES } from '../lawyers/schema.ts'
import { codeMail, reviewNoticeMail } from './mail.server.tsx'
import {
  CODE_DIGITS,
  CODE_LIFETIME_SECONDS,
  CODE_NOT_SENT,
  CODE_REQUEST_LIMIT,
  canSubmitProfile,
  initialFormValues,
  MAX_WRONG_TRIES,
  NOTICE_REQUEST_LIMIT,
  RESEND_INTERVAL_SECONDS,
  REVIEW_LINK_SECONDS,
  reviewLink,
  toProfessionalFields,
} from './rules.ts'
import {
  type CodeState,
  type InitialForm,
  MESSAGES,
  notifyErrorText,
  resendTooSoonText,
  type SubmissionStage,
  type SubmitInput,
  stageErrorText,
  type VerifyCodeInput,
} from './schema.ts'
import type { ReviewNotice } from './store.server.ts'
import * as store from './store.server.ts'

/** HMAC under which a code is stored: useless without the session secret, and bound to this lawyer. */
const codeHash = ({ sealer }: Pick<Context, 'sealer'>, lawyerId: string, code: string) =>
  sealer.sign(`email code\n${lawyerId}\n${code}`)

/** Job key, one per code: its own Message-ID keeps mailboxes from dropping the e-mail as a duplicate. */
const codeKey = (lawyerId: string, sentAt: Date) => `email-code:${lawyerId}:${sentAt.getTime()}`

const refuseNonLawyer = () => refuse({ code: 'FORBIDDEN', message: LAWYER_MESSAGES.lawyersOnly })

const findCode = (db: Db, lawyerId: string) =>
  store.findCode(db, lawyerId, {
    minSecondsBetween: RESEND_INTERVAL_SECONDS,
    maxWrongTries: MAX_WRONG_TRIES,
  })

/** State of the lawyer's code, to show the input again after a reload (ONV-03). Refuses other roles (403). */
export async function codeState(context: SignedInContext): Promise<Result<CodeState>> {
  const { role, userId, user } = context.session
  if (role !== 'lawyer') return refuseNonLawyer()
  const code = user.verification_status === 'email_pending' ? await findCode(context.db, userId) : null
  const delivery = code?.works ? await deliveryStatus(context.db, codeKey(userId, code.sent_at)) : 'none'
  return accept({ delivery, resendIn: code?.wait ?? 0 })
}

/**
 * E-mails a six-digit code and voids the previous one (ONV-02, OPEN-12, OPEN-13). Waits up to 3 s for the
 * first attempt: 503 if it failed, but the job retries. Refuses other roles and people without a profile
 * (403), a verified address (409), a code within 60 s and more than 5 per hour and e-mail address (429,
 * H-07).
 */
export async function sendCode(context: SignedInContext): Promise<Result<{ sent: true; resendIn: number }>> {
  const { role, userId, user } = context.session
  if (role === null || !user.email) return refuse({ code: 'FORBIDDEN', message: MESSAGES.noUser })
  if (role !== 'lawyer') return refuseNonLawyer()
  if (user.verification_status !== 'email_pending')
    return refuse({ code: 'CONFLICT', message: MESSAGES.emailVerified })
  const queuedKey = await transact(context.db, async (tx) => {
    const previous = await store.lockCode(tx, userId, MAX_WRONG_TRIES)
    const code = newDigits(CODE_DIGITS)
    const replaced = await store.replaceCode(tx, {
      lawyerId: userId,
      hash: codeHash(context, userId, code),
      seconds: CODE_LIFETIME_SECONDS,
      minSecondsBetween: RESEND_INTERVAL_SECONDS,
    })
    if (replaced === null) return refuseTooSoon(tx, userId)
    // Keyed by e-mail address, so that deleting and recreating the account does not reset the limit.
    const limitKey = `email-code:${context.sealer.digest(user.email)}`
    const within = await checkRateLimit(tx, limitKey, CODE_REQUEST_LIMIT, MESSAGES.tooManyCodes)
    if (!within.ok) return within
    // A void code must not arrive after its replacement.
    if (previous) await cancelMail(tx, codeKey(userId, previous.sent_at))
    const key = codeKey(userId, replaced.sent_at)
    await sendMail(tx, context.sealer, {
      template: codeMail,
      to: user.email,
      props: { name: user.name, code },
      key,
      expires: replaced.expires_at,
    })
    return accept(key)
  })
  if (!queuedKey.ok) return queuedKey
  if ((await waitForFirstAttempt(context.db, queuedKey.value)) === 'failed')
    return refuse({
      code: 'SERVICE_UNAVAILABLE',
      message: CODE_NOT_SENT,
      retryAfter: RESEND_INTERVAL_SECONDS,
    })
  return accept({ sent: true as const, resendIn: RESEND_INTERVAL_SECONDS })
}

async function refuseTooSoon(tx: Tx, lawyerId: string) {
  const wait = Math.max(1, (await findCode(tx, lawyerId))?.wait ?? 1)
  return refuse({ code: 'TOO_MANY_REQUESTS', message: resendTooSoonText(wait), retryAfter: wait })
}

/**
 * Verifies the e-mailed code (ONV-11, ONV-12, CAL-05): email_pending → profile_pending. Counts wrong attempts
 * under a row lock, so that concurrent requests get no extra ones. Repeating a valid code succeeds. Refuses
 * other roles (403) and a code that is wrong, expired or void after five wrong attempts (422).
 */
export async function verifyCode(
  context: SignedInContext,
  { code }: VerifyCodeInput,
): Promise<Result<{ verified: true }>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return refuseNonLawyer()
  // A refusal would roll back the count of wrong attempts, so return a boolean instead.
  const result = await transact<boolean>(context.db, async (tx) => {
    if (!(await lockLawyerFirst(tx, userId))) return accept(false)
    const stored = await store.lockCode(tx, userId, MAX_WRONG_TRIES)
    if (!stored?.works) return accept(false)
    if (!isSameSecret(stored.code_hash, codeHash(context, userId, code))) {
      await store.incrementWrongTries(tx, userId)
      return accept(false)
    }
    const moved = await moveVerification(tx, context, { lawyerId: userId, event: 'verifyEmail' })
    // CONFLICT: a concurrent request with the right code was faster, such as a double click.
    if (!moved.ok) return moved.refusal.code === 'CONFLICT' ? accept(true) : moved
    await confirmAddress(tx, userId)
    return accept(true)
  })
  if (!result.ok) return result
  if (result.value) return accept({ verified: true as const })
  return refuse(fieldRefusal('code', MESSAGES.wrongCode))
}

/** Initial form values, and why the last submission was returned (OPEN-02). Refuses other roles (403). */
export async function getForm(context: SignedInContext): Promise<Result<InitialForm>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return refuseNonLawyer()
  const [profile, returned] = await Promise.all([
    getProfessionalProfile(context.db, userId),
    store.findLastReturn(context.db, userId),
  ])
  if (!profile) return refuse({ code: 'NOT_FOUND', message: LAWYER_MESSAGES.notLoaded })
  const card = profile.idCardPath ? await findFile(context.db, profile.idCardPath) : null
  return accept({
    values: initialFormValues(profile),
    avatarUrl: profile.avatarUrl,
    idCard: card && { name: card.fileName, url: signLink(context, { key: card.key, viewerId: userId }) },
    returned: returned && { reason: returned.reason, at: returned.at.toISOString() },
  })
}

/**
 * Saves the profile and sends it to review (ONP-40 to ONP-49, CAL-10): profile_pending → admin_pending, in
 * one transaction. Errors name their stage, and the same input can be sent again. Refuses other roles (403),
 * other statuses and concurrent submissions (409), a taken RUT (409) and an unusable ID card (422).
 */
export async function submit(
  context: SignedInContext,
  input: SubmitInput,
): Promise<Result<{ submitted: true }>> {
  const allowed = canSubmitProfile(context.session)
  if (!allowed.ok) return allowed
  const { userId } = context.session
  const card = input.idCardKey ?? (await store.findIdCard(context.db, userId))
  if (card === null)
    return refuse({ ...idCardRefusal(MESSAGES.idCardMissing), message: REVIEW_FIELDS_MESSAGE })
  // Before the transaction, which must not wait for file storage; a file never changes under its key.
  const checked = await checkIdCard(context, card)
  if (!checked.ok) return checked
  return transact(context.db, async (tx) => {
    // Lock first: a concurrent submission waits here and then finds this one, or the account deleted.
    if (!(await lockLawyerFirst(tx, userId))) return refuseNonLawyer()
    if ((await store.insertSubmission(tx, userId)) === null)
      return refuse({ code: 'CONFLICT', message: MESSAGES.alreadySent })
    const onFile = await store.findIdCard(tx, userId)
    const card = input.idCardKey === onFile ? undefined : input.idCardKey
    const fields = toProfessionalFields(input, card)
    const stages: [SubmissionStage, string | null, () => Promise<Result<unknown>>][] = [
      ['avatar', null, () => claimAvatar(tx, context, input.avatarKey)],
      ['idCard', null, () => claimIdCard(tx, userId, card, onFile)],
      ['lawyerProfile', 'lawyer-profile', () => saveProfessionalProfile(tx, userId, fields)],
      ['profile', 'profile', () => setFullName(tx, context, input)],
      ['review', 'submit-review', () => moveVerification(tx, context, { lawyerId: userId, event: 'submit' })],
    ]
    for (const [stage, fault, work] of stages) {
      const done = await runStage(context, stage, fault, work)
      if (!done.ok) return done
    }
    return accept({ submitted: true as const })
  })
}

/** Stages whose 409 is not about the stage (a taken RUT, another status) and so gets no stage prefix. */
const STAGES_WITH_OWN_TEXT: readonly SubmissionStage[] = ['lawyerProfile', 'review']

/**
 * Runs a stage of the submission and prefixes its errors with the name of the stage (ONP-44 to ONP-49).
 * @param fault name in the setting FAULTS that makes the stage fail
 */
async function runStage(
  context: SignedInContext,
  stage: SubmissionStage,
  fault: string | null,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  try {
    if (fault && shouldInjectFault(context.config, fault)) throw new Error(`fault ${fault}`)
    const done = await work()
    if (done.ok || (done.refusal.code === 'CONFLICT' && STAGES_WITH_OWN_TEXT.includes(stage))) return done
    return refuse({ ...done.refusal, message: stageErrorText(stage, done.refusal.message) })
  } catch (error) {
    context.log.error({ requestId: context.requestId, stage, err: error }, 'submission failed')
    return refuse({
      code: 'SERVICE_UNAVAILABLE',
      message: stageErrorText(stage, UNEXPECTED_MESSAGE),
      retryAfter: 1,
    })
  }
}

const idCardRefusal = (reason: string) => fieldRefusal('idCardKey', reason)

const idCardFailure = (stage: SubmissionStage, reason: string) =>
  refuse({ ...idCardRefusal(reason), message: stageErrorText(stage, reason) })

/** ONP-46: checks that the ID card belongs to the lawyer and can be opened. */
async function checkIdCard(context: SignedInContext, key: string): Promise<Result<true>> {
  const { userId } = context.session
  // Same answer for a missing file and for another person's, so that it reveals nothing.
  if (!key.startsWith(`identidad/${userId}/`) || !(await findFile(context.db, key)))
    return idCardFailure('idCard', MESSAGES.idCardGone)
  return (await canOpen(context, key)) ? accept(true) : idCardFailure('signedLink', MESSAGES.idCardUnreadable)
}

const claimAvatar = async (
  tx: Tx,
  context: SignedInContext,
  key: string | undefined,
): Promise<Result<unknown>> =>
  key === undefined ? accept(null) : setAvatar(tx, context, { userId: context.session.userId, key })

async function claimIdCard(
  tx: Tx,
  userId: string,
  key: string | undefined,
  previous: string | null,
): Promise<Result<unknown>> {
  if (key === undefined) return accept(null)
  if (!(await claimFile(tx, { key, bucket: 'identidad', ownerId: userId })))
    return refuse(idCardRefusal(MESSAGES.idCardGone))
  if (previous) await discardFile(tx, previous)
  return accept(key)
}

async function setFullName(
  tx: Tx,
  context: SignedInContext,
  { firstName, lastName }: SubmitInput,
): Promise<Result<unknown>> {
  const changed = await changeProfile(tx, context, context.session.userId, {
    name: `${firstName} ${lastName}`,
  })
  return changed ? accept(changed) : refuse({ code: 'FORBIDDEN', message: LAWYER_MESSAGES.notSaved })
}

/**
 * E-mails the administrators, or ADMIN_EMAIL, about a profile to review, once per submission (CAL-11, ONP-50,
 * OPEN-14). Waits up to 3 s for the first attempts: 503 if all failed, though the administrators' list shows
 * the profile (TRAP-53). Refuses other roles (403), no open submission (409) and too many requests (429).
 */
export async function notifyAdmin(context: SignedInContext): Promise<Result<{ notified: true }>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return refuseNonLawyer()
  const limitKey = `review-notice:${userId}`
  const within = await checkRateLimit(
    context.db,
    limitKey,
    NOTICE_REQUEST_LIMIT,
    LAWYER_MESSAGES.tooManyChanges,
  )
  if (!within.ok) return within
  const queued = await transact(context.db, async (tx) => {
    const notice = await store.lockNotice(tx, userId)
    if (!notice) return refuse({ code: 'CONFLICT', message: MESSAGES.notInReview })
    const { adminEmail } = context.config
    const recipients = adminEmail ? [adminEmail] : await store.findAdministratorEmails(tx)
    const mails = recipients.map((to) => ({
      to,
      key: `review-notice:${notice.id}:${sha256Hex(to).slice(0, 16)}`,
    }))
    if (!notice.noticed) for (const mail of mails) await mailNotice(tx, context, notice, mail)
    return accept(mails.map(({ key }) => key))
  })
  if (!queued.ok) return queued
  const attempts = await Promise.all(
    queued.value.map(async (key) => {
      const delivery = await deliveryStatus(context.db, key)
      return delivery === 'pending' ? waitForFirstAttempt(context.db, key) : delivery
    }),
  )
  const isReached =
    attempts.length > 0 &&
    !shouldInjectFault(context.config, 'notify-admin') &&
    (attempts.includes('sent') || !attempts.includes('failed'))
  if (isReached) return accept({ notified: true as const })
  const message = notifyErrorText(
    attempts.length === 0 ? MESSAGES.noAdministrators : MESSAGES.adminNotReached,
  )
  return refuse({ code: 'SERVICE_UNAVAILABLE', message, reason: 'ADMINS_NOT_NOTIFIED', retryAfter: 60 })
}

async function mailNotice(
  tx: Tx,
  context: SignedInContext,
  notice: ReviewNotice,
  { to, key }: { to: string; key: string },
): Promise<void> {
  const grant = { submissionId: notice.id, adminId: null, seconds: REVIEW_LINK_SECONDS }
  const { token } = await createReviewGrant(tx, grant)
  const link = reviewLink(context.config.publicUrl, context.session.userId, token)
  await sendMail(tx, context.sealer, {
    template: reviewNoticeMail,
    to,
    props: { name: notice.name, rut: notice.rut, link },
    key,
    expires: new Date(Date.now() + REVIEW_LINK_SECONDS * 1000),
  })
}

/**
 * Creates a single-use token that lets a page act on the submission on load (OPEN-05). Stores only its
 * digest.
 * @param adminId the only administrator who may use it; null for any administrator with the e-mail
 * @param seconds lifetime
 */
export async function createReviewGrant(
  tx: Tx,
  { submissionId, adminId, seconds }: { submissionId: string; adminId: string | null; seconds: number },
): Promise<{ token: string }> {
  const token = newToken()
  await store.insertGrant(tx, { submissionId, adminId, hash: sha256Hex(token), seconds })
  return { token }
}

/** Consumes a token. @returns whether it was valid for this administrator and the lawyer's open submission */
export const redeemReviewGrant = (
  tx: Tx,
  { token, lawyerId, adminId }: { token: string; lawyerId: string; adminId: string },
): Promise<boolean> => store.consumeGrant(tx, { hash: sha256Hex(token), lawyerId, adminId })

export const getOpenSubmission = store.findOpenSubmission
export const decideSubmission = store.closeSubmission

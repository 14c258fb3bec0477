import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { faultAsked } from '../../platform/errors/faults.ts'
import {
  accept,
  REVIEW_FIELDS,
  type Refusal,
  type Result,
  refuse,
  UNEXPECTED,
} from '../../platform/errors/refusal.ts'
import { canOpen, claimFile, discardFile, findFile } from '../../platform/files/files.server.ts'
import { signLink } from '../../platform/files/links.server.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import { deliveryOf, firstAttempt, sendMail, withdrawMail } from '../../platform/mail/mail.server.ts'
import type { Context, SignedIn } from '../../platform/rpc/context.server.ts'
import { changeProfile, confirmAddress } from '../accounts/commands.server.ts'
import {
  holdLawyerFirst,
  moveVerification,
  professionalProfile,
  saveProfessionalProfile,
  setAvatar,
} from '../lawyers/commands.server.ts'
import { MESSAGES as LAWYER_MESSAGES } from '../lawyers/schema.ts'
import { CODE, codeMail, NOTICE, noticeMail } from './mail.server.tsx'
import {
  CODE_LIMIT,
  CODE_SECONDS,
  formValues,
  mayFillForm,
  NOTICE_LIMIT,
  NOTICE_SECONDS,
  professionalFields,
  RESEND_SECONDS,
  reviewLink,
  WRONG_TRIES,
} from './rules.ts'
import {
  askAgainIn,
  CODE_DIGITS,
  type CodeState,
  type FormStart,
  MESSAGES,
  notNotified,
  type Stage,
  type SubmitInput,
  stageFailed,
  type VerifyCodeInput,
} from './schema.ts'
import {
  closeSubmission,
  countWrongTry,
  type Decision,
  findAdministrators,
  findIdCard,
  findOpenSubmission,
  findReturn,
  type HeldCode,
  holdCode,
  holdNotice,
  insertGrant,
  insertSubmission,
  type Notice,
  type OpenSubmission,
  putCode,
  readCode,
  takeGrant,
} from './store.server.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** What is stored of a code: worthless without the session secret, and of this lawyer only. */
const codeHash = ({ sealer }: Pick<Context, 'sealer'>, lawyerId: string, code: string) =>
  sealer.sign(`email code\n${lawyerId}\n${code}`)

/** One e-mail a code: its own Message-ID, so that no mailbox takes the second code for the first. */
const codeKey = (lawyerId: string, sentAt: Date) => `email-code:${lawyerId}:${sentAt.getTime()}`

const lawyersOnly = () => refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyersOnly })

/** Where the asker stands with their code (ONV-03: a reload shows the input again). Lawyers only (403). */
export async function codeState(context: SignedIn): Promise<Result<CodeState>> {
  const { role, userId, user } = context.session
  if (role !== 'lawyer') return lawyersOnly()
  const code =
    user.verification_status === 'email_pending'
      ? await readCode(context.db, userId, { apart: RESEND_SECONDS, mostTries: WRONG_TRIES })
      : null
  const delivery = code?.works ? await deliveryOf(context.db, codeKey(userId, code.sent_at)) : 'none'
  return accept({ delivery, resendIn: code?.wait ?? 0 })
}

/**
 * Mails the asker a code of six digits that works for 15 minutes; the one before is void (ONV-02, OPEN-12, OPEN-13).
 * Waits up to 3 s for the first try; the job goes on trying whatever it answers. Refuses whoever has no profile or is
 * no lawyer (403), a verified address (409), another code within 60 s or more than 5 an hour to one e-mail address,
 * whoever asks (429, H-07), and says when the first try failed (503).
 */
export async function sendCode(context: SignedIn): Promise<Result<{ sent: true; resendIn: number }>> {
  const { role, userId, user } = context.session
  if (role === null || !user.email) return refuse({ code: 'FORBIDDEN', message: MESSAGES.noUser })
  if (role !== 'lawyer') return lawyersOnly()
  if (user.verification_status !== 'email_pending')
    return refuse({ code: 'CONFLICT', message: MESSAGES.emailVerified })
  const made = await transact(context.db, async (tx) => {
    const old = await holdCode(tx, userId, WRONG_TRIES)
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const put = await putCode(tx, {
      lawyerId: userId,
      hash: codeHash(context, userId, code),
      seconds: CODE_SECONDS,
      apart: RESEND_SECONDS,
    })
    if (put === null) return tooSoon(tx, userId)
    // By the address: an account that is deleted and made again is no way round it.
    const wait = await takeTry(tx, `email-code:${context.sealer.digest(user.email)}`, CODE_LIMIT)
    if (wait !== null)
      return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyCodes, retryAfter: wait })
    // A code that is void must not arrive after the one that replaced it.
    if (old) await withdrawMail(tx, codeKey(userId, old.sent_at))
    const key = codeKey(userId, put.sent_at)
    await sendMail(tx, context.sealer, {
      template: codeMail,
      name: CODE,
      to: user.email,
      props: { name: user.name, code },
      key,
      expires: put.expires_at,
    })
    return accept(key)
  })
  if (!made.ok) return made
  if ((await firstAttempt(context.db, made.value, new Date(0))) === 'failed')
    return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notSent, retryAfter: RESEND_SECONDS })
  return accept({ sent: true as const, resendIn: RESEND_SECONDS })
}

async function tooSoon(tx: Tx, lawyerId: string) {
  const code = await readCode(tx, lawyerId, { apart: RESEND_SECONDS, mostTries: WRONG_TRIES })
  const wait = Math.max(1, code?.wait ?? 1)
  return refuse({ code: 'TOO_MANY_REQUESTS', message: askAgainIn(wait), retryAfter: wait })
}

/**
 * Verifies the asker's address by the mailed code (ONV-11, ONV-12, CAL-05): email_pending → profile_pending. Five
 * wrong tries are counted under the code's lock, so that any number at once gets no more; after them the right code is
 * wrong too. The right code again, while it lasts, is accepted again. Refuses others than lawyers (403) and a code that
 * is wrong, expired or used up (422).
 */
export async function verifyCode(
  context: SignedIn,
  { code }: VerifyCodeInput,
): Promise<Result<{ verified: true }>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return lawyersOnly()
  // A wrong try must stay counted, so it is a value of the transaction, not its refusal.
  const result = await transact<boolean>(context.db, async (tx) => {
    if (!(await holdLawyerFirst(tx, userId))) return accept(false)
    const held = await holdCode(tx, userId, WRONG_TRIES)
    if (!held?.works) return accept(false)
    if (!sameHash(held, codeHash(context, userId, code))) {
      await countWrongTry(tx, userId)
      return accept(false)
    }
    const moved = await moveVerification(tx, context, { lawyerId: userId, event: 'verifyEmail' })
    // Somebody was first, with the same right code: a double press.
    if (!moved.ok) return moved.refusal.code === 'CONFLICT' ? accept(true) : moved
    await confirmAddress(tx, userId)
    return accept(true)
  })
  if (!result.ok) return result
  if (result.value) return accept({ verified: true as const })
  return refuse({
    code: 'UNPROCESSABLE_CONTENT',
    message: MESSAGES.wrongCode,
    fields: { code: MESSAGES.wrongCode },
  })
}

const sameHash = ({ code_hash }: HeldCode, given: string) =>
  code_hash.length === given.length && timingSafeEqual(Buffer.from(code_hash), Buffer.from(given))

/** What the form starts with, and why the last submission came back (OPEN-02). Lawyers only (403). */
export async function startForm(context: SignedIn): Promise<Result<FormStart>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return lawyersOnly()
  const [profile, returned] = await Promise.all([
    professionalProfile(context.db, userId),
    findReturn(context.db, userId),
  ])
  if (!profile) return refuse({ code: 'NOT_FOUND', message: LAWYER_MESSAGES.notLoaded })
  const card = profile.id_card_path ? await findFile(context.db, profile.id_card_path) : null
  return accept({
    values: formValues(profile),
    avatarUrl: profile.avatar_url,
    idCard: card && { name: card.fileName, url: signLink(context, { key: card.key, viewerId: userId }) },
    returned: returned && { reason: returned.reason, at: returned.at.toISOString() },
  })
}

/**
 * Saves the professional profile and sends it to review (ONP-40 to ONP-49, CAL-10): profile_pending → admin_pending.
 * All of it or nothing: what fails says its stage, and the same input can be sent again. Refuses others than lawyers
 * (403), every other status and a second submission at the same moment (409), a taken RUT and fields that are not in
 * order (409, 422, with the text at the field).
 */
export async function submit(context: SignedIn, input: SubmitInput): Promise<Result<{ submitted: true }>> {
  const step = mayFillForm(context.session)
  if (!step.ok) return step
  const { userId } = context.session
  const card = input.idCardKey ?? (await findIdCard(context.db, userId))
  if (card === null) return refuse({ ...cardRefusal(MESSAGES.idCardMissing), message: REVIEW_FIELDS })
  // Before the transaction, which must not wait for a storage: the file never changes under its key.
  const opens = await cardOpens(context, card)
  if (!opens.ok) return opens
  return transact(context.db, async (tx) => {
    // First, since whoever comes at the same moment waits here and finds the submission made, or the account gone.
    if (!(await holdLawyerFirst(tx, userId))) return lawyersOnly()
    if ((await insertSubmission(tx, userId)) === null)
      return refuse({ code: 'CONFLICT', message: MESSAGES.alreadySent })
    const onFile = await findIdCard(tx, userId)
    const card = input.idCardKey === onFile ? undefined : input.idCardKey
    const fields = professionalFields(input, card)
    const stages: [Stage, string | null, () => Promise<Result<unknown>>][] = [
      ['avatar', null, () => takeAvatar(tx, context, input.avatarKey)],
      ['idCard', null, () => takeIdCard(tx, userId, card, onFile)],
      ['lawyerProfile', 'lawyer-profile', () => saveProfessionalProfile(tx, userId, fields)],
      ['profile', 'profile', () => setFullName(tx, context, input)],
      ['review', 'submit-review', () => moveVerification(tx, context, { lawyerId: userId, event: 'submit' })],
    ]
    for (const [stage, fault, work] of stages) {
      const done = await inStage(context, stage, fault, work)
      if (!done.ok) return done
    }
    return accept({ submitted: true as const })
  })
}

/** The stages whose refusal is about the lawyer, not about the stage: a taken RUT, another status. */
const OWN_WORDS: readonly Stage[] = ['lawyerProfile', 'review']

/**
 * One stage of the submission: what it refuses, or what breaks in it, is said with the stage before it (ONP-44 to
 * ONP-49).
 * @param fault name in the setting FAULTS that makes it break
 */
async function inStage(
  context: SignedIn,
  stage: Stage,
  fault: string | null,
  work: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  try {
    if (fault && faultAsked(context.config, fault)) throw new Error(`fault ${fault}`)
    const done = await work()
    if (done.ok || (done.refusal.code === 'CONFLICT' && OWN_WORDS.includes(stage))) return done
    return refuse({ ...done.refusal, message: stageFailed(stage, done.refusal.message) })
  } catch (error) {
    context.log.error({ requestId: context.requestId, stage, err: error }, 'submission failed')
    return refuse({ code: 'SERVICE_UNAVAILABLE', message: stageFailed(stage, UNEXPECTED), retryAfter: 1 })
  }
}

const cardRefusal = (reason: string): Refusal => ({
  code: 'UNPROCESSABLE_CONTENT',
  message: reason,
  fields: { idCardKey: reason },
})

const cardFailed = (stage: Stage, reason: string) =>
  refuse({ ...cardRefusal(reason), message: stageFailed(stage, reason) })

/** ONP-46: signs once and opens the card, if it is the asker's own. @returns the link */
async function cardOpens(context: SignedIn, key: string): Promise<Result<string>> {
  const { userId } = context.session
  // Whoever asks about another's file learns nothing of it.
  if (!key.startsWith(`identidad/${userId}/`) || !(await findFile(context.db, key)))
    return cardFailed('idCard', MESSAGES.idCardGone)
  const link = signLink(context, { key, viewerId: userId })
  return (await canOpen(context, key)) ? accept(link) : cardFailed('signedLink', MESSAGES.idCardUnreadable)
}

const takeAvatar = async (tx: Tx, context: SignedIn, key: string | undefined): Promise<Result<unknown>> =>
  key === undefined ? accept(null) : setAvatar(tx, context, { userId: context.session.userId, key })

async function takeIdCard(
  tx: Tx,
  userId: string,
  key: string | undefined,
  old: string | null,
): Promise<Result<unknown>> {
  if (key === undefined) return accept(null)
  if (!(await claimFile(tx, { key, bucket: 'identidad', ownerId: userId })))
    return refuse(cardRefusal(MESSAGES.idCardGone))
  if (old) await discardFile(tx, old)
  return accept(key)
}

async function setFullName(
  tx: Tx,
  context: SignedIn,
  { firstName, lastName }: SubmitInput,
): Promise<Result<unknown>> {
  const changed = await changeProfile(tx, context, context.session.userId, {
    name: `${firstName} ${lastName}`,
  })
  return changed ? accept(changed) : refuse({ code: 'FORBIDDEN', message: LAWYER_MESSAGES.notSaved })
}

/**
 * Tells the administrators, or ADMIN_EMAIL, that the asker's profile awaits review (CAL-11, ONP-50, OPEN-14). One notice
 * a submission however often it is asked for; waits up to 3 s for the first try. Refuses others than lawyers (403),
 * whoever has no open submission (409), and says when nobody could be written to (503): the profile is in the
 * administrators' list all the same (TRAP-53).
 */
export async function notifyAdmin(context: SignedIn): Promise<Result<{ notified: true }>> {
  const { role, userId } = context.session
  if (role !== 'lawyer') return lawyersOnly()
  const wait = await takeTry(context.db, `review-notice:${userId}`, NOTICE_LIMIT)
  if (wait !== null)
    return refuse({ code: 'TOO_MANY_REQUESTS', message: LAWYER_MESSAGES.tooManyChanges, retryAfter: wait })
  const queued = await transact(context.db, async (tx) => {
    const notice = await holdNotice(tx, userId)
    if (!notice) return refuse({ code: 'CONFLICT', message: MESSAGES.notInReview })
    const { adminEmail } = context.config
    const recipients = adminEmail ? [adminEmail] : await findAdministrators(tx)
    const mails = recipients.map((to) => ({
      to,
      key: `review-notice:${notice.id}:${digest(to).slice(0, 16)}`,
    }))
    if (!notice.noticed) for (const mail of mails) await mailNotice(tx, context, notice, mail)
    return accept(mails.map(({ key }) => key))
  })
  if (!queued.ok) return queued
  const tries = await Promise.all(
    queued.value.map(async (key) => {
      const delivery = await deliveryOf(context.db, key)
      return delivery === 'pending' ? firstAttempt(context.db, key, new Date(0)) : delivery
    }),
  )
  const failure =
    tries.length === 0
      ? MESSAGES.noAdministrators
      : faultAsked(context.config, 'notify-admin') || (tries.includes('failed') && !tries.includes('sent'))
        ? MESSAGES.adminNotReached
        : null
  if (failure === null) return accept({ notified: true as const })
  return refuse({ code: 'SERVICE_UNAVAILABLE', message: notNotified(failure), retryAfter: 60 })
}

async function mailNotice(
  tx: Tx,
  context: SignedIn,
  notice: Notice,
  { to, key }: { to: string; key: string },
): Promise<void> {
  const grant = { submissionId: notice.id, adminId: null, seconds: NOTICE_SECONDS }
  const { token } = await grantReview(tx, grant)
  const link = reviewLink(context.config.publicUrl, context.session.userId, token)
  await sendMail(tx, context.sealer, {
    template: noticeMail,
    name: NOTICE,
    to,
    props: { name: notice.name, rut: notice.rut, link },
    key,
    expires: new Date(Date.now() + NOTICE_SECONDS * 1000),
  })
}

/**
 * Makes a token that lets one page act on load, once, for this submission (OPEN-05). Only its digest is stored.
 * @param adminId the one administrator it is for; null: whoever has the e-mail
 * @param seconds how long it works
 */
export async function grantReview(
  tx: Tx,
  { submissionId, adminId, seconds }: { submissionId: string; adminId: string | null; seconds: number },
): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url')
  await insertGrant(tx, { submissionId, adminId, hash: digest(token), seconds })
  return { token }
}

/** Uses a token up. @returns whether it was good for this administrator and this lawyer's open submission */
export const redeemReviewGrant = (
  tx: Tx,
  { token, lawyerId, adminId }: { token: string; lawyerId: string; adminId: string },
): Promise<boolean> => takeGrant(tx, { hash: digest(token), lawyerId, adminId })

/** The submission of a lawyer that awaits a decision, or null. */
export const openSubmission = (db: Db, lawyerId: string): Promise<OpenSubmission | null> =>
  findOpenSubmission(db, lawyerId)

/**
 * Closes a lawyer's open submission (OPEN-02); the move of the status is the caller's, in the same transaction.
 * @returns the submission's id; null when none is open, or not the one named: somebody was first
 */
export const decideSubmission = (tx: Tx, decision: Decision): Promise<string | null> =>
  closeSubmission(tx, decision)

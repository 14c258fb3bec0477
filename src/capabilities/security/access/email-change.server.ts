import { formatLongDate } from '../../../chile/dates.ts'
import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { checkRateLimit, consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import { enqueue } from '../../../platform/jobs/jobs.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { EventPublisher } from '../../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedInContext } from '../../../platform/rpc/context.server.ts'
import { requireProof } from '../../../platform/session/proof.ts'
import {
  ACCOUNT_GONE,
  changeAddress,
  deleteLinks,
  endOtherSessions,
  endSessions,
  findPerson,
  findUserByEmail,
  isReservedAddress,
  lockAccount,
  lockAccountOfSession,
  makeLink,
  takeLink,
} from '../../accounts/commands.server.ts'
import { publishChange } from '../commands.server.ts'
import * as emailStore from '../email-store.server.ts'
import {
  confirmNewEmailMail,
  emailChangedMail,
  emailWantedMail,
  securityChangedMail,
} from '../mail.server.tsx'
import {
  EMAIL_CHANGE_LIMIT,
  EMAIL_CHANGE_LINK_SECONDS,
  EMAIL_CHANGE_MAIL_LIMIT,
  EMAIL_UNDO_SECONDS,
} from '../rules.ts'
import { type EmailChangeInput, MESSAGES } from '../schema.ts'

/** Job that looks up whether the address has an account, and e-mails. */
export const EMAIL_CHANGE_TASK = 'security:mail-email-change'
const CHANGE_LINK = 'email-change'
/** The link to the old address. */
export const UNDO_LINK = 'email-undo'

const LINK_INVALID: Refusal = { code: 'NOT_FOUND', message: MESSAGES.linkInvalid }
const IN_REVIEW: Refusal = { code: 'CONFLICT', message: MESSAGES.emailInReview }
const TAKEN: Refusal = { code: 'CONFLICT', message: MESSAGES.emailTaken }

/**
 * DAT-55 «Cambiar correo»: e-mails a link to the new address. Does the same work and gives the same answer whether the
 * address has an account or not: a job looks that up. Refuses without a fresh proof (403, REAUTH), the own address (422), a
 * profile under review and a change that may still be undone (409), and the fourth of a day (429).
 */
export async function requestEmailChange(
  context: SignedInContext,
  { email }: EmailChangeInput,
): Promise<Result<{ sent: true }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const { userId, user } = context.session
  if (user.verification_status === 'admin_pending') return refuse(IN_REVIEW)
  if (email === user.email) return refuse(fieldRefusal('email', MESSAGES.ownEmail))
  const changed = await refuseLateChange(context, userId)
  if (changed) return changed
  const counted = await checkRateLimit(
    context.db,
    `email-change:${userId}`,
    EMAIL_CHANGE_LIMIT,
    MESSAGES.emailTooMany,
  )
  if (!counted.ok) return counted
  return transact(context.db, async (tx) => {
    const locked = await lockAccountOfSession(tx, context.session)
    if (!locked.ok) return locked
    const late = await refuseLateChange({ db: tx }, userId)
    if (late) return late
    // A link names its account only: one of an earlier request must not confirm this address.
    await deleteLinks(tx, userId, CHANGE_LINK)
    const seconds = EMAIL_CHANGE_LINK_SECONDS
    const changeId = await emailStore.insertEmailChange(tx, { userId, from: user.email, to: email, seconds })
    await enqueue(tx, EMAIL_CHANGE_TASK, { changeId }, `${EMAIL_CHANGE_TASK}:${changeId}`)
    await publishChange(tx, context, userId)
    return accept({ sent: true as const })
  })
}

/** Several changes in a row would hide which address the account had: each must first be beyond undoing. */
async function refuseLateChange({ db }: Pick<Context, 'db'>, userId: string) {
  const until = await emailStore.findUndoTime(db, userId)
  if (!until) return null
  const message = MESSAGES.emailChangedLately(formatLongDate(until.toISOString()))
  return refuse({ code: 'CONFLICT', message })
}

/** DAT-55: e-mails the link, or tells the owner of a taken address. A job; it does nothing if the change has ended. */
export async function mailEmailChange(platform: Platform, changeId: string): Promise<void> {
  await runInTransaction(platform.db, async (tx) => {
    const found = await emailStore.findPendingChangeById(tx, changeId)
    if (!found) return
    // Before the change, as everything that ends the links of an account does.
    await lockAccount(tx, found.userId)
    const change = await emailStore.findPendingChangeById(tx, changeId)
    if (!change) return
    const limitKey = `email-change-mail:${platform.sealer.digest(change.newEmail)}`
    if ((await consumeAttempt(tx, limitKey, EMAIL_CHANGE_MAIL_LIMIT)) !== null) return
    const owner = await findUserByEmail(tx, change.newEmail)
    const { publicUrl } = platform.config
    if (owner || (await isReservedAddress(tx, change.newEmail, change.userId))) {
      if (owner)
        await sendMail(tx, platform.sealer, {
          template: emailWantedMail,
          to: change.newEmail,
          props: { name: owner.name, link: `${publicUrl}/seguridad` },
          key: `email-wanted:${changeId}`,
        })
      return
    }
    const { token, key, expires } = await makeLink(tx, {
      kind: CHANGE_LINK,
      userId: change.userId,
      seconds: EMAIL_CHANGE_LINK_SECONDS,
    })
    await sendMail(tx, platform.sealer, {
      template: confirmNewEmailMail,
      to: change.newEmail,
      props: { link: `${publicUrl}/email-verification?token=${token}&type=email_change` },
      key,
      expires,
    })
  })
}

/** Ends a change that waits for its link, and the link. @returns whether one waited */
async function endPendingChange(tx: Tx, platform: EventPublisher, userId: string): Promise<boolean> {
  const wasOpen = await emailStore.closeEmailChange(tx, userId)
  await deleteLinks(tx, userId, CHANGE_LINK)
  if (wasOpen) await publishChange(tx, platform, userId)
  return wasOpen
}

/** DAT-55: the person ends their change. Refused (409) if none waits. */
export const cancelEmailChange = (context: SignedInContext): Promise<Result<{ cancelled: true }>> =>
  transact(context.db, async (tx) => {
    if ((await lockAccount(tx, context.session.userId)) === null) return refuse(ACCOUNT_GONE)
    return (await endPendingChange(tx, context, context.session.userId))
      ? accept({ cancelled: true as const })
      : refuse({ code: 'CONFLICT', message: MESSAGES.emailChangeEnded })
  })

/** DAT-55: after 24 hours. */
export const closeUnusedChanges = (platform: Platform): Promise<void> =>
  runInTransaction(platform.db, async (tx) => {
    for (const userId of await emailStore.closeExpiredChanges(tx)) await publishChange(tx, platform, userId)
  })

/**
 * DAT-55: the link of «Confirma tu nuevo correo»: user and profile change together, the sessions but this one end, the old
 * links end, and both addresses get an e-mail. Refuses a used or expired link (404), and a profile under review or an address
 * that was taken meanwhile (409), which leave the link usable.
 */
export async function confirmEmailChange(
  context: Context,
  { token }: { token: string },
): Promise<Result<{ email: string }>> {
  let cookie: string | null = null
  try {
    const done = await transact(context.db, async (tx) => {
      const userId = await takeLink(tx, CHANGE_LINK, token)
      const change =
        userId === null ? null : await emailStore.finishEmailChange(tx, userId, EMAIL_UNDO_SECONDS)
      if (!change) return refuse(LINK_INVALID)
      if (await emailStore.isInReview(tx, change.userId)) return refuse(IN_REVIEW)
      await changeAddress(tx, context, change.userId, change.newEmail)
      if (await isReservedAddress(tx, change.newEmail, change.userId)) return refuse(TAKEN)
      const session = context.session
      if (session?.userId === change.userId) {
        const rotated = await endOtherSessions(tx, { ...context, session })
        if (!rotated.ok) return rotated
        cookie = rotated.value.cookie
      } else await endSessions(tx, context, change.userId, null)
      await tellBoth(tx, context, change)
      await publishChange(tx, context, change.userId)
      return accept({ email: change.newEmail })
    })
    if (done.ok && cookie !== null) context.setCookie(cookie)
    return done
  } catch (error) {
    // Somebody registered with it, or changed to it, at this moment.
    if ((error as { code?: string }).code === '23505') return refuse(TAKEN)
    throw error
  }
}

async function tellBoth(tx: Tx, context: Context, change: emailStore.EmailChange): Promise<void> {
  const { id, userId, oldEmail, newEmail } = change
  const user = await findPerson(tx, userId)
  const name = user?.name ?? ''
  const undo = await makeLink(tx, { kind: UNDO_LINK, userId, seconds: EMAIL_UNDO_SECONDS })
  const { publicUrl } = context.config
  await sendMail(tx, context.sealer, {
    template: emailChangedMail,
    to: oldEmail,
    props: {
      name,
      at: new Date(undo.expires.getTime() - EMAIL_UNDO_SECONDS * 1_000).toISOString(),
      // After «#», which no server on the way gets to see.
      link: `${publicUrl}/cambio-de-correo#no-fui-yo=${undo.token}`,
    },
    key: undo.key,
    expires: undo.expires,
  })
  await sendMail(tx, context.sealer, {
    template: securityChangedMail,
    to: newEmail,
    props: { name, change: 'email', link: `${publicUrl}/seguridad` },
    key: `email-changed:${id}`,
  })
}

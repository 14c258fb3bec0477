import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { Context, Platform } from '../../../platform/rpc/context.server.ts'
import {
  deleteLinks,
  endSessions,
  findPerson,
  isFrozen,
  listAdministrators,
  lockAccount,
  signInWithPassword,
  takeLink,
} from '../../accounts/commands.server.ts'
import { notify } from '../../notices/commands.server.ts'
import { countCode, forgiveCodes, publishChange, revertEmailChange, spendCode } from '../commands.server.ts'
import * as emailStore from '../email-store.server.ts'
import { emailClaimedMail, emailDecisionsDueMail, emailDisputedMail } from '../mail.server.tsx'
import { EMAIL_DECISION_DAYS, EMAIL_DISPUTE_SECONDS } from '../rules.ts'
import { type ClaimEmailInput, codeField, MESSAGES } from '../schema.ts'
import * as store from '../store.server.ts'
import { UNDO_LINK } from './email-change.server.ts'
import { cancelOpenLoss } from './factor-loss.server.ts'
import { provePasskey } from './passkeys.server.ts'

const LINK_INVALID: Refusal = { code: 'NOT_FOUND', message: MESSAGES.linkInvalid }
const ENDED: Refusal = { code: 'CONFLICT', message: MESSAGES.disputeEnded }

/**
 * DAT-55 «No fui yo» of the old address: freezes the account. Its sessions end, nobody signs in, and neither address gets an
 * e-mail for a new password. It does not give the account back yet: the old mailbox may be somebody else's. Refuses an
 * unknown, used or expired link (404).
 */
export const denyEmailChange = (
  context: Context,
  { token }: { token: string },
): Promise<Result<{ dueAt: string }>> =>
  transact(context.db, async (tx) => {
    const userId = await takeLink(tx, UNDO_LINK, token)
    if (userId !== null) await emailStore.closeEmailChange(tx, userId)
    const change =
      userId === null ? null : await emailStore.disputeEmailChange(tx, userId, EMAIL_DISPUTE_SECONDS)
    if (!change?.dueAt) return refuse(LINK_INVALID)
    const dueAt = change.dueAt.toISOString()
    await endSessions(tx, context, change.userId, null)
    await deleteLinks(tx, change.userId)
    await cancelOpenLoss(tx, context, change.userId)
    const user = await findPerson(tx, change.userId)
    await sendMail(tx, context.sealer, {
      template: emailDisputedMail,
      to: change.newEmail,
      props: {
        name: user?.name ?? '',
        dueAt,
        link: `${context.config.publicUrl}/cambio-de-correo`,
      },
      key: `email-disputed:${change.id}`,
      expires: change.dueAt,
    })
    await publishChange(tx, context, change.userId)
    return accept({ dueAt })
  })

/**
 * DAT-55 «Sí fui yo»: with the password, and the second step where it is on, a person decides instead of the clock. Refuses
 * as a sign-in does, a missing or wrong code and an unknown key (422), too many codes (429), and an account whose address is
 * not disputed (409).
 */
export const claimEmailChange = (
  context: Context,
  { email, password, code, passkey }: ClaimEmailInput,
): Promise<Result<{ claimed: true }>> =>
  signInWithPassword(context, { email, password }, async ({ userId, hash }) => {
    if (!(await isFrozen(context.db, userId))) return refuse(ENDED)
    // The key signs what a sign-in asks for: this is one, except that no session begins.
    if (passkey)
      return provePasskey(context, { userId, purpose: 'sign-in' }, passkey, async (tx, current) =>
        current === hash ? claimChange(tx, context, userId) : refuse(ENDED),
      )
    const factors = await store.findFactors(context.db, userId)
    const isCodeNeeded = factors.totp || factors.passkey
    const typed = codeField.safeParse(code ?? '')
    if (isCodeNeeded && !typed.success)
      return refuse(fieldRefusal('code', factors.totp ? MESSAGES.codeMissing : MESSAGES.keyOrCodeMissing))
    if (isCodeNeeded) {
      const counted = await countCode(context, userId, 'claim')
      if (!counted.ok) return counted
    }
    return transact(context.db, async (tx) => {
      if ((await lockAccount(tx, userId)) !== hash) return refuse(ENDED)
      if (isCodeNeeded) {
        if (!(await spendCode(tx, context, userId, typed.data ?? '')))
          return refuse(fieldRefusal('code', MESSAGES.codeWrong))
        await forgiveCodes(tx, userId, 'claim')
      }
      return claimChange(tx, context, userId)
    })
  })

/** Stops the clock and tells both addresses and the administrators. */
async function claimChange(tx: Tx, context: Context, userId: string): Promise<Result<{ claimed: true }>> {
  const change = await emailStore.claimEmailChange(tx, userId)
  if (!change) return refuse(ENDED)
  const user = await findPerson(tx, userId)
  for (const [at, to] of [change.newEmail, change.oldEmail].entries())
    await sendMail(tx, context.sealer, {
      template: emailClaimedMail,
      to,
      props: {
        name: user?.name ?? '',
        support: context.config.supportEmail,
        link: `${context.config.publicUrl}/privacidad`,
      },
      key: `email-claimed:${change.id}:${at}`,
    })
  const notice = { kind: 'email-dispute', key: `email-dispute:${change.id}`, ref: change.id }
  await notify(
    tx,
    context,
    (await listAdministrators(tx))
      .filter(({ id }) => id !== userId)
      .map(({ id }) => ({ ...notice, userId: id, caseId: null, actorId: null })),
  )
  return accept({ claimed: true as const })
}

/** DAT-55: e-mails administrators of changes that nobody decided in EMAIL_DECISION_DAYS, once a day, from 09:00 in Chile. */
export async function remindOfDecisions({ db, sealer, config }: Platform): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const overdue = await emailStore.takeOverdueDecisions(tx, EMAIL_DECISION_DAYS)
    const [first] = overdue
    if (!first) return
    for (const { id, email } of await listAdministrators(tx)) {
      // Who took an administrator's mailbox has no part in the decision.
      if (overdue.some(({ userId }) => userId === id)) continue
      await sendMail(tx, sealer, {
        template: emailDecisionsDueMail,
        to: email,
        props: {
          count: overdue.length,
          days: EMAIL_DECISION_DAYS,
          link: `${config.publicUrl}/admin/solicitudes`,
        },
        key: `email-decisions-due:${id}:${first.today}`,
      })
    }
  })
}

/** DAT-55: gives accounts back to the old address where nobody answered in 72 hours: one per transaction, on any number of processes. */
export async function revertDueEmailChanges(platform: Platform): Promise<void> {
  for (const userId of await emailStore.findDueDisputes(platform.db)) {
    try {
      await runInTransaction(platform.db, async (tx) => {
        // In the order of «Sí fui yo»: it is answered before, or finds the change undone.
        await lockAccount(tx, userId)
        const change = await emailStore.revertDueChange(tx, userId)
        if (change) await revertEmailChange(tx, platform, change)
      })
    } catch (error) {
      // The others must not wait for this one, which the next run tries again.
      platform.log.error({ err: error, userId }, 'a change of address was not undone')
    }
  }
}

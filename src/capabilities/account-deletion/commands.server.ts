import * as z from 'zod/mini'
import { reasonField } from '../../input/reason.ts'
import { transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { audit, clearAuditDetails } from '../../platform/log/audit.server.ts'
import { leaveLooks } from '../../platform/log/looks.server.ts'
import { leaveMailbox } from '../../platform/mail/transport.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  clearSessionCookie,
  endSessions,
  lockAndRecheckProof,
  provePassword,
  removeAccount,
  writeSuspension,
} from '../accounts/commands.server.ts'
import { LAWYER_RENAMED_ACTION } from '../accounts/rules.ts'
import { emailSchema } from '../accounts/schema.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { leaveChats, postCaseClosedMessages } from '../chat/commands.server.ts'
import { leaveConsents } from '../consents/commands.server.ts'
import { leaveDocuments } from '../documents/commands.server.ts'
import { removeLawyer } from '../lawyers/commands.server.ts'
import { applyVisibility, leaveModeration, lockPerson, suspensionsOf } from '../moderation/commands.server.ts'
import { leavePlans, saveFormerGrants } from '../plans/commands.server.ts'
import { leavePrivacy } from '../privacy/commands.server.ts'
import { leaveProgress } from '../progress/commands.server.ts'
import { leaveProposals } from '../proposals/commands.server.ts'
import { leaveReviews, lockForLeaving } from '../reviews/commands.server.ts'
import { formerAddresses, proveCode, takeCode } from '../security/commands.server.ts'
import { saveFormerLawyer } from '../verification/commands.server.ts'
import { type DeleteAccountInput, MESSAGES } from './schema.ts'
import { findUserByEmail } from './store.server.ts'

// Inputs of the operator's commands. Not in schema.ts, which browsers load.
const suspendInput = z.strictObject({ email: emailSchema, reason: reasonField })
const restoreInput = z.strictObject({ email: emailSchema })

/**
 * Deletes the caller's own account (OPEN-58, DEL-03 to DEL-07): every slice runs its step in one transaction,
 * accounts last. Errors: 422 wrong password or code (DAT-52), 429 too many.
 */
export async function deleteAccount(
  context: SignedInContext,
  input: DeleteAccountInput,
): Promise<Result<{ deleted: true }>> {
  const wrong = fieldRefusal('password', MESSAGES.passwordWrong)
  const proof = await provePassword(context, input.password, wrong)
  if (!proof.ok) return proof
  const code = await takeCode(context, input.code)
  if (!code.ok) return code
  const { userId, user } = context.session
  const result = await transact(context.db, async (tx) => {
    const rechecked = await lockAndRecheckProof(tx, context, proof.value, wrong)
    if (!rechecked.ok) return rechecked
    const second = await proveCode(tx, context, code.value)
    if (!second.ok) return second
    // Deleting the user sets this row's actor to null, so the id is also written as the object.
    await audit(tx, {
      actor: userId,
      action: 'account.deleted',
      object: userId,
      details: { role: user.role },
    })
    // Rows are locked in the order given in docs/design.md §4, to avoid deadlocks.
    await leavePlans(tx, userId)
    await saveFormerGrants(tx, context, userId)
    await saveFormerLawyer(tx, context, userId, await suspensionsOf(tx, userId))
    await lockForLeaving(tx, userId)
    await leaveProposals(tx, context, userId)
    await leaveDocuments(tx, userId)
    await leaveProgress(tx, userId)
    const { closedFor } = await leaveCases(tx, context, userId)
    await postCaseClosedMessages(tx, context, userId, closedFor)
    await leaveChats(tx, context, userId)
    await leaveReviews(tx, context, user)
    await removeLawyer(tx, userId)
    await leaveModeration(tx, context, userId)
    await leavePrivacy(tx, context, user)
    await leaveConsents(tx, context, user)
    // Keep the audit rows about renames, but erase the names in them.
    await clearAuditDetails(tx, userId, LAWYER_RENAMED_ACTION)
    await leaveLooks(tx, userId)
    for (const address of [user.email, ...(await formerAddresses(tx, userId))])
      await leaveMailbox(tx, address)
    await removeAccount(tx, context, userId)
    return accept({ deleted: true as const })
  })
  if (result.ok) clearSessionCookie(context)
  return result
}

/**
 * H-04: the operator suspends a lawyer or client. All sessions and live streams end and sign-in is refused. A
 * lawyer disappears from all lists and public pages; a client's open cases leave the market. Errors: 404 no
 * such account, 403 administrator, 409 already suspended, 422 missing reason or invalid email.
 */
export async function suspendAccount(
  platform: Platform,
  input: { email: string; reason: string },
): Promise<Result<true>> {
  const parsed = suspendInput.safeParse(input)
  if (!parsed.success) return invalidInput(parsed.error.issues)
  return changeSuspension(platform, parsed.data)
}

/** H-04: reverts `suspendAccount`. Errors: 404 no such account, 409 not suspended, 422 invalid email. */
export async function restoreAccount(platform: Platform, input: { email: string }): Promise<Result<true>> {
  const parsed = restoreInput.safeParse(input)
  if (!parsed.success) return invalidInput(parsed.error.issues)
  return changeSuspension(platform, { ...parsed.data, reason: null })
}

const invalidInput = (issues: readonly { message: string }[]) =>
  refuse({ code: 'UNPROCESSABLE_CONTENT', message: issues.map(({ message }) => message).join(' ') })

async function changeSuspension(
  platform: Platform,
  { email, reason }: { email: string; reason: string | null },
): Promise<Result<true>> {
  const account = await findUserByEmail(platform.db, email)
  if (!account) return refuse({ code: 'NOT_FOUND', message: MESSAGES.accountUnknown })
  const { id } = account
  return transact(platform.db, async (tx) => {
    // No sign-in and no new case can happen concurrently.
    const role = await lockPerson(tx, id)
    if (role === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.accountUnknown })
    if (role === 'admin') return refuse({ code: 'FORBIDDEN', message: MESSAGES.notSuspendable })
    if (!(await writeSuspension(tx, id, reason)))
      return refuse({
        code: 'CONFLICT',
        message: reason === null ? MESSAGES.notSuspended : MESSAGES.alreadySuspended,
      })
    await applyVisibility(tx, platform, id)
    await audit(tx, {
      actor: null,
      action: reason === null ? 'account.restored' : 'account.suspended',
      object: id,
      person: id,
      details: reason === null ? {} : { reason },
    })
    await endSessions(tx, platform, id, null)
    return accept(true as const)
  })
}

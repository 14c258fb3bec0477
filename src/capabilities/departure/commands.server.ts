import { transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { audit, forgetDetails } from '../../platform/log/audit.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import {
  endSessionCookie,
  endSessions,
  holdPasswordHash,
  holdProof,
  provePassword,
  removeAccount,
  writePausedCases,
  writeSuspension,
} from '../accounts/commands.server.ts'
import { RENAMED } from '../accounts/rules.ts'
import { restoreInput, suspendInput } from '../accounts/schema.ts'
import { holdClient, leaveCases } from '../cases/commands.server.ts'
import { CASE_EVENTS } from '../cases/events.ts'
import { leaveChats, sayCasesClosed } from '../chat/commands.server.ts'
import { holdLawyerFirst, removeLawyer, setSuspended } from '../lawyers/commands.server.ts'
import { keepGrantsOf, leavePlans } from '../plans/commands.server.ts'
import { leaveProposals } from '../proposals/commands.server.ts'
import { holdForLeaving, leaveReviews } from '../reviews/commands.server.ts'
import { rememberLawyer } from '../verification/commands.server.ts'
import { leaveWorkspace } from '../workspace/commands.server.ts'
import { type DeleteAccountInput, MESSAGES } from './schema.ts'
import { findCases, findUserByEmail, holdRole } from './store.server.ts'

/**
 * Deletes the asker's account (OPEN-58, DEL-03 to DEL-07): every slice's step in one transaction, accounts last.
 * Refuses a wrong password (422) and too many of them (429).
 */
export async function deleteAccount(
  context: SignedIn,
  input: DeleteAccountInput,
): Promise<Result<{ deleted: true }>> {
  const wrong = { field: 'password', message: MESSAGES.passwordWrong }
  const proven = await provePassword(context, input.password, wrong)
  if (!proven.ok) return proven
  const { userId, user } = context.session
  const result = await transact(context.db, async (tx) => {
    const still = await holdProof(tx, context, proven.value, wrong)
    if (!still.ok) return still
    // Before the user goes: the row's actor is set to null with them, so the id also stands as the object.
    await audit(tx, {
      actor: userId,
      action: 'account.deleted',
      object: userId,
      details: { role: user.role },
    })
    // In the order that proposals/README.md gives, so that nobody waits in a circle.
    await leavePlans(tx, userId)
    await keepGrantsOf(tx, context, userId)
    await rememberLawyer(tx, context, userId)
    await holdForLeaving(tx, userId)
    await leaveProposals(tx, context, userId)
    await leaveWorkspace(tx, userId)
    const { closedFor } = await leaveCases(tx, context, userId)
    await sayCasesClosed(tx, context, userId, closedFor)
    await leaveChats(tx, context, userId)
    await leaveReviews(tx, context, user)
    await removeLawyer(tx, userId)
    // That they renamed themselves stays, the names go.
    await forgetDetails(tx, userId, RENAMED)
    await removeAccount(tx, context, userId)
    return accept({ deleted: true as const })
  })
  if (result.ok) endSessionCookie(context)
  return result
}

/**
 * H-04: the operator suspends a lawyer or client. No sign-in, every session ends with its streams; a lawyer is in no list and
 * has no public address, a client's open cases leave the market. Refused: no such account (404), an administrator (403),
 * suspended already (409), no reason or a bad address (422).
 */
export async function suspendAccount(
  platform: Platform,
  input: { email: string; reason: string },
): Promise<Result<true>> {
  const parsed = suspendInput.safeParse(input)
  if (!parsed.success) return badInput(parsed.error.issues)
  return changeSuspension(platform, parsed.data)
}

/** H-04: undoes exactly that. Refused: no such account (404), one that is not suspended (409), a bad address (422). */
export async function restoreAccount(platform: Platform, input: { email: string }): Promise<Result<true>> {
  const parsed = restoreInput.safeParse(input)
  if (!parsed.success) return badInput(parsed.error.issues)
  return changeSuspension(platform, { ...parsed.data, reason: null })
}

const badInput = (issues: readonly { message: string }[]) =>
  refuse({ code: 'UNPROCESSABLE_CONTENT', message: issues.map(({ message }) => message).join(' ') })

async function changeSuspension(
  platform: Platform,
  { email, reason }: { email: string; reason: string | null },
): Promise<Result<true>> {
  const account = await findUserByEmail(platform.db, email)
  if (!account) return refuse({ code: 'NOT_FOUND', message: MESSAGES.accountUnknown })
  const { id } = account
  return transact(platform.db, async (tx) => {
    // The sign-in, the lawyer, the client and then the profile, as everybody takes them (proposals/README.md): nobody signs in and no
    // case is published meanwhile.
    await holdPasswordHash(tx, id)
    await holdLawyerFirst(tx, id)
    await holdClient(tx, id)
    const role = await holdRole(tx, id)
    if (role === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.accountUnknown })
    if (role === 'admin') return refuse({ code: 'FORBIDDEN', message: MESSAGES.notSuspendable })
    if (!(await writeSuspension(tx, id, reason)))
      return refuse({
        code: 'CONFLICT',
        message: reason === null ? MESSAGES.notSuspended : MESSAGES.alreadySuspended,
      })
    await setSuspended(tx, id, reason !== null)
    const moved = await findCases(tx, id, reason === null ? 'paused' : 'open')
    await writePausedCases(tx, moved, reason !== null)
    await audit(tx, {
      actor: null,
      action: reason === null ? 'account.restored' : 'account.suspended',
      object: id,
      details: reason === null ? {} : { reason },
    })
    await publish(
      tx,
      platform.wake,
      moved.map((ref) => ({ user_id: null, audience: 'mercado' as const, kind: CASE_EVENTS.changed, ref })),
    )
    await endSessions(tx, platform, id, null)
    return accept(true as const)
  })
}

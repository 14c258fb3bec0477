import { transact } from '../../platform/database/database.server.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import { audit, forgetDetails } from '../../platform/log/audit.server.ts'
import type { SignedIn } from '../../platform/rpc/context.server.ts'
import { endSessionCookie, holdProof, provePassword, removeAccount } from '../accounts/commands.server.ts'
import { RENAMED } from '../accounts/rules.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { leaveChats, sayCasesClosed } from '../chat/commands.server.ts'
import { removeLawyer } from '../lawyers/commands.server.ts'
import { leavePlans } from '../plans/commands.server.ts'
import { leaveProposals } from '../proposals/commands.server.ts'
import { holdForLeaving, leaveReviews } from '../reviews/commands.server.ts'
import { leaveWorkspace } from '../workspace/commands.server.ts'
import { type DeleteAccountInput, MESSAGES } from './schema.ts'

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

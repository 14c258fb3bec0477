import { transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result } from '../../platform/errors/refusal.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { lockAndRecheckProof, provePassword, proveSession } from '../accounts/commands.server.ts'
import { type ConfirmIdentityInput, MESSAGES } from './schema.ts'

/**
 * DAT-52: «Confirma que eres tú». Allows this session what `requireProof` guards, for ten minutes. Refuses a
 * wrong password (422) and too many wrong ones (429).
 */
export async function confirmIdentity(
  context: SignedInContext,
  { password }: ConfirmIdentityInput,
): Promise<Result<{ confirmed: true }>> {
  const wrong = fieldRefusal('password', MESSAGES.passwordWrong)
  const proven = await provePassword(context, password, wrong)
  if (!proven.ok) return proven
  return transact(context.db, async (tx) => {
    const rechecked = await lockAndRecheckProof(tx, context, proven.value, wrong)
    if (!rechecked.ok) return rechecked
    await proveSession(tx, context.session.id)
    return accept({ confirmed: true as const })
  })
}

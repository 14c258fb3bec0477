import type { Tx } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { forget, takeTry } from '../../../platform/http/limits.server.ts'
import type { SignedIn } from '../../../platform/rpc/context.server.ts'
import { ACCOUNT_LIMIT } from '../rules.ts'
import { findPasswordHash, holdPasswordHash } from '../store.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { ACCOUNT_GONE, behindTheGate, tooMany, type Wrong, wrongPassword } from './refusals.server.ts'
import { triesOf } from './tries.server.ts'

/** That somebody knew a password: good while it is still the account's (`holdProof`). */
export interface PasswordProof {
  hash: string
}

/** Whether the asker knows their password; wrong ones count towards a limit of the account. */
export async function provePassword(
  context: SignedIn,
  password: string,
  wrong: Wrong,
): Promise<Result<PasswordProof>> {
  const key = triesOf.password(context.session.userId)
  return behindTheGate(context, async () => {
    const wait = await takeTry(context.db, key, ACCOUNT_LIMIT)
    if (wait !== null) return refuse(tooMany(wait))
    const hash = await findPasswordHash(context.db, context.session.userId)
    if (hash === null) return refuse(ACCOUNT_GONE)
    if (!(await verifyPassword(hash, password))) return refuse(wrongPassword(wrong))
    await forget(context.db, key)
    return accept({ hash })
  })
}

/**
 * Holds the asker's sign-in for this transaction and says whether the proof still stands: between proof and change the
 * owner may have set another password, and whoever knew the old one must not undo that.
 */
export async function holdProof(
  tx: Tx,
  context: SignedIn,
  proof: PasswordProof,
  wrong: Wrong,
): Promise<Result<true>> {
  const hash = await holdPasswordHash(tx, context.session.userId)
  if (hash === null) return refuse(ACCOUNT_GONE)
  return hash === proof.hash ? accept(true as const) : refuse(wrongPassword(wrong))
}

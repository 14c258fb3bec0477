import type { Tx } from '../../../platform/database/database.server.ts'
import { accept, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { clearAttempts, consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import { SIGN_IN_REQUIRED } from '../../../platform/rpc/rpc.server.ts'
import { WRONG_PASSWORD_LIMIT } from '../rules.ts'
import { isSessionOpen } from '../sessions.server.ts'
import { findPasswordHash, lockAccount } from '../store.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { rateLimitKeys } from './rate-limit-keys.server.ts'
import { ACCOUNT_GONE, runInHashSlot, tooManyAttempts } from './refusals.server.ts'

/** Proof that somebody knew the password; valid while `hash` is still the account's (`lockAndRecheckProof`). */
export interface PasswordProof {
  hash: string
}

/**
 * Checks the signed-in user's password. Refuses a wrong one with `wrong`, too many wrong ones for the account
 * (429) and a full login queue (503).
 */
export async function provePassword(
  context: SignedInContext,
  password: string,
  wrong: Refusal,
): Promise<Result<PasswordProof>> {
  const key = rateLimitKeys.passwordCheck(context.session.userId)
  return runInHashSlot(context, async () => {
    const wait = await consumeAttempt(context.db, key, WRONG_PASSWORD_LIMIT)
    if (wait !== null) return refuse(tooManyAttempts(wait))
    const hash = await findPasswordHash(context.db, context.session.userId)
    if (hash === null) return refuse(ACCOUNT_GONE)
    if (!(await verifyPassword(hash, password))) return refuse(wrong)
    await clearAttempts(context.db, key)
    return accept({ hash })
  })
}

/**
 * DAT-54: whether the password is one of the replaced ones: somebody else may know it. Takes a hash of each; each of them queues
 * for a slot, so that the sign-ins of others come between.
 */
export async function isReplacedPassword(replaced: readonly string[], password: string): Promise<boolean> {
  for (const hash of replaced) if (await verifyPassword(hash, password)) return true
  return false
}

/**
 * Locks the account of a session for a change. Refuses a deleted account, and a session that has ended since the request
 * began (401).
 */
export async function lockAccountOfSession(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<Result<true>> {
  if ((await lockAccount(tx, userId)) === null) return refuse(ACCOUNT_GONE)
  return (await isSessionOpen(tx, id)) ? accept(true as const) : refuse(SIGN_IN_REQUIRED)
}

/**
 * Locks the user's password row for this transaction and checks the proof again: the owner may have changed
 * the password since, and somebody who knew only the old one must not be able to undo that.
 */
export async function lockAndRecheckProof(
  tx: Tx,
  context: SignedInContext,
  proof: PasswordProof,
  wrong: Refusal,
): Promise<Result<true>> {
  const hash = await lockAccount(tx, context.session.userId)
  if (hash === null) return refuse(ACCOUNT_GONE)
  return hash === proof.hash ? accept(true as const) : refuse(wrong)
}

import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import {
  clearAttempts,
  consumeAttempt,
  hasNoAttempts,
  refundAttempt,
} from '../../../platform/http/rate-limit.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import { FAILURES_PER_IP_LIMIT, SUCCESSFUL_LOGIN_LIMIT, WRONG_PASSWORD_LIMIT } from '../rules.ts'
import type { LoginInput } from '../schema.ts'
import { rateLimitKeys } from './rate-limit-keys.server.ts'
import { runAdmitted, runInHashSlot, tooManyAttempts } from './refusals.server.ts'
import { type Credential, checkPassword } from './sign-in.server.ts'
import { refusedWith, type TarpitOptions, withTarpit } from './tarpit.server.ts'

/**
 * The limits and the password check of a sign-in (AUT-01 to AUT-04). A wrong password and an unknown e-mail get the
 * same answer after the same time, since both cost a hash. Wrong passwords are limited per account and IP address (429).
 * An IP address that fails too often gets delayed answers but is never blocked (H-07).
 * @param proceed what follows a right password, in the same place of the login queue
 */
export async function signInWithPassword<T>(
  context: Context,
  input: LoginInput,
  proceed: (credential: Credential) => Promise<Result<T>>,
): Promise<Result<T>> {
  const tarpit: TarpitOptions<T> = {
    key: `login:${context.address}`,
    limit: FAILURES_PER_IP_LIMIT,
    isFailure: refusedWith('UNAUTHORIZED'),
    isExempt: () => hasNotFailed(context, input.email),
  }
  return withTarpit(context, tarpit, () =>
    runInHashSlot(context, () => attemptLogin(context, input, proceed)),
  )
}

/** Whether this IP address has no recent wrong password for this account (H-07). */
async function hasNotFailed(context: Context, email: string): Promise<boolean> {
  const found = await runAdmitted(context, async () =>
    accept(await hasNoAttempts(context.db, rateLimitKeys.failedLogin(context, email), WRONG_PASSWORD_LIMIT)),
  )
  return found.ok && found.value
}

async function attemptLogin<T>(
  context: Context,
  input: LoginInput,
  proceed: (credential: Credential) => Promise<Result<T>>,
): Promise<Result<T>> {
  const failedKey = rateLimitKeys.failedLogin(context, input.email)
  const succeededKey = rateLimitKeys.successfulLogin(context, input.email)
  const wait =
    (await consumeAttempt(context.db, failedKey, WRONG_PASSWORD_LIMIT)) ??
    (await consumeAttempt(context.db, succeededKey, SUCCESSFUL_LOGIN_LIMIT))
  if (wait !== null) return refuse(tooManyAttempts(wait))
  const proven = await checkPassword(context, input.email, input.password)
  const result = proven.ok ? await proceed(proven.value) : proven
  if (!result.ok) {
    await refundAttempt(context.db, succeededKey)
    // The password was right, so it does not count: a suspended account (H-04), or what follows was refused. Unless the
    // password has just changed.
    if (proven.ok && result.refusal.code !== 'UNAUTHORIZED') await refundAttempt(context.db, failedKey)
    return result
  }
  await clearAttempts(context.db, failedKey)
  return result
}

import type { Result } from '../../../platform/errors/refusal.ts'
import { publish } from '../../../platform/realtime/publish.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import { denySignIn as denyAccountSignIn } from '../../accounts/commands.server.ts'
import { closeEmailChange } from '../email-store.server.ts'
import * as store from '../store.server.ts'

/**
 * DAT-54 «No fui yo»: ends all sessions, demands a new password, ends a change of address that waits (DAT-55), and takes away the keys and codes that were added since that
 * sign-in: a key opens the account without the password. Refuses an unknown, used or expired link (404).
 */
export const denySignIn = (
  context: Context,
  { token }: { token: string },
): Promise<Result<{ denied: true }>> =>
  denyAccountSignIn(context, token, async (tx, userId, since) => {
    await closeEmailChange(tx, userId)
    await store.deleteFactorsSince(tx, userId, since)
    if (!(await store.hasFactor(tx, userId))) await store.deleteRecoveryCodes(tx, userId)
    await publish(tx, context.wake, [{ user_id: userId, kind: 'security', ref: userId }])
  })

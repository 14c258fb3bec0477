import type { Result } from '../../../platform/errors/refusal.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import { denySignIn as denyAccountSignIn } from '../../accounts/commands.server.ts'
import { publishChange } from '../commands.server.ts'
import { deleteCodesSince } from '../email-store.server.ts'
import * as store from '../store.server.ts'

/**
 * DAT-54 «No fui yo»: ends all sessions and demands a new password, which also ends a change of address that waits (DAT-55)
 * and the address of the calendar. Keys and the code of an application stay, because the link is in a mailbox that somebody
 * else may read (DAT-49). But since the oldest of the last seven days' e-mails: an added key opens nothing without the new
 * password, and recovery codes are void. Refuses an unknown, used or expired link (404).
 */
export const denySignIn = (
  context: Context,
  { token }: { token: string },
): Promise<Result<{ denied: true }>> =>
  denyAccountSignIn(context, token, async (tx, userId, since) => {
    await store.demandPasswordOfKeys(tx, userId, since)
    await deleteCodesSince(tx, userId, since)
    await publishChange(tx, context, userId)
  })

import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { enqueue } from '../../../platform/jobs/jobs.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import { ALARM_LINK_SECONDS, FAILURES_PER_IP_LIMIT } from '../rules.ts'
import { MESSAGES } from '../schema.ts'
import { deleteDevicesSince, findOldestAlarm } from '../sessions.server.ts'
import { findPerson, replacePassword } from '../store.server.ts'
import { endSessions } from './end-sessions.server.ts'
import { alarmKey } from './known-devices.server.ts'
import { RECOVERY_TASK, takeAccountLink } from './mailed-links.server.ts'
import { unknownHash } from './passwords.server.ts'
import { refusedWith, type TarpitOptions, withTarpit } from './tarpit.server.ts'

/** DAT-54, DAT-55: the password becomes useless, the browsers since then are forgotten, and the link for a new one is e-mailed. */
export async function demandNewPassword(
  tx: Tx,
  { sealer }: Pick<Context, 'sealer'>,
  { userId, email, since }: { userId: string; email: string; since: Date },
): Promise<void> {
  // No hash is computed: sign-ins may have every place, and one that waits for this account's lock may have the place that is needed.
  await replacePassword(tx, userId, unknownHash(), {
    keepSeconds: ALARM_LINK_SECONDS,
    needsNew: true,
  })
  await deleteDevicesSince(tx, userId, since)
  await enqueue(tx, RECOVERY_TASK, { sealed: sealer.seal({ email, ended: true }) })
}

/**
 * DAT-54 «No fui yo»: ends all sessions, makes the password useless and e-mails the link for a new one. Refuses an unknown,
 * used or expired link (404).
 * @param undo what else somebody could have changed since the oldest of the last seven days' e-mails with such a link, in the
 * same transaction: the person may press any of them
 */
export async function denySignIn(
  context: Context,
  token: string,
  undo: (tx: Tx, userId: string, since: Date) => Promise<void>,
): Promise<Result<{ denied: true }>> {
  const tarpit: TarpitOptions<{ denied: true }> = {
    key: `alarm:${context.address}`,
    limit: FAILURES_PER_IP_LIMIT,
    isFailure: refusedWith('NOT_FOUND'),
  }
  const work = () =>
    transact(context.db, async (tx) => {
      const since = await findOldestAlarm(tx, alarmKey(token))
      const userId = await takeAccountLink(tx, alarmKey(token))
      const user = userId === null ? null : await findPerson(tx, userId)
      if (since === null || userId === null || !user)
        return refuse({ code: 'NOT_FOUND', message: MESSAGES.linkInvalid })
      await demandNewPassword(tx, context, { userId, email: user.email, since })
      await undo(tx, userId, since)
      await endSessions(tx, context, userId, null)
      return accept({ denied: true as const })
    })
  return withTarpit(context, tarpit, work)
}

import { transact } from '../../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../../platform/http/rate-limit.server.ts'
import { publish } from '../../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import type { ChangePasswordInput } from '../new-password-schema.ts'
import { ALARM_LINK_SECONDS, PASSWORD_CHANGE_LIMIT } from '../rules.ts'
import { listReplacedPasswords } from '../sessions.server.ts'
import { replacePassword } from '../store.server.ts'
import { endOtherSessions } from './end-sessions.server.ts'
import { mailPasswordChanged } from './mailed-links.server.ts'
import { hashPassword, withHashSlot } from './passwords.server.ts'
import { isReplacedPassword, lockAndRecheckProof, provePassword } from './proof.server.ts'
import { PASSWORD_REPLACED, runAdmitted, tooShortPassword } from './refusals.server.ts'

/**
 * Sets a new password; the other sessions end (OPEN-10), this one continues under a new cookie (H-10). Refuses (422) a wrong
 * current one, and one that was replaced in the last days (DAT-54); beyond PASSWORD_CHANGE_LIMIT 429.
 */
export async function changePassword(
  context: SignedInContext,
  input: ChangePasswordInput,
): Promise<Result<{ changed: true }>> {
  const tooShortRefusal = tooShortPassword(context.config, input.password)
  if (tooShortRefusal) return refuse(tooShortRefusal)
  const { userId } = context.session
  const wrong = fieldRefusal('currentPassword', 'La contraseña actual no es correcta.')
  const proven = await provePassword(context, input.currentPassword, wrong)
  if (!proven.ok) return proven
  const within = await checkRateLimit(
    context.db,
    `password-change:${userId}`,
    PASSWORD_CHANGE_LIMIT,
    'Cambiaste tu contraseña muchas veces. Inténtalo mañana.',
  )
  if (!within.ok) return within
  const rotate = async () => {
    const hash = await hashPassword(input.password)
    return transact(context.db, async (tx) => {
      const rechecked = await lockAndRecheckProof(tx, context, proven.value, wrong)
      if (!rechecked.ok) return rechecked
      await replacePassword(tx, userId, hash, { keepSeconds: ALARM_LINK_SECONDS })
      await mailPasswordChanged(tx, context, userId)
      // It may have ended the request to take the second step away (DAT-50).
      await publish(tx, context.wake, [{ user_id: userId, kind: 'security', ref: userId }])
      return endOtherSessions(tx, context)
    })
  }
  const rotated = await runAdmitted(context, async () => {
    const replaced = await listReplacedPasswords(context.db, userId)
    if (await isReplacedPassword(replaced, input.password)) return refuse(PASSWORD_REPLACED)
    return withHashSlot(rotate)
  })
  if (!rotated.ok) return rotated
  context.setCookie(rotated.value.cookie)
  return accept({ changed: true as const })
}

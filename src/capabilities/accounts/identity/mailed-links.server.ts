import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/database.server.ts'
import { consumeAttempt } from '../../../platform/http/limits.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { CONFIRM_EMAIL, confirmEmailMail, RECOVERY, recoveryMail } from '../mail.server.tsx'
import { CONFIRM_LIMIT, CONFIRM_SECONDS, RECOVERY_SECONDS } from '../rules.ts'
import { findUserByEmail, insertVerification } from '../store.server.ts'
import { digest, triesOf } from './tries.server.ts'

const newToken = () => randomBytes(32).toString('base64url')

/** Identifiers under which the database stores links: only the digest of the token. */
export const confirmationOf = (token: string) => `confirm-email:${digest(token)}`
export const recoveryOf = (token: string) => `recovery:${digest(token)}`

/**
 * E-mails «Confirma tu correo» with a single-use link valid for 24 hours (OPEN-09). Limited per recipient,
 * because the mailbox may belong to a stranger (H-07).
 * @returns null if sent, else the seconds to wait
 */
export async function mailConfirmation(
  tx: Tx,
  platform: Platform,
  user: { id: string; email: string },
): Promise<number | null> {
  const wait = await consumeAttempt(tx, triesOf.confirm(platform, user.email), CONFIRM_LIMIT)
  if (wait !== null) return wait
  const token = newToken()
  const expires = await insertVerification(tx, {
    identifier: confirmationOf(token),
    value: user.id,
    seconds: CONFIRM_SECONDS,
  })
  await sendMail(tx, platform.sealer, {
    template: confirmEmailMail,
    templateName: CONFIRM_EMAIL,
    to: user.email,
    props: { link: `${platform.config.publicUrl}/email-verification?token=${token}&type=email` },
    key: `confirm-email:${user.id}`,
    expires,
  })
  return null
}

/** E-mails the recovery link if the address has an account. Called by a job. */
export async function mailRecovery(platform: Platform, email: string): Promise<void> {
  const user = await findUserByEmail(platform.db, email)
  if (!user) return
  const token = newToken()
  await platform.db.transaction().execute(async (tx) => {
    const expires = await insertVerification(tx, {
      identifier: recoveryOf(token),
      value: user.id,
      seconds: RECOVERY_SECONDS,
    })
    await sendMail(tx, platform.sealer, {
      template: recoveryMail,
      templateName: RECOVERY,
      to: email,
      props: { name: user.name, link: `${platform.config.publicUrl}/restablecer-contrasena?token=${token}` },
      key: recoveryOf(token),
      expires,
    })
  })
}

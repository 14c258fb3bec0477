import type { Tx } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import { enqueue } from '../../../platform/jobs/jobs.server.ts'
import { newToken, sha256Hex } from '../../../platform/keys/tokens.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { Context, Platform } from '../../../platform/rpc/context.server.ts'
import { confirmEmailMail, passwordChangedMail, recoveryMail } from '../mail.server.tsx'
import {
  CONFIRMATION_LINK_SECONDS,
  CONFIRMATION_MAIL_LIMIT,
  RECOVERY_LINK_SECONDS,
  RECOVERY_PER_EMAIL_LIMIT,
  RECOVERY_PER_IP_LIMIT,
} from '../rules.ts'
import type { RequestRecoveryInput } from '../schema.ts'
import { isFrozen } from '../sessions.server.ts'
import {
  findPerson,
  findUserByEmail,
  findVerification,
  insertVerification,
  lockAccount,
  takeVerification,
} from '../store.server.ts'
import { makeAlarmLink } from './known-devices.server.ts'
import { rateLimitKeys } from './rate-limit-keys.server.ts'
import { tooManyAttempts } from './refusals.server.ts'
import { withTarpit } from './tarpit.server.ts'

/** Job that looks up the account and e-mails the link. */
export const RECOVERY_TASK = 'accounts:recover'

/** Identifiers under which the database stores links: only the digest of the token. */
export const confirmationKey = (token: string) => `confirm-email:${sha256Hex(token)}`
export const recoveryKey = (token: string) => `recovery:${sha256Hex(token)}`

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
  const wait = await consumeAttempt(
    tx,
    rateLimitKeys.confirmationMail(platform, user.email),
    CONFIRMATION_MAIL_LIMIT,
  )
  if (wait !== null) return wait
  const token = newToken()
  const expires = await insertVerification(tx, {
    identifier: confirmationKey(token),
    value: user.id,
    seconds: CONFIRMATION_LINK_SECONDS,
  })
  await sendMail(tx, platform.sealer, {
    template: confirmEmailMail,
    to: user.email,
    props: { link: `${platform.config.publicUrl}/email-verification?token=${token}&type=email` },
    key: `confirm-email:${user.id}`,
    expires,
  })
  return null
}

/** Stores a single-use link of a later slice. @returns its secret, its name in the database, and when it expires */
export async function makeLink(
  tx: Tx,
  link: { kind: string; userId: string; seconds: number },
): Promise<{ token: string; key: string; expires: Date }> {
  const token = newToken()
  const key = `${link.kind}:${sha256Hex(token)}`
  const expires = await insertVerification(tx, {
    identifier: key,
    value: link.userId,
    seconds: link.seconds,
  })
  return { token, key, expires }
}

/** Uses such a link, once. @returns whose it is; null if unknown, used or expired */
export const takeLink = (tx: Tx, kind: string, token: string) =>
  takeAccountLink(tx, `${kind}:${sha256Hex(token)}`)

/**
 * Uses a link under the lock of its account. A new password and the deletion of an account take that lock before they delete
 * the links: the opposite order here would deadlock.
 */
export async function takeAccountLink(tx: Tx, identifier: string) {
  const userId = await findVerification(tx, identifier)
  if (userId === null || (await lockAccount(tx, userId)) === null) return null
  return takeVerification(tx, identifier)
}

/** DAT-54: «Cambió la seguridad de tu cuenta», about a new password. */
export async function mailPasswordChanged(tx: Tx, context: Context, userId: string): Promise<void> {
  const user = await findPerson(tx, userId)
  if (!user) return
  const { link, key, expires } = await makeAlarmLink(tx, context, userId)
  await sendMail(tx, context.sealer, {
    template: passwordChangedMail,
    to: user.email,
    props: { name: user.name, link },
    key,
    expires,
  })
}

/**
 * «¿Olvidaste tu contraseña?» (OPEN-10). Only queues the lookup, so that work and answer do not depend on
 * whether the account exists. Limited per e-mail address (429) and, by delays, per IP address (H-07).
 */
export async function requestRecovery(
  context: Context,
  input: RequestRecoveryInput,
): Promise<Result<{ sent: true }>> {
  const tarpit = { key: `recovery:${context.address}`, limit: RECOVERY_PER_IP_LIMIT }
  return withTarpit(context, tarpit, async () => {
    const limitKey = rateLimitKeys.recoveryMail(context, input.email)
    const wait = await consumeAttempt(context.db, limitKey, RECOVERY_PER_EMAIL_LIMIT)
    if (wait !== null) return refuse(tooManyAttempts(wait))
    await enqueue(context.db, RECOVERY_TASK, { sealed: context.sealer.seal(input) })
    return accept({ sent: true as const })
  })
}

/** E-mails the recovery link if the address has an account. Called by a job. @param ended the password was made useless */
export async function mailRecovery(
  platform: Platform,
  { email, ended = false }: { email: string; ended?: boolean },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, email)
    if (!found) return
    // The lock of a freeze and of a change of address, which end the links that are there.
    await lockAccount(tx, found.id)
    const user = await findUserByEmail(tx, email)
    // DAT-55: while an address is disputed, neither mailbox gets a new password.
    if (user?.id !== found.id || (await isFrozen(tx, user.id))) return
    const token = newToken()
    const expires = await insertVerification(tx, {
      identifier: recoveryKey(token),
      value: user.id,
      seconds: RECOVERY_LINK_SECONDS,
    })
    await sendMail(tx, platform.sealer, {
      template: recoveryMail,
      to: email,
      props: {
        name: user.name,
        link: `${platform.config.publicUrl}/restablecer-contrasena?token=${token}`,
        ended,
      },
      key: recoveryKey(token),
      expires,
    })
  })
}

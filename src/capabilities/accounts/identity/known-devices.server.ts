import { afterCommit, type Tx } from '../../../platform/database/database.server.ts'
import { consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import { newToken, sha256Hex } from '../../../platform/keys/tokens.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import { newSignInMail } from '../mail.server.tsx'
import { ALARM_LINK_SECONDS, DEVICE_COOKIE_SECONDS, NEW_DEVICE_MAIL_LIMIT } from '../rules.ts'
import { noteDevice } from '../sessions.server.ts'
import { findPerson, insertVerification } from '../store.server.ts'
import { deviceName } from './device-name.server.ts'
import { cookieLine, readCookies } from './session.server.ts'

/** Identifier under which the database stores a link «No fui yo»: only the digest of the token. */
export const alarmKey = (token: string) => `alarm:${sha256Hex(token)}`

/**
 * DAT-54: notes the browser of a sign-in. The person gets an e-mail about a browser that they have not used before, five
 * times a day at most. Call it before the session is inserted: no e-mail is sent about the first browser, as long as nobody is
 * signed in elsewhere.
 */
export async function noteSignIn(tx: Tx, context: Context, userId: string): Promise<void> {
  const [sent, another] = readCookies(context.config, context.cookie, 'device')
  const token = sent && !another ? sent : newToken()
  const isUnknown = await noteDevice(tx, { userId, digest: sha256Hex(`device\n${userId}\n${token}`) })
  afterCommit(tx, () => context.setCookie(cookieLine(context.config, 'device', token, DEVICE_COOKIE_SECONDS)))
  if (!isUnknown) return
  if ((await consumeAttempt(tx, `new-device-mail:${userId}`, NEW_DEVICE_MAIL_LIMIT)) !== null) return
  const user = await findPerson(tx, userId)
  if (user) await mailNewSignIn(tx, context, { ...user, id: userId })
}

async function mailNewSignIn(
  tx: Tx,
  context: Context,
  user: { id: string; email: string; name: string },
): Promise<void> {
  const { link, key, expires } = await makeAlarmLink(tx, context, user.id)
  await sendMail(tx, context.sealer, {
    template: newSignInMail,
    to: user.email,
    props: {
      name: user.name,
      device: deviceName(context.userAgent).name,
      at: new Date(expires.getTime() - ALARM_LINK_SECONDS * 1_000).toISOString(),
      link,
    },
    key,
    expires,
  })
}

/** DAT-54: a link «No fui yo» (once, 7 days). `key` is the e-mail's. */
export async function makeAlarmLink(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  userId: string,
): Promise<{ link: string; key: string; expires: Date }> {
  const token = newToken()
  const key = alarmKey(token)
  const expires = await insertVerification(tx, {
    identifier: key,
    value: userId,
    seconds: ALARM_LINK_SECONDS,
  })
  // After «#», which no server on the way gets to see.
  return { link: `${config.publicUrl}/no-fui-yo#${token}`, key, expires }
}

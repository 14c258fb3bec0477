import { Secret, TOTP } from 'otpauth'
import { stepDigest } from '../../../src/capabilities/security/codes.server.ts'
import { newToken } from '../../../src/platform/keys/tokens.server.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Client } from '../network/http-client.ts'

/** The code of an authenticator application, so many 30-second steps from now. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns the code of the application on, with the code of the step before this one. */
export async function turnTotpOn(member: Client): Promise<{ secret: string; codes: string[] }> {
  const started = await member.post('/api/security/start-totp')
  const { secret } = started.json<{ secret: string }>()
  const confirm = () => member.post('/api/security/confirm-totp', { code: totpCode(secret, -1) })
  const first = await confirm()
  // A new step may have begun between the code and its check.
  const done = first.status === 200 ? first : await confirm()
  if (done.status !== 200) throw new Error(`The second step was not turned on: ${done.text}`)
  return { secret, codes: done.json<{ codes: string[] }>().codes }
}

/** A sign-in of this person that waits for its second step. @returns the value of the cookie */
export async function waitForSecondStep({ sql }: Pick<TestDatabase, 'sql'>, userId: string): Promise<string> {
  const token = newToken()
  await sql(
    `insert into sign_in_challenges (digest, user_id, password_digest, expires_at)
     values ($1, $2, 'x', app_now() + interval '10 minutes')`,
    [stepDigest(token), userId],
  )
  return token
}

import { createHash, randomBytes } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Refusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { forget, giveBack, takeTry } from '../../platform/http/limits.server.ts'
import { sendMail } from '../../platform/mail/mail.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../platform/session.ts'
import { ACCOUNT_EVENTS } from './events.ts'
import { ADDRESS_HEADER, authOf } from './identity/auth.server.ts'
import { GateFull, gateIsFull, hashPassword, throughGate } from './identity/passwords.server.ts'
import { readCookie, readSession, sessionCookie } from './identity/session.server.ts'
import { CONFIRM_EMAIL, confirmEmailMail } from './mail.server.tsx'
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, CONFIRM_SECONDS, REGISTER_LIMIT } from './rules.ts'
import { type LoginInput, MESSAGES, passwordTooShort, type RegisterInput, registerInput } from './schema.ts'
import {
  deleteSession,
  deleteSessionByToken,
  insertAccount,
  insertVerification,
  markEmailVerified,
  type NewAccount,
  takeVerification,
} from './store.server.ts'

const BUSY: Refusal = { code: 'SERVICE_UNAVAILABLE', message: MESSAGES.busy, retryAfter: 2 }
const WRONG: Refusal = { code: 'UNAUTHORIZED', message: MESSAGES.wrongCredentials }
const tooMany = (retryAfter: number): Refusal => ({
  code: 'TOO_MANY_REQUESTS',
  message: MESSAGES.tooManyTries,
  retryAfter,
})

/**
 * Registers a client or a lawyer and signs them in (AUT-07 to AUT-19). The session is at once theirs (OPEN-09).
 * Refuses a taken address (409), a password shorter than the setting (422), too many from one address (429).
 */
export async function register(
  context: Context,
  input: RegisterInput,
): Promise<Result<{ user: SessionUser }>> {
  const min = context.config.passwordMinLength
  if (input.password.length < min) {
    return refuse({
      code: 'UNPROCESSABLE_CONTENT',
      message: passwordTooShort(min),
      fields: { password: passwordTooShort(min) },
    })
  }
  if (gateIsFull()) return refuse(BUSY)
  const wait = await takeTry(context.db, `register:${context.address}`, REGISTER_LIMIT)
  if (wait !== null) return refuse(tooMany(wait))
  return busyAsRefusal(() =>
    throughGate(async () => {
      const created = await createAccount(context, {
        name: input.name,
        email: input.email,
        role: input.role,
        passwordHash: await hashPassword(input.password),
        verificationStatus: input.role === 'lawyer' ? 'email_pending' : null,
      })
      return created.ok ? signIn(context, input.email, input.password) : created
    }),
  )
}

/** OPEN-04: the operator's way to make an administrator. Refuses a taken address (409) or a short password (422). */
export async function createAdministrator(
  platform: Platform,
  input: { name: string; email: string; password: string },
): Promise<Result<{ id: string }>> {
  const parsed = registerInput(platform.config.passwordMinLength).safeParse({
    ...input,
    confirmPassword: input.password,
    role: 'client',
  })
  if (!parsed.success)
    return refuse({
      code: 'UNPROCESSABLE_CONTENT',
      message: parsed.error.issues.map((issue) => issue.message).join(' '),
    })
  const { name, email, password } = parsed.data
  return createAccount(platform, {
    name,
    email,
    role: 'admin',
    passwordHash: await hashPassword(password),
    verificationStatus: null,
  })
}

/**
 * Creates an account of any role. Registration reaches it with client or lawyer only; administrators come from the
 * operator's command and the demo (OPEN-04).
 */
export async function createAccount(
  platform: Platform,
  account: NewAccount,
): Promise<Result<{ id: string }>> {
  return transact(platform.db, async (tx) => {
    const id = await insertAccount(tx, account)
    if (id === null)
      return refuse({
        code: 'CONFLICT',
        message: MESSAGES.emailTaken,
        fields: { email: MESSAGES.emailTaken },
      })
    if (account.role === 'client')
      await askToConfirm(tx, platform, { id, name: account.name, email: account.email })
    await publish(tx, platform.wake, [{ user_id: id, kind: ACCOUNT_EVENTS.profileChanged, ref: id }])
    return accept({ id })
  })
}

/** Mails «Confirma tu correo» with a link that works once within 24 hours; only the digest of its token is stored. */
async function askToConfirm(
  tx: Tx,
  platform: Platform,
  user: { id: string; name: string; email: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const expires = await insertVerification(tx, {
    identifier: confirmationOf(token),
    value: user.id,
    seconds: CONFIRM_SECONDS,
  })
  await sendMail(tx, platform.sealer, {
    template: confirmEmailMail,
    name: CONFIRM_EMAIL,
    to: user.email,
    props: {
      name: user.name,
      link: `${platform.config.publicUrl}/email-verification?token=${token}&type=email`,
    },
    key: `confirm-email:${user.id}`,
    expires,
  })
}

/** Marks an address as confirmed (EML-01). The token works once; an unknown, used or expired one is refused (404). */
export async function confirmEmail(
  context: Context,
  input: { token: string },
): Promise<Result<{ confirmed: true }>> {
  return transact(context.db, async (tx) => {
    const userId = await takeVerification(tx, confirmationOf(input.token))
    if (userId === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.linkInvalid })
    await markEmailVerified(tx, userId)
    return accept({ confirmed: true as const })
  })
}

const confirmationOf = (token: string) => `confirm-email:${createHash('sha256').update(token).digest('hex')}`

/**
 * Signs in (AUT-01 to AUT-04). The answer to a wrong password and to an unknown address is the same, and takes as
 * long: better-auth hashes the password of an unknown one too. Only failures count towards the limits.
 */
export async function login(context: Context, input: LoginInput): Promise<Result<{ user: SessionUser }>> {
  if (gateIsFull()) return refuse(BUSY)
  const addressKey = `login:${context.address}`
  const accountKey = `login:${context.address}:${input.email}`
  const wait =
    (await takeTry(context.db, addressKey, ADDRESS_LIMIT)) ??
    (await takeTry(context.db, accountKey, ACCOUNT_LIMIT))
  if (wait !== null) return refuse(tooMany(wait))
  const result = await busyAsRefusal(() => signIn(context, input.email, input.password))
  if (result.ok) {
    await forget(context.db, accountKey)
    await giveBack(context.db, addressKey)
  } else if (result.refusal.code !== 'UNAUTHORIZED') {
    await giveBack(context.db, accountKey)
    await giveBack(context.db, addressKey)
  }
  return result
}

/** Ends this session and tells the person's other tabs (AUT-28). */
export async function logout(context: SignedIn): Promise<Result<{ ended: boolean }>> {
  const { session } = context
  const result = await transact(context.db, async (tx) => {
    const ended = await deleteSession(tx, session.id)
    await publish(tx, context.wake, [
      { user_id: session.userId, kind: ACCOUNT_EVENTS.sessionEnded, ref: session.id },
    ])
    return accept({ ended })
  })
  context.setCookie(sessionCookie(context.config, '', 0))
  return result
}

async function signIn(
  context: Context,
  email: string,
  password: string,
): Promise<Result<{ user: SessionUser }>> {
  const headers = new Headers({ 'user-agent': context.userAgent, [ADDRESS_HEADER]: context.address })
  let cookies: string[]
  try {
    const answer = await authOf(context).api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    })
    cookies = answer.headers.getSetCookie()
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuse(WRONG)
    throw error
  }
  // A new session at every sign-in; the one this browser had is over, so a planted cookie is worth nothing.
  const earlier = readCookie(context.config, context.cookie)
  if (earlier) await deleteSessionByToken(context.db, earlier.token)
  const cookie = cookies.map((line) => line.split(';')[0] ?? '').join('; ')
  const session = await readSession(context, cookie, () => {})
  if (!session) return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notCreated, retryAfter: 1 })
  for (const line of cookies) context.setCookie(line)
  return accept({ user: session.user })
}

async function busyAsRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GateFull) return refuse(BUSY)
    throw error
  }
}

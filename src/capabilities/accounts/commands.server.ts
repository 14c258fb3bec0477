import { type Tx, transact } from '../../platform/database/database.server.ts'
import { shouldInjectFault } from '../../platform/errors/fault-injection.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import {
  checkRateLimit,
  clearAttempts,
  consumeAttempt,
  refundAttempt,
} from '../../platform/http/rate-limit.server.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { type EventPublisher, publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import { agreeToDocuments } from '../consents/commands.server.ts'
import { demandNewPassword, denySignIn } from './identity/alarm.server.ts'
import { changePassword } from './identity/change-password.server.ts'
import { deviceName } from './identity/device-name.server.ts'
import { endOtherSessions, endSession, endSessions } from './identity/end-sessions.server.ts'
import { makeAlarmLink } from './identity/known-devices.server.ts'
import {
  confirmationKey,
  mailConfirmation,
  mailPasswordChanged,
  mailRecovery,
  makeLink,
  RECOVERY_TASK,
  recoveryKey,
  requestRecovery,
  takeAccountLink,
  takeLink,
} from './identity/mailed-links.server.ts'
import { hashPassword, withHashSlot } from './identity/passwords.server.ts'
import {
  isReplacedPassword,
  lockAccountOfSession,
  lockAndRecheckProof,
  provePassword,
} from './identity/proof.server.ts'
import { rateLimitKeys } from './identity/rate-limit-keys.server.ts'
import {
  ACCOUNT_GONE,
  EMAIL_TAKEN,
  FROZEN_ACCOUNT,
  NAME_CHANGE_REFUSALS,
  PASSWORD_REPLACED,
  runAdmitted,
  runInHashSlot,
  tooManyAttempts,
  tooShortPassword,
} from './identity/refusals.server.ts'
import { cookieLine, readCookies, sessionCookie } from './identity/session.server.ts'
import { type Credential, enter, openSession, startSession } from './identity/sign-in.server.ts'
import { signInWithPassword } from './identity/sign-in-with-password.server.ts'
import { refusedWith, type TarpitOptions, withTarpit } from './identity/tarpit.server.ts'
import { administratorInput, type RegisterInput, type ResetPasswordInput } from './new-password-schema.ts'
import {
  ALARM_LINK_SECONDS,
  FAILURES_PER_IP_LIMIT,
  NAME_CHANGE_LIMIT,
  NEW_PASSWORD_LIMIT,
  REGISTRATIONS_PER_IP_LIMIT,
  renameAuditEntry,
} from './rules.ts'
import { MESSAGES, type UpdateNameInput } from './schema.ts'
import {
  deleteSession,
  isFrozen,
  listReplacedPasswords,
  listSessions,
  needsNewPassword,
  proveSession,
  writeAddress,
} from './sessions.server.ts'
import type { ChangedProfile, NewAccount, ProfileChange } from './store.server.ts'
import * as store from './store.server.ts'
import {
  confirmLawyerName,
  deleteLinks,
  findPerson,
  findUserByEmail,
  isEmailVerified,
  isReservedAddress,
  isSuspended,
  isSuspendedInAnyWay,
  listAdministrators,
  lockAccount,
  restoreConfirmedName,
  writePausedCases,
  writeProfileSuspension,
  writeSuspension,
} from './store.server.ts'

/** For later slices: password proof, steps of a sign-in, name decisions (H-03), suspension (H-04). */
export {
  ACCOUNT_GONE,
  type Credential,
  changePassword,
  confirmLawyerName,
  cookieLine,
  deleteLinks,
  demandNewPassword,
  denySignIn,
  deviceName,
  endOtherSessions,
  endSession,
  endSessions,
  enter,
  FROZEN_ACCOUNT,
  findPerson,
  findUserByEmail,
  isEmailVerified,
  isFrozen,
  isReservedAddress,
  isSuspended,
  isSuspendedInAnyWay,
  listAdministrators,
  listSessions,
  lockAccount,
  lockAccountOfSession,
  lockAndRecheckProof,
  mailRecovery,
  makeAlarmLink,
  makeLink,
  needsNewPassword,
  openSession,
  provePassword,
  proveSession,
  RECOVERY_TASK,
  readCookies,
  requestRecovery,
  restoreConfirmedName,
  signInWithPassword,
  startSession,
  takeLink,
  writePausedCases,
  writeProfileSuspension,
  writeSuspension,
}

/**
 * Registers a client or a lawyer and signs them in before the e-mail is confirmed (AUT-07 to AUT-19,
 * OPEN-09). Refuses a taken e-mail (409), a too short password (422) and too many registrations from one IP
 * address (429); attempts with a taken e-mail do not count towards that limit (H-07).
 */
export async function register(
  context: Context,
  input: RegisterInput,
): Promise<Result<{ user: SessionUser }>> {
  const tooShortRefusal = tooShortPassword(context.config, input.password)
  if (tooShortRefusal) return refuse(tooShortRefusal)
  // 409 reveals which e-mails have an account, so delay the answer for clients that enumerate many.
  const tarpit: TarpitOptions<{ user: SessionUser }> = {
    key: `taken:${context.address}`,
    limit: FAILURES_PER_IP_LIMIT,
    isFailure: refusedWith('CONFLICT'),
  }
  return withTarpit(context, tarpit, () => runInHashSlot(context, () => signUp(context, input)))
}

async function signUp(context: Context, input: RegisterInput): Promise<Result<{ user: SessionUser }>> {
  const limitKey = `register:${context.address}`
  const wait = await consumeAttempt(context.db, limitKey, REGISTRATIONS_PER_IP_LIMIT)
  if (wait !== null) return refuse(tooManyAttempts(wait))
  const account = {
    name: input.name,
    email: input.email,
    role: input.role,
    passwordHash: await hashPassword(input.password),
    verificationStatus: input.role === 'lawyer' ? ('email_pending' as const) : null,
  }
  const created = await createAccount(context, account, { confirm: input.role === 'client' })
  if (!created.ok) {
    await refundAttempt(context.db, limitKey)
    return created
  }
  const isFaulty = shouldInjectFault(context.config, 'accounts.register.no-user')
  const credential = { userId: created.value.id, hash: account.passwordHash }
  const signedIn = isFaulty ? null : await startSession(context, credential)
  if (signedIn?.ok) return signedIn
  // AUT-12: the account exists, but the sign-in gave no user.
  // AUT-12: the text is the specification's, vendor and all (TRAP-04).
  return refuse({
    code: 'SERVICE_UNAVAILABLE',
    message: 'No se pudo crear el usuario en Supabase Auth.',
    retryAfter: 1,
  })
}

/** OPEN-04: the operator's command. Refuses a taken e-mail (409) and invalid input (422). */
export async function createAdministrator(
  platform: Platform,
  input: { name: string; email: string; password: string },
): Promise<Result<{ id: string }>> {
  const parsed = administratorInput(platform.config.passwordMinLength).safeParse(input)
  if (!parsed.success) {
    const message = parsed.error.issues.map((issue) => issue.message).join(' ')
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message })
  }
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
 * Creates an account of any role, administrators only for the operator and the demo (OPEN-04). Refuses a
 * taken e-mail (409).
 * @param confirm whether to send «Confirma tu correo» (OPEN-09)
 */
export async function createAccount(
  platform: Platform,
  account: NewAccount,
  { confirm }: { confirm: boolean } = { confirm: false },
): Promise<Result<{ id: string }>> {
  return transact(platform.db, async (tx) => {
    const id = await store.insertAccount(tx, account)
    if (id === null) return refuse(EMAIL_TAKEN)
    if (account.role !== 'admin') await agreeToDocuments(tx, id)
    if (confirm) await mailConfirmation(tx, platform, { id, email: account.email })
    await publish(tx, platform.wake, [{ user_id: id, kind: 'profile', ref: id }])
    return accept({ id })
  })
}

/** Confirms an e-mail address (EML-01). Refuses an unknown, used or expired token (404). */
export async function confirmEmail(
  context: Context,
  input: { token: string },
): Promise<Result<{ confirmed: true }>> {
  return transact(context.db, async (tx) => {
    const userId = await takeAccountLink(tx, confirmationKey(input.token))
    if (userId === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.linkInvalid })
    await confirmAddress(tx, userId)
    return accept({ confirmed: true as const })
  })
}

/** Job queued with `userId` once an address is confirmed, for src/server/tasks.ts (reviews, H-01). */
export const EMAIL_CONFIRMED_TASK = 'accounts:email-confirmed'

/** Marks an e-mail as confirmed (EML-01, ONV-12). @returns the address; null if the account is gone */
export async function confirmAddress(tx: Tx, userId: string): Promise<string | null> {
  const email = await store.markEmailVerified(tx, userId)
  if (email !== null) await enqueue(tx, EMAIL_CONFIRMED_TASK, { userId })
  return email
}

/**
 * DAT-55: gives an account another address, which is confirmed, and ends its mailed links. Lock the password row first.
 * @throws a unique violation if another account has the address
 */
export async function changeAddress(
  tx: Tx,
  platform: EventPublisher,
  userId: string,
  email: string,
): Promise<void> {
  await writeAddress(tx, userId, email)
  await deleteLinks(tx, userId)
  await enqueue(tx, EMAIL_CONFIRMED_TASK, { userId })
  await publishProfileChanged(tx, platform, userId)
}

/** «Reenviar correo de confirmación» (H-01), limited (429), for clients (403) not confirmed yet (409). */
export async function resendConfirmation(context: SignedInContext): Promise<Result<{ sent: true }>> {
  const { userId, role, user } = context.session
  if (role !== 'client')
    return refuse({ code: 'FORBIDDEN', message: 'Solo los clientes confirman su correo con un enlace.' })
  return transact(context.db, async (tx) => {
    if (await store.isEmailVerified(tx, userId))
      return refuse({ code: 'CONFLICT', message: 'Tu correo ya está confirmado.' })
    const wait = await mailConfirmation(tx, context, user)
    return wait === null
      ? accept({ sent: true as const })
      : refuse({
          code: 'TOO_MANY_REQUESTS',
          message: 'Ya te enviamos varios correos. Revisa tu bandeja o inténtalo de nuevo más tarde.',
          retryAfter: wait,
        })
  })
}

/** Ends this session and notifies the person's other tabs (AUT-28). */
export async function logout(context: SignedInContext): Promise<Result<{ ended: boolean }>> {
  const { session } = context
  const result = await transact(context.db, async (tx) => {
    const ended = await deleteSession(tx, session.id)
    await publish(tx, context.wake, [{ user_id: session.userId, kind: 'session', ref: session.id }])
    return accept({ ended })
  })
  clearSessionCookie(context)
  return result
}

const MANY_TRIES = 'Probaste muchas contraseñas con este enlace. Pide otro.'
/**
 * Sets a new password with the e-mailed link (404 if invalid) and ends all sessions (OPEN-10). Not a replaced one (422,
 * DAT-54); beyond NEW_PASSWORD_LIMIT 429.
 */
export async function resetPassword(
  context: Context,
  input: ResetPasswordInput,
): Promise<Result<{ changed: true }>> {
  const tooShortRefusal = tooShortPassword(context.config, input.password)
  if (tooShortRefusal) return refuse(tooShortRefusal)
  const tarpit: TarpitOptions<{ changed: true }> = {
    key: `reset:${context.address}`,
    limit: FAILURES_PER_IP_LIMIT,
    isFailure: refusedWith('NOT_FOUND'),
  }
  const key = recoveryKey(input.token)
  const work = async () => {
    // With nothing to compare, one slot is enough; else the sign-ins of others come between.
    const begun = await withHashSlot(async () => {
      const owner = await store.findVerification(context.db, key)
      const replaced = owner === null ? [] : await listReplacedPasswords(context.db, owner)
      return replaced.length > 0 ? replaced : replace()
    })
    if (!Array.isArray(begun)) return begun
    const within = await checkRateLimit(context.db, `new-password:${key}`, NEW_PASSWORD_LIMIT, MANY_TRIES)
    if (!within.ok) return within
    if (await isReplacedPassword(begun, input.password)) return refuse(PASSWORD_REPLACED)
    return withHashSlot(replace)
  }
  const replace = async () => {
    const hash = await hashPassword(input.password)
    return transact(context.db, async (tx) => {
      const userId = await takeAccountLink(tx, key)
      // DAT-55: asked under the lock of the account, which the freeze takes too.
      if (userId === null || (await isFrozen(tx, userId)))
        return refuse({ code: 'NOT_FOUND', message: MESSAGES.linkInvalid })
      await store.replacePassword(tx, userId, hash, { keepSeconds: ALARM_LINK_SECONDS })
      await mailPasswordChanged(tx, context, userId)
      // The link proves ownership of the mailbox: confirm the address and forgive the failed attempts.
      const email = (await confirmAddress(tx, userId)) ?? ''
      await clearAttempts(tx, rateLimitKeys.failedLogin(context, email), rateLimitKeys.passwordCheck(userId))
      await endSessions(tx, context, userId, null)
      return accept({ changed: true as const })
    })
  }
  return withTarpit(context, tarpit, () => runAdmitted(context, work))
}

/** «Cerrar otras sesiones» (OPEN-10); this one gets a new cookie (H-10). @returns how many ended */
export async function closeOtherSessions(context: SignedInContext): Promise<Result<{ closed: number }>> {
  const rotated = await transact(context.db, (tx) => endOtherSessions(tx, context))
  if (!rotated.ok) return rotated
  context.setCookie(rotated.value.cookie)
  return accept({ closed: rotated.value.closed })
}

/** Changes the own name (PRO-01, PRO-03, AUT-26). Refused (409) while the profile is under review. */
export async function updateName(
  context: SignedInContext,
  input: UpdateNameInput,
): Promise<Result<{ user: SessionUser }>> {
  const { userId, user } = context.session
  const wait = await consumeAttempt(context.db, `name:${userId}`, NAME_CHANGE_LIMIT)
  if (wait !== null) return refuse(tooManyAttempts(wait))
  return transact(context.db, async (tx) => {
    const outcome = await store.updateUserName(tx, userId, input.name)
    if (outcome === 'missing' || outcome === 'reviewed') return refuse(NAME_CHANGE_REFUSALS[outcome])
    if (outcome === 'changed') await publishProfileChanged(tx, context, userId)
    // A lawyer's name is part of what was verified, so the audit log must tell who had which name (OPEN-59).
    if (outcome === 'changed' && user.role === 'lawyer') await audit(tx, renameAuditEntry(user, input.name))
    return accept({ user: { ...user, name: input.name } })
  })
}

/**
 * Changes a profile in a later slice's transaction and publishes the change (AUT-26).
 * @returns the photo URL before and after; null if no profile with status `status.from` exists
 */
export async function changeProfile(
  tx: Tx,
  platform: EventPublisher,
  userId: string,
  change: ProfileChange,
): Promise<ChangedProfile | null> {
  const changed = await store.writeProfile(tx, userId, change)
  if (changed) await publishProfileChanged(tx, platform, userId)
  return changed
}
const publishProfileChanged = (tx: Tx, { wake }: EventPublisher, userId: string) =>
  publish(tx, wake, [{ user_id: userId, kind: 'profile', ref: userId }])

export function clearSessionCookie(context: Context): void {
  context.setCookie(sessionCookie(context.config, '', 0))
}

/** Last step of account deletion (OPEN-58): ends sessions and streams, deletes user, profile and role row. */
export async function removeAccount(tx: Tx, platform: Platform, userId: string): Promise<void> {
  await endSessions(tx, platform, userId, null)
  await store.deleteUser(tx, userId)
}

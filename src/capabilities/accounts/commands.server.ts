import { type Tx, transact } from '../../platform/database/database.server.ts'
import { faultAsked } from '../../platform/errors/faults.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { forget, giveBack, isUnused, takeTry } from '../../platform/http/limits.server.ts'
import { enqueue } from '../../platform/jobs/jobs.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../platform/session.ts'
import { ACCOUNT_EVENTS } from './events.ts'
import { endOldestSessions, endSessions, keepOwnSession } from './identity/endings.server.ts'
import { failingWith, slowedDown } from './identity/late-answers.server.ts'
import { confirmationOf, mailConfirmation, mailRecovery, recoveryOf } from './identity/mailed-links.server.ts'
import { hashPassword } from './identity/passwords.server.ts'
import { holdProof, provePassword } from './identity/proof.server.ts'
import {
  atTheDoor,
  behindTheGate,
  EMAIL_TAKEN,
  NAME_STAYS,
  tooMany,
  tooShort,
} from './identity/refusals.server.ts'
import { sessionCookie } from './identity/session.server.ts'
import { signIn } from './identity/sign-in.server.ts'
import { triesOf } from './identity/tries.server.ts'
import {
  ACCOUNT_LIMIT,
  ADDRESS_LIMIT,
  ENTERED_LIMIT,
  NAME_LIMIT,
  RECOVERY_ACCOUNT_LIMIT,
  RECOVERY_ADDRESS_LIMIT,
  REGISTER_LIMIT,
  renaming,
} from './rules.ts'
import {
  administratorInput,
  type ChangePasswordInput,
  type LoginInput,
  MESSAGES,
  type RegisterInput,
  type RequestRecoveryInput,
  type ResetPasswordInput,
  type UpdateNameInput,
} from './schema.ts'
import {
  type ChangedProfile,
  confirmNameOf,
  deleteSession,
  deleteUser,
  findVerification,
  holdPasswordHash,
  insertAccount,
  isEmailVerified,
  isSuspended,
  markEmailVerified,
  type NewAccount,
  type ProfileChange,
  restoreNameOf,
  setPasswordHash,
  takeVerification,
  updateNameOf,
  writePausedCases,
  writeProfile,
  writeSuspension,
} from './store.server.ts'

/** What later slices do in their own transactions: prove a password, decide about a name (H-03), suspend (H-04). */
export {
  confirmNameOf,
  endSessions,
  holdPasswordHash,
  holdProof,
  isSuspended,
  mailRecovery,
  provePassword,
  restoreNameOf,
  writePausedCases,
  writeSuspension,
}

/**
 * Registers a client or a lawyer and signs them in (AUT-07 to AUT-19). The session is at once theirs (OPEN-09).
 * Refuses a taken address (409), a password shorter than the setting (422), too many from one address (429). A taken
 * address does not count towards that limit (H-07).
 */
export async function register(
  context: Context,
  input: RegisterInput,
): Promise<Result<{ user: SessionUser }>> {
  const short = tooShort(context.config, input.password)
  if (short) return refuse(short)
  // Tries at taken addresses tell which ones have an account: nobody goes through a list of them at full speed.
  const slow = { key: `taken:${context.address}`, limit: ADDRESS_LIMIT, counts: failingWith('CONFLICT') }
  return slowedDown(context, slow, () => behindTheGate(context, () => registerNow(context, input)))
}

async function registerNow(context: Context, input: RegisterInput): Promise<Result<{ user: SessionUser }>> {
  const addressKey = `register:${context.address}`
  const wait = await takeTry(context.db, addressKey, REGISTER_LIMIT)
  if (wait !== null) return refuse(tooMany(wait))
  const account = {
    name: input.name,
    email: input.email,
    role: input.role,
    passwordHash: await hashPassword(input.password),
    verificationStatus: input.role === 'lawyer' ? ('email_pending' as const) : null,
  }
  const created = await createAccount(context, account, { confirm: input.role === 'client' })
  if (!created.ok) {
    await giveBack(context.db, addressKey)
    return created
  }
  const lost = faultAsked(context.config, 'accounts.register.no-user')
  const signedIn = lost ? null : await signIn(context, input.email, input.password)
  if (signedIn?.ok) return signedIn
  // AUT-12: the account is there, but nobody came back with it.
  return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notCreated, retryAfter: 1 })
}

/** OPEN-04: the operator's way to make an administrator. Refuses a taken address (409) or a short password (422). */
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
 * Creates an account of any role. Registration reaches it with client or lawyer only; administrators come from the
 * operator's command and the demo (OPEN-04).
 * @param confirm whether «Confirma tu correo» is mailed (OPEN-09)
 */
export async function createAccount(
  platform: Platform,
  account: NewAccount,
  { confirm }: { confirm: boolean } = { confirm: false },
): Promise<Result<{ id: string }>> {
  return transact(platform.db, async (tx) => {
    const id = await insertAccount(tx, account)
    if (id === null) return refuse(EMAIL_TAKEN)
    if (confirm) await mailConfirmation(tx, platform, { id, email: account.email })
    await publish(tx, platform.wake, [{ user_id: id, kind: ACCOUNT_EVENTS.profileChanged, ref: id }])
    return accept({ id })
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
    await confirmAddress(tx, userId)
    return accept({ confirmed: true as const })
  })
}

/** Queued when an address is confirmed, with its `userId`: what waited for it (reviews, H-01) is done by src/server/tasks.ts. */
export const EMAIL_CONFIRMED_TASK = 'accounts:email-confirmed'

/** The address has proven to be theirs (EML-01, ONV-12). @returns the address; null: the account is gone */
export async function confirmAddress(tx: Tx, userId: string): Promise<string | null> {
  const email = await markEmailVerified(tx, userId)
  if (email !== null) await enqueue(tx, EMAIL_CONFIRMED_TASK, { userId })
  return email
}

/**
 * «Reenviar correo de confirmación» (H-01): mails a client the link again. Refuses other roles (403), a confirmed address
 * (409) and more than 3 mails an hour to one address (429).
 */
export async function resendConfirmation(context: SignedIn): Promise<Result<{ sent: true }>> {
  const { userId, role, user } = context.session
  if (role !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsConfirm })
  return transact(context.db, async (tx) => {
    if (await isEmailVerified(tx, userId))
      return refuse({ code: 'CONFLICT', message: MESSAGES.alreadyConfirmed })
    const wait = await mailConfirmation(tx, context, user)
    return wait === null
      ? accept({ sent: true as const })
      : refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyConfirmations, retryAfter: wait })
  })
}

/**
 * Signs in (AUT-01 to AUT-04). The answer to a wrong password and to an unknown address is the same, and takes as
 * long: better-auth hashes the password of an unknown one too. Wrong passwords count for the account and address pair,
 * which is refused beyond its limit (429); an address that fails too often is slowed down, never shut (H-07).
 */
export async function login(context: Context, input: LoginInput): Promise<Result<{ user: SessionUser }>> {
  const slow = {
    key: `login:${context.address}`,
    limit: ADDRESS_LIMIT,
    counts: failingWith('UNAUTHORIZED'),
    mayTry: () => hasNotFailed(context, input.email),
  }
  return slowedDown(context, slow, () => behindTheGate(context, () => loginNow(context, input)))
}

/** Whether nobody has tried this account from here with a wrong password of late (H-07). */
async function hasNotFailed(context: Context, email: string): Promise<boolean> {
  const found = await atTheDoor(context, async () =>
    accept(await isUnused(context.db, triesOf.login(context, email), ACCOUNT_LIMIT)),
  )
  return found.ok && found.value
}

async function loginNow(context: Context, input: LoginInput): Promise<Result<{ user: SessionUser }>> {
  const wrongKey = triesOf.login(context, input.email)
  const enteredKey = triesOf.entered(context, input.email)
  const wait =
    (await takeTry(context.db, wrongKey, ACCOUNT_LIMIT)) ??
    (await takeTry(context.db, enteredKey, ENTERED_LIMIT))
  if (wait !== null) return refuse(tooMany(wait))
  const result = await signIn(context, input.email, input.password)
  if (!result.ok) {
    await giveBack(context.db, enteredKey)
    // A suspended account's password was right (H-04).
    if (result.refusal.code === 'FORBIDDEN') await giveBack(context.db, wrongKey)
    return result
  }
  await forget(context.db, wrongKey)
  await endOldestSessions(context, result.value.user.id)
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
  endSessionCookie(context)
  return result
}

/** The task that looks an address up and mails the link. */
export const RECOVERY_TASK = 'accounts:recover'

/**
 * «¿Olvidaste tu contraseña?» (OPEN-10). Only queues the look-up: the request does the same work and answers the same
 * whether the address has an account or not. Refuses too many for one e-mail address (429); whoever asks for many is
 * slowed down (H-07).
 */
export async function requestRecovery(
  context: Context,
  input: RequestRecoveryInput,
): Promise<Result<{ sent: true }>> {
  const slow = { key: `recovery:${context.address}`, limit: RECOVERY_ADDRESS_LIMIT }
  return slowedDown(context, slow, async () => {
    const wait = await takeTry(context.db, triesOf.recovery(context, input.email), RECOVERY_ACCOUNT_LIMIT)
    if (wait !== null) return refuse(tooMany(wait))
    await enqueue(context.db, RECOVERY_TASK, { sealed: context.sealer.seal(input) })
    return accept({ sent: true as const })
  })
}

/** Sets a new password by the mailed link, which works once; every session of the account ends (OPEN-10). */
export async function resetPassword(
  context: Context,
  input: ResetPasswordInput,
): Promise<Result<{ changed: true }>> {
  const short = tooShort(context.config, input.password)
  if (short) return refuse(short)
  const slow = { key: `reset:${context.address}`, limit: ADDRESS_LIMIT, counts: failingWith('NOT_FOUND') }
  const work = async () => {
    const hash = await hashPassword(input.password)
    return transact(context.db, async (tx) => {
      // The account is held before the link is used up: two links of one person at once wait for each other.
      const identifier = recoveryOf(input.token)
      const userId = await findVerification(tx, identifier)
      const held = userId !== null && (await holdPasswordHash(tx, userId)) !== null
      if (!held || (await takeVerification(tx, identifier)) === null) {
        return refuse({ code: 'NOT_FOUND', message: MESSAGES.linkInvalid })
      }
      await setPasswordHash(tx, userId, hash)
      // The link came through this mailbox: the address is theirs, and so were the wrong tries.
      const email = (await confirmAddress(tx, userId)) ?? ''
      await forget(tx, triesOf.login(context, email), triesOf.password(userId))
      await endSessions(tx, context, userId, null)
      return accept({ changed: true as const })
    })
  }
  return slowedDown(context, slow, () => behindTheGate(context, work))
}

/**
 * Sets a new password for whoever knows the current one; every other session ends (OPEN-10), and this one goes on under
 * another cookie (H-10).
 */
export async function changePassword(
  context: SignedIn,
  input: ChangePasswordInput,
): Promise<Result<{ changed: true }>> {
  const short = tooShort(context.config, input.password)
  if (short) return refuse(short)
  const { userId } = context.session
  const wrong = { field: 'currentPassword', message: MESSAGES.currentPasswordWrong }
  const proven = await provePassword(context, input.currentPassword, wrong)
  if (!proven.ok) return proven
  const kept = await behindTheGate(context, async () => {
    const hash = await hashPassword(input.password)
    return transact(context.db, async (tx) => {
      const still = await holdProof(tx, context, proven.value, wrong)
      if (!still.ok) return still
      await setPasswordHash(tx, userId, hash)
      return keepOwnSession(tx, context)
    })
  })
  if (!kept.ok) return kept
  context.setCookie(kept.value.cookie)
  return accept({ changed: true as const })
}

/** «Cerrar otras sesiones» (OPEN-10); this one goes on under another cookie (H-10). @returns how many ended */
export async function closeOtherSessions(context: SignedIn): Promise<Result<{ closed: number }>> {
  const kept = await transact(context.db, (tx) => keepOwnSession(tx, context))
  if (!kept.ok) return kept
  context.setCookie(kept.value.cookie)
  return accept({ closed: kept.value.closed })
}

/** Changes the own name (PRO-01, PRO-03, AUT-26). Refused (409) while it is reviewed: verified is who was looked at. */
export async function updateName(
  context: SignedIn,
  input: UpdateNameInput,
): Promise<Result<{ user: SessionUser }>> {
  const { userId, user } = context.session
  const wait = await takeTry(context.db, `name:${userId}`, NAME_LIMIT)
  if (wait !== null) return refuse(tooMany(wait))
  return transact(context.db, async (tx) => {
    const outcome = await updateNameOf(tx, userId, input.name)
    if (outcome === 'missing' || outcome === 'reviewed') return refuse(NAME_STAYS[outcome])
    if (outcome === 'changed') await profileChanged(tx, context, userId)
    // A lawyer's name is part of what was verified (OPEN-59 leaves it open): who was whom must be answerable.
    if (outcome === 'changed' && user.role === 'lawyer') await audit(tx, renaming(user, input.name))
    return accept({ user: { ...user, name: input.name } })
  })
}

/**
 * Later slices' way to change a profile in their own transaction; the session is told (AUT-26).
 * @returns the photo's address before and now, or null when there is no such profile or `status.from` is not its status
 */
export async function changeProfile(
  tx: Tx,
  platform: Pick<Platform, 'wake'>,
  userId: string,
  change: ProfileChange,
): Promise<ChangedProfile | null> {
  const changed = await writeProfile(tx, userId, change)
  if (changed) await profileChanged(tx, platform, userId)
  return changed
}
const profileChanged = (tx: Tx, { wake }: Pick<Platform, 'wake'>, userId: string) =>
  publish(tx, wake, [{ user_id: userId, kind: ACCOUNT_EVENTS.profileChanged, ref: userId }])

/** Takes the session's cookie from the browser. */
export function endSessionCookie(context: Context): void {
  context.setCookie(sessionCookie(context.config, '', 0))
}

/**
 * This slice's step of an account's deletion (OPEN-58), the last one: sign-in, profile and role row go.
 * Open streams of the person end through the events.
 */
export async function removeAccount(tx: Tx, platform: Platform, userId: string): Promise<void> {
  await endSessions(tx, platform, userId, null)
  await deleteUser(tx, userId)
}

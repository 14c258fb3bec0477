import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refused, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit, clearAttempts } from '../../platform/http/rate-limit.server.ts'
import { sendMail } from '../../platform/mail/mail.server.ts'
import { type EventPublisher, publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { requireProof } from '../../platform/session/proof.ts'
import {
  changeAddress,
  demandNewPassword,
  deviceName,
  endSession as endOwnSession,
  findPerson,
  listSessions,
  lockAccount,
  lockAccountOfSession,
  lockAndRecheckProof,
  makeAlarmLink,
  needsNewPassword,
  provePassword,
  proveSession,
} from '../accounts/commands.server.ts'
import {
  decryptSecret,
  encryptSecret,
  newRecoveryCodes as generateCodes,
  newTotpSecret,
  recoveryDigest,
  totpStep,
  totpUri,
} from './codes.server.ts'
import * as emailStore from './email-store.server.ts'
import { type Change, emailDecidedMail, passkeyRefusedMail, securityChangedMail } from './mail.server.tsx'
import { CODE_LIMIT, TOTP_DIGITS } from './rules.ts'
import { type CodeInput, type ConfirmIdentityInput, MESSAGES, type Overview } from './schema.ts'
import * as store from './store.server.ts'

const WRONG_CODE = fieldRefusal('code', MESSAGES.codeWrong)
/**
 * DAT-48: what wrong codes of an account are counted for: its sign-ins, «Sí fui yo», or one session. Somebody who knows
 * only the password cannot use up the tries of the person who is signed in.
 */
type CodeUse = 'sign-in' | 'claim' | { sessionId: string }
const codeLimitKey = (userId: string, use: CodeUse) =>
  `second-step:${userId}:${typeof use === 'string' ? use : use.sessionId}`

/** Tells the person's open pages that the security of the account changed. */
export const publishChange = (tx: Tx, { wake }: EventPublisher, userId: string) =>
  publish(tx, wake, [{ user_id: userId, kind: 'security', ref: userId }])

/** DAT-48: counts a try of a code, before it is checked. Refused: 429. */
export const countCode = ({ db }: Platform, userId: string, use: CodeUse): Promise<Result<true>> =>
  checkRateLimit(db, codeLimitKey(userId, use), CODE_LIMIT, MESSAGES.tooManyCodes)

/** Forgives wrong codes, after a right one. */
export const forgiveCodes = (tx: Tx, userId: string, use: CodeUse): Promise<void> =>
  clearAttempts(tx, codeLimitKey(userId, use))

/**
 * DAT-46, DAT-47: uses a code of the application or a recovery code, each once. Lock the password row first.
 * @returns whether it was right and unused
 */
export async function spendCode(tx: Tx, platform: Platform, userId: string, code: string): Promise<boolean> {
  if (code.length !== TOTP_DIGITS) return store.spendRecoveryCode(tx, userId, recoveryDigest(userId, code))
  const totp = await store.lockTotp(tx, userId)
  if (!totp?.confirmed) return false
  const step = totpStep(await decryptSecret(platform, userId, totp.sealed), code, totp.at)
  if (step === null || step <= totp.lastStep) return false
  await store.spendStep(tx, userId, step)
  return true
}

/**
 * The second part of a proof by password, where the second step is on. Call it before the transaction. Whose only second
 * step is a passkey proves it with «Confirma que eres tú» instead (403, REAUTH).
 * @returns the code for `spendCode`, or null if none is needed; refuses a missing one (422) and too many (429)
 */
export async function takeCode(
  context: SignedInContext,
  code: string | undefined,
): Promise<Result<string | null>> {
  const { userId } = context.session
  const factors = await store.findFactors(context.db, userId)
  if (!factors.totp && !factors.passkey) return accept(null)
  if (code === undefined) {
    if (factors.totp) return refuse(fieldRefusal('code', MESSAGES.codeMissing))
    return requireProof(context) ?? accept(null)
  }
  const counted = await countCode(context, userId, { sessionId: context.session.id })
  return counted.ok ? accept(code) : counted
}

/** Uses the code that `takeCode` gave. */
export async function proveCode(
  tx: Tx,
  context: SignedInContext,
  code: string | null,
): Promise<Result<true>> {
  if (code === null) return accept(true as const)
  const { userId } = context.session
  if (!(await spendCode(tx, context, userId, code))) return refuse(WRONG_CODE)
  await forgiveCodes(tx, userId, { sessionId: context.session.id })
  return accept(true as const)
}

/**
 * DAT-52: «Confirma que eres tú». Allows this session what `requireProof` guards, for ten minutes. Refuses a
 * wrong password or code (422) and too many wrong ones (429).
 */
export async function confirmIdentity(
  context: SignedInContext,
  { password, code }: ConfirmIdentityInput,
): Promise<Result<{ confirmed: true }>> {
  const wrong = fieldRefusal('password', MESSAGES.passwordWrong)
  const proven = await provePassword(context, password, wrong)
  if (!proven.ok) return proven
  if (code === undefined && (await store.hasFactor(context.db, context.session.userId)))
    return refuse(fieldRefusal('code', MESSAGES.codeMissing))
  const taken = await takeCode(context, code)
  if (!taken.ok) return taken
  return transact(context.db, async (tx) => {
    const rechecked = await lockAndRecheckProof(tx, context, proven.value, wrong)
    if (!rechecked.ok) return rechecked
    const second = await proveCode(tx, context, taken.value)
    if (!second.ok) return second
    await proveSession(tx, context.session.id)
    return accept({ confirmed: true as const })
  })
}

/** For the guard of administrators (DAT-51): whether somebody has a passkey or a code of the application. */
export const hasFactor = (db: Db, userId: string): Promise<boolean> => store.hasFactor(db, userId)

/** DAT-44, DAT-53: passkeys, second step and devices of the caller. */
export async function overview(context: SignedInContext): Promise<Result<Overview>> {
  const { session } = context
  const { id, userId } = session
  const [loss, passkeys, since, codes, sessions, pending, needsNew] = await Promise.all([
    store.findOpenLoss(context.db, userId),
    store.listPasskeys(context.db, userId),
    store.findTotpSince(context.db, userId),
    store.countRecoveryCodes(context.db, userId),
    listSessions(context.db, userId),
    emailStore.findPendingChange(context.db, userId),
    needsNewPassword(context.db, userId),
  ])
  return accept({
    needsNewPassword: needsNew,
    isRequired: session.role === 'admin' && !context.config.localMode,
    loss: loss && { dueAt: loss.toISOString() },
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      since: key.created_at.toISOString(),
      usedAt: key.used_at?.toISOString() ?? null,
      needsPassword: key.needs_password,
    })),
    totp: since && { since: since.toISOString() },
    codes: codes?.created_at
      ? { left: codes.left, total: codes.total, createdAt: codes.created_at.toISOString() }
      : null,
    email: {
      address: session.user.email,
      pending: pending && { address: pending.newEmail, expiresAt: pending.expiresAt.toISOString() },
    },
    devices: sessions.map((one) => ({
      id: one.id,
      ...deviceName(one.userAgent ?? ''),
      isCurrent: one.id === id,
      since: one.createdAt.toISOString(),
      usedAt: one.updatedAt.toISOString(),
    })),
  })
}

/**
 * Runs a change of the second step in a transaction, after a fresh proof (403, REAUTH) and under the account's lock. Refuses
 * (401) a session that has ended since the request began: «No fui yo» must not miss what is added meanwhile.
 */
export async function change<T>(
  context: SignedInContext,
  work: (tx: Tx, userId: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const unproven: Refused | null = requireProof(context)
  if (unproven) return unproven
  const { session } = context
  return transact(context.db, async (tx) => {
    const locked = await lockAccountOfSession(tx, session)
    return locked.ok ? work(tx, session.userId) : locked
  })
}

/** Tells the person by e-mail, with a link «No fui yo» (DAT-54), and the open pages by an event. */
export async function announce(tx: Tx, context: SignedInContext, changed: Change): Promise<void> {
  const { user, userId } = context.session
  const { link: alarm, key, expires } = await makeAlarmLink(tx, context, userId)
  await sendMail(tx, context.sealer, {
    template: securityChangedMail,
    to: user.email,
    props: { name: user.name, change: changed, link: `${context.config.publicUrl}/seguridad`, alarm },
    key,
    expires,
  })
  await publishChange(tx, context, userId)
}

/** DAT-44: e-mails about a key whose counter went back; that it was refused has no other trace. */
export async function mailRefusedPasskey(
  context: Platform & { requestId: string },
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  const user = await findPerson(context.db, userId)
  if (!user) return
  await sendMail(context.db, context.sealer, {
    template: passkeyRefusedMail,
    to: user.email,
    props: { name: user.name, passkey: name, link: `${context.config.publicUrl}/seguridad` },
    key: `security:${userId}:${context.requestId}`,
  })
}

/** DAT-47: ten new recovery codes; the earlier ones end. */
export async function replaceCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = generateCodes()
  await store.deleteRecoveryCodes(tx, userId)
  await store.insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryDigest(userId, code)),
  )
  return codes
}

/** DAT-46: a new secret, which counts once `confirmTotp` gets a right code. Refused (409) if one is on. */
export async function startTotp(context: SignedInContext): Promise<Result<{ secret: string; uri: string }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const secret = newTotpSecret()
  const sealed = await encryptSecret(context, context.session.userId, secret)
  return change(context, async (tx, userId) => {
    if (!(await store.saveUnconfirmedTotp(tx, userId, sealed)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.alreadyOn })
    return accept({ secret, uri: totpUri(secret, context.session.user.email) })
  })
}

/**
 * DAT-46, DAT-47: turns the code of the application on, and gives the first recovery codes. Refuses a wrong code (422),
 * too many (429), and a secret that is in use already or deleted (409).
 */
export async function confirmTotp(
  context: SignedInContext,
  { code }: CodeInput,
): Promise<Result<{ codes: string[] }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const counted = await countCode(context, context.session.userId, { sessionId: context.session.id })
  if (!counted.ok) return counted
  return change(context, async (tx, userId) => {
    const totp = await store.lockTotp(tx, userId)
    if (totp === null || totp.confirmed)
      return refuse({ code: 'CONFLICT', message: totp ? MESSAGES.alreadyOn : MESSAGES.notStarted })
    const step = totpStep(await decryptSecret(context, userId, totp.sealed), code, totp.at)
    if (step === null) return refuse(WRONG_CODE)
    const isFirst = !(await store.hasFactor(tx, userId))
    await store.spendStep(tx, userId, step)
    await forgiveCodes(tx, userId, { sessionId: context.session.id })
    const codes = isFirst ? await replaceCodes(tx, userId) : []
    await announce(tx, context, 'totp-on')
    return accept({ codes })
  })
}

/** Turns the code of the application off. Refused (409) if it is off. */
export const removeTotp = (context: SignedInContext): Promise<Result<{ removed: true }>> =>
  change(context, async (tx, userId) => {
    if (!(await store.deleteTotp(tx, userId))) return refuse({ code: 'CONFLICT', message: MESSAGES.notOn })
    const isLast = !(await store.hasFactor(tx, userId))
    if (isLast) await store.deleteRecoveryCodes(tx, userId)
    await announce(tx, context, isLast ? 'totp-last' : 'totp-off')
    return accept({ removed: true as const })
  })

/** DAT-47: «Crear códigos nuevos»; the earlier ones end. Refused (409) without a second step. */
export const newRecoveryCodes = (context: SignedInContext): Promise<Result<{ codes: string[] }>> =>
  change(context, async (tx, userId) => {
    if (!(await store.hasFactor(tx, userId))) return refuse({ code: 'CONFLICT', message: MESSAGES.notOn })
    const codes = await replaceCodes(tx, userId)
    await announce(tx, context, 'codes')
    return accept({ codes })
  })

/**
 * DAT-55: the old address is back: what was added since the change was asked for is void, and a new password is demanded,
 * also with a key, because the person who changed the address knew the old one and may have added a key before.
 */
export async function revertEmailChange(
  tx: Tx,
  platform: Platform,
  { id, userId, oldEmail, newEmail, createdAt }: emailStore.EmailChange,
): Promise<void> {
  await store.deleteFactorsSince(tx, userId, createdAt)
  await emailStore.deleteCodesSince(tx, userId, createdAt)
  await store.demandPasswordOfKeys(tx, userId)
  if (!(await store.hasFactor(tx, userId))) await store.deleteRecoveryCodes(tx, userId)
  await changeAddress(tx, platform, userId, oldEmail)
  await demandNewPassword(tx, platform, { userId, email: oldEmail, since: createdAt })
  await mailDecision(tx, platform, { id, userId, to: [oldEmail, newEmail], end: 'back' })
}

async function mailDecision(
  tx: Tx,
  platform: Platform,
  { id, userId, to, end }: { id: string; userId: string; to: readonly string[]; end: 'kept' | 'back' },
): Promise<void> {
  const user = await findPerson(tx, userId)
  for (const [at, address] of to.entries())
    await sendMail(tx, platform.sealer, {
      template: emailDecidedMail,
      to: address,
      props: { name: user?.name ?? '', end, link: `${platform.config.publicUrl}/login` },
      key: `email-decided:${id}:${at}`,
    })
}

/**
 * DAT-55: an administrator decides a disputed change, on shown identity: the only way in which one touches an address.
 * Refuses the administrator's own account (403), and a change that does not wait for a decision (409).
 */
export async function decideEmailDispute(
  tx: Tx,
  platform: Platform,
  decision: { id: string; userId: string; keeps: boolean; adminId: string; reason: string },
): Promise<Result<true>> {
  if (decision.userId === decision.adminId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownAccount })
  await lockAccount(tx, decision.userId)
  const change = await emailStore.decideEmailChange(tx, decision)
  if (!change) return refuse({ code: 'CONFLICT', message: MESSAGES.decidedByOther })
  if (decision.keeps)
    await mailDecision(tx, platform, { ...change, to: [change.newEmail, change.oldEmail], end: 'kept' })
  else await revertEmailChange(tx, platform, change)
  return accept(true as const)
}

/** Step of account deletion: the addresses that the person had, for the local mailbox. */
export const formerAddresses = (tx: Tx, userId: string): Promise<string[]> =>
  emailStore.listFormerAddresses(tx, userId)

/** DAT-53: ends one session of the caller, and its streams. Refused (404) if it is not theirs or has ended. */
export const endSession = (
  context: SignedInContext,
  { id }: { id: string },
): Promise<Result<{ ended: true }>> =>
  transact(context.db, async (tx) => {
    const { userId } = context.session
    if (!(await endOwnSession(tx, context, { userId, id })))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.sessionGone })
    await publishChange(tx, context, userId)
    return accept({ ended: true as const })
  })

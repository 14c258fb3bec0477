import { afterCommit, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { newToken } from '../../platform/keys/tokens.server.ts'
import type { Context } from '../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import {
  type Credential,
  cookieLine,
  enter,
  FROZEN_ACCOUNT,
  isFrozen,
  lockAccount,
  openSession,
  readCookies,
  signInWithPassword,
  startSession,
} from '../accounts/commands.server.ts'
import type { LoginInput } from '../accounts/schema.ts'
import { cancelOpenLoss } from './access/factor-loss.server.ts'
import { passwordDigest, stepDigest } from './codes.server.ts'
import { countCode, forgiveCodes, spendCode } from './commands.server.ts'
import { MAX_WRONG_CODES, SECOND_STEP_LIFETIME_SECONDS, SECOND_STEP_SECONDS } from './rules.ts'
import { type CodeInput, MESSAGES, type PendingStep, type TimeLeft } from './schema.ts'
import * as store from './store.server.ts'

const STEP_GONE: Refusal = { code: 'NOT_FOUND', message: MESSAGES.stepGone }
const TOO_MANY: Refusal = {
  code: 'TOO_MANY_REQUESTS',
  message: MESSAGES.tooManyCodes,
  retryAfter: SECOND_STEP_SECONDS,
}

type SignedIn = { user: SessionUser | null; secondStep: boolean }

/**
 * AUT-01 to AUT-04: signs in with e-mail and password. Where the second step is on, makes no session: the browser gets
 * the cookie of a sign-in that waits (DAT-48).
 */
export const login = (context: Context, input: LoginInput): Promise<Result<SignedIn>> =>
  signInWithPassword(context, input, async (credential) => {
    // Before the second step: no code changes this answer.
    if (await isFrozen(context.db, credential.userId)) return refuse(FROZEN_ACCOUNT)
    if (await store.hasFactor(context.db, credential.userId)) return waitForSecondStep(context, credential)
    const started = await startSession(context, credential)
    return started.ok ? accept({ ...started.value, secondStep: false }) : started
  })

async function waitForSecondStep(context: Context, { userId, hash }: Credential): Promise<Result<SignedIn>> {
  const token = newToken()
  const saved = await transact(context.db, async (tx) =>
    accept(
      await store.insertChallenge(tx, {
        digest: stepDigest(token),
        userId,
        passwordDigest: passwordDigest(hash),
        seconds: SECOND_STEP_SECONDS,
      }),
    ),
  )
  if (!saved.ok) return saved
  context.setCookie(cookieLine(context.config, 'secondStep', token, SECOND_STEP_SECONDS))
  return accept({ user: null, secondStep: true })
}

/** The digest of this browser's waiting sign-in. Two cookies of the name mean that one was planted. */
function waitingDigest(context: Context): string | null {
  const [token, another] = readCookies(context.config, context.cookie, 'secondStep')
  return token && !another ? stepDigest(token) : null
}

/** DAT-48: whether /segundo-paso has something to finish. */
export async function pendingStep(context: Context): Promise<Result<PendingStep>> {
  const waiting = await findWaiting(context)
  if (!waiting)
    return accept({ pending: false, totp: false, passkey: false, secondsLeft: 0, lossDueAt: null })
  const [factors, lossDueAt] = await Promise.all([
    store.findFactors(context.db, waiting.userId),
    store.findOpenLoss(context.db, waiting.userId),
  ])
  return accept({
    pending: true,
    ...factors,
    secondsLeft: waiting.secondsLeft,
    lossDueAt: lossDueAt?.toISOString() ?? null,
  })
}

/** DAT-74: more time for the second step. Refuses a sign-in that has expired or has had too many wrong codes (404). */
export async function extendPendingStep(context: Context): Promise<Result<TimeLeft>> {
  const [token] = readCookies(context.config, context.cookie, 'secondStep')
  const digest = waitingDigest(context)
  const secondsLeft =
    digest &&
    (await store.extendWaiting(context.db, digest, {
      seconds: SECOND_STEP_SECONDS,
      lifetime: SECOND_STEP_LIFETIME_SECONDS,
      maxTries: MAX_WRONG_CODES,
    }))
  if (!token || !secondsLeft) return refuse(STEP_GONE)
  context.setCookie(cookieLine(context.config, 'secondStep', token, secondsLeft))
  return accept({ secondsLeft })
}

/** @returns the person whose password was right in this browser and whose second step is missing, or null */
export async function waitingUser(context: Context): Promise<string | null> {
  return (await findWaiting(context))?.userId ?? null
}

/** The sign-in of this browser whose password was right and whose second step is missing, or null. */
export async function findWaiting(context: Context) {
  const digest = waitingDigest(context)
  return digest === null ? null : store.findWaiting(context.db, digest, MAX_WRONG_CODES)
}

/** Ends this browser's waiting sign-in, if there is one, because it is finished in another way. */
export async function endWaiting(tx: Tx, context: Context): Promise<void> {
  const digest = waitingDigest(context)
  if (digest === null) return
  await store.deleteChallenge(tx, digest)
  afterCommit(tx, () => context.setCookie(cookieLine(context.config, 'secondStep', '', 0)))
}

/**
 * DAT-48: the second step of a sign-in, with a code of the application or a recovery code. Refuses a wrong or used code
 * (422), too many for this sign-in or the account (429), and a sign-in that has expired, has finished or whose password
 * has changed (404).
 */
export async function finishSignIn(
  context: Context,
  { code }: CodeInput,
): Promise<Result<{ user: SessionUser }>> {
  const digest = waitingDigest(context)
  const waiting = digest === null ? null : await store.takeTry(context.db, digest)
  if (digest === null || !waiting) return refuse(STEP_GONE)
  if (waiting.tries > MAX_WRONG_CODES) return refuse(TOO_MANY)
  const userId = waiting.user_id
  const counted = await countCode(context, userId, 'sign-in')
  if (!counted.ok) return counted
  const opened = await transact(context.db, async (tx) => {
    const hash = await lockAccount(tx, userId)
    if (hash === null || passwordDigest(hash) !== waiting.password_digest) return refuse(STEP_GONE)
    if (!(await spendCode(tx, context, userId, code))) return refuse(fieldRefusal('code', MESSAGES.codeWrong))
    if (!(await store.deleteChallenge(tx, digest))) return refuse(STEP_GONE)
    await forgiveCodes(tx, userId, 'sign-in')
    await cancelOpenLoss(tx, context, userId)
    return openSession(tx, context, { userId, hash })
  })
  if (!opened.ok) return opened
  context.setCookie(cookieLine(context.config, 'secondStep', '', 0))
  return enter(context, userId, opened.value)
}

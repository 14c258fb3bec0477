import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../../platform/http/rate-limit.server.ts'
import { newToken } from '../../../platform/keys/tokens.server.ts'
import type { Context, SignedInContext } from '../../../platform/rpc/context.server.ts'
import { requireProof } from '../../../platform/session/proof.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import {
  cookieLine,
  enter,
  lockAccount,
  openSession,
  proveSession,
  readCookies,
} from '../../accounts/commands.server.ts'
import { passkeyDigest, passwordDigest } from '../codes.server.ts'
import { announce, change, mailRefusedPasskey, replaceCodes } from '../commands.server.ts'
import { PASSKEY_SECONDS, PASSKEY_START_LIMIT, type PasskeyPurpose, passkeyScope } from '../rules.ts'
import {
  type AddPasskeyInput,
  MAX_PASSKEYS,
  MESSAGES,
  type PasskeyAnswerInput,
  type PasskeyOptions,
} from '../schema.ts'
import { endWaiting, findWaiting, waitingUser } from '../sign-in.server.ts'
import * as store from '../store.server.ts'
import { cancelOpenLoss } from './factor-loss.server.ts'

/** Loaded on first use: few requests need it. */
const library = () => import('@simplewebauthn/server')
/** EdDSA, ES256, RS256: what authenticators have. The library would add an algorithm that is experimental in Node. */
const ALGORITHMS = [-8, -7, -257]

const UNKNOWN: Refusal = { code: 'UNAUTHORIZED', message: MESSAGES.passkeyUnknown }
const EXPIRED: Refusal = { code: 'NOT_FOUND', message: MESSAGES.passkeyExpired }
const FULL: Refusal = { code: 'CONFLICT', message: MESSAGES.passkeysFull }

const scopeOf = ({ config }: Context) => passkeyScope(config.publicUrl, config.localMode)
/** The person, as keys name them: opaque, and not of another account with the same address. */
const userHandle = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** This browser's token, or none if there are two cookies of the name. */
const browserOf = (context: Context): string | null => {
  const [token, another] = readCookies(context.config, context.cookie, 'passkey')
  return token && !another ? token : null
}

/** DAT-44: notes a challenge for this browser and purpose, for five minutes. @returns its bytes */
async function newChallenge(
  context: Context,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  // The same token for all tabs, so that each of them can be used.
  const browser = browserOf(context) ?? newToken()
  const challenge = newToken()
  await store.insertPasskeyChallenge(context.db, {
    digest: passkeyDigest({ browser, purpose, challenge }),
    userId,
    seconds: PASSKEY_SECONDS,
  })
  context.setCookie(cookieLine(context.config, 'passkey', browser, PASSKEY_SECONDS))
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

/** The challenge that an authenticator was given, as it says; null if that is no text. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** Takes the challenge of an answer, once. @returns it, and whose key must answer; null if there is none */
async function takeChallenge(context: Context, purpose: PasskeyPurpose, clientDataJSON: string) {
  const browser = browserOf(context)
  const challenge = challengeIn(clientDataJSON)
  if (browser === null || challenge === null) return null
  const taken = await store.takePasskeyChallenge(context.db, passkeyDigest({ browser, purpose, challenge }))
  return taken && { challenge, userId: taken.userId }
}

/** DAT-44: what a new key must sign. Refuses without a fresh proof (403, REAUTH), and beyond ten keys (409). */
export async function startPasskey(context: SignedInContext): Promise<Result<PasskeyOptions>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const { userId, user } = context.session
  const keys = await store.listPasskeys(context.db, userId)
  if (keys.length >= MAX_PASSKEYS) return refuse(FULL)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Amparo',
    rpID: scopeOf(context).rpId,
    userID: userHandle(userId),
    userName: user.email,
    userDisplayName: user.name,
    challenge: await newChallenge(context, 'add', userId),
    timeout: PASSKEY_SECONDS * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: keys.map((key) => ({ id: key.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return accept({ options: { ...options } })
}

/**
 * DAT-44, DAT-47: adds a key. The first second step gives recovery codes. Refuses without a fresh proof (403, REAUTH), an
 * answer to nothing or too late (404), one that proves no key (422), a key that somebody has, and beyond ten (409).
 */
export async function addPasskey(
  context: SignedInContext,
  { name, id, clientDataJSON, attestationObject }: AddPasskeyInput,
): Promise<Result<{ codes: string[] }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const taken = await takeChallenge(context, 'add', clientDataJSON)
  if (taken?.userId !== context.session.userId) return refuse(EXPIRED)
  const { verifyRegistrationResponse } = await library()
  const { rpId, origin } = scopeOf(context)
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: Error) => {
    context.log.info({ requestId: context.requestId, why: error.message }, 'passkey not added')
    return null
  })
  const key = verified?.verified ? verified.registrationInfo.credential : null
  if (!key || key.id !== id)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: MESSAGES.passkeyNotAdded })
  return change(context, async (tx, userId) => {
    const isFirst = !(await store.hasFactor(tx, userId))
    if ((await store.listPasskeys(tx, userId)).length >= MAX_PASSKEYS) return refuse(FULL)
    const added = await store.insertPasskey(tx, {
      userId,
      credentialId: key.id,
      publicKey: Buffer.from(key.publicKey),
      counter: key.counter,
      name,
    })
    if (!added) return refuse({ code: 'CONFLICT', message: MESSAGES.passkeyTaken })
    const codes = isFirst ? await replaceCodes(tx, userId) : []
    await announce(tx, context, 'passkey-added')
    return accept({ codes })
  })
}

/** DAT-44: removes a key; with the last second step the recovery codes go, too. Refused (404) if it is not theirs. */
export const removePasskey = (
  context: SignedInContext,
  { id }: { id: string },
): Promise<Result<{ removed: true }>> =>
  change(context, async (tx, userId) => {
    if ((await store.deletePasskey(tx, userId, id)) === null)
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.passkeyGone })
    const isLast = !(await store.hasFactor(tx, userId))
    if (isLast) await store.deleteRecoveryCodes(tx, userId)
    await announce(tx, context, isLast ? 'passkey-last' : 'passkey-removed')
    return accept({ removed: true as const })
  })

/** What a key must sign to be used. @param userId whose key: null is anybody's */
async function optionsToUse(
  context: Context,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<Result<PasskeyOptions>> {
  const keys = userId === null ? [] : await store.listPasskeys(context.db, userId)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: scopeOf(context).rpId,
    challenge: await newChallenge(context, purpose, userId),
    timeout: PASSKEY_SECONDS * 1_000,
    allowCredentials: keys.map((key) => ({ id: key.credential_id })),
    userVerification: 'required',
  })
  return accept({ options: { ...options } })
}

/**
 * DAT-45: what a key must sign to sign in. As a second step, the key must be of the person whose password was right.
 * Limited per address (429); refused (404) if no sign-in waits.
 */
export async function startPasskeySignIn(
  context: Context,
  { secondStep }: { secondStep: boolean },
): Promise<Result<PasskeyOptions>> {
  const counted = await checkRateLimit(
    context.db,
    `passkey:${context.address}`,
    PASSKEY_START_LIMIT,
    MESSAGES.tooManyPasskeyStarts,
  )
  if (!counted.ok) return counted
  const userId = secondStep ? await waitingUser(context) : null
  if (secondStep && userId === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.stepGone })
  return optionsToUse(context, 'sign-in', userId)
}

/** DAT-52: what a key of the caller must sign as a proof. */
export const startPasskeyProof = (context: SignedInContext): Promise<Result<PasskeyOptions>> =>
  optionsToUse(context, 'confirm', context.session.userId)

/** A key that signed, and where its authenticator counts. */
interface UsedPasskey {
  id: string
  userId: string
  name: string
  counter: number
}

/** Checks what a key signed, except its counter: `spend` does. Refuses an expired challenge (404) and an unknown key (401). */
async function verify(
  context: Context,
  purpose: PasskeyPurpose,
  answer: PasskeyAnswerInput,
): Promise<Result<UsedPasskey>> {
  const taken = await takeChallenge(context, purpose, answer.clientDataJSON)
  if (!taken) return refuse(EXPIRED)
  const key = await store.findPasskey(context.db, answer.id)
  if (!key || (taken.userId !== null && key.user_id !== taken.userId)) return refuse(UNKNOWN)
  const { userHandle: handle, id, clientDataJSON, authenticatorData, signature } = answer
  if (handle !== undefined && handle !== Buffer.from(userHandle(key.user_id)).toString('base64url'))
    return refuse(UNKNOWN)
  const { verifyAuthenticationResponse } = await library()
  const { rpId, origin } = scopeOf(context)
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // 0: not compared here. The library compares before it checks the signature, so that anybody could provoke the mail.
    credential: { id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch((error: Error) => {
    context.log.info({ requestId: context.requestId, why: error.message }, 'passkey refused')
    return null
  })
  if (!verified?.verified) return refuse(UNKNOWN)
  const counter = verified.authenticationInfo.newCounter
  return accept({ id: key.id, userId: key.user_id, name: key.name, counter })
}

/** Uses a key in the transaction of what it proves. Lock the password row first. */
async function spend(tx: Tx, key: UsedPasskey): Promise<'used' | 'gone' | 'copied'> {
  const isNew = await store.countPasskeyUse(tx, key.id, key.counter)
  return isNew === null ? 'gone' : isNew ? 'used' : 'copied'
}

/**
 * DAT-44: runs what a key proves in a transaction, under the lock of the password row. A counter that went back is refused
 * (401) and told by e-mail.
 */
async function withPasskey<T>(
  context: Context,
  key: UsedPasskey,
  work: (tx: Tx, hash: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  let isCopied = false
  const done = await transact(context.db, async (tx) => {
    const hash = await lockAccount(tx, key.userId)
    const state = hash === null ? 'gone' : await spend(tx, key)
    isCopied = state === 'copied'
    return hash !== null && state === 'used' ? work(tx, hash) : refuse(UNKNOWN)
  })
  if (isCopied) await mailRefusedPasskey(context, key)
  return done
}

/**
 * DAT-45: signs in with a key, which counts as both steps. Refuses an unknown key or one that needs the password (401), an
 * expired challenge (404) and a
 * suspended account (403).
 */
export async function signInWithPasskey(
  context: Context,
  answer: PasskeyAnswerInput,
): Promise<Result<{ user: SessionUser }>> {
  const verified = await verify(context, 'sign-in', answer)
  if (!verified.ok) return verified
  const { userId } = verified.value
  const opened = await withPasskey(context, verified.value, async (tx, hash) => {
    if (await store.needsPassword(tx, verified.value.id)) {
      const waiting = await findWaiting(context)
      if (waiting?.userId !== userId || waiting.passwordDigest !== passwordDigest(hash))
        return refuse({ code: 'UNAUTHORIZED', message: MESSAGES.passkeyNeedsPassword })
    }
    await endWaiting(tx, context)
    await cancelOpenLoss(tx, context, userId)
    return openSession(tx, context, { userId, hash })
  })
  return opened.ok ? enter(context, userId, opened.value) : opened
}

/**
 * Runs what a key of this account proves. Refuses as `signInWithPasskey`, but an unknown key with 422: 401 would mean that
 * the session has ended, or that the password was wrong.
 */
export async function provePasskey<T>(
  context: Context,
  { userId, purpose }: { userId: string; purpose: PasskeyPurpose },
  answer: PasskeyAnswerInput,
  work: (tx: Tx, hash: string) => Promise<Result<T>>,
): Promise<Result<T>> {
  const verified = await verify(context, purpose, answer)
  const done =
    verified.ok && verified.value.userId === userId
      ? await withPasskey(context, verified.value, work)
      : verified.ok
        ? refuse(UNKNOWN)
        : verified
  return done.ok || done.refusal !== UNKNOWN
    ? done
    : refuse({ code: 'UNPROCESSABLE_CONTENT', message: MESSAGES.passkeyUnknown })
}

/** DAT-52: «Confirma que eres tú» with a key. */
export const confirmWithPasskey = (
  context: SignedInContext,
  answer: PasskeyAnswerInput,
): Promise<Result<{ confirmed: true }>> =>
  provePasskey(context, { userId: context.session.userId, purpose: 'confirm' }, answer, async (tx) => {
    await proveSession(tx, context.session.id)
    return accept({ confirmed: true as const })
  })

import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recordCurrentKey } from '../../platform/keys/keys-in-use.server.ts'
import { sha256Hex } from '../../platform/keys/tokens.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { type PasskeyPurpose, RECOVERY_CODES, TOTP_DIGITS, TOTP_PERIOD_SECONDS } from './rules.ts'

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: 'Amparo',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
  })

/** DAT-46: a new secret of 160 bits, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address that the QR code carries. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * DAT-46: the 30-second step of a code, one step early or late allowed.
 * @param at Unix time in seconds
 * @returns null if the code is wrong
 */
export function totpStep(secret: string, code: string, at: number): number | null {
  // The library throws for characters of more than one byte.
  if (!/^\d+$/.test(code)) return null
  const timestamp = at * 1_000
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const contextOf = (userId: string) => ({ secret: 'totp', user: userId })

/** DAT-56: the only place that encrypts secrets, bound to their person. Call it before a transaction. */
export async function encryptSecret(
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  userId: string,
  secret: string,
): Promise<string> {
  await recordCurrentKey(db, keys)
  return keys.encryptText(secret, contextOf(userId))
}

/** DAT-56. @throws if it was altered, belongs to somebody else, or its key is missing */
export async function decryptSecret(
  { keys, sealer }: Pick<Platform, 'keys' | 'sealer'>,
  userId: string,
  encrypted: string,
): Promise<string> {
  if (encrypted.includes('.')) return keys.decryptText(encrypted, contextOf(userId))
  // Encrypted with SESSION_SECRET, before migration 0055. Remove this one release after the first that has 0055.
  const opened = sealer.open(encrypted) as { userId: string; secret: string }
  if (opened.userId !== userId) throw new Error('This secret is of another person.')
  return opened.secret
}

/** Without letters that look like digits: 80 bits of 16 characters. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/** DAT-47: ten new codes such as «k3mw-…», 80 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)]
      .map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${ALPHABET[byte % ALPHABET.length]}`)
      .join(''),
  )

/** What the database stores of a recovery code. */
export const recoveryDigest = (userId: string, code: string): string =>
  sha256Hex(`${userId}\n${code.replaceAll('-', '')}`)

export const stepDigest = (token: string): string => sha256Hex(`second step\n${token}`)
/** What the database stores of a challenge: no other browser, and no answer for something else, has the same. */
export const passkeyDigest = (asked: {
  browser: string
  purpose: PasskeyPurpose
  challenge: string
}): string => sha256Hex(`passkey\n${asked.purpose}\n${asked.browser}\n${asked.challenge}`)
export const passwordDigest = (hash: string): string => sha256Hex(`password\n${hash}`)

import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A random token of 256 bits, for a link, a cookie or a challenge. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Random digits, for a code that is e-mailed. */
export const newDigits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** SHA-256 in hex: what the database stores of a token, or of a text whose words must be proved later. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares a signature or a digest in a time that reveals nothing about them. */
export function isSameSecret(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

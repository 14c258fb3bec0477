/** Password hashes for test accounts. */
import { argon2Sync, randomBytes } from 'node:crypto'
import type { AccountAttributes } from '../../../src/demo-data/accounts.ts'
import { DEMO_PASSWORD } from '../../../src/demo-data/demo-accounts.ts'

const hashes = new Map<string, string>()

/**
 * Adds a password hash with the minimal cost of argon2. Signing in then takes little time, because
 * verification uses the cost of the stored hash. Registration and password changes use the normal cost.
 */
export function withCheapPassword(attributes: AccountAttributes = {}): AccountAttributes {
  return { ...attributes, passwordHash: hashCheaply(attributes.password ?? DEMO_PASSWORD) }
}

function hashCheaply(password: string): string {
  const known = hashes.get(password)
  if (known) return known
  const salt = randomBytes(16)
  const costs = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, ...costs })
  const [nonce, hash] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  const stored = `$argon2id$v=19$m=8,t=1,p=1$${nonce}$${hash}`
  hashes.set(password, stored)
  return stored
}

/** Passwords of the tests' people. */
import { argon2Sync, randomBytes } from 'node:crypto'
import type { AccountSketch } from '../../src/server/factories/accounts.ts'
import { DEMO_PASSWORD } from '../../src/server/factories/demo-accounts.ts'

const made = new Map<string, string>()

/**
 * An account whose password is stored at the least that argon2 costs: whoever signs in pays what the stored hash says, and the tests
 * sign in thousands of times. Registration and a changed password cost what they always do.
 */
export function cheaply(sketch: AccountSketch = {}): AccountSketch {
  return { ...sketch, passwordHash: cheapHash(sketch.password ?? DEMO_PASSWORD) }
}

function cheapHash(password: string): string {
  const known = made.get(password)
  if (known) return known
  const salt = randomBytes(16)
  const costs = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, ...costs })
  const [nonce, hash] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  const stored = `$argon2id$v=19$m=8,t=1,p=1$${nonce}$${hash}`
  made.set(password, stored)
  return stored
}

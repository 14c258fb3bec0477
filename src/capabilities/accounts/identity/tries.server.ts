import { createHash } from 'node:crypto'

/** What stands in the database in place of an address or a secret. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** The keys under which wrong passwords are counted (platform/http/limits.server.ts). */
export const triesOf = {
  login: (address: string, email: string) => `login:${address}:${digest(email)}`,
  password: (userId: string) => `password:${userId}`,
}

import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/rpc/context.server.ts'

/** What stands in the database in place of a secret. */
export const digest = (text: string) => createHash('sha256').update(text).digest('hex')

type Asker = Pick<Context, 'address' | 'sealer'>

/**
 * The keys of rate limits (platform/http/limits.server.ts). Of an e-mail address they carry the keyed digest, which
 * outlives the account and tells nothing to a copy of the database (H-07).
 */
export const triesOf = {
  /** Wrong passwords for an account from an address. */
  login: ({ address, sealer }: Asker, email: string) => `login:${address}:${sealer.digest(email)}`,
  /** Right ones. */
  entered: ({ address, sealer }: Asker, email: string) => `entered:${address}:${sealer.digest(email)}`,
  password: (userId: string) => `password:${userId}`,
  /** E-mails to one address, of each kind. */
  confirm: ({ sealer }: Pick<Context, 'sealer'>, email: string) => `confirm:${sealer.digest(email)}`,
  recovery: ({ sealer }: Pick<Context, 'sealer'>, email: string) => `recovery:${sealer.digest(email)}`,
}

import type { Context } from '../../../platform/rpc/context.server.ts'

type Client = Pick<Context, 'address' | 'sealer'>

/**
 * Keys of the rate limits (platform/http/rate-limit.server.ts). They contain a keyed digest of the e-mail
 * address: it stays the same when an account is deleted and made again, and reveals nothing in a copy of the
 * database (H-07).
 */
export const rateLimitKeys = {
  /** Wrong passwords per account and IP address. */
  failedLogin: ({ address, sealer }: Client, email: string) => `login:${address}:${sealer.digest(email)}`,
  /** Successful sign-ins per account and IP address. */
  successfulLogin: ({ address, sealer }: Client, email: string) =>
    `entered:${address}:${sealer.digest(email)}`,
  /** Wrong passwords of a signed-in user. */
  passwordCheck: (userId: string) => `password:${userId}`,
  /** Confirmation e-mails per recipient. */
  confirmationMail: ({ sealer }: Pick<Context, 'sealer'>, email: string) => `confirm:${sealer.digest(email)}`,
  /** Recovery e-mails per recipient. */
  recoveryMail: ({ sealer }: Pick<Context, 'sealer'>, email: string) => `recovery:${sealer.digest(email)}`,
}

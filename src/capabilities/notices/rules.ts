import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { MESSAGES } from './schema.ts'

/** Read notices are kept this long, unread ones longer; days. */
export const READ_NOTICE_DAYS = 180
export const UNREAD_NOTICE_DAYS = 365

declare const brand: unique symbol
/** A scope: a user who has notices. Only `requireRecipient` creates one. */
export interface Recipient {
  readonly userId: string
  readonly [brand]: true
}

/** Clients and lawyers have notices; administrators get 403 (OPEN-03). */
export function requireRecipient({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<Recipient> {
  if (role === 'client' || role === 'lawyer') return accept({ userId } as Recipient)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

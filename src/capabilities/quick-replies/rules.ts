import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session } from '../../platform/session/session.ts'
import { MESSAGES } from './schema.ts'

/** SEG-74: at most so many for each lawyer. */
export const MAX_REPLIES = 30

export const CHANGE_RATE_LIMIT: RateLimit = { max: 120, windowSeconds: 3600 }

declare const brand: unique symbol
/** A scope: the replies of a lawyer. Only `requireReplyOwner` creates one. */
export interface ReplyOwner {
  readonly lawyerId: string
  readonly [brand]: true
}

/** The scope for a lawyer's own replies. Refused: everyone else (403). */
export const requireReplyOwner = ({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<ReplyOwner> =>
  role === 'lawyer'
    ? accept({ lawyerId: userId } as ReplyOwner)
    : refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyersOnly })

/**
 * SEG-74: the text for a message to this person, by the name that the lawyer may see (H-05). The full stop of an
 * initial also ends a sentence.
 */
export const fillReply = (text: string, partnerName: string) =>
  text.replaceAll(/\{nombre\}(\.?)/g, (_, stop: string) =>
    partnerName.endsWith('.') ? partnerName : partnerName + stop,
  )

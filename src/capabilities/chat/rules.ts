import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session } from '../../platform/session/session.ts'
import { abbreviatedName } from '../accounts/rules.ts'
import { DELETED_USER_NAME, type Party, type Side } from '../cases/schema.ts'
import { MAX_PREVIEW_LENGTH, MESSAGES, type Message } from './schema.ts'

/** Messages per person. High enough for a phone that sends its offline queue at once. */
export const SEND_LIMIT: RateLimit = { max: 300, windowSeconds: 60 }
export const SEND_RETRY_AFTER_SECONDS = 10
/**
 * B6: maximum messages, also proposals and system messages, before the other side's first answer. Enough for
 * people who write in short lines, too few for advertising.
 */
export const MAX_UNANSWERED_MESSAGES = 20
/** B6: new chats per client and day, with and without a confirmed email address. */
export const NEW_CHAT_LIMIT: RateLimit = { max: 30, windowSeconds: 86_400 }
export const UNCONFIRMED_NEW_CHAT_LIMIT: RateLimit = { max: 10, windowSeconds: 86_400 }
/** H-05: maximum chats of a lawyer from the market that wait for an answer while their case is open. */
export const MAX_UNANSWERED_MARKET_CHATS = 25

/**
 * The other party as shown to the reader. Anonymous (H-05): a client who has not answered in a chat opened
 * from the market is shown with first name and initial, without a photo.
 * @param deletedUserLabel the name shown for a deleted user
 */
export function shownPartner(
  { id, name, avatar_url }: { id: string | null; name: string | null; avatar_url: string | null },
  isAnonymous: boolean,
  deletedUserLabel: string,
): Party {
  if (name === null) return { id, name: deletedUserLabel, avatar_url: null }
  return isAnonymous ? { id, name: abbreviatedName(name), avatar_url: null } : { id, name, avatar_url }
}

/** Who a system message names. */
export interface SystemSender {
  /** Null: the account was deleted. */
  name: string | null
  is_anonymous: boolean
}

/**
 * A message as people read it. A system message that begins with a space gets its sender's current
 * name in front, as «…» and never as the first word (H-03); an anonymous client's is abbreviated, for both (H-05).
 */
export function shownMessage({
  message,
  sender,
}: {
  message: Message
  sender: SystemSender | null
}): Message {
  if (!sender) return message
  const { name, is_anonymous: isAnonymous } = sender
  const shown = shownPartner({ id: null, name, avatar_url: null }, isAnonymous, DELETED_USER_NAME)
  return { ...message, content: `Aviso: «${shown.name}»${message.content}` }
}

/** H-05: how long opening a market chat can be undone, and the extra time for the network, seconds. */
export const UNDO_SECONDS = 30
export const UNDO_GRACE_SECONDS = 5

/** The beginning of a message for the chat list; never cuts a surrogate pair. */
export const previewOf = (content: string): string =>
  [...content.slice(0, MAX_PREVIEW_LENGTH * 2)].slice(0, MAX_PREVIEW_LENGTH).join('')

/** The side of a session, by its role (CHA-04). Error: 403 for administrators (OPEN-03). */
export function sideOf({ role }: Session): Result<Side> {
  if (role === 'client' || role === 'lawyer') return accept(role)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

declare const proven: unique symbol
/** Proof that a user is the client or the lawyer of a chat. Only `chatParty` creates one. */
export interface ChatParty {
  readonly chatId: string
  readonly userId: string
  readonly side: Side
  /** Null once that party has deleted the account. */
  readonly clientId: string | null
  readonly lawyerId: string | null
  readonly caseId: string | null
  readonly [proven]: true
}

/** The authorization scope of a chat (CHA-22), or null when the user is not one of its parties. */
export function chatParty(
  row: { id: string; client_id: string | null; lawyer_id: string | null; case_id: string | null } | null,
  userId: string,
): ChatParty | null {
  const side = row?.client_id === userId ? 'client' : row?.lawyer_id === userId ? 'lawyer' : null
  if (!row || !side) return null
  const { id: chatId, client_id: clientId, lawyer_id: lawyerId, case_id: caseId } = row
  return { chatId, userId, side, clientId, lawyerId, caseId } as ChatParty
}

/** SEG-62: from the first unread message until the e-mail, and until the one that repeats it; seconds. */
export const WAIT_SECONDS = 10 * 60
export const REPEATED_WAIT_SECONDS = 24 * 60 * 60
/** Messages are looked at this long after they were sent: most have been read by then. */
export const EVENT_MIN_AGE_SECONDS = 20
/** After a restore, only messages of the last days are counted again. */
export const RECOUNT_DAYS = 7
export const EVENT_BATCH_SIZE = 5_000
export const WAIT_BATCH_SIZE = 500

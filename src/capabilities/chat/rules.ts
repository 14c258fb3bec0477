import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { Session } from '../../platform/session.ts'
import { shownName } from '../accounts/rules.ts'
import type { Party, Side } from '../cases/schema.ts'
import { MESSAGES, PREVIEW_MAX } from './schema.ts'

/** Messages that one person may send. Far above what anybody types, also when a phone sends what piled up offline. */
export const SEND_LIMIT: Limit = { most: 300, seconds: 60 }
/** When to try again after too many, seconds. */
export const SEND_WAIT = 10
/**
 * B6: messages in a conversation in which the other side has not answered yet; proposals and the house's lines count too. Room
 * for somebody who writes in short lines, none for advertising to whoever keeps silent.
 */
export const UNANSWERED_MAX = 20
/** B6: new conversations that one client may open in a day, and before they have confirmed their e-mail address. */
export const OPEN_LIMIT: Limit = { most: 30, seconds: 86_400 }
export const UNCONFIRMED_OPEN_LIMIT: Limit = { most: 10, seconds: 86_400 }
/** H-05: chats that a lawyer opened from the market whose clients have not answered, while their cases are open. */
export const WAITING_MAX = 25

/**
 * The other party of a chat as it is shown. Anonymous (H-05): a client who has not answered in a chat that the lawyer opened
 * from the market has a first name, an initial and no photo.
 * @param gone what somebody is called who has left
 */
export function shownPartner(
  { id, name, avatar_url }: { id: string | null; name: string | null; avatar_url: string | null },
  isAnonymous: boolean,
  gone: string,
): Party {
  if (name === null) return { id, name: gone, avatar_url: null }
  return isAnonymous ? { id, name: shownName(name), avatar_url: null } : { id, name, avatar_url }
}

/** H-05: how long the press that opened a market chat can be undone, and what the network may take on top, seconds. */
export const UNDO_SECONDS = 30
export const UNDO_GRACE_SECONDS = 5

/** The beginning of a message for the list of chats, never half a character. */
export const previewOf = (content: string): string =>
  [...content.slice(0, PREVIEW_MAX * 2)].slice(0, PREVIEW_MAX).join('')

/** Whether a message of this type raises the other side's counter (OPEN-40). */
export const countsAsUnread = (type: 'text' | 'system' | 'proposal'): boolean => type !== 'system'

/** The side that a session can stand on: the role decides (CHA-04). Administrators read no chats (OPEN-03): 403. */
export function sideOf(session: Session): Result<Side> {
  const { role } = session
  if (role === 'client' || role === 'lawyer') return { ok: true, value: role }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.partiesOnly } }
}

declare const proven: unique symbol
/** Somebody who was proven to be the client or the lawyer of a chat; `chatParty` alone makes one. */
export interface ChatParty {
  readonly chatId: string
  readonly userId: string
  readonly side: Side
  /** Null once that party has left. */
  readonly clientId: string | null
  readonly lawyerId: string | null
  readonly caseId: string | null
  readonly [proven]: true
}

/** The scope of everything inside a chat (CHA-22). */
export function chatParty(
  row: { id: string; client_id: string | null; lawyer_id: string | null; case_id: string | null } | null,
  userId: string,
): ChatParty | null {
  const side = row?.client_id === userId ? 'client' : row?.lawyer_id === userId ? 'lawyer' : null
  if (!row || !side) return null
  const { id: chatId, client_id: clientId, lawyer_id: lawyerId, case_id: caseId } = row
  return { chatId, userId, side, clientId, lawyerId, caseId } as ChatParty
}

/**
 * An id for a new message, made where it is written: UUIDv7, whose order is the order of making, so that the
 * database appends instead of scattering.
 * @param now milliseconds since 1970
 */
export function newMessageId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = '89ab'[(bytes[2] ?? 0) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(5, 8)}-${random.slice(8)}`
}

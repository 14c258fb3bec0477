import { deleteDraft, listDraftForms, readDraft, storeDraft } from '../../../platform/rpc/drafts.ts'
import { type Outbox, type Outgoing, without, withRefusal } from './outbox.ts'

// Unsent text and messages of each chat, kept in sessionStorage so that a reload loses nothing. The property
// names and states are part of the stored format.

/** A message that was sent once, without success. */
export type Tried = Pick<Outgoing, 'id' | 'content' | 'waits'>

/** The composer's state. */
export interface Draft {
  text: string
  /** The failed attempt to send a text. Sending the same text again reuses its id (exactly once). */
  tried: Tried | null
}

export const EMPTY: Draft = { text: '', tried: null }

const draftKey = (chatId: string) => `chat:${chatId}`
const outboxKey = (chatId: string) => `chat-outbox:${chatId}`

/** The saved composer state of a chat. */
export function keptText(chatId: string, userId: string): Draft {
  const { text, tried } = (readDraft(draftKey(chatId), userId) ?? {}) as Partial<Draft>
  return typeof text === 'string' ? { text, tried: tried ?? null } : EMPTY
}

export function keepText(chatId: string, userId: string, draft: Draft): void {
  if (draft.text === '') deleteDraft(draftKey(chatId), userId)
  else storeDraft(draftKey(chatId), userId, draft)
}

/**
 * The saved outbox after a page load: every message is `kept`, with a retry under its own id. Messages that
 * were being sent then are waiting now. The message that returns to the composer is left out.
 */
export function keptOutbox(chatId: string, userId: string): Outbox {
  const saved = readDraft(outboxKey(chatId), userId)
  const inComposer = keptText(chatId, userId).tried?.id
  if (!Array.isArray(saved)) return []
  return (saved as Outgoing[])
    .filter(({ id }) => id !== inComposer)
    .map(({ id, content, at, state, waits }) => {
      const isInterrupted = state === 'sending'
      return { id, content, at, state: 'kept', waits: waits || isInterrupted }
    })
}

export interface Waiting extends Tried {
  chatId: string
}

/** Messages that wait for a connection in all of this user's chats, per chat in the order of writing. */
export const keptWaiting = (userId: string): Waiting[] =>
  [...listDraftForms(draftKey(''), userId), ...listDraftForms(outboxKey(''), userId)]
    .map((form) => form.slice(form.indexOf(':') + 1))
    .filter((chatId, index, all) => all.indexOf(chatId) === index)
    .flatMap((chatId) =>
      waitingIn(keptText(chatId, userId), keptOutbox(chatId, userId)).map((one) => ({ ...one, chatId })),
    )

/**
 * Messages that wait for a connection in one chat: the composer's text while it is unchanged, and the kept
 * messages.
 */
export const waitingIn = ({ text, tried }: Draft, outbox: Outbox): Tried[] =>
  [...(tried && tried.content === text ? [tried] : []), ...outbox.filter(({ state }) => state === 'kept')]
    .filter(({ waits }) => waits)
    // Ids are UUIDv7, so they sort in the order of writing.
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Removes a message that is stored by now from the saved state, also of a chat that is not open. */
export function dropKept(chatId: string, userId: string, id: string): void {
  const { text, tried } = keptText(chatId, userId)
  if (tried?.id === id) keepText(chatId, userId, text === tried.content ? EMPTY : { text, tried: null })
  keepOutbox(chatId, userId, without(keptOutbox(chatId, userId), id))
}

/** After a refusal: no saved message of the chat waits any longer (`withRefusal`). */
export function refuseKept(chatId: string, userId: string): void {
  const { text, tried } = keptText(chatId, userId)
  if (tried?.waits) keepText(chatId, userId, { text, tried: { ...tried, waits: false } })
  keepOutbox(chatId, userId, withRefusal(keptOutbox(chatId, userId)))
}

export function keepOutbox(chatId: string, userId: string, outbox: Outbox): void {
  if (outbox.length === 0) deleteDraft(outboxKey(chatId), userId)
  else storeDraft(outboxKey(chatId), userId, outbox)
}

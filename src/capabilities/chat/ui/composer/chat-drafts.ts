import { deleteDraft, listDraftForms, readDraft, storeDraft } from '../../../../platform/drafts/drafts.ts'
import { inOrderOfWriting, type Outbox, type OutgoingMessage, without, withRefusal } from './outbox.ts'

// Unsent text and messages of each chat, kept in sessionStorage so that a reload loses nothing. The property
// names and states are part of the stored format.

/** A message that was sent once, without success. */
export type SendAttempt = Pick<OutgoingMessage, 'id' | 'content' | 'waits'>

export interface Draft {
  text: string
  /** The failed attempt to send a text. Sending the same text again reuses its id (exactly once). */
  tried: SendAttempt | null
}

export const EMPTY_DRAFT: Draft = { text: '', tried: null }

const draftKey = (chatId: string) => `chat:${chatId}`
const outboxKey = (chatId: string) => `chat-outbox:${chatId}`

export function loadChatDraft(chatId: string, userId: string): Draft {
  const { text, tried } = (readDraft(draftKey(chatId), userId) ?? {}) as Partial<Draft>
  return typeof text === 'string' ? { text, tried: tried ?? null } : EMPTY_DRAFT
}

export function saveChatDraft(chatId: string, userId: string, draft: Draft): void {
  if (draft.text === '') deleteDraft(draftKey(chatId), userId)
  else storeDraft(draftKey(chatId), userId, draft)
}

/**
 * The saved outbox after a page load: every message is `kept`, with a retry under its own id. Messages that
 * were being sent then are waiting now. The message that returns to the composer is left out.
 */
export function loadOutbox(chatId: string, userId: string): Outbox {
  const saved = readDraft(outboxKey(chatId), userId)
  const inComposer = loadChatDraft(chatId, userId).tried?.id
  if (!Array.isArray(saved)) return []
  return (saved as OutgoingMessage[])
    .filter(({ id }) => id !== inComposer)
    .map(({ state, waits, ...message }) => ({
      ...message,
      state: 'kept',
      waits: waits || state === 'sending',
    }))
}

export interface WaitingMessage extends SendAttempt {
  chatId: string
}

/** Messages that wait for a connection in all of this user's chats, per chat in the order of writing. */
export const loadWaitingMessages = (userId: string): WaitingMessage[] =>
  [...listDraftForms(draftKey(''), userId), ...listDraftForms(outboxKey(''), userId)]
    .map((form) => form.slice(form.indexOf(':') + 1))
    .filter((chatId, index, all) => all.indexOf(chatId) === index)
    .flatMap((chatId) =>
      waitingMessages(loadChatDraft(chatId, userId), loadOutbox(chatId, userId)).map((one) => ({
        ...one,
        chatId,
      })),
    )

/** Messages that wait for a connection in one chat: the composer's unchanged text, and kept messages. */
export const waitingMessages = ({ text, tried }: Draft, outbox: Outbox): SendAttempt[] => {
  const unsent = [
    ...(tried?.content === text ? [tried] : []),
    ...outbox.filter(({ state }) => state === 'kept'),
  ]
  return inOrderOfWriting(unsent.filter(({ waits }) => waits))
}

/** Removes a message that is stored by now from the saved state, also of a chat that is not open. */
export function dropStored(chatId: string, userId: string, id: string): void {
  const { text, tried } = loadChatDraft(chatId, userId)
  if (tried?.id === id)
    saveChatDraft(chatId, userId, text === tried.content ? EMPTY_DRAFT : { text, tried: null })
  saveOutbox(chatId, userId, without(loadOutbox(chatId, userId), id))
}

/** After a refusal: no saved message of the chat waits any longer (`withRefusal`). */
export function stopSavedRetries(chatId: string, userId: string): void {
  const { text, tried } = loadChatDraft(chatId, userId)
  if (tried?.waits) saveChatDraft(chatId, userId, { text, tried: { ...tried, waits: false } })
  saveOutbox(chatId, userId, withRefusal(loadOutbox(chatId, userId)))
}

export function saveOutbox(chatId: string, userId: string, outbox: Outbox): void {
  if (outbox.length === 0) deleteDraft(outboxKey(chatId), userId)
  else storeDraft(outboxKey(chatId), userId, outbox)
}

import { draftForms, dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import { type Outbox, type Outgoing, without, withRefusal } from './outbox.ts'

// What this tab keeps of a conversation until the house has it, so that loading the page anew loses none of it.

export type Tried = Pick<Outgoing, 'id' | 'content' | 'waits'>

/** What stands in the composer. */
export interface Draft {
  text: string
  /** Under which id this very text was sent before: sent again it is the same message (exactly once). */
  tried: Tried | null
}

export const EMPTY: Draft = { text: '', tried: null }

const composerOf = (chatId: string) => `chat:${chatId}`
const outboxOf = (chatId: string) => `chat-outbox:${chatId}`

export function keptText(chatId: string, userId: string): Draft {
  const { text, tried } = (readDraft(composerOf(chatId), userId) ?? {}) as Partial<Draft>
  return typeof text === 'string' ? { text, tried: tried ?? null } : EMPTY
}

export function keepText(chatId: string, userId: string, draft: Draft): void {
  if (draft.text === '') dropDraft(composerOf(chatId), userId)
  else keepDraft(composerOf(chatId), userId, draft)
}

/**
 * What was not known to be stored when the page went: beside the conversation, each with its retry under its own id.
 * What was on its way then waits. The one that comes back in the composer is not among it.
 */
export function keptOutbox(chatId: string, userId: string): Outbox {
  const kept = readDraft(outboxOf(chatId), userId)
  const inComposer = keptText(chatId, userId).tried?.id
  if (!Array.isArray(kept)) return []
  return (kept as Outgoing[])
    .filter(({ id }) => id !== inComposer)
    .map(({ id, content, at, state, waits }) => {
      const isInterrupted = state === 'sending'
      return { id, content, at, state: 'kept', waits: waits || isInterrupted }
    })
}

export interface Waiting extends Tried {
  chatId: string
}

/** What waits for a connection in this person's chats, in the order of its writing. */
export const keptWaiting = (userId: string): Waiting[] =>
  [...draftForms(composerOf(''), userId), ...draftForms(outboxOf(''), userId)]
    .map((form) => form.slice(form.indexOf(':') + 1))
    .filter((chatId, index, all) => all.indexOf(chatId) === index)
    .flatMap((chatId) =>
      waitingIn(keptText(chatId, userId), keptOutbox(chatId, userId)).map((one) => ({ ...one, chatId })),
    )

/** What waits for a connection in one chat: the composer's text while nobody changed it, and what is kept beside it. */
export const waitingIn = ({ text, tried }: Draft, outbox: Outbox): Tried[] =>
  [...(tried && tried.content === text ? [tried] : []), ...outbox.filter(({ state }) => state === 'kept')]
    .filter(({ waits }) => waits)
    // Ids are made in the order of writing (`newMessageId`).
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** A message was stored, also of a chat that is not open: it is not kept any more. */
export function dropKept(chatId: string, userId: string, id: string): void {
  const { text, tried } = keptText(chatId, userId)
  if (tried?.id === id) keepText(chatId, userId, text === tried.content ? EMPTY : { text, tried: null })
  keepOutbox(chatId, userId, without(keptOutbox(chatId, userId), id))
}

/** A message was refused: nothing in its chat waits any longer (`withRefusal`). */
export function refuseKept(chatId: string, userId: string): void {
  const { text, tried } = keptText(chatId, userId)
  if (tried?.waits) keepText(chatId, userId, { text, tried: { ...tried, waits: false } })
  keepOutbox(chatId, userId, withRefusal(keptOutbox(chatId, userId)))
}

export function keepOutbox(chatId: string, userId: string, outbox: Outbox): void {
  if (outbox.length === 0) dropDraft(outboxOf(chatId), userId)
  else keepDraft(outboxOf(chatId), userId, outbox)
}

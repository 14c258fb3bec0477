import { dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import type { Outbox, Outgoing } from './outbox.ts'

// What this tab keeps of a conversation until the house has it, so that loading the page anew loses none of it.

export type Tried = Pick<Outgoing, 'id' | 'content'>

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
 * The one that comes back in the composer is not among it.
 */
export function keptOutbox(chatId: string, userId: string): Outbox {
  const kept = readDraft(outboxOf(chatId), userId)
  const inComposer = keptText(chatId, userId).tried?.id
  if (!Array.isArray(kept)) return []
  return (kept as Outgoing[])
    .filter(({ id }) => id !== inComposer)
    .map(({ id, content, at }) => ({ id, content, at, state: 'kept' }))
}

export function keepOutbox(chatId: string, userId: string, outbox: Outbox): void {
  if (outbox.length === 0) dropDraft(outboxOf(chatId), userId)
  else keepDraft(outboxOf(chatId), userId, outbox)
}

import { previewOf } from '../../rules.ts'
import type { Chat, ChatsPage, Message } from '../../schema.ts'
import { isUnreadFor } from '../conversation/timeline.ts'

/** The chat list as an infinite query's data. */
export interface ChatListData {
  pages: ChatsPage[]
  pageParams: (string | undefined)[]
}

/** All loaded rows without duplicates: a chat that moved up between two page requests is in both pages. */
export function listedChats(pages: ChatListData | undefined): Chat[] {
  const all = new Map<string, Chat>()
  for (const page of pages?.pages ?? []) {
    for (const chat of page.chats) if (!all.has(chat.id)) all.set(chat.id, chat)
  }
  return [...all.values()]
}

/** ISO timestamps of one format sort as text; the id breaks ties, as in the database. */
const comesBefore = (one: Chat, other: Chat) =>
  one.updated_at === other.updated_at ? one.id > other.id : one.updated_at > other.updated_at

/** Moves a chat, or inserts it with `add`, at its sorted position as far as pages are loaded (CHA-05). */
export function withChat(pages: ChatListData, chat: Chat, add: boolean): ChatListData {
  const isKnown = pages.pages.some(({ chats }) => chats.some(({ id }) => id === chat.id))
  if (!isKnown && !add) return pages
  const rest = pages.pages.map((page) => ({ ...page, chats: page.chats.filter(({ id }) => id !== chat.id) }))
  for (const page of rest) {
    const at = page.chats.findIndex((other) => comesBefore(chat, other))
    if (at === -1) continue
    page.chats.splice(at, 0, chat)
    return { ...pages, pages: rest }
  }
  // Older than all loaded rows: append only if no unloaded row can come before it.
  const last = rest.at(-1)
  if (last && (isKnown || last.next === null)) last.chats.push(chat)
  return { ...pages, pages: rest }
}

/**
 * Applies a message to its chat's row.
 * @returns the row, unchanged if it already includes the message; `needsRefetch`: the row must be refetched,
 * because messages in between are missing or the message does not tell what the list shows
 */
export function rowAfterMessage(chat: Chat, message: Message): { chat: Chat; needsRefetch: boolean } {
  if (message.seq <= chat.last_seq) return { chat, needsRefetch: false }
  const isSystem = message.type === 'system'
  return {
    chat: {
      ...chat,
      last_seq: message.seq,
      last_message: isSystem ? chat.last_message : previewOf(message.content),
      updated_at: message.created_at,
      unread: chat.unread + (isUnreadFor(chat.side, message) ? 1 : 0),
    },
    // A partner who answers is no longer anonymous (H-05); only the server knows the full name.
    needsRefetch: isSystem || chat.is_anonymous || message.seq > chat.last_seq + 1,
  }
}

import { previewOf } from '../rules.ts'
import type { Chat, ChatsPage, Message } from '../schema.ts'
import { isNewsFor } from './flow.ts'

/** The list of chats as TanStack Query holds it. */
export interface Pages {
  pages: ChatsPage[]
  pageParams: (string | undefined)[]
}

/** All loaded rows, each once: one that moved up between two pages is in both. */
export function chatsOf(pages: Pages | undefined): Chat[] {
  const all = new Map<string, Chat>()
  for (const page of pages?.pages ?? []) {
    for (const chat of page.chats) if (!all.has(chat.id)) all.set(chat.id, chat)
  }
  return [...all.values()]
}

/** ISO texts of one form sort as their times do; the id decides between equals, as in the database. */
const comesBefore = (one: Chat, other: Chat) =>
  one.updated_at === other.updated_at ? one.id > other.id : one.updated_at > other.updated_at

/**
 * Puts a chat in its place (CHA-05). One that is not in the list comes in where the loaded pages reach.
 * @param add whether one that is not in the list belongs in it: not while somebody searches
 */
export function withChat(pages: Pages, chat: Chat, add: boolean): Pages {
  const isKnown = pages.pages.some(({ chats }) => chats.some(({ id }) => id === chat.id))
  if (!isKnown && !add) return pages
  const rest = pages.pages.map((page) => ({ ...page, chats: page.chats.filter(({ id }) => id !== chat.id) }))
  for (const page of rest) {
    const at = page.chats.findIndex((other) => comesBefore(chat, other))
    if (at === -1) continue
    page.chats.splice(at, 0, chat)
    return { ...pages, pages: rest }
  }
  // The oldest of all: after the last loaded one only when nothing else can stand between.
  const last = rest.at(-1)
  if (last && (isKnown || last.next === null)) last.chats.push(chat)
  return { ...pages, pages: rest }
}

/**
 * What a message changes in its chat's row.
 * @returns the row, the same when it knew already, and whether the house must be asked: something lay between, or the
 * message does not say what the list shows of it
 */
export function afterMessage(chat: Chat, message: Message): { chat: Chat; isUnsure: boolean } {
  if (message.seq <= chat.last_seq) return { chat, isUnsure: false }
  const isSystem = message.type === 'system'
  return {
    chat: {
      ...chat,
      last_seq: message.seq,
      last_message: isSystem ? chat.last_message : previewOf(message.content),
      updated_at: message.created_at,
      unread: chat.unread + (isNewsFor(chat.side, message) ? 1 : 0),
    },
    // Whoever answers is no longer anonymous (H-05): the house says who it is.
    isUnsure: isSystem || chat.is_anonymous || message.seq > chat.last_seq + 1,
  }
}

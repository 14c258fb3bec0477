import { expect, test } from 'vitest'
import type { Chat, Message } from '../../schema.ts'
import { type ChatListData, listedChats, rowAfterMessage, withChat } from './chat-list-data.ts'

const chat = (id: string, minute: number, more: Partial<Chat> = {}): Chat => ({
  id,
  case_id: null,
  side: 'client',
  partner: { id: `p${id}`, name: `Persona ${id}`, avatar_url: null },
  is_anonymous: false,
  last_message: 'Antes',
  updated_at: `2026-11-21T14:${String(minute).padStart(2, '0')}:00.000Z`,
  unread: 0,
  read_seq: 3,
  last_seq: 3,
  ...more,
})
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: 'a',
  seq,
  sender_id: null,
  side: 'lawyer',
  type: 'text',
  content: 'Después',
  proposal_id: null,
  created_at: '2026-11-21T15:00:00.000Z',
  ...more,
})
const pages = (): ChatListData => ({
  pages: [
    { chats: [chat('d', 40), chat('c', 30)], next: 'x' },
    { chats: [chat('b', 20), chat('a', 10)], next: null },
  ],
  pageParams: [undefined, 'x'],
})
const ids = (list: ChatListData) => listedChats(list).map(({ id }) => id)

test('CHA-05 a chat with a new message moves to the top, from any page', () => {
  const { chat: moved, needsRefetch } = rowAfterMessage(chat('a', 10), message(4))
  expect(needsRefetch).toBe(false)
  expect(ids(withChat(pages(), moved, true))).toEqual(['a', 'd', 'c', 'b'])
})

test('CHA-16, CHA-17 messages of the other side raise the counter; own and system messages do not', () => {
  expect(rowAfterMessage(chat('a', 10), message(4)).chat).toMatchObject({
    unread: 1,
    last_message: 'Después',
    last_seq: 4,
  })
  expect(rowAfterMessage(chat('a', 10), message(4, { side: 'client' })).chat.unread).toBe(0)
  expect(rowAfterMessage(chat('a', 10), message(4, { type: 'proposal' })).chat.unread).toBe(1)
  // TRAP-29: only the server knows whether the list shows a system message.
  const { chat: row, needsRefetch } = rowAfterMessage(chat('a', 10), message(4, { type: 'system' }))
  expect(row).toMatchObject({ unread: 0, last_message: 'Antes' })
  expect(needsRefetch).toBe(true)
})

test('CHA-16 a repeated event counts once; an event that skips a seq requires a refetch', () => {
  const once = rowAfterMessage(chat('a', 10), message(4)).chat
  expect(rowAfterMessage(once, message(4))).toEqual({ chat: once, needsRefetch: false })
  expect(rowAfterMessage(once, message(6)).needsRefetch).toBe(true)
})

test('OPEN-41 a new chat is added to the list, but not to search results', () => {
  expect(ids(withChat(pages(), chat('e', 35), true))).toEqual(['d', 'e', 'c', 'b', 'a'])
  expect(ids(withChat(pages(), chat('e', 35), false))).toEqual(['d', 'c', 'b', 'a'])
})

test('a chat older than the loaded pages is not added until its page is loaded', () => {
  const loaded = { ...pages(), pages: pages().pages.slice(0, 1) }
  expect(ids(withChat(loaded, chat('a', 10), true))).toEqual(['d', 'c'])
  expect(ids(withChat(pages(), chat('0', 5), true))).toEqual(['d', 'c', 'b', 'a', '0'])
})

test('a chat that moved up between two pages is listed once', () => {
  const list = pages()
  list.pages[0]?.chats.unshift(chat('b', 50))
  expect(ids(list)).toEqual(['b', 'd', 'c', 'a'])
})

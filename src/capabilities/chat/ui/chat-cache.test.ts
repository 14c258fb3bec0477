import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { chatListOptions, chatQueries } from '../queries.ts'
import type { Chat, Message } from '../schema.ts'
import { type ChatClient, chatCache } from './chat-cache.ts'
import { type ChatListData, listedChats } from './list/chat-list-data.ts'

const ID = '0190a3f0-0000-7000-8000-000000000001'
const chat: Chat = {
  id: ID,
  case_id: null,
  side: 'client',
  partner: { id: '0190a3f0-0000-7000-8000-000000000002', name: 'Javiera Contreras', avatar_url: null },
  is_anonymous: false,
  last_message: 'Buenas tardes',
  last_seq: 1,
  read_seq: 1,
  unread: 0,
  updated_at: '2026-11-20T12:00:00.000Z',
}
const message: Message = {
  id: '0190a3f0-0000-7000-8000-000000000003',
  chat_id: ID,
  sender_id: chat.partner.id,
  side: 'lawyer',
  seq: 2,
  type: 'text',
  content: 'Entretanto',
  proposal_id: null,
  created_at: '2026-11-20T12:01:00.000Z',
}

test('RT-02 the list is updated also when the row of the open chat already includes the message', () => {
  vi.useFakeTimers()
  const queries = new QueryClient()
  const client = { list: vi.fn(), byId: vi.fn(), messages: vi.fn() } as unknown as ChatClient
  const cache = chatCache(queries, client)
  const listKey = chatListOptions('', client).queryKey
  const rowKey = chatQueries(client).byId.queryKey({ input: { chatId: ID } })
  queries.setQueryData(listKey as readonly unknown[], {
    pages: [{ chats: [chat], next: null }],
    pageParams: [undefined],
  } satisfies ChatListData)
  vi.advanceTimersByTime(5)
  // The response to byId arrived before the event.
  queries.setQueryData(rowKey, {
    ...chat,
    last_seq: 2,
    last_message: 'Entretanto',
    unread: 1,
    updated_at: message.created_at,
  })
  cache.addMessage(message)
  const [row] = listedChats(queries.getQueryData<ChatListData>(listKey as readonly unknown[]))
  expect(row).toMatchObject({ last_message: 'Entretanto', last_seq: 2, unread: 1 })
  vi.useRealTimers()
})

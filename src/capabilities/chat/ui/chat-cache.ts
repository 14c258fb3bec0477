import type { ContractRouterClient } from '@orpc/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import type { Chat, Message } from '../schema.ts'
import {
  fetchThread,
  findGap,
  mergeThread,
  type RefetchResult,
  type Thread,
  withMessage,
} from './conversation/thread.ts'
import { type ChatListData, listedChats, rowAfterMessage, withChat } from './list/chat-list-data.ts'

export type ChatClient = ContractRouterClient<ChatContract>

const threadKey = (chatId: string) => [['chat', 'thread'], { chatId }] as const

/** Query of a conversation. It is refetched whenever it is opened; loaded pages stay (`mergeThread`). */
export const threadOptions = (queries: QueryClient, client: ChatClient, chatId: string) =>
  queryOptions<Thread | RefetchResult, Error, Thread>({
    queryKey: threadKey(chatId),
    queryFn: ({ signal }) =>
      fetchThread(queries.getQueryData<Thread>(threadKey(chatId)), (before) =>
        client.messages({ chatId, before }, { signal }),
      ),
    // An event that arrives between the request and its response must not be lost.
    structuralSharing: (cached, written) =>
      mergeThread(cached as Thread | undefined, written as Thread | RefetchResult),
    staleTime: 0,
  })

/** Events of one chat within this time cause one refetch of its row. */
const ROW_REFETCH_DELAY_MS = 120

/** The client, and what applies events and responses to all cached queries about chats. One per page. */
export function chatCache(queries: QueryClient, client: ChatClient) {
  const { list, byId } = chatQueries(client)
  const listKey = list.key({ type: 'infinite' })
  const refetchTimers = new Map<string, ReturnType<typeof setTimeout>>()

  const rowKey = (chatId: string) => byId.queryKey({ input: { chatId } })

  /** The most recently updated cached row of a chat. */
  const getRow = (chatId: string): Chat | undefined => {
    const rowState = queries.getQueryState(rowKey(chatId))
    let latest = rowState?.data ? { row: rowState.data, at: rowState.dataUpdatedAt } : undefined
    for (const { state } of queries.getQueryCache().findAll({ queryKey: listKey })) {
      const row = listedChats(state.data as ChatListData | undefined).find(({ id }) => id === chatId)
      if (row && state.dataUpdatedAt >= (latest?.at ?? 0)) latest = { row, at: state.dataUpdatedAt }
    }
    return latest?.row
  }

  /** Updates a row in every query that shows it; a new chat is added to the list. */
  const setRow = (chat: Chat) => {
    queries.setQueryData(rowKey(chat.id), (known) => known && chat)
    for (const [key, pages] of queries.getQueriesData<ChatListData>({ queryKey: listKey })) {
      if (pages) queries.setQueryData(key, withChat(pages, chat, !isSearchKey(key)))
    }
  }

  const refetchRow = (chatId: string) => {
    clearTimeout(refetchTimers.get(chatId))
    const timer = setTimeout(async () => {
      refetchTimers.delete(chatId)
      const options = byId.queryOptions({ input: { chatId } })
      await queries.cancelQueries({ queryKey: options.queryKey })
      try {
        setRow(await queries.fetchQuery({ ...options, staleTime: 0 }))
      } catch (error) {
        // Deleted: refetch the lists without it. After other failures, the reconnect refetches everything.
        if (failureOf(error).status === 404) await queries.invalidateQueries({ queryKey: listKey })
      }
    }, ROW_REFETCH_DELAY_MS)
    refetchTimers.set(chatId, timer)
  }

  return {
    client,
    getRow,
    setRow,
    refetchRow,
    /** CHA-05, CHA-15, CHA-16: adds a stored message to its conversation and its chat's row. */
    addMessage(message: Message) {
      const key = threadKey(message.chat_id)
      queries.setQueryData<Thread>(key, (current) => current && withMessage(current, message))
      const thread = queries.getQueryData<Thread>(key)
      // A first fetch in flight may not include the message either.
      if (!thread || findGap(thread) !== null) void refetchQueries(queries, { queryKey: key })
      const row = getRow(message.chat_id)
      const after = row && rowAfterMessage(row, message)
      // Also when the row did not change: only the latest query may have it, and the others must be updated.
      if (after) setRow(after.chat)
      // A response in flight may not include the message yet.
      const isFetchingRow = queries.isFetching({ queryKey: rowKey(message.chat_id) }) > 0
      if (!after || after.needsRefetch || isFetchingRow) refetchRow(message.chat_id)
      if (queries.isFetching({ queryKey: listKey }) > 0) void refetchQueries(queries, { queryKey: listKey })
    },
    /** Refetches a conversation after a change that is not in the event. */
    refetchThread: (chatId: string) => refetchQueries(queries, { queryKey: threadKey(chatId) }),
    refetchAll: () => refetchQueries(queries, { queryKey: chatQueries(client).key() }),
    hasMessage: (chatId: string, messageId: string) =>
      queries.getQueryData<Thread>(threadKey(chatId))?.messages.some(({ id }) => id === messageId) ?? false,
  }
}

export type ChatCache = ReturnType<typeof chatCache>

function isSearchKey(key: readonly unknown[]): boolean {
  const { input } = key[1] as { input?: { search?: string } }
  return Boolean(input?.search)
}

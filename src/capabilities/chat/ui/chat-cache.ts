import type { ContractRouterClient } from '@orpc/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import type { Chat, Message } from '../schema.ts'
import { afterMessage, chatsOf, type Pages, withChat } from './chat-pages.ts'
import { holeIn, put, type Renewal, readThread, type Thread, taken } from './thread.ts'

export type ChatClient = ContractRouterClient<ChatContract>

const threadKey = (chatId: string) => [['chat', 'thread'], { chatId }] as const

/** A conversation as far as it is loaded. Read anew whenever it is opened; what was loaded before stays (`renew`). */
export const threadOptions = (queries: QueryClient, client: ChatClient, chatId: string) =>
  queryOptions<Thread | Renewal, Error, Thread>({
    queryKey: threadKey(chatId),
    queryFn: ({ signal }) =>
      readThread(queries.getQueryData<Thread>(threadKey(chatId)), (before) =>
        client.messages({ chatId, before }, { signal }),
      ),
    // No event may fall between what was held when the question was asked and its answer.
    structuralSharing: (held, written) => taken(held as Thread | undefined, written as Thread | Renewal),
    staleTime: 0,
  })

/** Milliseconds: what happens to one chat in so short a time is asked about once. */
const TOGETHER = 120

/** Brings what the page hears of chats to everything that it shows of them. One a page. */
export function chatCache(queries: QueryClient, client: ChatClient) {
  const { list, byId } = chatQueries(client)
  const listKey = list.key({ type: 'infinite' })
  const asked = new Map<string, ReturnType<typeof setTimeout>>()

  const rowKey = (chatId: string) => byId.queryKey({ input: { chatId } })

  /** The row as it was read or changed last. */
  const rowOf = (chatId: string): Chat | undefined => {
    const single = queries.getQueryState(rowKey(chatId))
    let latest = single?.data ? { row: single.data, at: single.dataUpdatedAt } : undefined
    for (const { state } of queries.getQueryCache().findAll({ queryKey: listKey })) {
      const row = chatsOf(state.data as Pages | undefined).find(({ id }) => id === chatId)
      if (row && state.dataUpdatedAt >= (latest?.at ?? 0)) latest = { row, at: state.dataUpdatedAt }
    }
    return latest?.row
  }

  /** Everywhere it is shown. */
  const putRow = (chat: Chat) => {
    queries.setQueryData(rowKey(chat.id), (known) => known && chat)
    for (const [key, pages] of queries.getQueriesData<Pages>({ queryKey: listKey })) {
      if (pages) queries.setQueryData(key, withChat(pages, chat, !isSearch(key)))
    }
  }

  /** Asks the house what a chat's row is now. */
  const askRow = (chatId: string) => {
    clearTimeout(asked.get(chatId))
    const ask = async () => {
      asked.delete(chatId)
      const options = byId.queryOptions({ input: { chatId } })
      await queries.cancelQueries({ queryKey: options.queryKey })
      try {
        putRow(await queries.fetchQuery({ ...options, staleTime: 0 }))
      } catch (error) {
        // Gone: so is its row. What failed otherwise is asked again after the connection is back.
        if (failureOf(error).status === 404) await queries.invalidateQueries({ queryKey: listKey })
      }
    }
    asked.set(
      chatId,
      setTimeout(() => void ask(), TOGETHER),
    )
  }

  return {
    rowOf,
    putRow,
    askRow,
    /** CHA-05, CHA-15, CHA-16: a message was stored. */
    putMessage(message: Message) {
      const key = threadKey(message.chat_id)
      queries.setQueryData<Thread>(key, (held) => held && put(held, message))
      const held = queries.getQueryData<Thread>(key)
      // What is on its way for the first time may not know of it either.
      if (!held || holeIn(held) !== null) void readAnew(queries, { queryKey: key })
      const row = rowOf(message.chat_id)
      const after = row && afterMessage(row, message)
      // Also when it was known: of the places that show the row, only the one that was read last may know.
      if (after) putRow(after.chat)
      // An answer that is on its way may not know of it yet.
      const isAsked = queries.isFetching({ queryKey: rowKey(message.chat_id) }) > 0
      if (!after || after.isUnsure || isAsked) askRow(message.chat_id)
      if (queries.isFetching({ queryKey: listKey }) > 0) void readAnew(queries, { queryKey: listKey })
    },
    /** Something about the conversation itself changed. */
    askThread: (chatId: string) => readAnew(queries, { queryKey: threadKey(chatId) }),
    /** Anything may have changed. */
    askAll: () => readAnew(queries, { queryKey: chatQueries(client).key() }),
    holds: (chatId: string, messageId: string) =>
      queries.getQueryData<Thread>(threadKey(chatId))?.messages.some(({ id }) => id === messageId) ?? false,
  }
}

export type ChatCache = ReturnType<typeof chatCache>

/** Whether a key is that of a search in the list. */
function isSearch(key: readonly unknown[]): boolean {
  const { input } = key[1] as { input?: { search?: string } }
  return Boolean(input?.search)
}

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '../../../platform/rpc/client.ts'
import { toast } from '../../../ui/toast.ts'
import type { ChatCache, ChatClient } from './chat-cache.ts'
import { nextOf, type Outbox, type Outgoing, withFailure, withKept, without, withSending } from './outbox.ts'

/** Milliseconds: a line that is dead without saying so. The message may be stored; its id makes another try harmless. */
const PATIENCE = 20_000

// Apart from what was read, so that reading anew leaves it; the end of the session clears both.
const keyOf = (chatId: string) => ['outbox-of-chat', chatId] as const
const outboxOf = (queries: QueryClient, chatId: string) => queries.getQueryData<Outbox>(keyOf(chatId)) ?? []
const change = (queries: QueryClient, chatId: string, to: (outbox: Outbox) => Outbox) =>
  queries.setQueryData<Outbox>(keyOf(chatId), (outbox) => outbox && to(outbox))

/** Sends what waits, one after the other, until nothing does. It goes on when another chat is opened. */
async function sendAll(queries: QueryClient, cache: ChatCache, client: ChatClient, chatId: string) {
  for (let next = nextOf(outboxOf(queries, chatId)); next; next = nextOf(outboxOf(queries, chatId))) {
    const { id, content } = next
    try {
      const stored = await client.send({ id, chatId, content }, { signal: AbortSignal.timeout(PATIENCE) })
      cache.putMessage(stored)
    } catch (error) {
      // Only the answer was lost: its event has come.
      if (!cache.holds(chatId, id)) {
        change(queries, chatId, withFailure)
        toast({ kind: 'error', title: 'Error al enviar', text: failureOf(error).message })
        return
      }
    }
    change(queries, chatId, (outbox) => without(outbox, id))
  }
}

/** What of a conversation is not stored yet, and the ways out of it (CHA-13, CHA-14). */
export function useOutbox(cache: ChatCache, client: ChatClient, chatId: string) {
  const queries = useQueryClient()
  const { data: outbox } = useQuery<Outbox>({
    queryKey: keyOf(chatId),
    queryFn: () => outboxOf(queries, chatId),
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const send = (message: Pick<Outgoing, 'id' | 'content'>) => {
    const isIdle = nextOf(outboxOf(queries, chatId)) === undefined
    change(queries, chatId, (all) => withSending(all, { ...message, at: new Date().toISOString() }))
    if (isIdle) void sendAll(queries, cache, client, chatId)
  }
  return {
    outbox,
    send,
    drop: (...ids: string[]) => change(queries, chatId, (all) => without(all, ...ids)),
    keep: (ids: readonly string[]) => change(queries, chatId, (all) => withKept(all, ids)),
  }
}

export type OutboxOf = ReturnType<typeof useOutbox>

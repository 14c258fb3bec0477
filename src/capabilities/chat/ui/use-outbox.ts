import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '../../../platform/rpc/client.ts'
import type { ChatCache, ChatClient } from './chat-cache.ts'
import { dropKept, keepOutbox, keptOutbox, refuseKept, type Tried } from './kept.ts'
import {
  nextOf,
  type Outbox,
  type Outgoing,
  withFailure,
  withKept,
  without,
  withRefusal,
  withSending,
} from './outbox.ts'
import { isUnreachable, PATIENCE_MS, sayNotSent, sayReached } from './send-waiting.ts'

/** Milliseconds in which the event of a message arrives whose answer was lost, and between two looks for it. */
const NEWS = { within: 1_000, every: 50 }

interface Conversation {
  chatId: string
  userId: string
}

// Apart from what was read, so that reading anew leaves it; the end of the session clears both.
const keyOf = (chatId: string) => ['outbox-of-chat', chatId] as const
const outboxOf = (queries: QueryClient, chatId: string) => queries.getQueryData<Outbox>(keyOf(chatId)) ?? []
function change(queries: QueryClient, of: Conversation, to: (outbox: Outbox) => Outbox): void {
  const outbox = queries.setQueryData<Outbox>(keyOf(of.chatId), (known) => known && to(known))
  if (outbox) keepOutbox(of.chatId, of.userId, outbox)
}

/** Whether something of a chat is being sent, by the conversation itself. */
export const isSending = (queries: QueryClient, chatId: string): boolean =>
  nextOf(outboxOf(queries, chatId)) !== undefined

/** A message was stored, also of a chat that is not open. */
export function settleStored(queries: QueryClient, of: Conversation, id: string): void {
  dropKept(of.chatId, of.userId, id)
  change(queries, of, (outbox) => without(outbox, id))
}

/** A message was refused, also of a chat that is not open: nothing in its chat waits any longer. */
export function settleRefused(queries: QueryClient, of: Conversation): void {
  refuseKept(of.chatId, of.userId)
  change(queries, of, withRefusal)
}

/** Sends what waits, one after the other, until nothing does. It goes on when another chat is opened. */
async function sendAll(queries: QueryClient, cache: ChatCache, client: ChatClient, of: Conversation) {
  const { chatId } = of
  for (let next = nextOf(outboxOf(queries, chatId)); next; next = nextOf(outboxOf(queries, chatId))) {
    const { id, content } = next
    try {
      const stored = await client.send({ id, chatId, content }, { signal: AbortSignal.timeout(PATIENCE_MS) })
      cache.putMessage(stored)
    } catch (error) {
      const failure = failureOf(error)
      if (!(await isStored(cache, { chatId, id, maybe: failure.status === 0 && navigator.onLine }))) {
        const waits = isUnreachable(failure)
        if (!waits) settleRefused(queries, of)
        change(queries, of, (outbox) => withFailure(outbox, waits))
        sayNotSent(failure, waits)
        return
      }
    }
    sayReached()
    settleStored(queries, of, id)
  }
}

/** Whether only the answer was lost: then the event of the message comes. `maybe`: it is worth a moment's wait. */
async function isStored(cache: ChatCache, sent: { chatId: string; id: string; maybe: boolean }) {
  const { chatId, id, maybe } = sent
  for (let waited = 0; maybe && waited < NEWS.within && !cache.holds(chatId, id); waited += NEWS.every)
    await new Promise((done) => setTimeout(done, NEWS.every))
  return cache.holds(chatId, id)
}

/** What of a conversation is not stored yet, and the ways out of it (CHA-13, CHA-14). */
export function useOutbox(cache: ChatCache, client: ChatClient, of: Conversation) {
  const { chatId, userId } = of
  const queries = useQueryClient()
  const { data: outbox } = useQuery<Outbox>({
    queryKey: keyOf(chatId),
    queryFn: () => outboxOf(queries, chatId),
    initialData: () => keptOutbox(chatId, userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const send = (message: Pick<Outgoing, 'id' | 'content'>) => {
    const isIdle = !isSending(queries, chatId)
    change(queries, of, (all) => withSending(all, { ...message, at: new Date().toISOString() }))
    if (isIdle) void sendAll(queries, cache, client, of)
  }
  return {
    outbox,
    send,
    drop: (...ids: string[]) => change(queries, of, (all) => without(all, ...ids)),
    /** Takes a dropped one back to its place. */
    restore: (message: Outgoing) =>
      change(queries, of, (all) =>
        // Ids are made in the order of writing (`newMessageId`).
        [...without(all, message.id), message].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      ),
    keep: (ids: readonly string[]) => change(queries, of, (all) => withKept(all, ids)),
    /** Puts what stood in the composer beside the conversation, where it waits. */
    keepWaiting: ({ id, content }: Tried) =>
      change(queries, of, (all) => [
        ...without(all, id),
        { id, content, at: new Date().toISOString(), state: 'kept', waits: true },
      ]),
    refuse: () => change(queries, of, withRefusal),
  }
}

export type OutboxOf = ReturnType<typeof useOutbox>

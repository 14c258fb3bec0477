import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '../../../../platform/rpc/client.ts'
import type { ChatCache } from '../chat-cache.ts'
import { dropStored, loadOutbox, type SendAttempt, saveOutbox, stopSavedRetries } from './chat-drafts.ts'
import {
  inOrderOfWriting,
  nextToSend,
  type Outbox,
  type OutgoingMessage,
  withFailure,
  withKept,
  without,
  withQueued,
  withRefusal,
} from './outbox.ts'
import { dismissOfflineToast, isUnreachable, SEND_TIMEOUT_MS, showSendFailure } from './send-waiting.ts'

/** The wait for the event of a message whose response was lost, and the interval of the checks. */
const LOST_RESPONSE_WAIT_MS = { total: 1_000, interval: 50 }

interface Conversation {
  chatId: string
  userId: string
}

// A query key outside ['chat'], so that refetching all chat queries leaves it alone. Log-out clears both.
const queryKeyOf = (chatId: string) => ['outbox-of-chat', chatId] as const
const readOutbox = (queries: QueryClient, chatId: string) =>
  queries.getQueryData<Outbox>(queryKeyOf(chatId)) ?? []
function updateOutbox(queries: QueryClient, of: Conversation, to: (outbox: Outbox) => Outbox): void {
  const outbox = queries.setQueryData<Outbox>(queryKeyOf(of.chatId), (known) => known && to(known))
  if (outbox) saveOutbox(of.chatId, of.userId, outbox)
}

/** Whether `useOutbox` is sending a message of this chat. */
export const isSending = (queries: QueryClient, chatId: string): boolean =>
  nextToSend(readOutbox(queries, chatId)) !== undefined

/** Removes a stored message from the saved state and the outbox, also of a chat that is not open. */
export function discardStored(queries: QueryClient, of: Conversation, id: string): void {
  dropStored(of.chatId, of.userId, id)
  updateOutbox(queries, of, (outbox) => without(outbox, id))
}

/** After a refusal, also in a chat that is not open: no message of the chat waits any longer. */
export function stopChatRetries(queries: QueryClient, of: Conversation): void {
  stopSavedRetries(of.chatId, of.userId)
  updateOutbox(queries, of, withRefusal)
}

/** Sends the queued messages one by one until one fails, also after another chat is opened. */
async function sendQueue(queries: QueryClient, cache: ChatCache, of: Conversation) {
  const { chatId } = of
  const findNext = () => nextToSend(readOutbox(queries, chatId))
  for (let next = findNext(); next; next = findNext()) {
    const { id, content } = next
    try {
      const stored = await cache.client.send(
        { id, chatId, content },
        { signal: AbortSignal.timeout(SEND_TIMEOUT_MS) },
      )
      cache.addMessage(stored)
    } catch (error) {
      const failure = failureOf(error)
      if (!(await isStored(cache, { chatId, id, canWait: failure.status === 0 && navigator.onLine }))) {
        const waits = isUnreachable(failure)
        if (!waits) stopChatRetries(queries, of)
        updateOutbox(queries, of, (outbox) => withFailure(outbox, waits))
        showSendFailure(failure, waits)
        return
      }
    }
    dismissOfflineToast()
    discardStored(queries, of, id)
  }
}

/** Whether the message was stored and only the response was lost. `canWait`: wait a moment for its event. */
async function isStored(cache: ChatCache, sent: { chatId: string; id: string; canWait: boolean }) {
  const { chatId, id, canWait } = sent
  const { total, interval } = LOST_RESPONSE_WAIT_MS
  for (let waited = 0; canWait && waited < total && !cache.hasMessage(chatId, id); waited += interval)
    await new Promise((done) => setTimeout(done, interval))
  return cache.hasMessage(chatId, id)
}

/** The messages of a chat that are not stored yet, with the actions on them (CHA-13, CHA-14). */
export function useOutbox(cache: ChatCache, of: Conversation) {
  const { chatId, userId } = of
  const queries = useQueryClient()
  const { data: outbox } = useQuery<Outbox>({
    queryKey: queryKeyOf(chatId),
    queryFn: () => readOutbox(queries, chatId),
    initialData: () => loadOutbox(chatId, userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const send = (message: Pick<OutgoingMessage, 'id' | 'content'>) => {
    const isIdle = !isSending(queries, chatId)
    updateOutbox(queries, of, (all) => withQueued(all, { ...message, at: new Date().toISOString() }))
    if (isIdle) void sendQueue(queries, cache, of)
  }
  return {
    outbox,
    send,
    drop: (...ids: string[]) => updateOutbox(queries, of, (all) => without(all, ...ids)),
    restore: (message: OutgoingMessage) =>
      updateOutbox(queries, of, (all) => inOrderOfWriting([...without(all, message.id), message])),
    keep: (ids: readonly string[]) => updateOutbox(queries, of, (all) => withKept(all, ids)),
    /** Moves the composer's waiting message to the list above the composer. */
    keepWaiting: ({ id, content }: SendAttempt) =>
      updateOutbox(queries, of, (all) => [
        ...without(all, id),
        { id, content, at: new Date().toISOString(), state: 'kept', waits: true },
      ]),
    stopRetries: () => updateOutbox(queries, of, withRefusal),
  }
}

export type ChatOutbox = ReturnType<typeof useOutbox>

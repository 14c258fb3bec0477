import { type RefObject, useEffect, useRef } from 'react'
import { connectionState, subscribeToConnection } from '../../../../platform/realtime/connection.ts'
import { type Failure, failureOf } from '../../../../platform/rpc/client.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Message } from '../../schema.ts'
import type { ChatClient } from '../chat-cache.ts'
import type { WaitingMessage } from './chat-drafts.ts'

/** Timeout of one send: a dead connection may report no error. The message's id makes a retry safe. */
export const SEND_TIMEOUT_MS = 20_000
/** For an overloaded server, or a network change below a live stream: no event tells when it is back. */
const RETRY_DELAY_MS = 10_000

/** Whether the server was unreachable or overloaded. Every other failure is a refusal by the server. */
export const isUnreachable = ({ status }: Failure): boolean => [0, 502, 503, 504].includes(status)

const senders = new Set<() => void>()
let retryTimer: ReturnType<typeof setTimeout> | undefined

function scheduleRetry(): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => {
    for (const send of [...senders]) send()
  }, RETRY_DELAY_MS)
}

let offlineToast = new AbortController()

/** The server has answered: dismisses the toast about the missing connection. */
export function dismissOfflineToast(): void {
  offlineToast.abort()
  offlineToast = new AbortController()
}

/** CHA-14: shows why a message was not sent; with `waits`, until the server's next answer. */
export function showSendFailure(failure: Failure, waits: boolean): void {
  if (waits) scheduleRetry()
  else dismissOfflineToast()
  toast({
    kind: 'error',
    title: 'Error al enviar',
    text: waits ? 'Se enviará cuando vuelva la conexión.' : failure.message,
    dismissSignal: waits ? offlineToast.signal : undefined,
  })
}

interface Queue {
  /** In order. Read again before each send, because the user may edit or discard one meanwhile. */
  waiting(): readonly WaitingMessage[]
  stored(message: Message): void
  /** Ends the waiting of all messages of its chat: a later one must not overtake the refused one. */
  refused(one: WaitingMessage): void
}

/** Sends the waiting messages one by one. Retries later while the server is unreachable. */
async function sendWaiting(latest: RefObject<{ client: ChatClient; queue: Queue }>): Promise<void> {
  const done = new Set<string>()
  const next = () =>
    latest.current.queue.waiting().find(({ id, chatId }) => !done.has(id) && !done.has(chatId))
  for (let one = next(); one; one = next()) {
    const { id, chatId, content } = one
    done.add(id)
    try {
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
      const stored = await latest.current.client.send({ id, chatId, content }, { signal })
      latest.current.queue.stored(stored)
      dismissOfflineToast()
    } catch (error) {
      const failure = failureOf(error)
      if (isUnreachable(failure)) return scheduleRetry()
      done.add(chatId)
      latest.current.queue.refused(one)
      showSendFailure(failure, false)
    }
  }
}

/** Sends waiting messages automatically on mount and whenever the connection is back. */
export function useSendWaiting(client: ChatClient, queue: Queue): void {
  // Client and queue are new on every render: use the latest without subscribing again.
  const latest = useRef({ client, queue })
  latest.current = { client, queue }
  useEffect(() => {
    let isSending = false
    const send = async () => {
      if (isSending) return
      isSending = true
      try {
        await sendWaiting(latest)
      } finally {
        isSending = false
      }
    }
    const sendNow = () => void send()
    const sendWhenLive = () => {
      if (connectionState() === 'live') sendNow()
    }
    sendWhenLive()
    senders.add(sendNow)
    addEventListener('online', sendNow)
    const unwatch = subscribeToConnection(sendWhenLive)
    return () => {
      senders.delete(sendNow)
      removeEventListener('online', sendNow)
      unwatch()
    }
  }, [])
}

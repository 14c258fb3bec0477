import { useEffect, useRef } from 'react'
import { connectionState, watchConnection } from '../../../platform/realtime/connection.ts'
import { type Failure, failureOf } from '../../../platform/rpc/client.ts'
import { toast } from '../../../ui/toast.ts'
import type { Message } from '../schema.ts'
import type { ChatClient } from './chat-cache.ts'
import type { Waiting } from './kept.ts'

/** A connection that is dead without saying so. The message may be stored; its id makes another try harmless. */
export const PATIENCE_MS = 20_000
/** A busy server, or a network that changes under a live stream: no event says when it can be reached again. */
const RETRY_MS = 10_000

/** The server was not reached, or has no time for now. Anything else is its refusal. */
export const isUnreachable = ({ status }: Failure): boolean => [0, 502, 503, 504].includes(status)

const senders = new Set<() => void>()
let retry: ReturnType<typeof setTimeout> | undefined

function tryLater(): void {
  clearTimeout(retry)
  retry = setTimeout(() => {
    for (const send of [...senders]) send()
  }, RETRY_MS)
}

let reached = new AbortController()

/** The server has answered: what was said of a missing connection is over. */
export function sayReached(): void {
  reached.abort()
  reached = new AbortController()
}

/** CHA-14. What waits says so beside the composer; its toast goes with the first answer of the server. */
export function sayNotSent(failure: Failure, waits: boolean): void {
  if (waits) tryLater()
  else sayReached()
  toast({
    kind: 'error',
    title: 'Error al enviar',
    text: waits ? 'Se enviará cuando vuelva la conexión.' : failure.message,
    until: waits ? reached.signal : undefined,
  })
}

interface Queue {
  /** What waits now, in its order: it may be changed or taken back while another is being sent. */
  waiting(): readonly Waiting[]
  stored(message: Message): void
  /** Neither it nor what follows it in its chat waits any longer: a later one must not overtake it. */
  refused(one: Waiting): void
}

/** Sends what waits, one after the other, each under its own id; what cannot be sent for now waits on. */
async function sendWaiting(client: ChatClient, { waiting, stored, refused }: Queue): Promise<void> {
  const done = new Set<string>()
  const next = () => waiting().find(({ id, chatId }) => !done.has(id) && !done.has(chatId))
  for (let one = next(); one; one = next()) {
    const { id, chatId, content } = one
    done.add(id)
    try {
      stored(await client.send({ id, chatId, content }, { signal: AbortSignal.timeout(PATIENCE_MS) }))
      sayReached()
    } catch (error) {
      const failure = failureOf(error)
      if (isUnreachable(failure)) return tryLater()
      done.add(chatId)
      refused(one)
      sayNotSent(failure, false)
    }
  }
}

/** Sends by itself what waits once there is a connection again, and what an earlier page left (first-time 20). */
export function useSendWaiting(client: ChatClient, queue: Queue): void {
  // Every rendering makes the client and the queue again: only the latest counts, and the watching goes on.
  const latest = useRef({ client, queue })
  latest.current = { client, queue }
  useEffect(() => {
    let isSending = false
    const send = async () => {
      if (isSending) return
      isSending = true
      try {
        await sendWaiting(latest.current.client, {
          waiting: () => latest.current.queue.waiting(),
          stored: (message) => latest.current.queue.stored(message),
          refused: (one) => latest.current.queue.refused(one),
        })
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
    const unwatch = watchConnection(sendWhenLive)
    return () => {
      senders.delete(sendNow)
      removeEventListener('online', sendNow)
      unwatch()
    }
  }, [])
}

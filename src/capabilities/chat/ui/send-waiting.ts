import { useEffect, useRef } from 'react'
import { connectionState, watchConnection } from '../../../platform/realtime/connection.ts'
import { type Failure, failureOf } from '../../../platform/rpc/client.ts'
import { toast } from '../../../ui/toast.ts'
import type { Message } from '../schema.ts'
import type { ChatClient } from './chat-cache.ts'
import type { Waiting } from './kept.ts'

/** A connection that is dead without saying so. The message may be stored; its id makes another try harmless. */
export const PATIENCE_MS = 20_000

/** Whether the house was not reached, and the page knows that it has no connection. */
export const hasNoConnection = ({ status }: Failure): boolean =>
  [0, 503].includes(status) && (!navigator.onLine || connectionState() !== 'live')

let reached = new AbortController()

/** CHA-14. What waits says so beside the composer; its toast goes with the first message that is sent. */
export function sayNotSent(failure: Failure, waits: boolean): void {
  toast({
    kind: 'error',
    title: 'Error al enviar',
    text: waits ? 'No hay conexión. Se enviará cuando vuelva.' : failure.message,
    until: waits ? reached.signal : undefined,
  })
}

interface Settled {
  stored(message: Message): void
  refused(one: Waiting): void
}

/** Sends what waits, one after the other, each under its own id; whatever is not reached waits on. */
async function sendWaiting(client: ChatClient, waiting: readonly Waiting[], { stored, refused }: Settled) {
  for (const one of waiting) {
    const { id, chatId, content } = one
    try {
      stored(await client.send({ id, chatId, content }, { signal: AbortSignal.timeout(PATIENCE_MS) }))
      reached.abort()
      reached = new AbortController()
    } catch (error) {
      const failure = failureOf(error)
      if ([0, 503].includes(failure.status)) return
      refused(one)
      sayNotSent(failure, false)
      return
    }
  }
}

/** Sends by itself what waits once there is a connection again, and what an earlier page left (first-time 20). */
export function useSendWaiting(
  client: ChatClient,
  waiting: () => readonly Waiting[],
  settled: Settled,
): void {
  const latest = useRef({ waiting, settled })
  latest.current = { waiting, settled }
  useEffect(() => {
    let isSending = false
    const send = async () => {
      if (isSending) return
      isSending = true
      await sendWaiting(client, latest.current.waiting(), {
        stored: (message) => latest.current.settled.stored(message),
        refused: (one) => latest.current.settled.refused(one),
      })
      isSending = false
    }
    const sendWhenLive = () => {
      if (connectionState() === 'live') void send()
    }
    sendWhenLive()
    addEventListener('online', send)
    const unwatch = watchConnection(sendWhenLive)
    return () => {
      removeEventListener('online', send)
      unwatch()
    }
  }, [client])
}

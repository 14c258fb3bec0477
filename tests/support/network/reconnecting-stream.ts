/** An event stream that reconnects, as a browser's does, and keeps all frames. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventStream, isGreeting, openEventStream } from './event-stream.ts'
import type { Client } from './http-client.ts'

/**
 * Opens a stream that resumes after each disconnection.
 * @param url base URL, or a function that chooses one for each connection
 */
export async function openReconnectingStream(
  who: Pick<Client, 'jar' | 'address'>,
  url: string | (() => string),
) {
  const chooseUrl = typeof url === 'string' ? () => url : url
  const frames: EventStream['frames'] = []
  let stream: EventStream | undefined
  let isOver = false
  const open = async (after?: string) => {
    stream = await openEventStream(chooseUrl(), who, after === undefined ? {} : { after })
    await stream.waitFor(isGreeting)
  }
  await open()
  const reconnecting = (async () => {
    while (!isOver) {
      await stream?.ended
      frames.push(...(stream?.frames ?? []))
      stream = undefined
      const after = frames.at(-1)?.id
      while (!isOver && !stream) await open(after).catch(() => sleep(50))
    }
  })()
  const all = () => [...frames, ...(stream?.frames ?? [])]
  return {
    resetCount: () => all().filter(({ event }) => event === 'reset').length,
    /** Ids of the chat messages, in order of arrival. */
    messages: () => all().flatMap(({ data }) => (data.kind === 'message' ? [data.ref ?? ''] : [])),
    async close() {
      isOver = true
      stream?.close()
      await reconnecting
    },
  }
}

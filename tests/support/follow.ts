/** A person's browser that stays: what its live stream brings over every break. */
import { setTimeout as sleep } from 'node:timers/promises'
import { greeted, type OpenStream, openEvents } from './events.ts'
import type { Client } from './http.ts'

/**
 * A stream that comes back whenever it is cut, as a browser's does.
 * @param url where each try goes
 */
export async function follow(who: Pick<Client, 'jar' | 'address'>, url: string | (() => string)) {
  const place = typeof url === 'string' ? () => url : url
  const frames: OpenStream['frames'] = []
  let stream: OpenStream | undefined
  let isOver = false
  const open = async (after?: string) => {
    stream = await openEvents(place(), who, after === undefined ? {} : { after })
    await stream.heard(greeted)
  }
  await open()
  const following = (async () => {
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
    resets: () => all().filter(({ event }) => event === 'reset').length,
    /** Messages as they came. */
    messages: () => all().flatMap(({ data }) => (data.kind === 'message' ? [data.ref ?? ''] : [])),
    async close() {
      isOver = true
      stream?.close()
      await following
    },
  }
}

import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { keepNewestPerUser, SseStream } from './sse-stream.server.ts'

test('abuse 38: of many streams that one user opens at once only the newest six are kept, before any read for them', () => {
  const ended: string[] = []
  const pending = (name: string, userId: string, destroyed = false) => {
    const socket = {
      destroyed,
      writableLength: 0,
      end: (frame: Buffer) => ended.push(`${name} ${/event: (\w+)/.exec(String(frame))?.[1]}`),
      destroySoon() {},
    }
    return { stream: new SseStream(socket as unknown as Socket, userId, name, 0), lastEventId: name }
  }
  const many = Array.from({ length: 9 }, (_, at) => pending(`a${at}`, 'a'))
  const kept = keepNewestPerUser([
    pending('b0', 'b'),
    ...many,
    pending('gone', 'a', true),
    pending('c0', 'c'),
  ])
  expect(kept.map(({ lastEventId }) => lastEventId)).toEqual(['b0', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'c0'])
  expect(ended.sort()).toEqual(['a0 crowded', 'a1 crowded', 'a2 crowded'])
})

import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { newestOfEach, Stream } from './stream.server.ts'

test('abuse 38: of many streams that one person opens at once the newest six are kept, before anything is read for them', () => {
  const told: string[] = []
  const comes = (name: string, userId: string, destroyed = false) => {
    const socket = {
      destroyed,
      writableLength: 0,
      end: (frame: Buffer) => told.push(`${name} ${/event: (\w+)/.exec(String(frame))?.[1]}`),
      destroySoon() {},
    }
    return { stream: new Stream(socket as unknown as Socket, userId, name, 0), after: name }
  }
  const many = Array.from({ length: 9 }, (_, at) => comes(`a${at}`, 'a'))
  const kept = newestOfEach([comes('b0', 'b'), ...many, comes('gone', 'a', true), comes('c0', 'c')])
  expect(kept.map(({ after }) => after)).toEqual(['b0', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'c0'])
  expect(told.sort()).toEqual(['a0 crowded', 'a1 crowded', 'a2 crowded'])
})

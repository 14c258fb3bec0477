import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, MessagesPage } from '../schema.ts'
import { holeIn, put, type Renewal, readThread, renew, type Thread, taken, withOlder } from './thread.ts'

const message = (seq: number, id = `m${seq}`): Message => ({
  id,
  chat_id: 'c',
  seq,
  sender_id: null,
  side: seq % 2 ? 'client' : 'lawyer',
  type: 'text',
  content: id,
  proposal_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
})
const upTo = (last: number, name = 'm') =>
  Array.from({ length: last }, (_, at) => message(at + 1, `${name}${at + 1}`))
const PAGE = 4
/** The server's answer: a page that ends before a seq. */
const pageOf = (all: readonly Message[], before = Number.POSITIVE_INFINITY): MessagesPage => {
  const until = all.filter(({ seq }) => seq < before)
  return { messages: until.slice(-PAGE), more: until.length > PAGE }
}
const seqs = (thread: Thread | undefined) => thread?.messages.map(({ seq }) => seq)
const renewed = async (known: Thread | undefined, all: readonly Message[]) =>
  taken(known, await readThread(known, async (before) => pageOf(all, before)))

test('CHA-09, CHA-13 whatever comes in whatever order, each message is there once, by seq', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('store' as const) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('event' as const), pick: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('older' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.array(step, { maxLength: 60 }), async (first, steps) => {
      const server = upTo(first)
      let thread: Thread | undefined
      const answers: Renewal[] = []
      for (const now of steps) {
        if (now.do === 'store') server.push(message(server.length + 1))
        if (now.do === 'event' && server.length > 0) {
          // The answer to a send, an event, or the same event again: it may come before or after anything else.
          const told = server[now.pick % server.length]
          if (thread && told) thread = taken(thread, put(thread, told))
        }
        if (now.do === 'ask') answers.push(await readThread(thread, async (before) => pageOf(server, before)))
        if (now.do === 'answer') {
          // TanStack cancels a question when a later one is asked: answers come in order, some never.
          const [answer] = answers.splice(0, (now.pick % 2) + 1).slice(-1)
          if (answer) thread = taken(thread, answer)
        }
        if (now.do === 'older' && thread?.messages[0])
          thread = withOlder(thread, pageOf(server, thread.messages[0].seq))
        const held = seqs(thread) ?? []
        expect(held).toEqual([...new Set(held)].sort((one, other) => one - other))
      }
      thread = await renewed(thread, server)
      expect(holeIn(thread)).toBeNull()
      expect(thread.messages.at(-1)?.seq ?? 0).toBe(server.length)
      while (thread.more) thread = withOlder(thread, pageOf(server, thread.messages[0]?.seq))
      expect(thread.messages).toEqual(server)
    }),
    { numRuns: 500 },
  )
})

test('an event that came before the one before it leaves a hole, which the next reading fills', async () => {
  const early = put({ messages: upTo(3), more: false }, message(5))
  expect(seqs(early)).toEqual([1, 2, 3, 5])
  expect(holeIn(early)).toBe(3)
  expect(seqs(await renewed(early, upTo(5)))).toEqual([1, 2, 3, 4, 5])
})

test('CHA-15 the same event again changes nothing: the very same thread', () => {
  const thread: Thread = { messages: upTo(3), more: false }
  for (const seq of [1, 2, 3]) expect(put(thread, message(seq))).toBe(thread)
})

test('an event that is older than the loaded pages waits for its page', () => {
  const thread: Thread = { messages: upTo(9).slice(5), more: true }
  expect(put(thread, message(2))).toBe(thread)
})

test('what arrives while the newest page is on its way stays', () => {
  const known: Thread = { messages: upTo(3), more: false }
  const answer: Renewal = { messages: upTo(3), more: false, asked: 3 }
  expect(seqs(renew(put(known, message(4)), answer))).toEqual([1, 2, 3, 4])
})

test('loaded pages stay when the newest one joins them, also after many new messages', async () => {
  const known: Thread = { messages: upTo(20), more: false }
  expect(seqs(await renewed(known, upTo(34)))).toEqual(seqs({ messages: upTo(34), more: false }))
})

test('after far too many new messages it begins with the newest page', async () => {
  const known: Thread = { messages: upTo(20), more: false }
  const thread = await renewed(known, upTo(200))
  expect(seqs(thread)).toEqual([197, 198, 199, 200])
  expect(thread.more).toBe(true)
})

test('DESIGN §6 after a restore nothing stays that the database does not have', async () => {
  const known: Thread = { messages: upTo(10), more: false }
  expect(await renewed(known, upTo(8))).toEqual(pageOf(upTo(8)))
  const others = [...upTo(7), message(8, 'x8'), message(9, 'x9'), message(10, 'x10')]
  expect(await renewed(known, others)).toEqual(pageOf(others))
  expect(await renewed(known, [])).toEqual({ messages: [], more: false })
})

test('PRP-05 a message whose proposal was withdrawn is renewed; the others stay the same objects', () => {
  const known: Thread = { messages: [message(1), { ...message(2), proposal_id: 'p' }], more: false }
  const thread = renew(known, { messages: upTo(2), more: false, asked: 2 })
  expect(thread.messages[0]).toBe(known.messages[0])
  expect(thread.messages[1]?.proposal_id).toBeNull()
})

test('a page of another place is left away', () => {
  const thread: Thread = { messages: upTo(9).slice(5), more: true }
  expect(withOlder(thread, { messages: upTo(3), more: false })).toBe(thread)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, MessagesPage } from '../../schema.ts'
import {
  applyRefetch,
  fetchThread,
  findGap,
  mergeThread,
  type RefetchResult,
  type Thread,
  withMessage,
  withOlder,
} from './thread.ts'

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
/** The server's response: a page that ends before a seq. */
const pageOf = (all: readonly Message[], before = Number.POSITIVE_INFINITY): MessagesPage => {
  const until = all.filter(({ seq }) => seq < before)
  return { messages: until.slice(-PAGE), more: until.length > PAGE }
}
const seqs = (thread: Thread | undefined) => thread?.messages.map(({ seq }) => seq)
const refetched = async (known: Thread | undefined, all: readonly Message[]) =>
  mergeThread(known, await fetchThread(known, async (before) => pageOf(all, before)))

test('CHA-09, CHA-13 events, responses and pages in any order: each message appears once, by seq', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('store' as const) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('event' as const), pick: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('fetch' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('response' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('older' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.array(step, { maxLength: 60 }), async (first, steps) => {
      const server = upTo(first)
      let thread: Thread | undefined
      const responses: RefetchResult[] = []
      for (const now of steps) {
        if (now.do === 'store') server.push(message(server.length + 1))
        if (now.do === 'event' && server.length > 0) {
          // The response to a send, an event, or a repeated event: it may come before or after anything else.
          const arrived = server[now.pick % server.length]
          if (thread && arrived) thread = mergeThread(thread, withMessage(thread, arrived))
        }
        if (now.do === 'fetch')
          responses.push(await fetchThread(thread, async (before) => pageOf(server, before)))
        if (now.do === 'response') {
          // TanStack Query cancels a fetch when a later one starts: responses come in order, some never.
          const [response] = responses.splice(0, (now.pick % 2) + 1).slice(-1)
          if (response) thread = mergeThread(thread, response)
        }
        if (now.do === 'older' && thread?.messages[0])
          thread = withOlder(thread, pageOf(server, thread.messages[0].seq))
        const loaded = seqs(thread) ?? []
        expect(loaded).toEqual([...new Set(loaded)].sort((one, other) => one - other))
      }
      thread = await refetched(thread, server)
      expect(findGap(thread)).toBeNull()
      expect(thread.messages.at(-1)?.seq ?? 0).toBe(server.length)
      while (thread.more) thread = withOlder(thread, pageOf(server, thread.messages[0]?.seq))
      expect(thread.messages).toEqual(server)
    }),
    { numRuns: 500 },
  )
})

test('an event that arrives out of order leaves a gap, which the next refetch fills', async () => {
  const early = withMessage({ messages: upTo(3), more: false }, message(5))
  expect(seqs(early)).toEqual([1, 2, 3, 5])
  expect(findGap(early)).toBe(3)
  expect(seqs(await refetched(early, upTo(5)))).toEqual([1, 2, 3, 4, 5])
})

test('CHA-15 a repeated event returns the same thread object', () => {
  const thread: Thread = { messages: upTo(3), more: false }
  for (const seq of [1, 2, 3]) expect(withMessage(thread, message(seq))).toBe(thread)
})

test('an event older than the loaded pages is ignored until its page is loaded', () => {
  const thread: Thread = { messages: upTo(9).slice(5), more: true }
  expect(withMessage(thread, message(2))).toBe(thread)
})

test('a message that arrives during a refetch stays', () => {
  const known: Thread = { messages: upTo(3), more: false }
  const response: RefetchResult = { messages: upTo(3), more: false, newestKnown: 3 }
  expect(seqs(applyRefetch(withMessage(known, message(4)), response))).toEqual([1, 2, 3, 4])
})

test('loaded pages stay when the newest page connects to them, also after many new messages', async () => {
  const known: Thread = { messages: upTo(20), more: false }
  expect(seqs(await refetched(known, upTo(34)))).toEqual(seqs({ messages: upTo(34), more: false }))
})

test('after more new messages than the catch-up limit, only the newest page is kept', async () => {
  const known: Thread = { messages: upTo(20), more: false }
  const thread = await refetched(known, upTo(200))
  expect(seqs(thread)).toEqual([197, 198, 199, 200])
  expect(thread.more).toBe(true)
})

test('docs/design.md §6 after a restore no message stays that the database does not have', async () => {
  const known: Thread = { messages: upTo(10), more: false }
  expect(await refetched(known, upTo(8))).toEqual(pageOf(upTo(8)))
  const others = [...upTo(7), message(8, 'x8'), message(9, 'x9'), message(10, 'x10')]
  expect(await refetched(known, others)).toEqual(pageOf(others))
  expect(await refetched(known, [])).toEqual({ messages: [], more: false })
})

test('PRP-05 a message whose proposal was withdrawn is updated; the others keep their identity', () => {
  const known: Thread = { messages: [message(1), { ...message(2), proposal_id: 'p' }], more: false }
  const thread = applyRefetch(known, { messages: upTo(2), more: false, newestKnown: 2 })
  expect(thread.messages[0]).toBe(known.messages[0])
  expect(thread.messages[1]?.proposal_id).toBeNull()
})

test('an older page that does not connect is ignored', () => {
  const thread: Thread = { messages: upTo(9).slice(5), more: true }
  expect(withOlder(thread, { messages: upTo(3), more: false })).toBe(thread)
})

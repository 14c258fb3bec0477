import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber } from '../../../../chile/dates.ts'
import type { Message } from '../../schema.ts'
import type { OutgoingMessage } from '../composer/outbox.ts'
import { type Thread, withMessage } from './thread.ts'
import { shownMessages, toTimeline } from './timeline.ts'

const today = dayNumber(new Date('2026-11-21T15:00:00Z'))
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: 'c',
  seq,
  sender_id: null,
  side: 'client',
  type: 'text',
  content: 'Hola',
  proposal_id: null,
  created_at: '2026-11-21T14:00:00.000Z',
  ...more,
})
const outgoing = (id: string, state: OutgoingMessage['state'] = 'sending'): OutgoingMessage => ({
  id,
  content: 'Hola',
  at: '2026-11-21T14:00:01.000Z',
  state,
})
const kinds = (messages: Message[], unreadAfter: number | null = null) =>
  toTimeline(messages, { side: 'client', unreadAfter, today }).map((item) =>
    item.kind === 'message' ? item.message.id : item.kind === 'day' ? item.label : '—',
  )

test('CHA-13 a message being sent is shown immediately, and never twice, in any order of event and response', () => {
  const event = fc.record({ do: fc.constantFrom('send', 'event', 'answer', 'fail'), pick: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let thread: Thread = { messages: [], more: false }
      let outbox: OutgoingMessage[] = []
      const server: Message[] = []
      const store = (id: string) => {
        const known = server.find((one) => one.id === id)
        if (known) return known
        const stored = message(server.length + 1, { id })
        server.push(stored)
        return stored
      }
      for (const { do: what, pick } of events) {
        const id = `m-${pick}`
        const isSending = outbox.some((one) => one.id === id)
        if (what === 'send' && !isSending && !server.some((one) => one.id === id)) outbox.push(outgoing(id))
        if (what === 'event' && isSending) thread = withMessage(thread, store(id))
        if (what === 'answer' && isSending) {
          thread = withMessage(thread, store(id))
          outbox = outbox.filter((one) => one.id !== id)
        }
        if (what === 'fail' && isSending) outbox = outbox.filter((one) => one.id !== id)
        const ids = shownMessages(thread.messages, outbox, 'client').map((one) => one.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(new Set(ids)).toEqual(new Set([...thread.messages, ...outbox].map((one) => one.id)))
      }
      for (const stored of server) thread = withMessage(thread, stored)
      expect(shownMessages(thread.messages, [], 'client')).toEqual(server)
    }),
  )
})

test('CHA-14 a failed message is not shown in the conversation', () => {
  const shown = shownMessages(
    [message(1)],
    [outgoing('a', 'failed'), outgoing('b', 'kept'), outgoing('c')],
    'client',
  )
  expect(shown.map(({ id }) => id)).toEqual(['m1', 'c'])
})

test('OPEN-64 day headings come before their messages, by Chilean date', () => {
  const flow = kinds([
    message(1, { created_at: '2025-07-02T12:00:00Z' }),
    message(2, { created_at: '2026-11-21T02:59:00Z' }),
    message(3, { created_at: '2026-11-21T03:01:00Z' }),
    message(4),
  ])
  expect(flow).toEqual(['2 de julio, 2025', 'm1', 'Ayer', 'm2', 'Hoy', 'm3', 'm4'])
})

test('OPEN-40 the divider comes before the first unread message; own and system messages do not count', () => {
  const all = [
    message(1, { side: 'lawyer' }),
    message(2),
    message(3, { side: 'lawyer', type: 'system' }),
    message(4, { side: 'lawyer' }),
    message(5, { side: 'lawyer', type: 'proposal' }),
  ]
  expect(kinds(all, 1)).toEqual(['Hoy', 'm1', 'm2', 'm3', '—', 'm4', 'm5'])
  expect(kinds(all, 4)).toEqual(['Hoy', 'm1', 'm2', 'm3', 'm4', '—', 'm5'])
  expect(kinds(all, 5)).not.toContain('—')
  expect(kinds(all)).not.toContain('—')
})

test('messages of one side within five minutes are one group; another side, type, day or divider ends it', () => {
  const at = (time: string, more: Partial<Message> = {}) => ({ created_at: `2026-11-21T${time}Z`, ...more })
  const flow = toTimeline(
    [
      message(1, at('14:00:00')),
      message(2, at('14:04:00')),
      message(3, at('14:10:00')),
      message(4, at('14:10:01', { side: 'lawyer' })),
      message(5, at('14:10:02', { side: 'lawyer' })),
      message(6, at('14:10:03', { side: 'lawyer', type: 'system' })),
      message(7, at('14:10:04', { side: 'lawyer' })),
    ],
    { side: 'client', unreadAfter: 4, today },
  )
  const groups = flow.flatMap((item) =>
    item.kind === 'message'
      ? `${item.message.id}${item.startsGroup ? ' opens' : ''}${item.endsGroup ? ' closes' : ''}`
      : [],
  )
  expect(groups).toEqual([
    'm1 opens',
    'm2 closes',
    'm3 opens closes',
    'm4 opens closes',
    'm5 opens closes',
    'm6 opens closes',
    'm7 opens closes',
  ])
})

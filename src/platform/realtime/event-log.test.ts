import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionState, resetConnection, setConnected } from './connection.ts'
import {
  clearEventLog,
  eventsSince,
  type LiveEvent,
  receivedUpTo,
  receiveEvent,
  receiveHello,
  receiveReset,
  startEventLog,
  subscribe,
} from './event-log.ts'
import { compareCursors, formatPosition, isLater, parsePosition } from './position.ts'
import { readSseMessages } from './sse-messages.ts'

const EPOCH = '0b0f4e1a-5c1d-4d0e-9c8e-1f2a3b4c5d6e'
const at = (xid: number, id = 1) => `${EPOCH}.${xid}.${id}`
const event = (kind: string, ref: string | null = null): LiveEvent => ({ kind, ref })

const cleanups: (() => void)[] = []

/** A subscriber that records the events it receives. */
function recorder(kinds: string[], since?: string) {
  const received: string[] = []
  const end = subscribe(kinds, ({ kind, ref }) => received.push(ref ? `${kind} ${ref}` : kind), since)
  cleanups.push(end)
  return { received, end }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const end of cleanups.splice(0)) end()
  clearEventLog()
  resetConnection()
  vi.useRealTimers()
})

describe('positions', () => {
  test('are compared as numbers, transaction before event id', () => {
    expect(isLater(at(10), at(9))).toBe(true)
    expect(isLater(at(9, 10), at(9, 9))).toBe(true)
    expect(isLater(at(9, 9), at(9, 9))).toBe(false)
    expect(isLater(at(9), at(10))).toBe(false)
    expect(compareCursors({ xid: '18446744073709551615', id: '1' }, { xid: '999', id: '2' })).toBeGreaterThan(
      0,
    )
  })

  test('of another epoch count as later', () => {
    expect(isLater(at(1), `${crypto.randomUUID()}.5.5`)).toBe(true)
  })

  test('malformed positions are rejected', () => {
    expect(parsePosition(formatPosition({ epoch: EPOCH, xid: '18446744073709551615', id: '0' }))).toEqual({
      epoch: EPOCH,
      xid: '18446744073709551615',
      id: '0',
    })
    for (const malformed of [
      '',
      '1',
      `${EPOCH}.1`,
      `${EPOCH}.01.1`,
      `${EPOCH}.-1.1`,
      `${EPOCH}.18446744073709551616.1`,
      `${EPOCH}.1.9223372036854775808`,
      `${EPOCH}.1.1 `,
      `${EPOCH}.1e3.1`,
    ])
      expect([malformed, parsePosition(malformed)]).toEqual([malformed, null])
  })
})

describe('the event log', () => {
  test('delivers the subscribed kinds, once each, until unsubscribed', () => {
    startEventLog(at(1))
    const chat = recorder(['message', 'chat'])
    const other = recorder(['case'])
    receiveEvent({ id: at(2), event: event('message', 'a') })
    receiveEvent({ id: at(2), event: event('message', 'a') })
    receiveEvent({ id: at(1), event: event('message', 'old') })
    receiveEvent({ id: at(3), event: event('case', 'b') })
    chat.end()
    receiveEvent({ id: at(4), event: event('chat', 'c') })
    expect(chat.received).toEqual(['message a'])
    expect(other.received).toEqual(['case b'])
    expect(receivedUpTo()).toBe(at(4))
  })

  test('a late subscriber gets the events after its data, asynchronously', async () => {
    startEventLog(at(1))
    receiveEvent({ id: at(2), event: event('chat', 'in the data') })
    receiveEvent({ id: at(3), event: event('chat', 'after it') })
    const late = recorder(['chat'], at(2))
    const others = [recorder(['chat'], at(3)), recorder(['chat'])]
    const gone = recorder(['chat'], at(2))
    gone.end()
    expect(late.received).toEqual([])
    await Promise.resolve()
    receiveEvent({ id: at(4), event: event('chat', 'later') })
    expect(late.received).toEqual(['chat after it', 'chat later'])
    for (const { received } of others) expect(received).toEqual(['chat later'])
    expect(gone.received).toEqual([])
  })

  test('data older than the log gets a reset', () => {
    startEventLog(at(5))
    const old = [recorder(['chat'], at(4)), recorder(['chat'], `${crypto.randomUUID()}.9.9`)]
    const gone = recorder(['chat'], at(4))
    gone.end()
    for (let xid = 6; xid < 400; xid++) receiveEvent({ id: at(xid), event: event('x') })
    old.push(recorder(['chat'], at(6)))
    const fresh = recorder(['chat'], at(390))
    vi.advanceTimersByTime(2_500)
    for (const { received } of old) expect(received).toEqual(['reset'])
    for (const { received } of [gone, fresh]) expect(received).toEqual([])
  })

  test('starts at the oldest data of subscribers that came before the stream', () => {
    const early = recorder(['chat'], at(3))
    recorder(['chat'], at(2))
    expect(early.received).toEqual([])
    startEventLog(at(4))
    expect(receivedUpTo()).toBe(at(2))
  })

  test('keeps the last 300 events and drops older ones', () => {
    startEventLog(at(5))
    for (let xid = 6; xid < 306; xid++) receiveEvent({ id: at(xid), event: event('x') })
    expect(eventsSince(at(5))).toHaveLength(300)
    receiveEvent({ id: at(306), event: event('x') })
    expect(eventsSince(at(5))).toBeNull()
    expect(eventsSince(at(6))).toHaveLength(300)
  })

  test('a hello moves the position forward, never back', () => {
    startEventLog(at(5))
    receiveHello(at(9))
    expect(receivedUpTo()).toBe(at(9))
    receiveHello(at(3))
    expect(receivedUpTo()).toBe(at(9))
  })

  test('without a start position, a hello causes a reset', () => {
    startEventLog(null)
    const chat = recorder(['chat'])
    receiveHello(at(7))
    expect(chat.received).toEqual(['reset'])
    receiveHello(at(8))
    receiveEvent({ id: at(9), event: event('chat') })
    expect(chat.received).toEqual(['reset', 'chat'])
  })

  test('a reset clears the log and reaches every subscriber', () => {
    startEventLog(at(1))
    const all = [recorder(['chat']), recorder(['case'])]
    receiveEvent({ id: at(2), event: event('message') })
    receiveReset(at(1))
    for (const { received } of all) expect(received).toEqual(['reset'])
    expect(eventsSince(at(1))).toEqual([])
    expect(eventsSince(null)).toBeNull()
  })

  test('a failing subscriber does not stop delivery to the others', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    startEventLog(at(1))
    cleanups.push(
      subscribe(['chat'], () => {
        throw new Error('broken')
      }),
    )
    const other = recorder(['chat'])
    receiveEvent({ id: at(2), event: event('chat') })
    expect(other.received).toEqual(['chat'])
    expect(reported).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('the connection', () => {
  test('is reported lost after 3 s, and everything is refetched on reconnect', () => {
    startEventLog(at(1))
    const page = recorder(['chat'])
    setConnected(false)
    vi.advanceTimersByTime(2_999)
    expect(connectionState()).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(connectionState()).toBe('lost')
    setConnected(false)
    expect(connectionState()).toBe('lost')
    setConnected(true)
    expect(connectionState()).toBe('live')
    expect(page.received).toEqual(['reset'])
  })

  test('a short loss is not reported', () => {
    startEventLog(at(1))
    const page = recorder(['chat'])
    setConnected(true)
    setConnected(false)
    vi.advanceTimersByTime(2_000)
    setConnected(false)
    vi.advanceTimersByTime(900)
    setConnected(true)
    vi.advanceTimersByTime(10_000)
    expect(connectionState()).toBe('live')
    expect(page.received).toEqual([])
  })
})

describe('frames', () => {
  test('are parsed whatever the chunk boundaries, even within a character', async () => {
    const text = `event: hello\nid: ${at(1)}\ndata: {}\n\n:\n\nid: ${at(2)}\ndata: {"kind":"message","ref":"r","data":"¿Ñandú: sí\\n\\n?"}\n\n`
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, bytes.length]) {
      let chunks = 0
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let from = 0; from < bytes.length; from += size)
            controller.enqueue(bytes.slice(from, from + size))
          controller.close()
        },
      })
      const frames = []
      for await (const frame of readSseMessages(body, () => chunks++)) frames.push(frame)
      expect(frames).toEqual([
        { event: 'hello', id: at(1), data: {} },
        { event: 'message', id: at(2), data: { kind: 'message', ref: 'r', data: '¿Ñandú: sí\n\n?' } },
      ])
      expect(chunks).toBe(Math.ceil(bytes.length / size))
    }
  })
})

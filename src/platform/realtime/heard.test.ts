import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionState, forgetConnection, setConnected } from './connection.ts'
import { readFrames } from './frames.ts'
import {
  begin,
  forgetHeard,
  hear,
  heardUpTo,
  hearHello,
  hearReset,
  type LiveEvent,
  missedSince,
  subscribe,
} from './heard.ts'
import { comparePlaces, formatPosition, isLater, parsePosition } from './position.ts'

const EPOCH = '0b0f4e1a-5c1d-4d0e-9c8e-1f2a3b4c5d6e'
const at = (xid: number, id = 1) => `${EPOCH}.${xid}.${id}`
const event = (kind: string, ref: string | null = null): LiveEvent => ({ kind, ref })

const ends: (() => void)[] = []

/** What a subscriber heard, by kind. */
function listener(kinds: string[], since?: string) {
  const heard: string[] = []
  const end = subscribe(kinds, ({ kind, ref }) => heard.push(ref ? `${kind} ${ref}` : kind), since)
  ends.push(end)
  return { heard, end }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const end of ends.splice(0)) end()
  forgetHeard()
  forgetConnection()
  vi.useRealTimers()
})

describe('positions', () => {
  test('are compared as numbers, transaction before event', () => {
    expect(isLater(at(10), at(9))).toBe(true)
    expect(isLater(at(9, 10), at(9, 9))).toBe(true)
    expect(isLater(at(9, 9), at(9, 9))).toBe(false)
    expect(isLater(at(9), at(10))).toBe(false)
    expect(comparePlaces({ xid: '18446744073709551615', id: '1' }, { xid: '999', id: '2' })).toBeGreaterThan(
      0,
    )
  })

  test('of another epoch count as later: nobody knows', () => {
    expect(isLater(at(1), `${crypto.randomUUID()}.5.5`)).toBe(true)
  })

  test('what is none is none', () => {
    expect(parsePosition(formatPosition({ epoch: EPOCH, xid: '18446744073709551615', id: '0' }))).toEqual({
      epoch: EPOCH,
      xid: '18446744073709551615',
      id: '0',
    })
    for (const odd of [
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
      expect([odd, parsePosition(odd)]).toEqual([odd, null])
  })
})

describe('what a page hears', () => {
  test('its kinds, once each, and no longer than it wants to', () => {
    begin(at(1))
    const chat = listener(['message', 'chat'])
    const other = listener(['case'])
    hear({ id: at(2), event: event('message', 'a') })
    hear({ id: at(2), event: event('message', 'a') })
    hear({ id: at(1), event: event('message', 'old') })
    hear({ id: at(3), event: event('case', 'b') })
    chat.end()
    hear({ id: at(4), event: event('chat', 'c') })
    expect(chat.heard).toEqual(['message a'])
    expect(other.heard).toEqual(['case b'])
    expect(heardUpTo()).toBe(at(4))
  })

  test('who subscribes a moment later is told what came after its own data, once that is in its place', async () => {
    begin(at(1))
    hear({ id: at(2), event: event('chat', 'in the data') })
    hear({ id: at(3), event: event('chat', 'after it') })
    const late = listener(['chat'], at(2))
    const others = [listener(['chat'], at(3)), listener(['chat'])]
    const gone = listener(['chat'], at(2))
    gone.end()
    expect(late.heard).toEqual([])
    await Promise.resolve()
    hear({ id: at(4), event: event('chat', 'later') })
    expect(late.heard).toEqual(['chat after it', 'chat later'])
    for (const { heard } of others) expect(heard).toEqual(['chat later'])
    expect(gone.heard).toEqual([])
  })

  test('data that is older than what is remembered is read anew', () => {
    begin(at(5))
    const old = [listener(['chat'], at(4)), listener(['chat'], `${crypto.randomUUID()}.9.9`)]
    const gone = listener(['chat'], at(4))
    gone.end()
    for (let xid = 6; xid < 400; xid++) hear({ id: at(xid), event: event('x') })
    old.push(listener(['chat'], at(6)))
    const fresh = listener(['chat'], at(390))
    vi.advanceTimersByTime(2_500)
    for (const { heard } of old) expect(heard).toEqual(['reset'])
    for (const { heard } of [gone, fresh]) expect(heard).toEqual([])
  })

  test('subscribed before the stream begins: it begins with the oldest data on the page', () => {
    const early = listener(['chat'], at(3))
    listener(['chat'], at(2))
    expect(early.heard).toEqual([])
    begin(at(4))
    expect(heardUpTo()).toBe(at(2))
  })

  test('the last 300 events are remembered, one more and the first is forgotten', () => {
    begin(at(5))
    for (let xid = 6; xid < 306; xid++) hear({ id: at(xid), event: event('x') })
    expect(missedSince(at(5))).toHaveLength(300)
    hear({ id: at(306), event: event('x') })
    expect(missedSince(at(5))).toBeNull()
    expect(missedSince(at(6))).toHaveLength(300)
  })

  test('the greeting moves a page on, and never back', () => {
    begin(at(5))
    hearHello(at(9))
    expect(heardUpTo()).toBe(at(9))
    hearHello(at(3))
    expect(heardUpTo()).toBe(at(9))
  })

  test('without a place to begin from, the greeting means to read everything', () => {
    begin(null)
    const chat = listener(['chat'])
    hearHello(at(7))
    expect(chat.heard).toEqual(['reset'])
    hearHello(at(8))
    hear({ id: at(9), event: event('chat') })
    expect(chat.heard).toEqual(['reset', 'chat'])
  })

  test('a reset forgets what was before, and reaches everybody', () => {
    begin(at(1))
    const all = [listener(['chat']), listener(['case'])]
    hear({ id: at(2), event: event('message') })
    hearReset(at(1))
    for (const { heard } of all) expect(heard).toEqual(['reset'])
    expect(missedSince(at(1))).toEqual([])
    expect(missedSince(null)).toBeNull()
  })

  test('one part of the page that fails keeps the news from nobody', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    begin(at(1))
    ends.push(
      subscribe(['chat'], () => {
        throw new Error('broken')
      }),
    )
    const other = listener(['chat'])
    hear({ id: at(2), event: event('chat') })
    expect(other.heard).toEqual(['chat'])
    expect(reported).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('the connection', () => {
  test('is spoken of after 3 s, and everything is read anew when it is back', () => {
    begin(at(1))
    const page = listener(['chat'])
    setConnected(false)
    vi.advanceTimersByTime(2_999)
    expect(connectionState()).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(connectionState()).toBe('lost')
    setConnected(false)
    expect(connectionState()).toBe('lost')
    setConnected(true)
    expect(connectionState()).toBe('live')
    expect(page.heard).toEqual(['reset'])
  })

  test('a short loss is not spoken of', () => {
    begin(at(1))
    const page = listener(['chat'])
    setConnected(true)
    setConnected(false)
    vi.advanceTimersByTime(2_000)
    setConnected(false)
    vi.advanceTimersByTime(900)
    setConnected(true)
    vi.advanceTimersByTime(10_000)
    expect(connectionState()).toBe('live')
    expect(page.heard).toEqual([])
  })
})

describe('frames', () => {
  test('however the bytes are cut, in the middle of a letter too', async () => {
    const text = `event: hello\nid: ${at(1)}\ndata: {}\n\n:\n\nid: ${at(2)}\ndata: {"kind":"message","ref":"r","data":"¿Ñandú: sí\\n\\n?"}\n\n`
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, bytes.length]) {
      let signs = 0
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let from = 0; from < bytes.length; from += size)
            controller.enqueue(bytes.slice(from, from + size))
          controller.close()
        },
      })
      const frames = []
      for await (const frame of readFrames(body, () => signs++)) frames.push(frame)
      expect(frames).toEqual([
        { event: 'hello', id: at(1), data: {} },
        { event: 'message', id: at(2), data: { kind: 'message', ref: 'r', data: '¿Ñandú: sí\n\n?' } },
      ])
      expect(signs).toBe(Math.ceil(bytes.length / size))
    }
  })
})

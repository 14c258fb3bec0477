import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { type Member, useTestApp } from '../../tests/support/app/suite.ts'
import {
  type EventStream,
  hasRef,
  isGreeting,
  openEventStream,
  waitUntilEventsReadable,
} from '../../tests/support/network/event-stream.ts'
import { newClient } from '../../tests/support/network/http-client.ts'
import type { PayloadReader } from '../platform/realtime/payload-cache.server.ts'
import type { EventPayload } from '../platform/realtime/publish.server.ts'
import { eventRoutes } from './events.ts'

// In this process, so that a test can pass its own readers and limits. Another process creates the sessions.
const testApp = useTestApp()
const open: (FastifyInstance | EventStream)[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function serve(overrides: Parameters<typeof eventRoutes>[2]): Promise<string> {
  const app = Fastify({ forceCloseConnections: 'idle' })
  eventRoutes(app, testApp.platform, overrides)
  open.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function connect(url: string, member: Member, after?: string): Promise<EventStream> {
  const stream = await openEventStream(url, member, after === undefined ? {} : { after })
  open.push(stream)
  if (stream.status === 200) await stream.waitFor(isGreeting)
  return stream
}

/**
 * Writes events in one transaction, so that the hub reads them together.
 * @param along payload of one of them, as if it had been written in this process
 */
async function write(
  rows: { user: string; kind: string; ref: string }[],
  along?: EventPayload,
): Promise<void> {
  const events = rows.map(({ user, kind, ref }) => ({ user_id: user, kind, ref }))
  await testApp.database.sql(
    `insert into events (user_id, kind, ref) select user_id, kind, ref from jsonb_to_recordset($1) as r (user_id uuid, kind text, ref uuid)`,
    [JSON.stringify(events)],
  )
  testApp.platform.wake(along)
  await waitUntilEventsReadable(testApp.database)
}

function countingReader(): { calls: string[][]; message: PayloadReader } {
  const calls: string[][] = []
  return {
    calls,
    message: async (_db, refs) => {
      calls.push([...refs])
      return new Map(refs.map((ref) => [ref, { text: `Hola\n«${ref}»` }]))
    },
  }
}

describe('the payload of an event', () => {
  test('RT-02 the message itself, read once for all connected users; other kinds carry their id only', async () => {
    const { calls, message } = countingReader()
    const url = await serve({ readers: { message } })
    const [one, two, absent] = [await testApp.member(), await testApp.member(), await testApp.member()]
    const streams = [await connect(url, one), await connect(url, one), await connect(url, two)]
    const [said, other, unheard] = [randomUUID(), randomUUID(), randomUUID()]
    await write([
      { user: one.id, kind: 'message', ref: said },
      { user: two.id, kind: 'message', ref: said },
      { user: one.id, kind: 'proposal', ref: other },
      { user: absent.id, kind: 'message', ref: unheard },
    ])
    for (const stream of streams) {
      const frame = await stream.waitFor(hasRef(said))
      expect(frame.data).toEqual({ kind: 'message', ref: said, data: { text: `Hola\n«${said}»` } })
    }
    expect((await streams[0]?.waitFor(hasRef(other)))?.data).toEqual({ kind: 'proposal', ref: other })
    expect(calls).toEqual([[said]])
    // A replay carries it, too.
    const later = await connect(url, absent, streams[0]?.frames[0]?.id)
    expect(later.frames[0]?.data).toMatchObject({ ref: unheard, data: { text: `Hola\n«${unheard}»` } })
  })

  test('abuse 33: a replay reads no more than it sends: nothing after too many missed events, a bounded size otherwise', async () => {
    const reads: [refs: number, maxBytes: number | undefined][] = []
    const { message } = countingReader()
    const url = await serve({
      readers: {
        message: (db, refs, maxBytes) => {
          reads.push([refs.length, maxBytes])
          return message(db, refs)
        },
      },
    })
    const [much, little] = [await testApp.member(), await testApp.member()]
    const start = (await connect(url, much)).frames[0]?.id
    open.splice(1).forEach((stream) => void stream.close())
    const missed = (user: string, count: number) =>
      Array.from({ length: count }, () => ({ user, kind: 'message', ref: randomUUID() }))
    await write([...missed(much.id, 501), ...missed(little.id, 3)])
    const clients = await Promise.all(
      Array.from({ length: 12 }, () => openEventStream(url, much, { after: start ?? '' })),
    )
    open.push(...clients)
    await expect
      .poll(() => clients.map(({ frames }) => frames.at(-1)?.event).sort())
      .toEqual([...Array(6).fill('crowded'), ...Array(6).fill('reset')])
    expect(reads).toEqual([])
    const resumed = await connect(url, little, start)
    expect(resumed.refs()).toHaveLength(3)
    expect(reads).toEqual([[3, 4 * 1024 * 1024]])
  })

  test('RT-02 a message written in this process is not read back; other messages and replays are read', async () => {
    const { calls, message } = countingReader()
    const url = await serve({ readers: { message } })
    const one = await testApp.member()
    const stream = await connect(url, one)
    const start = stream.frames[0]?.id
    const [mine, other] = [randomUUID(), randomUUID()]
    const data = { text: 'Escrito aquí' }
    await write(
      [
        { user: one.id, kind: 'message', ref: mine },
        { user: one.id, kind: 'proposal', ref: mine },
        { user: one.id, kind: 'message', ref: other },
      ],
      { kind: 'message', ref: mine, data },
    )
    await stream.waitFor(hasRef(other))
    expect(stream.frames.filter(hasRef(mine)).map((frame) => frame.data)).toEqual([
      { kind: 'message', ref: mine, data },
      { kind: 'proposal', ref: mine },
    ])
    expect(calls).toEqual([[other]])
    await connect(url, one, start)
    expect(calls).toEqual([[other], [mine, other]])
    // The payload is not kept after the next look: later the message is read like any other.
    const [late, next] = [randomUUID(), randomUUID()]
    await write([{ user: one.id, kind: 'proposal', ref: next }], { kind: 'message', ref: late, data })
    await stream.waitFor(hasRef(next))
    await write([{ user: one.id, kind: 'message', ref: late }])
    await stream.waitFor(hasRef(late))
    expect(calls.at(-1)).toEqual([late])
  })

  describe('OPEN-11, abuse 12: a payload that took long to read is not sent to a session that has ended meanwhile', () => {
    /** Delays the reader for longer than the interval at which the hub checks the sessions. */
    async function endSessionDuringRead(
      member: Member,
      meanwhile: (url: string, ref: string) => Promise<EventStream>,
    ) {
      const readStarted = Promise.withResolvers<void>()
      const finishRead = Promise.withResolvers<void>()
      const message: PayloadReader = async () => {
        readStarted.resolve()
        await finishRead.promise
        return new Map()
      }
      const ref = randomUUID()
      const left = await meanwhile(await serve({ readers: { message } }), ref)
      await readStarted.promise
      await testApp.database.sql('delete from session where "userId" = $1', [member.id])
      await sleep(1_300)
      finishRead.resolve()
      await left.ended
      expect(left.text()).toContain('event: end')
      expect(left.frames.some(hasRef(ref))).toBe(false)
    }

    test('live; a session that continues receives it', async () => {
      const [one, two] = [await testApp.member(), await testApp.member()]
      let stays: EventStream | undefined
      let said = ''
      await endSessionDuringRead(one, async (url, ref) => {
        said = ref
        stays = await connect(url, two)
        const left = await connect(url, one)
        await write([one, two].map(({ id }) => ({ user: id, kind: 'message', ref })))
        return left
      })
      await stays?.waitFor(hasRef(said))
    })

    test('in a replay', async () => {
      const one = await testApp.member()
      await endSessionDuringRead(one, async (url, ref) => {
        const before = await connect(url, one)
        const start = before.frames[0]?.id ?? ''
        await before.close()
        await write([{ user: one.id, kind: 'message', ref }])
        const left = await openEventStream(url, one, { after: start })
        open.push(left)
        return left
      })
    })
  })

  test('a reader that fails or finds nothing: the event has no payload, and the others are unaffected', async () => {
    const readers: Record<string, PayloadReader> = {
      message: () => Promise.reject(new Error('broken')),
      note: async () => new Map(),
    }
    const url = await serve({ readers })
    const member = await testApp.member()
    const stream = await connect(url, member)
    const refs = [randomUUID(), randomUUID(), randomUUID()]
    await write(
      refs.map((ref, at) => ({ user: member.id, kind: ['message', 'note', 'chat'][at] ?? '', ref })),
    )
    await stream.waitFor(hasRef(refs[2] ?? ''))
    expect(stream.frames.slice(1).map(({ data }) => data)).toEqual([
      { kind: 'message', ref: refs[0] },
      { kind: 'note', ref: refs[1] },
      { kind: 'chat', ref: refs[2] },
    ])
    expect(testApp.database.log.some(({ msg }) => msg === 'live content not read')).toBe(true)
  })

  test('a kind named like an inherited property has no reader', async () => {
    const url = await serve({})
    const member = await testApp.member()
    const stream = await connect(url, member)
    const ref = randomUUID()
    await write([{ user: member.id, kind: 'constructor', ref }])
    expect((await stream.waitFor(hasRef(ref))).data).toEqual({ kind: 'constructor', ref })
  })
})

test('a failed read is logged and retried: newcomers are greeted, and no stream misses an event', async () => {
  const url = await serve({})
  const member = await testApp.member()
  const stream = await connect(url, member)
  const refs = [randomUUID(), randomUUID()]
  await testApp.database.sql('alter table events rename to events_away')
  testApp.platform.wake()
  await expect
    .poll(() => testApp.database.log.some(({ msg }) => msg === 'live events not read'), { timeout: 10_000 })
    .toBe(true)
  const late = await openEventStream(url, member)
  open.push(late)
  const gone = await openEventStream(url, member)
  await gone.close()
  await testApp.database.sql('alter table events_away rename to events')
  await late.waitFor(isGreeting)
  await write(refs.map((ref) => ({ user: member.id, kind: 'chat', ref })))
  for (const one of [stream, late]) for (const ref of refs) await one.waitFor(hasRef(ref))
})

describe('limits of one process', () => {
  test('more streams than it can hold: 503 with Retry-After, in Spanish; a closed stream makes room', async () => {
    const url = await serve({ maxStreams: 2 })
    const [one, two, three] = [await testApp.member(), await testApp.member(), await testApp.member()]
    const first = await connect(url, one)
    await connect(url, two)
    const refused = await newClient(url).get('/api/events', { cookie: `amparo=${three.jar.get('amparo')}` })
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', data: { retryAfter: 5 } })
    first.close()
    await expect.poll(async () => (await connect(url, three)).status).toBe(200)
  })

  test('F10 a reader that stopped reading is dropped; the others receive everything', async () => {
    const url = await serve({ readers: { message: payloadOf(60_000) } })
    const member = await testApp.member()
    const slow = await connect(url, member)
    const quick = await connect(url, member)
    slow.pause()
    const refs: string[] = []
    // More than the socket buffers of the operating system hold.
    for (let count = 0; count < 200; count++) {
      const ref = randomUUID()
      refs.push(ref)
      await write([{ user: member.id, kind: 'message', ref }])
      await quick.waitFor(hasRef(ref))
    }
    expect(quick.refs()).toEqual(refs)
    slow.resume()
    await slow.ended
    expect(slow.refs().length).toBeLessThan(refs.length)
    // It reconnects; it missed too much for a replay.
    const again = await connect(url, member, slow.lastId())
    expect(again.frames[0]?.event).toBe('reset')
  })

  test('a large replay does not get its reader dropped', async () => {
    const url = await serve({ readers: { message: payloadOf(30_000) } })
    const member = await testApp.member()
    const first = await connect(url, member)
    first.close()
    const refs = Array.from({ length: 16 }, () => randomUUID())
    await write(refs.map((ref) => ({ user: member.id, kind: 'message', ref })))
    const again = await connect(url, member, first.lastId())
    expect(again.refs()).toEqual(refs)
    const later = randomUUID()
    await write([{ user: member.id, kind: 'chat', ref: later }])
    await again.waitFor(hasRef(later))
  })
})

const payloadOf =
  (length: number): PayloadReader =>
  async (_db, refs) =>
    new Map(refs.map((ref) => [ref, 'x'.repeat(length)]))

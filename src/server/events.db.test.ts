import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { about, greeted, type OpenStream, openEvents, readable } from '../../tests/support/events.ts'
import { newClient } from '../../tests/support/http.ts'
import { type Member, useHouse } from '../../tests/support/suite.ts'
import type { EventReader } from '../platform/realtime/contents.server.ts'
import type { Along } from '../platform/realtime/publish.server.ts'
import { eventRoutes } from './events.ts'

// In this process, where readers and limits of a test's own can be given. Sessions are made through another one.
const house = useHouse()
const open: (FastifyInstance | OpenStream)[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function serve(also: Parameters<typeof eventRoutes>[2]): Promise<string> {
  const app = Fastify({ forceCloseConnections: 'idle' })
  eventRoutes(app, house.platform, also)
  open.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function hear(url: string, member: Member, after?: string): Promise<OpenStream> {
  const stream = await openEvents(url, member, after === undefined ? {} : { after })
  open.push(stream)
  if (stream.status === 200) await stream.heard(greeted)
  return stream
}

/**
 * Events of one transaction: they are read with one look.
 * @param along what travels with one of them, when it was written here
 */
async function write(rows: { user: string; kind: string; ref: string }[], along?: Along): Promise<void> {
  const events = rows.map(({ user, kind, ref }) => ({ user_id: user, kind, ref }))
  await house.database.sql(
    `insert into events (user_id, kind, ref) select user_id, kind, ref from jsonb_to_recordset($1) as r (user_id uuid, kind text, ref uuid)`,
    [JSON.stringify(events)],
  )
  house.platform.wake(along)
  await readable(house.database)
}

function counting(): { calls: string[][]; message: EventReader } {
  const calls: string[][] = []
  return {
    calls,
    message: async (_db, refs) => {
      calls.push([...refs])
      return new Map(refs.map((ref) => [ref, { text: `Hola\n«${ref}»` }]))
    },
  }
}

describe('what travels with an event', () => {
  test('RT-02 the message itself, read once for all who are here; other kinds bring their id alone', async () => {
    const { calls, message } = counting()
    const url = await serve({ readers: { message } })
    const [one, two, absent] = [await house.member(), await house.member(), await house.member()]
    const streams = [await hear(url, one), await hear(url, one), await hear(url, two)]
    const [said, other, unheard] = [randomUUID(), randomUUID(), randomUUID()]
    await write([
      { user: one.id, kind: 'message', ref: said },
      { user: two.id, kind: 'message', ref: said },
      { user: one.id, kind: 'proposal', ref: other },
      { user: absent.id, kind: 'message', ref: unheard },
    ])
    for (const stream of streams) {
      const frame = await stream.heard(about(said))
      expect(frame.data).toEqual({ kind: 'message', ref: said, data: { text: `Hola\n«${said}»` } })
    }
    expect((await streams[0]?.heard(about(other)))?.data).toEqual({ kind: 'proposal', ref: other })
    expect(calls).toEqual([[said]])
    // Replayed it travels too.
    const later = await hear(url, absent, streams[0]?.frames[0]?.id)
    expect(later.frames[0]?.data).toMatchObject({ ref: unheard, data: { text: `Hola\n«${unheard}»` } })
  })

  test('abuse 33: of a replay no more is read than is told: nothing for who has missed too much, bounded for the rest', async () => {
    const asked: [refs: number, most: number | undefined][] = []
    const { message } = counting()
    const url = await serve({
      readers: {
        message: (db, refs, most) => {
          asked.push([refs.length, most])
          return message(db, refs)
        },
      },
    })
    const [much, little] = [await house.member(), await house.member()]
    const start = (await hear(url, much)).frames[0]?.id
    open.splice(1).forEach((stream) => void stream.close())
    const missed = (user: string, count: number) =>
      Array.from({ length: count }, () => ({ user, kind: 'message', ref: randomUUID() }))
    await write([...missed(much.id, 501), ...missed(little.id, 3)])
    const crowd = await Promise.all(
      Array.from({ length: 12 }, () => openEvents(url, much, { after: start ?? '' })),
    )
    open.push(...crowd)
    await expect
      .poll(() => crowd.map(({ frames }) => frames.at(-1)?.event).sort())
      .toEqual([...Array(6).fill('crowded'), ...Array(6).fill('reset')])
    expect(asked).toEqual([])
    const told = await hear(url, little, start)
    expect(told.refs()).toHaveLength(3)
    expect(asked).toEqual([[3, 4 * 1024 * 1024]])
  })

  test('RT-02 the message that was written here is not read back, and any other is, and so is a replay', async () => {
    const { calls, message } = counting()
    const url = await serve({ readers: { message } })
    const one = await house.member()
    const stream = await hear(url, one)
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
    await stream.heard(about(other))
    expect(stream.frames.filter(about(mine)).map((frame) => frame.data)).toEqual([
      { kind: 'message', ref: mine, data },
      { kind: 'proposal', ref: mine },
    ])
    expect(calls).toEqual([[other]])
    await hear(url, one, start)
    expect(calls).toEqual([[other], [mine, other]])
    // Nothing is kept: once looked for, it is read like any other.
    const [late, next] = [randomUUID(), randomUUID()]
    await write([{ user: one.id, kind: 'proposal', ref: next }], { kind: 'message', ref: late, data })
    await stream.heard(about(next))
    await write([{ user: one.id, kind: 'message', ref: late }])
    await stream.heard(about(late))
    expect(calls.at(-1)).toEqual([late])
  })

  describe('OPEN-11, abuse 12: what took long to read is not for whoever has left meanwhile', () => {
    /** A connection that hangs for longer than any session goes unlooked at. */
    async function leaving(member: Member, meanwhile: (url: string, ref: string) => Promise<OpenStream>) {
      const asked = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const message: EventReader = async () => {
        asked.resolve()
        await go.promise
        return new Map()
      }
      const ref = randomUUID()
      const left = await meanwhile(await serve({ readers: { message } }), ref)
      await asked.promise
      await house.database.sql('delete from session where "userId" = $1', [member.id])
      await sleep(1_300)
      go.resolve()
      await left.ended
      expect(left.text()).toContain('event: end')
      expect(left.frames.some(about(ref))).toBe(false)
    }

    test('as it happens; whoever stays hears it', async () => {
      const [one, two] = [await house.member(), await house.member()]
      let stays: OpenStream | undefined
      let said = ''
      await leaving(one, async (url, ref) => {
        said = ref
        stays = await hear(url, two)
        const left = await hear(url, one)
        await write([one, two].map(({ id }) => ({ user: id, kind: 'message', ref })))
        return left
      })
      await stays?.heard(about(said))
    })

    test('when it is replayed', async () => {
      const one = await house.member()
      await leaving(one, async (url, ref) => {
        const before = await hear(url, one)
        const start = before.frames[0]?.id ?? ''
        await before.close()
        await write([{ user: one.id, kind: 'message', ref }])
        const left = await openEvents(url, one, { after: start })
        open.push(left)
        return left
      })
    })
  })

  test('a reader that fails, or does not find it: the event comes without, and the others as ever', async () => {
    const readers: Record<string, EventReader> = {
      message: () => Promise.reject(new Error('broken')),
      note: async () => new Map(),
    }
    const url = await serve({ readers })
    const member = await house.member()
    const stream = await hear(url, member)
    const refs = [randomUUID(), randomUUID(), randomUUID()]
    await write(
      refs.map((ref, at) => ({ user: member.id, kind: ['message', 'note', 'chat'][at] ?? '', ref })),
    )
    await stream.heard(about(refs[2] ?? ''))
    expect(stream.frames.slice(1).map(({ data }) => data)).toEqual([
      { kind: 'message', ref: refs[0] },
      { kind: 'note', ref: refs[1] },
      { kind: 'chat', ref: refs[2] },
    ])
    expect(house.database.log.some(({ msg }) => msg === 'live content not read')).toBe(true)
  })

  test('a kind that objects inherit has no reader', async () => {
    const url = await serve({})
    const member = await house.member()
    const stream = await hear(url, member)
    const ref = randomUUID()
    await write([{ user: member.id, kind: 'constructor', ref }])
    expect((await stream.heard(about(ref))).data).toEqual({ kind: 'constructor', ref })
  })
})

test('a look that fails is logged and made again: who came meanwhile is greeted, and nobody misses anything', async () => {
  const url = await serve({})
  const member = await house.member()
  const stream = await hear(url, member)
  const refs = [randomUUID(), randomUUID()]
  await house.database.sql('alter table events rename to events_away')
  house.platform.wake()
  await expect
    .poll(() => house.database.log.some(({ msg }) => msg === 'live events not read'), { timeout: 10_000 })
    .toBe(true)
  const late = await openEvents(url, member)
  open.push(late)
  const gone = await openEvents(url, member)
  await gone.close()
  await house.database.sql('alter table events_away rename to events')
  await late.heard(greeted)
  await write(refs.map((ref) => ({ user: member.id, kind: 'chat', ref })))
  for (const one of [stream, late]) for (const ref of refs) await one.heard(about(ref))
})

describe('limits of one process', () => {
  test('more streams than it can hold: 503 with Retry-After, in Spanish; a place that is given up is free again', async () => {
    const url = await serve({ most: 2 })
    const [one, two, three] = [await house.member(), await house.member(), await house.member()]
    const first = await hear(url, one)
    await hear(url, two)
    const refused = await newClient(url).get('/api/events', { cookie: `amparo=${three.jar.get('amparo')}` })
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', data: { retryAfter: 5 } })
    first.close()
    await expect.poll(async () => (await hear(url, three)).status).toBe(200)
  })

  test('F10 a reader that stopped reading is dropped; the others hear everything', async () => {
    const url = await serve({ readers: { message: filling(60_000) } })
    const member = await house.member()
    const slow = await hear(url, member)
    const quick = await hear(url, member)
    slow.pause()
    const refs: string[] = []
    // More than the system's own buffers of a connection can take.
    for (let count = 0; count < 200; count++) {
      const ref = randomUUID()
      refs.push(ref)
      await write([{ user: member.id, kind: 'message', ref }])
      await quick.heard(about(ref))
    }
    expect(quick.refs()).toEqual(refs)
    slow.resume()
    await slow.ended
    expect(slow.refs().length).toBeLessThan(refs.length)
    // It comes back; what it missed is too much to be replayed.
    const again = await hear(url, member, slow.last())
    expect(again.frames[0]?.event).toBe('reset')
  })

  test('a replay in one piece is no reason to drop who reads it', async () => {
    const url = await serve({ readers: { message: filling(30_000) } })
    const member = await house.member()
    const first = await hear(url, member)
    first.close()
    const refs = Array.from({ length: 16 }, () => randomUUID())
    await write(refs.map((ref) => ({ user: member.id, kind: 'message', ref })))
    const again = await hear(url, member, first.last())
    expect(again.refs()).toEqual(refs)
    const later = randomUUID()
    await write([{ user: member.id, kind: 'chat', ref: later }])
    await again.heard(about(later))
  })
})

const filling =
  (length: number): EventReader =>
  async (_db, refs) =>
    new Map(refs.map((ref) => [ref, 'x'.repeat(length)]))

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { startNewEpoch, sweepEvents } from '../../src/platform/realtime/sweep.server.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { createTestDatabase, eventually } from '../support/database/test-database.ts'
import {
  type EventStream,
  hasRef,
  isGreeting,
  openEventStream,
  waitUntilEventsReadable,
} from '../support/network/event-stream.ts'
import { newClient } from '../support/network/http-client.ts'
import { openDatabaseProxy } from '../support/network/tcp-proxy.ts'

const suite = useTestApp(2)

const at = (process: number) => suite.apps[process]?.url ?? ''

async function open(member: Member, options: { after?: string; process?: number } = {}) {
  const stream = await openEventStream(at(options.process ?? 0), member, options)
  expect(stream.status).toBe(200)
  await stream.waitFor(isGreeting)
  return stream
}

const INSERT = 'insert into events (user_id, kind, ref) values ($1, $2, $3) returning xid::text as xid, id'

/** Inserts events directly, each in its own transaction. @returns their `ref`s, in order */
async function write(userId: string, count = 1): Promise<string[]> {
  const refs = Array.from({ length: count }, () => randomUUID())
  for (const ref of refs) await suite.database.sql(INSERT, [userId, 'chat', ref])
  suite.platform.wake()
  await waitUntilEventsReadable(suite.database)
  return refs
}

/** Waits until the stream has received this number of events. */
const untilReceived = (stream: EventStream, count: number) =>
  eventually(async () => stream.refs().length >= count)

describe('resuming', () => {
  test('RT-01 from the last id: missed events once and in order, then new ones', async () => {
    const member = await suite.member()
    const stream = await open(member)
    const first = await write(member.id, 3)
    await untilReceived(stream, 3)
    expect(stream.refs()).toEqual(first)
    const [one, , three] = stream.frames.filter(({ event }) => event === 'message')
    stream.close()
    const missed = await write(member.id, 4)
    const again = await open(member, { after: three?.id ?? '' })
    expect(again.refs()).toEqual(missed)
    expect(again.frames.at(-1)?.event).toBe('hello')
    const further = await open(member, { after: one?.id ?? '', process: 1 })
    expect(further.refs()).toEqual([...first.slice(1), ...missed])
    const fresh = await write(member.id, 2)
    await untilReceived(again, 6)
    await untilReceived(further, 8)
    expect(again.refs()).toEqual([...missed, ...fresh])
    for (const { id } of again.frames) expect(id).toMatch(/^[0-9a-f-]{36}\.\d+\.\d+$/)
    again.close()
    further.close()
  })

  test('a new browser receives only events from then on', async () => {
    const member = await suite.member()
    await write(member.id, 3)
    const stream = await open(member)
    expect(stream.refs()).toEqual([])
    expect(stream.frames.map(({ event }) => event)).toEqual(['hello'])
    stream.close()
  })

  test('500 missed events are replayed, 501 cause a reset', async () => {
    const member = await suite.member()
    const stream = await open(member)
    const start = stream.lastId()
    stream.close()
    const many = `insert into events (user_id, kind, ref) select $1, 'chat', gen_random_uuid() from generate_series(1, $2)`
    await suite.database.sql(many, [member.id, 500])
    await waitUntilEventsReadable(suite.database)
    const all = await open(member, { after: start })
    expect(all.refs()).toHaveLength(500)
    expect(new Set(all.refs()).size).toBe(500)
    await suite.database.sql(many, [member.id, 1])
    await waitUntilEventsReadable(suite.database)
    const reset = await open(member, { after: start })
    expect(reset.frames.map(({ event }) => event)).toEqual(['reset'])
    const next = await write(member.id)
    await untilReceived(reset, 1)
    expect(reset.refs()).toEqual(next)
    all.close()
    reset.close()
  })

  test('abuse 38: an id of another epoch, a malformed and a future id cause a reset, and the stream continues', async () => {
    const member = await suite.member()
    const stream = await open(member)
    const [epoch = '', xid = '0'] = stream.lastId().split('.')
    const badIds = [
      `${randomUUID()}.${xid}.0`,
      `${epoch}.${BigInt(xid) + 1_000_000n}.1`,
      'x',
      '',
      `${epoch}.1`,
      `${epoch}.-5.1`,
      `${epoch}.01.1`,
      `${epoch}.${'9'.repeat(30)}.1`,
    ]
    for (const after of badIds) {
      const again = await open(member, { after })
      expect([after, again.frames[0]?.event]).toEqual([after, 'reset'])
      const next = await write(member.id)
      await untilReceived(again, 1)
      expect(again.refs()).toEqual(next)
      again.close()
    }
    stream.close()
  })

  test('ids older than the 7 days kept cause a reset, events after newer ones are replayed', {
    tags: 'built',
  }, async () => {
    const database = await createTestDatabase()
    const app = await startAppProcess({ databaseUrl: database.url })
    const { makeAccount } = await import('../../src/demo-data/accounts.ts')
    const account = await makeAccount(database.platform.db)
    const client = newClient(app.url)
    await client.post('/api/accounts/login', { email: account.email, password: account.password })
    const start = await openEventStream(app.url, client)
    await start.waitFor(isGreeting)
    const before = start.lastId()
    const refs: string[] = []
    for (const age of ['9 days', '8 days', '2 days', '0']) {
      const ref = randomUUID()
      refs.push(ref)
      await database.sql(
        `insert into events (user_id, kind, ref, created_at) values ($1, 'chat', $2, now() - $3::interval)`,
        [account.id, ref, age],
      )
    }
    database.platform.wake()
    await start.waitFor(hasRef(refs[3] ?? ''))
    start.close()
    await sweepEvents(database.platform.db)
    const left = await database.sql<{ ref: string }>('select ref from events where user_id = $1', [
      account.id,
    ])
    expect(left.map(({ ref }) => ref).sort()).toEqual(refs.slice(1).sort())
    const lastIdAt = (ref: number) => start.frames.find(({ data }) => data.ref === refs[ref])?.id ?? ''
    const answers: [string, string, (string | undefined)[]][] = [
      [before, 'reset', []],
      [lastIdAt(0), 'reset', []],
      [lastIdAt(1), 'hello', refs.slice(2)],
      [lastIdAt(2), 'hello', refs.slice(3)],
      [lastIdAt(3), 'hello', []],
    ]
    for (const [after, greeting, replayed] of answers) {
      const again = await openEventStream(app.url, client, { after })
      await again.waitFor(isGreeting)
      expect([again.frames.at(-1)?.event, again.refs()]).toEqual([greeting, replayed])
      again.close()
    }
    await app.stop()
    await database.close()
  })
})

describe('no event is lost or repeated', () => {
  test('RT-01 an event of a transaction with an early id and a late commit is delivered, live and on resume', async () => {
    const member = await suite.member()
    const stream = await open(member)
    const slow = await suite.platform.pool.connect()
    const [early, late] = [randomUUID(), randomUUID()]
    await slow.query('begin')
    const { rows: first } = await slow.query(INSERT, [member.id, 'chat', early])
    const second = await suite.database.sql(INSERT, [member.id, 'chat', late])
    // The later transaction, with the higher id, is visible before the earlier one.
    expect(BigInt(first[0].xid) < BigInt(second[0]?.xid)).toBe(true)
    suite.platform.wake()
    const other = await open(member, { process: 1 })
    const lastId = other.lastId()
    await slow.query('commit')
    slow.release()
    // This commit sends no notification: the hub's next read finds it.
    await untilReceived(stream, 2)
    await untilReceived(other, 2)
    expect(stream.refs()).toEqual([early, late])
    expect(other.refs()).toEqual([early, late])
    const resumed = await open(member, { after: lastId })
    expect(resumed.refs()).toEqual([early, late])
    for (const one of [stream, other, resumed]) one.close()
  })

  test('400 events of 8 writers at once reach 3 streams on two processes, each once and in one order', async () => {
    const member = await suite.member()
    const streams = await Promise.all([0, 1, 1].map((process) => open(member, { process })))
    await Promise.all(Array.from({ length: 8 }, () => write(member.id, 50)))
    for (const stream of streams) await untilReceived(stream, 400)
    const [one, ...others] = streams.map((stream) => stream.refs())
    expect(new Set(one).size).toBe(400)
    for (const other of others) expect(other).toEqual(one)
    for (const stream of streams) stream.close()
  })

  test('streams that are opened, cut and resumed while 300 events are written receive each event once', async () => {
    const member = await suite.member()
    const start = await open(member)
    let after = start.lastId()
    start.close()
    let isWriting = true
    const written = write(member.id, 300).finally(() => {
      isWriting = false
    })
    const received: (string | null)[] = []
    for (let turn = 0; isWriting || turn % 2; turn++) {
      const stream = await open(member, { after, process: turn % 2 })
      // Near the end fewer than twenty may be left.
      await eventually(async () => !isWriting || stream.refs().length >= 20).catch(() => {})
      received.push(...stream.refs())
      expect(stream.frames.some(({ event }) => event === 'reset')).toBe(false)
      after = stream.lastId()
      stream.close()
    }
    const refs = await written
    const rest = await open(member, { after })
    received.push(...rest.refs())
    rest.close()
    expect(received).toEqual(refs)
  })

  test('events of one process are delivered by the other', async () => {
    const member = await suite.member()
    const stream = await open(member, { process: 1 })
    await member.rpc('accounts.updateName', { name: 'Otro Nombre' })
    await stream.waitFor(({ data }) => data.kind === 'profile' && data.ref === member.id)
    stream.close()
  })

  test('OPEN-11 a logout on one process closes the stream on the other', async () => {
    const member = await suite.member()
    const stream = await open(member, { process: 1 })
    await member.post('/api/accounts/logout')
    await stream.ended
    expect(stream.frames.at(-1)?.event).toBe('end')
  })
})

describe('recovery from failures', () => {
  const LISTENERS = `select pid from pg_stat_activity where datname = current_database() and application_name = 'amparo-live'`

  test('the LISTEN connections are killed: they reconnect, and events are delivered', async () => {
    const member = await suite.member()
    const stream = await open(member)
    const killed = await suite.database.sql<{ pid: number }>(
      `select pg_terminate_backend(pid), pid from (${LISTENERS}) l`,
    )
    expect(killed).toHaveLength(2)
    const refs = await write(member.id)
    await untilReceived(stream, 1)
    expect(stream.refs()).toEqual(refs)
    await eventually(async () => {
      const now = await suite.database.sql<{ pid: number }>(LISTENERS)
      return now.length === 2 && now.every(({ pid }) => !killed.some((old) => old.pid === pid))
    })
    stream.close()
  })

  test('every connection of the application is killed: the stream stays and misses nothing', async () => {
    const member = await suite.member()
    const stream = await open(member)
    await suite.database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'amparo%'`,
    )
    const refs = await eventually(() => write(member.id).catch(() => null))
    await stream.waitFor(hasRef(refs.at(-1) ?? ''))
    stream.close()
  })

  test('graceful shutdown: streams are closed at once; events written meanwhile are replayed', {
    tags: 'built',
  }, async () => {
    const app = await startAppProcess({ databaseUrl: suite.database.url })
    const member = await suite.member()
    const stream = await openEventStream(app.url, member)
    await stream.waitFor(isGreeting)
    const startedAt = Date.now()
    await Promise.all([stream.ended, app.stop()])
    // Streams do not wait for the 8 s that running requests get.
    expect(app.log().filter((proxy) => proxy.level >= 50)).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(8_000)
    expect(stream.frames.at(-1)?.event).toBe('hello')
    const refs = await write(member.id, 2)
    const again = await open(member, { after: stream.lastId() })
    expect(again.refs()).toEqual(refs)
    again.close()
  })

  test('kill -9 of the application and a new one: nothing is missed', { tags: 'built' }, async () => {
    const app = await startAppProcess({ databaseUrl: suite.database.url })
    const member = await suite.member()
    const stream = await openEventStream(app.url, member)
    await stream.waitFor(isGreeting)
    const first = await write(member.id)
    await untilReceived(stream, 1)
    await app.kill()
    await stream.ended
    const second = await write(member.id, 3)
    const next = await startAppProcess({ databaseUrl: suite.database.url })
    const again = await openEventStream(next.url, member, { after: stream.lastId() })
    await again.waitFor(isGreeting)
    expect([...stream.refs(), ...again.refs()]).toEqual([...first, ...second])
    again.close()
    await next.stop()
  })

  test('the answer to a commit is lost: its event is delivered anyway', async () => {
    const { proxy, url } = await openDatabaseProxy(suite.database.url)
    const member = await suite.member()
    const stream = await open(member)
    const writer = new pg.Client({ connectionString: url })
    writer.on('error', () => {})
    await writer.connect()
    const ref = randomUUID()
    await writer.query('begin')
    await writer.query(INSERT, [member.id, 'chat', ref])
    const sprung = proxy.dropResponseTo('commit')
    await expect(writer.query('commit')).rejects.toThrow()
    await sprung
    await stream.waitFor(hasRef(ref))
    stream.close()
    await proxy.close()
  })
})

describe('limits', () => {
  test('abuse 38: a seventh stream of one person ends the oldest, on this process', async () => {
    const member = await suite.member()
    const streams: EventStream[] = []
    for (let count = 0; count < 7; count++) streams.push(await open(member))
    await streams[0]?.ended
    expect(streams[0]?.frames.at(-1)?.event).toBe('crowded')
    const [ref] = await write(member.id)
    for (const stream of streams.slice(1)) await stream.waitFor(hasRef(ref ?? ''))
    for (const stream of streams) stream.close()
  })

  test('of 40 streams that one person opens at once six remain', async () => {
    const member = await suite.member()
    const streams = await Promise.all(
      Array.from({ length: 40 }, () => openEventStream(suite.app.url, member)),
    )
    await expect
      .poll(() => streams.filter(({ frames }) => frames.at(-1)?.event === 'crowded').length)
      .toBe(34)
    const [ref] = await write(member.id)
    const here = streams.filter(({ frames }) => frames.at(-1)?.event !== 'crowded')
    for (const stream of here) await stream.waitFor(hasRef(ref ?? ''))
    for (const stream of streams) stream.close()
  })

  test('abuse 38: a stream is never the answer to another request of the same connection', {
    tags: 'built',
  }, async () => {
    const member = await suite.member()
    // The second application: the first has no pages.
    const port = suite.apps[1]?.port ?? 0
    const socket = connect(port, '127.0.0.1')
    const common = `Host: 127.0.0.1:${port}\r\nCookie: amparo=${member.jar.get('amparo')}\r\n`
    socket.write(
      `GET /terminos HTTP/1.1\r\n${common}\r\nGET /api/events HTTP/1.1\r\n${common}Connection: close\r\n\r\n`,
    )
    const all = await text(socket)
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400'])
    expect(all).not.toContain('event: hello')
  })

  test('a restore: every browser gets a reset, and older ids cannot be resumed', async () => {
    const member = await suite.member()
    const streams = [await open(member), await open(member, { process: 1 })]
    const before = streams[0]?.lastId() ?? ''
    await write(member.id)
    await startNewEpoch(suite.platform.db)
    expect(await suite.database.sql('select 1 from events')).toEqual([])
    for (const stream of streams) {
      const reset = await stream.waitFor(({ event }) => event === 'reset')
      expect(reset.id.split('.')[0]).not.toBe(before.split('.')[0])
    }
    const again = await open(member, { after: before })
    expect(again.frames.map(({ event }) => event)).toEqual(['reset'])
    const [ref] = await write(member.id)
    for (const stream of [...streams, again]) await stream.waitFor(hasRef(ref ?? ''))
    for (const stream of [...streams, again]) stream.close()
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setPlan, setVerification } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { type EventStream, hasRef, isGreeting, openEventStream } from '../support/network/event-stream.ts'
import type { Problem } from '../support/network/http-client.ts'

const testApp = useTestApp()

async function streamOf(member: Pick<Member, 'jar' | 'address'>, after?: string): Promise<EventStream> {
  const stream = await openEventStream(testApp.app.url, member, after === undefined ? {} : { after })
  expect(stream.status).toBe(200)
  await stream.waitFor(isGreeting)
  return stream
}

/** Writes an event directly, without a command. @returns its `ref` */
async function write(userId: string | null, kind = 'chat'): Promise<string> {
  const ref = randomUUID()
  await testApp.database.sql(
    `insert into events (user_id, audience, kind, ref) values ($1, case when $1::uuid is null then 'mercado' end, $2, $3)`,
    [userId, kind, ref],
  )
  testApp.platform.wake()
  return ref
}

describe('who may open the live stream', () => {
  test('OPEN-11, abuse 38: 401 in Spanish without a session, with an expired, ended or deleted one, or a forged cookie', async () => {
    const expired = await testApp.member()
    await testApp.database.sql(`update session set "expiresAt" = app_now() where "userId" = $1`, [expired.id])
    const ended = await testApp.member()
    const jar = new Map(ended.jar)
    await ended.post('/api/accounts/logout')
    const deleted = await testApp.member()
    await testApp.database.sql('delete from "user" where id = $1', [deleted.id])
    const forged = testApp.visitor()
    forged.jar.set('amparo', `${randomUUID()}.${'A'.repeat(43)}%3D`)
    for (const client of [testApp.visitor(), expired, { ...ended, jar }, deleted, forged]) {
      const answer = await testApp.visitor().get('/api/events', {
        cookie: [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      })
      expect(answer.status).toBe(401)
      expect(answer.json<Problem>()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' })
    }
  })

  test('other methods get 405 and open no stream', async () => {
    const member = await testApp.member()
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await member.send('/api/events', { method })
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET'])
      expect(answer.headers['content-type'] ?? '').not.toContain('event-stream')
    }
  })

  test('requests from pages of other sites get 403', async () => {
    const member = await testApp.member()
    for (const site of ['cross-site', 'same-site']) {
      const answer = await member.get('/api/events', { 'sec-fetch-site': site })
      expect([site, answer.status]).toEqual([site, 403])
    }
    const own = await openEventStream(testApp.app.url, member, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(own.status).toBe(200)
    own.close()
  })

  test('clients, lawyers, administrators and accounts without a profile receive their own events', async () => {
    for (const role of ['client', 'lawyer', 'admin', 'none'] as const) {
      const member = await testApp.member(role === 'none' ? {} : { role })
      if (role === 'none') await testApp.database.sql('delete from profiles where id = $1', [member.id])
      const stream = await streamOf(member)
      await stream.waitFor(hasRef(await write(member.id)))
      stream.close()
    }
  })

  test('the response headers forbid storing, transforming, framing and MIME sniffing', async () => {
    const stream = await streamOf(await testApp.member())
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
    stream.close()
  })

  test('AUT-27 opening the stream renews the session, as any request does', async () => {
    const member = await testApp.member()
    await testApp.database.sql(
      `update session set "expiresAt" = app_now() + interval '3 days' where "userId" = $1`,
      [member.id],
    )
    const stream = await streamOf(member)
    expect(stream.headers['set-cookie']?.[0]).toContain('Max-Age=604800')
    stream.close()
  })
})

describe("no one receives another person's events", () => {
  test('RT-01, abuse 38: live and resumed, with any position', async () => {
    const [mine, other] = [await testApp.member(), await testApp.member()]
    const [stream, theirs] = [await streamOf(mine), await streamOf(other)]
    const start = stream.lastId()
    const canary = await write(other.id)
    await theirs.waitFor(hasRef(canary))
    const own = await write(mine.id)
    await stream.waitFor(hasRef(own))
    const [epoch = '', xid = ''] = start.split('.')
    const positions = [
      start,
      theirs.lastId(),
      `${epoch}.0.0`,
      `${epoch}.${xid}.0`,
      `${epoch}.-1.-1`,
      `${epoch}.${2n ** 64n}.1`,
      `${epoch}.${'9'.repeat(400)}.1`,
      `${epoch}.1.${2n ** 63n}`,
      `${randomUUID()}.0.0`,
      `${epoch}.0.0' or true --`,
      '*',
      '0',
      '',
      ' ',
      'null',
    ]
    for (const after of positions) {
      const again = await streamOf(mine, after)
      expect(again.refs().filter((ref) => ref !== own)).toEqual([])
      expect(again.text()).not.toContain(canary)
      again.close()
    }
    expect(stream.text()).not.toContain(canary)
    expect(theirs.text()).not.toContain(own)
    stream.close()
    theirs.close()
  })

  test('DAL-13 market events reach only verified lawyers with a plan; plan changes take effect on open streams', async () => {
    const people: Record<string, Member> = {
      seer: await testApp.member({ role: 'lawyer' }),
      free: await testApp.member({ role: 'lawyer' }),
      unverified: await testApp.member({ role: 'lawyer' }),
      client: await testApp.member(),
      admin: await testApp.member({ role: 'admin' }),
    }
    const { db } = testApp.platform
    for (const name of ['seer', 'free']) await setVerification(db, people[name]?.id ?? '', 'verified')
    for (const name of ['seer', 'unverified']) await setPlan(db, people[name]?.id ?? '', 'basico', 20)
    const streams = new Map<string, EventStream>()
    for (const [name, member] of Object.entries(people)) streams.set(name, await streamOf(member))
    const start = streams.get('free')?.lastId() ?? ''
    const first = await write(null, 'case')
    await streams.get('seer')?.waitFor(hasRef(first))
    // Both events are read in the same poll: the new plan must count already.
    await setPlan(db, people.free?.id ?? '', 'basico', 20)
    await write(people.free?.id ?? '', 'profile')
    const second = await write(null, 'case')
    await streams.get('free')?.waitFor(hasRef(second))
    await setPlan(db, people.seer?.id ?? '', 'gratis', 0)
    const lastEvent = await write(people.seer?.id ?? '', 'profile')
    await streams.get('seer')?.waitFor(hasRef(lastEvent))
    const third = await write(null, 'case')
    await streams.get('free')?.waitFor(hasRef(third))
    for (const name of ['unverified', 'client', 'admin']) expect(streams.get(name)?.refs()).toEqual([])
    expect(streams.get('seer')?.refs()).toEqual([first, second, lastEvent])
    expect(streams.get('free')?.text()).not.toContain(first)
    for (const stream of streams.values()) stream.close()
    // Resuming follows the same rule, with the plan of that moment.
    const lost = await streamOf(people.seer as Member, start)
    expect(lost.refs()).toEqual([lastEvent])
    const gained = await streamOf(people.free as Member, start)
    expect(gained.refs()).toEqual(expect.arrayContaining([first, second, third]))
    lost.close()
    gained.close()
  })
})

describe('a stream ends with its session', () => {
  const endings: [string, (member: Member) => Promise<unknown>][] = [
    ['AUT-28 logout', (member) => member.post('/api/accounts/logout')],
    [
      'the session row is deleted directly',
      (member) => testApp.database.sql('delete from session where "userId" = $1', [member.id]),
    ],
    [
      'it expires',
      (member) =>
        testApp.database.sql('update session set "expiresAt" = app_now() where "userId" = $1', [member.id]),
    ],
    [
      'the account is deleted',
      (member) => testApp.database.sql('delete from "user" where id = $1', [member.id]),
    ],
  ]
  for (const [what, end] of endings) {
    test(`OPEN-11, abuse 12: ${what}: the stream sends «end», closes, and delivers nothing more`, async () => {
      const member = await testApp.member()
      const stream = await streamOf(member)
      await end(member)
      await stream.ended
      expect(stream.frames.at(-1)?.event).toBe('end')
      const later = await write(member.id)
      expect(stream.text()).not.toContain(later)
    })
  }

  test("OPEN-10 «Cerrar otras sesiones» closes the other sessions' streams and keeps this one", async () => {
    const here = await testApp.member()
    const elsewhere = testApp.visitor()
    const login = { email: here.email, password: here.password }
    expect((await elsewhere.post('/api/accounts/login', login)).status).toBe(200)
    const [mine, theirs] = [await streamOf(here), await streamOf(elsewhere)]
    await here.post('/api/accounts/close-other-sessions')
    await theirs.ended
    await mine.waitFor(hasRef(await write(here.id)))
    mine.close()
  })

  test('H-10, B5: a copied cookie gets no more events; the browser with the new cookie resumes', async () => {
    const here = await testApp.member()
    const copy = testApp.visitor()
    copy.jar.set('amparo', here.jar.get('amparo') ?? '')
    const [mine, theirs] = [await streamOf(here), await streamOf(copy)]
    expect((await here.post('/api/accounts/close-other-sessions')).status).toBe(200)
    await Promise.all([mine.ended, theirs.ended])
    // No «end» frame, because the session continues.
    expect([...mine.frames, ...theirs.frames].some(({ event }) => event === 'end')).toBe(false)
    const missed = await write(here.id)
    const again = await streamOf(here, mine.lastId())
    await again.waitFor(hasRef(missed))
    again.close()
    expect((await openEventStream(testApp.app.url, copy)).status).toBe(401)
  })
})

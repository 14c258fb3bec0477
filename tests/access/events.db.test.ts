import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setPlan, setVerification } from '../../src/server/factories/lawyers.ts'
import { about, greeted, type OpenStream, openEvents } from '../support/events.ts'
import type { Problem } from '../support/http.ts'
import { type Member, useHouse } from '../support/suite.ts'

const house = useHouse()

async function streamOf(member: Pick<Member, 'jar' | 'address'>, after?: string): Promise<OpenStream> {
  const stream = await openEvents(house.app.url, member, after === undefined ? {} : { after })
  expect(stream.status).toBe(200)
  await stream.heard(greeted)
  return stream
}

/** Writes an event past every command. @returns its reference */
async function write(userId: string | null, kind = 'chat'): Promise<string> {
  const ref = randomUUID()
  await house.database.sql(
    `insert into events (user_id, audience, kind, ref) values ($1, case when $1::uuid is null then 'mercado' end, $2, $3)`,
    [userId, kind, ref],
  )
  house.platform.wake()
  return ref
}

describe('who may open the live stream', () => {
  test('OPEN-11, abuse 38: a visitor, an expired, an ended and a deleted session, a forged cookie: 401, in Spanish', async () => {
    const expired = await house.member()
    await house.database.sql(`update session set "expiresAt" = app_now() where "userId" = $1`, [expired.id])
    const ended = await house.member()
    const jar = new Map(ended.jar)
    await ended.post('/api/accounts/logout')
    const deleted = await house.member()
    await house.database.sql('delete from "user" where id = $1', [deleted.id])
    const forged = house.visitor()
    forged.jar.set('amparo', `${randomUUID()}.${'A'.repeat(43)}%3D`)
    for (const client of [house.visitor(), expired, { ...ended, jar }, deleted, forged]) {
      const answer = await house.visitor().get('/api/events', {
        cookie: [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      })
      expect(answer.status).toBe(401)
      expect(answer.json<Problem>()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' })
    }
  })

  test('every other method is refused, and opens nothing', async () => {
    const member = await house.member()
    for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await member.send('/api/events', { method })
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET'])
      expect(answer.headers['content-type'] ?? '').not.toContain('event-stream')
    }
  })

  test("another site's page is refused", async () => {
    const member = await house.member()
    for (const site of ['cross-site', 'same-site']) {
      const answer = await member.get('/api/events', { 'sec-fetch-site': site })
      expect([site, answer.status]).toEqual([site, 403])
    }
    const own = await openEvents(house.app.url, member, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(own.status).toBe(200)
    own.close()
  })

  test('clients, lawyers, administrators and an account without a profile hear their own', async () => {
    for (const role of ['client', 'lawyer', 'admin', 'none'] as const) {
      const member = await house.member(role === 'none' ? {} : { role })
      if (role === 'none') await house.database.sql('delete from profiles where id = $1', [member.id])
      const stream = await streamOf(member)
      await stream.heard(about(await write(member.id)))
      stream.close()
    }
  })

  test('the head: an event stream that nobody stores, transforms, frames or sniffs', async () => {
    const stream = await streamOf(await house.member())
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

  test('AUT-27 opening it renews the session, as any request does', async () => {
    const member = await house.member()
    await house.database.sql(
      `update session set "expiresAt" = app_now() + interval '3 days' where "userId" = $1`,
      [member.id],
    )
    const stream = await streamOf(member)
    expect(stream.headers['set-cookie']?.[0]).toContain('Max-Age=604800')
    stream.close()
  })
})

describe("nobody hears another person's events", () => {
  test('RT-01, abuse 38: live and resumed, whatever position is sent', async () => {
    const [mine, other] = [await house.member(), await house.member()]
    const [stream, theirs] = [await streamOf(mine), await streamOf(other)]
    const start = stream.last()
    const canary = await write(other.id)
    await theirs.heard(about(canary))
    const own = await write(mine.id)
    await stream.heard(about(own))
    const [epoch = '', xid = ''] = start.split('.')
    const odd = [
      start,
      theirs.last(),
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
    for (const after of odd) {
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

  test('DAL-13 the market reaches verified lawyers with a plan, nobody else; who gains or loses the plan is noticed', async () => {
    const people: Record<string, Member> = {
      seer: await house.member({ role: 'lawyer' }),
      free: await house.member({ role: 'lawyer' }),
      unverified: await house.member({ role: 'lawyer' }),
      client: await house.member(),
      admin: await house.member({ role: 'admin' }),
    }
    const { db } = house.platform
    for (const name of ['seer', 'free']) await setVerification(db, people[name]?.id ?? '', 'verified')
    for (const name of ['seer', 'unverified']) await setPlan(db, people[name]?.id ?? '', 'basico', 20)
    const streams = new Map<string, OpenStream>()
    for (const [name, member] of Object.entries(people)) streams.set(name, await streamOf(member))
    const start = streams.get('free')?.last() ?? ''
    const first = await write(null, 'case')
    await streams.get('seer')?.heard(about(first))
    // The event of the new plan comes in the same look as the market's: the plan counts already.
    await setPlan(db, people.free?.id ?? '', 'basico', 20)
    await write(people.free?.id ?? '', 'profile')
    const second = await write(null, 'case')
    await streams.get('free')?.heard(about(second))
    await setPlan(db, people.seer?.id ?? '', 'gratis', 0)
    const told = await write(people.seer?.id ?? '', 'profile')
    await streams.get('seer')?.heard(about(told))
    const third = await write(null, 'case')
    await streams.get('free')?.heard(about(third))
    for (const name of ['unverified', 'client', 'admin']) expect(streams.get(name)?.refs()).toEqual([])
    expect(streams.get('seer')?.refs()).toEqual([first, second, told])
    expect(streams.get('free')?.text()).not.toContain(first)
    for (const stream of streams.values()) stream.close()
    // Resuming obeys the same rule, as it is when one resumes.
    const lost = await streamOf(people.seer as Member, start)
    expect(lost.refs()).toEqual([told])
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
      'the row is deleted without a word',
      (member) => house.database.sql('delete from session where "userId" = $1', [member.id]),
    ],
    [
      'it expires',
      (member) =>
        house.database.sql('update session set "expiresAt" = app_now() where "userId" = $1', [member.id]),
    ],
    [
      'the account is deleted',
      (member) => house.database.sql('delete from "user" where id = $1', [member.id]),
    ],
  ]
  for (const [what, end] of endings) {
    test(`OPEN-11, abuse 12: ${what}: the stream says so and is closed, and nothing more is heard`, async () => {
      const member = await house.member()
      const stream = await streamOf(member)
      await end(member)
      await stream.ended
      expect(stream.frames.at(-1)?.event).toBe('end')
      const later = await write(member.id)
      expect(stream.text()).not.toContain(later)
    })
  }

  test("OPEN-10 «Cerrar otras sesiones» closes the others' streams and leaves this one", async () => {
    const here = await house.member()
    const elsewhere = house.visitor()
    const login = { email: here.email, password: here.password }
    expect((await elsewhere.post('/api/accounts/login', login)).status).toBe(200)
    const [mine, theirs] = [await streamOf(here), await streamOf(elsewhere)]
    await here.post('/api/accounts/close-other-sessions')
    await theirs.ended
    await mine.heard(about(await write(here.id)))
    mine.close()
  })

  test('H-10, B5: a copy of the cookie reads nothing on; the browser that got the new one comes back with it', async () => {
    const here = await house.member()
    const copy = house.visitor()
    copy.jar.set('amparo', here.jar.get('amparo') ?? '')
    const [mine, theirs] = [await streamOf(here), await streamOf(copy)]
    expect((await here.post('/api/accounts/close-other-sessions')).status).toBe(200)
    await Promise.all([mine.ended, theirs.ended])
    // Without a word: the session is not over.
    expect([...mine.frames, ...theirs.frames].some(({ event }) => event === 'end')).toBe(false)
    const missed = await write(here.id)
    const again = await streamOf(here, mine.last())
    await again.heard(about(missed))
    again.close()
    expect((await openEvents(house.app.url, copy)).status).toBe(401)
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually, lockWaits, TEST_SECRET } from '../support/database.ts'
import type { Problem } from '../support/http.ts'
import { type Member, useApp, useHouse } from '../support/suite.ts'

const house = useApp()
const SESSION = '/api/accounts/session'
const NOBODY = { user: null, profileError: null }
const DAY = 24 * 3600

const tokenOf = async ({ id }: Member) => {
  const [row] = await house.database.sql<{ token: string }>('select token from session where "userId" = $1', [
    id,
  ])
  return row?.token ?? ''
}

const secondsLeft = async ({ id }: Member) => {
  const [row] = await house.database.sql<{ left: string }>(
    'select extract(epoch from "expiresAt" - app_now()) as left from session where "userId" = $1',
    [id],
  )
  return Number(row?.left)
}

/** Puts the end of the session so many seconds from now. */
const endsIn = ({ id }: Member, seconds: number) =>
  house.database.sql(
    'update session set "expiresAt" = app_now() + make_interval(secs => $2) where "userId" = $1',
    [id, seconds],
  )

const sign = (token: string, secret = TEST_SECRET) =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)

const withCookie = async (cookie: string) => house.visitor().get(SESSION, { cookie })

describe('who is signed in', () => {
  test('AUT-20, AUT-21, GEN-05, ENT-01, CAL-14, ROL-05 the session user of each role', async () => {
    const client = await house.member({ name: 'Josefa Pérez' })
    const lawyer = await house.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
    const admin = await house.member({ role: 'admin' })
    const none = { verification_status: null, plan: null, credits_available: null, credits_used: null }
    const one = async (member: Member) => (await member.get(SESSION)).json<{ user: object }>().user
    expect(await one(client)).toEqual({
      id: client.id,
      email: client.email,
      name: 'Josefa Pérez',
      role: 'client',
      avatar_url: null,
      ...none,
    })
    expect(await one(lawyer)).toMatchObject({
      role: 'lawyer',
      verification_status: 'profile_pending',
      plan: 'gratis',
      credits_available: 0,
    })
    expect(await one(admin)).toMatchObject({ role: 'admin', ...none })
  })

  test("both doors say the same, and say it to nobody's cache", async () => {
    const member = await house.member()
    const rest = await member.get(SESSION)
    const rpc = await member.rpc('accounts.session')
    expect(rpc.json()).toEqual(rest.json())
    for (const { headers } of [rest, rpc]) expect(headers['cache-control']).toBe('private, no-store')
  })

  test('AUT-26 a changed name and status show without a new login', async () => {
    const member = await house.member({ role: 'lawyer' })
    await house.database.sql(
      `update profiles set name = 'Otro Nombre', verification_status = 'admin_pending' where id = $1`,
      [member.id],
    )
    expect((await member.get(SESSION)).json()).toMatchObject({
      user: { name: 'Otro Nombre', verification_status: 'admin_pending' },
    })
  })

  test('an expired session is nobody', async () => {
    const member = await house.member()
    await endsIn(member, 0)
    expect((await member.get(SESSION)).json()).toEqual(NOBODY)
    expect((await member.post('/api/accounts/logout')).status).toBe(401)
  })

  test("a deleted user's session is nobody", async () => {
    const member = await house.member()
    await house.database.sql('delete from "user" where id = $1', [member.id])
    expect((await member.get(SESSION)).json()).toEqual(NOBODY)
  })
})

describe('AUT-27 renewal', () => {
  test('not before a day of it is gone', async () => {
    const member = await house.member()
    await endsIn(member, 6 * DAY + 60)
    const answer = await member.get(SESSION)
    expect(answer.cookies).toEqual([])
    expect(await secondsLeft(member)).toBeLessThan(6 * DAY + 61)
  })

  test('once a day is gone: seven new days, and the same cookie again with its Max-Age', async () => {
    const member = await house.member()
    const cookie = member.jar.get('amparo')
    await endsIn(member, 6 * DAY - 1)
    const answer = await member.get(SESSION)
    expect(answer.cookies).toEqual([`amparo=${cookie}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`])
    expect(await secondsLeft(member)).toBeGreaterThan(7 * DAY - 60)
    expect((await member.get(SESSION)).cookies).toEqual([])
  })

  test('a page renews it too, and hands the cookie on', { tags: 'built' }, async () => {
    const member = await house.member()
    await endsIn(member, DAY)
    const answer = await member.get('/dashboard')
    expect(answer.status).toBe(200)
    expect(answer.cookies).toHaveLength(1)
    expect(answer.cookies[0]).toContain('Max-Age=604800')
  })

  test('of 20 requests at once exactly one renews', async () => {
    const member = await house.member()
    await endsIn(member, 3 * DAY)
    // Its row is held until several requests have read it and wait to renew it: they do meet.
    const holder = await house.platform.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from session where "userId" = $1 for update', [member.id])
    const asked = Promise.all(Array.from({ length: 20 }, () => member.get(SESSION)))
    await eventually(async () => (await lockWaits(house.database)) >= 5)
    await holder.query('commit')
    holder.release()
    const answers = await asked
    expect(answers.every((answer) => answer.json<{ user: object | null }>().user !== null)).toBe(true)
    expect(answers.filter((answer) => answer.cookies.length > 0)).toHaveLength(1)
  })
})

describe('cookies that are not ours', () => {
  test('another secret, a cut, a changed or a missing signature', async () => {
    const member = await house.member()
    const token = await tokenOf(member)
    const good = sign(token)
    expect((await withCookie(`amparo=${good}`)).json()).toMatchObject({ user: { id: member.id } })
    const forged = [
      sign(token, `${TEST_SECRET}!`),
      sign(`${token}x`).replace('x', ''),
      token,
      `${token}.`,
      encodeURIComponent(`${token}.${'A'.repeat(43)}=`),
      good.slice(0, -4),
      // Other spellings of the same signature: base64 is read past signs that are none of its own.
      `${good}!!!`,
      `${good}%00`,
      good.replace(/(%3D)+$/, ''),
      encodeURIComponent(`.${createHmac('sha256', TEST_SECRET).update('').digest('base64')}`),
    ]
    for (const value of forged) {
      const answer = await withCookie(`amparo=${value}`)
      expect([value, answer.status, answer.json()]).toEqual([value, 200, NOBODY])
    }
  })

  test('abuse 14: two cookies of the name: neither is believed', async () => {
    const [one, two] = [await house.member(), await house.member()]
    const [a, b] = [one.jar.get('amparo'), two.jar.get('amparo')]
    for (const cookie of [`amparo=${a}; amparo=${b}`, `amparo=${a}; amparo=${a}`, `amparo=; amparo=${a}`]) {
      expect((await withCookie(cookie)).json()).toEqual(NOBODY)
    }
    expect((await withCookie(`otra=1; amparo=${a}; amparox=${b}`)).json()).toMatchObject({
      user: { id: one.id },
    })
  })

  test('abuse 14: 200 malformed ones: anonymous or refused as a request, never a fault', async () => {
    const odd = [
      'amparo=%',
      'amparo=%zz.%',
      'amparo=%00',
      'amparo=%F0%28%8C%28',
      'amparo',
      '=',
      ';;;',
      'amparo=.',
      'amparo=..',
      'amparo=a.b',
      `amparo=${'a'.repeat(501)}`,
      `amparo=${'a'.repeat(4000)}.b`,
      'amparo="x"',
      "amparo=' or 1=1 --.x",
      'amparo=null',
      'amparo=[object Object]',
      'amparo={"$gt":""}',
      'amparo=\u00e1\u00e9',
      '__Host-amparo=x',
      'amparo=x, amparo=y',
      'amparo=\t',
    ]
    const random = Array.from({ length: 180 }, (_, n) => {
      const bytes = createHmac('sha512', 'semilla').update(String(n)).digest()
      return `amparo=${bytes.toString(n % 3 === 0 ? 'hex' : n % 3 === 1 ? 'base64' : 'base64url')}${n % 2 ? `.${bytes.toString('base64')}` : ''}`
    })
    for (const cookie of [...odd, ...random]) {
      const answer = await house
        .visitor()
        .get(SESSION, { cookie: Buffer.from(cookie, 'utf8').toString('latin1') })
      expect([200, 400], cookie).toContain(answer.status)
      if (answer.status === 200) expect(answer.json(), cookie).toEqual(NOBODY)
      expect(answer.cookies).toEqual([])
    }
  })

  test('abuse 14: headers over the limit: 431 or a closed door, never a fault', async () => {
    const answer = await house
      .visitor()
      .get(SESSION, { cookie: `amparo=${'a'.repeat(20_000)}` })
      .catch(() => null)
    if (answer) expect(answer.status).toBe(431)
    expect((await house.visitor().get(SESSION)).status).toBe(200)
  })

  test('a bearer header, a token in the address or in the body is not a session', async () => {
    const member = await house.member()
    const token = await tokenOf(member)
    const visitor = house.visitor()
    expect((await visitor.get(SESSION, { authorization: `Bearer ${token}` })).json()).toEqual(NOBODY)
    expect((await visitor.get(`${SESSION}?token=${token}`)).text).not.toContain(member.email)
    expect(
      (
        await visitor.get('/api/accounts/session', {
          'x-amparo-address': '1.2.3.4',
          cookie: `better-auth.session_token=${sign(token)}`,
        })
      ).json(),
    ).toEqual(NOBODY)
  })
})

describe('AUT-22 a user whose profile is missing', () => {
  test('abuse 2: is shown what they signed up with, and has no rights', async () => {
    const member = await house.member({ role: 'lawyer', name: 'Sin Perfil' })
    await house.database.sql('delete from profiles where id = $1', [member.id])
    const answer = await member.get(SESSION)
    expect(answer.json()).toEqual({
      user: {
        id: member.id,
        email: member.email,
        name: 'Sin Perfil',
        role: 'lawyer',
        avatar_url: null,
        verification_status: null,
        plan: null,
        credits_available: null,
        credits_used: null,
      },
      // AUT-24: a missing row is not an error to tell.
      profileError: null,
    })
    const refused = await member.post('/api/accounts/update-name', { name: 'Otro Nombre' })
    expect(refused.status).toBe(403)
    expect((await member.post('/api/accounts/logout')).status).toBe(200)
  })

  test('abuse 2: who signed up as administrator is none without the row', async () => {
    const member = await house.member({ role: 'admin' })
    await house.database.sql('delete from profiles where id = $1', [member.id])
    expect((await member.post('/api/accounts/update-name', { name: 'Otro Nombre' })).status).toBe(403)
  })

  test('AUT-23 a profile that cannot be read: the fallback user, the reason in Spanish, the fault in the log', {
    tags: 'built',
  }, async () => {
    const member = await house.member({ name: 'Perfil Ilegible' })
    await house.database.sql('alter table lawyer_profiles rename to lawyer_profiles_gone')
    try {
      const answer = await member.get(SESSION)
      expect(answer.json()).toMatchObject({
        user: { id: member.id, name: 'Perfil Ilegible', role: 'client' },
        profileError: expect.stringMatching(/^No se pudo cargar el perfil del usuario: /),
      })
      const page = await member.get('/')
      expect(page.status).toBe(200)
      await house.app.logged((entry) => entry.msg === 'profile of the session could not be read')
    } finally {
      await house.database.sql('alter table lawyer_profiles_gone rename to lawyer_profiles')
    }
    expect((await member.get(SESSION)).json()).toMatchObject({ profileError: null })
  })
})

describe('AUT-28 signing out', () => {
  test('abuse 12: the session is gone, the cookie removed, a replay is nobody, other tabs hear of it', async () => {
    const member = await house.member()
    const cookie = member.jar.get('amparo') ?? ''
    const [session] = await house.database.sql('select id from session where "userId" = $1', [member.id])
    const answer = await member.post('/api/accounts/logout')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ ended: true })
    expect(answer.cookies).toEqual(['amparo=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(await house.database.sql('select 1 from session where "userId" = $1', [member.id])).toEqual([])
    const events = await house.database.sql(
      `select kind, ref, audience from events where user_id = $1 and kind = 'session'`,
      [member.id],
    )
    expect(events).toEqual([{ kind: 'session', ref: session?.id, audience: null }])

    const replay = house.visitor()
    replay.jar.set('amparo', cookie)
    expect((await replay.get(SESSION)).json()).toEqual(NOBODY)
    const again = await replay.post('/api/accounts/logout')
    expect(again.status).toBe(401)
    expect(again.json<Problem>()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' })
  })

  test('of two at once both are told, and one ended it', async () => {
    const member = await house.member()
    const answers = await Promise.all([
      member.post('/api/accounts/logout'),
      member.post('/api/accounts/logout'),
    ])
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(
      answers.filter((answer) => answer.status === 200 && answer.json<{ ended: boolean }>().ended),
    ).toHaveLength(1)
  })

  test('only this session ends', async () => {
    const member = await house.member()
    const other = house.visitor()
    await other.post('/api/accounts/login', { email: member.email, password: member.password })
    await member.post('/api/accounts/logout')
    expect((await other.get(SESSION)).json()).toMatchObject({ user: { id: member.id } })
  })

  test.each([
    ['another site', { origin: 'https://malo.example' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('abuse 13: from %s: refused, the session lives', async (_what, headers, status) => {
    const member = await house.member()
    expect((await member.post('/api/accounts/logout', {}, headers)).status).toBe(status)
    expect((await member.get('/api/accounts/logout')).status).toBe(404)
    expect((await member.get(SESSION)).json()).toMatchObject({ user: { id: member.id } })
  })
})

describe('behind https', () => {
  const secure = useHouse(1, { PUBLIC_URL: 'https://amparo.test' })

  test('the cookie is __Host-amparo with Secure, and the one without prefix is not believed', async () => {
    const visitor = secure.visitor()
    const input = {
      name: 'Camila',
      email: 'https@prueba.test',
      password: 'secreta1',
      confirmPassword: 'secreta1',
      role: 'client',
    }
    expect(
      (await visitor.post('/api/accounts/register', input, { origin: 'http://amparo.test' })).status,
    ).toBe(403)
    const answer = await visitor.post('/api/accounts/register', input, { origin: 'https://amparo.test' })
    expect(answer.status).toBe(200)
    expect(answer.cookies).toHaveLength(1)
    const [value = '', ...attributes] = (answer.cookies[0] ?? '').split('; ')
    expect(value).toMatch(/^__Host-amparo=/)
    expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual([
      'httponly',
      'max-age=604800',
      'path=/',
      'samesite=lax',
      'secure',
    ])
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const cookie = value.split('=').slice(1).join('=')
    expect((await secure.visitor().get(SESSION, { cookie: `amparo=${cookie}` })).json()).toEqual(NOBODY)
    expect((await visitor.get(SESSION)).json()).toMatchObject({ user: { email: 'https@prueba.test' } })
    const out = await visitor.post('/api/accounts/logout', {}, { origin: 'https://amparo.test' })
    expect(out.cookies).toEqual(['__Host-amparo=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure'])
  })
})

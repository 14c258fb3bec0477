import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Member, useAppProcesses, useTestApp } from '../support/app/suite.ts'
import { countLockWaits, eventually, TEST_SECRET } from '../support/database/test-database.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()
const SESSION = '/api/accounts/session'
const ANONYMOUS = { user: null, profileError: null }
const DAY_SECONDS = 24 * 3600

const tokenOf = async ({ id }: Member) => {
  const [row] = await suite.database.sql<{ token: string }>('select token from session where "userId" = $1', [
    id,
  ])
  return row?.token ?? ''
}

const secondsLeft = async ({ id }: Member) => {
  const [row] = await suite.database.sql<{ left: string }>(
    'select extract(epoch from "expiresAt" - app_now()) as left from session where "userId" = $1',
    [id],
  )
  return Number(row?.left)
}

/** Makes the session end in `seconds`. */
const setSecondsLeft = ({ id }: Member, seconds: number) =>
  suite.database.sql(
    'update session set "expiresAt" = app_now() + make_interval(secs => $2) where "userId" = $1',
    [id, seconds],
  )

const sign = (token: string, secret = TEST_SECRET) =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)

const withCookie = async (cookie: string) => suite.visitor().get(SESSION, { cookie })

describe('who is signed in', () => {
  test('AUT-20, AUT-21, GEN-05, ENT-01, CAL-14, ROL-05 the session user of each role', async () => {
    const client = await suite.member({ name: 'Josefa Pérez' })
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
    const admin = await suite.member({ role: 'admin' })
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

  test('REST and RPC give the same answer, which may not be cached', async () => {
    const member = await suite.member()
    const rest = await member.get(SESSION)
    const rpc = await member.rpc('accounts.session')
    expect(rpc.json()).toEqual(rest.json())
    for (const { headers } of [rest, rpc]) expect(headers['cache-control']).toBe('private, no-store')
  })

  test('AUT-26 a changed name and status show without a new login', async () => {
    const member = await suite.member({ role: 'lawyer' })
    await suite.database.sql(
      `update profiles set name = 'Otro Nombre', verification_status = 'admin_pending' where id = $1`,
      [member.id],
    )
    expect((await member.get(SESSION)).json()).toMatchObject({
      user: { name: 'Otro Nombre', verification_status: 'admin_pending' },
    })
  })

  test('an expired session is anonymous', async () => {
    const member = await suite.member()
    await setSecondsLeft(member, 0)
    expect((await member.get(SESSION)).json()).toEqual(ANONYMOUS)
    expect((await member.post('/api/accounts/logout')).status).toBe(401)
  })

  test("a deleted user's session is anonymous", async () => {
    const member = await suite.member()
    await suite.database.sql('delete from "user" where id = $1', [member.id])
    expect((await member.get(SESSION)).json()).toEqual(ANONYMOUS)
  })
})

describe('AUT-27 renewal', () => {
  test('not within the first day', async () => {
    const member = await suite.member()
    await setSecondsLeft(member, 6 * DAY_SECONDS + 60)
    const answer = await member.get(SESSION)
    expect(answer.cookies).toEqual([])
    expect(await secondsLeft(member)).toBeLessThan(6 * DAY_SECONDS + 61)
  })

  test('after a day: seven new days, and the same cookie with a new Max-Age', async () => {
    const member = await suite.member()
    const cookie = member.jar.get('amparo')
    await setSecondsLeft(member, 6 * DAY_SECONDS - 1)
    const answer = await member.get(SESSION)
    expect(answer.cookies).toEqual([`amparo=${cookie}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`])
    expect(await secondsLeft(member)).toBeGreaterThan(7 * DAY_SECONDS - 60)
    expect((await member.get(SESSION)).cookies).toEqual([])
  })

  test('a page renews it, too, and sends the cookie', { tags: 'built' }, async () => {
    const member = await suite.member()
    await setSecondsLeft(member, DAY_SECONDS)
    const answer = await member.get('/dashboard')
    expect(answer.status).toBe(200)
    expect(answer.cookies).toHaveLength(1)
    expect(answer.cookies[0]).toContain('Max-Age=604800')
  })

  test('exactly one of 20 concurrent requests renews', async () => {
    const member = await suite.member()
    await setSecondsLeft(member, 3 * DAY_SECONDS)
    // Locks the row until several requests wait to renew it, so that they really are concurrent.
    const blocker = await suite.platform.pool.connect()
    await blocker.query('begin')
    await blocker.query('select 1 from session where "userId" = $1 for update', [member.id])
    const requests = Promise.all(Array.from({ length: 20 }, () => member.get(SESSION)))
    await eventually(async () => (await countLockWaits(suite.database)) >= 5)
    await blocker.query('commit')
    blocker.release()
    const answers = await requests
    expect(answers.every((answer) => answer.json<{ user: object | null }>().user !== null)).toBe(true)
    expect(answers.filter((answer) => answer.cookies.length > 0)).toHaveLength(1)
  })
})

describe('invalid cookies', () => {
  test('a signature with another secret, a truncated, a changed and a missing one', async () => {
    const member = await suite.member()
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
      // Other encodings of the same signature: base64 decoders skip invalid characters.
      `${good}!!!`,
      `${good}%00`,
      good.replace(/(%3D)+$/, ''),
      encodeURIComponent(`.${createHmac('sha256', TEST_SECRET).update('').digest('base64')}`),
    ]
    for (const value of forged) {
      const answer = await withCookie(`amparo=${value}`)
      expect([value, answer.status, answer.json()]).toEqual([value, 200, ANONYMOUS])
    }
  })

  test('abuse 14: two session cookies: both are ignored', async () => {
    const [one, two] = [await suite.member(), await suite.member()]
    const [a, b] = [one.jar.get('amparo'), two.jar.get('amparo')]
    for (const cookie of [`amparo=${a}; amparo=${b}`, `amparo=${a}; amparo=${a}`, `amparo=; amparo=${a}`]) {
      expect((await withCookie(cookie)).json()).toEqual(ANONYMOUS)
    }
    expect((await withCookie(`otra=1; amparo=${a}; amparox=${b}`)).json()).toMatchObject({
      user: { id: one.id },
    })
  })

  test('abuse 14: 200 malformed ones: anonymous or 400, never a 500', async () => {
    const malformed = [
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
    for (const cookie of [...malformed, ...random]) {
      const answer = await suite
        .visitor()
        .get(SESSION, { cookie: Buffer.from(cookie, 'utf8').toString('latin1') })
      expect([200, 400], cookie).toContain(answer.status)
      if (answer.status === 200) expect(answer.json(), cookie).toEqual(ANONYMOUS)
      expect(answer.cookies).toEqual([])
    }
  })

  test('abuse 14: headers over the limit: 431 or a closed connection', async () => {
    const answer = await suite
      .visitor()
      .get(SESSION, { cookie: `amparo=${'a'.repeat(20_000)}` })
      .catch(() => null)
    if (answer) expect(answer.status).toBe(431)
    expect((await suite.visitor().get(SESSION)).status).toBe(200)
  })

  test('a token in a bearer header, in the URL or in another cookie is not a session', async () => {
    const member = await suite.member()
    const token = await tokenOf(member)
    const visitor = suite.visitor()
    expect((await visitor.get(SESSION, { authorization: `Bearer ${token}` })).json()).toEqual(ANONYMOUS)
    expect((await visitor.get(`${SESSION}?token=${token}`)).text).not.toContain(member.email)
    expect(
      (
        await visitor.get('/api/accounts/session', {
          'x-amparo-address': '1.2.3.4',
          cookie: `better-auth.session_token=${sign(token)}`,
        })
      ).json(),
    ).toEqual(ANONYMOUS)
  })
})

describe('AUT-22 a user whose profile is missing', () => {
  test('abuse 2: gets the data of the registration, and has no rights', async () => {
    const member = await suite.member({ role: 'lawyer', name: 'Sin Perfil' })
    await suite.database.sql('delete from profiles where id = $1', [member.id])
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
      // AUT-24: a missing row is not reported as an error.
      profileError: null,
    })
    const refused = await member.post('/api/accounts/update-name', { name: 'Otro Nombre' })
    expect(refused.status).toBe(403)
    expect((await member.post('/api/accounts/logout')).status).toBe(200)
  })

  test('abuse 2: an administrator without the row has no rights', async () => {
    const member = await suite.member({ role: 'admin' })
    await suite.database.sql('delete from profiles where id = $1', [member.id])
    expect((await member.post('/api/accounts/update-name', { name: 'Otro Nombre' })).status).toBe(403)
  })

  test('AUT-23 a profile that cannot be read: the fallback user, the reason in Spanish, the error in the log', {
    tags: 'built',
  }, async () => {
    const member = await suite.member({ name: 'Perfil Ilegible' })
    await suite.database.sql('alter table lawyer_profiles rename to lawyer_profiles_gone')
    try {
      const answer = await member.get(SESSION)
      expect(answer.json()).toMatchObject({
        user: { id: member.id, name: 'Perfil Ilegible', role: 'client' },
        profileError: expect.stringMatching(/^No se pudo cargar el perfil del usuario: /),
      })
      const page = await member.get('/')
      expect(page.status).toBe(200)
      await suite.app.waitForLog((entry) => entry.msg === 'profile of the session could not be read')
    } finally {
      await suite.database.sql('alter table lawyer_profiles_gone rename to lawyer_profiles')
    }
    expect((await member.get(SESSION)).json()).toMatchObject({ profileError: null })
  })
})

describe('AUT-28 signing out', () => {
  test('abuse 12: the session is deleted, the cookie removed, a replay is anonymous, other tabs are notified', async () => {
    const member = await suite.member()
    const cookie = member.jar.get('amparo') ?? ''
    const [session] = await suite.database.sql('select id from session where "userId" = $1', [member.id])
    const answer = await member.post('/api/accounts/logout')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ ended: true })
    expect(answer.cookies).toEqual(['amparo=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(await suite.database.sql('select 1 from session where "userId" = $1', [member.id])).toEqual([])
    const events = await suite.database.sql(
      `select kind, ref, audience from events where user_id = $1 and kind = 'session'`,
      [member.id],
    )
    expect(events).toEqual([{ kind: 'session', ref: session?.id, audience: null }])

    const replay = suite.visitor()
    replay.jar.set('amparo', cookie)
    expect((await replay.get(SESSION)).json()).toEqual(ANONYMOUS)
    const again = await replay.post('/api/accounts/logout')
    expect(again.status).toBe(401)
    expect(again.json<Problem>()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' })
  })

  test('of two at once one ends it, the other gets 200 or 401', async () => {
    const member = await suite.member()
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
    const member = await suite.member()
    const other = suite.visitor()
    await other.post('/api/accounts/login', { email: member.email, password: member.password })
    await member.post('/api/accounts/logout')
    expect((await other.get(SESSION)).json()).toMatchObject({ user: { id: member.id } })
  })

  test.each([
    ['another site', { origin: 'https://malo.example' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('abuse 13: from %s: refused, the session stays', async (_what, headers, status) => {
    const member = await suite.member()
    expect((await member.post('/api/accounts/logout', {}, headers)).status).toBe(status)
    expect((await member.get('/api/accounts/logout')).status).toBe(404)
    expect((await member.get(SESSION)).json()).toMatchObject({ user: { id: member.id } })
  })
})

describe('behind https', () => {
  const secure = useTestApp(1, { PUBLIC_URL: 'https://amparo.test' })

  test('the cookie is __Host-amparo with Secure, and one without the prefix is ignored', async () => {
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
    const [device, session = ''] = answer.cookies
    expect(device).toMatch(/^__Host-amparo-equipo=.*; Secure$/)
    const [value = '', ...attributes] = session.split('; ')
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
    expect((await secure.visitor().get(SESSION, { cookie: `amparo=${cookie}` })).json()).toEqual(ANONYMOUS)
    expect((await visitor.get(SESSION)).json()).toMatchObject({ user: { email: 'https@prueba.test' } })
    const out = await visitor.post('/api/accounts/logout', {}, { origin: 'https://amparo.test' })
    expect(out.cookies).toEqual(['__Host-amparo=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure'])
  })
})

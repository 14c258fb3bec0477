import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { useTestApp } from '../support/app/suite.ts'
import {
  type Client,
  type HttpResponse,
  newClient,
  newClientAddress,
  type Problem,
} from '../support/network/http-client.ts'

const LOGIN = '/api/accounts/login'
const WRONG = 'El correo o la contraseña no son correctos.'
const WAIT = 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.'

// Two processes over one database, because limits must be counted in the database.
const suite = useTestApp(2)

const account = () => makeAccount(suite.platform.db)
const login = (client: Client, email: string, password: string) => client.post(LOGIN, { email, password })
const statuses = (answers: HttpResponse[]) => answers.map((answer) => answer.status).sort()
const on = (process: 0 | 1, address = newClientAddress()) =>
  newClient(suite.apps[process]?.url ?? '', address)

/** Expects 429 with Retry-After of at most `maxSeconds`. */
function expectLimited(answer: HttpResponse, maxSeconds: number) {
  expect(answer.status).toBe(429)
  expect(answer.json<Problem>()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: WAIT })
  const wait = Number(answer.headers['retry-after'])
  expect(answer.json<Problem>().data).toEqual({ retryAfter: wait })
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(maxSeconds)
}

describe('signing in', () => {
  test('AUT-03, CAL-01 the right password: the session user and a session', async () => {
    const { id, email, password } = await account()
    const visitor = suite.visitor()
    const answer = await login(visitor, email, password)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ user: { id, email, role: 'client', name: 'Camila Rojas Fuentes' } })
    expect((await visitor.get('/api/accounts/session')).json()).toMatchObject({ user: { id } })
    const [session] = await suite.database.sql('select "ipAddress", token from session where "userId" = $1', [
      id,
    ])
    expect(session?.ipAddress).toBe(visitor.address)
    expect(answer.text).not.toContain(session?.token)
  })

  test('AUT-04, abuse 9: a wrong password and an unknown address get the same answer, byte for byte', async () => {
    const { email } = await account()
    const known = await login(suite.visitor(), email, 'equivocada')
    const unknown = await login(suite.visitor(), 'nadie@prueba.test', 'equivocada')
    expect(known.status).toBe(401)
    expect(known.json<Problem>()).toMatchObject({ code: 'UNAUTHORIZED', message: WRONG })
    expect(unknown.text).toBe(known.text)
    const shape = ({ headers }: HttpResponse) => {
      const { 'x-request-id': _id, 'content-security-policy': _csp, date: _date, ...rest } = headers
      return rest
    }
    expect(shape(unknown)).toEqual(shape(known))
  })

  test('AUT-04 an account without a valid password hash cannot be signed in to', async () => {
    const { id, email, password } = await account()
    for (const hash of [
      null,
      '',
      'demo1234',
      '$argon2id$v=19$m=1,t=1,p=1$$',
      '$2b$10$abcdefghijklmnopqrstuv',
    ]) {
      await suite.database.sql('update account set password = $2 where "userId" = $1', [id, hash])
      const answer = await login(suite.visitor(), email, password)
      expect([hash, answer.status]).toEqual([hash, 401])
    }
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['nothing', {}, { email: 'Ingresa un correo electrónico válido.', password: 'Ingresa tu contraseña.' }],
    ['an empty password', { email: 'a@prueba.test', password: '' }, { password: 'Ingresa tu contraseña.' }],
    ['no address', { email: 'a', password: 'x' }, { email: 'Ingresa un correo electrónico válido.' }],
    [
      'a list',
      { email: ['a@prueba.test'], password: ['x'] },
      { email: 'Ingresa un correo electrónico válido.', password: 'Ingresa tu contraseña.' },
    ],
    [
      'rememberMe',
      { email: 'a@prueba.test', password: 'x', rememberMe: true },
      { rememberMe: 'Este dato no se acepta.' },
    ],
    [
      'a userId (CVE-2025-61928)',
      { email: 'a@prueba.test', password: 'x', userId: 'y' },
      { userId: 'Este dato no se acepta.' },
    ],
    [
      'a huge password',
      { email: 'a@prueba.test', password: 'x'.repeat(100_000) },
      { password: 'La contraseña puede tener hasta 128 caracteres.' },
    ],
  ])('AUT-01 %s: 422 with its text at the field', async (_what, input, fields) => {
    const rest = await suite.visitor().post(LOGIN, input)
    const rpc = await suite.visitor().rpc('accounts.login', input)
    expect([rest.status, rpc.status]).toEqual([422, 422])
    expect(rest.json<Problem>().data?.fields).toEqual(fields)
    expect(rpc.json<Problem>()).toEqual(rest.json<Problem>())
  })

  test.each([
    ['another site', { origin: 'https://malo.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['cross-site without Origin', { origin: undefined, 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('abuse 13: login CSRF: %s is refused before the password is checked', async (_what, headers, status) => {
    const { email, password } = await account()
    const answer = await suite.visitor().send(LOGIN, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.status).toBe(status)
    expect(answer.cookies).toEqual([])
    expect(
      await suite.database.sql(
        'select 1 from session s join "user" u on u.id = s."userId" where u.email = $1',
        [email],
      ),
    ).toEqual([])
  })

  test('abuse 11: session fixation: a planted cookie is replaced, and its session ends', async () => {
    const [owner, attacker] = [await account(), await suite.member()]
    const planted = attacker.jar.get('amparo') ?? ''
    const victim = suite.visitor()
    victim.jar.set('amparo', planted)
    expect((await login(victim, owner.email, owner.password)).status).toBe(200)
    expect(victim.jar.get('amparo')).not.toBe(planted)
    expect((await attacker.get('/api/accounts/session')).json()).toEqual({ user: null, profileError: null })
    expect((await attacker.post('/api/accounts/logout')).status).toBe(401)
  })

  test('two logins of one person are two sessions', async () => {
    const { id, email, password } = await account()
    const [one, two] = [suite.visitor(), suite.visitor()]
    await login(one, email, password)
    await login(two, email, password)
    expect(one.jar.get('amparo')).not.toBe(two.jar.get('amparo'))
    expect(await suite.database.sql('select 1 from session where "userId" = $1', [id])).toHaveLength(2)
  })
})

describe('the number of sessions of an account', () => {
  test('H-07, A6: fifty; another login ends the least recently used ones, and notifies them', async () => {
    const { id, email, password } = await account()
    const ages = `select gen_random_uuid(), $1::uuid, concat('t', n, '-', $1), app_now() + make_interval(hours => n)
      from generate_series(1, 119) as n`
    await suite.database.sql(`insert into session (id, "userId", token, "expiresAt") ${ages}`, [id])
    const visitor = suite.visitor()
    expect((await login(visitor, email, password)).status).toBe(200)
    const left = await suite.database.sql(
      `select min("expiresAt") > app_now() + interval '70 hours' as young, count(*)::int as count
       from session where "userId" = $1`,
      [id],
    )
    expect(left).toEqual([{ young: true, count: 50 }])
    expect((await visitor.get('/api/accounts/session')).json()).toMatchObject({ user: { id } })
    const notified = await suite.database.sql(
      `select 1 from events where user_id = $1 and kind = 'session'`,
      [id],
    )
    expect(notified).toHaveLength(70)
  })
})

describe('rate limits', () => {
  test('abuse 10: after six wrong passwords even the right one gets 429, on both processes', async () => {
    const { email, password } = await account()
    const address = newClientAddress()
    const clients = [on(0, address), on(1, address)]
    for (let n = 0; n < 6; n++) {
      expect((await login(clients[n % 2] ?? on(0), email, 'equivocada')).status).toBe(401)
    }
    for (const client of clients) expectLimited(await login(client, email, password), 900)
    // From another address the owner can sign in.
    expect((await login(suite.visitor(), email, password)).status).toBe(200)
    // This address can still sign in to other accounts.
    const other = await account()
    expect((await login(on(0, address), other.email, other.password)).status).toBe(200)
  })

  test('abuse 10: other spellings of the e-mail address share its limit', async () => {
    const { email } = await account()
    const visitor = suite.visitor()
    const spellings = [
      email,
      email.toUpperCase(),
      ` ${email}`,
      email.replace('@', '＠'),
      `${email}\t`,
      email.replace('p', 'P'),
    ]
    for (const spelling of spellings) expect((await login(visitor, spelling, 'equivocada')).status).toBe(401)
    expectLimited(await login(visitor, email, 'equivocada'), 900)
  })

  test('abuse 10: of 24 concurrent wrong passwords over two processes at most six are checked', async () => {
    const { email, password } = await account()
    const address = newClientAddress()
    const clients = [on(0, address), on(1, address)]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => login(clients[n % 2] ?? on(0), email, `equivocada${n}`)),
    )
    // Some are shed because their address has too many logins at once. Of the others at most six are checked.
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(6)
    expect(answers.every((answer) => [401, 429, 503].includes(answer.status))).toBe(true)
    const more: number[] = []
    for (let n = 0; n < 8; n++)
      more.push((await login(clients[n % 2] ?? on(0), email, `equivocada${n}`)).status)
    const checked = [...answers.map((answer) => answer.status), ...more].filter((status) => status === 401)
    expect(checked).toHaveLength(6)
    expectLimited(await login(on(0, address), email, password), 900)
  })

  test('H-07, A5, abuse 10: failures with forty unknown accounts from one address lock nobody out', {
    tags: 'built',
  }, async () => {
    const address = newClientAddress()
    const answers: HttpResponse[] = []
    for (let n = 0; n < 40; n++)
      answers.push(await login(on(n % 2 === 0 ? 0 : 1, address), `nadie${n}@prueba.test`, 'equivocada'))
    expect(statuses(answers)).toEqual(Array<number>(40).fill(401))
    for (const process of [0, 1] as const) {
      const { email, password } = await account()
      expect((await login(on(process, address), email, password)).status).toBe(200)
    }
    const counted = () =>
      suite.database.sql('select count from rate_limits where key = $1', [`login:${address}`])
    expect(await counted()).toEqual([{ count: 40 }])
    // Nor while all delayed answers of the address are in use: an account without failures can still sign in.
    const delayed = Array.from({ length: 8 }, (_, n) =>
      login(on(0, address), `nadie${100 + (n % 4)}@prueba.test`, 'equivocada'),
    )
    await expect.poll(async () => (await login(on(0, address), 'nadie100@prueba.test', 'x')).status).toBe(503)
    const { email, password } = await account()
    await expect.poll(async () => (await login(on(0, address), email, password)).status).toBe(200)
    await Promise.all(delayed)
  })

  test('H-07, A6: successful logins of one account from one address are limited, too; others are not affected', async () => {
    const { email, password } = await account()
    const visitor = suite.visitor()
    expect((await login(visitor, email, password)).status).toBe(200)
    // A wrong one does not count.
    await login(visitor, email, 'equivocada')
    const key = `entered:${visitor.address}:%`
    const counted = 'update rate_limits set count = count + 59 where key like $1 returning count'
    expect(await suite.database.sql(counted, [key])).toEqual([{ count: 60 }])
    expectLimited(await login(visitor, email, password), 3600)
    expect((await login(suite.visitor(), email, password)).status).toBe(200)
    const other = await account()
    expect((await login(visitor, other.email, other.password)).status).toBe(200)
  })

  test('a success resets the failures of the account, and does not count for the address', async () => {
    const { email, password } = await account()
    const visitor = suite.visitor()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect((await login(visitor, email, 'equivocada')).status).toBe(401)
      expect((await login(visitor, email, password)).status).toBe(200)
    }
    const rows = await suite.database.sql('select key, count from rate_limits where key like $1', [
      `login:${visitor.address}%`,
    ])
    expect(rows).toEqual([{ key: `login:${visitor.address}`, count: 15 }])
  })

  test('invalid input and foreign origins do not count', async () => {
    const { email, password } = await account()
    const visitor = suite.visitor()
    for (let n = 0; n < 8; n++) await visitor.post(LOGIN, { email, password: '' })
    for (let n = 0; n < 8; n++)
      await visitor.post(LOGIN, { email, password }, { origin: 'https://malo.example' })
    expect((await login(visitor, email, password)).status).toBe(200)
  })

  test('after the window the count starts from zero', async () => {
    const { email, password } = await account()
    const visitor = suite.visitor()
    for (let n = 0; n < 7; n++) await login(visitor, email, 'equivocada')
    expectLimited(await login(visitor, email, password), 900)
    await suite.database.sql(
      `update rate_limits set window_start = window_start - interval '900 seconds' where key like $1`,
      [`login:${visitor.address}%`],
    )
    expect((await login(visitor, email, password)).status).toBe(200)
  })

  test('abuse 10: forged proxy headers do not help: the address before the trusted proxy counts', async () => {
    const { email } = await account()
    const address = newClientAddress()
    const forge = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n}, ${address}`,
      'x-real-ip': `198.51.100.${n}`,
      forwarded: `for=192.0.2.${n}`,
    })
    const client = newClient(suite.app.url, null)
    for (let n = 1; n <= 6; n++) {
      expect((await client.post(LOGIN, { email, password: 'equivocada' }, forge(n))).status).toBe(401)
    }
    expectLimited(await client.post(LOGIN, { email, password: 'equivocada' }, forge(7)), 900)
  })

  test('abuse 10: without the table of limits logins are refused', async () => {
    const { email, password } = await account()
    await suite.database.sql('alter table rate_limits rename to rate_limits_gone')
    try {
      const answer = await login(suite.visitor(), email, password)
      expect(answer.status).toBe(500)
      expect(answer.cookies).toEqual([])
    } finally {
      await suite.database.sql('alter table rate_limits_gone rename to rate_limits')
    }
    expect((await login(suite.visitor(), email, password)).status).toBe(200)
  })
})

// More than the login slots and their queue of 32 take on a machine of any size (passwords.server.ts).
const LOGIN_COUNT = Math.min(64 * Math.max(1, availableParallelism() - 1), 512)

describe('load shedding', () => {
  test('many at once with the right password: each signs in or gets 503 with Retry-After; other requests are served', async () => {
    const { email, password } = await account()
    const logins = Promise.all(Array.from({ length: LOGIN_COUNT }, () => login(on(0), email, password)))
    const meanwhile = await Promise.all(Array.from({ length: 20 }, () => on(0).get('/api/accounts/session')))
    expect(statuses(meanwhile)).toEqual(Array<number>(20).fill(200))
    const answers = await logins
    for (const answer of answers) {
      if (answer.status === 200) continue
      expect(answer.status).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      const text = 'Hay muchas personas entrando en este momento. Inténtalo de nuevo en unos segundos.'
      expect(answer.json<Problem>()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: text })
    }
    expect(answers.some((answer) => answer.status === 503)).toBe(true)
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(32)
    // A 503 does not count as a failure.
    expect((await login(on(0), email, password)).status).toBe(200)
  })
})

describe('without a trusted proxy', () => {
  const withoutProxy = useTestApp(1, { TRUSTED_PROXIES: undefined })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'])(
    'local mode refuses proxied requests: %s',
    async (header) => {
      const answer = await withoutProxy
        .visitor(null)
        .get('/api/accounts/session', { [header]: '203.0.113.1' })
      expect(answer.status).toBe(400)
      expect(answer.json<Problem>().message).toBe(
        'En modo local no se aceptan peticiones reenviadas por un proxy (define TRUSTED_PROXIES).',
      )
    },
  )

  test('requests count for the address of their connection', async () => {
    const visitor = withoutProxy.visitor(null)
    for (let n = 0; n < 6; n++) expect((await login(visitor, 'nadie@prueba.test', 'x')).status).toBe(401)
    expectLimited(await login(visitor, 'nadie@prueba.test', 'x'), 900)
  })

  test.each(['malo.example', '127.0.0.1.malo.example', 'localhost.malo.example', '[::1]', '10.0.0.1'])(
    'local mode refuses other hosts: %s (DNS rebinding)',
    async (host) => {
      const answer = await withoutProxy.visitor(null).get('/api/accounts/session', { host })
      expect(answer.status).toBe(421)
    },
  )
})

import { describe, expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { registrationInput } from '../support/data/registration-input.ts'
import { eventually } from '../support/database/test-database.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp()
const REGISTER = '/api/accounts/register'
const REVIEW = 'Revisa los campos marcados antes de continuar.'
const TOO_SHORT = 'La contraseña debe tener al menos 6 caracteres.'
const DIFFERENT = 'Las contraseñas no coinciden.'
const NO_ROLE = 'Debes seleccionar un rol (Abogado o Cliente).'
const NO_NAME = 'Ingresa tu nombre completo.'
const BAD_EMAIL = 'Ingresa un correo electrónico válido.'
const NOT_ACCEPTED = 'Este dato no se acepta.'

/** Expects the same refusal by REST and RPC, and no change in the database. */
async function refusedEverywhere(input: unknown, status: number): Promise<Problem> {
  const before = await suite.database.snapshot('rate_limits')
  const rest = await suite.visitor().post(REGISTER, input)
  const rpc = await suite.visitor().rpc('accounts.register', input)
  const problem = rest.json<Problem>()
  expect([rest.status, rpc.status]).toEqual([status, status])
  expect(rpc.json<Problem>()).toEqual(problem)
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  expect([...rest.cookies, ...rpc.cookies]).toEqual([])
  return problem
}

async function rowsOf(email: string) {
  const [row] = await suite.database.sql(
    `select u.id, u.name, u.email, u."emailVerified", u.signup_role, u.image,
       p.name as profile_name, p.email as profile_email, p.role, p.verification_status, p.avatar_url,
       c.id as client, l.id as lawyer, l.verification_status as lawyer_status, l.is_verified, l.plan,
       l.credits_available, l.credits_used
     from "user" u join profiles p on p.id = u.id
     left join client_profiles c on c.id = u.id left join lawyer_profiles l on l.id = u.id where u.email = $1`,
    [email],
  )
  return row
}

describe('abuse 1: the input of a registration', () => {
  const long = (length: number) => 'a'.repeat(length)
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['AUT-07 no name', { name: undefined }, { name: NO_NAME }],
    ['AUT-07 an empty name', { name: '' }, { name: NO_NAME }],
    ['AUT-07 a name of spaces', { name: '  \t ' }, { name: NO_NAME }],
    ['AUT-07 a name of invisible characters', { name: '\u200b\u202e\u0000' }, { name: NO_NAME }],
    ['AUT-07 a name that is no text', { name: 7 }, { name: NO_NAME }],
    [
      'a name of 121 characters',
      { name: long(121) },
      { name: 'El nombre puede tener hasta 120 caracteres.' },
    ],
    ['AUT-07 no e-mail', { email: undefined }, { email: BAD_EMAIL }],
    ['AUT-08 an e-mail without a domain', { email: 'camila' }, { email: BAD_EMAIL }],
    ['AUT-08 an e-mail without a dot', { email: 'camila@prueba' }, { email: BAD_EMAIL }],
    ['AUT-08 an e-mail with a space', { email: 'ca mila@prueba.test' }, { email: BAD_EMAIL }],
    ['AUT-08 two addresses', { email: 'a@prueba.test,b@prueba.test' }, { email: BAD_EMAIL }],
    [
      'AUT-08 an e-mail with a line break',
      { email: 'a@prueba.test\r\nBcc: b@prueba.test' },
      { email: BAD_EMAIL },
    ],
    ['AUT-08 an e-mail in other letters', { email: 'ñandú@prueba.test' }, { email: BAD_EMAIL }],
    [
      'AUT-08 an e-mail of 255 characters',
      { email: `${long(64)}@${`${long(60)}.`.repeat(3)}${long(7)}` },
      { email: BAD_EMAIL },
    ],
    ['AUT-08 a list in place of the e-mail', { email: ['a@prueba.test'] }, { email: BAD_EMAIL }],
    [
      'AUT-10, LIM-01 a password of 5 characters',
      { password: '12345', confirmPassword: '12345' },
      { password: TOO_SHORT },
    ],
    ['AUT-10 no password', { password: undefined }, { password: TOO_SHORT }],
    [
      'a password of 129 characters',
      { password: long(129), confirmPassword: long(129) },
      { password: 'La contraseña puede tener hasta 128 caracteres.' },
    ],
    ...['123456', 'Password ', 'aaaaaa', '      '].map(
      (password): [string, Record<string, unknown>, Record<string, string>] => [
        `H-10 the common password ${JSON.stringify(password)}`,
        { password, confirmPassword: password },
        { password: 'Elige una contraseña menos común.' },
      ],
    ),
    ['AUT-11 another confirmation', { confirmPassword: 'secreta2' }, { confirmPassword: DIFFERENT }],
    ['AUT-11 no confirmation', { confirmPassword: undefined }, { confirmPassword: DIFFERENT }],
    [
      'AUT-11 a short password and another confirmation',
      { password: '123', confirmPassword: '124' },
      { password: TOO_SHORT, confirmPassword: DIFFERENT },
    ],
    ['AUT-09 no role', { role: undefined }, { role: NO_ROLE }],
    ['AUT-09 an empty role', { role: '' }, { role: NO_ROLE }],
    ['GEN-05 the role admin', { role: 'admin' }, { role: NO_ROLE }],
    ['the role Admin', { role: 'Admin' }, { role: NO_ROLE }],
    ['a list of roles', { role: ['client'] }, { role: NO_ROLE }],
  ])('%s: 422 with the text at its field, nothing written', async (_what, change, fields) => {
    const problem = await refusedEverywhere(registrationInput(change), 422)
    expect(problem).toMatchObject({ code: 'UNPROCESSABLE_CONTENT', message: REVIEW, defined: true })
    expect(problem.data?.fields).toEqual(fields)
  })

  test('AUT-07 empty input: every field has its text', async () => {
    const { data } = await refusedEverywhere({}, 422)
    expect(data?.fields).toEqual({
      name: NO_NAME,
      email: BAD_EMAIL,
      password: TOO_SHORT,
      confirmPassword: DIFFERENT,
      role: NO_ROLE,
    })
  })

  test.each([[null], [[]], ['texto'], [7], [true]])(
    '%j in place of an object: 422, nothing written',
    async (input) => {
      await refusedEverywhere(input, 422)
    },
  )

  test.each([
    'verification_status',
    'is_verified',
    'plan',
    'credits_available',
    'credits_used',
    'id',
    'emailVerified',
    'avatar_url',
    'signup_role',
    'created_at',
    'userId',
    'isAdmin',
    'data',
    'options',
    'constructor',
    'prototype',
    'toString',
  ])('abuse 1: an unknown key is refused: %s', async (key) => {
    const { data } = await refusedEverywhere(registrationInput({ [key]: 'verified' }), 422)
    expect(data?.fields).toEqual({ [key]: NOT_ACCEPTED })
  })

  test('50 kB in each field: refused', async () => {
    const huge = 'a'.repeat(50_000)
    const { data } = await refusedEverywhere(
      registrationInput({ name: huge, email: huge, password: huge, confirmPassword: huge }),
      422,
    )
    expect(Object.keys(data?.fields ?? {}).sort()).toEqual(['email', 'name', 'password'])
  })

  test('abuse 1, 36: __proto__ is refused and pollutes nothing', async () => {
    const before = await suite.database.snapshot('rate_limits')
    const evil = JSON.stringify(registrationInput()).replace(
      '{',
      '{"__proto__":{"role":"admin","isAdmin":true},',
    )
    const nested = JSON.stringify({ ...registrationInput(), constructor: { prototype: { role: 'admin' } } })
    for (const body of [evil, nested, `{"json":${evil}}`, `{"json":${nested}}`]) {
      const path = body.startsWith('{"json"') ? '/api/rpc/accounts/register' : REGISTER
      const headers = { 'content-type': 'application/json' }
      const { status } = await suite.visitor().send(path, { method: 'POST', body, headers })
      expect([400, 422]).toContain(status)
    }
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
    const innocent = registrationInput({ role: undefined })
    expect((await suite.visitor().post(REGISTER, innocent)).status).toBe(422)
  })
})

describe('one account for an address', () => {
  test('a taken address: 409 with the text at its field, nothing written', async () => {
    const input = registrationInput()
    expect((await suite.visitor().post(REGISTER, input)).status).toBe(200)
    const problem = await refusedEverywhere(
      { ...input, name: 'Otra Persona', password: 'otra-clave', confirmPassword: 'otra-clave' },
      409,
    )
    expect(problem).toMatchObject({ code: 'CONFLICT', message: 'Ya existe una cuenta con este correo.' })
    expect(problem.data?.fields).toEqual({ email: 'Ya existe una cuenta con este correo.' })
  })

  test('abuse 9: other spellings of an address create no second account, and sign in to the first', async () => {
    const input = registrationInput()
    await suite.visitor().post(REGISTER, input)
    const spellings = [
      input.email.toUpperCase(),
      `  ${input.email}\n`,
      input.email.replace('@', '＠'),
      input.email.replace('camila', 'ｃａｍｉｌａ'),
      input.email.replace('test', 'ＴＥＳＴ'),
    ]
    for (const email of spellings) {
      const answer = await suite.visitor().post(REGISTER, { ...input, email })
      expect([email, answer.status]).toEqual([email, 409])
      const login = await suite.visitor().post('/api/accounts/login', { email, password: input.password })
      expect([email, login.status]).toEqual([email, 200])
      expect(login.json<{ user: { email: string } }>().user.email).toBe(input.email)
    }
  })

  test('abuse 9: 20 registrations of one address at once: exactly one account, one session, one e-mail', async () => {
    const input = registrationInput()
    const answers = await Promise.all(Array.from({ length: 20 }, () => suite.visitor().post(REGISTER, input)))
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)])
    const count = await suite.database.sql(
      `select (select count(*) from "user" where email = $1) as users, (select count(*) from profiles where email = $1) as profiles,
         (select count(*) from account a join "user" u on u.id = a."userId" where u.email = $1) as accounts,
         (select count(*) from session s join "user" u on u.id = s."userId" where u.email = $1) as sessions`,
      [input.email],
    )
    expect(count).toEqual([{ users: 1, profiles: 1, accounts: 1, sessions: 1 }])
    const mails = await eventually(async () => {
      const found = await mailbox(input.email)
      return found.length > 0 && found
    })
    expect(mails).toHaveLength(1)
  })
})

async function mailbox(to: string) {
  const answer = await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`)
  return answer.json<{ to: string; subject: string; text: string; html: string }[]>()
}

describe('the result of a registration', () => {
  test('AUT-16, AUT-18, AUT-21, CAL-01, ENT-02 to ENT-04 a client: user, profile and role row, and a session', async () => {
    const visitor = suite.visitor()
    const input = registrationInput({ name: '  José  Ñuñoa\u202e ' })
    const answer = await visitor.post(REGISTER, input)
    expect(answer.status).toBe(200)
    const { user } = answer.json<{ user: Record<string, unknown> }>()
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      email: input.email,
      name: 'José Ñuñoa',
      role: 'client',
      avatar_url: null,
      verification_status: null,
      plan: null,
      credits_available: null,
      credits_used: null,
    })
    expect(await rowsOf(input.email)).toMatchObject({
      id: user.id,
      name: 'José Ñuñoa',
      profile_name: 'José Ñuñoa',
      profile_email: input.email,
      emailVerified: false,
      signup_role: 'client',
      role: 'client',
      verification_status: null,
      client: user.id,
      lawyer: null,
    })
    expect((await visitor.get('/api/accounts/session')).json()).toEqual({ user, profileError: null })
  })

  test('AUT-15, AUT-19, ENT-05 a lawyer starts in email_pending, unverified, on the free plan, without credits', async () => {
    const input = registrationInput({ role: 'lawyer' })
    const answer = await suite.visitor().post(REGISTER, input)
    expect(answer.json<{ user: object }>().user).toMatchObject({
      role: 'lawyer',
      verification_status: 'email_pending',
      plan: 'gratis',
      credits_available: 0,
      credits_used: 0,
    })
    const row = await rowsOf(input.email)
    expect(row).toMatchObject({
      role: 'lawyer',
      verification_status: 'email_pending',
      lawyer_status: 'email_pending',
      is_verified: false,
      plan: 'gratis',
      credits_available: 0,
      credits_used: 0,
      client: null,
    })
    expect(row?.lawyer).toBe(row?.id)
  })

  test('the password is stored only as an argon2id hash', async () => {
    const input = registrationInput({
      password: 'clave-que-no-se-guarda',
      confirmPassword: 'clave-que-no-se-guarda',
    })
    await suite.visitor().post(REGISTER, input)
    const [{ password } = {}] = await suite.database.sql(
      'select a.password from account a join "user" u on u.id = a."userId" where u.email = $1',
      [input.email],
    )
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    const log = JSON.stringify(suite.app.lines)
    expect(log).not.toContain('clave-que-no-se-guarda')
    expect(log).not.toContain(input.email)
  })

  test('the session cookie: HttpOnly, SameSite=Lax, path /, seven days, and no Secure without https', async () => {
    const answer = await suite.visitor().post(REGISTER, registrationInput())
    const [, session = ''] = answer.cookies
    expect(answer.cookies).toHaveLength(2)
    const [value = '', ...attributes] = session.split('; ')
    expect(value).toMatch(/^amparo=[^;]{60,}$/)
    expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual([
      'httponly',
      'max-age=604800',
      'path=/',
      'samesite=lax',
    ])
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test("a registration ends another user's session of the browser", async () => {
    const member = await suite.member()
    const before = new Map(member.jar)
    const answer = await member.post(REGISTER, registrationInput())
    expect(answer.status).toBe(200)
    expect(member.jar.get('amparo')).not.toBe(before.get('amparo'))
    const old = suite.visitor()
    old.jar.set('amparo', before.get('amparo') ?? '')
    expect((await old.get('/api/accounts/session')).json()).toEqual({ user: null, profileError: null })
  })

  test('H-07, A5: twenty-five attempts with a taken e-mail address do not block the client address', async () => {
    const visitor = suite.visitor()
    const taken = registrationInput()
    expect((await visitor.post(REGISTER, taken)).status).toBe(200)
    for (let n = 0; n < 25; n++)
      expect((await suite.visitor(visitor.address).post(REGISTER, taken)).status).toBe(409)
    const counted = await suite.database.sql('select count from rate_limits where key = $1', [
      `register:${visitor.address}`,
    ])
    expect(counted).toEqual([{ count: 1 }])
    expect((await suite.visitor(visitor.address).post(REGISTER, registrationInput())).status).toBe(200)
  })

  test('H-07 attempts with a taken address do not count against the e-mails of its owner', async () => {
    const taken = registrationInput()
    await suite.visitor().post(REGISTER, taken)
    const mails = () =>
      suite.database.sql(`select key, count from rate_limits where key like 'confirm:%' order by key`)
    const before = await mails()
    for (let n = 0; n < 4; n++) expect((await suite.visitor().post(REGISTER, taken)).status).toBe(409)
    expect(await mails()).toEqual(before)
  })

  test('H-07: 100 registrations an hour from one client address, the next gets 429', async () => {
    const visitor = suite.visitor()
    expect((await visitor.post(REGISTER, registrationInput())).status).toBe(200)
    const key = `register:${visitor.address}`
    await suite.database.sql('update rate_limits set count = 99 where key = $1', [key])
    expect((await visitor.post(REGISTER, registrationInput())).status).toBe(200)
    const input = registrationInput()
    const limited = await visitor.post(REGISTER, input)
    expect(limited.status).toBe(429)
    expect(limited.json<Problem>()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
    })
    const wait = Number(limited.headers['retry-after'])
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(limited.json<Problem>().data).toEqual({ retryAfter: wait })
    expect(await rowsOf(input.email)).toBeUndefined()
    expect((await suite.visitor().post(REGISTER, input)).status).toBe(200)
  })
})

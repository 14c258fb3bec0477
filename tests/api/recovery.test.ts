import { expect, test } from 'vitest'
import { createAdministrator } from '../../src/capabilities/accounts/commands.server.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { useTestApp } from '../support/app/suite.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import { waitForEmptyQueue } from '../support/database/test-database.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

interface Mail {
  to: string
  subject: string
  text: string
}

async function mailsTo(address: string): Promise<Mail[]> {
  return (await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(address)}`)).json<Mail[]>()
}

async function tokenFor(address: string): Promise<string> {
  expect((await suite.visitor().post('/api/accounts/request-recovery', { email: address })).status).toBe(200)
  await waitForEmptyQueue(suite.database)
  const mail = (await mailsTo(address)).find((one) => one.subject === 'Restablece tu contraseña')
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('no link was e-mailed')
  return token
}

const reset = (token: string, password = 'clave-nueva-1', app = 0) =>
  newClient(suite.apps[app]?.url ?? '').post('/api/accounts/reset-password', {
    token,
    password,
    confirmPassword: password,
  })

const signIn = (email: string, password: string) =>
  suite.visitor().post('/api/accounts/login', { email, password })
const sessionsOf = (id: string) => suite.database.sql(`select id from session where "userId" = $1`, [id])

test('OPEN-10, abuse 9: the answer is the same for a known and an unknown address, and only the known one gets mail', async () => {
  const member = await suite.member()
  const known = await suite
    .visitor()
    .post('/api/accounts/request-recovery', { email: member.email.toUpperCase() })
  const unknown = await suite.visitor().post('/api/accounts/request-recovery', { email: 'nadie@prueba.test' })
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  await waitForEmptyQueue(suite.database)
  expect(await mailsTo(member.email)).toHaveLength(1)
  expect(await mailsTo('nadie@prueba.test')).toEqual([])
})

test('OPEN-10, abuse 8: a mailbox cannot be flooded: at most 3 e-mails an hour, from any client address', async () => {
  const member = await suite.member()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      suite.visitor().post('/api/accounts/request-recovery', { email: member.email }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  await waitForEmptyQueue(suite.database)
  expect(await mailsTo(member.email)).toHaveLength(3)
})

test('H-07, A5: thirty recovery requests from one client address do not block others there', async () => {
  const visitor = suite.visitor()
  const member = await suite.member()
  const ask = async (email: string) =>
    (await visitor.post('/api/accounts/request-recovery', { email })).status
  for (let n = 0; n < 29; n++) expect(await ask(`nadie${n}@prueba.test`)).toBe(200)
  expect(await ask(member.email)).toBe(200)
  await waitForEmptyQueue(suite.database)
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('H-07, A5: forty invalid links do not keep others at the same client address from setting a password', async () => {
  const visitor = suite.visitor()
  const member = await suite.member()
  const input = { password: 'clave-nueva-1', confirmPassword: 'clave-nueva-1' }
  for (let n = 0; n < 40; n++)
    expect((await visitor.post('/api/accounts/reset-password', { ...input, token: `x${n}` })).status).toBe(
      404,
    )
  const token = await tokenFor(member.email)
  expect((await visitor.post('/api/accounts/reset-password', { ...input, token })).status).toBe(200)
})

test('OPEN-10, abuse 12: of 20 concurrent uses over two processes one sets the password, and every session ends', async () => {
  const member = await suite.member()
  const token = await tokenFor(member.email)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => reset(token, `clave-nueva-${at}`, at % 2)),
  )
  const won = answers.findIndex((answer) => answer.status === 200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect(answer.status, answer.text).toBe(404)
    expect(answer.json<Problem>().message).toBe('El enlace no es válido o ha expirado.')
  }
  expect(await sessionsOf(member.id)).toEqual([])
  expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  expect((await signIn(member.email, member.password)).status).toBe(401)
  expect((await signIn(member.email, `clave-nueva-${won}`)).status).toBe(200)
})

test('OPEN-10 an expired link, and one for another purpose, set nothing', async () => {
  const member = await suite.member()
  const token = await tokenFor(member.email)
  await suite.database.sql(
    `update verification set "expiresAt" = app_now() - interval '1 second' where value = $1`,
    [member.id],
  )
  expect((await reset(token)).status).toBe(404)
  const other = await suite.member()
  const otherPurpose = await tokenFor(other.email)
  await suite.database.sql(
    `update verification set identifier = replace(identifier, 'recovery:', 'confirm-email:') where value = $1`,
    [other.id],
  )
  expect((await reset(otherPurpose)).status).toBe(404)
  expect((await signIn(other.email, other.password)).status).toBe(200)
})

test('OPEN-10, AUT-10 a short password keeps the link usable', async () => {
  const member = await suite.member()
  const token = await tokenFor(member.email)
  const short = await reset(token, '12345')
  expect(short.status).toBe(422)
  expect(short.json<Problem>().data?.fields).toEqual({
    password: 'La contraseña debe tener al menos 6 caracteres.',
  })
  expect((await reset(token)).status).toBe(200)
})

test('H-10 a common password is refused by the link, which stays usable, and by the change', async () => {
  const member = await suite.member()
  const token = await tokenFor(member.email)
  const currentPassword = member.password
  for (const password of ['Password', 'aaaaaa', '      ']) {
    const change = { currentPassword, password, confirmPassword: password }
    for (const answer of [
      await reset(token, password),
      await member.post('/api/accounts/change-password', change),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.json<Problem>().data?.fields).toEqual({ password: 'Elige una contraseña menos común.' })
    }
  }
  expect((await signIn(member.email, currentPassword)).status).toBe(200)
  expect((await reset(token)).status).toBe(200)
})

test('H-10 the operator cannot create an administrator with a common password', async () => {
  const input = { name: 'Administración', email: 'jefa@prueba.test' }
  const refused = await createAdministrator(suite.platform, { ...input, password: 'password' })
  expect(refused).toMatchObject({ ok: false, refusal: { message: 'Elige una contraseña menos común.' } })
  expect(await suite.database.sql('select 1 from "user" where email = $1', [input.email])).toEqual([])
  expect((await createAdministrator(suite.platform, { ...input, password: 'clave-de-jefa' })).ok).toBe(true)
})

test('H-10 an old common password still works', async () => {
  const before = await makeAccount(suite.platform.db, { password: '123456' })
  expect((await signIn(before.email, '123456')).status).toBe(200)
})

test('OPEN-10, abuse 10: a password reset clears the failed logins', async () => {
  const member = await suite.member()
  const visitor = suite.visitor()
  const tries = async (password: string) =>
    (await visitor.post('/api/accounts/login', { email: member.email, password })).status
  for (let count = 0; count < 6; count++) expect(await tries('equivocada')).toBe(401)
  expect(await tries(member.password)).toBe(429)
  const token = await tokenFor(member.email)
  const input = { token, password: 'clave-nueva-1', confirmPassword: 'clave-nueva-1' }
  expect((await visitor.post('/api/accounts/reset-password', { ...input, token: 'otro' })).status).toBe(404)
  expect(await tries(member.password)).toBe(429)
  expect((await visitor.post('/api/accounts/reset-password', input)).status).toBe(200)
  expect(await tries('clave-nueva-1')).toBe(200)
})

test('OPEN-10, abuse 10, 12: password change: wrong current passwords are limited, the right one ends the other sessions', async () => {
  const member = await suite.member()
  const elsewhere = suite.visitor()
  await elsewhere.post('/api/accounts/login', { email: member.email, password: member.password })
  const input = { currentPassword: 'equivocada', password: 'clave-nueva-1', confirmPassword: 'clave-nueva-1' }
  const wrong = await member.post('/api/accounts/change-password', input)
  expect(wrong.status).toBe(422)
  expect(wrong.json<Problem>().data?.fields).toEqual({
    currentPassword: 'La contraseña actual no es correcta.',
  })
  const right = { ...input, currentPassword: member.password }
  expect((await member.post('/api/accounts/change-password', right)).status).toBe(200)
  expect((await elsewhere.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: { id: member.id } })
  const seen: number[] = []
  for (let at = 0; at < 8; at++) seen.push((await member.post('/api/accounts/change-password', input)).status)
  expect(seen).toEqual([422, 422, 422, 422, 422, 422, 429, 429])
})

test.each([
  ['a new password', '/api/accounts/change-password'],
  ['«Cerrar otras sesiones»', '/api/accounts/close-other-sessions'],
])(
  'H-10, B5: %s invalidates a stolen copy of the cookie, and the browser stays signed in',
  async (_what, path) => {
    const member = await suite.member()
    const thief = suite.visitor()
    thief.jar.set('amparo', member.jar.get('amparo') ?? '')
    const who = async (client: Client) =>
      (await client.get('/api/accounts/session')).json<{ user: { id: string } | null }>().user?.id
    expect(await who(thief)).toBe(member.id)
    const before = await sessionsOf(member.id)
    const password = {
      currentPassword: member.password,
      password: 'clave-nueva-1',
      confirmPassword: 'clave-nueva-1',
    }
    const answer = await member.post(path, path.endsWith('password') ? password : {})
    expect(answer.status, answer.text).toBe(200)
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^amparo=[^;]{60,}; Max-Age=60\d{4}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await who(member)).toBe(member.id)
    expect(await who(thief)).toBeUndefined()
    expect((await thief.post('/api/accounts/close-other-sessions')).status).toBe(401)
    // The session keeps its id, which its streams and tabs use.
    expect(await sessionsOf(member.id)).toEqual(before)
  },
)

test('H-10, B5: of two concurrent uses of one cookie only one keeps the session', async () => {
  const member = await suite.member()
  const other = newClient(suite.apps[1]?.url ?? '')
  other.jar.set('amparo', member.jar.get('amparo') ?? '')
  const close = (client: Client) => client.post('/api/accounts/close-other-sessions')
  const statuses = (await Promise.all([close(member), close(other)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 401])
  expect(await sessionsOf(member.id)).toHaveLength(1)
})

test('OPEN-10, H-10: of sessions that concurrently end each other one remains', async () => {
  const member = await suite.member()
  for (let round = 0; round < 5; round++) {
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () =>
        clientWithSession(suite.app.url, await mintSession(suite, member.id)),
      ),
    )
    const close = clients.map((client) => client.post('/api/accounts/close-other-sessions'))
    const statuses = (await Promise.all(close)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
    expect(await sessionsOf(member.id)).toHaveLength(1)
  }
})

test('OPEN-10 a concurrent password change does not undo the owner’s reset', async () => {
  const member = await suite.member()
  const token = await tokenFor(member.email)
  // An intruder with a session and the old password keeps setting it while the owner recovers the account.
  const input = {
    currentPassword: member.password,
    password: member.password,
    confirmPassword: member.password,
  }
  let recovered = false
  const intruder = (async () => {
    while (!recovered) await member.post('/api/accounts/change-password', input)
  })()
  expect((await reset(token, 'del-dueño-1')).status).toBe(200)
  recovered = true
  await intruder
  expect((await signIn(member.email, member.password)).status).toBe(401)
  expect((await signIn(member.email, 'del-dueño-1')).status).toBe(200)
})

test('OPEN-10 a reset and a change invalidate all other recovery links', async () => {
  const member = await suite.member()
  const first = await tokenFor(member.email)
  const second = await tokenFor(member.email)
  expect(second).not.toBe(first)
  expect((await reset(first, 'primera-1')).status).toBe(200)
  expect((await reset(second, 'segunda-1')).status).toBe(404)
  const other = await suite.member()
  const mailed = await tokenFor(other.email)
  const change = { currentPassword: other.password, password: 'cambiada-1', confirmPassword: 'cambiada-1' }
  expect((await other.post('/api/accounts/change-password', change)).status).toBe(200)
  expect((await reset(mailed)).status).toBe(404)
})

test('abuse 35: the name is text in a recovery e-mail, never markup', async () => {
  const member = await suite.member({ name: '<img src=x onerror=alert(1)> & "José"' })
  await tokenFor(member.email)
  const [mail] = (await suite.visitor().get(`/api/dev/mailbox?to=${member.email}`)).json<
    (Mail & { html: string })[]
  >()
  expect(mail?.text).toContain('<img src=x onerror=alert(1)> & "José"')
  expect(mail?.html).not.toContain('<img src=x')
})

test('a login concurrent with a password change leaves no session', async () => {
  const member = await suite.member()
  // Logins with the old password race its change. None of their sessions may remain.
  const racing = Array.from({ length: 12 }, () => signIn(member.email, member.password))
  const change = member.post('/api/accounts/change-password', {
    currentPassword: member.password,
    password: 'clave-nueva-1',
    confirmPassword: 'clave-nueva-1',
  })
  await Promise.all([...racing, change])
  expect((await change).status).toBe(200)
  expect(await sessionsOf(member.id)).toHaveLength(1)
})

test('DEL-03, DEL-07, OPEN-58, abuse 12, 40: deletion removes login, profile and sessions, leaves an audit row, and frees the address', async () => {
  const member = await suite.member({ name: 'Persona Que Se Va' })
  await tokenFor(member.email)
  const wrong = await member.post('/api/departure/delete-account', { password: 'equivocada' })
  expect(wrong.json<Problem>().data?.fields).toEqual({ password: 'Contraseña incorrecta.' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      member.post('/api/departure/delete-account', { password: member.password }),
    ),
  )
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
  // One succeeds. The others find no session, or are shed.
  expect(answers.every((answer) => [200, 401, 503].includes(answer.status))).toBe(true)
  for (const [table, column] of [
    ['"user"', 'id'],
    ['account', '"userId"'],
    ['session', '"userId"'],
    ['profiles', 'id'],
    ['client_profiles', 'id'],
    ['verification', 'value'],
  ]) {
    expect(
      await suite.database.sql(`select 1 from ${table} where ${column}::text = $1`, [member.id]),
      table,
    ).toEqual([])
  }
  const audit = await suite.database.sql(`select actor_id, action from audit_log where object = $1`, [
    member.id,
  ])
  expect(audit).toEqual([{ actor_id: null, action: 'account.deleted' }])
  expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  expect((await signIn(member.email, member.password)).status).toBe(401)
  const again = {
    name: 'Otra',
    email: member.email,
    password: 'secreta1',
    confirmPassword: 'secreta1',
    role: 'client',
  }
  expect((await suite.visitor().post('/api/accounts/register', again)).status).toBe(200)
})

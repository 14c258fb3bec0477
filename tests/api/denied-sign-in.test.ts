import { expect, test } from 'vitest'
import { revertDueEmailChanges } from '../../src/capabilities/security/access/email-dispute.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { Authenticator } from '../support/data/authenticator.ts'
import { emailChanges } from '../support/data/email-changes.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'

const PORT = 34567
const suite = useTestApp(1, { LOCAL_MODE: 'on', PUBLIC_URL: `http://127.0.0.1:${PORT}` })

const newKey = () => new Authenticator(`http://localhost:${PORT}`, true)
const start = async (client: Client, path: string, input: object = {}) =>
  (await client.post(`/api/security/${path}`, input)).json<{ options: unknown }>().options
const add = async (member: Client, key: Authenticator) =>
  member.post('/api/security/add-passkey', {
    name: 'iPhone',
    ...key.create(await start(member, 'start-passkey')),
  })
const signIn = async (browser: Client, key: Authenticator) =>
  browser.post(
    '/api/security/sign-in-with-passkey',
    key.get(await start(browser, 'start-passkey-sign-in', { secondStep: false })),
  )
const login = (client: Client, { email, password }: Pick<Member, 'email' | 'password'>) =>
  client.post('/api/accounts/login', { email, password })
const mailsTo = ({ email }: Member, subject: string) =>
  suite.database.sql<{ text: string }>(
    'select text from local_mailbox where recipient = $1 and subject = $2 order by id',
    [email, subject],
  )

const { changed, deny, pass72Hours } = emailChanges(suite)
const ALONE = 'Esta llave ya no abre tu cuenta sola: ingresa también tu contraseña.'

test('DAT-49, DAT-54 after «No fui yo» a key that was added since is only a second step', async () => {
  const member = await suite.member()
  const older = newKey()
  await add(member, older)
  await suite.database.sql(`update passkeys set created_at = app_now() - interval '1 hour'`)
  const other = suite.visitor()
  await login(other, member)
  const second = older.get(await start(other, 'start-passkey-sign-in', { secondStep: true }))
  expect((await other.post('/api/security/sign-in-with-passkey', second)).status).toBe(200)
  const newer = newKey()
  expect((await add(other, newer)).status).toBe(200)
  const thief = suite.visitor()
  await login(thief, member)
  const early = newer.get(await start(thief, 'start-passkey-sign-in', { secondStep: true }))
  const subject = 'Nuevo inicio de sesión en tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBeGreaterThan(0)
  const token = /\/no-fui-yo#([\w-]{43})/.exec((await mailsTo(member, subject))[0]?.text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)

  const refused = await signIn(suite.visitor(), newer)
  expect([refused.status, refused.json<Problem>().message]).toEqual([401, ALONE])
  // The old password was right in that browser: no longer enough.
  expect((await thief.post('/api/security/sign-in-with-passkey', early)).status).toBe(401)
  const keeper = suite.visitor()
  expect((await signIn(keeper, older)).status).toBe(200)
  const needsNewPassword = async (browser: Client) =>
    (await browser.get('/api/security/overview')).json<{ needsNewPassword: boolean }>().needsNewPassword
  expect(await needsNewPassword(keeper)).toBe(true)
  // With the new password it is the second step.
  await expect.poll(async () => (await mailsTo(member, 'Restablece tu contraseña')).length).toBe(1)
  const [reset] = await mailsTo(member, 'Restablece tu contraseña')
  const link = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1]
  // Somebody else knows the old password: it may not be chosen again, and the link stays as it was.
  const again = await suite.visitor().post('/api/accounts/reset-password', {
    ...{ token: link, password: member.password, confirmPassword: member.password },
  })
  expect([again.status, again.json<Problem>().data?.fields]).toEqual([
    422,
    { password: 'Dejaste de usar esta contraseña hace poco. Elige otra.' },
  ])
  const passwords = { password: 'clave-nueva-2', confirmPassword: 'clave-nueva-2' }
  expect(
    (await suite.visitor().post('/api/accounts/reset-password', { token: link, ...passwords })).status,
  ).toBe(200)
  const owner = suite.visitor()
  await login(owner, { email: member.email, password: passwords.password })
  const right = newer.get(await start(owner, 'start-passkey-sign-in', { secondStep: true }))
  expect((await owner.post('/api/security/sign-in-with-passkey', right)).status).toBe(200)
  expect(await needsNewPassword(owner)).toBe(false)
  // «Seguridad de tu cuenta» says it of each key; one that is added now opens the account alone.
  const last = newKey()
  expect((await add(owner, last)).status).toBe(200)
  const { passkeys } = (await owner.get('/api/security/overview')).json<{ passkeys: object[] }>()
  expect(passkeys).toMatchObject([
    { needsPassword: false },
    { needsPassword: true },
    { needsPassword: false },
  ])
  expect((await signIn(suite.visitor(), last)).status).toBe(200)
})

test('DAT-54 the e-mail about a changed factor has «No fui yo»: a key added in a stolen session opens nothing alone', async () => {
  const member = await suite.member()
  const key = newKey()
  expect((await add(member, key)).status).toBe(200)
  const subject = 'Cambió la seguridad de tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(1)
  const token = /\/no-fui-yo#([\w-]{43})/.exec((await mailsTo(member, subject))[0]?.text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)
  expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  const refused = await signIn(suite.visitor(), key)
  expect([refused.status, refused.json<Problem>().message]).toEqual([401, ALONE])
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(404)
})

test('DAT-54 «No fui yo» of the second e-mail stops also the key that the first one was about', async () => {
  const member = await suite.member()
  const [first, second] = [newKey(), newKey()]
  expect((await add(member, first)).status).toBe(200)
  expect((await add(member, second)).status).toBe(200)
  const subject = 'Cambió la seguridad de tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(2)
  const token = /\/no-fui-yo#([\w-]{43})/.exec((await mailsTo(member, subject))[1]?.text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)
  for (const key of [first, second]) {
    const refused = await signIn(suite.visitor(), key)
    expect([refused.status, refused.json<Problem>().message]).toEqual([401, ALONE])
  }
})

test.each([
  ['a key', 'add-passkey'],
  ['a change of address', 'request-email-change'],
])('DAT-54 %s whose request began before «No fui yo» is refused', async (_, path) => {
  const member = await suite.member()
  const input =
    path === 'add-passkey'
      ? { name: 'iPhone', ...newKey().create(await start(member, 'start-passkey')) }
      : { email: 'otra@prueba.test' }
  const blocker = await suite.platform.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select 1 from account where "userId" = $1 for update', [member.id])
    const answer = member.post(`/api/security/${path}`, input)
    await expect
      .poll(() => suite.database.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`))
      .toHaveLength(1)
    await blocker.query('delete from session where "userId" = $1', [member.id])
    await blocker.query('commit')
    expect((await answer).status).toBe(401)
  } finally {
    blocker.release()
  }
  const added = await suite.database.sql(
    'select 1 from passkeys where user_id = $1 union all select 1 from email_changes where user_id = $1',
    [member.id],
  )
  expect(added).toEqual([])
})

test('DAT-54 the e-mail about a new password has «No fui yo», too', async () => {
  const member = await suite.member()
  const key = newKey()
  expect((await add(member, key)).status).toBe(200)
  const changed = {
    currentPassword: member.password,
    password: 'otra-clave-3',
    confirmPassword: 'otra-clave-3',
  }
  expect((await member.post('/api/accounts/change-password', changed)).status).toBe(200)
  const subject = 'Cambió la seguridad de tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(2)
  const text = (await mailsTo(member, subject)).find((mail) =>
    mail.text.includes('Tu contraseña cambió'),
  )?.text
  const token = /\/no-fui-yo#([\w-]{43})/.exec(text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)
  expect((await signIn(suite.visitor(), key)).status).toBe(401)
})

test('DAT-55 a key that somebody added before changing the address opens nothing alone once the old one is back', async () => {
  const member = await suite.member()
  const key = newKey()
  expect((await add(member, key)).status).toBe(200)
  const { undo } = await changed(member)
  await deny(undo)
  await pass72Hours(member)
  await revertDueEmailChanges(suite.platform)
  const refused = await signIn(suite.visitor(), key)
  expect([refused.status, refused.json<Problem>().message]).toEqual([401, ALONE])
})

const change = (by: Client, currentPassword: string, password: string) =>
  by.post('/api/accounts/change-password', { currentPassword, password, confirmPassword: password })

test('DAT-54 no password of the last week comes back: neither by the mailed link nor by a change', async () => {
  const member = await suite.member()
  const thief = suite.visitor()
  await login(thief, member)
  // The thief replaces the password that they know, again and again.
  const thiefs = [member.password, ...Array.from({ length: 12 }, (_, at) => `del-ladron-${at + 1}`)]
  for (const [at, password] of thiefs.slice(1).entries()) {
    const answer = await change(thief, thiefs[at] ?? '', password)
    if (at !== 10) expect(answer.status).toBe(200)
    else {
      // Ten a day.
      expect(answer.status).toBe(429)
      await suite.database.sql(`delete from rate_limits where key like 'password-change:%'`)
      expect((await change(thief, thiefs[at] ?? '', password)).status).toBe(200)
    }
  }
  const subject = 'Cambió la seguridad de tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(12)
  const alarm = /\/no-fui-yo#([\w-]{43})/.exec((await mailsTo(member, subject))[0]?.text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token: alarm })).status).toBe(200)
  await expect.poll(async () => (await mailsTo(member, 'Restablece tu contraseña')).length).toBe(1)
  const token = /token=([\w-]+)/.exec((await mailsTo(member, 'Restablece tu contraseña'))[0]?.text ?? '')?.[1]
  const reset = async (password: string) => {
    const input = { token, password, confirmPassword: password }
    return (await suite.visitor().post('/api/accounts/reset-password', input)).status
  }
  // The one that the owner knows, the thief's first one and the one that «No fui yo» ended.
  const refused = [member.password, 'del-ladron-1', 'del-ladron-12']
  expect([
    await reset(refused[0] ?? ''),
    await reset(refused[1] ?? ''),
    await reset(refused[2] ?? ''),
  ]).toEqual([422, 422, 422])
  expect(await reset('otra-clave-3')).toBe(200)
  const owner = suite.visitor()
  await login(owner, { email: member.email, password: 'otra-clave-3' })
  const back = await change(owner, 'otra-clave-3', member.password)
  expect([back.status, back.json<Problem>().data?.fields?.password]).toEqual([
    422,
    'Dejaste de usar esta contraseña hace poco. Elige otra.',
  ])
  // After a week everything is as before.
  await suite.database.sql(`update replaced_passwords set expires_at = app_now() - interval '1 second'`)
  expect((await change(owner, 'otra-clave-3', member.password)).status).toBe(200)
})

async function resetToken(member: Member): Promise<string | undefined> {
  await suite.visitor().post('/api/accounts/request-recovery', { email: member.email })
  await expect.poll(async () => (await mailsTo(member, 'Restablece tu contraseña')).length).toBe(1)
  return /token=([\w-]+)/.exec((await mailsTo(member, 'Restablece tu contraseña'))[0]?.text ?? '')?.[1]
}

test('DAT-54 a mailed link for a new password takes ten tries: each is compared with the replaced ones', async () => {
  const member = await suite.member()
  const token = await resetToken(member)
  await suite.database.sql(
    `insert into replaced_passwords (user_id, hash, expires_at)
     select "userId", password, app_now() + interval '7 days' from account where "userId" = $1`,
    [member.id],
  )
  const reset = async (password: string) => {
    const input = { token, password, confirmPassword: password }
    return (await suite.visitor().post('/api/accounts/reset-password', input)).status
  }
  const answers: number[] = []
  for (let at = 0; at < 11; at += 1) answers.push(await reset(member.password))
  expect(answers).toEqual([...Array<number>(10).fill(422), 429])
})

test('DAT-54 a sign-in does not wait until another account has compared all replaced passwords', async () => {
  const [member, other] = [await suite.member(), await suite.member()]
  const token = await resetToken(member)
  await suite.database.sql(
    `insert into replaced_passwords (user_id, hash, expires_at)
     select "userId", password, app_now() + interval '7 days' from account, generate_series(1, 10)
     where "userId" = $1`,
    [member.id],
  )
  const order: string[] = []
  // Not one of the replaced ones: compared with all. As many at once as an address may have.
  const input = { token, password: 'una-clave-nueva', confirmPassword: 'una-clave-nueva' }
  const resets = Array.from({ length: 4 }, async () => {
    await newClient(suite.app.url, '203.0.113.9').post('/api/accounts/reset-password', input)
    order.push('reset')
  })
  await login(suite.visitor(), other)
  order.push('sign-in')
  await Promise.all(resets)
  expect(order.indexOf('sign-in')).toBeLessThan(2)
})

test('DAT-47, DAT-54 «No fui yo» voids recovery codes made since, and a sign-in that waits for its second step', async () => {
  const member = await suite.member()
  const { codes } = await turnTotpOn(member)
  const thief = suite.visitor()
  await login(thief, member)
  expect((await thief.get('/api/security/pending-step')).json()).toMatchObject({ pending: true })
  const subject = 'Cambió la seguridad de tu cuenta'
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBeGreaterThan(0)
  const token = /\/no-fui-yo#([\w-]{43})/.exec((await mailsTo(member, subject))[0]?.text ?? '')?.[1]
  expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)
  expect((await thief.get('/api/security/pending-step')).json()).toMatchObject({ pending: false })
  const left = await suite.database.sql('select 1 from recovery_codes where user_id = $1', [member.id])
  expect([codes.length, left.length]).toEqual([10, 0])
  // The second step itself stays: a reader of the mailbox must not take it away.
  expect(await suite.database.sql('select 1 from totp_secrets where user_id = $1', [member.id])).toHaveLength(
    1,
  )
})

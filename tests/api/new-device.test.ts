import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  isLoginQueueFull,
  withLoginPlace,
} from '../../src/capabilities/accounts/identity/passwords.server.ts'
import type { Overview } from '../../src/capabilities/security/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { type Client, newClient, newClientAddress } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const SUBJECT = 'Nuevo inicio de sesión en tu cuenta'
const CHANGED = 'Cambió la seguridad de tu cuenta'
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Wayland; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }

const login = (client: Client, { email, password }: Pick<Member, 'email' | 'password'>) =>
  client.post('/api/accounts/login', { email, password }, FIREFOX)
const mailsTo = ({ email }: Pick<Member, 'email'>, subject = SUBJECT) =>
  suite.database.sql<{ text: string }>(
    'select text from local_mailbox where recipient = $1 and subject = $2 order by id',
    [email, subject],
  )
const mailsOf = async (member: Pick<Member, 'email'>, count: number, subject = SUBJECT) => {
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(count)
  // Nothing more is queued.
  await expect
    .poll(() => suite.database.sql(`select 1 from graphile_worker.jobs where task_identifier = 'mail'`))
    .toEqual([])
  return (await mailsTo(member, subject)).map(({ text }) => text)
}
const tokenIn = (text = '') => /\/no-fui-yo#([\w-]{43})/.exec(text)?.[1] ?? ''
const on = (process: number) => newClient(suite.apps[process]?.url ?? '', newClientAddress())

/** A member, and a second browser that signed in. */
async function twoBrowsers() {
  const member = await suite.member()
  const other = suite.visitor()
  await login(other, member)
  const [text] = await mailsOf(member, 1)
  return { member, other, token: tokenIn(text), text }
}

describe('a sign-in from an unknown browser', () => {
  test('DAT-54 is told by e-mail, with browser, system and Chilean time; the same browser is not told again', async () => {
    const { member, other, text, token } = await twoBrowsers()
    expect(text).toMatch(/Entraron desde Firefox en Linux el \d+ de [a-z]+ de \d{4} a las \d{1,2}:\d\d\./)
    expect(token).not.toBe('')
    expect(other.jar.get('amparo-equipo')).toMatch(/^[\w-]{43}$/)
    await login(other, member)
    await login(member, member)
    await mailsOf(member, 1)
    const stored = await suite.database.sql('select digest from known_devices where user_id = $1', [
      member.id,
    ])
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain(other.jar.get('amparo-equipo'))
  })

  test('DAT-54 neither the browser of the registration nor the first one after the release is news', async () => {
    const visitor = suite.visitor()
    const account = { email: `${randomUUID()}@prueba.test`, password: 'nueva-clave-1' }
    await visitor.post('/api/accounts/register', {
      name: 'Persona Nueva',
      role: 'client',
      ...account,
      confirmPassword: account.password,
    })
    await visitor.post('/api/accounts/logout')
    await login(visitor, account)
    await mailsOf(account, 0)
    // Signed in before the release: another browser is news at once.
    const member = await suite.member()
    await suite.database.sql('delete from known_devices where user_id = $1', [member.id])
    await login(suite.visitor(), member)
    await mailsOf(member, 1)
    // Signed in nowhere.
    const idle = await suite.member()
    await suite.database.sql('delete from known_devices where user_id = $1', [idle.id])
    await suite.database.sql('delete from session where "userId" = $1', [idle.id])
    await login(suite.visitor(), idle)
    await mailsOf(idle, 0)
  })

  test('DAT-54 a cookie of another person, a planted second one or a made-up one make no browser known', async () => {
    const { member, other } = await twoBrowsers()
    const stranger = await suite.member()
    const cookie = `amparo-equipo=${other.jar.get('amparo-equipo')}`
    const { email, password } = stranger
    const enter = (header: string) =>
      suite.visitor().post('/api/accounts/login', { email, password }, { cookie: header })
    await enter(cookie)
    await mailsOf(stranger, 1)
    await enter(`amparo-equipo=${stranger.jar.get('amparo-equipo')}; ${cookie}`)
    await mailsOf(stranger, 2)
    await mailsOf(member, 1)
  })

  test('DAT-54 five e-mails a day at most, on both processes', async () => {
    const member = await suite.member()
    await Promise.all(Array.from({ length: 8 }, (_, at) => login(on(at % 2), member)))
    await mailsOf(member, 5)
  })
})

describe('«No fui yo»', () => {
  test('DAT-54 ends all sessions, makes the password useless and mails the link for a new one, once', async () => {
    const { member, other, token } = await twoBrowsers()
    const visitor = suite.visitor()
    const done = await visitor.post('/api/security/deny-sign-in', { token })
    expect(done.json()).toEqual({ denied: true })
    for (const client of [member, other])
      expect((await client.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    expect((await login(suite.visitor(), member)).status).toBe(401)
    const [text] = await mailsOf(member, 1, 'Restablece tu contraseña')
    expect(text).toContain('La contraseña anterior ya no sirve')
    expect(text).not.toContain('sigue siendo la misma')
    expect((await visitor.post('/api/security/deny-sign-in', { token })).status).toBe(404)
    // The browser of that sign-in is unknown again.
    const known = await suite.database.sql('select 1 from known_devices where user_id = $1', [member.id])
    expect(known).toHaveLength(1)
  })

  test('DAT-54 works while sign-ins have every place of the login queue', async () => {
    const { member, token } = await twoBrowsers()
    const storm = Promise.withResolvers<void>()
    const places: Promise<void>[] = []
    for (let address = newClientAddress(); !isLoginQueueFull(address); address = newClientAddress())
      places.push(withLoginPlace(address, () => storm.promise))
    try {
      expect((await login(suite.visitor(), member)).status).toBe(503)
      expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).json()).toEqual({
        denied: true,
      })
    } finally {
      storm.resolve()
      await Promise.all(places)
    }
    expect((await login(suite.visitor(), member)).status).toBe(401)
  })

  test('DAT-49, DAT-54 takes no second step away: a mailbox alone opens nothing', async () => {
    const { member, other, token } = await twoBrowsers()
    await turnTotpOn(other)
    // Five codes are from before the e-mail; those made since are void.
    await suite.database.sql(
      `update recovery_codes set created_at = app_now() - interval '1 day' where ctid in (
         select ctid from recovery_codes where user_id = $1 limit 5)`,
      [member.id],
    )
    await suite.visitor().post('/api/security/deny-sign-in', { token })
    const factors = await suite.database.sql(
      `select 1 from totp_secrets where user_id = $1 union all select 1 from recovery_codes where user_id = $1`,
      [member.id],
    )
    expect(factors).toHaveLength(6)
  })

  test('DAT-54 of ten presses on two processes one is accepted; after seven days none', async () => {
    const { token } = await twoBrowsers()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => on(at % 2).post('/api/security/deny-sign-in', { token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
    const { member, token: late } = await twoBrowsers()
    await suite.database.sql(
      `update verification set "expiresAt" = app_now() where value = $1 and identifier like 'alarm:%'`,
      [member.id],
    )
    expect((await suite.visitor().post('/api/security/deny-sign-in', { token: late })).status).toBe(404)
    expect((await member.get('/api/security/overview')).json<Overview>().devices).toHaveLength(2)
  })
})

test('DAT-54 a new password is told by e-mail, however it was set', async () => {
  const member = await suite.member()
  const password = 'otra-clave-9'
  const done = await member.post('/api/accounts/change-password', {
    currentPassword: member.password,
    password,
    confirmPassword: password,
  })
  expect(done.status).toBe(200)
  const [text] = await mailsOf(member, 1, CHANGED)
  expect(text).toContain('Tu contraseña cambió')
})

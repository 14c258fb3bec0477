import { describe, expect, test } from 'vitest'
import type { Overview } from '../../src/capabilities/security/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { type Answering, Authenticator } from '../support/data/authenticator.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { type Client, newClient, newClientAddress, type Problem } from '../support/network/http-client.ts'

const PORT = 34567
/** One public address for both processes, as behind a proxy. */
const suite = useTestApp(2, { LOCAL_MODE: 'on', PUBLIC_URL: `http://127.0.0.1:${PORT}` })
const UNKNOWN = 'No reconocemos esta llave.'
const EXPIRED = 'El tiempo para usar la llave se acabó. Inténtalo de nuevo.'

const on = (process: number, jar: Client['jar']) => {
  const client = newClient(suite.apps[process]?.url ?? '', newClientAddress())
  for (const [name, value] of jar) client.jar.set(name, value)
  return client
}
/** Keys belong to `localhost`, whichever address of this machine the application has. */
const newKey = (counts = true) => new Authenticator(`http://localhost:${PORT}`, counts)

const start = async (client: Client, path: string, input: object = {}) =>
  (await client.post(`/api/security/${path}`, input)).json<{ options: unknown }>().options
const overview = async (member: Client) => (await member.get('/api/security/overview')).json<Overview>()

async function add(member: Client, key = newKey(), how: Answering & { name?: string } = {}) {
  const answer = key.create(await start(member, 'start-passkey'), how)
  return member.post('/api/security/add-passkey', { name: how.name ?? 'iPhone', ...answer })
}
async function signIn(browser: Client, key: Authenticator, how: Answering = {}) {
  const options = await start(browser, 'start-passkey-sign-in', { secondStep: false })
  return browser.post('/api/security/sign-in-with-passkey', key.get(options, how))
}
const login = (client: Client, { email, password }: Pick<Member, 'email' | 'password'>) =>
  client.post('/api/accounts/login', { email, password })
const mailsTo = ({ email }: Member, subject: string) =>
  suite.database.sql<{ text: string }>(
    'select text from local_mailbox where recipient = $1 and subject = $2 order by id',
    [email, subject],
  )

async function memberWithKey(): Promise<{ member: Member; key: Authenticator; codes: string[] }> {
  const member = await suite.member()
  const key = newKey()
  const added = await add(member, key)
  expect(added.status).toBe(200)
  return { member, key, codes: added.json<{ codes: string[] }>().codes }
}

describe('adding a key', () => {
  test('DAT-44 asks for a discoverable key with user verification, no attestation, for localhost in local mode', async () => {
    const member = await suite.member()
    const options = await start(member, 'start-passkey')
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Amparo' },
      user: { name: member.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('DAT-44, DAT-47 a key is named and listed; the first second step gives ten codes, a later one none', async () => {
    const { member, codes } = await memberWithKey()
    expect(new Set(codes).size).toBe(10)
    const second = await add(member, newKey(false), { name: '  Notebook\u202e de la casa ' })
    expect(second.json()).toEqual({ codes: [] })
    const { passkeys, codes: left } = await overview(member)
    expect(passkeys.map(({ name, usedAt }) => [name, usedAt])).toEqual([
      ['iPhone', null],
      ['Notebook de la casa', null],
    ])
    expect(left).toMatchObject({ left: 10, total: 10 })
    await expect.poll(async () => (await mailsTo(member, 'Cambió la seguridad de tu cuenta')).length).toBe(2)
  })

  test('DAT-44 needs a fresh proof; without a name, with a foreign origin, host, purpose or no verification nothing is added', async () => {
    const member = await suite.member()
    for (const how of [
      { origin: 'http://localhost:1' },
      { origin: `http://127.0.0.1:${PORT}` },
      { rpId: 'otro.test' },
      { isVerified: false },
      { type: 'webauthn.get' },
    ]) {
      const refused = await add(member, newKey(), how)
      expect([how, refused.status, refused.json<Problem>().message]).toEqual([
        how,
        422,
        'No se agregó la llave.',
      ])
    }
    const unnamed = await add(member, newKey(), { name: ' \u200b ' })
    expect([unnamed.status, unnamed.json<Problem>().data?.fields]).toEqual([
      422,
      { name: 'Ponle un nombre a la llave.' },
    ])
    expect((await add(member, newKey(), { challenge: 'aaaa' })).status).toBe(404)
    const answer = newKey().create(await start(member, 'start-passkey'))
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    for (const [path, input] of [
      ['start-passkey', {}],
      ['add-passkey', { name: 'iPhone', ...answer }],
    ] as const) {
      const refused = await member.post(`/api/security/${path}`, input)
      expect([path, refused.status, refused.json<Problem>().data?.reason]).toEqual([path, 403, 'REAUTH'])
    }
    expect((await overview(member)).passkeys).toEqual([])
  })

  test('DAT-44 a challenge is for one browser, one person, one purpose and five minutes', async () => {
    const [member, other] = [await suite.member(), await suite.member()]
    const answer = newKey().create(await start(member, 'start-passkey'))
    const body = { name: 'iPhone', ...answer }
    expect((await other.post('/api/security/add-passkey', body)).status).toBe(404)
    // The other person in the same browser.
    other.jar.set('amparo-llave', member.jar.get('amparo-llave') ?? '')
    expect((await other.post('/api/security/add-passkey', body)).status).toBe(404)
    const late = newKey().create(await start(member, 'start-passkey'))
    await suite.database.sql('update passkey_challenges set expires_at = app_now() where user_id = $1', [
      member.id,
    ])
    const refused = await member.post('/api/security/add-passkey', { name: 'iPhone', ...late })
    expect([refused.status, refused.json<Problem>().message]).toEqual([404, EXPIRED])
    const forSignIn = newKey().create({
      ...((await start(member, 'start-passkey')) as object),
      challenge: (
        (await start(member, 'start-passkey-sign-in', { secondStep: false })) as { challenge: string }
      ).challenge,
    })
    expect((await member.post('/api/security/add-passkey', { name: 'iPhone', ...forSignIn })).status).toBe(
      404,
    )
  })

  test('DAT-44 of 20 answers to one challenge on two processes one adds the key', async () => {
    const member = await suite.member()
    const answer = newKey().create(await start(member, 'start-passkey'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        on(at % 2, member.jar).post('/api/security/add-passkey', { name: 'iPhone', ...answer }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
    expect((await overview(member)).passkeys).toHaveLength(1)
  })

  test('DAT-44 at most ten, also at once; a key that somebody has is refused', async () => {
    const { member, key } = await memberWithKey()
    for (let at = 0; at < 8; at++) await add(member, newKey(), { name: `Llave ${at}` })
    const prepared = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const client = on(at % 2, member.jar)
        return { client, answer: newKey().create(await start(client, 'start-passkey')) }
      }),
    )
    const answers = await Promise.all(
      prepared.map(({ client, answer }) =>
        client.post('/api/security/add-passkey', { name: 'Otra', ...answer }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await member.post('/api/security/start-passkey')).json<Problem>().message).toBe(
      'Puedes tener hasta 10 llaves de acceso. Quita una para agregar otra.',
    )
    const other = await suite.member()
    expect((await add(other, key)).status).toBe(409)
  })
})

describe('a sign-in with a key', () => {
  test('DAT-45 counts as both steps, and the password alone no longer signs in', async () => {
    const { member, key } = await memberWithKey()
    expect((await login(suite.visitor(), member)).json()).toEqual({ user: null, secondStep: true })
    const browser = suite.visitor()
    const answer = await signIn(browser, key)
    expect(answer.json()).toMatchObject({ user: { id: member.id } })
    expect((await browser.get('/api/accounts/session')).json()).toMatchObject({ user: { id: member.id } })
    expect((await overview(member)).passkeys[0]?.usedAt).not.toBeNull()
    // It is a fresh proof, too.
    expect((await browser.post('/api/security/new-recovery-codes')).status).toBe(200)
  })

  test('DAT-45 an unknown key, a foreign origin, another signature, no verification, another person: 401, no session', async () => {
    const { key } = await memberWithKey()
    const stranger = newKey()
    stranger.userHandle = key.userHandle
    const unknown = await signIn(suite.visitor(), stranger)
    expect([unknown.status, unknown.json<Problem>().message, unknown.cookies]).toEqual([401, UNKNOWN, []])
    for (const how of [
      { origin: 'http://localhost:1' },
      { rpId: 'otro.test' },
      { isVerified: false },
      { type: 'webauthn.create' },
    ])
      expect([how, (await signIn(suite.visitor(), key, how)).status]).toEqual([how, 401])
    const browser = suite.visitor()
    const options = await start(browser, 'start-passkey-sign-in', { secondStep: false })
    const forged = { ...key.get(options), signature: stranger.get(options).signature }
    expect((await browser.post('/api/security/sign-in-with-passkey', forged)).status).toBe(401)
    const { key: another } = await memberWithKey()
    const mixed = key.get(await start(browser, 'start-passkey-sign-in', { secondStep: false }))
    const answer = { ...mixed, userHandle: another.userHandle }
    expect((await browser.post('/api/security/sign-in-with-passkey', answer)).status).toBe(401)
    expect((await browser.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  })

  test('DAT-44, DAT-45 of 50 answers to one challenge on two processes one signs in', async () => {
    const { member, key } = await memberWithKey()
    const browser = suite.visitor()
    const answer = key.get(await start(browser, 'start-passkey-sign-in', { secondStep: false }))
    const before = await suite.database.sql('select 1 from session where "userId" = $1', [member.id])
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        on(at % 2, browser.jar).post('/api/security/sign-in-with-passkey', answer),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect(await suite.database.sql('select 1 from session where "userId" = $1', [member.id])).toHaveLength(
      before.length + 1,
    )
  })

  test('DAT-45 the answer for another browser, a planted cookie or too late is refused (404)', async () => {
    const { key } = await memberWithKey()
    const [browser, other] = [suite.visitor(), suite.visitor()]
    const options = () => start(browser, 'start-passkey-sign-in', { secondStep: false })
    await start(other, 'start-passkey-sign-in', { secondStep: false })
    const answer = key.get(await options())
    expect((await other.post('/api/security/sign-in-with-passkey', answer)).status).toBe(404)
    const cookie = `amparo-llave=${browser.jar.get('amparo-llave')}`
    const planted = await suite
      .visitor()
      .post('/api/security/sign-in-with-passkey', answer, { cookie: `${cookie}; ${cookie}x` })
    expect(planted.status).toBe(404)
    // Neither has used it up.
    expect((await browser.post('/api/security/sign-in-with-passkey', answer)).status).toBe(200)
    const late = key.get(await options())
    await suite.database.sql('update passkey_challenges set expires_at = app_now()')
    expect((await browser.post('/api/security/sign-in-with-passkey', late)).json<Problem>().message).toBe(
      EXPIRED,
    )
  })

  test('DAT-44 a counter that goes back is refused and mailed; a stranger without the key provokes no mail', async () => {
    const { member, key } = await memberWithKey()
    for (let at = 0; at < 3; at++) expect((await signIn(suite.visitor(), key)).status).toBe(200)
    key.counter = 0
    const stranger = suite.visitor()
    const options = await start(stranger, 'start-passkey-sign-in', { secondStep: false })
    const forged = { ...key.get(options), signature: newKey().get(options).signature }
    expect((await stranger.post('/api/security/sign-in-with-passkey', forged)).status).toBe(401)
    const subject = 'Rechazamos una llave de acceso de tu cuenta'
    const back = await signIn(suite.visitor(), key)
    expect([back.status, back.json<Problem>().message]).toEqual([401, UNKNOWN])
    await expect.poll(async () => (await mailsTo(member, subject)).length).toBe(1)
    key.counter = 3
    expect((await signIn(suite.visitor(), key)).status).toBe(200)
    expect(await mailsTo(member, subject)).toHaveLength(1)
  })

  test('DAT-44 of two answers with one counter on two processes one is accepted', async () => {
    const { key } = await memberWithKey()
    const browsers = [suite.visitor(), suite.visitor()]
    const answers: object[] = []
    for (const browser of browsers) {
      key.counter = 6
      answers.push(key.get(await start(browser, 'start-passkey-sign-in', { secondStep: false })))
    }
    const done = await Promise.all(
      browsers.map(({ jar }, at) => on(at, jar).post('/api/security/sign-in-with-passkey', answers[at])),
    )
    expect(done.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('DAT-45 a suspended account is refused (403), a deleted one unknown', async () => {
    const { member, key } = await memberWithKey()
    await suite.database.sql(
      `update "user" set suspended_at = app_now(), suspension_reason = 'x' where id = $1`,
      [member.id],
    )
    expect((await signIn(suite.visitor(), key)).status).toBe(403)
    await suite.database.sql('delete from "user" where id = $1', [member.id])
    expect((await signIn(suite.visitor(), key)).status).toBe(401)
    for (const table of ['passkeys', 'passkey_challenges'])
      expect(await suite.database.sql(`select 1 from ${table} where user_id = $1`, [member.id])).toEqual([])
  })
})

describe('a key as second step and as proof', () => {
  test('DAT-45, DAT-48 after the password only a key of that person finishes the sign-in', async () => {
    const { member, key, codes } = await memberWithKey()
    const { key: foreign } = await memberWithKey()
    const browser = suite.visitor()
    expect((await browser.post('/api/security/start-passkey-sign-in', { secondStep: true })).status).toBe(404)
    await login(browser, member)
    expect((await browser.get('/api/security/pending-step')).json()).toMatchObject({
      pending: true,
      totp: false,
      passkey: true,
    })
    const options = await start(browser, 'start-passkey-sign-in', { secondStep: true })
    expect(options).toMatchObject({ allowCredentials: [{ id: key.id }] })
    const wrong = await browser.post('/api/security/sign-in-with-passkey', foreign.get(options))
    expect(wrong.status).toBe(401)
    const right = key.get(await start(browser, 'start-passkey-sign-in', { secondStep: true }))
    const done = await browser.post('/api/security/sign-in-with-passkey', right)
    expect(done.json()).toMatchObject({ user: { id: member.id } })
    expect(browser.jar.get('amparo-paso') ?? '').toBe('')
    expect(
      await suite.database.sql('select 1 from sign_in_challenges where user_id = $1', [member.id]),
    ).toEqual([])
    // A recovery code does, too.
    const again = suite.visitor()
    await login(again, member)
    expect((await again.post('/api/security/finish-sign-in', { code: codes[0] })).status).toBe(200)
  })

  test('DAT-52 a key proves who somebody is, for this session; a foreign one does not', async () => {
    const { member, key } = await memberWithKey()
    const { key: foreign } = await memberWithKey()
    const age = () =>
      suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    await age()
    const options = await start(member, 'start-passkey-proof')
    const wrong = await member.post('/api/security/confirm-with-passkey', foreign.get(options))
    expect([wrong.status, wrong.json<Problem>().message]).toEqual([422, UNKNOWN])
    const forSignIn = key.get(await start(member, 'start-passkey-sign-in', { secondStep: false }))
    expect((await member.post('/api/security/confirm-with-passkey', forSignIn)).status).toBe(404)
    expect((await member.post('/api/security/new-recovery-codes')).status).toBe(403)
    const right = key.get(await start(member, 'start-passkey-proof'))
    expect((await member.post('/api/security/confirm-with-passkey', right)).json()).toEqual({
      confirmed: true,
    })
    expect((await member.post('/api/security/new-recovery-codes')).status).toBe(200)
    // The password alone is no proof any more; with a recovery code it is.
    await age()
    const { password } = member
    expect(
      (await member.post('/api/security/confirm-identity', { password })).json<Problem>().data?.fields,
    ).toEqual({ code: 'Ingresa el código.' })
  })

  test('DAT-52 the deletion of an account whose only second step is a key needs the password and a fresh proof', async () => {
    const { member, key } = await memberWithKey()
    const remove = () => member.post('/api/departure/delete-account', { password: member.password })
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    expect((await remove()).json<Problem>().data?.reason).toBe('REAUTH')
    const right = key.get(await start(member, 'start-passkey-proof'))
    await member.post('/api/security/confirm-with-passkey', right)
    expect((await remove()).status).toBe(200)
  })

  test('DAT-44, DAT-47 with the last second step the recovery codes go; before, they stay', async () => {
    const { member } = await memberWithKey()
    await turnTotpOn(member)
    const [key] = (await overview(member)).passkeys
    const stranger = await suite.member()
    expect((await stranger.post('/api/security/remove-passkey', { id: key?.id })).status).toBe(404)
    expect((await member.post('/api/security/remove-passkey', { id: key?.id })).status).toBe(200)
    expect((await overview(member)).codes).toMatchObject({ total: 10 })
    expect((await member.post('/api/security/remove-passkey', { id: key?.id })).status).toBe(404)
    expect((await member.post('/api/security/remove-totp')).status).toBe(200)
    expect((await overview(member)).codes).toBeNull()
    expect((await login(suite.visitor(), member)).json()).toMatchObject({ secondStep: false })
  })
})

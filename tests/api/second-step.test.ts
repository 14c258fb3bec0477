import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encryptSecrets } from '../../src/capabilities/security/access/encrypt-secrets.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { totpCode, turnTotpOn } from '../support/data/second-step.ts'
import { type Client, newClient, newClientAddress, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const WRONG = 'El código no es correcto.'
const LATER = 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.'

const login = (client: Client, { email, password }: Pick<Member, 'email' | 'password'>) =>
  client.post('/api/accounts/login', { email, password })
const finish = (client: Client, code: string) => client.post('/api/security/finish-sign-in', { code })
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const sessionsOf = async ({ id }: Member) =>
  (await suite.database.sql('select id from session where "userId" = $1', [id])).length
const on = (process: number, jar: Client['jar']) => {
  const client = newClient(suite.apps[process]?.url ?? '', newClientAddress())
  for (const [name, value] of jar) client.jar.set(name, value)
  return client
}

/** A member with the second step on, and a browser whose password was right. */
async function waiting(): Promise<{ member: Member; browser: Client; secret: string; codes: string[] }> {
  const member = await suite.member()
  const factor = await turnTotpOn(member)
  const browser = suite.visitor()
  expect((await login(browser, member)).status).toBe(200)
  return { member, browser, ...factor }
}

describe('the code of the application', () => {
  test('DAT-46 is on only after a right code; the secret is encrypted and leaves once', async () => {
    const member = await suite.member()
    const started = await member.post('/api/security/start-totp')
    const { secret, uri } = started.json<{ secret: string; uri: string }>()
    expect(uri).toBe(
      `otpauth://totp/Amparo:${encodeURIComponent(member.email)}?issuer=Amparo&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const wrong = await member.post('/api/security/confirm-totp', { code: '000000' })
    expect([wrong.status, wrong.json<Problem>().data?.fields]).toEqual([422, { code: WRONG }])
    expect((await login(suite.visitor(), member)).json()).toMatchObject({ secondStep: false })
    const done = await member.post('/api/security/confirm-totp', { code: totpCode(secret) })
    expect(done.status).toBe(200)
    const [row] = await suite.database.sql(
      'select sealed, sealed_with from totp_secrets where user_id = $1',
      [member.id],
    )
    expect(row?.sealed).not.toContain(secret)
    expect(row?.sealed_with).toBe(suite.platform.keys.current)
    expect((await member.post('/api/security/start-totp')).status).toBe(409)
    expect((await member.get('/api/security/overview')).text).not.toContain(secret)
    expect((await login(suite.visitor(), member)).json()).toEqual({ user: null, secondStep: true })
  })

  test('DAT-46 one step early or late is right, two are not, and each step is used once, on two processes', async () => {
    const { member, secret, browser } = await waiting()
    await suite.database.sql('update totp_secrets set last_step = 0 where user_id = $1', [member.id])
    for (const steps of [-3, 3])
      expect((await finish(browser, totpCode(secret, steps))).json<Problem>().data?.fields).toEqual({
        code: WRONG,
      })
    const code = totpCode(secret)
    const browsers = [browser]
    for (let at = 1; at < 6; at++) {
      browsers.push(suite.visitor())
      await login(browsers[at] as Client, member)
    }
    const answers = await Promise.all(browsers.map(({ jar }, at) => finish(on(at % 2, jar), code)))
    expect(statuses(answers)).toEqual([200, 422, 422, 422, 422, 422])
    // An earlier step does not come back, either.
    const again = suite.visitor()
    await login(again, member)
    expect((await finish(again, totpCode(secret, -1))).status).toBe(422)
    expect((await finish(again, totpCode(secret, 1))).status).toBe(200)
  })

  test('DAT-57, DAT-46 sign-ins while the secret is encrypted again, on two processes: one step opens one, none fails', async () => {
    const { member, secret, browser } = await waiting()
    await suite.database.sql('update totp_secrets set last_step = 0 where user_id = $1', [member.id])
    const old = suite.platform.sealer.seal({ userId: member.id, secret })
    const browsers = [browser]
    for (let at = 1; at < 8; at++) {
      browsers.push(suite.visitor())
      await login(browsers[at] as Client, member)
    }
    let isFinished = false
    let rounds = 0
    const encryptAgain = async () => {
      while (!isFinished || rounds === 0) {
        await suite.database.sql('update totp_secrets set sealed = $2 where user_id = $1', [member.id, old])
        await Promise.all([encryptSecrets(suite.platform), encryptSecrets(suite.platform)])
        rounds++
      }
    }
    const code = totpCode(secret)
    const encrypting = encryptAgain()
    const answers = await Promise.all(browsers.map(({ jar }, at) => finish(on(at % 2, jar), code)))
    isFinished = true
    await encrypting
    expect(statuses(answers)).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
    const [row] = await suite.database.sql('select sealed_with from totp_secrets where user_id = $1', [
      member.id,
    ])
    expect(row).toEqual({ sealed_with: suite.platform.keys.current })
    const again = suite.visitor()
    await login(again, member)
    expect((await finish(again, totpCode(secret, 1))).status).toBe(200)
  })

  test('DAT-46 changes of the second step need a fresh proof, and tell by e-mail', async () => {
    const { member } = await waiting()
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    for (const path of ['start-totp', 'remove-totp', 'new-recovery-codes']) {
      const answer = await member.post(`/api/security/${path}`)
      expect([path, answer.status, answer.json<Problem>().data?.reason]).toEqual([path, 403, 'REAUTH'])
    }
    const confirm = await member.post('/api/security/confirm-totp', { code: '123456' })
    expect(confirm.json<Problem>().data?.reason).toBe('REAUTH')
    await expect
      .poll(() =>
        suite.database.sql(`select text from local_mailbox where recipient = $1 and subject = $2`, [
          member.email,
          'Cambió la seguridad de tu cuenta',
        ]),
      )
      .toHaveLength(1)
  })
})

describe('recovery codes', () => {
  test('DAT-47 ten, stored as digests, each once; «Crear códigos nuevos» voids the earlier ones', async () => {
    const { member, browser, codes } = await waiting()
    expect(new Set(codes).size).toBe(10)
    const stored = await suite.database.sql('select digest from recovery_codes where user_id = $1', [
      member.id,
    ])
    expect(stored).toHaveLength(10)
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
    const [first = '', second = ''] = codes
    expect((await finish(browser, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    const again = suite.visitor()
    await login(again, member)
    expect((await finish(again, first)).json<Problem>().data?.fields).toEqual({ code: WRONG })
    expect((await member.get('/api/security/overview')).json()).toMatchObject({
      codes: { left: 9, total: 10 },
    })
    const fresh = await member.post('/api/security/new-recovery-codes')
    expect(fresh.json<{ codes: string[] }>().codes).toHaveLength(10)
    expect((await finish(again, second)).status).toBe(422)
  })

  test('DAT-47, DAT-48 of 50 concurrent uses of the last code on two processes one signs in', async () => {
    const { member, codes } = await waiting()
    const [last = ''] = codes
    await suite.database.sql(
      'update recovery_codes set used_at = app_now() where user_id = $1 and digest <> $2',
      [
        member.id,
        createHash('sha256')
          .update(`${member.id}\n${last.replaceAll('-', '')}`)
          .digest('hex'),
      ],
    )
    const before = await sessionsOf(member)
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = suite.visitor()
        await login(browser, member)
        return browser
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => finish(on(at % 2, browsers[at % 8]?.jar ?? new Map()), last)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(statuses(answers).every((status) => [200, 404, 422, 429].includes(status))).toBe(true)
    expect(await sessionsOf(member)).toBe(before + 1)
  })
})

describe('a sign-in with the second step on', () => {
  test('DAT-48 the right password makes no session and no session cookie, and keeps the browser’s own session', async () => {
    const { member } = await waiting()
    const before = await sessionsOf(member)
    const other = await suite.member()
    const answer = await login(other, member)
    expect([answer.status, answer.json()]).toEqual([200, { user: null, secondStep: true }])
    expect(answer.cookies).toHaveLength(1)
    expect(answer.cookies[0]).toMatch(/^amparo-paso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await sessionsOf(member)).toBe(before)
    expect((await other.get('/api/accounts/session')).json()).toMatchObject({ user: { id: other.id } })
    const [row] = await suite.database.sql(
      'select digest, password_digest from sign_in_challenges where user_id = $1 order by created_at desc limit 1',
      [member.id],
    )
    expect(JSON.stringify(row)).not.toContain(other.jar.get('amparo-paso'))
  })

  test('DAT-48 the code finishes it, once: a session, the cookie of the step gone', async () => {
    const { browser, member, secret } = await waiting()
    expect((await browser.get('/api/security/pending-step')).json()).toMatchObject({
      pending: true,
      totp: true,
      passkey: false,
    })
    const replay = on(1, browser.jar)
    const answer = await finish(browser, totpCode(secret))
    expect(answer.json()).toMatchObject({ user: { id: member.id } })
    expect(browser.jar.get('amparo-paso') ?? '').toBe('')
    expect((await browser.get('/api/accounts/session')).json()).toMatchObject({ user: { id: member.id } })
    const again = await finish(replay, totpCode(secret, 1))
    expect([again.status, again.cookies]).toEqual([404, []])
  })

  test('DAT-48 of 20 concurrent right answers of one sign-in on two processes one makes a session', async () => {
    const { browser, member, codes } = await waiting()
    const before = await sessionsOf(member)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => finish(on(at % 2, browser.jar), codes[at % 5] ?? '')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sessionsOf(member)).toBe(before + 1)
    // What lost the race has used no code.
    expect((await member.get('/api/security/overview')).json()).toMatchObject({ codes: { left: 9 } })
  })

  test('DAT-48 five wrong codes end it, on both processes; then even the right one is refused', async () => {
    const { browser, secret } = await waiting()
    for (let at = 0; at < 5; at++) {
      const answer = await finish(on(at % 2, browser.jar), '000000')
      expect([answer.status, answer.json<Problem>().message]).toEqual([422, WRONG])
    }
    const over = await finish(browser, totpCode(secret))
    expect([over.status, over.json<Problem>().message]).toEqual([429, LATER])
    expect((await browser.get('/api/security/pending-step')).json()).toMatchObject({ pending: false })
  })

  test('DAT-48 ten codes an hour for an account, over all its sign-ins', async () => {
    const { member, secret } = await waiting()
    let refused = 0
    for (let attempt = 0; attempt < 3; attempt++) {
      const browser = suite.visitor()
      await login(browser, member)
      for (let at = 0; at < 4; at++) if ((await finish(browser, '000000')).status === 429) refused++
    }
    expect(refused).toBe(2)
    const browser = suite.visitor()
    await login(browser, member)
    const right = await finish(browser, totpCode(secret))
    expect([right.status, right.json<Problem>().message]).toEqual([429, LATER])
  })

  test('DAT-48 after ten minutes, without a cookie, with two or a forged one: 404, no session', async () => {
    const { browser, member, secret } = await waiting()
    const code = totpCode(secret)
    const cookie = browser.jar.get('amparo-paso') ?? ''
    const send = (header: string | undefined) =>
      suite.visitor().post('/api/security/finish-sign-in', { code }, { cookie: header })
    for (const header of [
      undefined,
      `amparo-paso=${randomBytes(32).toString('base64url')}`,
      `amparo-paso=${cookie}; amparo-paso=${cookie}`,
      'amparo-paso=',
    ])
      expect([header, (await send(header)).status]).toEqual([header, 404])
    await suite.database.sql(`update sign_in_challenges set expires_at = app_now() where user_id = $1`, [
      member.id,
    ])
    expect((await finish(browser, code)).json<Problem>().message).toBe(
      'Este paso venció. Vuelve a iniciar sesión.',
    )
    expect((await browser.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  })

  test('DAT-48 digits of a wide keyboard count; other characters are a wrong code, at every door', async () => {
    const { browser, member, secret } = await waiting()
    const wide = totpCode(secret).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    for (const code of ['١٢٣٤٥٦', 'áéíóúñ'])
      expect((await finish(browser, code)).json<Problem>().data?.fields).toEqual({ code: WRONG })
    const { password } = member
    const confirm = await member.post('/api/security/confirm-identity', { password, code: '١٢٣٤٥٦' })
    expect(confirm.status).toBe(422)
    expect((await finish(browser, wide)).status).toBe(200)
  })

  test('DAT-48 wrong codes of sign-ins do not use up the tries of the person who is signed in', async () => {
    const { member, secret } = await waiting()
    for (let sign = 0; sign < 2; sign++) {
      const thief = suite.visitor()
      await login(thief, member)
      for (let wrong = 0; wrong < 5; wrong++) await finish(thief, '000000')
    }
    const thief = suite.visitor()
    await login(thief, member)
    expect((await finish(thief, totpCode(secret))).status).toBe(429)
    const { password } = member
    expect(
      (await member.post('/api/security/confirm-identity', { password, code: totpCode(secret) })).status,
    ).toBe(200)
  })

  test('DAT-74 more time for the second step: ten minutes more, two hours in all, not after its end', async () => {
    const { browser, member, secret } = await waiting()
    const shift = (column: string, to: string) =>
      suite.database.sql(
        `update sign_in_challenges set ${column} = app_now() + $2::interval where user_id = $1`,
        [member.id, to],
      )
    const extend = (client = browser) => client.post('/api/security/extend-pending-step')
    const secondsLeft = async () =>
      (await browser.get('/api/security/pending-step')).json<{ secondsLeft: number }>().secondsLeft
    expect(await secondsLeft()).toBeGreaterThan(590)
    await shift('expires_at', '30 seconds')
    expect(await secondsLeft()).toBeLessThanOrEqual(30)
    expect((await extend()).json<{ secondsLeft: number }>().secondsLeft).toBeGreaterThan(590)
    await shift('created_at', '-7100 seconds')
    expect((await extend()).json<{ secondsLeft: number }>().secondsLeft).toBeLessThanOrEqual(100)
    expect((await extend(suite.visitor())).status).toBe(404)
    await shift('expires_at', '-1 second')
    expect((await extend()).json<Problem>().message).toBe('Este paso venció. Vuelve a iniciar sesión.')
    await login(browser, member)
    for (let wrong = 0; wrong < 5; wrong++) await finish(browser, '000000')
    expect((await extend()).status).toBe(404)
    expect((await finish(browser, totpCode(secret))).status).toBe(429)
  })

  test('DAT-48 a password changed, an account suspended or deleted meanwhile: refused, no session', async () => {
    for (const [change, status] of [
      [`update account set password = password || 'x' where "userId" = $1`, 404],
      [`update "user" set suspended_at = app_now(), suspension_reason = 'x' where id = $1`, 403],
      ['delete from "user" where id = $1', 404],
    ] as const) {
      const { browser, member, secret } = await waiting()
      await suite.database.sql('delete from session where "userId" = $1', [member.id])
      await suite.database.sql(change, [member.id])
      const answer = await finish(browser, totpCode(secret))
      expect([change, answer.status, answer.cookies]).toEqual([change, status, []])
      expect(await sessionsOf(member)).toBe(0)
    }
  })

  test('DAT-48 without a second step a sign-in is as before', async () => {
    const member = await suite.member()
    const answer = await login(suite.visitor(), member)
    expect(answer.json()).toMatchObject({ user: { id: member.id }, secondStep: false })
    expect(answer.cookies.map((line) => line.split('=')[0])).toEqual(['amparo-equipo', 'amparo'])
    expect(
      await suite.database.sql('select 1 from sign_in_challenges where user_id = $1', [member.id]),
    ).toEqual([])
  })

  test('DAT-49 a password reset neither removes nor skips the second step', async () => {
    const { member, browser, secret } = await waiting()
    const token = randomBytes(24).toString('base64url')
    await suite.database.sql(
      `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 hour')`,
      [randomUUID(), `recovery:${createHash('sha256').update(token).digest('hex')}`, member.id],
    )
    const password = 'otra-clave-9'
    const reset = suite.visitor()
    const done = await reset.post('/api/accounts/reset-password', {
      token,
      password,
      confirmPassword: password,
    })
    expect([done.status, done.cookies]).toEqual([200, []])
    expect((await finish(browser, totpCode(secret))).status).toBe(404)
    const again = await login(reset, { email: member.email, password })
    expect(again.json()).toEqual({ user: null, secondStep: true })
    expect((await finish(reset, totpCode(secret))).status).toBe(200)
  })
})

describe('a proof where the second step is on', () => {
  test('DAT-52 «Confirma que eres tú» and the deletion of the account need the code, too', async () => {
    const { member, secret } = await waiting()
    const prove = (code?: string) =>
      member.post('/api/security/confirm-identity', { password: member.password, ...(code && { code }) })
    expect((await prove()).json<Problem>().data?.fields).toEqual({ code: 'Ingresa el código.' })
    expect((await prove('000000')).json<Problem>().data?.fields).toEqual({ code: WRONG })
    expect((await prove(totpCode(secret))).status).toBe(200)
    const remove = (code?: string) =>
      member.post('/api/departure/delete-account', { password: member.password, ...(code && { code }) })
    expect((await remove()).status).toBe(422)
    expect((await remove(totpCode(secret))).json<Problem>().data?.fields).toEqual({ code: WRONG })
    expect((await remove(totpCode(secret, 1))).status).toBe(200)
    for (const table of ['totp_secrets', 'recovery_codes', 'sign_in_challenges'])
      expect(await suite.database.sql(`select 1 from ${table} where user_id = $1`, [member.id])).toEqual([])
  })
})

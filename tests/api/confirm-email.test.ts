import { describe, expect, test } from 'vitest'
import { useAppProcesses } from '../support/app/suite.ts'
import { countLockWaits, eventually, waitForEmptyQueue } from '../support/database/test-database.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()
const CONFIRM = '/api/accounts/confirm-email'
const INVALID = 'El enlace no es válido o ha expirado.'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
  sent_at: string
}

let people = 0

/** Registers a client and waits for «Confirma tu correo». */
async function registered(name = 'Camila Rojas') {
  const email = `confirma${++people}@prueba.test`
  const password = 'secreta1'
  const visitor = suite.visitor()
  const answer = await visitor.post('/api/accounts/register', {
    name,
    email,
    password,
    confirmPassword: password,
    role: 'client',
  })
  expect(answer.status).toBe(200)
  const mail = await eventually(async () => {
    const box = await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`)
    return box.json<Mail[]>()[0]
  })
  const link = /http:\/\/\S+/.exec(mail.text)?.[0] ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  return { visitor, email, mail, link, token }
}

const verified = async (email: string) => {
  const [row] = await suite.database.sql('select "emailVerified" as done from "user" where email = $1', [
    email,
  ])
  return row?.done
}

describe('OPEN-09 «Confirma tu correo»', () => {
  test('EML-01, DAT-55 the link waits for the lock of its account, without a deadlock with a change of address', async () => {
    const { email, token } = await registered()
    const blocker = await suite.platform.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query(
        'select 1 from account where "userId" = (select id from "user" where email = $1) for update',
        [email],
      )
      const confirmed = suite.visitor().post(CONFIRM, { token })
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      // As a change of address does: the account, then the links.
      await blocker.query('update "user" set "updatedAt" = app_now() where email = $1', [email])
      await blocker.query(
        'delete from verification where value = (select id::text from "user" where email = $1)',
        [email],
      )
      await blocker.query('commit')
      expect((await confirmed).status).toBe(404)
    } finally {
      blocker.release(true)
    }
    expect(await verified(email)).toBe(false)
  })

  test('OPEN-09 a new client gets it, with the link in text and HTML', async () => {
    const { email, mail, link, token } = await registered('Ñandú O’Higgins')
    expect(mail).toMatchObject({ to: email, subject: 'Confirma tu correo' })
    expect(mail.text).toContain('vence en 24 horas')
    // The application does not e-mail about a lawyer's answer, so this e-mail must not promise it.
    expect(mail.text).not.toContain('avisarte')
    expect(mail.html.replaceAll('&amp;', '&')).toContain(link)
    // A screen reader must not read Spanish as English.
    expect(new Set(mail.html.match(/\blang="[^"]*"/g))).toEqual(new Set(['lang="es-CL"']))
    expect(link).toBe(`${suite.app.url}/email-verification?token=${token}&type=email`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(mail.sent_at)).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('OPEN-09, abuse 8, 35: the name, which a stranger may have chosen, is not sent to an unconfirmed address', async () => {
    const { mail } = await registered('GANASTE, cobra hoy tu premio')
    expect(mail.text + mail.html).not.toContain('premio')
    expect(mail.text + mail.html).not.toContain('GANASTE')
  })

  test('OPEN-09, abuse 8: an address gets at most 3 an hour, however often it is registered and deleted', async () => {
    const email = 'victima@prueba.test'
    const count = () => suite.database.sql('select 1 from local_mailbox where recipient = $1', [email])
    // The deletion of the account takes its e-mails along.
    let mails = 0
    for (let at = 0; at < 5; at++) {
      const person = suite.visitor()
      const input = { name: 'X Y', email, password: 'secreta1', confirmPassword: 'secreta1', role: 'client' }
      expect((await person.post('/api/accounts/register', input)).status).toBe(200)
      await waitForEmptyQueue(suite.database)
      mails += (await count()).length
      expect((await person.post('/api/departure/delete-account', { password: 'secreta1' })).status).toBe(200)
    }
    expect(mails).toBe(3)
  })

  test('a lawyer gets none, but a code during onboarding', async () => {
    const email = 'abogada.sin.correo@prueba.test'
    const input = {
      name: 'Abogada',
      email,
      password: 'secreta1',
      confirmPassword: 'secreta1',
      role: 'lawyer',
    }
    expect((await suite.visitor().post('/api/accounts/register', input)).status).toBe(200)
    const jobs = await suite.database.sql(
      `select 1 from graphile_worker._private_jobs where key like 'mail:%'`,
    )
    const mails = await suite.database.sql('select 1 from local_mailbox where recipient = $1', [email])
    expect([...jobs, ...mails]).toEqual([])
  })

  test('EML-01 the link confirms once, without a session, and not a second time', async () => {
    const { email, token } = await registered()
    expect(await verified(email)).toBe(false)
    const answer = await suite.visitor().post(CONFIRM, { token })
    expect([answer.status, answer.json()]).toEqual([200, { confirmed: true }])
    expect(await verified(email)).toBe(true)
    const again = await suite.visitor().post(CONFIRM, { token })
    expect(again.status).toBe(404)
    expect(again.json<Problem>()).toMatchObject({ code: 'NOT_FOUND', message: INVALID })
  })

  test('opening the page, as mail scanners do, does not confirm', { tags: 'built' }, async () => {
    const { email, link, token } = await registered()
    for (let n = 0; n < 5; n++) {
      expect((await suite.visitor().get(link)).status).toBe(200)
      expect((await suite.visitor().send(link, { method: 'HEAD' })).status).toBe(200)
    }
    expect((await suite.visitor().get(`${CONFIRM}?token=${token}`)).status).toBe(404)
    expect(await verified(email)).toBe(false)
    expect((await suite.visitor().post(CONFIRM, { token })).status).toBe(200)
  })

  test('exactly one of 20 concurrent requests confirms', async () => {
    const { email, token } = await registered()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => suite.visitor().post(CONFIRM, { token })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(19).fill(404)])
    expect(await verified(email)).toBe(true)
  })

  test('after 24 hours the link is refused', async () => {
    const { email, token } = await registered()
    const left = await suite.database.sql<{ left: string }>(
      `select extract(epoch from v."expiresAt" - app_now()) as left from verification v join "user" u on u.id::text = v.value where u.email = $1`,
      [email],
    )
    expect(Number(left[0]?.left)).toBeGreaterThan(24 * 3600 - 60)
    expect(Number(left[0]?.left)).toBeLessThanOrEqual(24 * 3600)
    await suite.database.sql(
      `update verification v set "expiresAt" = app_now() - interval '1 second' from "user" u where u.id::text = v.value and u.email = $1`,
      [email],
    )
    const answer = await suite.visitor().post(CONFIRM, { token })
    expect([answer.status, answer.json<Problem>().message]).toEqual([404, INVALID])
    expect(await verified(email)).toBe(false)
  })

  test.each([
    ['unknown', 'A'.repeat(43)],
    ['a digest', 'confirm-email:x'],
    ['SQL', "' or 1=1 --"],
    ['NUL', '\u0000'],
  ])('a token that is %s: 404', async (_what, token) => {
    const answer = await suite.visitor().post(CONFIRM, { token })
    expect([answer.status, answer.json<Problem>().message]).toEqual([404, INVALID])
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['no token', {}, { token: INVALID }],
    ['an empty token', { token: '' }, { token: INVALID }],
    ['a long token', { token: 'x'.repeat(201) }, { token: INVALID }],
    ['a token that is no text', { token: ['x'] }, { token: INVALID }],
    ['a foreign userId', { token: 'x', userId: 'y' }, { userId: 'Este dato no se acepta.' }],
  ])('%s: 422', async (_what, input, fields) => {
    const answer = await suite.visitor().post(CONFIRM, input)
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().data?.fields).toEqual(fields)
  })

  test('neither the database nor the log contains the token', async () => {
    const { token } = await registered()
    const tables = [
      'verification',
      'events',
      'audit_log',
      'mail_attempts',
      'rate_limits',
      'graphile_worker._private_jobs',
    ]
    for (const table of tables) {
      expect(
        await suite.database.sql(`select 1 from ${table} t where t::text like '%' || $1 || '%'`, [token]),
      ).toEqual([])
    }
    await suite.visitor().get(`/email-verification?token=${token}&type=email`)
    expect(suite.app.lines.join('\n')).not.toContain(token)
  })
})

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RunningApp } from '../support/app/app-process.ts'
import { startInProcessApp } from '../support/app/in-process-app.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { eventually, retryJobsNow, waitForEmptyQueue } from '../support/database/test-database.ts'
import { startAppWithMail } from '../support/mail/app-with-mail.ts'
import { type SmtpServer, startSmtp } from '../support/mail/smtp-server.ts'
import { newClient, type Problem } from '../support/network/http-client.ts'

/** Two processes over one database, because limits must be counted in the database. */
const suite = useTestApp(2)
const WRONG = 'El código de verificación es incorrecto o ha expirado.'
const NOT_SENT = 'No se pudo enviar el código. Inténtalo de nuevo más tarde.'

const send = (who: Member, input: unknown = {}) => who.post('/api/onboarding/send-code', input)
const verify = (who: Member, code: string) => who.post('/api/onboarding/verify-code', { code })
const state = async (who: Member) => (await who.get('/api/onboarding/code-state')).json()
const lawyer = () => suite.member({ role: 'lawyer', name: 'Tomás Echeverría' })

/** Waits for the queue (a code request may be answered earlier) and reads the e-mails, newest first. */
async function mails(email: string) {
  await waitForEmptyQueue(suite.database)
  return suite.database.sql<{ subject: string; text: string; html: string }>(
    'select subject, text, html from local_mailbox where recipient = $1 order by id desc',
    [email],
  )
}

/** Returns the code of the newest e-mail. */
async function codeOf(email: string): Promise<string> {
  const [mail] = await mails(email)
  return /^Tu código de verificación: (\d{6})$/.exec(mail?.subject ?? '')?.[1] ?? ''
}

/** Returns another code. */
const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000')

const statuses = async (id: string) =>
  (
    await suite.database.sql(
      `select p.verification_status as profile, l.verification_status as lawyer, l.is_verified, u."emailVerified" as email
       from profiles p join lawyer_profiles l using (id) join "user" u using (id) where id = $1`,
      [id],
    )
  )[0]

/** Backdates the last code. */
const backdateCode = (id: string, interval: string) =>
  suite.database.sql(
    'update email_codes set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where lawyer_id = $1',
    [id, interval],
  )

/** Returns a client with the same session at the other process. */
const onOtherProcess = (who: Member) => {
  const client = newClient(suite.apps[1]?.url ?? '', who.address)
  for (const [name, value] of who.jar) client.jar.set(name, value)
  return { ...who, ...client }
}

describe('sending', () => {
  test('ONV-02 MAI-01 LIM-01 OPEN-14 a code of six digits goes to the account’s own address', async () => {
    const who = await lawyer()
    expect(await state(who)).toEqual({ delivery: 'none', resendIn: 0 })
    const answer = await send(who)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({ sent: true, resendIn: 60 })
    const code = await codeOf(who.email)
    expect(code).toMatch(/^\d{6}$/)
    const [mail] = await mails(who.email)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      `Hola, Tomás Echeverría: usa este código para verificar tu correo: ${code}. Vence en 15 minutos. Si no solicitaste este código, ignora este mensaje.`,
    )
    expect(await state(who)).toEqual({ delivery: 'sent', resendIn: expect.any(Number) })
    // OPEN-12: neither the code nor anything that gives it away is stored.
    const [row] = await suite.database.sql('select * from email_codes where lawyer_id = $1', [who.id])
    expect(JSON.stringify(row)).not.toContain(code)
    expect(suite.app.lines.join('\n')).not.toContain(`"${code}"`)
  })

  test('OPEN-14, abuse 35: a URL in a name is not a link in the e-mail, which may go to a stranger', async () => {
    const who = await suite.member({ role: 'lawyer', name: 'Premio en http://premio.cl' })
    expect((await send(who)).status).toBe(200)
    const [mail] = await mails(who.email)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Hola, Premio en http: premio. cl: usa este código')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('premio.cl')
  })

  test('CAL-12, OPEN-13, abuse 8: recipient and name come from the session: a body with them is refused and sends nothing', async () => {
    const who = await lawyer()
    const before = await suite.database.snapshot()
    for (const input of [
      { lawyerEmail: 'otra@prueba.test' },
      { lawyerId: who.id, lawyerEmail: who.email, lawyerName: 'X' },
    ]) {
      const answer = await send(who, input)
      expect(answer.status, answer.text).toBe(422)
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-12, abuse 8: another request within 60 s is refused with the seconds to wait, and changes nothing', async () => {
    const who = await lawyer()
    expect((await send(who)).status).toBe(200)
    const code = await codeOf(who.email)
    const before = await suite.database.snapshot()
    const answer = await send(who)
    expect(answer.status).toBe(429)
    const problem = answer.json<Problem>()
    const wait = problem.data?.retryAfter ?? 0
    // The code may be some seconds old.
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answer.headers['retry-after']).toBe(String(wait))
    expect(problem.message).toContain(`${wait} segundo`)
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 8: 50 at once, at two processes, create one code and one e-mail', async () => {
    const who = await lawyer()
    const other = onOtherProcess(who)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at % 2 ? other : who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(429)])
    expect(await mails(who.email)).toHaveLength(1)
  })

  test('OPEN-12 a new code voids the old one', async () => {
    const who = await lawyer()
    await send(who)
    const old = await codeOf(who.email)
    await backdateCode(who.id, '61 seconds')
    expect((await state(who)).resendIn).toBe(0)
    expect((await send(who)).status).toBe(200)
    const fresh = await codeOf(who.email)
    if (old !== fresh) expect((await verify(who, old)).status).toBe(422)
    expect((await verify(who, fresh)).status).toBe(200)
  })

  test('OPEN-12, abuse 8: more than five an hour are refused, and the last code still works', async () => {
    const who = await lawyer()
    for (let at = 0; at < 5; at++) {
      expect((await send(who)).status).toBe(200)
      // The e-mails must go out in order.
      await waitForEmptyQueue(suite.database)
      await backdateCode(who.id, '61 seconds')
    }
    const code = await codeOf(who.email)
    const answer = await send(who)
    expect(answer.status).toBe(429)
    expect(answer.json<Problem>().data?.retryAfter).toBeGreaterThan(3000)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('ONV-09 without a profile the request is refused', async () => {
    const who = await lawyer()
    await suite.database.sql('delete from profiles where id = $1', [who.id])
    const answer = await send(who)
    expect(answer.status).toBe(403)
    expect(answer.json<Problem>().message).toBe(
      'No se pudo obtener la información del usuario para enviar el código.',
    )
  })

  test.each(['profile_pending', 'admin_pending', 'verified'] as const)(
    'OPEN-13 a lawyer in %s gets no code (409)',
    async (verificationStatus) => {
      const who = await suite.member({ role: 'lawyer', verificationStatus })
      const before = await suite.database.snapshot()
      expect((await send(who)).status).toBe(409)
      expect(await state(who)).toEqual({ delivery: 'none', resendIn: 0 })
      expect(await suite.database.snapshot()).toEqual(before)
    },
  )
})

describe('verifying', () => {
  test('ONV-12 TRAP-27 the right code updates every copy of the status, confirms the address and notifies the user', async () => {
    const who = await lawyer()
    await send(who)
    const answer = await verify(who, ` ${await codeOf(who.email)} `)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({ verified: true })
    expect(await statuses(who.id)).toEqual({
      profile: 'profile_pending',
      lawyer: 'profile_pending',
      is_verified: false,
      email: true,
    })
    const events = await suite.database.sql("select 1 from events where user_id = $1 and kind = 'profile'", [
      who.id,
    ])
    expect(events.length).toBeGreaterThan(0)
    const session = (await who.get('/api/accounts/session')).json<{ user: { verification_status: string } }>()
    expect(session.user.verification_status).toBe('profile_pending')
    // The row of the used code still exists, but is not reported.
    expect(await state(who)).toEqual({ delivery: 'none', resendIn: 0 })
  })

  test('ONV-12 20 concurrent requests with the right code all succeed, with one effect', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const other = onOtherProcess(who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => verify(at % 2 ? other : who, code)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await statuses(who.id))?.profile).toBe('profile_pending')
  })

  test('ONV-11 a wrong code: the text at the field, and only the attempt is recorded', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const before = await suite.database.snapshot('email_codes')
    const answer = await verify(who, wrongCodeFor(code))
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>()).toMatchObject({ message: WRONG, data: { fields: { code: WRONG } } })
    expect(await suite.database.snapshot('email_codes')).toEqual(before)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 7: after 20 concurrent wrong codes, five of them counted, the right one fails too', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const other = onOtherProcess(who)
    const requests = Array.from({ length: 20 }, (_, at) => verify(at % 2 ? other : who, wrongCodeFor(code)))
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(20).fill(422))
    const [row] = await suite.database.sql('select wrong_tries from email_codes where lawyer_id = $1', [
      who.id,
    ])
    expect(row?.wrong_tries).toBe(5)
    const answer = await verify(who, code)
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().message).toBe(WRONG)
    expect((await statuses(who.id))?.profile).toBe('email_pending')
    expect(await state(who)).toMatchObject({ delivery: 'none' })
  })

  test('OPEN-12 the fifth attempt may still succeed', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    for (let at = 0; at < 4; at++) await verify(who, wrongCodeFor(code))
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 7: after 15 minutes the code is refused', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    await backdateCode(who.id, '15 minutes')
    expect((await verify(who, code)).status).toBe(422)
    expect((await statuses(who.id))?.profile).toBe('email_pending')
  })

  test('CAL-05, abuse 7: another user’s code, an empty one and one without digits are refused', async () => {
    const [one, two] = [await lawyer(), await lawyer()]
    await send(one)
    const code = await codeOf(one.email)
    expect((await verify(two, code)).status).toBe(422)
    for (const odd of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
      expect((await verify(one, odd)).json<Problem>().data?.fields?.code).toBe(WRONG)
    expect((await one.post('/api/onboarding/verify-code', { code, lawyerId: two.id })).status).toBe(422)
    expect((await verify(one, code)).status).toBe(200)
  })
})

describe('a mail server that is down or slow', () => {
  const resources: { stop(): Promise<unknown> }[] = []
  // The two processes deliver to the local mailbox, so they must not take the jobs of these tests.
  beforeAll(async () => void (await Promise.all(suite.apps.map((app) => app.stop()))))
  afterEach(async () => {
    for (const one of resources.splice(0)) await one.stop()
  })

  /** Starts a mail server that accepts one e-mail and refuses all others. */
  async function startRefusingServer(): Promise<{ smtp: SmtpServer; app: RunningApp }> {
    const smtp = await startSmtp()
    resources.push({ stop: () => smtp.close() })
    const app = await startAppWithMail(suite.database, smtp)
    resources.unshift(app)
    smtp.replies = { RCPT: '451 later' }
    return { smtp, app }
  }

  test('ONV-10 the first try fails: the text is shown, registration succeeds, the job delivers once the server is back', async () => {
    const { smtp, app } = await startRefusingServer()
    const visitor = newClient(app.url)
    const email = 'sin-correo@prueba.test'
    const registered = await visitor.post('/api/accounts/register', {
      name: 'Ana Rojas',
      email,
      password: 'secreta1',
      confirmPassword: 'secreta1',
      role: 'lawyer',
    })
    expect(registered.status, registered.text).toBe(200)
    const answer = await visitor.post('/api/onboarding/send-code')
    expect(answer.status).toBe(503)
    expect(answer.json<Problem>().message).toBe(NOT_SENT)
    const codeState = () => visitor.get('/api/onboarding/code-state')
    expect((await codeState()).json()).toMatchObject({ delivery: 'failed' })
    smtp.replies = {}
    await retryJobsNow(suite.database)
    await eventually(async () => smtp.deliveries.some(({ recipients }) => recipients.includes(email)))
    // The job records the delivery a moment later.
    await eventually(async () => (await codeState()).json<{ delivery: string }>().delivery === 'sent')
    expect(smtp.deliveries).toHaveLength(1)
  })

  test('OPEN-12 the queued e-mail of a void code is cancelled, even while the mail server is down', async () => {
    const { smtp, app } = await startRefusingServer()
    const visitor = newClient(app.url)
    const email = 'dos-codigos@prueba.test'
    const registered = await visitor.post('/api/accounts/register', {
      name: 'Ana Rojas',
      email,
      password: 'secreta1',
      confirmPassword: 'secreta1',
      role: 'lawyer',
    })
    const { user } = registered.json<{ user: { id: string } }>()
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(503)
    const jobs = () =>
      suite.database.sql<{ key: string }>(
        "select key from graphile_worker._private_jobs where key like 'mail:email-code:' || $1 || '%'",
        [user.id],
      )
    const [first] = await jobs()
    // Backdates the code by a minute. The key of its job contains the time of the code.
    const at = Number(first?.key.split(':').at(-1)) - 61_000
    await suite.database.sql(
      'update email_codes set sent_at = to_timestamp($2 / 1000.0) where lawyer_id = $1',
      [user.id, at],
    )
    await suite.database.sql('update graphile_worker._private_jobs set key = $2 where key = $1', [
      first?.key,
      `mail:email-code:${user.id}:${at}`,
    ])
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(503)
    const left = await jobs()
    expect(left).toHaveLength(1)
    expect(left[0]?.key).not.toBe(`mail:email-code:${user.id}:${at}`)
    smtp.replies = {}
    await retryJobsNow(suite.database)
    await eventually(async () => (await jobs()).length === 0)
    expect(smtp.deliveries.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  })

  test('a server that never answers delays neither the code’s answer nor a registration', async () => {
    const smtp = await startSmtp()
    resources.push({ stop: () => smtp.close() })
    smtp.replies = { CONNECT: 'silence' }
    const app = await startInProcessApp(suite.database.url, { SMTP_URL: smtp.url })
    // Stops after the mail server: closing that server ends the job that waits for it.
    resources.push(app)
    const visitor = newClient(app.url)
    const account = { name: 'Ana Rojas', password: 'secreta1', confirmPassword: 'secreta1' }
    const registered = await visitor.post('/api/accounts/register', {
      ...account,
      email: 'callado@prueba.test',
      role: 'lawyer',
    })
    expect(registered.status).toBe(200)
    // Without a failure within 3 s the code counts as sent.
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(200)
    const client = await newClient(app.url).post('/api/accounts/register', {
      ...account,
      email: 'callado-cliente@prueba.test',
      role: 'client',
    })
    expect(client.status).toBe(200)
    const waiting = await suite.database.sql(
      "select 1 from graphile_worker._private_jobs where key like 'mail:confirm-email:%'",
    )
    expect(waiting).toHaveLength(1)
  })
})

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from '../support/app.ts'
import { eventually, queueIsEmpty, tryAgain } from '../support/database.ts'
import { newClient, type Problem } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { serveHere } from '../support/serve-here.ts'
import { type SmtpServer, startSmtp } from '../support/smtp.ts'
import { type Member, useHouse } from '../support/suite.ts'

/** Two processes over one database: what one of them counts, the other knows. */
const house = useHouse(2)
const WRONG = 'El código de verificación es incorrecto o ha expirado.'
const NOT_SENT = 'No se pudo enviar el código. Inténtalo de nuevo más tarde.'

const send = (who: Member, input: unknown = {}) => who.post('/api/onboarding/send-code', input)
const verify = (who: Member, code: string) => who.post('/api/onboarding/verify-code', { code })
const state = async (who: Member) => (await who.get('/api/onboarding/code-state')).json()
const lawyer = () => house.member({ role: 'lawyer', name: 'Tomás Echeverría' })

/** The newest first. Whoever asked for a code is answered after 3 s, also when nothing has been mailed yet. */
async function mails(email: string) {
  await queueIsEmpty(house.database)
  return house.database.sql<{ subject: string; text: string; html: string }>(
    'select subject, text, html from local_mailbox where recipient = $1 order by id desc',
    [email],
  )
}

/** The newest code that was mailed. */
async function codeOf(email: string): Promise<string> {
  const [mail] = await mails(email)
  return /^Tu código de verificación: (\d{6})$/.exec(mail?.subject ?? '')?.[1] ?? ''
}

/** Any other code. */
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

const statuses = async (id: string) =>
  (
    await house.database.sql(
      `select p.verification_status as profile, l.verification_status as lawyer, l.is_verified, u."emailVerified" as email
       from profiles p join lawyer_profiles l using (id) join "user" u using (id) where id = $1`,
      [id],
    )
  )[0]

/** As if the last code had been sent that long ago. */
const age = (id: string, interval: string) =>
  house.database.sql(
    'update email_codes set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where lawyer_id = $1',
    [id, interval],
  )

/** The same person at the other process. */
const atOther = (who: Member) => {
  const client = newClient(house.apps[1]?.url ?? '', who.address)
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
    const [row] = await house.database.sql('select * from email_codes where lawyer_id = $1', [who.id])
    expect(JSON.stringify(row)).not.toContain(code)
    expect(house.app.lines.join('\n')).not.toContain(`"${code}"`)
  })

  test('OPEN-14, abuse 35: a name is no link in the e-mail, which may go to a stranger', async () => {
    const who = await house.member({ role: 'lawyer', name: 'Premio en http://premio.cl' })
    expect((await send(who)).status).toBe(200)
    const [mail] = await mails(who.email)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Hola, Premio en http: premio. cl: usa este código')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('premio.cl')
  })

  test('CAL-12, OPEN-13, abuse 8: recipient and name come from the session: a body with them is refused and sends nothing', async () => {
    const who = await lawyer()
    const before = await house.database.snapshot()
    for (const input of [
      { lawyerEmail: 'otra@prueba.test' },
      { lawyerId: who.id, lawyerEmail: who.email, lawyerName: 'X' },
    ]) {
      const answer = await send(who, input)
      expect(answer.status, answer.text).toBe(422)
    }
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('OPEN-12, abuse 8: another within 60 s is refused with the seconds, and changes nothing', async () => {
    const who = await lawyer()
    expect((await send(who)).status).toBe(200)
    const code = await codeOf(who.email)
    const before = await house.database.snapshot()
    const answer = await send(who)
    expect(answer.status).toBe(429)
    const problem = answer.json<Problem>()
    const wait = problem.data?.retryAfter ?? 0
    // The code is some seconds old.
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answer.headers['retry-after']).toBe(String(wait))
    expect(problem.message).toContain(`${wait} segundo`)
    expect(await house.database.snapshot()).toEqual(before)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 8: 50 at once, at two processes, are one code and one e-mail', async () => {
    const who = await lawyer()
    const other = atOther(who)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at % 2 ? other : who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(429)])
    expect(await mails(who.email)).toHaveLength(1)
  })

  test('OPEN-12 a new code voids the old one', async () => {
    const who = await lawyer()
    await send(who)
    const old = await codeOf(who.email)
    await age(who.id, '61 seconds')
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
      // In their order.
      await queueIsEmpty(house.database)
      await age(who.id, '61 seconds')
    }
    const code = await codeOf(who.email)
    const answer = await send(who)
    expect(answer.status).toBe(429)
    expect(answer.json<Problem>().data?.retryAfter).toBeGreaterThan(3000)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('ONV-09 without a profile there is nobody to write to', async () => {
    const who = await lawyer()
    await house.database.sql('delete from profiles where id = $1', [who.id])
    const answer = await send(who)
    expect(answer.status).toBe(403)
    expect(answer.json<Problem>().message).toBe(
      'No se pudo obtener la información del usuario para enviar el código.',
    )
  })

  test.each(['profile_pending', 'admin_pending', 'verified'] as const)(
    'OPEN-13 a lawyer in %s gets no code (409)',
    async (verificationStatus) => {
      const who = await house.member({ role: 'lawyer', verificationStatus })
      const before = await house.database.snapshot()
      expect((await send(who)).status).toBe(409)
      expect(await state(who)).toEqual({ delivery: 'none', resendIn: 0 })
      expect(await house.database.snapshot()).toEqual(before)
    },
  )
})

describe('verifying', () => {
  test('ONV-12 TRAP-27 the right code moves every copy of the status, marks the address and tells the session', async () => {
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
    const events = await house.database.sql("select 1 from events where user_id = $1 and kind = 'profile'", [
      who.id,
    ])
    expect(events.length).toBeGreaterThan(0)
    const session = (await who.get('/api/accounts/session')).json<{ user: { verification_status: string } }>()
    expect(session.user.verification_status).toBe('profile_pending')
    // The used code's row is still there, and no longer anybody's business.
    expect(await state(who)).toEqual({ delivery: 'none', resendIn: 0 })
  })

  test('ONV-12 20 presses at once of the right code all succeed, once', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const other = atOther(who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => verify(at % 2 ? other : who, code)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await statuses(who.id))?.profile).toBe('profile_pending')
  })

  test('ONV-11 a wrong code: the text, at the field, and nothing but the try is counted', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const before = await house.database.snapshot('email_codes')
    const answer = await verify(who, wrongOf(code))
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>()).toMatchObject({ message: WRONG, data: { fields: { code: WRONG } } })
    expect(await house.database.snapshot('email_codes')).toEqual(before)
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 7: 20 wrong ones at once count no more than five, and then the right one fails too', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    const other = atOther(who)
    const tries = Array.from({ length: 20 }, (_, at) => verify(at % 2 ? other : who, wrongOf(code)))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(20).fill(422))
    const [row] = await house.database.sql('select wrong_tries from email_codes where lawyer_id = $1', [
      who.id,
    ])
    expect(row?.wrong_tries).toBe(5)
    const answer = await verify(who, code)
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().message).toBe(WRONG)
    expect((await statuses(who.id))?.profile).toBe('email_pending')
    expect(await state(who)).toMatchObject({ delivery: 'none' })
  })

  test('OPEN-12 the fifth try may still be the right one', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    for (let at = 0; at < 4; at++) await verify(who, wrongOf(code))
    expect((await verify(who, code)).status).toBe(200)
  })

  test('OPEN-12, abuse 7: after 15 minutes it is wrong', async () => {
    const who = await lawyer()
    await send(who)
    const code = await codeOf(who.email)
    await age(who.id, '15 minutes')
    expect((await verify(who, code)).status).toBe(422)
    expect((await statuses(who.id))?.profile).toBe('email_pending')
  })

  test('CAL-05, abuse 7: somebody else’s code, no code and no digits are wrong', async () => {
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

describe('a mail server that is dead or late', () => {
  const open: { stop(): Promise<unknown> }[] = []
  // The jobs of this describe must not be taken by the two processes with a mailbox of their own.
  beforeAll(async () => void (await Promise.all(house.apps.map((app) => app.stop()))))
  afterEach(async () => {
    for (const one of open.splice(0)) await one.stop()
  })

  /** One that takes an e-mail, and from then on none. */
  async function refusing(): Promise<{ smtp: SmtpServer; app: Served }> {
    const smtp = await startSmtp()
    open.push({ stop: () => smtp.close() })
    const app = await startMailing(house.database, smtp)
    open.unshift(app)
    smtp.answers = { RCPT: '451 later' }
    return { smtp, app }
  }

  test('ONV-10 the first try fails: the text; registration goes on; the job delivers once the server is back', async () => {
    const { smtp, app } = await refusing()
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
    const asked = () => visitor.get('/api/onboarding/code-state')
    expect((await asked()).json()).toMatchObject({ delivery: 'failed' })
    smtp.answers = {}
    await tryAgain(house.database)
    await eventually(async () => smtp.deliveries.some(({ recipients }) => recipients.includes(email)))
    // Handed over, and noted a moment later.
    await eventually(async () => (await asked()).json<{ delivery: string }>().delivery === 'sent')
    expect(smtp.deliveries).toHaveLength(1)
  })

  test('OPEN-12 a void code’s e-mail is taken back, whatever the mail server does', async () => {
    const { smtp, app } = await refusing()
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
      house.database.sql<{ key: string }>(
        "select key from graphile_worker._private_jobs where key like 'mail:email-code:' || $1 || '%'",
        [user.id],
      )
    const [first] = await jobs()
    // The next code a minute later; the job's name keeps the moment of its own code.
    const at = Number(first?.key.split(':').at(-1)) - 61_000
    await house.database.sql(
      'update email_codes set sent_at = to_timestamp($2 / 1000.0) where lawyer_id = $1',
      [user.id, at],
    )
    await house.database.sql('update graphile_worker._private_jobs set key = $2 where key = $1', [
      first?.key,
      `mail:email-code:${user.id}:${at}`,
    ])
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(503)
    const left = await jobs()
    expect(left).toHaveLength(1)
    expect(left[0]?.key).not.toBe(`mail:email-code:${user.id}:${at}`)
    smtp.answers = {}
    await tryAgain(house.database)
    await eventually(async () => (await jobs()).length === 0)
    expect(smtp.deliveries.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  })

  test('a server that never answers holds up neither the code’s answer nor a registration', async () => {
    const smtp = await startSmtp()
    open.push({ stop: () => smtp.close() })
    smtp.answers = { CONNECT: 'silence' }
    const app = await serveHere(house.database.url, { SMTP_URL: smtp.url })
    // After the mail server, whose end frees the job that waits for it.
    open.push(app)
    const visitor = newClient(app.url)
    const account = { name: 'Ana Rojas', password: 'secreta1', confirmPassword: 'secreta1' }
    const registered = await visitor.post('/api/accounts/register', {
      ...account,
      email: 'callado@prueba.test',
      role: 'lawyer',
    })
    expect(registered.status).toBe(200)
    // Nobody has said no within 3 s: the code is on its way as far as anyone knows.
    expect((await visitor.post('/api/onboarding/send-code')).status).toBe(200)
    const client = await newClient(app.url).post('/api/accounts/register', {
      ...account,
      email: 'callado-cliente@prueba.test',
      role: 'client',
    })
    expect(client.status).toBe(200)
    const waiting = await house.database.sql(
      "select 1 from graphile_worker._private_jobs where key like 'mail:confirm-email:%'",
    )
    expect(waiting).toHaveLength(1)
  })
})

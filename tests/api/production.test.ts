import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { eventually, retryJobsNow } from '../support/database/test-database.ts'
import { type SmtpServer, startSmtp } from '../support/mail/smtp-server.ts'
import { newClient } from '../support/network/http-client.ts'

// Without local mode: SMTP, HTTPS at the proxy, no demonstration.

const suite = useDatabase()
const ORIGIN = 'https://amparo.test'
let smtp: SmtpServer
let app: AppProcess

const production = () => ({
  LOCAL_MODE: 'off',
  PUBLIC_URL: ORIGIN,
  SMTP_URL: smtp.url,
  SUPPORT_EMAIL: 'soporte@amparo.test',
  MAIL_FROM: 'Amparo <no-responder@amparo.test>',
})

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startAppProcess({ databaseUrl: suite.database.url, env: production() })
})

afterAll(async () => {
  await app?.stop()
  await smtp?.close()
})

let people = 0
const person = (change: object = {}) => {
  const password = 'secreta1'
  return {
    name: 'Íñigo Muñoz',
    email: `prod${++people}@prueba.test`,
    password,
    confirmPassword: password,
    role: 'client',
    ...change,
  }
}
const register = (input: object) =>
  newClient(app.url).post('/api/accounts/register', input, { origin: ORIGIN })

describe('mail is sent by SMTP', () => {
  test('OPEN-09 to the registered address, from the configured one, as text and HTML', async () => {
    const input = person()
    expect((await register(input)).status).toBe(200)
    const mail = await eventually(async () =>
      smtp.deliveries.find((one) => one.recipients.includes(input.email)),
    )
    expect(mail.from).toBe('no-responder@amparo.test')
    expect(mail.recipients).toEqual([input.email])
    expect(mail.headers.get('subject')).toEqual(['Confirma tu correo'])
    expect(mail.headers.get('from')).toEqual(['Amparo <no-responder@amparo.test>'])
    expect(mail.headers.get('message-id')?.[0]).toMatch(/^<[0-9a-f]{32}@amparo\.test>$/)
    expect(mail.headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative/)
    expect(mail.raw).toMatch(/text\/plain[\s\S]+text\/html/)
    expect(mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      `${ORIGIN}/email-verification?token=`,
    )
  })

  test.each([
    ['a recipient in the name', 'Eva\r\nBcc: malo@prueba.test'],
    ['a header in the name', 'Eva\r\nX-Mailer: malo\r\n\r\n<script>'],
    ['an end of message in the name', 'Eva\r\n.\r\nMAIL FROM:<malo@prueba.test>'],
  ])('abuse 35: %s is refused, and no e-mail is sent', async (_what, name) => {
    const input = person({ name })
    expect((await register(input)).status).toBe(422)
    const recipients = smtp.deliveries.flatMap(({ recipients }) => recipients)
    expect(recipients).not.toContain(input.email)
    expect(recipients).not.toContain('malo@prueba.test')
  })

  test('abuse 35: line breaks in a name stay text', async () => {
    const input = person({ name: 'Eva\r\nBcc malo\r\n.\r\nQUIT' })
    expect((await register(input)).status).toBe(200)
    const mail = await eventually(async () =>
      smtp.deliveries.find((one) => one.recipients.includes(input.email)),
    )
    expect(mail.recipients).toEqual([input.email])
    expect([...mail.headers.keys()].filter((header) => ['bcc', 'x-mailer', 'cc'].includes(header))).toEqual(
      [],
    )
  })

  test.each<[string, SmtpServer['replies']]>([
    ['refuses for now (451)', { RCPT: '451 later' }],
    ['hangs up after the message', { BODY: 'drop' }],
  ])(
    'a server that %s: registration succeeds, the failure is recorded, the next attempt delivers once',
    async (_how, answers) => {
      smtp.replies = answers
      const input = person()
      const answer = await register(input)
      expect(answer.status).toBe(200)
      const key = `confirm-email:${answer.json<{ user: { id: string } }>().user.id}`
      const attempts = () =>
        suite.database.sql('select sent, error from mail_attempts where job_key = $1 order by id', [key])
      const [first] = await eventually(async () => {
        const rows = await attempts()
        return rows.length > 0 && rows
      })
      expect(first?.sent).toBe(false)
      expect(first?.error).toBeTruthy()
      smtp.replies = {}
      await retryJobsNow(suite.database, `mail:${key}`)
      await eventually(async () => smtp.deliveries.some((one) => one.recipients.includes(input.email)))
      await eventually(async () => (await attempts()).some((row) => row.sent))
      expect(smtp.deliveries.filter((one) => one.recipients.includes(input.email))).toHaveLength(1)
      expect(await suite.database.sql('select 1 from local_mailbox')).toEqual([])
    },
  )
})

describe('no features of local mode', () => {
  test.each(['/api/dev/mailbox', '/api/dev/mailbox?to=a@prueba.test', '/correo-local', '/_ui'])(
    '%s does not exist',
    async (path) => {
      expect((await newClient(app.url).get(path)).status).toBe(404)
    },
  )

  test('answers any host, accepts writes from its own origin only, and sends HSTS', async () => {
    const visitor = newClient(app.url)
    const page = await visitor.get('/', { host: 'amparo.test' })
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    for (const origin of [
      app.url,
      'http://amparo.test',
      'https://amparo.test:444',
      'https://www.amparo.test',
      'https://amparo.test.malo.example',
    ]) {
      expect((await visitor.post('/api/accounts/register', person(), { origin })).status).toBe(403)
    }
  })
})

test('a start with missing or invalid settings names each of them and exits', async () => {
  const env = { LOCAL_MODE: 'off', SESSION_SECRET: 'corto', PORT: 'x', TRUSTED_PROXIES: 'todos' }
  const failure = await startAppProcess({ databaseUrl: suite.database.url, env }).then(
    (started) => started.stop().then(() => 'started'),
    (error: Error) => error.message,
  )
  for (const line of [
    'SESSION_SECRET: debe tener al menos 32 caracteres',
    'PUBLIC_URL: falta',
    'SMTP_URL: falta',
    'SUPPORT_EMAIL: falta',
    'PORT: debe ser',
    'TRUSTED_PROXIES: «todos»',
  ]) {
    expect(failure).toContain(line)
  }
})

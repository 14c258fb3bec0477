import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SmtpServer, startSmtp } from '../../../tests/support/mail/smtp-server.ts'
import { isRecipientRefused, smtpTransport } from './transport.server.ts'

let smtp: SmtpServer

beforeEach(async () => {
  smtp = await startSmtp()
})

afterEach(() => smtp.close())

const FROM = 'Amparo <no-responder@amparo.test>'
const message = {
  to: 'camila@prueba.test',
  subject: 'Código de verificación: ñ',
  text: 'Hola, Ñandú',
  html: '<p>Hola, Ñandú</p>',
}

describe('SMTP against a real server', () => {
  test('has one recipient, the configured sender, an encoded subject and both parts', async () => {
    await smtpTransport(smtp.url, FROM)(message, 'clave-1')
    const [mail, ...others] = smtp.deliveries
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'no-responder@amparo.test', recipients: ['camila@prueba.test'] })
    expect(mail?.headers.get('from')).toEqual([FROM])
    expect(mail?.headers.get('to')).toEqual(['camila@prueba.test'])
    expect(mail?.headers.get('subject')?.[0]).toMatch(/^=\?UTF-8\?/)
    expect(mail?.raw).toContain('Hola, =C3=91and=C3=BA')
  })

  test('the Message-ID is equal for the same job and differs for another', async () => {
    const transport = smtpTransport(smtp.url, FROM)
    for (const key of ['clave-1', 'clave-1', 'clave-2']) await transport(message, key)
    const [a, b, c] = smtp.deliveries.map((mail) => mail.headers.get('message-id')?.[0])
    expect(a).toMatch(/^<[0-9a-f]{32}@amparo\.test>$/)
    expect(b).toBe(a)
    expect(c).not.toBe(a)
  })

  test.each([
    ['a second recipient in the address', { to: 'a@prueba.test, malo@prueba.test' }],
    ['a line break in the address', { to: 'a@prueba.test\r\nRCPT TO:<malo@prueba.test>' }],
    ['a name with an address in it', { to: 'malo@prueba.test <a@prueba.test>' }],
    ['a line break in the subject', { subject: 'x\r\nBcc: malo@prueba.test' }],
    ['an end of message in the text', { text: 'x\r\n.\r\nMAIL FROM:<malo@prueba.test>\r\n' }],
  ])('%s adds no recipient', async (_what, change) => {
    // Either rejected, or delivered to one recipient.
    await smtpTransport(smtp.url, FROM)({ ...message, ...change }, 'clave').catch(() => {})
    for (const mail of smtp.deliveries) {
      expect(mail.recipients).not.toContain('malo@prueba.test')
      expect(mail.recipients.length).toBeLessThanOrEqual(1)
      expect(mail.headers.has('bcc')).toBe(false)
    }
    expect(smtp.deliveries.length).toBeLessThanOrEqual(1)
  })

  test('a text that looks like a file path or URL is sent as text', async () => {
    await smtpTransport(smtp.url, FROM)(
      { ...message, text: '/etc/passwd', html: 'http://127.0.0.1:1/x' },
      'clave',
    )
    expect(smtp.deliveries[0]?.raw).toContain('/etc/passwd')
    expect(smtp.deliveries[0]?.raw).not.toContain('root:')
  })

  test.each<[string, SmtpServer['replies'], RegExp]>([
    ['refuses the recipient', { RCPT: '550 unknown' }, /550/],
    ['is not ready', { CONNECT: '421 busy' }, /421/],
    ['refuses the sender', { MAIL: '530 not you' }, /530/],
    ['refuses the message', { BODY: '554 spam' }, /554/],
    ['hangs up', { DATA: 'drop' }, /./],
  ])('a server that %s: throws, so that the job retries', async (_what, answers, why) => {
    smtp.replies = answers
    await expect(smtpTransport(smtp.url, FROM)(message, 'clave')).rejects.toThrow(why)
    expect(smtp.deliveries).toEqual([])
  })

  test('a refusal says neither the recipient nor the words of the server', async () => {
    smtp.replies = { RCPT: `550 ${message.to} unknown here` }
    const refusal = await smtpTransport(smtp.url, FROM)(message, 'clave').catch((error: unknown) => error)
    expect(isRecipientRefused(refusal)).toBe(true)
    expect(JSON.stringify(refusal) + String((refusal as Error).stack)).not.toMatch(
      new RegExp(`${message.to}|unknown here`),
    )
  })

  test('no server: throws', async () => {
    const { url } = smtp
    await smtp.close()
    smtp = await startSmtp()
    if (smtp.url !== url)
      await expect(smtpTransport(url, FROM)(message, 'clave')).rejects.toThrow(/ECONNREFUSED/)
  })
})

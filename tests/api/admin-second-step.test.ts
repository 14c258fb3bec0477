import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOpenWithoutFactor } from '../../src/server/admin-guard.ts'
import { callOperation, operations } from '../access/matrix/operations.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { useTestApp } from '../support/app/suite.ts'
import { nameCorrection, sendRequest, uploadEvidence } from '../support/data/data-requests.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import { type SmtpServer, startSmtp } from '../support/mail/smtp-server.ts'

// The second application runs outside local mode.
const suite = useTestApp()
const MESSAGE = 'Activa el segundo paso para usar la administración.'
const ORIGIN = 'http://amparo.test'
let smtp: SmtpServer
let app: AppProcess

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startAppProcess({
    databaseUrl: suite.database.url,
    env: {
      ...{ LOCAL_MODE: 'off', PUBLIC_URL: ORIGIN, SMTP_URL: smtp.url },
      SUPPORT_EMAIL: 'soporte@amparo.test',
    },
  })
})
afterAll(async () => {
  await app?.stop()
  await smtp?.close()
})

const signedIn = async (userId: string) => {
  const client = clientWithSession(app.url, await mintSession(suite, userId))
  return { ...client, post: (path: string, json?: unknown) => client.post(path, json, { origin: ORIGIN }) }
}

test('DAT-51 outside local mode an administrator without a second step is refused every other operation', async () => {
  const admin = await suite.member({ role: 'admin' })
  const browser = await signedIn(admin.id)
  const wrong: string[] = []
  let refused = 0
  for (const operation of operations) {
    const path = operation.name.split('.')
    for (const protocol of ['rest', 'rpc'] as const) {
      if (isOpenWithoutFactor(path)) continue
      const { status, text } = await callOperation(browser, operation, protocol, {})
      // Input is checked after the guard: nothing else may answer.
      if (status === 403 && text.includes(MESSAGE)) refused += 1
      else wrong.push(`${operation.name} ${protocol}: ${status} ${text}`)
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(200)
  for (const page of ['/admin-dashboard', '/admin/personas', '/mis-datos', '/dashboard']) {
    const answer = await browser.get(page)
    expect([page, answer.status, answer.headers.location]).toEqual([page, 302, '/seguridad'])
  }
  const page = await browser.get('/seguridad')
  expect(page.status).toBe(200)
  expect(page.text).toContain(MESSAGE)
})

test('DAT-51 outside local mode an administrator without a second step gets and sends no file', async () => {
  const person = await suite.member()
  const key = await uploadEvidence(person)
  await sendRequest(person, { ...nameCorrection, fileKeys: [key] })
  const admin = await suite.member({ role: 'admin' })
  const browser = await signedIn(admin.id)
  const answers = [
    await browser.get(`/archivos/${key}`),
    await browser.get(`/api/cases/${randomUUID()}/documentos.zip`),
    await browser.get(`/api/copias/${randomUUID()}/1`),
    await browser.send('/api/files/evidencia', { method: 'PUT', headers: { origin: ORIGIN } }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(403)
    expect(text).toContain(MESSAGE)
  }
  expect(await looksAt(person.id)).toEqual([])
  await turnTotpOn(admin)
  expect((await (await signedIn(admin.id)).get(`/archivos/${key}`)).status).toBe(200)
  expect(await looksAt(person.id)).toHaveLength(1)
  expect((await (await signedIn(person.id)).get(`/archivos/${key}`)).status).toBe(200)
})

const looksAt = (personId: string) =>
  suite.database.sql(`select from audit_log where person_id = $1 and action = 'request.viewed'`, [personId])

test('DAT-51 with a second step, in local mode, and for everybody else nothing is refused', async () => {
  const admin = await suite.member({ role: 'admin' })
  expect((await admin.get('/api/verification/queue')).status).toBe(200)
  await turnTotpOn(admin)
  expect((await (await signedIn(admin.id)).get('/api/verification/queue')).status).toBe(200)
  const client = await suite.member()
  expect((await (await signedIn(client.id)).get('/api/privacy/held')).status).toBe(200)
})

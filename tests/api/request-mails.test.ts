/** The e-mails about requests: once each, and what became of them stays with the request. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordMailOutcomes } from '../../src/capabilities/privacy/requests/own-requests.server.ts'
import type { QueuedRequestView, RequestView } from '../../src/capabilities/privacy/schema.ts'
import type { Member } from '../support/app/suite.ts'
import {
  administrator,
  decide,
  question,
  receiveUnderNewLaw,
  sendRequest,
} from '../support/data/data-requests.ts'
import { accessRequest, newMailbox, sendVisitorRequest } from '../support/data/visitor-requests.ts'
import { eventually } from '../support/database/test-database.ts'
import { readable, subject, useNoticeMails } from '../support/mail/notice-mails.ts'

const { suite, smtp, sql, choose, deliverDue, mailsTo } = useNoticeMails()
const SECRET = 'Mi expareja me golpeó'

/** Somebody who gets e-mails at any hour, and a request. */
async function asked() {
  const person = await suite.member({ name: 'Camila Rojas' })
  await choose(person)
  const request = await sendRequest(person, { ...question, details: SECRET })
  return { person, request, admin: await administrator(suite) }
}
const settle = async () => {
  await deliverDue()
  // As on two processes.
  await Promise.all([1, 2].map(() => recordMailOutcomes(suite.platform)))
}
const view = async (person: Member, id: string) =>
  (await person.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
const outcomes = async (person: Member, id: string) =>
  (await view(person, id)).messages.map(({ kind, mail }) => [kind, mail])

test('DAT-75, DAT-16 one e-mail for each event, nothing personal but the name; that it was sent outlives its notice', async () => {
  const { person, request, admin } = await asked()
  await sendRequest(person, { ...question, details: SECRET }, request.id)
  await settle()
  await receiveUnderNewLaw(suite, request.id)
  const reason = 'Tenemos que buscar en copias antiguas.'
  await admin.post('/api/privacy/extend-request', { requestId: request.id, reason })
  await settle()
  expect((await decide(admin, request.id)).status).toBe(200)
  await settle()
  await settle()
  const mails = mailsTo(person)
  expect(mails.map(subject)).toEqual([
    `Recibimos tu solicitud ${request.number}`,
    `Ampliamos el plazo de tu solicitud ${request.number}`,
    `Respondimos tu solicitud ${request.number}`,
  ])
  for (const mail of mails) {
    expect(readable(mail)).toContain('Hola, Camila Rojas: ')
    expect(readable(mail)).not.toMatch(/golpeó|copias antiguas|Corregimos/)
  }
  await sql('delete from notices where user_id = $1', [person.id])
  expect(await outcomes(person, request.id)).toEqual([
    ['received', 'sent'],
    ['extended', 'sent'],
    ['answer', 'sent'],
  ])
})

test('DAT-75 an e-mail that fails undoes nothing: its person and administrators are told, live', async () => {
  const { person, request, admin } = await asked()
  smtp().replies = { RCPT: '550 no such user' }
  expect((await decide(admin, request.id)).status).toBe(200)
  const events = () =>
    sql(`select 1 from events where kind = 'request' and ref = $1 and user_id = $2`, [request.id, person.id])
  const before = (await events()).length
  await settle()
  expect(mailsTo(person)).toEqual([])
  expect((await view(person, request.id)).state).toBe('aceptada')
  const failed = [
    ['received', 'failed'],
    ['answer', 'failed'],
  ]
  expect(await outcomes(person, request.id)).toEqual(failed)
  expect((await events()).length).toBeGreaterThan(before)
  const opened = await admin.post('/api/privacy/open-request', { requestId: request.id })
  expect(opened.json<QueuedRequestView>().messages.map(({ kind, mail }) => [kind, mail])).toEqual(failed)
})

test('DAT-16, DAT-75 e-mails to somebody without an account: sent, or given up, of which administrators are told', async () => {
  const admin = await administrator(suite)
  const email = newMailbox()
  const [requestId, visitor] = [randomUUID(), suite.visitor()]
  await sendVisitorRequest(visitor, accessRequest(email), requestId)
  await settle()
  const [codeMail] = mailsTo({ email })
  const code = codeMail && /tus datos: *(\d{6})/.exec(readable(codeMail))?.[1]
  expect((await visitor.post('/api/privacy/confirm-visitor-request', { requestId, code })).status).toBe(200)
  await settle()
  smtp().replies = { RCPT: '550 no such user' }
  expect((await decide(admin, requestId)).status).toBe(200)
  const mails = async () => {
    const opened = await admin.post('/api/privacy/open-request', { requestId })
    return opened.json<QueuedRequestView>().messages.map(({ kind, mail }) => [kind, mail])
  }
  const key = `mail:desk-request-answered:${requestId}`
  await eventually(
    async () => (await sql('select from mail_attempts where job_key = $1', [key.slice(5)])).length > 0,
  )
  await recordMailOutcomes(suite.platform)
  // It is tried again.
  expect(await mails()).toEqual([
    ['received', 'sent'],
    ['answer', null],
  ])
  smtp().replies = {}
  await sql('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [key])
  await Promise.all([1, 2].map(() => recordMailOutcomes(suite.platform)))
  expect(await mails()).toEqual([
    ['received', 'sent'],
    ['answer', 'failed'],
  ])
  await eventually(async () => mailsTo(admin).length > 0)
  await sql('delete from graphile_worker._private_jobs where key = $1', [key])
  await settle()
  expect(mailsTo(admin).map(subject)).toEqual([
    expect.stringMatching(/^No pudimos enviar un correo de la solicitud DA-/),
  ])
})

test('DAT-75 what is read before its e-mail leaves needs none; to an unconfirmed address it fails after a week', async () => {
  const [reader, unconfirmed] = [await asked(), await asked()]
  await reader.person.rpc('notices.readAll', {})
  await sql(`update "user" set "emailVerified" = false where id = $1`, [unconfirmed.person.id])
  await settle()
  expect(await outcomes(reader.person, reader.request.id)).toEqual([['received', 'read']])
  expect(await outcomes(unconfirmed.person, unconfirmed.request.id)).toEqual([['received', null]])
  await sql(
    `update notices set created_at = created_at - interval '8 days', mail_due_at = app_now() where user_id = $1`,
    [unconfirmed.person.id],
  )
  await settle()
  expect(await outcomes(unconfirmed.person, unconfirmed.request.id)).toEqual([['received', 'failed']])
})

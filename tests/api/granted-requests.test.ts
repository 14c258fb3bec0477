/** What a granted request does. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { QueuedRequestView, RequestView } from '../../src/capabilities/privacy/schema.ts'
import type { ReviewEligibility } from '../../src/capabilities/reviews/schema.ts'
import { useTestApp } from '../support/app/suite.ts'
import { administrator, decide, question, sendRequest } from '../support/data/data-requests.ts'
import { makeReview } from '../support/data/make-review.ts'
import { expectInvariants } from '../support/database/invariants.ts'

const suite = useTestApp()
const verified = () => suite.member({ role: 'lawyer', verificationStatus: 'verified' })
const profileBlock = { ...question, kind: 'bloquear', details: '', about: 'perfil', objectId: null }
const opposition = { ...question, kind: 'oponer', about: 'busqueda', cause: 'derechos' }
const REASON = 'La persona tiene razón, lo revisamos con cuidado.'

test('DAT-17 erasing a review deletes it and recounts the rating; a refused one stays', async () => {
  const [client, lawyer, admin] = [await suite.member(), await verified(), await administrator(suite)]
  const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, { rating: 2 })
  const erasure = { ...question, kind: 'borrar', about: 'resena', objectId: id, cause: 'innecesario' }
  const refused = await sendRequest(client, erasure)
  await decide(admin, refused.id, { outcome: 'rechazada', cause: 'defensa', answer: REASON })
  const request = await sendRequest(client, erasure)
  const opened = (
    await admin.post('/api/privacy/open-request', { requestId: request.id })
  ).json<QueuedRequestView>()
  expect(opened).toMatchObject({ needs_done: false, object: expect.stringContaining('2 de 5 estrellas') })
  expect(opened.effect).toContain('borra esta reseña')
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).json()).toMatchObject({ review_count: 1 })
  expect((await decide(admin, request.id, { answer: REASON })).status).toBe(200)
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).json()).toMatchObject({ review_count: 0 })
  const standing = await client.get(`/api/reviews/standing?lawyerId=${lawyer.id}`)
  expect(standing.json<ReviewEligibility>().review).toBeNull()
  await expectInvariants(suite.database)
})

test('DAT-17 a granted opposition takes the profile out of search for good, until its lawyer ends that', async () => {
  const [lawyer, admin] = [await verified(), await administrator(suite)]
  const blocked = await sendRequest(lawyer, profileBlock)
  await lawyer.post('/api/privacy/withdraw-request', { requestId: blocked.id })
  const { id } = await sendRequest(lawyer, opposition)
  expect((await decide(admin, id, { answer: REASON })).status).toBe(200)
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(404)
  await expectInvariants(suite.database)
  expect((await lawyer.post('/api/privacy/end-block', { requestId: id })).status).toBe(200)
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
})

test('DAT-17 where the system does nothing, the answer says what was done', async () => {
  const [client, admin] = [await suite.member(), await administrator(suite)]
  const { id } = await sendRequest(client, {
    ...{ ...question, kind: 'borrar', about: 'otro', cause: 'innecesario' },
  })
  const silent = await decide(admin, id, { answer: REASON })
  expect(silent.status).toBe(422)
  expect(silent.text).toContain('Di qué se hizo, en al menos 20 caracteres.')
  const done = 'Borramos la foto de perfil que nos indicaste.'
  expect((await decide(admin, id, { answer: REASON, done })).status).toBe(200)
  const own = (await client.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
  expect(own.messages.at(-1)?.body).toContain(`Qué hicimos: ${done}\n\n${REASON}`)
})

test('DAT-17, DAT-18 a granted opposition leaves the block of an open request to it; each ends its own', async () => {
  const [lawyer, admin] = [await verified(), await administrator(suite)]
  const blocked = await sendRequest(lawyer, profileBlock)
  const { id } = await sendRequest(lawyer, opposition)
  expect((await decide(admin, id, { answer: REASON })).status).toBe(200)
  const blockOf = async (requestId: string) =>
    (await lawyer.get(`/api/privacy/request?requestId=${requestId}`)).json<RequestView>().block
  expect([await blockOf(blocked.id), await blockOf(id)]).toEqual(['provisional', 'vigente'])
  const refusal = { outcome: 'rechazada', cause: 'exacto', answer: REASON }
  expect((await decide(admin, blocked.id, refusal)).status).toBe(200)
  expect([await blockOf(blocked.id), await blockOf(id)]).toEqual(['levantado', 'vigente'])
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(404)
  await expectInvariants(suite.database)
  expect((await lawyer.post('/api/privacy/end-block', { requestId: id })).status).toBe(200)
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
})

test('DAT-17 nobody has a review deleted that somebody else wrote', async () => {
  const [client, lawyer, admin] = [await suite.member(), await verified(), await administrator(suite)]
  const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  const erasure = { ...question, kind: 'borrar', about: 'resena', objectId: id, cause: 'innecesario' }
  const refused = await lawyer.post('/api/privacy/send-request', { requestId: randomUUID(), ...erasure })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('about')])
  // Sent before that was refused.
  const request = await sendRequest(client, erasure)
  await suite.database.sql('update data_requests set person_id = $2 where id = $1', [request.id, lawyer.id])
  expect((await decide(admin, request.id, { answer: REASON })).status).toBe(409)
  expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).json()).toMatchObject({ review_count: 1 })
})

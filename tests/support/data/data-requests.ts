/** Requests about one's data, through the API. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { RequestView } from '../../../src/capabilities/privacy/schema.ts'
import type { AppSuite, Member } from '../app/suite.ts'
import { pdf } from '../files/test-files.ts'
import { type Client, newClient } from '../network/http-client.ts'

/** The same session at the second process. */
export function atSecondProcess(suite: AppSuite, person: Member): Client {
  const client = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of person.jar) client.jar.set(name, value)
  return client
}

export const administrator = (suite: AppSuite) => suite.member({ role: 'admin', name: 'Paulina Mardones' })
/** Inputs without id. */
export const question = {
  kind: 'consulta',
  about: null,
  cause: null,
  newValue: '',
  details: '¿Qué guardan de mí?',
  fileKeys: [],
}
export const nameCorrection = {
  ...question,
  kind: 'corregir',
  about: 'nombre',
  newValue: 'Camila Rojas Fuentes',
  details: '',
}

export async function sendRequest(
  person: Member,
  input: object = question,
  requestId: string = randomUUID(),
) {
  const answer = await person.post('/api/privacy/send-request', { requestId, ...input })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<RequestView>()
}

/** As if it was received under the new law, with this last day. */
export const receiveUnderNewLaw = (suite: AppSuite, id: string, dueOn = '2027-01-13') =>
  suite.database.sql(
    `update data_requests set received_at = '2026-12-14T12:00:00Z', due_on = $2 where id = $1`,
    [id, dueOn],
  )

export const uploadEvidence = async (person: Member, body: Buffer = pdf(), name = 'certificado.pdf') => {
  const answer = await person.send('/api/files/evidencia', {
    method: 'PUT',
    headers: { 'x-file-name': name },
    body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ key: string }>().key
}

/** The kinds of notices about requests, oldest first. */
export const noticesOf = (suite: AppSuite, person: Member) =>
  suite.database.sql<{ kind: string }>(
    `select kind from notices where user_id = $1 and kind like 'request-%' order by created_at`,
    [person.id],
  )

/** Grants a request, or answers it otherwise. */
export const decide = (admin: Client, requestId: string, more: object = {}) =>
  admin.post('/api/privacy/decide-request', {
    requestId,
    outcome: 'aceptada',
    cause: null,
    criteria: null,
    answer: 'Corregimos tu nombre. Ahora dice lo que pediste.',
    ...more,
  })

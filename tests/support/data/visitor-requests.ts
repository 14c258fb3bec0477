/** Requests about one's data without an account, through the API. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { VisitorRequestView } from '../../../src/capabilities/privacy/visitor-schema.ts'
import type { AppSuite } from '../app/suite.ts'
import { eventually } from '../database/test-database.ts'
import { pdf } from '../files/test-files.ts'
import type { Client } from '../network/http-client.ts'

/** A mailbox that nobody else uses. */
export const newMailbox = (): string => `titular-${randomUUID()}@correo.test`

/** An input without id: of somebody who asks what is kept with their own mailbox. */
export const accessRequest = (email: string) => ({
  name: 'Rosa Parra Soto',
  quality: 'titular',
  email,
  kind: 'acceso',
  cause: null,
  details: '',
  datumKind: 'email',
  datum: email,
})

export const sendVisitorRequest = (visitor: Client, input: object, requestId: string = randomUUID()) =>
  visitor.post('/api/privacy/send-visitor-request', { requestId, ...input })

/** The texts of the e-mails to a mailbox, oldest first, once there are so many. */
export async function mailsTo(
  suite: AppSuite,
  email: string,
  count = 1,
): Promise<{ subject: string; text: string }[]> {
  return eventually(async () => {
    const mails = await suite.database.sql<{ subject: string; text: string }>(
      'select subject, text from local_mailbox where recipient = $1 order by id',
      [email],
    )
    return mails.length >= count && mails
  })
}

export const codeIn = (subject = '') => /(\d{6})$/.exec(subject)?.[1] ?? ''
export const tokenIn = (text = '') => /\/solicitud-de-datos\/seguimiento#([\w.-]+)/.exec(text)?.[1] ?? ''

/** A request whose mailbox is confirmed. */
export async function confirmedVisitorRequest(
  suite: AppSuite,
  more: object = {},
): Promise<{ id: string; email: string; token: string }> {
  const [email, id, visitor] = [newMailbox(), randomUUID(), suite.visitor()]
  const answer = await sendVisitorRequest(visitor, { ...accessRequest(email), ...more }, id)
  expect(answer.status, answer.text).toBe(200)
  const [mail] = await mailsTo(suite, email)
  const confirmed = await visitor.post('/api/privacy/confirm-visitor-request', {
    requestId: id,
    code: codeIn(mail?.subject),
  })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { id, email, token: confirmed.json<{ token: string }>().token }
}

export async function openVisitorRequest(visitor: Client, token: string): Promise<VisitorRequestView> {
  const answer = await visitor.post('/api/privacy/open-visitor-request', { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<VisitorRequestView>()
}

/** Uploads with the secret of a link. */
export const uploadWithToken = (visitor: Client, token: string, body: Buffer = pdf(), name = 'poder.pdf') =>
  visitor.send('/api/files/evidencia', {
    method: 'PUT',
    headers: { 'x-file-name': encodeURIComponent(name), 'x-upload-grant': token },
    body,
  })

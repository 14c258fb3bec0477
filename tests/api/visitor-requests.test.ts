import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RequestQueue } from '../../src/capabilities/privacy/schema.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { useTestApp } from '../support/app/suite.ts'
import { administrator, decide } from '../support/data/data-requests.ts'
import {
  accessRequest,
  codeIn,
  confirmedVisitorRequest,
  mailsTo,
  newMailbox,
  openVisitorRequest,
  sendVisitorRequest,
  tokenIn,
  uploadWithToken,
} from '../support/data/visitor-requests.ts'
import { pdf, picture } from '../support/files/test-files.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const confirm = (visitor: ReturnType<typeof suite.visitor>, requestId: string, code: string) =>
  visitor.post('/api/privacy/confirm-visitor-request', { requestId, code })

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

const stateOf = async (id: string) =>
  (await suite.database.sql<{ state: string }>('select state from data_requests where id = $1', [id]))[0]
    ?.state

describe('sending', () => {
  test('DAT-23, DAT-24 a request waits for the code of its mailbox, and counts from when it was sent', async () => {
    const [email, id, visitor] = [newMailbox(), randomUUID(), suite.visitor()]
    const sent = await sendVisitorRequest(visitor, accessRequest(email), id)
    expect(sent.json()).toEqual({ sent: true, resend_in: 60 })
    expect(await stateOf(id)).toBe('por_confirmar')
    const admin = await administrator(suite)
    const queued = async () =>
      (await admin.get('/api/privacy/request-queue')).json<RequestQueue>().requests.map((one) => one.id)
    expect(await queued()).not.toContain(id)
    expect((await admin.post('/api/privacy/open-request', { requestId: id })).status).toBe(404)
    const [code] = await mailsTo(suite, email)
    expect(code?.subject).toMatch(/^Tu código de verificación: \d{6}$/)
    expect(code?.text).not.toContain('Rosa')
    // Confirmed days later, it is as old as its first sending.
    await suite.database.sql(
      `update data_requests set received_at = received_at - interval '2 days', due_on = due_on - 2 where id = $1`,
      [id],
    )
    const confirmed = await confirm(visitor, id, codeIn(code?.subject))
    expect(confirmed.status, confirmed.text).toBe(200)
    const { token } = confirmed.json<{ token: string }>()
    const request = await openVisitorRequest(visitor, token)
    expect(request).toMatchObject({
      state: 'recibida',
      kind: 'acceso',
      needs_proof: false,
      visitor: { name: 'Rosa Parra Soto', quality: 'titular', email, datum_kind: 'email', datum: email },
    })
    expect(isoDay(request.received_at)).toBe(isoDay(new Date(Date.now() - 2 * 86_400_000)))
    const [, received] = await mailsTo(suite, email, 2)
    expect(received?.subject).toBe(`Recibimos tu solicitud ${request.number}`)
    expect(received?.text).toContain('Te responderemos a más tardar el ')
    expect(tokenIn(received?.text)).toBe(token)
    expect(await queued()).toContain(id)
  })

  test('DAT-24 a retry is the same request, also at once on two processes; another body is refused', async () => {
    const [email, id] = [newMailbox(), randomUUID()]
    const clients = suite.apps.map(({ url }) => newClient(url))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        sendVisitorRequest(clients[at % 2] ?? suite.visitor(), accessRequest(email), id),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await mailsTo(suite, email)).toHaveLength(1)
    const other = await sendVisitorRequest(
      suite.visitor(),
      { ...accessRequest(email), name: 'Otra Persona' },
      id,
    )
    expect(other.status).toBe(409)
    expect(other.text).toContain('ID_TAKEN')
  })

  test('DAT-24, DAT-26 the answer is the same with and without an account; only the mailbox learns of it', async () => {
    const member = await suite.member()
    const unknown = newMailbox()
    const answers = [
      await sendVisitorRequest(suite.visitor(), accessRequest(member.email)),
      await sendVisitorRequest(suite.visitor(), accessRequest(unknown)),
    ]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const sentence = 'Este correo tiene una cuenta: en "Tus datos" puedes verlo todo.'
    const learns = async (email: string) =>
      (await mailsTo(suite, email)).some(({ text }) => text.replace(/\s+/g, ' ').includes(sentence))
    expect(await learns(member.email)).toBe(true)
    expect(await learns(unknown)).toBe(false)
  })

  test('DAT-24 five an hour from one address, three a day for one mailbox; a refusal writes nothing', async () => {
    const [visitor, email] = [suite.visitor(), newMailbox()]
    for (let at = 0; at < 5; at += 1)
      expect((await sendVisitorRequest(visitor, accessRequest(newMailbox()))).status).toBe(200)
    const id = randomUUID()
    const sixth = await sendVisitorRequest(visitor, accessRequest(newMailbox()), id)
    expect(sixth.status).toBe(429)
    expect(sixth.text).toContain('desde esta conexión')
    expect(await stateOf(id)).toBeUndefined()
    for (let at = 0; at < 3; at += 1)
      expect((await sendVisitorRequest(suite.visitor(), accessRequest(email))).status).toBe(200)
    const fourth = await sendVisitorRequest(suite.visitor(), accessRequest(email))
    expect(fourth.status).toBe(429)
    expect(fourth.text).toContain('Ya recibimos tres solicitudes con este correo hoy.')
    // Upper case is the same mailbox.
    expect((await sendVisitorRequest(suite.visitor(), accessRequest(email.toUpperCase()))).status).toBe(429)
    expect(await mailsTo(suite, email, 3)).toHaveLength(3)
  })

  test('DAT-24 of six sendings for one mailbox at once on two processes three succeed', async () => {
    const email = newMailbox()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        sendVisitorRequest(
          newClient(suite.apps[at % 2]?.url ?? '', `10.9.8.${at + 1}`),
          accessRequest(email),
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
  })

  test('DAT-23 what is missing or wrong is refused in words at its field', async () => {
    const base = accessRequest(newMailbox())
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'Equipo Amparo' }, 'name'],
      [{ email: 'a@b\r\nBcc: otra@correo.test' }, 'email'],
      [{ quality: 'vecino' }, 'Elige en qué calidad pides.'],
      [{ kind: 'nada' }, 'Elige qué quieres pedir.'],
      [{ kind: 'bloquear' }, 'Elige qué quieres pedir.'],
      [{ kind: 'borrar' }, 'Elige un motivo.'],
      [{ kind: 'corregir' }, 'Cuéntanos qué dato quieres corregir.'],
      [{ details: 'a'.repeat(2_001) }, 'El detalle puede tener hasta 2.000 caracteres.'],
      [{ datumKind: 'rut', datum: '11.111.111-2' }, 'Escribe un RUT válido.'],
      [{ datumKind: 'phone', datum: '123' }, 'Escribe los 8 dígitos del teléfono.'],
      [{ datumKind: 'email', datum: 'nada' }, 'Escribe un correo válido.'],
    ]
    for (const [input, text] of wrong) {
      const answer = await sendVisitorRequest(suite.visitor(), { ...base, ...input })
      expect(answer.status, JSON.stringify(input)).toBe(422)
      expect(answer.text).toContain(text)
    }
  })
})

describe('the code', () => {
  test('DAT-24 five wrong codes end a code, also the right one; another code works', async () => {
    const [email, id, visitor] = [newMailbox(), randomUUID(), suite.visitor()]
    await sendVisitorRequest(visitor, accessRequest(email), id)
    const code = codeIn((await mailsTo(suite, email))[0]?.subject)
    for (let at = 0; at < 5; at += 1) {
      const wrong = await confirm(visitor, id, wrongOf(code))
      expect(wrong.status).toBe(422)
      expect(wrong.text).toContain('El código no es correcto o venció.')
    }
    expect((await confirm(visitor, id, code)).status).toBe(422)
    expect((await visitor.post('/api/privacy/resend-visitor-code', { requestId: id })).status).toBe(429)
    await suite.database.sql(
      `update desk_requests set code_sent_at = code_sent_at - interval '61 seconds' where request_id = $1`,
      [id],
    )
    expect((await visitor.post('/api/privacy/resend-visitor-code', { requestId: id })).status).toBe(200)
    const next = codeIn((await mailsTo(suite, email, 2))[1]?.subject)
    expect((await confirm(visitor, id, next)).status).toBe(200)
    // A double press.
    expect((await confirm(visitor, id, next)).status).toBe(200)
    expect((await visitor.post('/api/privacy/resend-visitor-code', { requestId: id })).status).toBe(409)
    expect((await mailsTo(suite, email, 3)).map(({ subject }) => subject.slice(0, 8))).toHaveLength(3)
  })

  test('DAT-24 wrong codes at once on two processes get no extra attempts; the right one files once', async () => {
    const [email, id] = [newMailbox(), randomUUID()]
    const clients = suite.apps.map(({ url }) => newClient(url))
    const at = (index: number) => clients[index % 2] ?? suite.visitor()
    await sendVisitorRequest(at(0), accessRequest(email), id)
    const code = codeIn((await mailsTo(suite, email))[0]?.subject)
    const right = await Promise.all(Array.from({ length: 6 }, (_, index) => confirm(at(index), id, code)))
    expect(right.map(({ status }) => status)).toEqual(right.map(() => 200))
    expect(await mailsTo(suite, email, 2)).toHaveLength(2)
    await Promise.all(Array.from({ length: 12 }, (_, index) => confirm(at(index), id, wrongOf(code))))
    const [row] = await suite.database.sql('select wrong_tries from desk_requests where request_id = $1', [
      id,
    ])
    expect(row).toEqual({ wrong_tries: 5 })
  })

  test('DAT-24 an expired code and an unknown request are refused in the same words', async () => {
    const [email, id, visitor] = [newMailbox(), randomUUID(), suite.visitor()]
    await sendVisitorRequest(visitor, accessRequest(email), id)
    const code = codeIn((await mailsTo(suite, email))[0]?.subject)
    await suite.database.sql(
      `update desk_requests set code_sent_at = code_sent_at - interval '15 minutes' where request_id = $1`,
      [id],
    )
    const answers = [await confirm(visitor, id, code), await confirm(visitor, randomUUID(), code)]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(422)
    expect((await visitor.post('/api/privacy/resend-visitor-code', { requestId: randomUUID() })).status).toBe(
      404,
    )
  })
})

describe('following it', () => {
  test('DAT-25 a guessed, cut or borrowed secret, and that of a request not confirmed: 404 in the same words', async () => {
    const [mine, other] = [await confirmedVisitorRequest(suite), await confirmedVisitorRequest(suite)]
    const [, signature = ''] = mine.token.split('.')
    const guesses = [
      '',
      mine.id,
      `${mine.id}.`,
      mine.token.slice(0, -1),
      `${other.id}.${signature}`,
      `${randomUUID()}.${signature}`,
      `${mine.id}.${'a'.repeat(43)}`,
    ]
    const visitor = suite.visitor()
    for (const operation of ['open-visitor-request', 'withdraw-visitor-request']) {
      const answers = []
      for (const token of guesses) answers.push(await visitor.post(`/api/privacy/${operation}`, { token }))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(404)
    }
    await suite.database.sql(`update data_requests set state = 'por_confirmar' where id = $1`, [other.id])
    const early = await visitor.post('/api/privacy/open-visitor-request', { token: other.token })
    expect(early.status).toBe(404)
    // An account does not help, and its own operations do not see it.
    const member = await suite.member()
    expect((await member.get(`/api/privacy/request?requestId=${mine.id}`)).status).toBe(404)
    expect((await member.post('/api/privacy/withdraw-request', { requestId: mine.id })).status).toBe(404)
  })

  test('DAT-25 «Retirar» is once, and tells administrators', async () => {
    const { token, id } = await confirmedVisitorRequest(suite)
    const visitor = suite.visitor()
    const withdrawn = await visitor.post('/api/privacy/withdraw-visitor-request', { token })
    expect(withdrawn.json()).toMatchObject({ state: 'retirada' })
    expect((await visitor.post('/api/privacy/withdraw-visitor-request', { token })).status).toBe(409)
    const admin = await administrator(suite)
    expect((await decide(admin, id)).status).toBe(409)
  })

  test('DAT-25 identity is asked for once, proved with an encrypted file, and then it can be granted', async () => {
    const { token, id, email } = await confirmedVisitorRequest(suite, {
      datumKind: 'rut',
      datum: '11.111.111-1',
    })
    const [visitor, admin] = [suite.visitor(), await administrator(suite)]
    const early = await decide(admin, id)
    expect(early.status).toBe(409)
    expect(early.text).toContain('Falta la prueba de su identidad.')
    expect((await visitor.post('/api/privacy/prove-visitor-identity', { token, fileKey: 'x' })).status).toBe(
      409,
    )
    expect((await admin.post('/api/privacy/ask-identity', { requestId: id })).status).toBe(200)
    expect((await admin.post('/api/privacy/ask-identity', { requestId: id })).status).toBe(409)
    const [, , asked] = await mailsTo(suite, email, 3)
    expect(asked?.subject).toContain('Confirma tu identidad para tu solicitud')
    expect(tokenIn(asked?.text)).toBe(token)
    const uploaded = await uploadWithToken(visitor, token, await picture('jpeg'), 'cedula.jpg')
    expect(uploaded.status, uploaded.text).toBe(201)
    const { key } = uploaded.json<{ key: string }>()
    expect(key.startsWith(`evidencia/${id}/`)).toBe(true)
    const proved = await visitor.post('/api/privacy/prove-visitor-identity', { token, fileKey: key })
    expect(proved.json()).toMatchObject({ state: 'recibida', files: [{ name: 'cedula.jpg', url: null }] })
    const [file] = await suite.database.sql<{ sealed_with: string | null; owner_id: string | null }>(
      'select sealed_with, owner_id from stored_files where key = $1',
      [key],
    )
    expect(file?.sealed_with).not.toBeNull()
    expect(file?.owner_id).toBeNull()
    expect((await visitor.get(`/archivos/${key}`)).status).not.toBe(200)
    expect((await (await suite.member()).get(`/archivos/${key}`)).status).toBe(404)
    expect((await admin.get(`/archivos/${key}`)).status).toBe(200)
    const looks = await suite.database.sql(
      `select from audit_log where actor_id = $1 and action = 'request.viewed' and details ->> 'key' = $2`,
      [admin.id, key],
    )
    expect(looks).toHaveLength(1)
    const granted = await decide(admin, id, { answer: 'Esto es todo lo que guardamos de ti.\n\nNada más.' })
    expect(granted.status, granted.text).toBe(200)
    const [, , , answer] = await mailsTo(suite, email, 4)
    expect(answer?.subject).toMatch(/^Respondimos tu solicitud DA-/)
    expect(answer?.text).toContain('Esto es todo lo que guardamos de ti.')
    expect(answer?.text.replace(/\s+/g, ' ')).toContain('Si no estás de acuerdo, puedes reclamar')
    expect((await uploadWithToken(visitor, token)).status).toBe(404)
  })

  test('DAT-23 who asks for somebody else proves it with files of their own link', async () => {
    const mine = await confirmedVisitorRequest(suite, { quality: 'heredero' })
    const other = await confirmedVisitorRequest(suite, { quality: 'representante' })
    const [visitor, admin] = [suite.visitor(), await administrator(suite)]
    const attach = (token: string, fileKeys: string[]) =>
      visitor.post('/api/privacy/attach-visitor-proof', { token, fileKeys })
    expect((await openVisitorRequest(visitor, mine.token)).needs_proof).toBe(true)
    expect((await decide(admin, mine.id)).text).toContain(
      'Falta la prueba de que puede pedir por otra persona.',
    )
    const { key } = (await uploadWithToken(visitor, other.token)).json<{ key: string }>()
    expect((await attach(mine.token, [key])).status).toBe(409)
    const keys = []
    for (let at = 0; at < 3; at += 1)
      keys.push((await uploadWithToken(visitor, mine.token)).json<{ key: string }>().key)
    expect((await attach(mine.token, [...keys, ...keys])).status).toBe(422)
    const attached = await attach(mine.token, keys)
    expect(attached.json()).toMatchObject({
      needs_proof: false,
      files: keys.map(() => ({ name: 'poder.pdf' })),
    })
    expect((await attach(mine.token, [keys[0] ?? ''])).status).toBe(409)
    expect((await attach((await confirmedVisitorRequest(suite)).token, [key])).status).toBe(409)
    // The identity of the heir is another proof.
    expect((await decide(admin, mine.id)).text).toContain('Falta la prueba de su identidad.')
  })

  test('DAT-25 of the unused files of one link the newest five stay, and no other link loses any', async () => {
    const [mine, other] = [await confirmedVisitorRequest(suite), await confirmedVisitorRequest(suite)]
    const visitor = suite.visitor()
    const upload = async (token: string) =>
      (await uploadWithToken(visitor, token)).json<{ key: string }>().key
    const kept = await upload(other.token)
    const keys = []
    for (let at = 0; at < 7; at += 1) keys.push(await upload(mine.token))
    const unused = await suite.database.sql<{ key: string }>(
      `select key from stored_files where key = any($1) and state = 'uploaded' order by created_at`,
      [[...keys, kept]],
    )
    expect(unused.map(({ key }) => key)).toEqual([kept, ...keys.slice(2)])
  })

  test('DAT-25 without the secret, with another type or too large nothing is uploaded', async () => {
    const { token } = await confirmedVisitorRequest(suite)
    const visitor = suite.visitor()
    const rows = () => suite.database.sql('select key from stored_files order by key')
    const before = await rows()
    expect((await uploadWithToken(visitor, 'nada')).status).toBe(404)
    const bare = await visitor.send('/api/files/evidencia', { method: 'PUT', headers: {}, body: pdf() })
    expect(bare.status).toBe(401)
    expect((await uploadWithToken(visitor, token, Buffer.from('<html>'.repeat(900)))).status).toBe(415)
    const large = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)])
    expect((await uploadWithToken(visitor, token, large)).status).toBe(413)
    // A grant is for this bucket only.
    const avatar = await visitor.send('/api/files/avatars', {
      method: 'PUT',
      headers: { 'x-upload-grant': token },
      body: await picture('jpeg'),
    })
    expect(avatar.status).toBe(401)
    expect(await rows()).toEqual(before)
  })
})

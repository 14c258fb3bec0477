import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { privacyRetention } from '../../src/capabilities/privacy/jobs.server.ts'
import type {
  OwnRequest,
  QueuedRequestView,
  RequestQueue,
  RequestView,
} from '../../src/capabilities/privacy/schema.ts'
import { runRetention } from '../../src/platform/retention/retention.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import {
  administrator,
  atSecondProcess,
  decide,
  nameCorrection,
  noticesOf,
  question,
  sendRequest,
  uploadEvidence,
} from '../support/data/data-requests.ts'

const suite = useTestApp(2)

describe('sending', () => {
  test('DAT-12 a request gets a number and a last day, is told to its person and stands in the list', async () => {
    const person = await suite.member()
    const request = await sendRequest(person)
    expect(request.number).toMatch(/^DA-\d{4}-\d{6}$/)
    expect(request).toMatchObject({ state: 'recibida', kind: 'consulta', is_overdue: false, files: [] })
    expect(request.messages).toEqual([
      {
        kind: 'received',
        body: expect.stringMatching(/^Te responderemos a más tardar el .+\.$/),
        sent_at: expect.any(String),
        mail: null,
      },
    ])
    expect(await noticesOf(suite, person)).toEqual([{ kind: 'request-received' }])
    const notices = await person.get('/api/notices/list')
    expect(notices.text).toContain(`Recibimos tu solicitud ${request.number}. Te responderemos`)
    const list = await person.get('/api/privacy/requests')
    expect(list.json<{ requests: OwnRequest[] }>().requests.map(({ id }) => id)).toEqual([request.id])
  })

  test('DAT-12 a retry is the same request, another body is refused, and so is an id of another person', async () => {
    const [person, other] = [await suite.member(), await suite.member()]
    const first = await sendRequest(person)
    const again = await sendRequest(person, question, first.id)
    expect(again.number).toBe(first.number)
    expect(await noticesOf(suite, person)).toHaveLength(1)
    for (const [who, body] of [
      [person, { ...question, details: 'Otra cosa' }],
      [other, question],
    ] as const) {
      const taken = await who.post('/api/privacy/send-request', { requestId: first.id, ...body })
      expect(taken.status).toBe(409)
      expect(taken.text).toContain('ID_TAKEN')
    }
  })

  test('DAT-12 the same request sent at once to two processes is one', async () => {
    const person = await suite.member()
    const requestId = randomUUID()
    const second = atSecondProcess(suite, person)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? second : person).post('/api/privacy/send-request', { requestId, ...question }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map((answer) => answer.json<RequestView>().number)).size).toBe(1)
  })

  test('DAT-12 ten in a day; the eleventh is refused and changes nothing', async () => {
    const person = await suite.member()
    for (let at = 0; at < 10; at += 1) await sendRequest(person)
    const refused = await person.post('/api/privacy/send-request', { requestId: randomUUID(), ...question })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Ya hiciste diez solicitudes hoy.')
    const list = await person.get('/api/privacy/requests')
    expect(list.json<{ requests: OwnRequest[] }>().requests).toHaveLength(10)
  })

  test('DAT-11 what is missing or wrong is refused in words at its field', async () => {
    const person = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const fieldsOf = async (input: object) => {
      const answer = await person.post('/api/privacy/send-request', {
        requestId: randomUUID(),
        ...question,
        ...input,
      })
      expect(answer.status).toBe(422)
      return answer.text
    }
    expect(await fieldsOf({ kind: 'corregir' })).toContain('Cuéntanos qué dato quieres corregir.')
    expect(await fieldsOf({ kind: 'borrar', about: 'otro' })).toContain('Elige un motivo.')
    expect(await fieldsOf({ details: 'a'.repeat(2_001) })).toContain(
      'El detalle puede tener hasta 2.000 caracteres.',
    )
    expect(await fieldsOf({ kind: 'corregir', about: 'rut', newValue: '11.111.111-2' })).toContain(
      'no es válido',
    )
    expect(await fieldsOf({ details: '\u200b\u2060 \u200b' })).toContain('Cuéntanos qué necesitas.')
    expect(await fieldsOf({ kind: 'nada' })).toContain('Elige qué quieres pedir.')
    expect(await fieldsOf({ fileKeys: ['a', 'b', 'c', 'd'] })).toContain('hasta 3 archivos')
  })

  test('DAT-11 evidence is of its person, encrypted, and opened by its person and administrators only', async () => {
    const [person, other, admin] = [await suite.member(), await suite.member(), await administrator(suite)]
    const key = await uploadEvidence(person)
    const stolen = await other.post('/api/privacy/send-request', {
      requestId: randomUUID(),
      ...question,
      fileKeys: [key],
    })
    expect(stolen.status).toBe(409)
    const request = await sendRequest(person, { ...nameCorrection, fileKeys: [key] })
    expect(request.files).toEqual([{ name: 'certificado.pdf', url: `/archivos/${key}` }])
    const [row] = await suite.database.sql<{ sealed_with: string | null }>(
      'select sealed_with from stored_files where key = $1',
      [key],
    )
    expect(row?.sealed_with).not.toBeNull()
    expect((await person.get(`/archivos/${key}`)).status).toBe(200)
    expect((await other.get(`/archivos/${key}`)).status).not.toBe(200)
    expect((await admin.get(`/archivos/${key}`)).status).toBe(200)
    const looks = await suite.database.sql(
      `select from audit_log where person_id = $1 and action = 'request.viewed' and actor_id = $2`,
      [person.id, admin.id],
    )
    expect(looks).toHaveLength(1)
  })

  test('DAT-14 of another person, unknown or no id: 404 in the same words; withdrawing is once', async () => {
    const [person, other] = [await suite.member(), await suite.member()]
    const { id } = await sendRequest(person)
    const answers = [
      await other.get(`/api/privacy/request?requestId=${id}`),
      await other.get(`/api/privacy/request?requestId=${randomUUID()}`),
      await other.post('/api/privacy/withdraw-request', { requestId: id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map((answer) => answer.json<{ message: string }>().message)).size).toBe(1)
    expect((await person.post('/api/privacy/withdraw-request', { requestId: id })).status).toBe(200)
    expect((await person.post('/api/privacy/withdraw-request', { requestId: id })).status).toBe(409)
  })

  test('DAT-14 past its last day a request says where to complain, by the law on the day of receipt', async () => {
    const person = await suite.member()
    const { id } = await sendRequest(person)
    await suite.database.sql('update data_requests set due_on = current_date - 2 where id = $1', [id])
    const overdue = (await person.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
    expect(overdue.is_overdue).toBe(true)
  })
})

describe('afterwards', () => {
  test('DAT-22 after departure: number, dates, outcome, texts sent and a digest; an open request ends', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const key = await uploadEvidence(person)
    const answered = await sendRequest(person, {
      ...nameCorrection,
      details: 'palabra-centinela',
      fileKeys: [key],
    })
    await decide(admin, answered.id)
    const open = await sendRequest(person, { ...question, details: 'palabra-centinela' })
    const left = await person.post('/api/departure/delete-account', { password: person.password })
    expect(left.status, left.text).toBe(200)
    const rows = await suite.database.sql(
      `select state, person_id, details, new_value, old_value, file_keys, email_digest is not null as digest
       from data_requests where id = any($1) order by position`,
      [[answered.id, open.id]],
    )
    const empty = {
      person_id: null,
      details: '',
      new_value: null,
      old_value: null,
      file_keys: [],
      digest: true,
    }
    expect(rows).toEqual([
      { state: 'aceptada', ...empty },
      { state: 'retirada', ...empty },
    ])
    const [file] = await suite.database.sql<{ state: string }>(
      'select state from stored_files where key = $1',
      [key],
    )
    expect(file?.state ?? 'discarded').toBe('discarded')
    const opened = await admin.post('/api/privacy/open-request', { requestId: answered.id })
    expect(opened.json<QueuedRequestView>().person).toBe('Cuenta eliminada')
    const queue = (await admin.get('/api/privacy/request-queue')).json<RequestQueue>()
    expect(queue.requests.map(({ id }) => id)).not.toContain(open.id)
  })

  test('DAT-38 files go a year after the answer, requests after five years', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id } = await sendRequest(person, { ...nameCorrection, fileKeys: [await uploadEvidence(person)] })
    await decide(admin, id)
    const stateAfter = async (years: number) => {
      await suite.database.sql(
        `update data_requests set decided_at = app_now() - make_interval(days => $2) where id = $1`,
        [id, Math.round(years * 365) + 1],
      )
      await runRetention(suite.platform, privacyRetention)
      return suite.database.sql('select file_keys from data_requests where id = $1', [id])
    }
    expect(await stateAfter(0.5)).toHaveLength(1)
    expect(await stateAfter(1)).toEqual([{ file_keys: [] }])
    expect(await stateAfter(5)).toEqual([])
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { remindOfRequests } from '../../src/capabilities/privacy/requests/request-queue.server.ts'
import type { QueuedRequestView, RequestQueue, RequestView } from '../../src/capabilities/privacy/schema.ts'
import { addDays } from '../../src/chile/data-law.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { useTestApp } from '../support/app/suite.ts'
import {
  administrator,
  atSecondProcess,
  decide,
  nameCorrection,
  question,
  receiveUnderNewLaw,
  sendRequest,
  uploadEvidence,
} from '../support/data/data-requests.ts'
import { withClockAt } from '../support/database/platform-at.ts'
import { eventually } from '../support/database/test-database.ts'

const suite = useTestApp(2)

describe('answering', () => {
  test('DAT-17 granting a correction does it: old and new are kept, and its person is told', async () => {
    const [person, admin] = [await suite.member({ name: 'Camila Rojas Fuente' }), await administrator(suite)]
    const { id, number } = await sendRequest(person, nameCorrection)
    const opened = (
      await admin.post('/api/privacy/open-request', { requestId: id })
    ).json<QueuedRequestView>()
    expect(opened).toMatchObject({
      current_value: 'Camila Rojas Fuente',
      new_value: 'Camila Rojas Fuentes',
      can_apply: true,
    })
    expect(opened.person).toMatch(/^Ca••• R••• F••• · .•••@/)
    expect(opened.person).not.toContain(person.email.slice(0, 4))
    const granted = await decide(admin, id)
    expect(granted.status, granted.text).toBe(200)
    const [row] = await suite.database.sql(
      `select p.name, u.name as user_name, r.old_value, r.new_value, r.state from data_requests r
       join profiles p on p.id = r.person_id join "user" u on u.id = r.person_id where r.id = $1`,
      [id],
    )
    expect(row).toEqual({
      name: 'Camila Rojas Fuentes',
      user_name: 'Camila Rojas Fuentes',
      old_value: 'Camila Rojas Fuente',
      new_value: 'Camila Rojas Fuentes',
      state: 'aceptada',
    })
    const own = (await person.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
    expect(own.messages.at(-1)?.body).toContain('Si no estás de acuerdo, puedes reclamar')
    expect((await person.get('/api/notices/list')).text).toContain(`Respondimos tu solicitud ${number}.`)
    const audited = await suite.database.sql<{ details: object }>(
      `select details from audit_log where object = $1 and action = 'request.granted'`,
      [id],
    )
    expect(audited).toEqual([{ details: { number, corrected: 'nombre' } }])
  })

  test('DAT-17 name and RUT of a verified lawyer need evidence; a RUT of another lawyer is refused', async () => {
    const [lawyer, colleague] = await Promise.all(
      [1, 2].map(() => suite.member({ role: 'lawyer', verificationStatus: 'verified' })),
    )
    const admin = await administrator(suite)
    if (!lawyer || !colleague) throw new Error('no lawyers')
    const bare = await sendRequest(lawyer, { ...nameCorrection, newValue: 'Andrea Soto Vera' })
    const refused = await decide(admin, bare.id)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Sin una prueba no se puede corregir')
    const proved = await sendRequest(lawyer, {
      ...nameCorrection,
      newValue: 'Andrea Soto Vera',
      fileKeys: [await uploadEvidence(lawyer)],
    })
    expect((await decide(admin, proved.id)).status).toBe(200)
    const [profile] = await suite.database.sql('select name, verified_name from profiles where id = $1', [
      lawyer.id,
    ])
    expect(profile).toEqual({ name: 'Andrea Soto Vera', verified_name: 'Andrea Soto Vera' })
    const [{ rut = '' } = {}] = await suite.database.sql<{ rut: string }>(
      'select rut from lawyer_profiles where id = $1',
      [colleague.id],
    )
    const taken = await sendRequest(lawyer, {
      ...nameCorrection,
      about: 'rut',
      newValue: rut,
      fileKeys: [await uploadEvidence(lawyer)],
    })
    const before = await suite.database.snapshot('data_requests')
    expect((await decide(admin, taken.id)).status).toBe(409)
    expect(await suite.database.snapshot('data_requests')).toEqual(before)
    const birth = await sendRequest(lawyer, {
      ...nameCorrection,
      about: 'nacimiento',
      newValue: '1980-02-29',
    })
    expect((await decide(admin, birth.id)).status).toBe(200)
    const [row] = await suite.database.sql('select birth_date::text from lawyer_profiles where id = $1', [
      lawyer.id,
    ])
    expect(row).toEqual({ birth_date: '1980-02-29' })
  })

  test('DAT-16 no refusal without legal cause and a reason of twenty characters', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id } = await sendRequest(person)
    const refuse = (input: object) => decide(admin, id, { outcome: 'rechazada', ...input })
    expect((await refuse({})).text).toContain('Elige la causa legal.')
    expect((await refuse({ cause: 'exacto', answer: 'No.' })).text).toContain('al menos 20 caracteres')
    expect((await refuse({ cause: 'exacto', outcome: 'parcial', answer: ' '.repeat(30) })).status).toBe(422)
    expect((await refuse({ cause: 'exacto' })).status).toBe(200)
  })

  test('DAT-21 the answer to a human review names its criteria and the decision', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id } = await sendRequest(person, {
      ...question,
      kind: 'revision',
      details: 'Me sugirió Derecho Penal.',
    })
    expect((await decide(admin, id)).text).toContain('Nombra los criterios')
    expect((await decide(admin, id, { criteria: 'Corto' })).status).toBe(422)
    const criteria = 'La especialidad, la región y las palabras de tu texto.'
    const answer = 'La sugerencia correcta es Derecho Laboral.'
    expect((await decide(admin, id, { criteria, answer })).status).toBe(200)
    const own = (await person.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
    expect(own.messages.at(-1)?.body).toContain(`Criterios: ${criteria}\n\nDecisión: ${answer}`)
  })

  test('DAT-15 one extension, told to its person; not past due, and not under the old law', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const reason = 'Hay que revisar muchos documentos antiguos.'
    const extend = (requestId: string, text = reason) =>
      admin.post('/api/privacy/extend-request', { requestId, reason: text })
    const old = await sendRequest(person)
    expect((await extend(old.id)).status).toBe(409)
    const { id, number } = await sendRequest(person)
    await receiveUnderNewLaw(suite, id)
    expect((await extend(id, 'Corto')).status).toBe(422)
    expect((await extend(id)).status).toBe(200)
    expect((await extend(id)).text).toContain('El plazo ya se amplió una vez.')
    const [row] = await suite.database.sql(
      'select due_on, extended_from, state from data_requests where id = $1',
      [id],
    )
    expect(row).toEqual({ due_on: '2027-02-12', extended_from: '2027-01-13', state: 'ampliada' })
    expect((await person.get('/api/notices/list')).text).toContain(
      `Ampliamos el plazo de tu solicitud ${number}. Te responderemos a más tardar el 12 de febrero de 2027.`,
    )
    const late = await sendRequest(person)
    await receiveUnderNewLaw(suite, late.id, addDays(isoDay(new Date()), -1))
    expect((await extend(late.id)).text).toContain('El plazo ya venció.')
  })

  test('DAT-13 a proof of identity locks the account before the request, as the deletion of the account does', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id } = await sendRequest(person)
    await admin.post('/api/privacy/ask-identity', { requestId: id })
    const fileKey = await uploadEvidence(person)
    const proof = await suite.platform.db.transaction().execute(async (tx) => {
      await sql`select from account where "userId" = ${person.id} for update`.execute(tx)
      const answer = person.post('/api/privacy/prove-identity', { requestId: id, fileKey })
      const waiting = eventually(async () => {
        const [row] = await suite.database.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return row
      })
      expect(await Promise.race([answer, waiting])).not.toHaveProperty('status')
      // A deadlock if the request were locked.
      await sql`select from data_requests where id = ${id} for update nowait`.execute(tx)
      return { answer }
    })
    expect((await proof.answer).status).toBe(200)
  })

  test('DAT-13 identity is asked for once; then it is proved, or refused after ten days', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id } = await sendRequest(person)
    const ask = () => admin.post('/api/privacy/ask-identity', { requestId: id })
    expect((await ask()).status).toBe(200)
    expect((await decide(admin, id)).text).toContain('Todavía puede enviar la prueba de su identidad.')
    const proof = { requestId: id, fileKey: await uploadEvidence(person) }
    expect((await person.post('/api/privacy/prove-identity', proof)).json<RequestView>().state).toBe(
      'recibida',
    )
    expect((await person.post('/api/privacy/prove-identity', proof)).status).toBe(409)
    // A retry of the request itself is still the same request; another one is not.
    expect((await sendRequest(person, question, id)).state).toBe('recibida')
    const other = { ...question, requestId: id, fileKeys: [await uploadEvidence(person)] }
    expect((await person.post('/api/privacy/send-request', other)).status).toBe(409)
    expect((await ask()).status).toBe(409)
    const silent = await sendRequest(person)
    await admin.post('/api/privacy/ask-identity', { requestId: silent.id })
    await suite.database.sql(
      `update data_requests set identity_asked_at = app_now() - interval '10 days' where id = $1`,
      [silent.id],
    )
    expect((await decide(admin, silent.id)).status).toBe(409)
    // Two days are shorter than ten: on the last one it is refused.
    const fast = await sendRequest(person)
    await admin.post('/api/privacy/ask-identity', { requestId: fast.id })
    const refusal = { outcome: 'rechazada', cause: 'identidad' }
    expect((await decide(admin, fast.id, refusal)).status).toBe(409)
    await suite.database.sql('update data_requests set due_on = $2 where id = $1', [
      fast.id,
      isoDay(new Date()),
    ])
    expect((await decide(admin, fast.id, refusal)).status).toBe(200)
    expect((await decide(admin, silent.id, { outcome: 'rechazada', cause: 'identidad' })).status).toBe(200)
  })

  test('DAT-61 of two answers one succeeds, on two processes; nobody decides about themselves', async () => {
    const [person, ...admins] = [await suite.member(), await administrator(suite), await administrator(suite)]
    for (let round = 0; round < 5; round += 1) {
      const { id } = await sendRequest(person, {
        ...nameCorrection,
        newValue: `Camila Rojas ${'abcde'[round]}`,
      })
      const answers = await Promise.all(
        admins.map((admin, at) => decide(at ? atSecondProcess(suite, admin) : admin, id)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.text).toContain('Otra persona ya respondió.')
    }
    const [admin] = admins
    if (!admin) throw new Error('no administrator')
    const own = await sendRequest(admin)
    const refused = await decide(admin, own.id)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('No puedes decidir sobre tu propia cuenta.')
  })

  test('DAT-35 each opened request is a row that its person reads; others than administrators open none', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    const { id, number } = await sendRequest(person)
    for (const visitor of [person, await suite.member()])
      expect((await visitor.post('/api/privacy/open-request', { requestId: id })).status).toBe(403)
    await admin.post('/api/privacy/open-request', { requestId: id })
    const rows = await suite.database.sql(
      `select purpose, details from audit_log where person_id = $1 and action = 'request.viewed'`,
      [person.id],
    )
    expect(rows).toEqual([{ purpose: 'data_request', details: { reference: number } }])
  })
})

describe('the queue', () => {
  test('DAT-60 blocks first, then by the last day, with counts of what is due today and overdue', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    await suite.database.sql(
      `update data_requests set state = 'retirada', decided_at = app_now() where decided_at is null`,
    )
    const [late, today, block] = [
      await sendRequest(person),
      await sendRequest(person),
      await sendRequest(person),
    ]
    const day = isoDay(new Date())
    for (const [{ id }, dueOn, kind] of [
      [late, addDays(day, -3), 'consulta'],
      [today, day, 'consulta'],
      [block, addDays(day, 2), 'bloquear'],
    ] as const)
      await suite.database.sql('update data_requests set due_on = $2, kind = $3 where id = $1', [
        id,
        dueOn,
        kind,
      ])
    const queue = (await admin.get('/api/privacy/request-queue')).json<RequestQueue>()
    expect(queue.requests.map(({ number }) => number)).toEqual(
      [block, late, today].map(({ number }) => number),
    )
    expect(queue).toMatchObject({ total: 3, due_today: 1, overdue: 1 })
    expect(JSON.stringify(queue)).not.toContain(person.id)
    expect((await person.get('/api/privacy/request-queue')).status).toBe(403)
  })

  test('DAT-60 administrators are mailed once a day, on any number of processes', async () => {
    const [person, admin] = [await suite.member(), await administrator(suite)]
    await suite.database.sql(
      `update data_requests set state = 'retirada', decided_at = app_now() where decided_at is null`,
    )
    const { id, number } = await sendRequest(person)
    await receiveUnderNewLaw(suite, id, addDays(isoDay(new Date()), 10))
    const quiet = await sendRequest(person)
    await receiveUnderNewLaw(suite, quiet.id, addDays(isoDay(new Date()), 9))
    const jobs = () =>
      suite.database.sql<{ key: string }>(`select key from graphile_worker.jobs where key like $1`, [
        `mail:requests-due:${admin.id}:%`,
      ])
    const mails = async () =>
      (await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(admin.email)}`)).json<
        { text: string }[]
      >()
    await withClockAt(suite, '08:59', 0, remindOfRequests)
    expect(await jobs()).toHaveLength(0)
    await Promise.all([1, 2, 3].map(() => withClockAt(suite, '10:00', 0, remindOfRequests)))
    const sent = async () => (await mails()).filter(({ text }) => text.includes(number))
    await expect.poll(async () => (await sent()).length).toBe(1)
    expect((await sent())[0]?.text).toContain('vence en 10 días')
    // Neither is looked at, and so locked, again on this day.
    expect(
      await suite.database.sql(
        'select id from data_requests where decided_at is null and reminded_on is null',
      ),
    ).toEqual([])
    await withClockAt(suite, '10:00', 1, remindOfRequests)
    expect(await jobs()).toHaveLength(0)
  })
})

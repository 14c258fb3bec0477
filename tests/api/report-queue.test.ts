import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expireQuestions } from '../../src/capabilities/moderation/report-queue.server.ts'
import type { OpenedReport, OwnReport, Queue, Sanction } from '../../src/capabilities/moderation/schema.ts'
import type { NoticesPage } from '../../src/capabilities/notices/schema.ts'
import { looksAt } from '../../src/platform/log/looks.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { makeReview } from '../support/data/make-review.ts'
import { decideReport, makeReport, makeReportedChat, REASON, readReport } from '../support/data/reports.ts'
import { withClockAt } from '../support/database/platform-at.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)
const refusal = (answer: { status: number; json<T>(): T }) => [
  answer.status,
  answer.json<{ message: string }>().message,
]
const admin = () => suite.member({ role: 'admin', name: 'Paulina Mardones' })
const noticesOf = async (member: Member) =>
  (await member.get('/api/notices/list')).json<NoticesPage>().notices.map(({ sentence }) => sentence)
const ownReport = async (member: Member, id: string) =>
  (await member.get(`/api/moderation/own-report?id=${id}`)).json<OwnReport>()
const ownSanctions = async (member: Member) =>
  (await member.get('/api/moderation/own-sanctions')).json<{ sanctions: Sanction[] }>().sanctions
const shownLooks = async (member: Member) =>
  (await looksAt(suite.platform.db, member.id, null, 20)).map(({ action, purpose }) => [action, purpose])
const ANSWERED = [409, 'Otra persona ya respondió.']

test('DAT-66 an administrator reads the copy after taking it, with a fresh proof; each look is a row, shown to both when it closes', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId, [2])
  const [one, other] = await Promise.all([admin(), admin()])
  const open = (by: Member) => by.post('/api/moderation/open-report', { id })
  const queue = (await one.get('/api/moderation/queue')).json<Queue>()
  expect(queue.reports.find((row) => row.id === id)).toEqual({
    id,
    object: 'conversation',
    reason: 'amenazas',
    state: 'abierto',
    created_at: expect.any(String),
  })
  expect(refusal(await open(one))).toEqual([409, 'Empieza a revisar el reporte antes de leerlo.'])
  expect((await one.post('/api/moderation/take', { id })).json()).toEqual({ state: 'en_revision' })
  expect(refusal(await other.post('/api/moderation/take', { id }))).toEqual(ANSWERED)
  await sql('update session set proven_at = null where "userId" = $1', [one.id])
  const before = await sql('select id from audit_log')
  for (const path of ['take', 'open-report', 'ask-messages'])
    expect((await one.post(`/api/moderation/${path}`, { id })).json()).toMatchObject({
      data: { reason: 'REAUTH' },
    })
  expect((await ownReport(client, id)).state).toBe('en_revision')
  expect(await sql('select id from audit_log')).toEqual(before)
  await sql('update session set proven_at = app_now() where "userId" = $1', [one.id])
  const opened = (await open(one)).json<OpenedReport>()
  expect(opened).toMatchObject({
    about: { name: 'Ro••• F•••', role: 'abogado verificado', earlier: 0 },
    can_ask: true,
    evidence: [{ is_reported: true, text: 'Si no me pagas hoy voy a ir a tu trabajo.' }],
  })
  // Nothing else of the conversation, and no name.
  expect(JSON.stringify(opened)).not.toMatch(/Tú sabes|No me escriba|Fuentealba|Camila/)
  const rows = await sql(
    `select person_id, purpose, details ->> 'reference' as reference, hidden_until > app_now() + interval '29 days' as hidden
     from audit_log where actor_id = $1 and action = 'reported_messages.viewed' order by id`,
    [one.id],
  )
  const look = { purpose: 'report', reference: id, hidden: true }
  expect(rows).toEqual([
    { person_id: lawyer.id, ...look },
    { person_id: client.id, ...look },
  ])
  for (const member of [client, lawyer]) expect(await shownLooks(member)).toEqual([])
  const decision = { id, decision: 'sin_infraccion', reason: REASON }
  expect((await one.post('/api/moderation/decide', decision)).status).toBe(200)
  for (const member of [client, lawyer])
    expect(await shownLooks(member)).toEqual([['reported_messages.viewed', 'report']])
  expect((await open(one)).status).toBe(404)
  expect((await ownReport(client, id)).outcome).toBe('sin_infraccion')
  expect(await noticesOf(client)).toEqual([
    'Revisamos tu reporte y no encontramos una infracción de las normas.',
  ])
  expect(await noticesOf(lawyer)).toEqual([])
})

test('DAT-66 «Pedir más mensajes» asks the reporter, who answers; after seven days it goes on without', async () => {
  const { client, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId, [2])
  const by = await admin()
  const ask = () => by.post('/api/moderation/ask-messages', { id })
  expect((await ask()).status).toBe(409)
  const early = await by.post('/api/moderation/decide', { id, decision: 'sin_infraccion', reason: REASON })
  expect(refusal(early)).toEqual([409, 'Lee todo lo reportado antes de decidir.'])
  await by.post('/api/moderation/take', { id })
  expect((await ask()).json()).toEqual({ state: 'esperando' })
  expect(refusal(await ask())).toEqual(ANSWERED)
  expect(await noticesOf(client)).toEqual([
    'Necesitamos más mensajes para revisar tu reporte. Puedes elegirlos o no enviar más.',
  ])
  const decided = await by.post('/api/moderation/decide', {
    id,
    decision: 'advertencia',
    rule: 2,
    reason: REASON,
  })
  expect(decided.status).toBe(409)
  await client.post('/api/moderation/add-messages', { id, seqs: [3] })
  const opened = (await by.post('/api/moderation/open-report', { id })).json<OpenedReport>()
  expect(opened.evidence.map(({ text }) => text)).toEqual([
    'Si no me pagas hoy voy a ir a tu trabajo.',
    'Tú sabes que sé dónde vives.',
  ])
  await ask()
  // On the same day, and told again.
  expect(await noticesOf(client)).toHaveLength(2)
  await withClockAt(suite, '12:00', 6, (platform) => expireQuestions(platform))
  expect((await ownReport(client, id)).state).toBe('esperando')
  await withClockAt(suite, '12:00', 8, (platform) => expireQuestions(platform))
  expect((await ownReport(client, id)).state).toBe('en_revision')
})

test('DAT-69 a decision needs a rule and a reason; the reporter is told the outcome, the other all of it', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const by = await admin()
  const before = await suite.database.snapshot('rate_limits')
  const wrong = [
    [{ rule: undefined }, { rule: 'Elige la regla.' }],
    [{ rule: 99 }, { rule: 'Elige la regla.' }],
    [{ days: 3 }, { days: 'Una suspensión dura 7, 30 o 90 días, o hasta que se levante.' }],
    [{ decision: 'otra' }, { decision: 'Elige la decisión.' }],
    [{ reason: 'Muy corto' }, { reason: 'El motivo debe tener al menos 20 caracteres.' }],
    [{ reason: 'a'.repeat(1_001) }, { reason: 'El motivo puede tener hasta 1.000 caracteres.' }],
  ] as const
  for (const [change, fields] of wrong) {
    const input = { id, decision: 'advertencia', rule: 2, reason: REASON, ...change }
    const answer = await by.post('/api/moderation/decide', input)
    expect([answer.status, answer.json<{ data: object }>().data]).toEqual([422, { fields }])
  }
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  const hidden = await decideReport(by, id, { decision: 'ocultar' })
  expect([hidden.status, hidden.json()]).toMatchObject([
    422,
    { data: { fields: { decision: expect.stringContaining('Un mensaje nunca se oculta.') } } },
  ])
  expect((await decideReport(by, id, { decision: 'advertencia' })).json()).toEqual({ state: 'cerrado' })
  expect(await ownSanctions(lawyer)).toMatchObject([
    { kind: 'advertencia', state: 'vigente', rule: 2, reason: REASON, appeal: null },
  ])
  expect(await ownSanctions(client)).toEqual([])
  expect(await noticesOf(lawyer)).toEqual(['Recibiste una advertencia del equipo de Amparo. Puedes apelar.'])
  expect(await noticesOf(client)).toEqual([
    'Revisamos tu reporte y le enviamos una advertencia a la persona.',
  ])
  // Not a word of it about who reported.
  expect(JSON.stringify(await ownSanctions(lawyer))).not.toMatch(/Camila|amenazas/)
})

test('DAT-66, DAT-69 only who has read all that was reported decides, also after the reporter sent more', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId, [2])
  const [one, other] = await Promise.all([admin(), admin()])
  const call = (by: Member, path: string, input: object = {}) =>
    by.post(`/api/moderation/${path}`, { id, ...input })
  const decisions = [
    { decision: 'sin_infraccion', reason: REASON },
    { decision: 'advertencia', rule: 2, reason: REASON },
    { decision: 'suspender', rule: 2, reason: REASON },
  ]
  const unread = [409, 'Lee todo lo reportado antes de decidir.']
  await call(one, 'take')
  for (const decision of decisions) expect(refusal(await call(one, 'decide', decision))).toEqual(unread)
  await call(one, 'open-report')
  // What one has read does not count for the other.
  for (const decision of decisions) expect(refusal(await call(other, 'decide', decision))).toEqual(unread)
  await call(one, 'ask-messages')
  await call(one, 'open-report')
  await client.post('/api/moderation/add-messages', { id, seqs: [3] })
  for (const decision of decisions) expect(refusal(await call(one, 'decide', decision))).toEqual(unread)
  expect([(await ownReport(client, id)).state, await ownSanctions(lawyer)]).toEqual(['en_revision', []])
  await call(one, 'open-report')
  expect((await call(one, 'decide', decisions[1])).json()).toEqual({ state: 'cerrado' })
})

test('DAT-69 «Ocultar contenido» hides a review and recounts the rating; a won appeal shows it again', async () => {
  const { client, lawyer } = await makeReportedChat(suite)
  const { id: reviewId } = await makeReview(
    suite.platform,
    { clientId: client.id, lawyerId: lawyer.id },
    { rating: 1, comment: 'Estafador' },
  )
  const id = randomUUID()
  const input = { id, object: 'review', objectId: reviewId, reason: 'engano' }
  expect((await lawyer.post('/api/moderation/report', input)).status).toBe(200)
  const rating = () => sql('select rating_sum, rating_count from lawyer_profiles where id = $1', [lawyer.id])
  expect(await rating()).toEqual([{ rating_sum: 1, rating_count: 1 }])
  const [one, other] = await Promise.all([admin(), admin()])
  expect((await decideReport(one, id, { decision: 'ocultar', rule: 3 })).status).toBe(200)
  expect(await rating()).toEqual([{ rating_sum: 0, rating_count: 0 }])
  const [sanction] = await ownSanctions(client)
  expect(sanction).toMatchObject({ kind: 'ocultar', state: 'vigente', rule: 3 })
  const appeal = (text: string) => client.post('/api/moderation/appeal', { id: sanction?.id, text })
  expect((await appeal('La reseña dice la verdad.')).status).toBe(200)
  expect((await appeal('La reseña dice la verdad.')).status).toBe(200)
  expect(refusal(await appeal('Otra cosa.'))).toEqual([409, 'Ya apelaste esta medida.'])
  const revoke = (by: Member) =>
    by.post('/api/moderation/decide-appeal', { id: sanction?.id, revokes: true, reason: REASON })
  expect(refusal(await revoke(one))).toEqual([403, 'Esta apelación la responde otra persona del equipo.'])
  expect((await revoke(other)).json()).toEqual({ state: 'terminada' })
  expect(refusal(await revoke(other))).toEqual(ANSWERED)
  expect(await rating()).toEqual([{ rating_sum: 1, rating_count: 1 }])
  expect((await noticesOf(client)).slice(0, 3)).toEqual([
    'Respondimos tu apelación.',
    'Recibimos tu apelación. Te responderemos en 10 días.',
    'El equipo de Amparo ocultó contenido tuyo. Puedes apelar.',
  ])
})

test('DAT-69 of fifty decisions of two administrators on two processes one is made; the others get 409', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const [one, other] = await Promise.all([admin(), admin()])
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of other.jar) twin.jar.set(name, value)
  await readReport(one, id)
  await readReport(other, id)
  const decisions = ['sin_infraccion', 'advertencia', 'suspender'] as const
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      [one, twin][at % 2]?.post('/api/moderation/decide', {
        id,
        decision: decisions[at % 3],
        rule: 2,
        reason: REASON,
      }),
    ),
  )
  const statuses = answers.map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  const { outcome } = await ownReport(client, id)
  expect((await ownSanctions(lawyer)).length).toBe(outcome === 'sin_infraccion' ? 0 : 1)
  expect(await noticesOf(client)).toHaveLength(1)
})

test('OPEN-03, DAT-66 nobody but administrators reaches the queue, and no administrator decides about themselves', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const by = await admin()
  await sql('update reports set reported_id = $2 where id = $1', [id, by.id])
  const own = [403, 'No puedes decidir sobre tu propia cuenta.']
  expect(refusal(await by.post('/api/moderation/take', { id }))).toEqual(own)
  await sql(`update reports set state = 'en_revision' where id = $1`, [id])
  for (const path of ['open-report', 'ask-messages'])
    expect(refusal(await by.post(`/api/moderation/${path}`, { id }))).toEqual(own)
  const decision = { id, decision: 'advertencia', rule: 2, reason: REASON }
  expect(refusal(await by.post('/api/moderation/decide', decision))).toEqual(own)
  for (const member of [client, lawyer])
    for (const path of ['open-report', 'take', 'ask-messages'])
      expect(refusal(await member.post(`/api/moderation/${path}`, { id }))).toEqual([
        403,
        'Solo una persona administradora puede hacer esto.',
      ])
  // The administrator reads no chat: the copy is all.
  for (const path of [`messages?chatId=${chatId}`, `by-id?chatId=${chatId}`])
    expect((await by.get(`/api/chat/${path}`)).status).toBe(403)
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { moderationRetention } from '../../src/capabilities/moderation/jobs.server.ts'
import type { OwnReport, OwnReportsPage } from '../../src/capabilities/moderation/schema.ts'
import { makeChat } from '../../src/demo-data/conversations.ts'
import { completeProfile } from '../../src/demo-data/lawyers.ts'
import { runRetention } from '../../src/platform/retention/retention.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { makeReview } from '../support/data/make-review.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)

async function pair() {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Rodrigo Fuentealba', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  await completeProfile(suite.platform.db, lawyer.id)
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, [
    ['client', 'Hola'],
    ['lawyer', 'Si no me pagas hoy voy a ir a tu trabajo.'],
    ['lawyer', 'Tú sabes que sé dónde vives.'],
    ['client', 'No me escriba más'],
  ])
  return { client, lawyer, chatId }
}

const report = (by: Pick<Member, 'post'>, input: object) =>
  by.post('/api/moderation/report', { id: randomUUID(), reason: 'amenazas', ...input })
const refusal = (answer: { status: number; json<T>(): T }) => [
  answer.status,
  answer.json<{ message: string }>().message,
]
const evidenceOf = (id: string) =>
  sql<{ seq: number; text: string; is_reported: boolean }>(
    'select seq, text, is_reported from report_evidence where report_id = $1 order by seq',
    [id],
  )
const reportsOf = async (member: Member) =>
  (await sql<{ id: string }>('select id from reports where reporter_id = $1', [member.id])).length

test('DAT-65, DAT-66 a report has exactly the chosen messages of the conversation, copied by their numbers', async () => {
  const { client, lawyer, chatId } = await pair()
  const before = await sql('select id from notices')
  const id = randomUUID()
  const input = { id, object: 'conversation', objectId: chatId, seqs: [3, 2], detail: ' Me amenazó. ' }
  const answer = await report(client, input)
  expect([answer.status, answer.json()]).toEqual([200, { id }])
  expect(await evidenceOf(id)).toEqual([
    { seq: 2, text: 'Si no me pagas hoy voy a ir a tu trabajo.', is_reported: true },
    { seq: 3, text: 'Tú sabes que sé dónde vives.', is_reported: true },
  ])
  const [row] = await sql('select reported_id, detail, state from reports where id = $1', [id])
  expect(row).toEqual({ reported_id: lawyer.id, detail: 'Me amenazó.', state: 'abierto' })
  // The reported person is not told.
  expect(await sql('select id from notices')).toEqual(before)
  // The same request again is the same report; with other content the id is in use.
  expect((await report(client, input)).status).toBe(200)
  expect(refusal(await report(client, { ...input, reason: 'otro' }))).toEqual([
    409,
    'Ya existe otro reporte con este identificador.',
  ])
  expect(refusal(await report(client, { ...input, id: randomUUID() }))).toEqual([
    409,
    'Ya reportaste esto. Una persona de nuestro equipo lo revisa.',
  ])
  // The other party may report the same conversation.
  expect((await report(lawyer, { object: 'conversation', objectId: chatId, seqs: [1] })).status).toBe(200)
})

test('DAT-66 only a party reports a conversation, with 1 to 20 of its messages; nothing is written otherwise', async () => {
  const { client, chatId } = await pair()
  const { client: stranger, chatId: otherChat } = await pair()
  const unknown = { object: 'conversation', objectId: randomUUID(), seqs: [1] }
  const before = await suite.database.snapshot('rate_limits')
  const notFound = [404, 'No encontramos lo que quieres reportar.']
  const conversation = { object: 'conversation', objectId: chatId, seqs: [1] }
  expect(refusal(await report(client, unknown))).toEqual(notFound)
  expect(refusal(await report(stranger, conversation))).toEqual(notFound)
  // A number that the conversation does not have, next to one that it has.
  expect(refusal(await report(client, { ...conversation, seqs: [1, 99] }))).toEqual(notFound)
  const [foreign] = await sql<{ id: string }>('select id from messages where chat_id = $1 and seq = 2', [
    otherChat,
  ])
  expect(refusal(await report(client, { object: 'message', objectId: foreign?.id }))).toEqual(notFound)
  const fieldsOf = async (input: object) => {
    const answer = await report(client, { ...conversation, ...input })
    return [answer.status, answer.json<{ data: { fields: object } }>().data.fields]
  }
  expect(await fieldsOf({ seqs: [] })).toEqual([422, { seqs: 'Elige al menos un mensaje.' }])
  expect(await fieldsOf({ seqs: Array.from({ length: 21 }, (_, at) => at + 1) })).toEqual([
    422,
    { seqs: 'Puedes elegir hasta 20 mensajes.' },
  ])
  expect(await fieldsOf({ reason: 'ninguno' })).toEqual([422, { reason: 'Elige qué pasó.' }])
  expect(await fieldsOf({ detail: 'a'.repeat(1_001) })).toEqual([
    422,
    { detail: 'El detalle puede tener hasta 1.000 caracteres.' },
  ])
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  expect((await report(client, { ...conversation, detail: 'a'.repeat(1_000) })).status).toBe(200)
})

test('DAT-65, DAT-67 a message, a profile and a review that one sees; not one’s own, and nothing unseen', async () => {
  const { client, lawyer, chatId } = await pair()
  const [theirs, mine] = await Promise.all(
    [2, 1].map(
      async (seq) =>
        (
          await sql<{ id: string }>('select id from messages where chat_id = $1 and seq = $2', [chatId, seq])
        )[0]?.id,
    ),
  )
  const ownText = [403, 'No puedes reportar algo tuyo.']
  expect((await report(client, { object: 'message', objectId: theirs })).status).toBe(200)
  expect(refusal(await report(client, { object: 'message', objectId: mine }))).toEqual(ownText)
  expect((await report(client, { object: 'profile', objectId: lawyer.id })).status).toBe(200)
  expect(refusal(await report(lawyer, { object: 'profile', objectId: lawyer.id }))).toEqual(ownText)
  const pending = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
  for (const objectId of [pending.id, randomUUID()])
    expect((await report(client, { object: 'profile', objectId })).status).toBe(404)
  const { id: reviewId } = await makeReview(
    suite.platform,
    { clientId: client.id, lawyerId: lawyer.id },
    { rating: 1, comment: 'Estafador' },
  )
  const review = { object: 'review', objectId: reviewId }
  expect(refusal(await report(client, review))).toEqual(ownText)
  const stranger = await suite.member()
  const id = randomUUID()
  expect((await report(lawyer, { id, ...review, reason: 'engano' })).status).toBe(200)
  expect(await evidenceOf(id)).toEqual([
    { seq: null, text: '1 de 5 estrellas\n\nEstafador', is_reported: true },
  ])
  expect((await report(stranger, review)).status).toBe(200)
  await sql(`update reviews set hidden_at = app_now(), hidden_reason = 'x' where id = $1`, [reviewId])
  expect((await report(await suite.member(), review)).status).toBe(404)
  const admin = await suite.member({ role: 'admin' })
  expect((await report(admin, { object: 'profile', objectId: lawyer.id })).status).toBe(403)
})

test('DAT-67 20 reports a day; of fifty at once on two processes one report of an object is stored', async () => {
  const { client, lawyer } = await pair()
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of client.jar) twin.jar.set(name, value)
  const both = [client, twin]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      report(both[n % 2] ?? client, { object: 'profile', objectId: lawyer.id }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await reportsOf(client)).toBe(1)
  expect(refusal(await report(client, { object: 'profile', objectId: randomUUID() }))).toEqual([
    429,
    'Hoy enviaste muchos reportes. Podrás enviar más mañana.',
  ])
  // A retry of the stored one is no further report.
  const [stored] = await suite.database.sql<{ id: string }>('select id from reports where reporter_id = $1', [
    client.id,
  ])
  const retry = { id: stored?.id, object: 'profile', objectId: lawyer.id }
  expect((await report(client, retry)).status).toBe(200)
})

test('DAT-66 twenty-five reports against new messages, and against the deletion of either account: exactly the chosen ones, or nothing', async () => {
  for (let round = 0; round < 25; round += 1) {
    const { client, lawyer, chatId } = await pair()
    const twin = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of lawyer.jar) twin.jar.set(name, value)
    const id = randomUUID()
    const leaver = round % 3 === 0 ? client : round % 3 === 1 ? lawyer : null
    const [reported, sent, left] = await Promise.all([
      report(client, { id, object: 'conversation', objectId: chatId, seqs: [2, 3] }),
      twin.post('/api/chat/send', { id: randomUUID(), chatId, content: 'Otra cosa' }),
      leaver?.post('/api/departure/delete-account', { password: leaver.password }),
    ])
    for (const answer of [reported, sent, left]) expect(answer?.status ?? 200, answer?.text).toBeLessThan(500)
    if (left) expect(left.status, left.text).toBe(200)
    const stored = await sql<{ state: string; reported_id: string | null }>(
      'select state, reported_id from reports where id = $1',
      [id],
    )
    expect(stored).toHaveLength(reported.status === 200 ? 1 : 0)
    expect((await evidenceOf(id)).map(({ seq }) => seq)).toEqual(reported.status === 200 ? [2, 3] : [])
    // A report never stays open about an account that is gone.
    if (leaver === lawyer && stored[0]) expect(stored[0]).toEqual({ state: 'cerrado', reported_id: null })
  }
})

test('DAT-66 only its reporter reads a report and answers «Pedir más mensajes», once, also with none', async () => {
  const { client, lawyer, chatId } = await pair()
  const id = randomUUID()
  await report(client, { id, object: 'conversation', objectId: chatId, seqs: [2] })
  const add = (by: Member, seqs: number[]) => by.post('/api/moderation/add-messages', { id, seqs })
  expect(refusal(await add(client, [3]))).toEqual([409, 'Este reporte ya no espera más mensajes.'])
  await sql(`update reports set state = 'esperando', asked_at = app_now() where id = $1`, [id])
  const unknown = await client.get(`/api/moderation/own-report?id=${randomUUID()}`)
  const foreign = await lawyer.get(`/api/moderation/own-report?id=${id}`)
  expect([foreign.status, refusal(foreign)]).toEqual([404, refusal(unknown)])
  expect((await add(lawyer, [])).status).toBe(404)
  expect((await add(client, [3, 99])).status).toBe(404)
  expect(await evidenceOf(id)).toHaveLength(1)
  const answers = await Promise.all([add(client, [3, 2]), add(client, [3, 2])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await evidenceOf(id)).map(({ seq }) => seq)).toEqual([2, 3])
  const own = (await client.get(`/api/moderation/own-report?id=${id}`)).json()
  expect(own).toMatchObject({ state: 'en_revision', evidence: [{ seq: 2 }, { seq: 3 }], outcome: null })
})

test('DAT-67 who reported leaves: the report stays without a name; who is reported leaves: it closes', async () => {
  const { client, lawyer, chatId } = await pair()
  const [byClient, byLawyer] = [randomUUID(), randomUUID()]
  await report(client, { id: byClient, object: 'conversation', objectId: chatId, seqs: [2] })
  await report(lawyer, { id: byLawyer, object: 'conversation', objectId: chatId, seqs: [1] })
  const gone = await client.post('/api/departure/delete-account', { password: client.password })
  expect(gone.status).toBe(200)
  const rowOf = async (id: string) =>
    (await sql('select reporter_id, reported_id, state, outcome from reports where id = $1', [id]))[0]
  expect(await rowOf(byClient)).toEqual({
    reporter_id: null,
    reported_id: lawyer.id,
    state: 'abierto',
    outcome: null,
  })
  expect(await rowOf(byLawyer)).toEqual({
    reporter_id: lawyer.id,
    reported_id: null,
    state: 'cerrado',
    outcome: 'cuenta_eliminada',
  })
  const own = await lawyer.get(`/api/moderation/own-report?id=${byLawyer}`)
  expect(own.json()).toMatchObject({ state: 'cerrado', outcome: 'cuenta_eliminada' })
})

test('DAT-38 what was copied goes 30 days after a dismissal and a year after a measure; the report after 5 years', async () => {
  const { client, lawyer } = await pair()
  const ages = [
    ['sin_infraccion', 29],
    ['sin_infraccion', 31],
    ['advertencia', 364],
    ['advertencia', 366],
    ['suspender', 5 * 365 + 1],
  ] as const
  const ids = await Promise.all(
    ages.map(async ([outcome, age]) => {
      const id = randomUUID()
      await sql(
        `insert into reports (id, reporter_id, reported_id, object, object_id, reason, detail, state, outcome, closed_at)
         values ($1, $2, $3, 'profile', gen_random_uuid(), 'otro', 'Detalle', 'cerrado', $4, app_now() - make_interval(days => $5))`,
        [id, client.id, lawyer.id, outcome, age],
      )
      await sql(
        `insert into report_evidence (report_id, is_reported, text, written_at) values ($1, true, 'x', app_now())`,
        [id],
      )
      return id
    }),
  )
  for (const _ of [1, 2]) await runRetention(suite.platform, moderationRetention)
  const left = await Promise.all(
    ids.map(async (id) => {
      const [row] = await sql<{ detail: string | null }>('select detail from reports where id = $1', [id])
      return row && [row.detail, (await evidenceOf(id)).length]
    }),
  )
  expect(left).toEqual([['Detalle', 1], [null, 0], ['Detalle', 1], [null, 0], undefined])
})

test('DAT-65, DAT-67 a person finds their own reports, newest first, with whom they are about and which words', async () => {
  const { client, lawyer, chatId } = await pair()
  const ids = { profile: randomUUID(), conversation: randomUUID() }
  await report(client, { id: ids.profile, object: 'profile', objectId: lawyer.id, reason: 'engano' })
  await report(client, { id: ids.conversation, object: 'conversation', objectId: chatId, seqs: [3, 2] })
  const listOf = async (member: Member) =>
    (await member.get('/api/moderation/own-reports')).json<OwnReportsPage>()
  const about = 'Rodrigo Fuentealba'
  const created_at = expect.any(String)
  const conversation = {
    ...{ id: ids.conversation, object: 'conversation', reason: 'amenazas', state: 'abierto', about },
    created_at,
  }
  expect(await listOf(client)).toEqual({
    reports: [
      { ...conversation, excerpt: 'Si no me pagas hoy voy a ir a tu trabajo.' },
      {
        ...{ id: ids.profile, object: 'profile', reason: 'engano', state: 'abierto', about, created_at },
        excerpt: expect.stringContaining(about),
      },
    ],
    next: null,
  })
  const one = (await client.get(`/api/moderation/own-report?id=${ids.conversation}`)).json<OwnReport>()
  expect(one).toMatchObject({
    ...conversation,
    evidence: [
      { seq: 2, is_reported: true, text: 'Si no me pagas hoy voy a ir a tu trabajo.' },
      { seq: 3, is_reported: true, text: 'Tú sabes que sé dónde vives.' },
    ],
  })
  // The reported person has none of them, and of a client learns no more than the conversation shows.
  expect(await listOf(lawyer)).toEqual({ reports: [], next: null })
  await report(lawyer, { object: 'conversation', objectId: chatId, seqs: [1] })
  expect((await listOf(lawyer)).reports).toMatchObject([{ about: 'Camila R.', excerpt: 'Hola' }])
  await sql('delete from "user" where id = $1', [lawyer.id])
  expect((await listOf(client)).reports.map((row) => row.about)).toEqual([null, null])
})

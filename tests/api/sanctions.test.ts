import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { restoreAccount, suspendAccount } from '../../src/capabilities/account-deletion/commands.server.ts'
import { remindOfAppeals } from '../../src/capabilities/moderation/jobs.server.ts'
import { moveDueSanctions } from '../../src/capabilities/moderation/sanctions.server.ts'
import type { Queue, Sanction } from '../../src/capabilities/moderation/schema.ts'
import type { NoticesPage } from '../../src/capabilities/notices/schema.ts'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import { makeActiveCase, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { addCheckpoints, checkAuditLog } from '../../src/platform/log/checkpoints.server.ts'
import { isOpenToSuspended } from '../../src/server/suspension-guard.ts'
import { callOperation, operations } from '../access/matrix/operations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { sendRequest } from '../support/data/data-requests.ts'
import { decideReport, makeReport, makeReportedChat, REASON, readReport } from '../support/data/reports.ts'
import { expectInvariants } from '../support/database/invariants.ts'
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
const sanctionOf = async (member: Member) =>
  (await member.get('/api/moderation/own-sanctions')).json<{ sanctions: Sanction[] }>().sanctions[0]
const URGENT = { decision: 'suspender', urgentReason: 'Anuncia violencia para hoy mismo.' }
const SUSPENDED = [403, 'Tu cuenta está suspendida. Puedes ver tus datos y apelar.']

/** A lawyer, or with `who` the client, who is suspended at once. */
async function suspended(who: 'client' | 'lawyer' = 'lawyer', change: object = {}) {
  const parties = await makeReportedChat(suite)
  const { client, lawyer, chatId } = parties
  const reporter = who === 'lawyer' ? client : lawyer
  const by = await admin()
  const id = await makeReport(reporter, chatId, [who === 'lawyer' ? 2 : 1])
  const decided = await decideReport(by, id, { ...URGENT, ...change })
  expect([decided.status, decided.text]).toEqual([200, '{"state":"cerrado"}'])
  return { ...parties, by, person: who === 'lawyer' ? lawyer : client }
}

test('DAT-70 every operation that is not listed is refused to a suspended person, with one text', async () => {
  for (const who of ['client', 'lawyer'] as const) {
    const { person } = await suspended(who)
    const wrong: string[] = []
    let refused = 0
    for (const operation of operations) {
      const path = operation.name.split('.')
      for (const protocol of ['rest', 'rpc'] as const) {
        if (isOpenToSuspended(path)) continue
        const answer = await callOperation(person, operation, protocol, {})
        const body = answer.json<{ message?: string; json?: { message: string } }>()
        const message = body.message ?? body.json?.message
        refused++
        if (answer.status !== 403 || message !== SUSPENDED[1])
          wrong.push(`${operation.name} ${protocol}: ${answer.status} ${message}`)
      }
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(120)
  }
})

test('DAT-70, DAT-71 a suspended lawyer is out of search and public profile and reads what is theirs; partners read on', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const { caseId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  const reportId = await makeReport(client, chatId)
  const by = await admin()
  const find = async () =>
    (await client.get('/api/search/lawyers?text=Rodrigo+Fuentealba'))
      .json<LawyersPage>()
      .items.some(({ id }) => id === lawyer.id)
  expect(await find()).toBe(true)
  await decideReport(by, reportId, URGENT)
  expect(await find()).toBe(false)
  const profile = await client.get(`/api/lawyers/${lawyer.id}`)
  expect(refusal(profile)).toEqual([404, 'El perfil que buscas no existe o no es un abogado.'])
  for (const path of [
    `chat/messages?chatId=${chatId}`,
    `cases/by-id?caseId=${caseId}`,
    `workspace/documents?caseId=${caseId}`,
    'privacy/held',
    'security/overview',
    'notices/list',
    'moderation/own-sanctions',
  ])
    expect([path, (await lawyer.get(`/api/${path}`)).status]).toEqual([path, 200])
  expect(refusal(await lawyer.post('/api/chat/send', { id: randomUUID(), chatId, content: 'x' }))).toEqual(
    SUSPENDED,
  )
  const upload = await lawyer.send(`/api/files/certificados/${caseId}`, { method: 'PUT', body: 'x' })
  expect(upload.status).toBe(403)
  // Evidence for a request about one’s data stays possible: here it is refused for its content only.
  const evidence = await lawyer.send('/api/files/evidencia', { method: 'PUT', body: 'x' })
  expect(evidence.status).toBe(415)
  // DAT-71
  expect(await noticesOf(client)).toContain(
    'Rodrigo Fuentealba no puede usar Amparo por ahora. Tus mensajes y documentos siguen aquí.',
  )
  expect((await client.get(`/api/chat/messages?chatId=${chatId}`)).status).toBe(200)
  expect((await client.get(`/api/chat/block?chatId=${chatId}`)).json()).toMatchObject({
    is_partner_suspended: true,
  })
  // The session goes on: it is a reading account, not a closed one.
  expect((await lawyer.get('/api/accounts/session')).status).toBe(200)
  await expectInvariants(suite.database)
})

test('DAT-70 announced three days ahead with room to answer; begins by its date, on two processes once', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const by = await admin()
  expect((await decideReport(by, id, { decision: 'suspender', days: 7 })).status).toBe(200)
  const announced = await sanctionOf(lawyer)
  expect(announced).toMatchObject({ kind: 'suspender', state: 'anunciada', urgent_reason: null })
  const waits = Date.parse(announced?.starts_at ?? '') - Date.parse(announced?.created_at ?? '')
  const lasts = Date.parse(announced?.ends_at ?? '') - Date.parse(announced?.starts_at ?? '')
  expect([waits, lasts]).toEqual([3 * 86_400_000, 7 * 86_400_000])
  expect((await noticesOf(lawyer))[0]).toMatch(/^Tu cuenta será suspendida el .+\. Antes puedes responder\.$/)
  // Until then nothing is taken away.
  expect((await lawyer.get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
  const answer = (text: string) => lawyer.post('/api/moderation/answer', { id: announced?.id, text })
  const appeal = await lawyer.post('/api/moderation/appeal', { id: announced?.id, text: 'Apelo.' })
  expect(appeal.status).toBe(409)
  for (const _ of [1, 2]) expect((await answer('Era una broma.')).status).toBe(200)
  expect(refusal(await answer('Otra cosa.'))).toEqual([409, 'Ya respondiste a este anuncio.'])
  const queue = (await by.get('/api/moderation/queue')).json<Queue>()
  expect(queue.sanctions.find((row) => row.id === announced?.id)?.answered_at).not.toBeNull()
  await withClockAt(suite, '12:00', 2, (platform) => moveDueSanctions(platform))
  expect((await sanctionOf(lawyer))?.state).toBe('anunciada')
  await withClockAt(suite, '12:00', 4, (platform) =>
    Promise.all([moveDueSanctions(platform), moveDueSanctions(platform), moveDueSanctions(platform)]),
  )
  expect((await sanctionOf(lawyer))?.state).toBe('vigente')
  expect((await client.get(`/api/lawyers/${lawyer.id}`)).status).toBe(404)
  const began = (await noticesOf(lawyer)).filter((sentence) => sentence.startsWith('Tu cuenta está'))
  expect(began).toEqual([SUSPENDED[1]])
  await withClockAt(suite, '12:00', 12, (platform) =>
    Promise.all([moveDueSanctions(platform), moveDueSanctions(platform)]),
  )
  expect((await sanctionOf(lawyer))?.state).toBe('terminada')
  expect((await client.get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
  const send = await lawyer.post('/api/chat/send', { id: randomUUID(), chatId, content: 'Buenas' })
  expect(send.status).toBe(200)
})

test('DAT-70 an accepted answer withdraws the announcement; one open suspension a person', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const by = await admin()
  await decideReport(by, await makeReport(client, chatId), { decision: 'suspender' })
  const second = randomUUID()
  await client.post('/api/moderation/report', {
    id: second,
    object: 'profile',
    objectId: lawyer.id,
    reason: 'otro',
  })
  expect(refusal(await decideReport(by, second, URGENT))).toEqual([
    409,
    'Esta persona ya tiene una suspensión abierta.',
  ])
  const sanction = await sanctionOf(lawyer)
  const lift = () =>
    by.post('/api/moderation/lift', { id: sanction?.id, reason: 'Explicó lo que pasó y pidió disculpas.' })
  expect((await lift()).json()).toEqual({ state: 'retirada' })
  expect(refusal(await lift())).toEqual([409, 'Otra persona ya respondió.'])
  expect(await sanctionOf(lawyer)).toMatchObject({
    state: 'retirada',
    closing_reason: 'Explicó lo que pasó y pidió disculpas.',
  })
  expect((await decideReport(by, second, URGENT)).status).toBe(200)
})

test('DAT-72 a won appeal restores all in one transaction: search, profile, market, writing', async () => {
  for (const who of ['lawyer', 'client'] as const) {
    const parties = await makeReportedChat(suite)
    const { client, lawyer, chatId } = parties
    const person = who === 'lawyer' ? lawyer : client
    const reporter = who === 'lawyer' ? client : lawyer
    const openCase = await makeOpenCase(suite.platform, client.id, { specialty: 'Otro' })
    const colleague = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    await setPlan(suite.platform.db, colleague.id, 'avanzado', 10)
    await sql(`update lawyer_profiles set specialties = '{Otro}' where id = $1`, [colleague.id])
    const readAll = async () => ({
      market: (await colleague.get('/api/cases/market')).text.includes(openCase),
      profile: (await reporter.get(`/api/lawyers/${lawyer.id}`)).status,
      row: await sql('select is_verified, is_suspended, plan from lawyer_profiles where id = $1', [
        person.id,
      ]),
      send: (await person.post('/api/chat/send', { id: randomUUID(), chatId, content: 'Hola' })).status,
    })
    const before = await readAll()
    expect(before).toMatchObject({ market: true, profile: 200, send: 200 })
    const [one, other] = await Promise.all([admin(), admin()])
    await decideReport(one, await makeReport(reporter, chatId, [who === 'lawyer' ? 2 : 1]), URGENT)
    expect(await readAll()).toMatchObject({
      market: who === 'lawyer',
      profile: who === 'lawyer' ? 404 : 200,
      send: 403,
    })
    const sanction = await sanctionOf(person)
    const text = 'No fui yo quien escribió.'
    const stranger = await reporter.post('/api/moderation/appeal', { id: sanction?.id, text })
    const unknown = await reporter.post('/api/moderation/appeal', { id: randomUUID(), text })
    expect([stranger.status, refusal(stranger)]).toEqual([404, refusal(unknown)])
    expect((await person.post('/api/moderation/appeal', { id: sanction?.id, text })).status).toBe(200)
    // DAT-36: the person sees what was looked at.
    expect((await other.post('/api/moderation/open-sanction', { id: sanction?.id })).status).toBe(200)
    expect((await person.get('/api/privacy/looks')).text).toContain('Una medida sobre tu cuenta y lo que')
    const decide = (by: Member, revokes: boolean) =>
      by.post('/api/moderation/decide-appeal', { id: sanction?.id, revokes, reason: REASON })
    expect((await decide(one, true)).status).toBe(403)
    const answers = await Promise.all([decide(other, true), decide(await admin(), true)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await sanctionOf(person)).toMatchObject({
      state: 'terminada',
      appeal: { state: 'revocada', decision: REASON },
    })
    expect(await readAll()).toEqual(before)
    await expectInvariants(suite.database)
  }
})

test('DAT-69 hiding a profile takes its description away from others, and lifting it brings it back; a message is never hidden', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const by = await admin()
  const shown = async (who: Member) =>
    (await who.get(`/api/lawyers/${lawyer.id}`)).json<{ description: string | null }>().description
  const before = await shown(client)
  expect(before).not.toBeNull()
  const id = randomUUID()
  const report = { id, object: 'profile', objectId: lawyer.id, reason: 'engano' }
  expect((await client.post('/api/moderation/report', report)).status).toBe(200)
  const hidden = await decideReport(by, id, { decision: 'ocultar' })
  expect(hidden.status, hidden.text).toBe(200)
  expect(await shown(client)).toBeNull()
  expect(await shown(lawyer)).not.toBeNull()
  expect(await noticesOf(lawyer)).toHaveLength(1)
  const sanction = await sanctionOf(lawyer)
  const lifted = await by.post('/api/moderation/lift', { id: sanction?.id, reason: REASON })
  expect(lifted.status, lifted.text).toBe(200)
  expect(await shown(client)).toBe(before)
  const message = await makeReport(client, chatId, [2])
  const refused = await decideReport(by, message, { decision: 'ocultar' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Un mensaje nunca se oculta.')
})

test('DAT-72 administrators are mailed once a day of appeals that wait for ten days, on any number of processes', async () => {
  const { person, by } = await suspended()
  const sanction = await sanctionOf(person)
  expect((await person.post('/api/moderation/appeal', { id: sanction?.id, text: 'No fui yo.' })).status).toBe(
    200,
  )
  const mails = async () =>
    (await suite.visitor().get(`/api/dev/mailbox?to=${encodeURIComponent(by.email)}`))
      .json<{ subject: string; text: string }[]>()
      .filter(({ subject }) => subject === 'Apelaciones por responder')
  await withClockAt(suite, '10:00', 9, remindOfAppeals)
  await Promise.all([1, 2, 3].map(() => withClockAt(suite, '10:00', 11, remindOfAppeals)))
  await expect.poll(async () => (await mails()).length).toBe(1)
  await withClockAt(suite, '10:00', 12, remindOfAppeals)
  await expect.poll(async () => (await mails()).length).toBe(2)
  expect(JSON.stringify(await mails())).not.toContain('No fui yo')
})

test('DAT-70, DAT-12 a suspended person sends requests about their data, also a block, and withdraws them', async () => {
  const { person } = await suspended()
  const request = await sendRequest(person)
  expect(request.state).toBe('recibida')
  expect((await person.get('/api/privacy/shown-objects')).status).toBe(200)
  const withdrawn = await person.post('/api/privacy/withdraw-request', { requestId: request.id })
  expect(withdrawn.status).toBe(200)
})

test('DAT-70, H-04 the operator’s suspension and the team’s are two: ending one leaves the other', async () => {
  const { client, person, by } = await suspended()
  const profile = async () => (await client.get(`/api/lawyers/${person.id}`)).status
  expect((await suspendAccount(suite.platform, { email: person.email, reason: 'Fraude' })).ok).toBe(true)
  const [sanction] = await sql<{ id: string }>('select id from sanctions where user_id = $1', [person.id])
  const lifted = await by.post('/api/moderation/lift', { id: sanction?.id, reason: REASON })
  expect([lifted.status, await profile()]).toEqual([200, 404])
  expect((await restoreAccount(suite.platform, { email: person.email })).ok).toBe(true)
  expect(await profile()).toBe(200)
})

test('DAT-70 a suspension against the acceptance of a proposal, on two processes: never accepted after it', async () => {
  for (let round = 0; round < 10; round++) {
    const { client, lawyer, chatId } = await makeReportedChat(suite)
    const proposal = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    const by = await admin()
    const id = await makeReport(client, chatId)
    await readReport(by, id)
    const twin = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of client.jar) twin.jar.set(name, value)
    const [decided, accepted] = await Promise.all([
      by.post('/api/moderation/decide', { id, rule: 2, reason: REASON, ...URGENT }),
      twin.post('/api/proposals/accept', { proposalId: proposal.id }),
    ])
    expect(decided.status).toBe(200)
    expect([200, 409]).toContain(accepted.status)
    // Accepted first: then the suspension has seen the case, and told its client.
    const notices = await sql(`select id from notices where user_id = $1 and kind = 'partner-suspended'`, [
      client.id,
    ])
    expect(notices).toHaveLength(accepted.status === 200 ? 1 : 0)
    if (accepted.status === 409)
      expect((await client.post('/api/proposals/accept', { proposalId: proposal.id })).status).toBe(409)
  }
})

test.for([
  ['begun', 'suspended', {}],
  ['been only announced', 'suspension_announced', { urgentReason: undefined, days: 30 }],
] as const)(
  'DAT-76 a lawyer whose suspension has %s, who leaves and comes back, is found again at the verification, by the RUT',
  async ([, outcome, change]) => {
    const { person } = await suspended('lawyer', change)
    const [{ rut } = { rut: '' }] = await sql<{ rut: string }>(
      'select rut from lawyer_profiles where id = $1',
      [person.id],
    )
    const gone = await person.post('/api/departure/delete-account', { password: person.password })
    expect(gone.status).toBe(200)
    expect(await sql('select id from sanctions where user_id = $1', [person.id])).toEqual([])
    const digest = suite.platform.sealer.digest(rut)
    const [former] = await sql<{ decisions: object[] }>(
      'select decisions from former_lawyers where rut_digest = $1',
      [digest],
    )
    expect(former?.decisions).toEqual([{ outcome, reason: REASON, decidedAt: expect.any(String) }])
  },
)

test('DAT-70 a suspension that cannot end delays no other, nor do questions about reports', async () => {
  const both = [await suspended('lawyer', { days: 30 }), await suspended('lawyer', { days: 30 })]
  const ids = both.map(({ person }) => person.id)
  for (const [broken, whole] of [ids, ids.toReversed()]) {
    await sql(`create function no_end() returns trigger language plpgsql as
      $$ begin raise exception 'no end'; end $$`)
    await sql(
      `create trigger no_end before update on profiles for each row when (old.id = '${broken}') execute function no_end()`,
    )
    try {
      await withClockAt(suite, '12:00', 31, moveDueSanctions)
    } finally {
      await sql('drop function no_end() cascade')
    }
    const ended = await sql(`select user_id from sanctions where user_id = any($1) and state = 'terminada'`, [
      ids,
    ])
    expect(ended).toContainEqual({ user_id: whole })
    if (broken === ids[0]) expect(ended).not.toContainEqual({ user_id: broken })
  }
})

test('DAT-76 a suspension that was taken back is not remembered', async () => {
  const { person, by } = await suspended('lawyer', { urgentReason: undefined })
  const { id } = (await sanctionOf(person)) ?? {}
  const lifted = await by.post('/api/moderation/lift', { id, reason: 'Su respuesta lo explica todo.' })
  expect(lifted.status, lifted.text).toBe(200)
  const before = await sql('select 1 from former_lawyers')
  await person.post('/api/departure/delete-account', { password: person.password })
  expect(await sql('select 1 from former_lawyers')).toHaveLength(before.length)
})

test('DAT-64, DAT-76 the log has no reason of a measure, and after departure no word about the person', async () => {
  const { person, by, client } = await suspended('lawyer', { urgentReason: undefined })
  const dismissed = randomUUID()
  const profile = { id: dismissed, object: 'profile', objectId: person.id, reason: 'engano', seqs: [] }
  expect((await client.post('/api/moderation/report', profile)).status).toBe(200)
  const reason = 'No hay infracción: solo cobró lo que se le debía.'
  const answer = await decideReport(by, dismissed, { decision: 'sin_infraccion', rule: undefined, reason })
  expect(answer.status, answer.text).toBe(200)
  const find = { by: 'id', value: person.id, purpose: 'support', reference: 'Dice que su hermana lo acusó' }
  expect((await by.post('/api/console/find', find)).status).toBe(200)
  const words = async () => {
    const [row] = await sql<{ log: string; reports: string }>(
      `select (select string_agg(details::text, ' ') from audit_log where details::text ~ $1) as log,
         (select string_agg(r::text, ' ') from reports r where r::text ~ $1) as reports`,
      [`${REASON}|${reason}|su hermana`],
    )
    return row
  }
  expect(await words()).toEqual({
    log: expect.not.stringMatching(/Regla 2|infracción/),
    reports: expect.stringContaining(reason),
  })
  await addCheckpoints(suite.platform)
  await person.post('/api/departure/delete-account', { password: person.password })
  expect(await words()).toEqual({ log: null, reports: null })
  expect((await checkAuditLog(suite.platform.db)).broken).toBeNull()
})

/** §7 of seguimiento.md: what leaves Amparo about every kind of notice, searched for the words that people typed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { followMessages, notifyWaits } from '../../src/capabilities/chat/jobs.server.ts'
import { remindOfDueDocuments } from '../../src/capabilities/documents/requests.server.ts'
import { moveDueSanctions } from '../../src/capabilities/moderation/sanctions.server.ts'
import { NOTICE_CATEGORIES } from '../../src/capabilities/notices/schema.ts'
import { askAboutOpenCases } from '../../src/capabilities/open-cases/commands.server.ts'
import { announceVersions } from '../../src/capabilities/privacy/commands.server.ts'
import { remindOfFirstUpdates, remindOfPromises } from '../../src/capabilities/progress/commands.server.ts'
import { remindOfDueTasks } from '../../src/capabilities/workspace/commands.server.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { makeActiveCase, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { giveTask, makeDocument, uploadDocument } from '../../src/demo-data/workspace.ts'
import type { Member } from '../support/app/suite.ts'
import { administrator, question, receiveUnderNewLaw, sendRequest } from '../support/data/data-requests.ts'
import { makeReview } from '../support/data/make-review.ts'
import { decideReport, makeReport, makeReportedChat } from '../support/data/reports.ts'
import { withClockAt } from '../support/database/platform-at.ts'
import { eventually } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { readable, useNoticeMails } from '../support/mail/notice-mails.ts'

const { suite, smtp, sql, createChat, propose, deliverDue } = useNoticeMails()

/** A word in every text that a person types here. */
const SECRET = 'Zafiro'
const text = (of: string) => `${SECRET} ${of}`
const inDays = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000))

async function call(who: Member, path: string, body: object): Promise<string> {
  const answer = await who.post(`/api/${path}`, body)
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer.text
}

/** A running case in which everything happens that tells the other party something. */
async function runCase() {
  const chat = await createChat()
  const { client, lawyer, parties } = chat
  const { caseId } = await makeActiveCase(suite.platform, parties, { summary: text('propuesta') })
  const document = (by: Member) =>
    makeDocument(suite.platform, { caseId, userId: by.id, name: `${text('archivo')}.pdf`, bytes: pdf() })
  const upload = () =>
    uploadDocument(suite.platform, { caseId, userId: client.id, name: `${text('papel')}.pdf`, bytes: pdf() })
  const update = { id: randomUUID(), stage: 'Otra', text: text('novedad'), nextStep: text('paso') }
  await call(client, 'progress/request', { caseId })
  await call(lawyer, 'progress/publish', { caseId, ...update, promisedOn: inDays(4) })
  // A correction is told again only after an hour.
  await sql(`update case_updates set created_at = created_at - interval '2 hours'`)
  const { id: updateId, ...corrected } = { ...update, text: text('corregida') }
  await call(lawyer, 'progress/correct', { caseId, updateId, n: 1, ...corrected })
  await document(client)
  const ask = (name: string) =>
    call(lawyer, 'workspace/request-documents', {
      ...{ caseId, batchId: randomUUID(), names: [text(name)], note: text('nota'), dueOn: inDays(3) },
    })
  for (const name of ['uno', 'dos', 'tres', 'cuatro']) await ask(name)
  const requests = await sql<{ id: string }>(
    'select id from document_requests where case_id = $1 order by id',
    [caseId],
  )
  const [accepted, returned, missing] = requests.map(({ id: requestId }) => requestId)
  for (const requestId of [accepted, returned])
    await call(client, 'workspace/add-document', {
      ...{ caseId, key: await upload(), requestId, deliveryId: randomUUID() },
    })
  const answer = (who: Member, requestId: string | undefined, event: string, reason?: string) =>
    call(who, 'workspace/answer-request', { caseId, requestId, event, ...(reason && { reason }) })
  await answer(lawyer, accepted, 'accept')
  await answer(lawyer, returned, 'return', text('falta una hoja'))
  await answer(client, missing, 'lack', text('lo perdí'))
  await answer(lawyer, missing, 'ask')
  const details = { assignee: 'client', days: 3, note: text('nota'), items: [text('línea')] } as const
  const of = { caseId, lawyerId: lawyer.id }
  const [ticked, half] = [
    await giveTask(suite.platform, of, text('tarea'), details),
    await giveTask(suite.platform, of, text('otra tarea'), details),
  ]
  await call(client, 'workspace/tick-task', { caseId, taskId: ticked, done: true })
  const [item] = await sql<{ id: string }>('select id from task_items where task_id = $1', [half])
  await call(client, 'workspace/tick-item', { caseId, taskId: half, itemId: item?.id, done: true })
  // The first run only notes where the events are.
  await followMessages(suite.platform, 0)
  await sendText(suite.platform, chat.chatId, lawyer.id, text('mensaje'))
  // Events of transactions that are still open anywhere come later.
  await eventually(async () => {
    await followMessages(suite.platform, 0)
    await sql('update chat_waits set due_at = app_now()')
    await notifyWaits(suite.platform)
    return (await sql(`select 1 from notices where kind = 'message-waiting'`)).length > 0
  })
  return { ...chat, caseId }
}

async function endCase({ client, lawyer, caseId }: Awaited<ReturnType<typeof runCase>>) {
  await call(lawyer, 'cases/advance', { caseId, to: 'en progreso' })
  const close = async () => {
    const closing = { id: randomUUID(), outcome: 'Otro', text: text('cierre'), remaining: text('queda') }
    await call(lawyer, 'closings/close', { caseId, ...closing })
    return closing.id
  }
  const reasoned = (closingId: string) => ({ caseId, closingId, why: text('porque sí') })
  const objected = await close()
  // What is undone before its e-mail leaves has none, so each step is delivered.
  await deliverDue()
  await call(client, 'closings/object', reasoned(objected))
  await deliverDue()
  await sql(
    `update case_closings set closed_at = closed_at - interval '29 days', objected_at = objected_at - interval '29 days'
       where objected_at is not null`,
  )
  const closingId = await close()
  // The time to disagree is over: what remains is to ask for the reopening.
  await sql(`update case_closings set closed_at = closed_at - interval '15 days' where id = $1`, [closingId])
  await call(client, 'closings/request-reopening', reasoned(closingId))
  await deliverDue()
  await call(lawyer, 'closings/decline-reopening', reasoned(closingId))
  await deliverDue()
  await call(lawyer, 'closings/reopen', reasoned(closingId))
  await call(client, 'reviews/create', {
    ...{ id: randomUUID(), lawyerId: lawyer.id, caseId, rating: 5, comment: text('reseña muy buena') },
  })
}

/** DAT-62: an administrator looks for people once too often. */
async function stopLookups() {
  const admin = await suite.member({ role: 'admin' })
  await suite.member({ role: 'admin' })
  await sql(`insert into rate_limits (key, count, window_start) values ($1, 60, app_now())`, [
    `console:looks:${admin.id}`,
  ])
  const input = { by: 'id', value: admin.id, purpose: 'support', reference: text('motivo') }
  expect((await admin.post('/api/console/find', input)).status).toBe(429)
}

const LONG = text('motivo de la medida que se tomó')
const decision = { rule: 2, reason: LONG }

/** DAT-65 to DAT-72: reports with every outcome, sanctions and appeals. */
async function moderate() {
  const [admin, second] = [await suite.member({ role: 'admin' }), await suite.member({ role: 'admin' })]
  const decide = async (reporter: Member, chatId: string, outcome: object) =>
    expect(
      (await decideReport(admin, await makeReport(reporter, chatId), { ...decision, ...outcome })).status,
    ).toBe(200)
  const sanctionOf = async (userId: string) =>
    (
      await sql<{ id: string }>('select id from sanctions where user_id = $1 order by created_at desc', [
        userId,
      ])
    )[0]?.id

  const asked = await makeReportedChat(suite)
  const id = await makeReport(asked.client, asked.chatId)
  await call(admin, 'moderation/take', { id })
  await call(admin, 'moderation/ask-messages', { id })

  const warned = await makeReportedChat(suite)
  await decide(warned.client, warned.chatId, { decision: 'advertencia' })

  const announced = await makeReportedChat(suite)
  await makeActiveCase(suite.platform, { clientId: announced.client.id, lawyerId: announced.lawyer.id })
  await decide(announced.client, announced.chatId, { decision: 'suspender' })
  await withClockAt(suite, '12:00', 4, (platform) => moveDueSanctions(platform))
  const sanction = await sanctionOf(announced.lawyer.id)
  await call(announced.lawyer, 'moderation/appeal', { id: sanction, text: text('apelación') })
  await call(second, 'moderation/decide-appeal', { id: sanction, revokes: false, reason: LONG })
  await call(admin, 'moderation/lift', { id: sanction, reason: LONG })

  const reviewed = await makeReportedChat(suite)
  const { id: objectId } = await makeReview(suite.platform, {
    clientId: reviewed.client.id,
    lawyerId: reviewed.lawyer.id,
  })
  const report = { id: randomUUID(), object: 'review', objectId, reason: 'engano' }
  await call(reviewed.lawyer, 'moderation/report', report)
  expect((await decideReport(admin, report.id, { ...decision, decision: 'ocultar' })).status).toBe(200)
}

/** DAT-10 to DAT-16: a request that is extended, asked about and answered. */
async function answerRequest() {
  const [person, admin] = [await suite.member(), await administrator(suite)]
  const { id: requestId } = await sendRequest(person, { ...question, details: text('consulta') })
  await receiveUnderNewLaw(suite, requestId)
  await call(admin, 'privacy/extend-request', { requestId, reason: LONG })
  const other = await sendRequest(person, { ...question, details: text('otra') })
  await call(admin, 'privacy/ask-identity', { requestId: other.id })
  await call(admin, 'privacy/decide-request', {
    ...{ requestId, outcome: 'aceptada', cause: null, criteria: null, answer: LONG },
  })
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const block = { ...question, kind: 'bloquear', about: 'perfil', details: text('bloqueo') }
  const { id: blocked } = await sendRequest(lawyer, block)
  await call(admin, 'privacy/decide-request', {
    ...{ requestId: blocked, outcome: 'aceptada', cause: null, criteria: null, answer: LONG },
  })
  await call(admin, 'privacy/lift-block', { requestId: blocked, reason: LONG })
}

/** DAT-55: a change of address waits for an administrator. */
async function disputeEmail() {
  const member = await suite.member()
  await sql(
    `insert into email_changes (user_id, state, old_email, new_email, expires_at, changed_at, due_at)
     values ($1, 'en_disputa', 'anterior@prueba.test', $2, app_now(), app_now(), app_now() + interval '1 day')`,
    [member.id, member.email],
  )
  await call(member, 'security/claim-email-change', { email: member.email, password: member.password })
}

test('SEG-64 of every kind of notice, no e-mail has a word of a message, update, task, document, closing or review', async () => {
  const one = await runCase()
  const seenKinds = new Set<string>()
  const collectKinds = async () => {
    for (const { kind } of await sql<{ kind: string }>('select distinct kind from notices'))
      seenKinds.add(kind)
  }
  await deliverDue()
  await endCase(one)
  const other = await createChat()
  await propose(other, text('otra propuesta'))
  const [pending] = await sql<{ id: string }>(`select id from proposals where chat_id = $1`, [other.chatId])
  await call(other.client, 'proposals/reject', { proposalId: pending?.id })
  const edited = await createChat()
  const openCase = await makeOpenCase(suite.platform, edited.client.id, { description: text('causa') })
  await sql('update chats set case_id = $1 where id = $2', [openCase, edited.chatId])
  await call(edited.client, 'open-cases/rename', { caseId: openCase, title: 'Mi arriendo' })
  await deliverDue()
  await collectKinds()

  // Reminders: their e-mails are made of the same parts, here read at the time at which they are due.
  const waiting = await createChat()
  await makeOpenCase(suite.platform, waiting.client.id, { description: text('causa') })
  const fresh = await createChat()
  await makeActiveCase(suite.platform, fresh.parties, { summary: text('propuesta') })
  const promised = await createChat()
  const running = await makeActiveCase(suite.platform, promised.parties)
  const update = { id: randomUUID(), stage: 'Otra', text: text('novedad'), nextStep: text('paso') }
  await call(promised.lawyer, 'progress/publish', {
    caseId: running.caseId,
    promisedOn: inDays(4),
    ...update,
  })
  const remind = async (days: number) =>
    withClockAt(suite, '12:00', days, async (platform) => {
      await remindOfDueDocuments(platform)
      await remindOfDueTasks(platform)
      await remindOfPromises(platform)
      await remindOfFirstUpdates(platform)
      await askAboutOpenCases(platform)
      const rows = await sql<{ id: string; user_id: string; kind: string; ref: string }>(
        'select id, user_id, kind, ref from notices',
      )
      const mails: string[] = []
      for (const [userId, own] of Map.groupBy(rows, ({ user_id }) => user_id))
        for (const { mail } of (await platform.noticeKinds.read(platform.db, userId, own)).values())
          mails.push(`${mail.subject} ${mail.sentence} ${mail.callToAction}`)
      return mails
    })
  const reminders = [...(await remind(3)), ...(await remind(4)), ...(await remind(31))]
  // Only who registered before a version is told of it.
  await sql(`update "user" set "createdAt" = '2026-01-15' where id = $1`, [promised.client.id])
  await announceVersions(suite.platform)
  await stopLookups()
  await moderate()
  await answerRequest()
  await disputeEmail()
  await deliverDue()
  await collectKinds()

  expect([...seenKinds].sort()).toEqual(suite.platform.noticeKinds.unlisted(NOTICE_CATEGORIES).sort())
  expect(smtp().deliveries.length).toBeGreaterThan(15)
  for (const mail of smtp().deliveries) {
    expect(mail.raw).not.toContain(SECRET)
    expect(readable(mail)).not.toContain(SECRET)
  }
  expect(reminders.length).toBeGreaterThan(20)
  expect(reminders.filter((words) => words.includes(SECRET))).toEqual([])
  // Events name what has changed; the words are fetched by those who may read them.
  const events = await sql<{ line: string }>('select e::text as line from events e')
  expect(events.filter(({ line }) => line.includes(SECRET))).toEqual([])
})

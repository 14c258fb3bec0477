import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { advanceCase } from '../../src/capabilities/cases/commands.server.ts'
import { MESSAGES as CLOSING_MESSAGES } from '../../src/capabilities/closings/schema.ts'
import { askAboutOpenCases } from '../../src/capabilities/open-cases/commands.server.ts'
import { MESSAGES } from '../../src/capabilities/open-cases/schema.ts'
import { actingAs } from '../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const createClient = () => suite.member({ name: 'Camila Rojas' })
const createLawyer = () =>
  suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' })
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)

/** A client with the same session at the other process. */
function twinOf(member: Member) {
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return twin
}

async function openCase() {
  const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  const caseId = await makeOpenCase(suite.platform, client.id)
  await sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
  const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
  return { client, lawyer, chatId, caseId, proposalId }
}

async function runningCase() {
  const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
  const { caseId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  await advanceCase(await actingAs(suite.platform, lawyer.id), { caseId, to: 'en progreso' })
  return { client, lawyer, caseId }
}

const statusOf = async (caseId: string) =>
  (await sql<{ status: string }>('select status from cases where id = $1', [caseId]))[0]?.status
const systemMessages = async (chatId: string) =>
  (
    await sql<{ content: string }>(
      `select content from messages where chat_id = $1 and type = 'system' order by seq`,
      [chatId],
    )
  ).map(({ content }) => content)
const noticesOf = async (userId: string, kind: string) =>
  (await sql('select 1 from notices where user_id = $1 and kind = $2', [userId, kind])).length

const edited = { specialty: 'Otro', commune: 'Ñuñoa', answers: {}, otherText: 'Mi vecino hace ruido.' }
const edit = (member: Pick<Member, 'post'>, caseId: string, otherText = edited.otherText) =>
  member.post('/api/open-cases/edit', { caseId, ...edited, otherText })
const withdraw = (member: Pick<Member, 'post'>, caseId: string, reason = 'Ya lo resolví') =>
  member.post('/api/open-cases/withdraw', { caseId, reason })
const closing = (id = randomUUID()) => ({
  ...{ id, outcome: 'Acuerdo', text: 'Llegamos a un acuerdo.', remaining: 'El pago.' },
})

describe('an open case', () => {
  test('SEG-33 a withdrawn case leaves the market, its proposals are rejected with their message, the chat stays', async () => {
    const { client, lawyer, chatId, caseId, proposalId } = await openCase()
    expect((await withdraw(client, caseId, 'Porque sí')).status).toBe(422)
    expect((await withdraw(lawyer, caseId)).status).toBe(404)
    expect(await statusOf(caseId)).toBe('ingresado')
    const answer = await withdraw(client, caseId)
    expect(answer.status, answer.text).toBe(200)
    expect(await statusOf(caseId)).toBe('retirado')
    expect((await lawyer.get(`/api/proposals/by-id?proposalId=${proposalId}`)).json()).toMatchObject({
      status: 'rejected',
    })
    expect(await systemMessages(chatId)).toContain('La propuesta ha sido rechazada.')
    expect(await noticesOf(lawyer.id, 'proposal-rejected')).toBe(1)
    expect((await client.get('/api/cases/mine?list=withdrawn')).json()).toMatchObject({
      items: [{ id: caseId, status: 'retirado', other: null, republish_until: expect.any(String) }],
    })
    expect((await client.get('/api/cases/mine?list=waiting')).json()).toMatchObject({ items: [] })
    expect((await withdraw(client, caseId)).status).toBe(409)
    expect((await edit(client, caseId)).json()).toMatchObject({ message: MESSAGES.notOpen })
    expect((await client.post('/api/proposals/accept', { proposalId })).status).toBe(409)
  })

  test('SEG-33 it is published again within 180 days and the limit of open cases', async () => {
    const { client, caseId } = await openCase()
    const republish = () => client.post('/api/open-cases/republish', { caseId })
    expect((await republish()).status).toBe(409)
    await withdraw(client, caseId)
    for (let n = 0; n < 5; n++) await makeOpenCase(suite.platform, client.id, { title: `Otra ${n}` })
    expect((await republish()).json()).toMatchObject({ message: MESSAGES.tooManyOpen })
    await sql(`delete from cases where client_id = $1 and status = 'ingresado'`, [client.id])
    await sql(`update cases set withdrawn_at = app_now() - interval '180 days' where id = $1`, [caseId])
    expect((await republish()).json()).toMatchObject({ message: MESSAGES.tooLateToRepublish })
    expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      republish_until: null,
      lawyer: null,
    })
    await sql(`update cases set withdrawn_at = app_now() - interval '179 days 23 hours' where id = $1`, [
      caseId,
    ])
    expect((await republish()).status).toBe(200)
    expect(await statusOf(caseId)).toBe('ingresado')
    const entries = await sql<{ kind: string }>(
      'select kind from case_entries where case_id = $1 order by id',
      [caseId],
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['published', 'withdrawn', 'republished'])
  })

  test('SEG-34 its client is asked after 30 and 60 days, once each; nothing is withdrawn by silence', async () => {
    const { client, lawyer, caseId } = await openCase()
    const ask = async () => {
      await Promise.all([askAboutOpenCases(suite.platform), askAboutOpenCases(suite.platform)])
      return noticesOf(client.id, 'still-searching')
    }
    const openFor = (time: string) =>
      sql(`update cases set created_at = app_now() - $1::interval where id = $2`, [time, caseId])
    const questions = async () => (await client.get('/api/open-cases/questions')).json()
    await openFor('29 days 23 hours')
    expect(await ask()).toBe(0)
    await openFor('30 days')
    const since = 'update open_case_questions set published_at = (select created_at from cases where id = $1)'
    expect([await ask(), await ask()]).toEqual([1, 1])
    expect(await questions()).toEqual({ case_ids: [caseId] })
    expect((await lawyer.post('/api/open-cases/keep', { caseId })).status).toBe(404)
    expect((await client.post('/api/open-cases/keep', { caseId })).status).toBe(200)
    expect(await questions()).toEqual({ case_ids: [] })
    await openFor('60 days')
    await sql(`${since} where case_id = $1`, [caseId])
    expect([await ask(), await ask()]).toEqual([2, 2])
    await openFor('200 days')
    await sql(`${since} where case_id = $1`, [caseId])
    expect(await ask()).toBe(2)
    expect(await statusOf(caseId)).toBe('ingresado')
    expect(await questions()).toEqual({ case_ids: [caseId] })
  })

  test('SEG-32 an edit keeps the earlier words, tells the chats once, and is refused once there is a lawyer', async () => {
    const { client, lawyer, chatId, caseId, proposalId } = await openCase()
    const wrong = await client.post('/api/open-cases/edit', { caseId, ...edited, commune: 'Narnia' })
    expect(wrong.status).toBe(422)
    expect((await edit(lawyer, caseId)).status).toBe(404)
    expect((await edit(client, caseId)).json()).toEqual({ changed: true })
    expect((await edit(client, caseId)).json()).toEqual({ changed: false })
    expect((await systemMessages(chatId)).filter((text) => text === ' actualizó su causa.')).toHaveLength(1)
    expect(await sql('select n, description from case_revisions where case_id = $1', [caseId])).toEqual([
      { n: 1, description: expect.stringContaining('¿Cuántos meses se adeudan? 3') },
    ])
    expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      title: 'Consulta de Otro en Ñuñoa',
      description: expect.stringContaining('Mi vecino hace ruido.'),
    })
    // No lawyer gets words that were not shown to them.
    const accept = () => client.post('/api/proposals/accept', { proposalId })
    expect((await accept()).json()).toMatchObject({
      message: expect.stringContaining('todavía no lo ha visto'),
    })
    await sql('update chats set lawyer_read_seq = last_seq, lawyer_unread_count = 0 where id = $1', [chatId])
    expect((await accept()).status).toBe(200)
    const late = await edit(client, caseId, 'Otra cosa.')
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({
      message: 'Tu causa ya tiene abogado: los cambios se conversan con él.',
    })
    expect((await withdraw(client, caseId)).status).toBe(409)
  })

  test('SEG-32 of an edit and an acceptance at once, 50 times over two processes, one wins', {
    timeout: 180_000,
  }, async () => {
    const wins = { edit: 0, accept: 0 }
    for (let round = 0; round < 50; round++) {
      const { client, caseId, proposalId, chatId } = await openCase()
      await sql('update chats set lawyer_read_seq = last_seq, lawyer_unread_count = 0 where id = $1', [
        chatId,
      ])
      const twin = twinOf(client)
      const answers = await Promise.all([
        edit(client, caseId),
        twin.post('/api/proposals/accept', { proposalId }),
      ])
      const [isEdited, isAccepted] = answers.map(({ status }) => status === 200)
      expect(
        [isEdited, isAccepted].filter(Boolean),
        JSON.stringify(answers.map(({ text }) => text)),
      ).toHaveLength(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(await statusOf(caseId)).toBe(isEdited ? 'ingresado' : 'activo')
      wins[isEdited ? 'edit' : 'accept']++
    }
    expect(wins.edit + wins.accept).toBe(50)
  })

  test('SEG-33, OPEN-58 a withdrawn case goes with its client’s account', async () => {
    const { client, caseId } = await openCase()
    await edit(client, caseId)
    await withdraw(client, caseId)
    const gone = await client.post('/api/departure/delete-account', { password: client.password })
    expect(gone.status, gone.text).toBe(200)
    for (const table of ['case_revisions', 'open_case_questions', 'case_closings', 'case_entries'])
      expect(await sql(`select 1 from ${table} where case_id = $1`, [caseId]), table).toEqual([])
    expect(await statusOf(caseId)).toBe(undefined)
  })
})

describe('the end of a case', () => {
  test('SEG-36, SEG-37 it is closed with an outcome, once; the client reads it and may object', async () => {
    const { client, lawyer, caseId } = await runningCase()
    const words = closing()
    const close = (input: object = words) => lawyer.post('/api/closings/close', { caseId, ...input })
    for (const wrong of [{ outcome: 'Bien' }, { text: ' ' }, { text: 'x'.repeat(2_001) }])
      expect((await close({ ...words, ...wrong })).status).toBe(422)
    expect((await client.post('/api/closings/close', { caseId, ...words })).status).toBe(403)
    expect((await lawyer.post('/api/cases/advance', { caseId, to: 'finalizado' })).status).toBe(422)
    expect((await close()).status).toBe(200)
    expect((await close()).status).toBe(200)
    expect((await close({ ...words, text: 'Otro texto' })).status).toBe(409)
    expect(await statusOf(caseId)).toBe('finalizado')
    expect(await noticesOf(client.id, 'case-finished')).toBe(1)
    const seen = (await client.get(`/api/closings/of-case?caseId=${caseId}`)).json()
    expect(seen).toMatchObject({
      closing: { id: words.id, outcome: 'Acuerdo', text: words.text, remaining: 'El pago.' },
    })

    const object = (who: Member, closingId = words.id, why = 'Falta el pago.') =>
      who.post('/api/closings/object', { caseId, closingId, why })
    expect((await object(await createClient())).status).toBe(404)
    expect((await object(lawyer)).status).toBe(403)
    expect((await object(client, words.id, '')).status).toBe(422)
    expect((await object(client, randomUUID())).status).toBe(409)
    await sql(`update case_closings set closed_at = app_now() - interval '15 days' where id = $1`, [words.id])
    expect((await object(client)).json()).toMatchObject({ message: CLOSING_MESSAGES.tooLateToObject })
    await sql(`update case_closings set closed_at = app_now() - interval '14 days' where id = $1`, [words.id])
    expect((await object(client)).status).toBe(200)
    expect((await object(client)).status).toBe(409)
    expect(await statusOf(caseId)).toBe('en progreso')
    expect(await noticesOf(lawyer.id, 'closing-objected')).toBe(1)

    const soon = await close(closing())
    expect(soon.status).toBe(409)
    expect((soon.json() as { message: string }).message).toMatch(
      /^Tu cliente no estuvo de acuerdo\. Podrás cerrarla desde el \d+ de \p{L}+, \d{4}\.$/u,
    )
    expect(await statusOf(caseId)).toBe('en progreso')
    await sql(`update case_closings set objected_at = app_now() - interval '4 days' where id = $1`, [
      words.id,
    ])
    expect((await close(closing())).status).toBe(200)
    expect(await noticesOf(client.id, 'case-finished')).toBe(2)
  })

  test('SEG-40 the client asks to reopen, the lawyer refuses or reopens; without a lawyer nobody does', async () => {
    const { client, lawyer, caseId } = await runningCase()
    const words = closing()
    await lawyer.post('/api/closings/close', { caseId, ...words })
    const send = (who: Member, operation: string, closingId = words.id) =>
      who.post(`/api/closings/${operation}`, { caseId, closingId, why: 'Apareció un documento.' })
    expect((await send(lawyer, 'decline-reopening')).status).toBe(409)
    expect((await send(lawyer, 'request-reopening')).status).toBe(403)
    expect((await send(client, 'reopen')).status).toBe(403)
    expect((await send(client, 'request-reopening')).status).toBe(200)
    expect((await send(client, 'request-reopening')).json()).toMatchObject({
      message: CLOSING_MESSAGES.alreadyRequested,
    })
    expect(await noticesOf(lawyer.id, 'reopening-requested')).toBe(1)
    expect((await send(client, 'decline-reopening')).status).toBe(403)
    expect((await send(lawyer, 'decline-reopening')).status).toBe(200)
    expect((await send(lawyer, 'decline-reopening')).status).toBe(409)
    expect(await noticesOf(client.id, 'reopening-declined')).toBe(1)
    await sql(`update case_closings set closed_at = app_now() - interval '181 days' where id = $1`, [
      words.id,
    ])
    expect((await send(lawyer, 'reopen')).json()).toMatchObject({ message: CLOSING_MESSAGES.tooLateToReopen })
    await sql(`update case_closings set closed_at = app_now() - interval '179 days' where id = $1`, [
      words.id,
    ])
    expect((await send(lawyer, 'reopen')).status).toBe(200)
    expect(await statusOf(caseId)).toBe('en progreso')
    expect(await noticesOf(client.id, 'case-reopened')).toBe(1)

    const again = closing()
    expect((await lawyer.post('/api/closings/close', { caseId, ...again })).status).toBe(200)
    const gone = await lawyer.post('/api/departure/delete-account', { password: lawyer.password })
    expect(gone.status, gone.text).toBe(200)
    expect((await client.get(`/api/closings/of-case?caseId=${caseId}`)).json()).toMatchObject({
      closing: { id: again.id, text: again.text },
    })
    for (const operation of ['request-reopening', 'object']) {
      const answer = await send(client, operation, again.id)
      expect(answer.status, operation).toBe(409)
      expect(answer.json(), operation).toMatchObject({
        message: 'El abogado eliminó su cuenta. Publica una nueva causa.',
      })
    }
  })

  test('SEG-36, SEG-41 after a reopening the next closing waits 3 days; a departure does not bring an objected one back', async () => {
    const { client, lawyer, caseId } = await runningCase()
    const words = closing()
    const close = (one = closing()) => lawyer.post('/api/closings/close', { caseId, ...one })
    const reasoned = { caseId, closingId: words.id, why: 'Me equivoqué.' }
    expect((await close(words)).status).toBe(200)
    expect((await lawyer.post('/api/closings/reopen', reasoned)).status).toBe(200)
    expect((await close()).text).toContain('La cerraste hace poco. Podrás cerrarla desde el ')
    expect(await noticesOf(client.id, 'case-finished')).toBe(1)
    await sql(`update case_closings set closed_at = app_now() - interval '4 days' where id = $1`, [words.id])
    const again = closing()
    expect((await close(again)).status).toBe(200)
    const objection = { ...reasoned, closingId: again.id }
    expect((await client.post('/api/closings/object', objection)).status).toBe(200)
    await lawyer.post('/api/departure/delete-account', { password: lawyer.password })
    expect((await client.get(`/api/closings/of-case?caseId=${caseId}`)).json()).toMatchObject({
      closing: { id: again.id, object_until: null, reopen_until: null },
    })
    expect((await client.post('/api/closings/object', objection)).status).toBe(409)
  })

  test('SEG-41 close, object and reopen at once, 50 times over two processes: one outcome, told once', {
    timeout: 180_000,
  }, async () => {
    const { client, lawyer, caseId } = await runningCase()
    const [clientTwin, lawyerTwin] = [twinOf(client), twinOf(lawyer)]
    let counts = { finished: 0, objected: 0, reopened: 0 }
    for (let round = 0; round < 50; round++) {
      await sql('delete from rate_limits')
      const closings = await Promise.all(
        [lawyer, lawyerTwin].map((who) => who.post('/api/closings/close', { caseId, ...closing() })),
      )
      expect(closings.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = closings.find(({ status }) => status === 200)?.json() as { closing: { id: string } }
      const change = { caseId, closingId: won.closing.id, why: 'Falta el pago.' }
      const answers = await Promise.all([
        client.post('/api/closings/object', change),
        lawyerTwin.post('/api/closings/reopen', change),
        clientTwin.post('/api/closings/object', change),
        lawyer.post('/api/closings/reopen', change),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const isObjected = answers[0]?.status === 200 || answers[2]?.status === 200
      counts = {
        finished: counts.finished + 1,
        objected: counts.objected + (isObjected ? 1 : 0),
        reopened: counts.reopened + (isObjected ? 0 : 1),
      }
      expect(await statusOf(caseId)).toBe('en progreso')
      expect({
        finished: await noticesOf(client.id, 'case-finished'),
        objected: await noticesOf(lawyer.id, 'closing-objected'),
        reopened: await noticesOf(client.id, 'case-reopened'),
      }).toEqual(counts)
      await sql(
        `update case_closings set closed_at = closed_at - interval '4 days', objected_at = objected_at - interval '4 days'
         where case_id = $1`,
        [caseId],
      )
    }
  })
})

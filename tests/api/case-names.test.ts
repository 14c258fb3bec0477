import { expect, test } from 'vitest'
import { MESSAGES } from '../../src/capabilities/open-cases/schema.ts'
import { CASE_EDITED_TEXT } from '../../src/capabilities/proposals/schema.ts'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)
const createParties = async () => {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  return { client, lawyer, parties: { clientId: client.id, lawyerId: lawyer.id } }
}
async function createOpenCase() {
  const { client, lawyer, parties } = await createParties()
  const chatId = await makeChat(suite.platform, parties)
  const caseId = await makeOpenCase(suite.platform, client.id)
  await sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
  const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
  return { client, lawyer, chatId, caseId, proposalId }
}
const rename = (who: Pick<Member, 'post'>, caseId: string, title: unknown) =>
  who.post('/api/open-cases/rename', { caseId, title })
const titleOf = async (caseId: string) =>
  (await sql<{ title: string }>('select title from cases where id = $1', [caseId]))[0]?.title
const editMessages = async (chatId: string) =>
  (await sql('select 1 from messages where chat_id = $1 and content = $2', [chatId, CASE_EDITED_TEXT])).length

test('SEG-31 the client renames a case in every status; the earlier title is kept, the history tells both', async () => {
  const { client, lawyer, parties } = await createParties()
  const { caseId } = await makeActiveCase(suite.platform, parties)
  for (const status of ['activo', 'en progreso', 'finalizado']) {
    await sql('update cases set status = $2 where id = $1', [caseId, status])
    const answer = await rename(client, caseId, `  Arriendo\n${status}  `)
    expect(answer.json()).toEqual({ title: `Arriendo ${status}` })
    expect((await rename(client, caseId, `Arriendo ${status}`)).status).toBe(200)
    expect((await lawyer.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      title: `Arriendo ${status}`,
    })
  }
  const kept = await sql<{ title: string }>(
    'select title from case_revisions where case_id = $1 order by n',
    [caseId],
  )
  expect(kept.map(({ title }) => title)).toEqual([
    'Consulta con Andrés Muñoz',
    'Arriendo activo',
    'Arriendo en progreso',
  ])
  const history = (await lawyer.get(`/api/progress/history?caseId=${caseId}`)).text
  expect(history.match(/"renamed"/g)).toHaveLength(3)
  // It is not among what the panel tells first.
  expect((await lawyer.get(`/api/progress/of-case?caseId=${caseId}`)).text).not.toContain('"renamed"')
  const withdrawn = await makeOpenCase(suite.platform, client.id)
  await client.post('/api/open-cases/withdraw', { caseId: withdrawn, reason: 'Otro' })
  expect((await rename(client, withdrawn, 'Retirada')).status).toBe(200)
  expect(await titleOf(withdrawn)).toBe('Retirada')
})

test('SEG-31 a title has 3 to 120 seen characters; refusals change nothing', async () => {
  const { client, lawyer, caseId } = await createOpenCase()
  const before = await titleOf(caseId)
  const stranger = await suite.member({ name: 'Otra' })
  const refused: [Member, unknown, number, string?][] = [
    [client, 'ab', 422, MESSAGES.titleTooShort],
    [client, '', 422, MESSAGES.titleTooShort],
    [client, '\u200b\u200b\u200b', 422, MESSAGES.titleTooShort],
    [client, 'x'.repeat(121), 422, MESSAGES.titleTooLong],
    [client, '\u00e9\u0301'.repeat(2), 422, MESSAGES.titleTooShort],
    [client, 'x'.repeat(100_000), 422, MESSAGES.titleTooLong],
    [client, 7, 422],
    [stranger, 'Mi causa', 404],
    [lawyer, 'Mi causa', 404],
  ]
  for (const [who, title, status, message] of refused) {
    const answer = await rename(who, caseId, title)
    expect(answer.status, `${JSON.stringify(title)?.slice(0, 40)}: ${answer.text}`).toBe(status)
    if (message) expect(answer.json()).toMatchObject({ data: { fields: { title: message } } })
  }
  expect(await titleOf(caseId)).toBe(before)
  for (const title of ['abc', '👍🏽'.repeat(120)])
    expect((await rename(client, caseId, title)).status).toBe(200)
  const { parties, ...running } = await createParties()
  const active = await makeActiveCase(suite.platform, parties)
  expect((await rename(running.lawyer, active.caseId, 'Del abogado')).status).toBe(403)
})

test('SEG-31, OPEN-50 the market hides names and contact data in the title of an open case', async () => {
  const { client, lawyer, chatId, caseId } = await createOpenCase()
  await setPlan(suite.platform.db, lawyer.id, 'basico', 20)
  await rename(client, caseId, 'Divorcio de Camila Rojas, +56 9 8765 4321')
  const market = (await lawyer.get('/api/cases/market')).text
  const target = (await lawyer.get(`/api/proposals/target-case?chatId=${chatId}`)).text
  for (const text of [market, target]) {
    expect(text).toContain('Divorcio de')
    expect(text).not.toMatch(/Camila Rojas|8765/)
  }
})

test('SEG-31, SEG-32 renaming an open case tells its chats, and nobody is accepted before reading that', async () => {
  const { client, chatId, caseId, proposalId } = await createOpenCase()
  await rename(client, caseId, 'Desalojo')
  await rename(client, caseId, 'Desalojo')
  expect(await editMessages(chatId)).toBe(1)
  const accept = () => client.post('/api/proposals/accept', { proposalId })
  expect((await accept()).status).toBe(409)
  await sql('update chats set lawyer_read_seq = last_seq, lawyer_unread_count = 0 where id = $1', [chatId])
  const accepted = await accept()
  expect(accepted.status, accepted.text).toBe(200)
  await rename(client, caseId, 'Desalojo de mi casa')
  expect(await editMessages(chatId)).toBe(1)
})

test('SEG-32 a proposal without a case gets the only matching one, but not if it was edited since', async () => {
  for (const isEdited of [false, true]) {
    const { client, lawyer, parties } = await createParties()
    const caseId = await makeOpenCase(suite.platform, client.id)
    await sql(
      'update lawyer_profiles set specialties = array[(select specialty from cases where id = $2)] where id = $1',
      [lawyer.id, caseId],
    )
    const chatId = await makeChat(suite.platform, parties)
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    if (isEdited) await rename(client, caseId, 'Palabras que nadie vio')
    const accepted = await client.post('/api/proposals/accept', { proposalId })
    expect(accepted.status, accepted.text).toBe(200)
    expect((accepted.json() as { caseId: string }).caseId === caseId).toBe(!isEdited)
    const [row] = await sql<{ lawyer_id: string | null }>('select lawyer_id from cases where id = $1', [
      caseId,
    ])
    expect(row?.lawyer_id).toBe(isEdited ? null : lawyer.id)
  }
})

test('SEG-32, H-05 the message about an edit does not name a client who is still anonymous', async () => {
  const { client, lawyer, chatId, caseId } = await createOpenCase()
  await sql('update chats set market_opened_at = app_now(), client_answered = false where id = $1', [chatId])
  await rename(client, caseId, 'Desalojo')
  const read = async () => (await lawyer.get(`/api/chat/messages?chatId=${chatId}`)).text
  expect(await read()).toContain('Aviso: «Camila R.» actualizó su causa.')
  expect(await read()).not.toContain('Rojas')
  await sql('update chats set client_answered = true where id = $1', [chatId])
  expect(await read()).toContain('Aviso: «Camila Rojas» actualizó su causa.')
})

test('SEG-31 a rename and an acceptance at once on two processes, 20 times: no lawyer gets an unread title', async () => {
  for (let round = 0; round < 20; round++) {
    const { client, chatId, caseId, proposalId } = await createOpenCase()
    const twin = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of client.jar) twin.jar.set(name, value)
    const [renamed, accepted] = await Promise.all([
      rename(client, caseId, 'Desalojo'),
      twin.post('/api/proposals/accept', { proposalId }),
    ])
    expect(renamed.status).toBe(200)
    expect([200, 409]).toContain(accepted.status)
    expect(await titleOf(caseId)).toBe('Desalojo')
    // Told exactly when the rename came first; then the acceptance was refused.
    expect(await editMessages(chatId)).toBe(accepted.status === 409 ? 1 : 0)
  }
})

test('SEG-31, OPEN-58 when the lawyer leaves, a title of the client stays; a generated one loses the name, also in revisions', async () => {
  const { client, lawyer, parties } = await createParties()
  const [named, generated] = [
    await makeActiveCase(suite.platform, parties),
    await makeActiveCase(suite.platform, parties),
  ]
  await rename(client, named.caseId, 'Consulta con mi vecino')
  const { password } = lawyer
  expect((await lawyer.post('/api/departure/delete-account', { password })).status).toBe(200)
  expect(await titleOf(named.caseId)).toBe('Consulta con mi vecino')
  expect(await titleOf(generated.caseId)).toBe('Consulta con Usuario eliminado')
  const kept = await sql<{ title: string }>('select title from case_revisions where case_id = $1', [
    named.caseId,
  ])
  expect(kept).toEqual([{ title: 'Consulta con Usuario eliminado' }])
})

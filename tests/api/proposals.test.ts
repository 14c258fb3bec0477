import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/capabilities/proposals/schema.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const createClient = () => suite.member({ name: 'Camila Rojas' })
const createLawyer = (name = 'Andrés Muñoz') =>
  suite.member({ name, role: 'lawyer', verificationStatus: 'verified' })

/** Returns a client with the same session for each process. */
function clientsOf(member: Member) {
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return [member, twin]
}

async function conversation() {
  const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  return { client, lawyer, chatId }
}

const statusesOf = (answers: { status: number }[]) => {
  const count: Record<number, number> = {}
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1
  return count
}

const systemMessages = (chatId: string) =>
  suite.database.sql<{ content: string }>(
    `select content from messages where chat_id = $1 and type = 'system' order by seq`,
    [chatId],
  )

describe('a proposal over HTTP', () => {
  test('PRP-01 to PRP-11: sent, shown on both sides, accepted, with its case', async () => {
    const { client, lawyer, chatId } = await conversation()
    const input = { id: randomUUID(), chatId, summary: 'Demanda de alimentos', fee: 350_000 }
    const sent = await lawyer.post('/api/proposals/create', {
      ...input,
      deadline: '2099-05-01',
      conditions: ['Dos cuotas'],
    })
    expect(sent.status, sent.text).toBe(200)
    const card = (await client.get(`/api/proposals/by-id?proposalId=${input.id}`)).json()
    expect(card).toEqual({ ...sent.json(), mine: false })
    expect((await client.get('/api/chat/unread-total')).json()).toEqual({ unread: 1 })
    expect((await lawyer.get('/api/proposals/pending')).json()).toMatchObject({
      proposals: [{ id: input.id }],
    })
    const accepted = await client.post('/api/proposals/accept', { proposalId: input.id })
    expect(accepted.status, accepted.text).toBe(200)
    const { caseId } = accepted.json<{ caseId: string }>()
    for (const who of [client, lawyer]) {
      expect((await who.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
        status: 'activo',
        lawyer: { name: 'Andrés Muñoz' },
      })
      expect((await who.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
        proposal: { id: input.id, status: 'accepted', content: { conditions: ['Dos cuotas'] } },
      })
    }
    expect((await lawyer.get('/api/proposals/pending')).json()).toEqual({
      proposals: [],
      next: null,
      total: 0,
    })
  })

  test('abuse 22: bad fees and unknown keys are refused', async () => {
    const { lawyer, chatId } = await conversation()
    const before = await suite.database.snapshot()
    const good = { chatId, summary: 'x', fee: 1 }
    for (const change of [
      { fee: -1 },
      { fee: 0 },
      { fee: 1.5 },
      { fee: '1e3' },
      { status: 'accepted' },
      { version: 2 },
      { caseId: randomUUID() },
    ]) {
      const answer = await lawyer.post('/api/proposals/create', { id: randomUUID(), ...good, ...change })
      expect([change, answer.status]).toEqual([change, 422])
    }
    const raw = `{"id":"${randomUUID()}","chatId":"${chatId}","summary":"x","fee":1e309}`
    const answer = await lawyer.send('/api/proposals/create', {
      method: 'POST',
      body: raw,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('abuse 16: the party of a chat cannot access a foreign proposal or chat', async () => {
    const mine = await conversation()
    const foreign = await conversation()
    const { id: proposalId } = await makeProposal(suite.platform, {
      chatId: foreign.chatId,
      lawyerId: foreign.lawyer.id,
    })
    const before = await suite.database.snapshot()
    for (const act of ['accept', 'reject', 'withdraw'])
      for (const who of [mine.client, mine.lawyer]) {
        const answer = await who.post(`/api/proposals/${act}`, { proposalId })
        expect(answer.json<Problem>()).toMatchObject({ status: 404, data: { reason: 'PROPOSAL_UNCHANGED' } })
      }
    const create = { id: randomUUID(), chatId: foreign.chatId, summary: 'x', fee: 1 }
    expect((await mine.lawyer.post('/api/proposals/create', create)).status).toBe(404)
    expect((await mine.client.post('/api/proposals/create', create)).status).toBe(403)
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

test('abuse 36: the id of a proposal cannot be used again in another chat, even with the same content', async () => {
  const { lawyer, chatId } = await conversation()
  const twin = await makeChat(suite.platform, { clientId: (await createClient()).id, lawyerId: lawyer.id })
  const input = { id: randomUUID(), summary: 'Lo mismo', fee: 100_000 }
  expect((await lawyer.post('/api/proposals/create', { ...input, chatId })).status).toBe(200)
  const before = await suite.database.snapshot('rate_limits')
  const answer = await lawyer.post('/api/proposals/create', { ...input, chatId: twin })
  expect(answer.json<Problem>()).toMatchObject({
    status: 409,
    message: MESSAGES.idTaken,
    data: { reason: 'ID_TAKEN' },
  })
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
})

describe('the case that a proposal is for', () => {
  const TITLE = 'Camila Rojas, +56 9 8765 4321: término de arriendo'
  const MASKED = '[dato oculto], [dato oculto]: término de arriendo'

  /** Creates a client and a lawyer with an active case. The lawyer then chose another one in the market. */
  async function chooseCaseInMarket() {
    const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
    await setPlan(suite.platform.db, lawyer.id, 'basico', 5)
    const running = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const caseId = await makeOpenCase(suite.platform, client.id, { title: TITLE })
    expect((await lawyer.post('/api/chat/start-from-case', { caseId })).json()).toEqual({
      chatId: running.chatId,
      spent: false,
    })
    const titleFor = (who: Pick<Member, 'get'>) =>
      who.get(`/api/proposals/target-case?chatId=${running.chatId}`)
    return { client, lawyer, chatId: running.chatId, running: running.caseId, caseId, titleFor }
  }

  test('OPEN-32, OPEN-35, OPEN-50: named before it is sent, on both sides, masked for the lawyer until acceptance', async () => {
    const { client, lawyer, chatId, running, caseId, titleFor } = await chooseCaseInMarket()
    expect((await titleFor(lawyer)).json()).toEqual({ case_title: MASKED })
    const input = { id: randomUUID(), chatId, summary: 'Término de contrato', fee: 90_000 }
    const sent = await lawyer.post('/api/proposals/create', input)
    expect(sent.json()).toMatchObject({ case_id: caseId, case_title: MASKED })
    const cardOf = async (who: Member) =>
      (await who.get(`/api/proposals/by-id?proposalId=${input.id}`)).json()
    expect(await cardOf(client)).toMatchObject({ case_id: caseId, case_title: TITLE })
    expect(await cardOf(lawyer)).toMatchObject({ case_id: caseId, case_title: MASKED })
    expect((await lawyer.get('/api/proposals/pending')).json()).toMatchObject({
      proposals: [{ id: input.id, case_title: MASKED }],
    })
    const accepted = await client.post('/api/proposals/accept', { proposalId: input.id })
    expect(accepted.json()).toMatchObject({ caseId, proposal: { case_title: TITLE } })
    for (const who of [client, lawyer]) {
      expect(await cardOf(who)).toMatchObject({ case_id: caseId, case_title: TITLE })
      expect((await who.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
        proposal: { case_title: TITLE },
      })
      expect((await who.get(`/api/proposals/of-case?caseId=${running}`)).json()).not.toMatchObject({
        proposal: { case_title: TITLE },
      })
    }
    expect((await titleFor(lawyer)).json()).toEqual({ case_title: null })
  })

  test('RT-01, OPEN-35: acceptance of an open case notifies both, and the market', async () => {
    const { client, lawyer, chatId, caseId } = await chooseCaseInMarket()
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    await suite.database.sql('delete from events')
    const accepted = await client.post('/api/proposals/accept', { proposalId })
    expect(accepted.json()).toMatchObject({ caseId })
    const events = await suite.database.sql<{ who: string }>(
      `select coalesce(audience, user_id::text) as who from events where kind = 'case' and ref = $1`,
      [caseId],
    )
    expect(events.map(({ who }) => who)).toEqual(expect.arrayContaining([client.id, lawyer.id, 'mercado']))
  })

  test('OPEN-50: after another lawyer got the case, its title stays masked', async () => {
    const { client, lawyer, chatId, caseId } = await chooseCaseInMarket()
    const { id } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    const rival = await createLawyer('Rival')
    await setPlan(suite.platform.db, rival.id, 'basico', 5)
    const started = await rival.post('/api/chat/start-from-case', { caseId })
    const { id: proposalId } = await makeProposal(suite.platform, {
      chatId: started.json<{ chatId: string }>().chatId,
      lawyerId: rival.id,
    })
    expect((await client.post('/api/proposals/accept', { proposalId })).json()).toMatchObject({ caseId })
    expect((await lawyer.get(`/api/proposals/by-id?proposalId=${id}`)).json()).toMatchObject({
      status: 'rejected',
      case_title: MASKED,
    })
  })

  test('CHA-22, OPEN-50: clients, other lawyers and visitors cannot read its title', async () => {
    const { client, caseId, titleFor, chatId } = await chooseCaseInMarket()
    const stranger = await createLawyer('Otro Abogado')
    const unverified = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const visitor = newClient(suite.apps[0]?.url ?? '')
    const before = await suite.database.snapshot()
    for (const [who, status] of [
      [client, 403],
      [unverified, 403],
      [stranger, 404],
      [visitor, 401],
    ] as const) {
      const answer = await titleFor(who)
      expect([answer.status, answer.text.includes('arriendo')]).toEqual([status, false])
    }
    const unknown = await stranger.get(`/api/proposals/target-case?chatId=${randomUUID()}`)
    expect((await titleFor(stranger)).json()).toEqual(unknown.json())
    const forged = await stranger.get(`/api/proposals/target-case?chatId=${chatId}&caseId=${caseId}`)
    expect(forged.status).toBe(422)
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

describe('50 at once on two processes', () => {
  test('abuse 21: accepted once, one case, one system message', async () => {
    const { client, lawyer, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    const clients = clientsOf(client)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (clients[n % 2] as Member).post('/api/proposals/accept', { proposalId }),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 49 })
    const late = answers.find((answer) => answer.status === 409)
    expect(late?.json<Problem>().message).toBe('No se pudo aceptar la propuesta. Ya fue aceptada.')
    expect((await systemMessages(chatId)).map((row) => row.content)).toEqual([
      ' ha enviado una propuesta.',
      'La propuesta ha sido aceptada. El caso ha sido iniciado.',
    ])
    expect(await suite.database.sql('select status from cases where client_id = $1', [client.id])).toEqual([
      { status: 'activo' },
    ])
  })

  test('abuse 21: concurrent accept and reject, one effect', async () => {
    const { client, lawyer, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    const clients = clientsOf(client)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (clients[n % 2] as Member).post(`/api/proposals/${n % 4 < 2 ? 'accept' : 'reject'}`, { proposalId }),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 49 })
    expect(await systemMessages(chatId)).toHaveLength(2)
    const [row] = await suite.database.sql('select status from proposals where id = $1', [proposalId])
    const cases = await suite.database.sql('select 1 from cases where client_id = $1', [client.id])
    expect(cases).toHaveLength(row?.status === 'accepted' ? 1 : 0)
  })

  test('issue 5: concurrent accept, reject and withdraw: one effect, all others get an error', async () => {
    const { client, lawyer, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    const acts = [
      ['accept', clientsOf(client)],
      ['reject', clientsOf(client)],
      ['withdraw', clientsOf(lawyer)],
    ] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const [act, clients] = acts[n % 3] ?? acts[0]
        return (clients[n % 2] as Member).post(`/api/proposals/${act}`, { proposalId })
      }),
    )
    const [row] = await suite.database.sql('select status from proposals where id = $1', [proposalId])
    // A withdrawn proposal no longer exists.
    expect(statusesOf(answers)).toEqual({ 200: 1, [row ? 409 : 404]: 49 })
    const cases = await suite.database.sql('select 1 from cases where client_id = $1', [client.id])
    expect(cases).toHaveLength(row?.status === 'accepted' ? 1 : 0)
    expect(await systemMessages(chatId)).toHaveLength(row ? 2 : 1)
  })
})

test('abuse 36: an id in capital letters is the same id: a repeat is one proposal, after withdrawal 409, the id of a message 409', async () => {
  const { lawyer, chatId } = await conversation()
  const id = randomUUID()
  const send = (as: string) =>
    lawyer.post('/api/proposals/create', { id: as, chatId, summary: 'Una', fee: 1, conditions: [] })
  const first = await send(id.toUpperCase())
  expect([first.status, first.json<{ id: string }>().id]).toEqual([200, id])
  expect((await send(id)).json()).toEqual(first.json())
  expect((await lawyer.post('/api/proposals/withdraw', { proposalId: id.toUpperCase() })).status).toBe(200)
  expect((await send(id.toUpperCase())).json<Problem>()).toMatchObject({
    status: 409,
    data: { reason: 'PROPOSAL_WITHDRAWN' },
  })
  const message = randomUUID()
  await lawyer.post('/api/chat/send', { id: message.toUpperCase(), chatId, content: 'Hola' })
  expect((await send(message.toUpperCase())).status).toBe(409)
})

describe('OPEN-58, abuse 40: an account is deleted', () => {
  const deleteAccount = async (member: Member) => {
    const answer = await member.post('/api/departure/delete-account', { password: member.password })
    expect(answer.status, answer.text).toBe(200)
  }

  test('a lawyer: active cases end with a system message, pending proposals are deleted, the client keeps the rest', async () => {
    const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
    const parties = { clientId: client.id, lawyerId: lawyer.id }
    const { caseId, chatId, proposalId } = await makeActiveCase(suite.platform, parties)
    await sendText(suite.platform, chatId, lawyer.id, 'Hasta luego')
    const pending = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    await deleteAccount(lawyer)
    expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      status: 'finalizado',
      lawyer: { id: null, name: 'Usuario eliminado', avatar_url: null },
    })
    expect((await systemMessages(chatId)).at(-1)?.content).toBe(
      'El abogado eliminó su cuenta. El caso se cerró.',
    )
    expect((await client.get(`/api/chat/list`)).json()).toMatchObject({
      chats: [{ id: chatId, partner: { id: null, name: 'Usuario eliminado' }, unread: 3 }],
    })
    expect((await client.get(`/api/chat/of-case?caseId=${caseId}`)).json()).toEqual({ chatId })
    expect((await client.get(`/api/proposals/by-id?proposalId=${pending.id}`)).status).toBe(404)
    expect((await client.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
      proposal: { id: proposalId, creator_id: null, status: 'accepted' },
    })
    for (const kind of ['case', 'chat', 'proposal'])
      expect(
        await suite.database.sql('select 1 from events where user_id = $1 and kind = $2', [client.id, kind]),
        kind,
      ).not.toHaveLength(0)
    // After both accounts are deleted nothing is left.
    await deleteAccount(client)
    for (const table of ['chats', 'messages', 'proposals', 'cases']) {
      const column = { chats: 'id', cases: 'id' }[table] ?? 'chat_id'
      const id = table === 'cases' ? caseId : chatId
      expect(await suite.database.sql(`select 1 from ${table} where ${column} = $1`, [id]), table).toEqual([])
    }
  })

  test('a client: open cases leave the market, active ones stay with the lawyer', async () => {
    const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
    const { caseId, chatId } = await makeActiveCase(suite.platform, {
      clientId: client.id,
      lawyerId: lawyer.id,
    })
    const open = await makeOpenCase(suite.platform, client.id)
    const pending = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    await deleteAccount(client)
    expect(await suite.database.sql('select 1 from cases where id = $1', [open])).toEqual([])
    expect(
      await suite.database.sql(`select 1 from events where audience = 'mercado' and ref = $1`, [open]),
    ).toHaveLength(2)
    expect((await lawyer.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      status: 'activo',
      client: { id: null, name: 'Usuario eliminado' },
    })
    expect((await lawyer.get(`/api/proposals/by-id?proposalId=${pending.id}`)).status).toBe(404)
    const answer = await lawyer.post('/api/cases/advance', { caseId, to: 'en progreso' })
    expect(answer.json()).toMatchObject({ status: 'en progreso' })
    const create = { id: randomUUID(), chatId, summary: 'x', fee: 1 }
    expect((await lawyer.post('/api/proposals/create', create)).status).toBe(409)
  })

  test('both concurrently: nothing is left, and no deadlock', async () => {
    for (let round = 0; round < 3; round++) {
      const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
      const { chatId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
      await Promise.all([deleteAccount(client), deleteAccount(lawyer)])
      expect(await suite.database.sql('select 1 from chats where id = $1', [chatId])).toEqual([])
    }
  })
})

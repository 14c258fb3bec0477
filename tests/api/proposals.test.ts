import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/capabilities/proposals/schema.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  say,
} from '../../src/server/factories/conversations.ts'
import { setPlan } from '../../src/server/factories/lawyers.ts'
import { newClient, type Problem } from '../support/http.ts'
import { type Member, useHouse } from '../support/suite.ts'

const house = useHouse(2)

const client = () => house.member({ name: 'Camila Rojas' })
const lawyer = (name = 'Andrés Muñoz') =>
  house.member({ name, role: 'lawyer', verificationStatus: 'verified' })

/** One person at both processes. */
function doorsOf(member: Member) {
  const twin = newClient(house.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return [member, twin]
}

async function conversation() {
  const [one, other] = await Promise.all([client(), lawyer()])
  const chatId = await makeChat(house.platform, { clientId: one.id, lawyerId: other.id })
  return { one, other, chatId }
}

const statusesOf = (answers: { status: number }[]) => {
  const count: Record<number, number> = {}
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1
  return count
}

const system = (chatId: string) =>
  house.database.sql<{ content: string }>(
    `select content from messages where chat_id = $1 and type = 'system' order by seq`,
    [chatId],
  )

describe('a proposal over HTTP', () => {
  test('PRP-01 to PRP-11: sent, shown on both sides, accepted, and its case', async () => {
    const { one, other, chatId } = await conversation()
    const input = { id: randomUUID(), chatId, summary: 'Demanda de alimentos', fee: 350_000 }
    const sent = await other.post('/api/proposals/create', {
      ...input,
      deadline: '2099-05-01',
      conditions: ['Dos cuotas'],
    })
    expect(sent.status, sent.text).toBe(200)
    const card = (await one.get(`/api/proposals/by-id?proposalId=${input.id}`)).json()
    expect(card).toEqual({ ...sent.json(), mine: false })
    expect((await one.get('/api/chat/unread-total')).json()).toEqual({ unread: 1 })
    expect((await other.get('/api/proposals/pending')).json()).toMatchObject({
      proposals: [{ id: input.id }],
    })
    const accepted = await one.post('/api/proposals/accept', { proposalId: input.id })
    expect(accepted.status, accepted.text).toBe(200)
    const { caseId } = accepted.json<{ caseId: string }>()
    for (const who of [one, other]) {
      expect((await who.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
        status: 'activo',
        lawyer: { name: 'Andrés Muñoz' },
      })
      expect((await who.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
        proposal: { id: input.id, status: 'accepted', content: { conditions: ['Dos cuotas'] } },
      })
    }
    expect((await other.get('/api/proposals/pending')).json()).toEqual({
      proposals: [],
      next: null,
      total: 0,
    })
  })

  test('abuse 22: bad fees and unknown keys are refused', async () => {
    const { other, chatId } = await conversation()
    const before = await house.database.snapshot()
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
      const answer = await other.post('/api/proposals/create', { id: randomUUID(), ...good, ...change })
      expect([change, answer.status]).toEqual([change, 422])
    }
    const raw = `{"id":"${randomUUID()}","chatId":"${chatId}","summary":"x","fee":1e309}`
    const answer = await other.send('/api/proposals/create', {
      method: 'POST',
      body: raw,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('abuse 16: a chat of one’s own does not open a foreign proposal or chat', async () => {
    const mine = await conversation()
    const foreign = await conversation()
    const { id: proposalId } = await makeProposal(house.platform, {
      chatId: foreign.chatId,
      lawyerId: foreign.other.id,
    })
    const before = await house.database.snapshot()
    for (const act of ['accept', 'reject', 'withdraw'])
      for (const who of [mine.one, mine.other]) {
        const answer = await who.post(`/api/proposals/${act}`, { proposalId })
        expect(answer.status).toBe(404)
      }
    const create = { id: randomUUID(), chatId: foreign.chatId, summary: 'x', fee: 1 }
    expect((await mine.other.post('/api/proposals/create', create)).status).toBe(404)
    expect((await mine.one.post('/api/proposals/create', create)).status).toBe(403)
    expect(await house.database.snapshot()).toEqual(before)
  })
})

test('abuse 36: the id of a proposal in one chat is taken in another, whatever it says', async () => {
  const { other, chatId } = await conversation()
  const twin = await makeChat(house.platform, { clientId: (await client()).id, lawyerId: other.id })
  const input = { id: randomUUID(), summary: 'Lo mismo', fee: 100_000 }
  expect((await other.post('/api/proposals/create', { ...input, chatId })).status).toBe(200)
  const before = await house.database.snapshot('rate_limits')
  const answer = await other.post('/api/proposals/create', { ...input, chatId: twin })
  expect([answer.status, answer.json<Problem>().message]).toEqual([409, MESSAGES.idTaken])
  expect(await house.database.snapshot('rate_limits')).toEqual(before)
})

describe('the case that a proposal is for', () => {
  const TITLE = 'Camila Rojas, +56 9 8765 4321: término de arriendo'
  const MASKED = '[dato oculto], [dato oculto]: término de arriendo'

  /** The lawyer has a case of the client under way, and has sought another, open one of theirs in the market. */
  async function sought() {
    const [one, other] = await Promise.all([client(), lawyer()])
    await setPlan(house.platform.db, other.id, 'basico', 5)
    const running = await makeActiveCase(house.platform, { clientId: one.id, lawyerId: other.id })
    const caseId = await makeOpenCase(house.platform, one.id, { title: TITLE })
    expect((await other.post('/api/chat/start-from-case', { caseId })).json()).toEqual({
      chatId: running.chatId,
      spent: false,
    })
    const soughtBy = (who: Pick<Member, 'get'>) => who.get(`/api/proposals/sought?chatId=${running.chatId}`)
    return { one, other, chatId: running.chatId, running: running.caseId, caseId, soughtBy }
  }

  test('OPEN-32, OPEN-35, OPEN-50: named before it is sent, on both sides, masked to the lawyer until the case is theirs', async () => {
    const { one, other, chatId, running, caseId, soughtBy } = await sought()
    expect((await soughtBy(other)).json()).toEqual({ case_title: MASKED })
    const input = { id: randomUUID(), chatId, summary: 'Término de contrato', fee: 90_000 }
    const sent = await other.post('/api/proposals/create', input)
    expect(sent.json()).toMatchObject({ case_id: caseId, case_title: MASKED })
    const cardOf = async (who: Member) =>
      (await who.get(`/api/proposals/by-id?proposalId=${input.id}`)).json()
    expect(await cardOf(one)).toMatchObject({ case_id: caseId, case_title: TITLE })
    expect(await cardOf(other)).toMatchObject({ case_id: caseId, case_title: MASKED })
    expect((await other.get('/api/proposals/pending')).json()).toMatchObject({
      proposals: [{ id: input.id, case_title: MASKED }],
    })
    const accepted = await one.post('/api/proposals/accept', { proposalId: input.id })
    expect(accepted.json()).toMatchObject({ caseId, proposal: { case_title: TITLE } })
    for (const who of [one, other]) {
      expect(await cardOf(who)).toMatchObject({ case_id: caseId, case_title: TITLE })
      expect((await who.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
        proposal: { case_title: TITLE },
      })
      expect((await who.get(`/api/proposals/of-case?caseId=${running}`)).json()).not.toMatchObject({
        proposal: { case_title: TITLE },
      })
    }
    expect((await soughtBy(other)).json()).toEqual({ case_title: null })
  })

  test('RT-01, OPEN-35: an open case that gets its lawyer is told to both and leaves the market live', async () => {
    const { one, other, chatId, caseId } = await sought()
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    await house.database.sql('delete from events')
    const accepted = await one.post('/api/proposals/accept', { proposalId })
    expect(accepted.json()).toMatchObject({ caseId })
    const events = await house.database.sql<{ who: string }>(
      `select coalesce(audience, user_id::text) as who from events where kind = 'case' and ref = $1`,
      [caseId],
    )
    expect(events.map(({ who }) => who)).toEqual(expect.arrayContaining([one.id, other.id, 'mercado']))
  })

  test('OPEN-50: of a case that a rival got, its other lawyer reads no more than before', async () => {
    const { one, other, chatId, caseId } = await sought()
    const { id } = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    const rival = await lawyer('Rival')
    await setPlan(house.platform.db, rival.id, 'basico', 5)
    const started = await rival.post('/api/chat/start-from-case', { caseId })
    const { id: proposalId } = await makeProposal(house.platform, {
      chatId: started.json<{ chatId: string }>().chatId,
      lawyerId: rival.id,
    })
    expect((await one.post('/api/proposals/accept', { proposalId })).json()).toMatchObject({ caseId })
    expect((await other.get(`/api/proposals/by-id?proposalId=${id}`)).json()).toMatchObject({
      status: 'rejected',
      case_title: MASKED,
    })
  })

  test('CHA-22, OPEN-50: clients, other lawyers and visitors are not told what it is called', async () => {
    const { one, caseId, soughtBy, chatId } = await sought()
    const stranger = await lawyer('Otro Abogado')
    const unverified = await house.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const visitor = newClient(house.apps[0]?.url ?? '')
    const before = await house.database.snapshot()
    for (const [who, status] of [
      [one, 403],
      [unverified, 403],
      [stranger, 404],
      [visitor, 401],
    ] as const) {
      const answer = await soughtBy(who)
      expect([answer.status, answer.text.includes('arriendo')]).toEqual([status, false])
    }
    const unknown = await stranger.get(`/api/proposals/sought?chatId=${randomUUID()}`)
    expect((await soughtBy(stranger)).json()).toEqual(unknown.json())
    const forged = await stranger.get(`/api/proposals/sought?chatId=${chatId}&caseId=${caseId}`)
    expect(forged.status).toBe(422)
    expect(await house.database.snapshot()).toEqual(before)
  })
})

describe('50 at once on two processes', () => {
  test('abuse 21: accepted once, one case, one system message', async () => {
    const { one, other, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    const doors = doorsOf(one)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (doors[n % 2] as Member).post('/api/proposals/accept', { proposalId }),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 49 })
    const late = answers.find((answer) => answer.status === 409)
    expect(late?.json<Problem>().message).toBe('No se pudo aceptar la propuesta. Ya fue aceptada.')
    expect((await system(chatId)).map((row) => row.content)).toEqual([
      ' ha enviado una propuesta.',
      'La propuesta ha sido aceptada. El caso ha sido iniciado.',
    ])
    expect(await house.database.sql('select status from cases where client_id = $1', [one.id])).toEqual([
      { status: 'activo' },
    ])
  })

  test('abuse 21: accept against reject, one effect', async () => {
    const { one, other, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    const doors = doorsOf(one)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (doors[n % 2] as Member).post(`/api/proposals/${n % 4 < 2 ? 'accept' : 'reject'}`, { proposalId }),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 49 })
    expect(await system(chatId)).toHaveLength(2)
    const [row] = await house.database.sql('select status from proposals where id = $1', [proposalId])
    const cases = await house.database.sql('select 1 from cases where client_id = $1', [one.id])
    expect(cases).toHaveLength(row?.status === 'accepted' ? 1 : 0)
  })

  test('issue 5: accept, reject and withdraw mixed, one effect, and all who were late are told so', async () => {
    const { one, other, chatId } = await conversation()
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    const acts = [
      ['accept', doorsOf(one)],
      ['reject', doorsOf(one)],
      ['withdraw', doorsOf(other)],
    ] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const [act, doors] = acts[n % 3] ?? acts[0]
        return (doors[n % 2] as Member).post(`/api/proposals/${act}`, { proposalId })
      }),
    )
    const [row] = await house.database.sql('select status from proposals where id = $1', [proposalId])
    // A withdrawn one is no more: nobody finds it.
    expect(statusesOf(answers)).toEqual({ 200: 1, [row ? 409 : 404]: 49 })
    const cases = await house.database.sql('select 1 from cases where client_id = $1', [one.id])
    expect(cases).toHaveLength(row?.status === 'accepted' ? 1 : 0)
    expect(await system(chatId)).toHaveLength(row ? 2 : 1)
  })
})

test('abuse 36: an id in capital letters is the same id: sent again one proposal, withdrawn 409, another’s message 409', async () => {
  const { other, chatId } = await conversation()
  const id = randomUUID()
  const send = (as: string) =>
    other.post('/api/proposals/create', { id: as, chatId, summary: 'Una', fee: 1, conditions: [] })
  const first = await send(id.toUpperCase())
  expect([first.status, first.json<{ id: string }>().id]).toEqual([200, id])
  expect((await send(id)).json()).toEqual(first.json())
  expect((await other.post('/api/proposals/withdraw', { proposalId: id.toUpperCase() })).status).toBe(200)
  expect((await send(id.toUpperCase())).status).toBe(409)
  const message = randomUUID()
  await other.post('/api/chat/send', { id: message.toUpperCase(), chatId, content: 'Hola' })
  expect((await send(message.toUpperCase())).status).toBe(409)
})

describe('OPEN-58, abuse 40: an account is deleted', () => {
  const leave = async (member: Member) => {
    const answer = await member.post('/api/departure/delete-account', { password: member.password })
    expect(answer.status, answer.text).toBe(200)
  }

  test('a lawyer: running cases end and the chat says so, pending proposals go, the client keeps the rest', async () => {
    const [one, other] = await Promise.all([client(), lawyer()])
    const parties = { clientId: one.id, lawyerId: other.id }
    const { caseId, chatId, proposalId } = await makeActiveCase(house.platform, parties)
    await say(house.platform, chatId, other.id, 'Hasta luego')
    const pending = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    await leave(other)
    expect((await one.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      status: 'finalizado',
      lawyer: { id: null, name: 'Usuario eliminado', avatar_url: null },
    })
    expect((await system(chatId)).at(-1)?.content).toBe('El abogado eliminó su cuenta. El caso se cerró.')
    expect((await one.get(`/api/chat/list`)).json()).toMatchObject({
      chats: [{ id: chatId, partner: { id: null, name: 'Usuario eliminado' }, unread: 3 }],
    })
    expect((await one.get(`/api/chat/of-case?caseId=${caseId}`)).json()).toEqual({ chatId })
    expect((await one.get(`/api/proposals/by-id?proposalId=${pending.id}`)).status).toBe(404)
    expect((await one.get(`/api/proposals/of-case?caseId=${caseId}`)).json()).toMatchObject({
      proposal: { id: proposalId, creator_id: null, status: 'accepted' },
    })
    for (const kind of ['case', 'chat', 'proposal'])
      expect(
        await house.database.sql('select 1 from events where user_id = $1 and kind = $2', [one.id, kind]),
        kind,
      ).not.toHaveLength(0)
    // When both are gone nothing of it is left.
    await leave(one)
    for (const table of ['chats', 'messages', 'proposals', 'cases']) {
      const column = { chats: 'id', cases: 'id' }[table] ?? 'chat_id'
      const id = table === 'cases' ? caseId : chatId
      expect(await house.database.sql(`select 1 from ${table} where ${column} = $1`, [id]), table).toEqual([])
    }
  })

  test('a client: open cases leave the market, running ones stay with the lawyer', async () => {
    const [one, other] = await Promise.all([client(), lawyer()])
    const { caseId, chatId } = await makeActiveCase(house.platform, { clientId: one.id, lawyerId: other.id })
    const open = await makeOpenCase(house.platform, one.id)
    const pending = await makeProposal(house.platform, { chatId, lawyerId: other.id })
    await leave(one)
    expect(await house.database.sql('select 1 from cases where id = $1', [open])).toEqual([])
    expect(
      await house.database.sql(`select 1 from events where audience = 'mercado' and ref = $1`, [open]),
    ).toHaveLength(2)
    expect((await other.get(`/api/cases/by-id?caseId=${caseId}`)).json()).toMatchObject({
      status: 'activo',
      client: { id: null, name: 'Usuario eliminado' },
    })
    expect((await other.get(`/api/proposals/by-id?proposalId=${pending.id}`)).status).toBe(404)
    const answer = await other.post('/api/cases/advance', { caseId, to: 'en progreso' })
    expect(answer.json()).toMatchObject({ status: 'en progreso' })
    const create = { id: randomUUID(), chatId, summary: 'x', fee: 1 }
    expect((await other.post('/api/proposals/create', create)).status).toBe(409)
  })

  test('both at the same moment: nothing is left and nobody waits in a circle', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = await Promise.all([client(), lawyer()])
      const { chatId } = await makeActiveCase(house.platform, { clientId: one.id, lawyerId: other.id })
      await Promise.all([leave(one), leave(other)])
      expect(await house.database.sql('select 1 from chats where id = $1', [chatId])).toEqual([])
    }
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const BLOCKED = 'No puedes escribir en esta conversación.'

async function pair() {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  await suite.database.sql(
    `update lawyer_profiles set plan = 'avanzado', credits_available = 10, specialties = '{Otro}' where id = $1`,
    [lawyer.id],
  )
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, [
    ['client', 'Hola'],
    ['lawyer', 'Buenas tardes'],
  ])
  return { client, lawyer, chatId }
}
const block = (by: Pick<Member, 'post'>, chatId: string, blocks = true) =>
  by.post('/api/chat/block', { chatId, blocks })
const send = (by: Pick<Member, 'post'>, chatId: string, id = randomUUID()) =>
  by.post('/api/chat/send', { id, chatId, content: 'Hola otra vez' })
const refusal = async (answer: { status: number; json<T>(): T }) => [
  answer.status,
  answer.json<{ message: string }>().message,
]
const marketOf = async (lawyer: Member) =>
  (await lawyer.get('/api/cases/market')).json<{ items: { id: string }[] }>().items.map(({ id }) => id)

test('DAT-68 after a block neither party writes, by message or proposal, and both still read; the other is not told', async () => {
  for (const blocker of ['client', 'lawyer'] as const) {
    const { client, lawyer, chatId } = await pair()
    const noticesBefore = await suite.database.sql('select count(*) from notices')
    const sent = randomUUID()
    expect((await send(client, chatId, sent)).status).toBe(200)
    const by = blocker === 'client' ? client : lawyer
    const other = blocker === 'client' ? lawyer : client
    for (const _ of [1, 2])
      expect((await block(by, chatId)).json()).toEqual({ blocks: true, is_partner_suspended: false })
    const before = await suite.database.sql('select count(*) from messages where chat_id = $1', [chatId])
    for (const one of [client, lawyer]) expect(await refusal(await send(one, chatId))).toEqual([409, BLOCKED])
    // A retry of what was stored before is the same message.
    expect((await send(client, chatId, sent)).status).toBe(200)
    const proposal = {
      id: randomUUID(),
      chatId,
      summary: 'Demanda',
      fee: 100_000,
      deadline: null,
      conditions: [],
    }
    expect(await refusal(await lawyer.post('/api/proposals/create', proposal))).toEqual([409, BLOCKED])
    expect(await suite.database.sql('select count(*) from messages where chat_id = $1', [chatId])).toEqual(
      before,
    )
    for (const one of [client, lawyer])
      expect((await one.get(`/api/chat/messages?chatId=${chatId}`)).status).toBe(200)
    expect((await other.get(`/api/chat/block?chatId=${chatId}`)).json()).toEqual({
      blocks: false,
      is_partner_suspended: false,
    })
    expect((await by.get(`/api/chat/block?chatId=${chatId}`)).json()).toEqual({
      blocks: true,
      is_partner_suspended: false,
    })
    expect(await suite.database.sql('select count(*) from notices')).toEqual(noticesBefore)
    // The other party cannot lift it.
    await block(other, chatId, false)
    expect((await send(other, chatId)).status).toBe(409)
    await block(by, chatId, false)
    expect((await send(other, chatId)).status).toBe(200)
  }
})

test('DAT-68 the open cases of a client who blocked a lawyer are out of the market for that lawyer only', async () => {
  const { client, lawyer, chatId } = await pair()
  const { lawyer: another } = await pair()
  const caseId = await makeOpenCase(suite.platform, client.id, { specialty: 'Otro' })
  expect(await marketOf(lawyer)).toContain(caseId)
  await block(client, chatId)
  expect(await marketOf(lawyer)).not.toContain(caseId)
  expect(await marketOf(another)).toContain(caseId)
  const start = await lawyer.post('/api/chat/start-from-case', { caseId })
  expect(start.status).toBe(409)
  const [{ credits } = { credits: 0 }] = await suite.database.sql<{ credits: number }>(
    'select credits_available as credits from lawyer_profiles where id = $1',
    [lawyer.id],
  )
  expect(credits).toBe(10)
  await block(client, chatId, false)
  expect(await marketOf(lawyer)).toContain(caseId)
})

test('DAT-68 a running case and its documents stay available to both', async () => {
  const { client, lawyer, chatId } = await pair()
  const { caseId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  await block(client, chatId)
  for (const one of [client, lawyer]) {
    expect((await one.get(`/api/cases/by-id?caseId=${caseId}`)).status).toBe(200)
    expect((await one.get(`/api/workspace/documents?caseId=${caseId}`)).status).toBe(200)
  }
})

test('DAT-68 a block against 50 sendings on two processes: what is stored came before it', async () => {
  const { client, lawyer, chatId } = await pair()
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of lawyer.jar) twin.jar.set(name, value)
  const answers = await Promise.all([
    block(client, chatId),
    ...Array.from({ length: 50 }, (_, at) => send(at % 2 ? lawyer : twin, chatId)),
  ])
  const stored = answers.slice(1).filter(({ status }) => status === 200).length
  expect(answers.slice(1).every(({ status }) => status === 200 || status === 409)).toBe(true)
  const [row] = await suite.database.sql<{ count: number; last: number }>(
    `select count(*)::int as count, (select last_seq from chats where id = $1) as last from messages where chat_id = $1`,
    [chatId],
  )
  expect(row).toEqual({ count: stored + 2, last: stored + 2 })
  expect((await send(twin, chatId)).status).toBe(409)
})

test('DAT-68 a stranger’s block is refused as for an unknown conversation', async () => {
  const { chatId } = await pair()
  const { client: stranger } = await pair()
  const before = await suite.database.snapshot('rate_limits')
  for (const id of [chatId, randomUUID()]) expect((await block(stranger, id)).status).toBe(404)
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
})

test('DAT-68 a pending proposal is accepted by nobody after a block; its client can still reject it', async () => {
  for (const blocker of ['client', 'lawyer'] as const) {
    const { client, lawyer, chatId } = await pair()
    const { id } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    await block(blocker === 'client' ? client : lawyer, chatId)
    const accept = () => client.post('/api/proposals/accept', { proposalId: id })
    const before = await suite.database.sql('select id, status from cases where client_id = $1', [client.id])
    expect(await refusal(await accept())).toEqual([409, BLOCKED])
    expect(
      await suite.database.sql('select id, status from cases where client_id = $1', [client.id]),
    ).toEqual(before)
    expect((await client.post('/api/proposals/reject', { proposalId: id })).status).toBe(200)
  }
})

test('DAT-68 an acceptance waits for a block that is being written, and is refused', async () => {
  const { client, lawyer, chatId } = await pair()
  const { id } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
  const blocking = await suite.platform.pool.connect()
  try {
    await blocking.query('begin')
    await blocking.query('update chats set lawyer_blocked_at = app_now() where id = $1', [chatId])
    const accepting = client.post('/api/proposals/accept', { proposalId: id })
    await eventually(async () => (await countLockWaits(suite.database)) === 1)
    await blocking.query('commit')
    expect(await refusal(await accepting)).toEqual([409, BLOCKED])
  } finally {
    blocking.release(true)
  }
})

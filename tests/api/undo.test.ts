import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeChat, makeOpenCase } from '../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { expectLedgersAddUp } from '../support/data/credit-ledger.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, client, atSecondApp, creditsOf, movements } = creditFixtures(suite)

afterEach(async () => {
  await expectLedgersAddUp(suite.database)
  await expectInvariants(suite.database)
})

async function openChat(owner?: Member, member?: Member) {
  const who = member ?? (await lawyer('basico'))
  const clientId = owner?.id ?? (await makeAccount(suite.platform.db)).id
  const caseId = await makeOpenCase(suite.platform, clientId)
  const answer = await who.post('/api/chat/start-from-case', { caseId })
  expect(answer.status, answer.text).toBe(200)
  return { member: who, caseId, chatId: answer.json<{ chatId: string }>().chatId }
}

const undo = (who: Client, chatId: string) => who.post('/api/chat/undo-start', { chatId })
const backdateChat = (chatId: string, seconds: number) =>
  suite.database.sql(
    'update chats set market_opened_at = app_now() - make_interval(secs => $2) where id = $1',
    [chatId, seconds],
  )
const spendAndRefund = [
  { kind: 'grant', amount: 20, balance_after: 20, plan: 'basico' },
  { kind: 'spend', amount: -1, balance_after: 19, plan: null },
  { kind: 'refund', amount: 1, balance_after: 20, plan: null },
]

describe('H-05: «Deshacer»', () => {
  test('the chat is deleted, the credit is refunded as a movement, and both are notified', async () => {
    const owner = await client()
    const { member, caseId, chatId } = await openChat(owner)
    await suite.database.sql('delete from events')
    const answer = await undo(member, chatId)
    expect([answer.status, answer.json()]).toEqual([200, { undone: true }])
    expect(await suite.database.sql('select 1 from chats where id = $1', [chatId])).toEqual([])
    expect(await creditsOf(member.id)).toEqual({
      plan: 'basico',
      credits_available: 20,
      credits_used: 0,
      ledger: 20,
    })
    expect(await movements(member.id)).toEqual(spendAndRefund)
    expect((await member.get('/api/plans/credits')).json()).toMatchObject({ credits_used: 0, use: [] })
    expect((await member.get('/api/plans/movements')).json()).toMatchObject({
      movements: [{ kind: 'refund', amount: 1, balance_after: 20 }, { kind: 'spend' }, { kind: 'grant' }],
    })
    const notified = await suite.database.sql<{ user_id: string }>(
      `select user_id from events where kind = 'chat' and ref = $1`,
      [chatId],
    )
    expect(notified.map(({ user_id }) => user_id).sort()).toEqual([owner.id, member.id].sort())
    expect((await owner.get('/api/chat/list')).json()).toMatchObject({ chats: [] })
    // The case is in the market again, at the same cost.
    const again = await member.post('/api/chat/start-from-case', { caseId })
    expect(again.json()).toMatchObject({ spent: true })
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 19, ledger: 19 })
  })

  test('the server allows 30 s and a margin for the network, by its own clock', async () => {
    const owner = await client()
    const [soon, late] = [await openChat(owner), await openChat(await client())]
    await backdateChat(soon.chatId, 33)
    expect((await undo(soon.member, soon.chatId)).status).toBe(200)
    await backdateChat(late.chatId, 36)
    const before = await suite.database.snapshot()
    const answer = await undo(late.member, late.chatId)
    expect([answer.status, answer.json<Problem>().message]).toEqual([
      409,
      'Ya no se puede deshacer este chat.',
    ])
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('refused without a change: a chat with messages, not from the market, of another lawyer; a user without the market', async () => {
    const owner = await client()
    const { member, chatId } = await openChat(owner)
    const stranger = await lawyer('basico')
    const contacted = await lawyer('basico')
    const theirs = await makeChat(suite.platform, { clientId: owner.id, lawyerId: contacted.id })
    const free = await lawyer()
    await owner.post('/api/chat/send', { id: uuidv7(), chatId, content: 'Hola' })
    const before = await suite.database.snapshot()
    for (const [who, id, status] of [
      [member, chatId, 409],
      [contacted, theirs, 409],
      [stranger, chatId, 404],
      [member, randomUUID(), 404],
      [member, 'x', 422],
      [owner, chatId, 403],
      [free, chatId, 403],
      [suite.visitor(), chatId, 401],
    ] as const)
      expect([status, (await undo(who, id)).status]).toEqual([status, status])
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('concurrently over two processes: one refund', async () => {
    for (let round = 0; round < 8; round++) {
      const { member, chatId } = await openChat()
      const twin = atSecondApp(member)
      const answers = await Promise.all([member, twin, member, twin].map((who) => undo(who, chatId)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
      expect(await movements(member.id)).toEqual(spendAndRefund)
    }
  })

  test('concurrently with the client’s first message: the message and no refund, or no chat and one refund', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = await client()
      const { member, chatId } = await openChat(owner)
      const message = { id: uuidv7(), chatId, content: 'Hola' }
      const [undone, sent] = await Promise.all(
        round % 2
          ? [undo(atSecondApp(member), chatId), owner.post('/api/chat/send', message)]
          : [undo(member, chatId), atSecondApp(owner).post('/api/chat/send', message)],
      )
      const isUndone = undone?.status === 200
      expect([undone?.status, sent?.status]).toEqual(isUndone ? [200, 404] : [409, 200])
      expect(await creditsOf(member.id)).toMatchObject({ ledger: isUndone ? 20 : 19 })
      expect(await suite.database.sql('select 1 from messages where chat_id = $1', [chatId])).toHaveLength(
        isUndone ? 0 : 1,
      )
    }
  })

  test('concurrently with the lawyer’s proposal from another tab: one of the two, never a 500', async () => {
    for (let round = 0; round < 10; round++) {
      const { member, chatId } = await openChat()
      const proposal = { id: randomUUID(), chatId, summary: 'Una', fee: 100_000, conditions: [] }
      const [undone, sent] = await Promise.all([
        undo(atSecondApp(member), chatId),
        member.post('/api/proposals/create', proposal),
      ])
      const isUndone = undone.status === 200
      expect([undone.status, sent.status]).toEqual(isUndone ? [200, 404] : [409, 200])
      expect(await creditsOf(member.id)).toMatchObject({ ledger: isUndone ? 20 : 19 })
    }
  })

  test('concurrently with «Iniciar Chat» and with the client’s account deletion: one refund, no deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const owner = await client()
      const { member, caseId, chatId } = await openChat(owner)
      const isDeletion = round % 2 === 1
      const [undone, other] = await Promise.all([
        undo(member, chatId),
        isDeletion
          ? atSecondApp(owner).post('/api/departure/delete-account', { password: owner.password })
          : atSecondApp(member).post('/api/chat/start-from-case', { caseId }),
      ])
      expect(undone.status).toBe(200)
      expect(other.status, other.text).toBe(200)
      const refunds = (await movements(member.id)).filter(({ kind }) => kind === 'refund')
      expect(refunds).toHaveLength(1)
      if (!isDeletion) {
        const { spent } = other.json<{ spent: boolean }>()
        expect(await creditsOf(member.id)).toMatchObject({ ledger: spent ? 19 : 20 })
      }
    }
  })

  test('A4: undoing does not raise the limit of 20 chats a day', async () => {
    const member = await lawyer('basico')
    for (let at = 0; at < 20; at++) {
      const { chatId } = await openChat(undefined, member)
      expect((await undo(member, chatId)).status).toBe(200)
    }
    const caseId = await makeOpenCase(suite.platform, (await makeAccount(suite.platform.db)).id)
    const answer = await member.post('/api/chat/start-from-case', { caseId })
    expect([answer.status, answer.json<Problem>().message]).toEqual([
      429,
      'Espera a que te respondan antes de abrir más chats.',
    ])
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 20, ledger: 20 })
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { expectLedgersAddUp, watchLedgers } from '../support/data/credit-ledger.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const { lawyer, client, atSecondApp, creditsOf, movements } = creditFixtures(suite)

afterEach(() => expectLedgersAddUp(suite.database))

describe('«Iniciar Chat»', () => {
  const start = (who: Client, caseId: string) => who.post('/api/chat/start-from-case', { caseId })
  /** Repeats a request while load shedding refuses it with 503. */
  const retryOn503 = async (who: Client, caseId: string) => {
    for (;;) {
      const answer = await start(who, caseId)
      if (answer.status !== 503) return answer
      await sleep(20)
    }
  }
  const openCase = async (clientId?: string) =>
    makeOpenCase(suite.platform, clientId ?? (await makeAccount(suite.platform.db)).id)

  test('CAL-10, MKT-10, PLA-18: one credit opens the chat about the case, and both are notified', async () => {
    const member = await lawyer('basico')
    const owner = await client()
    const caseId = await openCase(owner.id)
    const answer = await start(member, caseId)
    expect(answer.status, answer.text).toBe(200)
    const { chatId, spent } = answer.json<{ chatId: string; spent: boolean }>()
    expect(spent).toBe(true)
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 19, credits_used: 1, ledger: 19 })
    expect(
      await suite.database.sql('select client_id, lawyer_id, case_id, last_seq from chats where id = $1', [
        chatId,
      ]),
    ).toEqual([{ client_id: owner.id, lawyer_id: member.id, case_id: caseId, last_seq: 0 }])
    expect(
      await suite.database.sql(
        `select chat_id, case_id from credit_movements where lawyer_id = $1 and kind = 'spend'`,
        [member.id],
      ),
    ).toEqual([{ chat_id: chatId, case_id: caseId }])
    const notified = await suite.database.sql(`select user_id from events where kind = 'chat' and ref = $1`, [
      chatId,
    ])
    expect(notified.map((row) => row.user_id).sort()).toEqual([owner.id, member.id].sort())
    const list = await owner.get('/api/chat/list')
    expect(list.json<{ chats: object[] }>().chats).toMatchObject([{ id: chatId, case_id: caseId }])
  })

  test('abuse 23: 20 credits, 320 attempts at once over two processes: 20 chats, balance 0, ledger and balance always agree', async () => {
    const member = await lawyer('basico')
    const twin = atSecondApp(member)
    const cases = await Promise.all(Array.from({ length: 80 }, () => openCase()))
    const stop = watchLedgers(suite.database)
    const answers = await Promise.all(
      Array.from({ length: 320 }, (_, at) => retryOn503(at % 2 ? member : twin, cases[at % 80] ?? '')),
    )
    expect(await stop()).toBeGreaterThan(0)
    const ok = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.json<{ chatId: string; spent: boolean }>())
    expect(ok.filter(({ spent }) => spent)).toHaveLength(20)
    expect(new Set(ok.map(({ chatId }) => chatId)).size).toBe(20)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(409)
      expect(answer.json<{ message: string }>().message).toBe(
        'No tienes créditos disponibles. Revisa los planes para seguir contactando clientes.',
      )
    }
    expect(await suite.database.sql('select 1 from chats where lawyer_id = $1', [member.id])).toHaveLength(20)
    expect(await creditsOf(member.id)).toEqual({
      plan: 'basico',
      credits_available: 0,
      credits_used: 20,
      ledger: 0,
    })
  })

  test('OPEN-32, abuse 23: the same case 50 times concurrently costs one credit and creates one chat', async () => {
    const member = await lawyer('basico')
    const twin = atSecondApp(member)
    const caseId = await openCase()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => retryOn503(at % 2 ? member : twin, caseId)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json<{ chatId: string }>().chatId)).size).toBe(1)
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 19, ledger: 19 })
  })

  test('OPEN-32: two cases of one client, started concurrently, cost one credit', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico', 1), await client()]
      const [one = '', other = ''] = [await openCase(owner.id), await openCase(owner.id)]
      const answers = await Promise.all([start(member, one), start(atSecondApp(member), other)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(answers.map((answer) => answer.json<{ chatId: string }>().chatId)).size).toBe(1)
      expect(await creditsOf(member.id)).toMatchObject({ credits_available: 0, credits_used: 1, ledger: 0 })
    }
  })

  test('OPEN-32: concurrently with «Contactar» of the client: one chat, paid for once or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico', 5), await client()]
      const caseId = await openCase(owner.id)
      const [mine, theirs] = await Promise.all([
        start(member, caseId),
        owner.post('/api/chat/open', { lawyerId: member.id }),
      ])
      expect([mine.status, theirs.status]).toEqual([200, 200])
      const { chatId, spent } = mine.json<{ chatId: string; spent: boolean }>()
      expect(theirs.json()).toEqual({ chatId })
      expect(await creditsOf(member.id)).toMatchObject({
        credits_available: spent ? 4 : 5,
        ledger: spent ? 4 : 5,
      })
      expect(await suite.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
        { case_id: caseId },
      ])
    }
  })

  test('OPEN-32: an existing chat is free, even without credits, and gets the case if it has none', async () => {
    const [member, owner] = [await lawyer('basico', 0), await client()]
    const chatId = await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
    const [first, second] = [await openCase(owner.id), await openCase(owner.id)]
    for (const caseId of [first, second])
      expect((await start(member, caseId)).json()).toEqual({ chatId, spent: false })
    expect(await suite.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
      { case_id: first },
    ])
    expect(await movements(member.id)).toEqual([])
  })

  test.each(['activo', 'finalizado'])(
    'OPEN-32, OPEN-35, MKT-10, CAL-20: with another case that is %s, the next proposal is for the case chosen in the market',
    async (formerStatus) => {
      const [member, owner] = [await lawyer('basico', 0), await client()]
      const parties = { clientId: owner.id, lawyerId: member.id }
      const { caseId: former, chatId } = await makeActiveCase(suite.platform, parties)
      await suite.database.sql('update cases set status = $2 where id = $1', [former, formerStatus])
      // The lawyer has the specialty of neither case, so only the choice in the market decides.
      const [chosen, left] = [await openCase(owner.id), await openCase(owner.id)]
      for (const caseId of [left, chosen])
        expect((await start(member, caseId)).json()).toEqual({ chatId, spent: false })
      // The chat keeps the former case, on both sides.
      for (const who of [member, owner]) {
        const list = await who.get('/api/chat/list')
        expect(list.json<{ chats: object[] }>().chats).toMatchObject([{ id: chatId, case_id: former }])
        expect((await who.get(`/api/chat/of-case?caseId=${former}`)).json()).toEqual({ chatId })
      }
      const proposal = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
      expect(proposal.case_id).toBe(chosen)
      const accepted = await owner.post('/api/proposals/accept', { proposalId: proposal.id })
      expect(accepted.json()).toMatchObject({ caseId: chosen, proposal: { status: 'accepted' } })
      expect(
        await suite.database.sql('select id, status, lawyer_id from cases where client_id = $1 order by id', [
          owner.id,
        ]),
      ).toEqual(
        [
          { id: former, status: formerStatus, lawyer_id: member.id },
          { id: chosen, status: 'activo', lawyer_id: member.id },
          { id: left, status: 'ingresado', lawyer_id: null },
        ].sort((a, b) => a.id.localeCompare(b.id)),
      )
      expect((await start(await lawyer('basico', 1), chosen)).status).toBe(409)
      expect(await movements(member.id)).toEqual([])
    },
  )

  test('OPEN-32, abuse 24: each refusal has its text, and nothing changes', async () => {
    const owner = await client()
    const [open, closed] = [await openCase(owner.id), await openCase(owner.id)]
    const other = await lawyer()
    await suite.database.sql(
      `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
      [closed, other.id],
    )
    const [paid, poor, free] = [await lawyer('basico', 3), await lawyer('avanzado', 0), await lawyer()]
    const pending = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    await setPlan(suite.platform.db, pending.id, 'basico', 20)
    const admin = await suite.member({ role: 'admin' })
    const before = await suite.database.snapshot()
    const market =
      'El acceso al mercado de casos está disponible en los planes Básico, Intermedio y Avanzado.'
    for (const [who, caseId, status, text, reason] of [
      [paid, closed, 409, 'Este caso ya no está disponible.', 'CASE_GONE'],
      [paid, randomUUID(), 409, 'Este caso ya no está disponible.', 'CASE_GONE'],
      [
        poor,
        open,
        409,
        'No tienes créditos disponibles. Revisa los planes para seguir contactando clientes.',
        'NO_CREDITS',
      ],
      [free, open, 403, market],
      [pending, open, 403, 'Podrás contactar clientes cuando tu perfil esté verificado.'],
      [owner, open, 403, 'Solo los abogados pueden contactar clientes desde el mercado de casos.'],
      [admin, open, 403, 'Solo los abogados pueden contactar clientes desde el mercado de casos.'],
      [suite.visitor(), open, 401, 'Debes iniciar sesión.'],
    ] as const) {
      const answer = await start(who, caseId)
      const { message, data } = answer.json<Problem>()
      expect([answer.status, message, data?.reason]).toEqual([status, text, reason])
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-32: nobody pays for their own case', async () => {
    const member = await lawyer('basico', 3)
    const caseId = await openCase()
    await suite.database.sql('update cases set client_id = $2 where id = $1', [caseId, member.id])
    const before = await suite.database.snapshot()
    expect((await start(member, caseId)).status).toBe(403)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-35: concurrently with the acceptance of another lawyer: a chat and a credit spent, or neither', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, other] = [await lawyer('basico', 3), await lawyer()]
      const caseId = await openCase()
      const [answer] = await Promise.all([
        start(member, caseId),
        suite.database.sql(
          `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
          [caseId, other.id],
        ),
      ])
      const left = answer.status === 200 ? 2 : 3
      expect([200, 409]).toContain(answer.status)
      expect(await creditsOf(member.id)).toMatchObject({ credits_available: left, ledger: left })
      expect(await suite.database.sql('select 1 from chats where lawyer_id = $1', [member.id])).toHaveLength(
        3 - left,
      )
    }
  })

  test('OPEN-58: account deletion concurrent with spending leaves no credit movements and causes no deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const [member, owner] = [await lawyer('basico', 10), await client()]
      await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
      const cases = await Promise.all([openCase(owner.id), openCase(), openCase(), openCase()])
      const deleteSoon = async () => {
        await sleep(round)
        return member.post('/api/departure/delete-account', { password: member.password })
      }
      const [gone, ...answers] = await Promise.all([
        deleteSoon(),
        ...cases.map((caseId) => start(atSecondApp(member), caseId)),
      ])
      expect(gone.status, gone.text).toBe(200)
      for (const { status } of answers) expect([200, 401, 403]).toContain(status)
      expect(await movements(member.id)).toEqual([])
      expect(await creditsOf(member.id)).toBeUndefined()
    }
  })
})

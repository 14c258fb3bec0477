import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
} from '../../src/server/factories/conversations.ts'
import { setPlan } from '../../src/server/factories/lawyers.ts'
import type { Client } from '../support/http.ts'
import { expectLedgersAddUp, watchLedgers } from '../support/ledger.ts'
import { paying } from '../support/paying.ts'
import { useHouse } from '../support/suite.ts'

const house = useHouse(2)

const { lawyer, client, elsewhere, standing, movements } = paying(house)

afterEach(() => expectLedgersAddUp(house.database))

describe('«Iniciar Chat»', () => {
  const start = (who: Client, caseId: string) => who.post('/api/chat/start-from-case', { caseId })
  /** One of many at once: whom the house had no time for (503) tries again. */
  const insist = async (who: Client, caseId: string) => {
    for (;;) {
      const answer = await start(who, caseId)
      if (answer.status !== 503) return answer
      await sleep(20)
    }
  }
  const openCase = async (clientId?: string) =>
    makeOpenCase(house.platform, clientId ?? (await makeAccount(house.platform.db)).id)

  test('CAL-10, MKT-10, PLA-18: one credit opens the chat about the case, and both hear of it', async () => {
    const member = await lawyer('basico')
    const owner = await client()
    const caseId = await openCase(owner.id)
    const answer = await start(member, caseId)
    expect(answer.status, answer.text).toBe(200)
    const { chatId, spent } = answer.json<{ chatId: string; spent: boolean }>()
    expect(spent).toBe(true)
    expect(await standing(member.id)).toMatchObject({ credits_available: 19, credits_used: 1, ledger: 19 })
    expect(
      await house.database.sql('select client_id, lawyer_id, case_id, last_seq from chats where id = $1', [
        chatId,
      ]),
    ).toEqual([{ client_id: owner.id, lawyer_id: member.id, case_id: caseId, last_seq: 0 }])
    expect(
      await house.database.sql(
        `select chat_id, case_id from credit_movements where lawyer_id = $1 and kind = 'spend'`,
        [member.id],
      ),
    ).toEqual([{ chat_id: chatId, case_id: caseId }])
    const told = await house.database.sql(`select user_id from events where kind = 'chat' and ref = $1`, [
      chatId,
    ])
    expect(told.map((row) => row.user_id).sort()).toEqual([owner.id, member.id].sort())
    const list = await owner.get('/api/chat/list')
    expect(list.json<{ chats: object[] }>().chats).toMatchObject([{ id: chatId, case_id: caseId }])
  })

  test('abuse 23: 20 credits, 320 attempts at once over two processes: 20 chats, balance 0, ledger and balance never apart', async () => {
    const member = await lawyer('basico')
    const twin = elsewhere(member)
    const cases = await Promise.all(Array.from({ length: 80 }, () => openCase()))
    const stop = watchLedgers(house.database)
    const answers = await Promise.all(
      Array.from({ length: 320 }, (_, at) => insist(at % 2 ? member : twin, cases[at % 80] ?? '')),
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
    expect(await house.database.sql('select 1 from chats where lawyer_id = $1', [member.id])).toHaveLength(20)
    expect(await standing(member.id)).toEqual({
      plan: 'basico',
      credits_available: 0,
      credits_used: 20,
      ledger: 0,
    })
  })

  test('OPEN-32, abuse 23: the same case 50 times at once costs one credit and is one chat', async () => {
    const member = await lawyer('basico')
    const twin = elsewhere(member)
    const caseId = await openCase()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => insist(at % 2 ? member : twin, caseId)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json<{ chatId: string }>().chatId)).size).toBe(1)
    expect(await standing(member.id)).toMatchObject({ credits_available: 19, ledger: 19 })
  })

  test('OPEN-32: two cases of one client at the same moment cost one credit', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico', 1), await client()]
      const [one = '', other = ''] = [await openCase(owner.id), await openCase(owner.id)]
      const answers = await Promise.all([start(member, one), start(elsewhere(member), other)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(answers.map((answer) => answer.json<{ chatId: string }>().chatId)).size).toBe(1)
      expect(await standing(member.id)).toMatchObject({ credits_available: 0, credits_used: 1, ledger: 0 })
    }
  })

  test('OPEN-32: with «Contactar» of the client at the same moment there is one chat, paid for once or not at all', async () => {
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
      expect(await standing(member.id)).toMatchObject({
        credits_available: spent ? 4 : 5,
        ledger: spent ? 4 : 5,
      })
      expect(await house.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
        { case_id: caseId },
      ])
    }
  })

  test('OPEN-32: a chat that is there costs nothing, with no credit left either, and gets the case when it has none', async () => {
    const [member, owner] = [await lawyer('basico', 0), await client()]
    const chatId = await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
    const [first, second] = [await openCase(owner.id), await openCase(owner.id)]
    for (const caseId of [first, second])
      expect((await start(member, caseId)).json()).toEqual({ chatId, spent: false })
    expect(await house.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
      { case_id: first },
    ])
    expect(await movements(member.id)).toEqual([])
  })

  test.each(['activo', 'finalizado'])(
    'OPEN-32, OPEN-35, MKT-10, CAL-20: beside a case that is %s, the pressed one is what the next proposal starts',
    async (past) => {
      const [member, owner] = [await lawyer('basico', 0), await client()]
      const parties = { clientId: owner.id, lawyerId: member.id }
      const { caseId: former, chatId } = await makeActiveCase(house.platform, parties)
      await house.database.sql('update cases set status = $2 where id = $1', [former, past])
      // The lawyer has none of their specialties, so nothing but the press tells which of the two it is.
      const [pressed, left] = [await openCase(owner.id), await openCase(owner.id)]
      for (const caseId of [left, pressed])
        expect((await start(member, caseId)).json()).toEqual({ chatId, spent: false })
      // The chat stays that of the former case, on both sides.
      for (const who of [member, owner]) {
        const list = await who.get('/api/chat/list')
        expect(list.json<{ chats: object[] }>().chats).toMatchObject([{ id: chatId, case_id: former }])
        expect((await who.get(`/api/chat/of-case?caseId=${former}`)).json()).toEqual({ chatId })
      }
      const proposal = await makeProposal(house.platform, { chatId, lawyerId: member.id })
      expect(proposal.case_id).toBe(pressed)
      const accepted = await owner.post('/api/proposals/accept', { proposalId: proposal.id })
      expect(accepted.json()).toMatchObject({ caseId: pressed, proposal: { status: 'accepted' } })
      expect(
        await house.database.sql('select id, status, lawyer_id from cases where client_id = $1 order by id', [
          owner.id,
        ]),
      ).toEqual(
        [
          { id: former, status: past, lawyer_id: member.id },
          { id: pressed, status: 'activo', lawyer_id: member.id },
          { id: left, status: 'ingresado', lawyer_id: null },
        ].sort((a, b) => a.id.localeCompare(b.id)),
      )
      expect((await start(await lawyer('basico', 1), pressed)).status).toBe(409)
      expect(await movements(member.id)).toEqual([])
    },
  )

  test('OPEN-32, abuse 24: refused with the text of it, and nothing changes', async () => {
    const owner = await client()
    const [open, closed] = [await openCase(owner.id), await openCase(owner.id)]
    const other = await lawyer()
    await house.database.sql(
      `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
      [closed, other.id],
    )
    const [paid, poor, free] = [await lawyer('basico', 3), await lawyer('avanzado', 0), await lawyer()]
    const pending = await house.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    await setPlan(house.platform.db, pending.id, 'basico', 20)
    const admin = await house.member({ role: 'admin' })
    const before = await house.database.snapshot()
    const market =
      'El acceso al mercado de casos está disponible en los planes Básico, Intermedio y Avanzado.'
    for (const [who, caseId, status, text] of [
      [paid, closed, 409, 'Este caso ya no está disponible.'],
      [paid, randomUUID(), 409, 'Este caso ya no está disponible.'],
      [
        poor,
        open,
        409,
        'No tienes créditos disponibles. Revisa los planes para seguir contactando clientes.',
      ],
      [free, open, 403, market],
      [pending, open, 403, 'Podrás contactar clientes cuando tu perfil esté verificado.'],
      [owner, open, 403, 'Solo los abogados pueden contactar clientes desde el mercado de casos.'],
      [admin, open, 403, 'Solo los abogados pueden contactar clientes desde el mercado de casos.'],
      [house.visitor(), open, 401, 'Debes iniciar sesión.'],
    ] as const) {
      const answer = await start(who, caseId)
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([status, text])
    }
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('OPEN-32: nobody pays for their own case', async () => {
    const member = await lawyer('basico', 3)
    const caseId = await openCase()
    await house.database.sql('update cases set client_id = $2 where id = $1', [caseId, member.id])
    const before = await house.database.snapshot()
    expect((await start(member, caseId)).status).toBe(403)
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('OPEN-35: accepted by another at the same moment: a chat and a credit, or neither', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, other] = [await lawyer('basico', 3), await lawyer()]
      const caseId = await openCase()
      const [answer] = await Promise.all([
        start(member, caseId),
        house.database.sql(
          `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
          [caseId, other.id],
        ),
      ])
      const left = answer.status === 200 ? 2 : 3
      expect([200, 409]).toContain(answer.status)
      expect(await standing(member.id)).toMatchObject({ credits_available: left, ledger: left })
      expect(await house.database.sql('select 1 from chats where lawyer_id = $1', [member.id])).toHaveLength(
        3 - left,
      )
    }
  })

  test('OPEN-58: whoever leaves while they spend leaves no credit and no half of a chat, and nobody waits in a circle', async () => {
    for (let round = 0; round < 8; round++) {
      const [member, owner] = [await lawyer('basico', 10), await client()]
      await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
      const cases = await Promise.all([openCase(owner.id), openCase(), openCase(), openCase()])
      const leaving = async () => {
        await sleep(round)
        return member.post('/api/departure/delete-account', { password: member.password })
      }
      const [gone, ...answers] = await Promise.all([
        leaving(),
        ...cases.map((caseId) => start(elsewhere(member), caseId)),
      ])
      expect(gone.status, gone.text).toBe(200)
      for (const { status } of answers) expect([200, 401, 403]).toContain(status)
      expect(await movements(member.id)).toEqual([])
      expect(await standing(member.id)).toBeUndefined()
    }
  })
})

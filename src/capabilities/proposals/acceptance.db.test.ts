import { describe, expect, test } from 'vitest'
import { conversing } from '../../../tests/support/conversing.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { actingAs } from '../../server/factories/acting.ts'
import {
  answerProposal,
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
} from '../../server/factories/conversations.ts'
import { setPlan } from '../../server/factories/lawyers.ts'
import { startFromCase } from '../chat/commands.server.ts'
import { acceptedOfCase, acceptProposal, rejectProposal, withdrawProposal } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

const house = useDatabase()
const { client, lawyer, conversation, messagesOf, chatOf } = conversing(house)

const caseOf = async (id: string) =>
  (
    await house.database.sql(
      'select title, description, status, client_id, lawyer_id, proposal_accepted_at is not null as dated from cases where id = $1',
      [id],
    )
  )[0]
const statusOf = async (id: string) =>
  (await house.database.sql('select status from proposals where id = $1', [id]))[0]?.status

describe('accepting', () => {
  test('PRP-09 to PRP-11, CAL-20, LIM-14, OPEN-35: without an open case one is made, with its lawyer', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    const proposal = await makeProposal(
      house.platform,
      { chatId, lawyerId },
      { summary: 'Demanda y audiencia' },
    )
    await house.database.sql('delete from events')
    const result = await acceptProposal(asClient, { proposalId: proposal.id })
    if (!result.ok) throw new Error(result.refusal.message)
    const { caseId } = result.value
    expect(result.value.proposal).toMatchObject({
      status: 'accepted',
      case_id: caseId,
      mine: false,
      version: 1,
    })
    expect(await caseOf(caseId)).toEqual({
      title: 'Consulta con Andrés Muñoz',
      description: 'Demanda y audiencia',
      status: 'activo',
      client_id: clientId,
      lawyer_id: lawyerId,
      dated: true,
    })
    expect(await chatOf(chatId)).toMatchObject({ case_id: caseId, last_message: MESSAGES.accepted })
    expect((await messagesOf(chatId)).at(-1)).toEqual({
      type: 'system',
      content: 'La propuesta ha sido aceptada. El caso ha sido iniciado.',
      side: 'client',
      proposal_id: null,
    })
    const told = await house.database.sql('select distinct kind, user_id from events')
    for (const kind of ['message', 'proposal', 'case'])
      expect(
        told
          .filter((row) => row.kind === kind)
          .map((row) => row.user_id)
          .sort(),
      ).toEqual([clientId, lawyerId].sort())
    const accepted = await acceptedOfCase(asClient, { caseId })
    expect(accepted).toMatchObject({ ok: true, value: { proposal: { id: proposal.id } } })
  })

  test('OPEN-35: its own case while that is open, whatever else is open', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    const own = await makeOpenCase(house.platform, clientId, { specialty: 'Divorcio' })
    await makeOpenCase(house.platform, clientId)
    await house.database.sql('update chats set case_id = $1 where id = $2', [own, chatId])
    const { id, case_id } = await makeProposal(house.platform, { chatId, lawyerId })
    expect(case_id).toBe(own)
    expect(await acceptProposal(asClient, { proposalId: id })).toMatchObject({ value: { caseId: own } })
    expect(await caseOf(own)).toMatchObject({ status: 'activo', lawyer_id: lawyerId, dated: true })
  })

  test('OPEN-35: else the single open one whose specialty the lawyer has', async () => {
    const clientId = await client()
    const lawyerId = await lawyer('Ana', ['Divorcio', 'Otro'])
    const chatId = await makeChat(house.platform, { clientId, lawyerId })
    await makeOpenCase(house.platform, clientId, { specialty: 'Acoso laboral' })
    const fitting = await makeOpenCase(house.platform, clientId, { specialty: 'Divorcio' })
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId })
    expect(await answerProposal(house.platform, { clientId, proposalId }, 'accept')).toBe(fitting)
    // A second engagement in the same chat: that case is taken, so there is a new one.
    const second = await makeProposal(house.platform, { chatId, lawyerId })
    expect(second.case_id).toBeNull()
    const other = await answerProposal(house.platform, { clientId, proposalId: second.id }, 'accept')
    expect(other).not.toBe(fitting)
    expect(await caseOf(other ?? '')).toMatchObject({ title: 'Consulta con Ana', lawyer_id: lawyerId })
    expect(await chatOf(chatId)).toMatchObject({ case_id: other })
  })

  test('OPEN-35: of two that fit none is chosen', async () => {
    const { clientId, lawyerId, chatId } = await conversation()
    const open = [await makeOpenCase(house.platform, clientId), await makeOpenCase(house.platform, clientId)]
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId })
    const made = await answerProposal(house.platform, { clientId, proposalId }, 'accept')
    expect(open).not.toContain(made)
    for (const id of open) expect(await caseOf(id)).toMatchObject({ status: 'ingresado', lawyer_id: null })
  })

  test('OPEN-32, OPEN-35: the case sought last while it is open, then the own one, then none', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    await setPlan(house.platform.db, lawyerId, 'basico', 0)
    const asLawyer = await actingAs(house.platform, lawyerId)
    const [own, sought] = [
      await makeOpenCase(house.platform, clientId),
      await makeOpenCase(house.platform, clientId),
    ]
    for (const caseId of [own, sought, own, sought])
      expect(await startFromCase(asLawyer, { caseId })).toEqual({
        ok: true,
        value: { chatId, spent: false },
      })
    expect(await chatOf(chatId)).toMatchObject({ case_id: own, sought_case_id: sought })
    const caseOfNext = async () => (await makeProposal(house.platform, { chatId, lawyerId })).case_id
    expect(await caseOfNext()).toBe(sought)
    const rival = await lawyer('Rival')
    for (const [taken, next] of [
      [sought, own],
      [own, null],
    ]) {
      await house.database.sql(
        `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
        [taken, rival],
      )
      expect(await caseOfNext()).toBe(next)
    }
    // What was proposed for the one that is gone is not lost: it begins a case of its own.
    const late = await house.database.sql<{ id: string }>('select id from proposals where case_id = $1', [
      sought,
    ])
    const result = await acceptProposal(asClient, { proposalId: late[0]?.id ?? '' })
    if (!result.ok) throw new Error(result.refusal.message)
    expect([own, sought]).not.toContain(result.value.caseId)
    expect(await caseOf(sought)).toMatchObject({ lawyer_id: rival })
    expect(await caseOf(result.value.caseId)).toMatchObject({ status: 'activo', lawyer_id: lawyerId })
  })

  test('OPEN-32, OPEN-35, CAL-20: sought by two at once beside cases under way, both accepted at once: one lawyer', async () => {
    for (let round = 0; round < 5; round++) {
      const clientId = await client()
      const lawyers = []
      for (const name of ['Uno', 'Dos']) {
        const lawyerId = await lawyer(name)
        await setPlan(house.platform.db, lawyerId, 'basico', 0)
        const { caseId, chatId } = await makeActiveCase(house.platform, { clientId, lawyerId })
        lawyers.push({ lawyerId, chatId, running: caseId, context: await actingAs(house.platform, lawyerId) })
      }
      const caseId = await makeOpenCase(house.platform, clientId)
      const starts = lawyers.flatMap(({ context }) => [context, context, context])
      const started = await Promise.all(starts.map((context) => startFromCase(context, { caseId })))
      expect(started.every((result) => result.ok && !result.value.spent)).toBe(true)
      const ids = await Promise.all(
        lawyers.map(async (party) => (await makeProposal(house.platform, party)).id),
      )
      const asClient = await actingAs(house.platform, clientId)
      // Pressed again meanwhile: nobody waits in a circle.
      const [answers, again] = await Promise.all([
        Promise.all(ids.map((proposalId) => acceptProposal(asClient, { proposalId }))),
        Promise.all(lawyers.map(({ context }) => startFromCase(context, { caseId }))),
      ])
      expect(answers.filter((result) => result.ok)).toMatchObject([{ value: { caseId } }])
      for (const result of again) if (!result.ok) expect(result.refusal.code).toBe('CONFLICT')
      expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['accepted', 'rejected'])
      const cases = await house.database.sql<{ id: string }>('select id from cases where client_id = $1', [
        clientId,
      ])
      expect(cases.map(({ id }) => id).sort()).toEqual([caseId, ...lawyers.map((one) => one.running)].sort())
    }
  })

  test('OPEN-35: what else was pending for the case is rejected, and its chat says so', async () => {
    const clientId = await client()
    const caseId = await makeOpenCase(house.platform, clientId)
    const made = []
    for (const name of ['Uno', 'Dos', 'Tres']) {
      const lawyerId = await lawyer(name)
      const chatId = await makeChat(house.platform, { clientId, lawyerId })
      await house.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
      const { id } = await makeProposal(house.platform, { chatId, lawyerId })
      made.push({ id, chatId, lawyerId })
    }
    const [first, ...rest] = made
    await house.database.sql('delete from events')
    expect(await answerProposal(house.platform, { clientId, proposalId: first?.id ?? '' }, 'accept')).toBe(
      caseId,
    )
    for (const { id, chatId, lawyerId } of rest) {
      expect(await statusOf(id)).toBe('rejected')
      expect((await messagesOf(chatId)).at(-1)).toMatchObject({
        type: 'system',
        content: 'La propuesta ha sido rechazada.',
      })
      expect(
        await house.database.sql(
          `select 1 from events where kind = 'proposal' and user_id = $1 and ref = $2`,
          [lawyerId, id],
        ),
      ).toHaveLength(1)
    }
    expect(await chatOf(rest[0]?.chatId ?? '')).toMatchObject({ case_id: caseId })
  })

  test('abuse 21: two proposals of one case accepted at the same moment: one case each way, never two lawyers', async () => {
    for (let round = 0; round < 5; round++) {
      const clientId = await client()
      const caseId = await makeOpenCase(house.platform, clientId)
      const ids: string[] = []
      for (const name of ['Uno', 'Dos']) {
        const lawyerId = await lawyer(name)
        const chatId = await makeChat(house.platform, { clientId, lawyerId })
        await house.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
        ids.push((await makeProposal(house.platform, { chatId, lawyerId })).id)
      }
      const context = await actingAs(house.platform, clientId)
      const results = await Promise.all(ids.map((proposalId) => acceptProposal(context, { proposalId })))
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['accepted', 'rejected'])
      expect(await house.database.sql('select id from cases where client_id = $1', [clientId])).toEqual([
        { id: caseId },
      ])
    }
  })

  test('accept, reject and withdraw at the same moment: one effect, no circle', async () => {
    for (let round = 0; round < 8; round++) {
      const { chatId, lawyerId, asClient, asLawyer, clientId } = await conversation()
      const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId })
      const acts = [acceptProposal, rejectProposal, withdrawProposal, acceptProposal, rejectProposal]
      const results = await Promise.all(
        acts.map((act) => act(act === withdrawProposal ? asLawyer : asClient, { proposalId })),
      )
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      const cases = await house.database.sql('select 1 from cases where client_id = $1', [clientId])
      expect(cases).toHaveLength((await statusOf(proposalId)) === 'accepted' ? 1 : 0)
      const said = (await messagesOf(chatId)).filter((row) => row.type === 'system')
      expect(said).toHaveLength((await statusOf(proposalId)) === undefined ? 1 : 2)
    }
  })
})

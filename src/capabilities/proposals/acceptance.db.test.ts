import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import {
  answerProposal,
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
} from '../../demo-data/conversations.ts'
import { setPlan } from '../../demo-data/lawyers.ts'
import { startFromCase } from '../chat/commands.server.ts'
import { acceptedOfCase, acceptProposal, rejectProposal, withdrawProposal } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

const suite = useDatabase()
const { client, lawyer, conversation, messagesOf, chatOf } = chatFixtures(suite)

const caseOf = async (id: string) =>
  (
    await suite.database.sql(
      'select title, description, status, client_id, lawyer_id, proposal_accepted_at is not null as dated from cases where id = $1',
      [id],
    )
  )[0]
const statusOf = async (id: string) =>
  (await suite.database.sql('select status from proposals where id = $1', [id]))[0]?.status

describe('accepting', () => {
  test('PRP-09 to PRP-11, CAL-20, LIM-14, OPEN-35: creates a case with its lawyer when none is open', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    const proposal = await makeProposal(
      suite.platform,
      { chatId, lawyerId },
      { summary: 'Demanda y audiencia' },
    )
    await suite.database.sql('delete from events')
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
    const events = await suite.database.sql('select distinct kind, user_id from events')
    for (const kind of ['message', 'proposal', 'case'])
      expect(
        events
          .filter((row) => row.kind === kind)
          .map((row) => row.user_id)
          .sort(),
      ).toEqual([clientId, lawyerId].sort())
    const accepted = await acceptedOfCase(asClient, { caseId })
    expect(accepted).toMatchObject({ ok: true, value: { proposal: { id: proposal.id } } })
  })

  test('OPEN-35: assigns the case of the chat while it is open, whatever else is open', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    const own = await makeOpenCase(suite.platform, clientId, { specialty: 'Divorcio' })
    await makeOpenCase(suite.platform, clientId)
    await suite.database.sql('update chats set case_id = $1 where id = $2', [own, chatId])
    const { id, case_id } = await makeProposal(suite.platform, { chatId, lawyerId })
    expect(case_id).toBe(own)
    expect(await acceptProposal(asClient, { proposalId: id })).toMatchObject({ value: { caseId: own } })
    expect(await caseOf(own)).toMatchObject({ status: 'activo', lawyer_id: lawyerId, dated: true })
  })

  test('OPEN-35: otherwise assigns the only open case with a specialty of the lawyer', async () => {
    const clientId = await client()
    const lawyerId = await lawyer('Ana', ['Divorcio', 'Otro'])
    const chatId = await makeChat(suite.platform, { clientId, lawyerId })
    await makeOpenCase(suite.platform, clientId, { specialty: 'Acoso laboral' })
    const matching = await makeOpenCase(suite.platform, clientId, { specialty: 'Divorcio' })
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId })
    expect(await answerProposal(suite.platform, { clientId, proposalId }, 'accept')).toBe(matching)
    // A second proposal in the same chat: that case has its lawyer already, so a new one is created.
    const second = await makeProposal(suite.platform, { chatId, lawyerId })
    expect(second.case_id).toBeNull()
    const other = await answerProposal(suite.platform, { clientId, proposalId: second.id }, 'accept')
    expect(other).not.toBe(matching)
    expect(await caseOf(other ?? '')).toMatchObject({ title: 'Consulta con Ana', lawyer_id: lawyerId })
    expect(await chatOf(chatId)).toMatchObject({ case_id: other })
  })

  test('OPEN-35: creates a new case when two open cases match', async () => {
    const { clientId, lawyerId, chatId } = await conversation()
    const open = [await makeOpenCase(suite.platform, clientId), await makeOpenCase(suite.platform, clientId)]
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId })
    const made = await answerProposal(suite.platform, { clientId, proposalId }, 'accept')
    expect(open).not.toContain(made)
    for (const id of open) expect(await caseOf(id)).toMatchObject({ status: 'ingresado', lawyer_id: null })
  })

  test('OPEN-32, OPEN-35: a proposal is for the last sought case while it is open, then the case of the chat, then none', async () => {
    const { clientId, lawyerId, chatId, asClient } = await conversation()
    await setPlan(suite.platform.db, lawyerId, 'basico', 0)
    const asLawyer = await actingAs(suite.platform, lawyerId)
    const [own, sought] = [
      await makeOpenCase(suite.platform, clientId),
      await makeOpenCase(suite.platform, clientId),
    ]
    for (const caseId of [own, sought, own, sought])
      expect(await startFromCase(asLawyer, { caseId })).toEqual({
        ok: true,
        value: { chatId, spent: false },
      })
    expect(await chatOf(chatId)).toMatchObject({ case_id: own, sought_case_id: sought })
    const caseOfNext = async () => (await makeProposal(suite.platform, { chatId, lawyerId })).case_id
    expect(await caseOfNext()).toBe(sought)
    const rival = await lawyer('Rival')
    for (const [taken, next] of [
      [sought, own],
      [own, null],
    ]) {
      await suite.database.sql(
        `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
        [taken, rival],
      )
      expect(await caseOfNext()).toBe(next)
    }
    // A proposal for a case that another lawyer got stays valid: accepting it creates a new case.
    const proposalsForSought = await suite.database.sql<{ id: string }>(
      'select id from proposals where case_id = $1',
      [sought],
    )
    const result = await acceptProposal(asClient, { proposalId: proposalsForSought[0]?.id ?? '' })
    if (!result.ok) throw new Error(result.refusal.message)
    expect([own, sought]).not.toContain(result.value.caseId)
    expect(await caseOf(sought)).toMatchObject({ lawyer_id: rival })
    expect(await caseOf(result.value.caseId)).toMatchObject({ status: 'activo', lawyer_id: lawyerId })
  })

  test('OPEN-32, OPEN-35, CAL-20: two lawyers with active cases seek one case, both proposals are accepted concurrently: one lawyer gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const clientId = await client()
      const lawyers = []
      for (const name of ['Uno', 'Dos']) {
        const lawyerId = await lawyer(name)
        await setPlan(suite.platform.db, lawyerId, 'basico', 0)
        const { caseId, chatId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
        lawyers.push({
          lawyerId,
          chatId,
          activeCaseId: caseId,
          context: await actingAs(suite.platform, lawyerId),
        })
      }
      const caseId = await makeOpenCase(suite.platform, clientId)
      const starts = lawyers.flatMap(({ context }) => [context, context, context])
      const started = await Promise.all(starts.map((context) => startFromCase(context, { caseId })))
      expect(started.every((result) => result.ok && !result.value.spent)).toBe(true)
      const ids = await Promise.all(
        lawyers.map(async (party) => (await makeProposal(suite.platform, party)).id),
      )
      const asClient = await actingAs(suite.platform, clientId)
      // Both lawyers press «Iniciar Chat» again concurrently: no deadlock.
      const [answers, again] = await Promise.all([
        Promise.all(ids.map((proposalId) => acceptProposal(asClient, { proposalId }))),
        Promise.all(lawyers.map(({ context }) => startFromCase(context, { caseId }))),
      ])
      expect(answers.filter((result) => result.ok)).toMatchObject([{ value: { caseId } }])
      for (const result of again) if (!result.ok) expect(result.refusal.code).toBe('CONFLICT')
      expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['accepted', 'rejected'])
      const cases = await suite.database.sql<{ id: string }>('select id from cases where client_id = $1', [
        clientId,
      ])
      expect(cases.map(({ id }) => id).sort()).toEqual(
        [caseId, ...lawyers.map((one) => one.activeCaseId)].sort(),
      )
    }
  })

  test('OPEN-35: rejects the other pending proposals for the case and says so in their chats', async () => {
    const clientId = await client()
    const caseId = await makeOpenCase(suite.platform, clientId)
    const made = []
    for (const name of ['Uno', 'Dos', 'Tres']) {
      const lawyerId = await lawyer(name)
      const chatId = await makeChat(suite.platform, { clientId, lawyerId })
      await suite.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
      const { id } = await makeProposal(suite.platform, { chatId, lawyerId })
      made.push({ id, chatId, lawyerId })
    }
    const [first, ...rest] = made
    await suite.database.sql('delete from events')
    expect(await answerProposal(suite.platform, { clientId, proposalId: first?.id ?? '' }, 'accept')).toBe(
      caseId,
    )
    for (const { id, chatId, lawyerId } of rest) {
      expect(await statusOf(id)).toBe('rejected')
      expect((await messagesOf(chatId)).at(-1)).toMatchObject({
        type: 'system',
        content: 'La propuesta ha sido rechazada.',
      })
      expect(
        await suite.database.sql(
          `select 1 from events where kind = 'proposal' and user_id = $1 and ref = $2`,
          [lawyerId, id],
        ),
      ).toHaveLength(1)
    }
    expect(await chatOf(rest[0]?.chatId ?? '')).toMatchObject({ case_id: caseId })
  })

  test('abuse 21: two proposals for one case accepted concurrently: one succeeds, never two lawyers', async () => {
    for (let round = 0; round < 5; round++) {
      const clientId = await client()
      const caseId = await makeOpenCase(suite.platform, clientId)
      const ids: string[] = []
      for (const name of ['Uno', 'Dos']) {
        const lawyerId = await lawyer(name)
        const chatId = await makeChat(suite.platform, { clientId, lawyerId })
        await suite.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
        ids.push((await makeProposal(suite.platform, { chatId, lawyerId })).id)
      }
      const context = await actingAs(suite.platform, clientId)
      const results = await Promise.all(ids.map((proposalId) => acceptProposal(context, { proposalId })))
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['accepted', 'rejected'])
      expect(await suite.database.sql('select id from cases where client_id = $1', [clientId])).toEqual([
        { id: caseId },
      ])
    }
  })

  test('concurrent accept, reject and withdraw: exactly one succeeds, without deadlock', async () => {
    for (let round = 0; round < 8; round++) {
      const { chatId, lawyerId, asClient, asLawyer, clientId } = await conversation()
      const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId })
      const acts = [acceptProposal, rejectProposal, withdrawProposal, acceptProposal, rejectProposal]
      const results = await Promise.all(
        acts.map((act) => act(act === withdrawProposal ? asLawyer : asClient, { proposalId })),
      )
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      const cases = await suite.database.sql('select 1 from cases where client_id = $1', [clientId])
      expect(cases).toHaveLength((await statusOf(proposalId)) === 'accepted' ? 1 : 0)
      const systemMessages = (await messagesOf(chatId)).filter((row) => row.type === 'system')
      expect(systemMessages).toHaveLength((await statusOf(proposalId)) === undefined ? 1 : 2)
    }
  })
})

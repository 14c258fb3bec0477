import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { retryWhileUnavailable } from '../../../tests/support/database/test-database.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import {
  answerProposal,
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../demo-data/conversations.ts'
import { updateName } from '../accounts/commands.server.ts'
import { readMessagesForEvents } from '../chat/commands.server.ts'
import { listMessages } from '../chat/conversation.server.ts'
import {
  acceptProposal,
  createProposal,
  pendingOfClient,
  pendingOfLawyer,
  proposalById,
  proposalsByIds,
  rejectProposal,
  withdrawProposal,
} from './commands.server.ts'
import { MESSAGES } from './schema.ts'

const suite = useDatabase()
const { client, lawyer, conversation, messagesOf, chatOf } = chatFixtures(suite)

describe('sending', () => {
  test('PRP-03, OPEN-39, TRAP-29: writes the proposal, its message, the system message, one unread and the last message', async () => {
    const { chatId, asLawyer, lawyerId, clientId } = await conversation()
    await suite.database.sql('delete from events')
    const input = {
      id: randomUUID(),
      chatId,
      summary: 'Demanda',
      fee: 350_000,
      conditions: ['En dos cuotas'],
    }
    const sent = await createProposal(asLawyer, { ...input, deadline: '2099-12-31' })
    expect(sent).toEqual({
      ok: true,
      value: {
        id: input.id,
        chat_id: chatId,
        case_id: null,
        case_title: null,
        creator_id: lawyerId,
        mine: true,
        content: { summary: 'Demanda', fee: 350_000, deadline: '2099-12-31', conditions: ['En dos cuotas'] },
        status: 'pending',
        version: 1,
        created_at: expect.any(String),
        decided_at: null,
      },
    })
    expect(await messagesOf(chatId)).toEqual([
      { type: 'proposal', content: 'Propuesta enviada', side: 'lawyer', proposal_id: input.id },
      {
        type: 'system',
        content: ' ha enviado una propuesta.',
        side: 'lawyer',
        proposal_id: null,
      },
    ])
    expect(await chatOf(chatId)).toMatchObject({
      last_message: 'Propuesta enviada',
      client_unread_count: 1,
      lawyer_unread_count: 0,
      last_seq: 2,
    })
    const events = await suite.database.sql('select kind, user_id from events order by id')
    expect(events.map((row) => row.kind).sort()).toEqual([
      'message',
      'message',
      'message',
      'message',
      // To the client alone (SEG-57).
      'notice',
      'proposal',
      'proposal',
    ])
    expect(new Set(events.map((row) => row.user_id))).toEqual(new Set([clientId, lawyerId]))
  })

  test('the same one 100 times, concurrently and later, is one proposal; other content under its id is refused', async () => {
    const { chatId, asLawyer } = await conversation()
    const input = { id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] }
    const send = () => retryWhileUnavailable(() => createProposal(asLawyer, input))
    const answers = await Promise.all(Array.from({ length: 100 }, send))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.ok).toBe(true)
    expect(await messagesOf(chatId)).toHaveLength(2)
    const before = await suite.database.snapshot()
    for (const other of [{ fee: 2 }, { summary: 'Otra' }, { conditions: ['x'] }, { deadline: '2099-01-01' }])
      expect(await createProposal(asLawyer, { ...input, ...other })).toEqual({
        ok: false,
        refusal: { code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' },
      })
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('CHA-21, OPEN-36: refused for clients, unverified lawyers, lawyers outside the chat, and with a past deadline', async () => {
    const { chatId, asClient, asLawyer } = await conversation()
    const other = await actingAs(suite.platform, await lawyer())
    const before = await suite.database.snapshot()
    const input = { id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] }
    const unverified = structuredClone(asLawyer.session)
    unverified.user.verification_status = 'admin_pending'
    const code = async (result: ReturnType<typeof createProposal>) => {
      const answer = await result
      return answer.ok ? null : answer.refusal.code
    }
    expect(await code(createProposal(asClient, input))).toBe('FORBIDDEN')
    expect(await code(createProposal({ ...asLawyer, session: unverified }, input))).toBe('FORBIDDEN')
    expect(await code(createProposal(other, input))).toBe('NOT_FOUND')
    expect(await createProposal(asLawyer, { ...input, deadline: '2020-01-01' })).toMatchObject({
      refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { deadline: MESSAGES.deadlinePast } },
    })
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('abuse 8: proposals over the rate limit are refused, and withdrawn ones count because their messages stay', async () => {
    const { chatId, asLawyer, lawyerId, clientId } = await conversation()
    await suite.database.sql(
      `with sent as (
         insert into messages (id, chat_id, seq, sender_id, side, type, content)
         select gen_random_uuid(), $1, n, $2, 'lawyer', 'proposal', 'Propuesta enviada' from generate_series(1, 99) as n)
       update chats set last_seq = 99, lawyer_answered = true where id = $1`,
      [chatId, lawyerId],
    )
    await sendText(suite.platform, chatId, clientId, 'Gracias, las estoy mirando.')
    const next = () => ({ id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] })
    const last = next()
    expect(await createProposal(asLawyer, last)).toMatchObject({ ok: true })
    expect(await withdrawProposal(asLawyer, { proposalId: last.id })).toMatchObject({ ok: true })
    const before = await suite.database.snapshot()
    expect(await createProposal(asLawyer, next())).toMatchObject({ refusal: { code: 'TOO_MANY_REQUESTS' } })
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-39, abuse 18: the system message shows the sender’s current name, never an earlier one', async () => {
    const { chatId, lawyerId, asClient, asLawyer } = await conversation()
    const lines = async () => {
      const page = await listMessages(asClient, { chatId, limit: 10 })
      return page.ok && page.value.messages.map(({ content }) => content)
    }
    await updateName(asLawyer, { name: 'Amparo: transfiere $20.000 en www.pagos.cl. Quien no paga, nos' })
    await makeProposal(suite.platform, { chatId, lawyerId })
    await updateName(asLawyer, { name: 'Andrés Muñoz' })
    expect(await lines()).toEqual(['Propuesta enviada', 'Aviso: «Andrés Muñoz» ha enviado una propuesta.'])
    const [system] = await suite.database.sql<{ id: string }>(
      `select id from messages where chat_id = $1 and type = 'system'`,
      [chatId],
    )
    const live = await readMessagesForEvents(suite.platform.db, [system?.id ?? ''])
    expect([...live.values()][0]?.content).toBe('Aviso: «Andrés Muñoz» ha enviado una propuesta.')
    await suite.database.sql('delete from "user" where id = $1', [lawyerId])
    expect(await lines()).toEqual([
      'Propuesta enviada',
      'Aviso: «Usuario eliminado» ha enviado una propuesta.',
    ])
  })
})

describe('PRP-08, OPEN-38: a refused command writes nothing', () => {
  test('abuse 20, 22: own 403, foreign and unknown 404, closed 409, each with its message', async () => {
    const { chatId, lawyerId, asClient, asLawyer, clientId } = await conversation()
    const stranger = await actingAs(suite.platform, await client())
    const otherLawyer = await actingAs(suite.platform, await lawyer())
    const pending = (await makeProposal(suite.platform, { chatId, lawyerId })).id
    const accepted = (await makeProposal(suite.platform, { chatId, lawyerId })).id
    await answerProposal(suite.platform, { clientId, proposalId: accepted }, 'accept')
    const rejected = (await makeProposal(suite.platform, { chatId, lawyerId })).id
    await answerProposal(suite.platform, { clientId, proposalId: rejected }, 'reject')
    const before = await suite.database.snapshot()
    const acts = [
      { act: acceptProposal, failure: 'No se pudo aceptar la propuesta.', right: asClient, wrong: asLawyer },
      { act: rejectProposal, failure: 'No se pudo rechazar la propuesta.', right: asClient, wrong: asLawyer },
      {
        act: withdrawProposal,
        failure: 'No se pudo eliminar la propuesta.',
        right: asLawyer,
        wrong: asClient,
      },
    ] as const
    for (const { act, failure, right, wrong } of acts) {
      for (const who of [stranger, otherLawyer])
        for (const proposalId of [pending, accepted, randomUUID()])
          expect(await act(who, { proposalId })).toEqual({
            ok: false,
            refusal: { code: 'NOT_FOUND', message: failure, reason: 'PROPOSAL_UNCHANGED' },
          })
      expect(await act(wrong, { proposalId: pending })).toMatchObject({
        refusal: { code: 'FORBIDDEN', message: expect.stringContaining(failure) },
      })
      expect(await act(right, { proposalId: accepted })).toEqual({
        ok: false,
        refusal: { code: 'CONFLICT', message: `${failure} Ya fue aceptada.`, reason: 'PROPOSAL_UNCHANGED' },
      })
      expect(await act(right, { proposalId: rejected })).toEqual({
        ok: false,
        refusal: { code: 'CONFLICT', message: `${failure} Ya fue rechazada.`, reason: 'PROPOSAL_UNCHANGED' },
      })
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('PRP-05, OPEN-38: after a withdrawal the message stays and the card is not found', async () => {
    const { chatId, lawyerId, asClient, asLawyer } = await conversation()
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId })
    expect(await withdrawProposal(asLawyer, { proposalId })).toEqual({ ok: true, value: { withdrawn: true } })
    expect((await messagesOf(chatId))[0]).toMatchObject({ type: 'proposal', proposal_id: null })
    expect(await proposalById(asClient, { proposalId })).toEqual({
      ok: false,
      refusal: { code: 'NOT_FOUND', message: 'No se pudo cargar la propuesta.' },
    })
  })
})

describe('lists', () => {
  test('CAL-19: cards of my chats only', async () => {
    const one = await conversation()
    const two = await conversation()
    const mine = await makeProposal(suite.platform, one)
    const foreign = await makeProposal(suite.platform, two)
    const found = await proposalsByIds(one.asClient, { ids: [mine.id, foreign.id, randomUUID()] })
    expect(found).toEqual({ ok: true, value: { proposals: [{ ...mine, mine: false }] } })
  })

  test('DAL-05: own pending ones, newest first, with case title and client', async () => {
    const clientId = await client('Rosa Díaz')
    const lawyerId = await lawyer()
    const chatId = await makeChat(suite.platform, { clientId, lawyerId })
    const caseId = await makeOpenCase(suite.platform, clientId)
    const first = await makeProposal(suite.platform, { chatId, lawyerId })
    await suite.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
    const second = await makeProposal(suite.platform, { chatId, lawyerId })
    const closed = await makeProposal(suite.platform, { chatId, lawyerId })
    await answerProposal(suite.platform, { clientId, proposalId: closed.id }, 'reject')
    const page = await pendingOfLawyer(await actingAs(suite.platform, lawyerId), {})
    if (!page.ok) throw new Error(page.refusal.message)
    expect(page.value.next).toBeNull()
    expect(page.value.total).toBe(2)
    expect(page.value.proposals.map(({ id, case_title, client: who }) => [id, case_title, who.name])).toEqual(
      [
        [second.id, 'Consulta de Arriendo (conflictos) en Ñuñoa', 'Rosa Díaz'],
        [first.id, null, 'Rosa Díaz'],
      ],
    )
  })

  test('the pending proposals to a client, from all lawyers and only to this client, newest first', async () => {
    const { clientId, chatId, lawyerId, asLawyer } = await conversation()
    const other = await conversation()
    await makeProposal(suite.platform, { chatId: other.chatId, lawyerId: other.lawyerId })
    const first = await makeProposal(suite.platform, { chatId, lawyerId }, { fee: 380_000 })
    const closed = await makeProposal(suite.platform, { chatId, lawyerId })
    await answerProposal(suite.platform, { clientId, proposalId: closed.id }, 'reject')
    const second = await lawyer()
    const secondChat = await makeChat(suite.platform, { clientId, lawyerId: second })
    const last = await makeProposal(suite.platform, { chatId: secondChat, lawyerId: second })
    const page = await pendingOfClient(await actingAs(suite.platform, clientId), {})
    if (!page.ok) throw new Error(page.refusal.message)
    expect(page.value).toMatchObject({ next: null, total: 2 })
    expect(page.value.proposals.map(({ id, mine, lawyer: who }) => [id, mine, who.id])).toEqual([
      [last.id, false, second],
      [first.id, false, lawyerId],
    ])
    expect(await pendingOfClient(asLawyer, {})).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
  })

  test('a unique index allows one accepted proposal per case', async () => {
    const clientId = await client()
    const lawyerId = await lawyer()
    const { caseId, chatId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
    const { id } = await makeProposal(suite.platform, { chatId, lawyerId })
    await expect(
      suite.database.sql(
        `update proposals set status = 'accepted', decided_at = now(), case_id = $2 where id = $1`,
        [id, caseId],
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/suite.ts'
import type { SignedIn } from '../../platform/rpc/context.server.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { actingAs } from '../../server/factories/acting.ts'
import {
  answerProposal,
  makeChat,
  makeOpenCase,
  makeProposal,
  say,
} from '../../server/factories/conversations.ts'
import { chatById, chatOfCase, listMyChats, openChat } from '../chat/commands.server.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'
import { createProposal, leaveProposals, withdrawProposal } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

// Somebody leaves at the very moment at which the other does something: each test stands inside the deletion.
const house = useDatabase()

const client = async () => (await makeAccount(house.platform.db, { name: 'Camila Rojas' })).id
const lawyer = async () =>
  (await makeAccount(house.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id

async function conversation() {
  const [clientId, lawyerId] = await Promise.all([client(), lawyer()])
  const chatId = await makeChat(house.platform, { clientId, lawyerId })
  return { clientId, lawyerId, chatId, asLawyer: await actingAs(house.platform, lawyerId) }
}

/** Until a connection waits for another's lock. */
const waits = () =>
  expect
    .poll(() =>
      house.database.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toEqual([])

/** The steps of a deletion that others meet; between them, what `meanwhile` begins. @returns what became of that */
async function whileLeaving<T>(userId: string, meanwhile: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await house.platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom('lawyer_profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await leaveProposals(tx, house.platform, userId)
    begun = meanwhile()
    // A fault is told by whoever waits for it below.
    begun.catch(() => {})
    await waits()
    await tx.deleteFrom('user').where('id', '=', userId).execute()
  })
  if (!begun) throw new Error('nothing begun')
  return begun
}

const draft = (chatId: string) => ({ id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] })

describe('OPEN-58: at the very moment of leaving', () => {
  test.each(['client', 'lawyer'] as const)('no proposal is left pending when the %s goes', async (who) => {
    const { clientId, lawyerId, chatId, asLawyer } = await conversation()
    const create = () => createProposal(asLawyer, draft(chatId))
    expect(await whileLeaving(who === 'client' ? clientId : lawyerId, create)).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: CHAT_MESSAGES.gone },
    })
    for (const table of ['proposals', 'messages'])
      expect(await house.database.sql(`select 1 from ${table} where chat_id = $1`, [chatId])).toEqual([])
  })

  test.each(['client', 'lawyer'] as const)(
    'CAL-09 no chat is opened when the %s goes, and nothing breaks',
    async (who) => {
      const [clientId, lawyerId] = await Promise.all([client(), lawyer()])
      const asClient = await actingAs(house.platform, clientId)
      const open = () => openChat(asClient, { lawyerId })
      expect(await whileLeaving(who === 'client' ? clientId : lawyerId, open)).toEqual({
        ok: false,
        refusal: { code: 'NOT_FOUND', message: CHAT_MESSAGES.lawyerNotFound },
      })
      expect(
        await house.database.sql('select 1 from chats where $1 in (client_id, lawyer_id)', [clientId]),
      ).toEqual([])
    },
  )
})

describe('OPEN-38: a withdrawn proposal', () => {
  test('sent again stays withdrawn, also when it is sent while it is withdrawn', async () => {
    const { chatId, clientId, asLawyer } = await conversation()
    const input = draft(chatId)
    expect(await createProposal(asLawyer, input)).toMatchObject({ ok: true })
    expect(await withdrawProposal(asLawyer, { proposalId: input.id })).toMatchObject({ ok: true })
    const before = await house.database.snapshot()
    const refused = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.withdrawn } }
    expect(await createProposal(asLawyer, input)).toEqual(refused)
    expect(await house.database.snapshot()).toEqual(before)
    for (let round = 0; round < 5; round++) {
      const other = draft(chatId)
      // Else the sixth in a row would be one too many.
      await say(house.platform, chatId, clientId, 'La miro.')
      await createProposal(asLawyer, other)
      await Promise.all([
        withdrawProposal(asLawyer, { proposalId: other.id }),
        ...Array.from({ length: 6 }, () => createProposal(asLawyer, other)),
      ])
      expect(await house.database.sql('select 1 from proposals where id = $1', [other.id])).toEqual([])
      expect(await createProposal(asLawyer, other)).toEqual(refused)
    }
  })

  test('a proposal under the id of somebody’s message is refused', async () => {
    const { clientId, chatId, asLawyer } = await conversation()
    const asClient = await actingAs(house.platform, clientId)
    const input = draft(chatId)
    await house.database.sql(
      `with moved as (update chats set last_seq = 1, lawyer_unread_count = 1 where id = $2)
       insert into messages (id, chat_id, seq, sender_id, side, type, content) values ($1, $2, 1, $3, 'client', 'text', 'x')`,
      [input.id, chatId, asClient.session.userId],
    )
    const before = await house.database.snapshot()
    expect(await createProposal(asLawyer, input)).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: MESSAGES.idTaken },
    })
    expect(await house.database.snapshot()).toEqual(before)
  })
})

test('CAS-29: the chat of a case is that with its lawyer, whoever else talked about it', async () => {
  for (const taken of [0, 1, 2]) {
    const clientId = await client()
    const caseId = await makeOpenCase(house.platform, clientId)
    const asClient = await actingAs(house.platform, clientId)
    const chats: { chatId: string; lawyerId: string }[] = []
    for (let count = 0; count < 3; count++) {
      const lawyerId = await lawyer()
      chats.push({ lawyerId, chatId: await makeChat(house.platform, { clientId, lawyerId }) })
    }
    await house.database.sql('update chats set case_id = $1 where client_id = $2', [caseId, clientId])
    expect(await chatOfCase(asClient, { caseId })).toEqual({ ok: true, value: { chatId: null } })
    const shown = async (context: SignedIn, { chatId }: { chatId: string }) => {
      const [byId, list] = [await chatById(context, { chatId }), await listMyChats(context, {})]
      const listed = list.ok ? list.value.chats.find(({ id }) => id === chatId)?.case_id : undefined
      expect(byId).toMatchObject({ ok: true, value: { case_id: listed ?? null } })
      return listed
    }
    const chosen = chats[taken]
    if (!chosen) throw new Error('no chat')
    const { id: proposalId } = await makeProposal(house.platform, chosen)
    expect(await answerProposal(house.platform, { clientId, proposalId }, 'accept')).toBe(caseId)
    const found = { ok: true, value: { chatId: chosen.chatId } }
    expect(await chatOfCase(asClient, { caseId })).toEqual(found)
    expect(await chatOfCase(await actingAs(house.platform, chosen.lawyerId), { caseId })).toEqual(found)
    for (const chat of chats) {
      const asLawyer = await actingAs(house.platform, chat.lawyerId)
      expect(await shown(asClient, chat)).toBe(caseId)
      // CAS-06: the way to a case is offered to who is in it.
      expect(await shown(asLawyer, chat)).toBe(chat === chosen ? caseId : null)
      if (chat !== chosen)
        expect(await chatOfCase(asLawyer, { caseId })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    }
    // Its lawyer has gone: still that one.
    await house.database.sql(`update cases set status = 'finalizado' where id = $1`, [caseId])
    await house.database.sql('delete from "user" where id = $1', [chosen.lawyerId])
    expect(await chatOfCase(asClient, { caseId })).toEqual(found)
  }
})

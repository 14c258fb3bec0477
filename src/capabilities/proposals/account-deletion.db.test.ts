import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import {
  answerProposal,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../demo-data/conversations.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { chatById, chatOfCase, listMyChats, openChat } from '../chat/commands.server.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'
import { createProposal, leaveProposals, withdrawProposal } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

// Each test runs a command while the transaction that deletes an account is open.
const suite = useDatabase()

const client = async () => (await makeAccount(suite.platform.db, { name: 'Camila Rojas' })).id
const lawyer = async () =>
  (await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id

async function conversation() {
  const [clientId, lawyerId] = await Promise.all([client(), lawyer()])
  const chatId = await makeChat(suite.platform, { clientId, lawyerId })
  return { clientId, lawyerId, chatId, asLawyer: await actingAs(suite.platform, lawyerId) }
}

/** Resolves once some connection is blocked by a lock. */
const untilLockWait = () =>
  expect
    .poll(() =>
      suite.database.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .not.toEqual([])

/**
 * Runs the deletion steps that lock rows of other users, and starts `command` between them.
 * @returns the result of `command`
 */
async function duringDeletion<T>(userId: string, command: () => Promise<T>): Promise<T> {
  let started: Promise<T> | undefined
  await suite.platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom('lawyer_profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await leaveProposals(tx, suite.platform, userId)
    started = command()
    // The caller receives the error from the returned promise; this only prevents an unhandled rejection.
    started.catch(() => {})
    await untilLockWait()
    await tx.deleteFrom('user').where('id', '=', userId).execute()
  })
  if (!started) throw new Error('command not started')
  return started
}

const draft = (chatId: string) => ({ id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] })

describe('OPEN-58: while an account is being deleted', () => {
  test.each(['client', 'lawyer'] as const)(
    'no pending proposal remains when the %s is deleted',
    async (role) => {
      const { clientId, lawyerId, chatId, asLawyer } = await conversation()
      const create = () => createProposal(asLawyer, draft(chatId))
      expect(await duringDeletion(role === 'client' ? clientId : lawyerId, create)).toEqual({
        ok: false,
        refusal: { code: 'CONFLICT', message: CHAT_MESSAGES.gone },
      })
      for (const table of ['proposals', 'messages'])
        expect(await suite.database.sql(`select 1 from ${table} where chat_id = $1`, [chatId])).toEqual([])
    },
  )

  test.each(['client', 'lawyer'] as const)(
    'CAL-09 no chat is opened while the %s is deleted, and no error is thrown',
    async (role) => {
      const [clientId, lawyerId] = await Promise.all([client(), lawyer()])
      const asClient = await actingAs(suite.platform, clientId)
      const open = () => openChat(asClient, { lawyerId })
      expect(await duringDeletion(role === 'client' ? clientId : lawyerId, open)).toEqual({
        ok: false,
        refusal: { code: 'NOT_FOUND', message: CHAT_MESSAGES.lawyerNotFound },
      })
      expect(
        await suite.database.sql('select 1 from chats where $1 in (client_id, lawyer_id)', [clientId]),
      ).toEqual([])
    },
  )
})

describe('OPEN-38: a withdrawn proposal', () => {
  test('a resend is refused, also when it runs concurrently with the withdrawal', async () => {
    const { chatId, clientId, asLawyer } = await conversation()
    const input = draft(chatId)
    expect(await createProposal(asLawyer, input)).toMatchObject({ ok: true })
    expect(await withdrawProposal(asLawyer, { proposalId: input.id })).toMatchObject({ ok: true })
    const before = await suite.database.snapshot()
    const refused = {
      ok: false,
      refusal: { code: 'CONFLICT', message: MESSAGES.withdrawn, reason: 'PROPOSAL_WITHDRAWN' },
    }
    expect(await createProposal(asLawyer, input)).toEqual(refused)
    expect(await suite.database.snapshot()).toEqual(before)
    for (let round = 0; round < 5; round++) {
      const other = draft(chatId)
      // The client writes, because a sixth consecutive proposal would be refused.
      await sendText(suite.platform, chatId, clientId, 'La miro.')
      await createProposal(asLawyer, other)
      await Promise.all([
        withdrawProposal(asLawyer, { proposalId: other.id }),
        ...Array.from({ length: 6 }, () => createProposal(asLawyer, other)),
      ])
      expect(await suite.database.sql('select 1 from proposals where id = $1', [other.id])).toEqual([])
      expect(await createProposal(asLawyer, other)).toEqual(refused)
    }
  })

  test('a proposal with the id of an existing message is refused', async () => {
    const { clientId, chatId, asLawyer } = await conversation()
    const asClient = await actingAs(suite.platform, clientId)
    const input = draft(chatId)
    await suite.database.sql(
      `with moved as (update chats set last_seq = 1, lawyer_unread_count = 1 where id = $2)
       insert into messages (id, chat_id, seq, sender_id, side, type, content) values ($1, $2, 1, $3, 'client', 'text', 'x')`,
      [input.id, chatId, asClient.session.userId],
    )
    const before = await suite.database.snapshot()
    expect(await createProposal(asLawyer, input)).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' },
    })
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

test('CAS-29: the chat of a case is the one with its lawyer, whichever other lawyers discussed it', async () => {
  for (const chosenIndex of [0, 1, 2]) {
    const clientId = await client()
    const caseId = await makeOpenCase(suite.platform, clientId)
    const asClient = await actingAs(suite.platform, clientId)
    const chats: { chatId: string; lawyerId: string }[] = []
    for (let count = 0; count < 3; count++) {
      const lawyerId = await lawyer()
      chats.push({ lawyerId, chatId: await makeChat(suite.platform, { clientId, lawyerId }) })
    }
    await suite.database.sql('update chats set case_id = $1 where client_id = $2', [caseId, clientId])
    expect(await chatOfCase(asClient, { caseId })).toEqual({ ok: true, value: { chatId: null } })
    const shown = async (context: SignedInContext, { chatId }: { chatId: string }) => {
      const [byId, list] = [await chatById(context, { chatId }), await listMyChats(context, {})]
      const listed = list.ok ? list.value.chats.find(({ id }) => id === chatId)?.case_id : undefined
      expect(byId).toMatchObject({ ok: true, value: { case_id: listed ?? null } })
      return listed
    }
    const chosen = chats[chosenIndex]
    if (!chosen) throw new Error('no chat')
    const { id: proposalId } = await makeProposal(suite.platform, chosen)
    expect(await answerProposal(suite.platform, { clientId, proposalId }, 'accept')).toBe(caseId)
    const found = { ok: true, value: { chatId: chosen.chatId } }
    expect(await chatOfCase(asClient, { caseId })).toEqual(found)
    expect(await chatOfCase(await actingAs(suite.platform, chosen.lawyerId), { caseId })).toEqual(found)
    for (const chat of chats) {
      const asLawyer = await actingAs(suite.platform, chat.lawyerId)
      expect(await shown(asClient, chat)).toBe(caseId)
      // CAS-06: only the parties of a case get a link to it.
      expect(await shown(asLawyer, chat)).toBe(chat === chosen ? caseId : null)
      if (chat !== chosen)
        expect(await chatOfCase(asLawyer, { caseId })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    }
    // The account of the lawyer is deleted: the chat stays the same.
    await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [caseId])
    await suite.database.sql('delete from "user" where id = $1', [chosen.lawyerId])
    expect(await chatOfCase(asClient, { caseId })).toEqual(found)
  }
})

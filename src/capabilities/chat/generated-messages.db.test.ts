import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { makeChat } from '../../demo-data/conversations.ts'
import { transact } from '../../platform/database/database.server.ts'
import { accept } from '../../platform/errors/refusal.ts'
import { authorizeChatParty, postProposalMessage, postSystemMessage } from './commands.server.ts'

const app = useDatabase()

async function parties() {
  const clientId = (await makeAccount(app.platform.db, { name: 'Camila Rojas' })).id
  const { id: lawyerId } = await makeAccount(app.platform.db, {
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  const chatId = await makeChat(app.platform, { clientId, lawyerId })
  const partyOf = async (userId: string) => {
    const party = await authorizeChatParty(app.platform.db, chatId, userId)
    if (!party.ok) throw new Error('no party')
    return party.value
  }
  const proposalId = randomUUID()
  await app.database.sql(
    `insert into proposals (id, chat_id, creator_id, summary, fee) values ($1, $2, $3, 'Demanda', 100000)`,
    [proposalId, chatId, lawyerId],
  )
  return { chatId, proposalId, client: await partyOf(clientId), lawyer: await partyOf(lawyerId) }
}

test('RT-01 a generated message wakes the live streams after the commit, not before', async () => {
  const { client, lawyer, proposalId } = await parties()
  const wake = Object.assign(vi.fn(), { senderId: randomUUID(), localHubs: new Set<() => void>() })
  for (const post of [
    (tx: Parameters<typeof postSystemMessage>[0]) =>
      postSystemMessage(tx, { wake }, client, { text: 'Una línea.', showInList: true }),
    (tx: Parameters<typeof postSystemMessage>[0]) =>
      postProposalMessage(tx, { wake }, lawyer, { proposalId, text: 'Propuesta' }),
  ]) {
    wake.mockClear()
    await transact(app.platform.db, async (tx) => {
      await post(tx)
      expect(wake).not.toHaveBeenCalled()
      return accept(true)
    })
    expect(wake).toHaveBeenCalledTimes(1)
  }
})

test('B2: a proposal counts as the lawyer’s answer; system messages do not', async () => {
  const { chatId, client, lawyer, proposalId } = await parties()
  const { db, wake } = app.platform
  const answered = async () =>
    (await app.database.sql('select lawyer_answered from chats where id = $1', [chatId]))[0]
  const post = (work: (tx: Parameters<typeof postSystemMessage>[0]) => Promise<void>) =>
    transact(db, async (tx) => {
      await work(tx)
      return accept(true)
    })
  await post((tx) => postSystemMessage(tx, { wake }, lawyer, { text: 'Una línea.', showInList: true }))
  await post((tx) => postSystemMessage(tx, { wake }, client, { text: 'Otra línea.', showInList: true }))
  expect(await answered()).toEqual({ lawyer_answered: false })
  await post((tx) => postProposalMessage(tx, { wake }, lawyer, { proposalId, text: 'Propuesta' }))
  expect(await answered()).toEqual({ lawyer_answered: true })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeChat, makeOpenCase, makeProposal } from '../../demo-data/conversations.ts'
import { acceptProposal, rejectProposal } from './commands.server.ts'

const suite = useDatabase()
const { client, lawyer } = chatFixtures(suite)

test('abuse 21 accepting a proposal while rejecting another one of the same chat does not deadlock', {
  timeout: 120_000,
}, async () => {
  const failures: unknown[] = []
  for (let round = 0; round < 25; round++) {
    const clientId = await client()
    const caseId = await makeOpenCase(suite.platform, clientId)
    const lawyerId = await lawyer('Uno')
    const chatId = await makeChat(suite.platform, { clientId, lawyerId })
    await suite.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
    const accepted = await makeProposal(suite.platform, { chatId, lawyerId })
    const rejected = await makeProposal(suite.platform, { chatId, lawyerId })
    const context = await actingAs(suite.platform, clientId)
    // Each round begins the rejection a little later.
    const results = await Promise.allSettled([
      acceptProposal(context, { proposalId: accepted.id }),
      sleep(round).then(() => rejectProposal(context, { proposalId: rejected.id })),
    ])
    failures.push(...results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
  }
  expect(failures).toEqual([])
})

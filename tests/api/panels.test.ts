import { describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { actingAs } from '../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { inProcessClient } from '../../src/server/api.ts'
import { useTestApp } from '../support/app/suite.ts'
import { recordStatements } from '../support/database/record-statements.ts'

const suite = useTestApp()

type Call = (input?: unknown) => Promise<unknown>

/** Runs an operation for a user. @returns the statements that it sends to the database */
async function statementsOf(userId: string, operation: string, input?: unknown): Promise<string[]> {
  const { platform, statements } = recordStatements(suite.platform)
  const context = { ...(await actingAs(suite.platform, userId)), db: platform.db }
  const [slice = '', name = ''] = operation.split('.')
  const calls = inProcessClient(context) as Record<string, Record<string, Call>>
  await calls[slice]?.[name]?.(input)
  return statements
}

async function createPanelData() {
  const { db } = suite.platform
  const lawyerId = (await makeAccount(db, { role: 'lawyer', verificationStatus: 'verified' })).id
  await suite.database.sql(`update lawyer_profiles set plan = 'basico' where id = $1`, [lawyerId])
  const clients: string[] = []
  for (let at = 0; at < 3; at++) {
    const clientId = (await makeAccount(db)).id
    clients.push(clientId)
    const { caseId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
    if (at === 1) await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [caseId])
    const chatId = await makeChat(suite.platform, { clientId, lawyerId })
    await makeProposal(suite.platform, { chatId, lawyerId })
    await makeOpenCase(suite.platform, clientId)
  }
  return { lawyerId, clientId: clients[0] ?? '' }
}

describe('statements per card of a panel', () => {
  test('DAL-02 to DAL-11, DAC-04 to DAC-06: at most two statements each, independent of the number of rows', async () => {
    const { lawyerId, clientId } = await createPanelData()
    const lawyers: [string, unknown?][] = [
      ['plans.credits'],
      ['proposals.pendingOfLawyer', {}],
      ['chat.unreadTotal'],
      ['cases.mine', { list: 'running' }],
      ['cases.mine', { list: 'finished' }],
      ['cases.news'],
      ['reviews.recent'],
    ]
    const clients: [string, unknown?][] = [
      ['cases.mine', { list: 'running' }],
      ['cases.mine', { list: 'waiting' }],
      ['cases.mine', { list: 'finished' }],
      ['reviews.mine', { lawyerIds: [lawyerId] }],
    ]
    for (const [userId, cards] of [
      [lawyerId, lawyers],
      [clientId, clients],
    ] as const)
      for (const [operation, input] of cards) {
        const statements = await statementsOf(userId, operation, input)
        expect(statements.length, `${operation}: ${statements.join('\n')}`).toBeGreaterThan(0)
        expect(statements.length, `${operation}: ${statements.join('\n')}`).toBeLessThanOrEqual(2)
      }
    // «Mis Causas Activas» reads cases and reviews, with two statements in all.
    const running = await statementsOf(clientId, 'cases.mine', { list: 'running' })
    const reviewed = await statementsOf(clientId, 'reviews.mine', { lawyerIds: [lawyerId] })
    expect(running.length + reviewed.length).toBeLessThanOrEqual(2)
  })
})

describe('over HTTP', () => {
  test('ROL-03: market news are for verified lawyers whose plan includes the market', async () => {
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    expect((await lawyer.get('/api/cases/news')).status).toBe(403)
    await suite.database.sql(`update lawyer_profiles set plan = 'basico' where id = $1`, [lawyer.id])
    const answer = await lawyer.get('/api/cases/news')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ count: expect.any(Number) })
  })

  test('OPEN-11: unknown lists, cursors and keys are refused', async () => {
    const client = await suite.member()
    for (const query of ['', '?list=todas', '?list=running&after=ayer', '?list=running&client_id=x'])
      expect((await client.get(`/api/cases/mine${query}`)).status, query).toBe(422)
  })

  test('DAC-04: a list contains only the user’s own cases, and no e-mail address', async () => {
    const client = await suite.member({ name: 'Camila Rojas' })
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified', name: 'Ana Soto' })
    const other = await suite.member()
    await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const answer = await client.get('/api/cases/mine?list=running')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Ana Soto')
    for (const secret of [lawyer.email, client.email, 'rut', 'phone'])
      expect(answer.text).not.toContain(secret)
    expect((await other.get('/api/cases/mine?list=running')).json()).toEqual({
      items: [],
      next: null,
      total: 0,
    })
  })
})

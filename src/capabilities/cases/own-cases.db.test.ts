import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { explainPlans } from '../../../tests/support/database/explain-plans.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { makeActiveCase, makeOpenCase } from '../../demo-data/conversations.ts'
import { advanceCase, ownCases } from './commands.server.ts'
import type { CaseOwner } from './rules.ts'
import {
  FINISHED_FIRST_PAGE_SIZE,
  OWN_CASE_LISTS,
  OWN_CASES_PAGE_SIZE,
  type OwnCasesInput,
  type OwnCasesPage,
} from './schema.ts'
import { listOwnCases } from './store.server.ts'

const suite = useDatabase()

const client = async (name = 'Camila Rojas') => (await makeAccount(suite.platform.db, { name })).id
const lawyer = async (name = 'Ana Soto') =>
  (await makeAccount(suite.platform.db, { name, role: 'lawyer', verificationStatus: 'verified' })).id

async function mine(userId: string, input: OwnCasesInput): Promise<OwnCasesPage> {
  const page = await ownCases(await actingAs(suite.platform, userId), input)
  if (!page.ok) throw new Error(page.refusal.message)
  return page.value
}

const finish = async (lawyerId: string, caseId: string) =>
  finishCase(await actingAs(suite.platform, lawyerId), caseId)

describe('own cases', () => {
  test('DAC-04, DAL-08, CAS-30: each list has its statuses and the other party, for client and lawyer', async () => {
    const [clientId, lawyerId, stranger] = [await client(), await lawyer(), await lawyer('Otra Abogada')]
    const running = await makeActiveCase(suite.platform, { clientId, lawyerId })
    const waiting = await makeOpenCase(suite.platform, clientId)
    const done = await makeActiveCase(suite.platform, { clientId: await client('Rosa Díaz'), lawyerId })
    await finish(lawyerId, done.caseId)
    expect(await mine(clientId, { list: 'running' })).toEqual({
      items: [
        {
          id: running.caseId,
          title: 'Consulta con Ana Soto',
          status: 'activo',
          since: expect.stringMatching(/Z$/),
          other: { id: lawyerId, name: 'Ana Soto', avatar_url: null },
          chat_id: running.chatId,
          republish_until: null,
          visibility: null,
        },
      ],
      next: null,
      total: 1,
    })
    // OPEN-43: not counted as active.
    expect((await mine(clientId, { list: 'waiting' })).items).toMatchObject([
      { id: waiting, status: 'ingresado', other: null, chat_id: null },
    ])
    expect((await mine(clientId, { list: 'finished' })).items).toEqual([])
    expect((await mine(lawyerId, { list: 'running' })).items).toMatchObject([
      { id: running.caseId, other: { name: 'Camila Rojas' }, chat_id: running.chatId },
    ])
    expect((await mine(lawyerId, { list: 'finished' })).items).toMatchObject([
      { id: done.caseId, status: 'finalizado', other: { name: 'Rosa Díaz' }, chat_id: done.chatId },
    ])
    expect((await mine(lawyerId, { list: 'waiting' })).items).toEqual([])
    for (const list of ['running', 'waiting', 'finished'] as const)
      expect(await mine(stranger, { list })).toEqual({ items: [], next: null, total: 0 })
  })

  test('DAC-04: «en progreso» counts as active', async () => {
    const [clientId, lawyerId] = [await client(), await lawyer()]
    const { caseId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
    await advanceCase(await actingAs(suite.platform, lawyerId), { caseId, to: 'en progreso' })
    expect((await mine(clientId, { list: 'running' })).items).toMatchObject([
      { id: caseId, status: 'en progreso' },
    ])
  })

  test('OPEN-58: a deleted lawyer is shown without name, and the chat is still found', async () => {
    const [clientId, lawyerId] = [await client(), await lawyer()]
    const { caseId, chatId } = await makeActiveCase(suite.platform, { clientId, lawyerId })
    await finish(lawyerId, caseId)
    await suite.database.sql(`delete from "user" where id = $1`, [lawyerId])
    expect((await mine(clientId, { list: 'finished' })).items).toMatchObject([
      { id: caseId, other: { id: null, name: 'Usuario eliminado', avatar_url: null }, chat_id: chatId },
    ])
  })

  test('OPEN-69: pages are newest first without duplicates or gaps, even with equal times', async () => {
    const clientId = await client()
    const count = 2 * OWN_CASES_PAGE_SIZE + 3
    await suite.database.sql(
      `insert into cases (client_id, title, description, created_at)
       select $1, 'Causa ' || n, 'Texto', timestamptz '2026-01-01' + (n / 5) * interval '1 hour'
       from generate_series(1, $2::int) as s (n)`,
      [clientId, count],
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: OwnCasesPage = await mine(clientId, { list: 'waiting', ...(after && { after }) })
      expect(page.total).toBe(count)
      const times = page.items.map(({ since }) => since)
      expect(times).toEqual([...times].sort().reverse())
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(seen).toHaveLength(count)
    expect(new Set(seen).size).toBe(count)
  })

  test('OPEN-03: administrators have no own cases', async () => {
    const { id } = await makeAccount(suite.platform.db, { role: 'admin' })
    expect(await ownCases(await actingAs(suite.platform, id), { list: 'running' })).toMatchObject({
      ok: false,
      refusal: { code: 'FORBIDDEN' },
    })
  })
})

test('DAL-08: the first page of finished cases is shorter; the next page has the rest', async () => {
  const lawyerId = await lawyer()
  await suite.database.sql(
    `insert into cases (client_id, lawyer_id, title, description, status, proposal_accepted_at)
     select $1, $2, 'Causa ' || n, 'Texto', 'finalizado', now() - n * interval '1 day' from generate_series(1, 8) as s (n)`,
    [await client(), lawyerId],
  )
  const first = await mine(lawyerId, { list: 'finished' })
  const second = await mine(lawyerId, { list: 'finished', after: first.next ?? '' })
  expect([first.items.length, second.items.length, second.next]).toEqual([FINISHED_FIRST_PAGE_SIZE, 3, null])
  const titles = [...first.items, ...second.items].map(({ title }) => title)
  expect(titles).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Causa ${n}`))
})

test('no list of the dashboard scans the whole table', async () => {
  const [busy, lawyerId] = [await client(), await lawyer()]
  await suite.database.sql(
    `insert into cases (client_id, title, description, specialty, created_at)
     select $1, 'Causa ' || n, repeat('Texto ', 60), 'Divorcio', now() - n * interval '1 minute'
     from generate_series(1, 20000) as s (n)`,
    [busy],
  )
  await suite.database.sql('vacuum analyze cases')
  for (const side of ['client', 'lawyer'] as const)
    for (const statuses of Object.values(OWN_CASE_LISTS)) {
      const owner = { userId: lawyerId, side } as CaseOwner
      const plans = await explainPlans(suite.platform, (db) =>
        listOwnCases(db, owner, { statuses, after: null, limit: 21 }),
      )
      for (const plan of plans) expect(plan).not.toContain('Seq Scan on cases')
    }
})

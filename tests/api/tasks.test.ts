import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AwaitedDocuments, Task } from '../../src/capabilities/workspace/schema.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { giveTask } from '../../src/demo-data/workspace.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { hasRef, openEventStream } from '../support/network/event-stream.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

/** The person at each process. */
function bothOf(member: Member) {
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return [member, twin] as const
}

test('SEG-26, SEG-27: 50 edits and ticks at once over two processes end in one state, told once a kind, live to both', async () => {
  const [client, lawyer] = await Promise.all([
    suite.member(),
    suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
  ])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const { caseId } = await makeActiveCase(suite.platform, parties)
  const taskId = await giveTask(suite.platform, { caseId, ...parties }, 'Tarea', {
    ...{ assignee: 'client', days: 2 },
  })
  const streams = await Promise.all(
    [client, lawyer].map((who, at) => openEventStream(suite.apps[at]?.url ?? '', who)),
  )
  const items = ['Uno', 'Dos'].map((text) => ({ id: randomUUID(), text }))
  const details = { caseId, taskId, due_on: null, assignee: 'client', note: 'Nota', items }
  const lawyers = bothOf(lawyer)
  const edits = await Promise.all(
    Array.from({ length: 20 }, (_, at) => lawyers[at % 2]?.post('/api/workspace/edit-task', details)),
  )
  expect(edits.map((answer) => answer?.status)).toEqual(Array(20).fill(200))
  const clients = bothOf(client)
  const ticks = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0
        ? clients[at % 2]?.post('/api/workspace/tick-task', { caseId, taskId, done: true })
        : clients[at % 2]?.post('/api/workspace/tick-item', {
            caseId,
            taskId,
            itemId: items[(at % 3) - 1]?.id,
            done: true,
          }),
    ),
  )
  expect(ticks.map((answer) => answer?.status)).toEqual(Array(30).fill(200))
  for (const stream of streams) await stream.waitFor(hasRef(caseId))
  const boards = await Promise.all(
    [...lawyers, ...clients].map(
      async (who) => (await who.get(`/api/workspace/tasks?caseId=${caseId}`)).json<{ tasks: Task[] }>().tasks,
    ),
  )
  for (const board of boards)
    expect(board).toMatchObject([
      { id: taskId, status: 'por_analizar', items_done: 2, items_total: 2, has_note: true },
    ])
  expect(new Set(boards.map((board) => board[0]?.done_at)).size).toBe(1)
  const notices = await suite.database.sql(
    `select kind from notices where user_id = $1 and kind like 'task-%' order by kind`,
    [lawyer.id],
  )
  expect(notices).toEqual([{ kind: 'task-done' }, { kind: 'task-items-done' }])
})

test('SEG-05, SEG-28 the panel names the documents that a client still has to deliver, and nobody else’s', async () => {
  const [client, lawyer] = await Promise.all([
    suite.member(),
    suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
  ])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const { caseId } = await makeActiveCase(suite.platform, parties)
  const [first, last] = [3, 9].map((days) => isoDay(new Date(Date.now() + days * 86_400_000)))
  for (const [dueOn, names] of [
    [last, ['Contrato']],
    [first, ['Carta de despido', 'Liquidaciones']],
  ] as const) {
    const request = { caseId, batchId: randomUUID(), names, dueOn }
    expect((await lawyer.post('/api/workspace/request-documents', request)).status).toBe(200)
  }
  const awaited = async (who: Member) =>
    ((await who.get('/api/workspace/next-tasks')).json() as { documents: AwaitedDocuments[] }).documents
  expect(await awaited(client)).toEqual([
    { case_id: caseId, case_title: expect.any(String), count: 3, due_on: first },
  ])
  expect(await awaited(lawyer)).toEqual([])
  const [request] = await suite.database.sql<{ id: string }>(
    `select id from document_requests where name = 'Contrato' and case_id = $1`,
    [caseId],
  )
  const lacking = { caseId, requestId: request?.id, event: 'lack', reason: 'Lo perdí.' }
  expect((await client.post('/api/workspace/answer-request', lacking)).status).toBe(200)
  expect((await awaited(client))[0]?.count).toBe(2)
  await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [caseId])
  expect(await awaited(client)).toEqual([])
})

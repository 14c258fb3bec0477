import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { pdf } from '../../../tests/support/files/test-files.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { makeOpenCase } from '../../demo-data/conversations.ts'
import { makeDocument, makeTask, uploadDocument } from '../../demo-data/workspace.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import { documentsOf, leaveDocuments } from '../documents/commands.server.ts'
import { addTask, boardOf, deleteTask, moveTask, renameTask } from './commands.server.ts'
import { MAX_TASKS, MESSAGES } from './schema.ts'

const suite = useDatabase()
const { client, activeCase } = chatFixtures(suite)

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const NOT_FOUND = refused('NOT_FOUND', CASE_MESSAGES.notFound)
/** SEG-26: what a new task does not have. */
const PLAIN = {
  ...{ due_on: null, assignee: null, done_at: null },
  ...{ has_note: false, items_done: 0, items_total: 0 },
}
/** The stored board as titles: «Por Analizar|En Desarrollo|Listo para Cliente». */
const storedBoard = async (caseId: string) => {
  const rows = await suite.database.sql<{ status: string; title: string; order: number }>(
    'select status, title, "order" from tasks where case_id = $1 order by "order", id',
    [caseId],
  )
  return ['por_analizar', 'en_desarrollo', 'listo_para_cliente']
    .map((status) => rows.filter((row) => row.status === status).map(({ title }) => title))
    .join('|')
}
const events = () => suite.database.sql('select user_id, kind, ref from events order by user_id')

describe('the board', () => {
  test('CAS-08 to CAS-12, CAL-25: the lawyer adds, renames, moves and deletes; both parties see it and get events', async () => {
    const { caseId, asLawyer, asClient, clientId, lawyerId } = await activeCase()
    await suite.database.sql('delete from events')
    const id = randomUUID()
    expect(await addTask(asLawyer, { caseId, id, title: 'A' })).toEqual({
      ok: true,
      value: { tasks: [{ id, title: 'A', status: 'por_analizar', order: 0, ...PLAIN }] },
    })
    expect(await events()).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'task', ref: caseId })),
    )
    const b = await makeTask(suite.platform, { caseId, lawyerId }, 'B')
    const c = await makeTask(suite.platform, { caseId, lawyerId }, 'C')
    expect(await storedBoard(caseId)).toBe('A,B,C||')
    await moveTask(asLawyer, { caseId, taskId: c, status: 'por_analizar', before: id })
    expect(await storedBoard(caseId)).toBe('C,A,B||')
    await moveTask(asLawyer, { caseId, taskId: id, status: 'en_desarrollo', before: null })
    await moveTask(asLawyer, { caseId, taskId: b, status: 'en_desarrollo', before: id })
    expect(await storedBoard(caseId)).toBe('C|B,A|')
    expect(await renameTask(asLawyer, { caseId, taskId: b, title: 'B, otra vez' })).toMatchObject({
      ok: true,
    })
    await deleteTask(asLawyer, { caseId, taskId: c })
    expect(await storedBoard(caseId)).toBe('|B, otra vez,A|')
    const seen = await boardOf(asClient, { caseId })
    expect(seen).toEqual(await boardOf(asLawyer, { caseId }))
    expect(seen).toMatchObject({ ok: true, value: { tasks: [{ title: 'B, otra vez' }, { title: 'A' }] } })
  })

  test('CAS-11, abuse 16: the client cannot change the board, and others cannot read or change it', async () => {
    const { caseId, asClient, lawyerId } = await activeCase()
    const taskId = await makeTask(suite.platform, { caseId, lawyerId }, 'A')
    const other = await activeCase()
    const foreign = await makeTask(suite.platform, other, 'Ajena')
    const before = await suite.database.snapshot('rate_limits')
    const changes = (who: typeof asClient, id: string) => [
      addTask(who, { caseId: id, id: randomUUID(), title: 'Nueva' }),
      renameTask(who, { caseId: id, taskId, title: 'Otra' }),
      moveTask(who, { caseId: id, taskId, status: 'listo_para_cliente', before: null }),
      deleteTask(who, { caseId: id, taskId }),
    ]
    for (const result of await Promise.all(changes(asClient, caseId)))
      expect(result).toEqual(refused('FORBIDDEN', MESSAGES.lawyerOnly))
    for (const id of [caseId, randomUUID()]) {
      expect(await boardOf(other.asLawyer, { caseId: id })).toEqual(NOT_FOUND)
      for (const result of await Promise.all(changes(other.asLawyer, id))) expect(result).toEqual(NOT_FOUND)
    }
    // A task of another case and an unknown task give the same error.
    for (const id of [taskId, randomUUID()]) {
      const mine = { caseId: other.caseId, taskId: id }
      for (const result of [
        await renameTask(other.asLawyer, { ...mine, title: 'Otra' }),
        await moveTask(other.asLawyer, { ...mine, status: 'en_desarrollo', before: foreign }),
        await deleteTask(other.asLawyer, mine),
      ])
        expect(result).toEqual(refused('NOT_FOUND', MESSAGES.taskGone))
    }
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })

  test('OPEN-42: the board of a finished case cannot be changed', async () => {
    const { caseId, asLawyer, lawyerId } = await activeCase()
    const taskId = await makeTask(suite.platform, { caseId, lawyerId }, 'A')
    await finishCase(asLawyer, caseId)
    const move = { caseId, taskId, status: 'en_desarrollo', before: null } as const
    expect(await moveTask(asLawyer, move)).toEqual(refused('CONFLICT', MESSAGES.finished))
    expect(await storedBoard(caseId)).toBe('A||')
  })

  test('adding a task twice gives one task; its id cannot be used for another task or case', async () => {
    const one = await activeCase()
    const other = await activeCase()
    const task = { id: randomUUID(), title: 'A' }
    const add = () => addTask(one.asLawyer, { caseId: one.caseId, ...task })
    const all = await Promise.all(Array.from({ length: 50 }, add))
    expect(all.filter(({ ok }) => ok)).toHaveLength(50)
    expect(await storedBoard(one.caseId)).toBe('A||')
    const taken = refused('CONFLICT', MESSAGES.idTaken)
    expect(await addTask(one.asLawyer, { caseId: one.caseId, ...task, title: 'B' })).toEqual(taken)
    expect(await addTask(other.asLawyer, { caseId: other.caseId, ...task })).toEqual(taken)
    expect(await storedBoard(other.caseId)).toBe('||')
  })

  test('concurrent additions do not exceed the limit of tasks per board', async () => {
    const { caseId, asLawyer } = await activeCase()
    await suite.database.sql(
      `insert into tasks (id, case_id, title, "order") select gen_random_uuid(), $1, 'Tarea', n from generate_series(1, $2) n`,
      [caseId, MAX_TASKS - 1],
    )
    const all = await Promise.all(
      Array.from({ length: 8 }, () => addTask(asLawyer, { caseId, id: randomUUID(), title: 'Otra' })),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.find(({ ok }) => !ok)).toEqual(refused('CONFLICT', MESSAGES.tasksFull))
  })
})

describe('OPEN-58: account deletion', () => {
  const leave = (userId: string) =>
    suite.platform.db.transaction().execute(async (tx) => {
      await leaveDocuments(tx, userId)
      await leaveCases(tx, suite.platform, userId)
      // Imitates ON DELETE SET NULL of the account row.
      await tx.updateTable('cases').set({ client_id: null }).where('client_id', '=', userId).execute()
      await tx.updateTable('cases').set({ lawyer_id: null }).where('lawyer_id', '=', userId).execute()
      await tx
        .updateTable('case_documents')
        .set({ uploader_id: null })
        .where('uploader_id', '=', userId)
        .execute()
    })

  test('tasks and documents stay for the other party, without a name, and are deleted with the last party', async () => {
    const { caseId, clientId, lawyerId, asLawyer, asClient } = await activeCase()
    await makeTask(suite.platform, { caseId, lawyerId }, 'A')
    const made = await makeDocument(suite.platform, { caseId, userId: lawyerId, name: 'a.pdf', bytes: pdf() })
    await leave(lawyerId)
    expect(await boardOf(asLawyer, { caseId })).toEqual(NOT_FOUND)
    expect(await boardOf(asClient, { caseId })).toMatchObject({
      ok: true,
      value: { tasks: [{ title: 'A' }] },
    })
    expect(await documentsOf(asClient, { caseId })).toMatchObject({
      ok: true,
      value: { documents: [{ uploader_id: null, uploader_name: 'Usuario eliminado' }] },
    })
    // An uploaded file that was never added to the case.
    const upload = { caseId, userId: clientId, name: 'b.pdf', bytes: pdf() }
    const keys = [made.key, await uploadDocument(suite.platform, upload)]
    await leave(clientId)
    for (const table of ['tasks', 'case_documents'])
      expect(await suite.database.sql(`select 1 from ${table} where case_id = $1`, [caseId])).toEqual([])
    const states = await suite.database.sql('select state from stored_files where key = any($1)', [keys])
    expect(states).toEqual([{ state: 'discarded' }, { state: 'discarded' }])
  })

  test('when both parties leave concurrently, the second deletion removes the documents', async () => {
    const pairs = await Promise.all(Array.from({ length: 10 }, activeCase))
    const keys = await Promise.all(
      pairs.map(async ({ caseId, clientId }) => {
        const document = { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() }
        return (await makeDocument(suite.platform, document)).key
      }),
    )
    await Promise.all(pairs.flatMap(({ clientId, lawyerId }) => [leave(clientId), leave(lawyerId)]))
    const cases = pairs.map(({ caseId }) => caseId)
    expect(await suite.database.sql('select 1 from cases where id = any($1)', [cases])).toEqual([])
    const states = await suite.database.sql('select state from stored_files where key = any($1)', [keys])
    expect(states).toEqual(Array(10).fill({ state: 'discarded' }))
  })

  test('an open case is deleted with its client, and so are its documents', async () => {
    const clientId = await client()
    const caseId = await makeOpenCase(suite.platform, clientId)
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    await leave(clientId)
    expect(await suite.database.sql('select state from stored_files where key = $1', [made.key])).toEqual([
      { state: 'discarded' },
    ])
  })
})

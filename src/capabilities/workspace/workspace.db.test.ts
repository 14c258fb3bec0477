import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { conversing } from '../../../tests/support/conversing.ts'
import { filesOf, pdf, storeFile } from '../../../tests/support/files.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { actingAs } from '../../server/factories/acting.ts'
import { makeActiveCase, makeOpenCase } from '../../server/factories/conversations.ts'
import { makeDocument, makeTask, uploadDocument } from '../../server/factories/workspace.ts'
import { tasksOf } from '../../server/tasks.ts'
import { advanceCase, leaveCases } from '../cases/commands.server.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import {
  addDocument,
  addTask,
  boardOf,
  deleteDocument,
  deleteTask,
  documentsOf,
  leaveWorkspace,
  mayBringDocument,
  moveTask,
  renameTask,
  sweepDocuments,
} from './commands.server.ts'
import { DOCUMENTS_MAX, MESSAGES, TASKS_MAX } from './schema.ts'

const house = useDatabase()
const { client, lawyer } = conversing(house)

async function running() {
  const parties = { clientId: await client(), lawyerId: await lawyer() }
  const { caseId } = await makeActiveCase(house.platform, parties)
  return {
    ...parties,
    caseId,
    asClient: await actingAs(house.platform, parties.clientId),
    asLawyer: await actingAs(house.platform, parties.lawyerId),
  }
}

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const NOT_FOUND = refused('NOT_FOUND', CASE_MESSAGES.notFound)
/** «Por Analizar|En Desarrollo|Listo para Cliente», by titles. */
const written = async (caseId: string) => {
  const rows = await house.database.sql<{ status: string; title: string; order: number }>(
    'select status, title, "order" from tasks where case_id = $1 order by "order", id',
    [caseId],
  )
  return ['por_analizar', 'en_desarrollo', 'listo_para_cliente']
    .map((status) => rows.filter((row) => row.status === status).map(({ title }) => title))
    .join('|')
}
const events = () => house.database.sql('select user_id, kind, ref from events order by user_id')

describe('the board', () => {
  test('CAS-08 to CAS-12, CAL-25: the lawyer adds, renames, moves and deletes; both see it and are told', async () => {
    const { caseId, asLawyer, asClient, clientId, lawyerId } = await running()
    await house.database.sql('delete from events')
    const id = randomUUID()
    expect(await addTask(asLawyer, { caseId, id, title: 'A' })).toEqual({
      ok: true,
      value: { tasks: [{ id, title: 'A', status: 'por_analizar', order: 0 }] },
    })
    expect(await events()).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'task', ref: caseId })),
    )
    const b = await makeTask(house.platform, { caseId, lawyerId }, 'B')
    const c = await makeTask(house.platform, { caseId, lawyerId }, 'C')
    expect(await written(caseId)).toBe('A,B,C||')
    await moveTask(asLawyer, { caseId, taskId: c, status: 'por_analizar', before: id })
    expect(await written(caseId)).toBe('C,A,B||')
    await moveTask(asLawyer, { caseId, taskId: id, status: 'en_desarrollo', before: null })
    await moveTask(asLawyer, { caseId, taskId: b, status: 'en_desarrollo', before: id })
    expect(await written(caseId)).toBe('C|B,A|')
    expect(await renameTask(asLawyer, { caseId, taskId: b, title: 'B, otra vez' })).toMatchObject({
      ok: true,
    })
    await deleteTask(asLawyer, { caseId, taskId: c })
    expect(await written(caseId)).toBe('|B, otra vez,A|')
    const seen = await boardOf(asClient, { caseId })
    expect(seen).toEqual(await boardOf(asLawyer, { caseId }))
    expect(seen).toMatchObject({ ok: true, value: { tasks: [{ title: 'B, otra vez' }, { title: 'A' }] } })
  })

  test('CAS-11, abuse 16: the client changes nothing, and nobody else sees or changes anything', async () => {
    const { caseId, asClient, lawyerId } = await running()
    const taskId = await makeTask(house.platform, { caseId, lawyerId }, 'A')
    const other = await running()
    const foreign = await makeTask(house.platform, other, 'Ajena')
    const before = await house.database.snapshot('rate_limits')
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
    // A task of another case is no task of this one, and neither is one that never was.
    for (const id of [taskId, randomUUID()]) {
      const mine = { caseId: other.caseId, taskId: id }
      for (const result of [
        await renameTask(other.asLawyer, { ...mine, title: 'Otra' }),
        await moveTask(other.asLawyer, { ...mine, status: 'en_desarrollo', before: foreign }),
        await deleteTask(other.asLawyer, mine),
      ])
        expect(result).toEqual(refused('NOT_FOUND', MESSAGES.taskGone))
    }
    expect(await house.database.snapshot('rate_limits')).toEqual(before)
  })

  test('OPEN-42: the board of an open or a finished case stays as it is', async () => {
    const { caseId, asLawyer, lawyerId } = await running()
    const taskId = await makeTask(house.platform, { caseId, lawyerId }, 'A')
    for (const to of ['en progreso', 'finalizado'] as const) await advanceCase(asLawyer, { caseId, to })
    const move = { caseId, taskId, status: 'en_desarrollo', before: null } as const
    expect(await moveTask(asLawyer, move)).toEqual(refused('CONFLICT', MESSAGES.finished))
    expect(await written(caseId)).toBe('A||')
  })

  test('a task added again is the same task; its id is nobody else’s', async () => {
    const one = await running()
    const other = await running()
    const task = { id: randomUUID(), title: 'A' }
    const add = () => addTask(one.asLawyer, { caseId: one.caseId, ...task })
    const all = await Promise.all(Array.from({ length: 50 }, add))
    expect(all.filter(({ ok }) => ok)).toHaveLength(50)
    expect(await written(one.caseId)).toBe('A||')
    const taken = refused('CONFLICT', MESSAGES.idTaken)
    expect(await addTask(one.asLawyer, { caseId: one.caseId, ...task, title: 'B' })).toEqual(taken)
    expect(await addTask(other.asLawyer, { caseId: other.caseId, ...task })).toEqual(taken)
    expect(await written(other.caseId)).toBe('||')
  })

  test('a board is full at its limit, also for many at once', async () => {
    const { caseId, asLawyer } = await running()
    await house.database.sql(
      `insert into tasks (id, case_id, title, "order") select gen_random_uuid(), $1, 'Tarea', n from generate_series(1, $2) n`,
      [caseId, TASKS_MAX - 1],
    )
    const all = await Promise.all(
      Array.from({ length: 8 }, () => addTask(asLawyer, { caseId, id: randomUUID(), title: 'Otra' })),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.find(({ ok }) => !ok)).toEqual(refused('CONFLICT', MESSAGES.tasksFull))
  })
})

describe('documents', () => {
  test('CAS-20, CAS-25, CAL-26: what one party brings both see; the row holds its path', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await running()
    const key = await uploadDocument(house.platform, {
      caseId,
      userId: clientId,
      name: 'Carta ñandú (1).pdf',
      bytes: pdf(),
    })
    await house.database.sql('delete from events')
    const added = await addDocument(asClient, { caseId, key })
    expect(
      await house.database.sql('select case_id, uploader_id, file_name, file_url from case_documents'),
    ).toContainEqual({
      case_id: caseId,
      uploader_id: clientId,
      file_name: 'Carta ñandú (1).pdf',
      file_url: key,
    })
    expect(key).toMatch(
      new RegExp(`^certificados/case_documents/${caseId}/[0-9a-f-]{36}-Carta-nandu-1\\.pdf$`),
    )
    expect(await events()).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'document', ref: caseId })),
    )
    expect(added).toEqual({
      ok: true,
      value: {
        documents: [
          {
            id: expect.any(String),
            uploader_id: clientId,
            uploader_name: 'Camila Rojas',
            file_name: 'Carta ñandú (1).pdf',
            file_url: `/archivos/${key}`,
            kind: 'pdf',
            bytes: pdf().length,
            created_at: expect.stringMatching(/Z$/),
          },
        ],
      },
    })
    expect(await documentsOf(asLawyer, { caseId })).toEqual(added)
    // Its answer was lost: the same once more.
    expect(await addDocument(asClient, { caseId, key })).toEqual(added)
  })

  test('nobody claims what another brought, for another case or into another bucket', async () => {
    const one = await running()
    const other = await running()
    const paper = { caseId: one.caseId, name: 'a.pdf', bytes: pdf() }
    const theirs = await uploadDocument(house.platform, { ...paper, userId: one.clientId })
    const card = await storeFile(house.platform, {
      bucket: 'identidad',
      ownerId: one.lawyerId,
      state: 'uploaded',
    })
    const before = await house.database.snapshot()
    const gone = refused('CONFLICT', MESSAGES.fileGone)
    // The other party's, another case's, another bucket's, none's, and ways out of the folder.
    expect(await addDocument(one.asLawyer, { caseId: one.caseId, key: theirs })).toEqual(gone)
    for (const key of [card, `certificados/case_documents/${one.caseId}/../x`, 'nada', '', `${theirs}\0`])
      expect(await addDocument(one.asClient, { caseId: one.caseId, key })).toEqual(gone)
    expect(await addDocument(other.asClient, { caseId: other.caseId, key: theirs })).toEqual(gone)
    for (const caseId of [one.caseId, randomUUID()]) {
      expect(await addDocument(other.asClient, { caseId, key: theirs })).toEqual(NOT_FOUND)
      expect(await documentsOf(other.asClient, { caseId })).toEqual(NOT_FOUND)
      expect(await mayBringDocument(other.asClient, caseId)).toEqual(NOT_FOUND)
    }
    expect(await mayBringDocument(one.asClient, 'nada')).toEqual(NOT_FOUND)
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('CAS-26, CAL-26: deleting removes row and file; nobody outside the case does', async () => {
    const { caseId, clientId, asLawyer } = await running()
    const stranger = await running()
    const made = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const input = { caseId, documentId: made.id }
    expect(await deleteDocument(stranger.asLawyer, input)).toEqual(NOT_FOUND)
    expect(await deleteDocument(stranger.asLawyer, { ...input, caseId: stranger.caseId })).toEqual(
      refused('NOT_FOUND', MESSAGES.documentGone),
    )
    expect((await filesOf(house.platform)).kept).toContain(made.key)
    expect(await deleteDocument(asLawyer, input)).toEqual({ ok: true, value: { documents: [] } })
    expect((await filesOf(house.platform)).kept).not.toContain(made.key)
    expect(await deleteDocument(asLawyer, input)).toEqual(refused('NOT_FOUND', MESSAGES.documentGone))
    await tasksOf(house.platform)['files:delete']?.({ key: made.key }, 1)
    expect(await house.database.sql('select 1 from stored_files where key = $1', [made.key])).toEqual([])
  })

  test('OPEN-45: a file that cannot be removed keeps its document', async () => {
    const { caseId, clientId, asClient } = await running()
    const made = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const rows = () =>
      house.database.sql(
        'select state, d.id from stored_files f join case_documents d on d.file_url = f.key where f.key = $1',
        [made.key],
      )
    const error = vi.fn()
    const stubborn = {
      ...asClient,
      log: { ...asClient.log, error },
      files: { ...asClient.files, remove: () => Promise.reject(new Error('the disk is read-only')) },
    }
    expect(await deleteDocument(stubborn, { caseId, documentId: made.id })).toEqual({
      ok: false,
      refusal: { code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notDeleted, retryAfter: 60 },
    })
    expect(await rows()).toEqual([{ state: 'used', id: made.id }])
    expect((await filesOf(house.platform)).kept).toContain(made.key)
    expect(error).toHaveBeenCalledWith({ err: expect.any(Error), key: made.key }, 'document not removed')
  })

  test('CAS-26: of two who delete the same document at once, one does', async () => {
    const { caseId, clientId, asClient, asLawyer } = await running()
    const made = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const input = { caseId, documentId: made.id }
    const files = {
      ...asClient.files,
      async remove(key: string) {
        expect(await deleteDocument(asLawyer, input)).toEqual({ ok: true, value: { documents: [] } })
        await asClient.files.remove(key)
      },
    }
    expect(await deleteDocument({ ...asClient, files }, input)).toEqual(
      refused('NOT_FOUND', MESSAGES.documentGone),
    )
  })

  test('OPEN-45, RT-01: while a file goes no transaction is open, for which every live event would wait', async () => {
    const { caseId, clientId, asClient } = await running()
    const made = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const open: unknown[] = []
    const slow = {
      ...asClient.files,
      async remove(key: string) {
        open.push(
          ...(await house.database.sql(
            `select query from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
          )),
        )
        await asClient.files.remove(key)
      },
    }
    const input = { caseId, documentId: made.id }
    expect(await deleteDocument({ ...asClient, files: slow }, input)).toEqual({
      ok: true,
      value: { documents: [] },
    })
    expect(open).toEqual([])
  })

  test('a case is full at its limit, also for many at once', async () => {
    const { caseId, clientId, asClient } = await running()
    await house.database.sql(
      `with files as (
        insert into stored_files (key, bucket, content_type, bytes, state)
        select 'certificados/case_documents/' || $1 || '/' || gen_random_uuid() || '-a.pdf', 'certificados',
          'application/pdf', 1, 'used' from generate_series(1, $2)
        returning key
      ) insert into case_documents (case_id, file_name, file_url) select $1::uuid, 'a.pdf', key from files`,
      [caseId, DOCUMENTS_MAX - 1],
    )
    expect((await mayBringDocument(asClient, caseId)).ok).toBe(true)
    const keys = await Promise.all(
      Array.from({ length: 4 }, () =>
        uploadDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() }),
      ),
    )
    const all = await Promise.all(keys.map((key) => addDocument(asClient, { caseId, key })))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    const full = refused('CONFLICT', MESSAGES.documentsFull)
    expect(all.find(({ ok }) => !ok)).toEqual(full)
    expect(await mayBringDocument(asClient, caseId)).toEqual(full)
  })
})

describe('OPEN-58: an account is deleted', () => {
  const leave = (userId: string) =>
    house.platform.db.transaction().execute(async (tx) => {
      await leaveWorkspace(tx, userId)
      await leaveCases(tx, house.platform, userId)
      // What the deletion of the account does to its rows (ON DELETE SET NULL).
      await tx.updateTable('cases').set({ client_id: null }).where('client_id', '=', userId).execute()
      await tx.updateTable('cases').set({ lawyer_id: null }).where('lawyer_id', '=', userId).execute()
      await tx
        .updateTable('case_documents')
        .set({ uploader_id: null })
        .where('uploader_id', '=', userId)
        .execute()
    })

  test('tasks and documents stay for the other party, without a name, and go with the last', async () => {
    const { caseId, clientId, lawyerId, asLawyer, asClient } = await running()
    await makeTask(house.platform, { caseId, lawyerId }, 'A')
    const made = await makeDocument(house.platform, { caseId, userId: lawyerId, name: 'a.pdf', bytes: pdf() })
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
    // Brought, and never added to the case.
    const paper = { caseId, userId: clientId, name: 'b.pdf', bytes: pdf() }
    const keys = [made.key, await uploadDocument(house.platform, paper)]
    await leave(clientId)
    for (const table of ['tasks', 'case_documents'])
      expect(await house.database.sql(`select 1 from ${table} where case_id = $1`, [caseId])).toEqual([])
    const states = await house.database.sql('select state from stored_files where key = any($1)', [keys])
    expect(states).toEqual([{ state: 'discarded' }, { state: 'discarded' }])
  })

  test('both at the same moment, ten times: whoever is second takes the papers along', async () => {
    const pairs = await Promise.all(Array.from({ length: 10 }, running))
    const keys = await Promise.all(
      pairs.map(async ({ caseId, clientId }) => {
        const paper = { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() }
        return (await makeDocument(house.platform, paper)).key
      }),
    )
    await Promise.all(pairs.flatMap(({ clientId, lawyerId }) => [leave(clientId), leave(lawyerId)]))
    const cases = pairs.map(({ caseId }) => caseId)
    expect(await house.database.sql('select 1 from cases where id = any($1)', [cases])).toEqual([])
    const states = await house.database.sql('select state from stored_files where key = any($1)', [keys])
    expect(states).toEqual(Array(10).fill({ state: 'discarded' }))
  })

  test('an open case goes with its client, and its documents', async () => {
    const clientId = await client()
    const caseId = await makeOpenCase(house.platform, clientId)
    const made = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    await leave(clientId)
    expect(await house.database.sql('select state from stored_files where key = $1', [made.key])).toEqual([
      { state: 'discarded' },
    ])
  })

  test('a file that is nobody’s document is given up after a day, whatever left it so', async () => {
    const { caseId, clientId } = await running()
    const kept = await makeDocument(house.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const orphan = await makeDocument(house.platform, {
      caseId,
      userId: clientId,
      name: 'b.pdf',
      bytes: pdf(),
    })
    await house.database.sql('delete from case_documents where id = $1', [orphan.id])
    await sweepDocuments(house.platform)
    const states = () =>
      house.database.sql('select state from stored_files where key = any($1) order by key = $2', [
        [kept.key, orphan.key],
        orphan.key,
      ])
    expect(await states()).toEqual([{ state: 'used' }, { state: 'used' }])
    await house.database.sql(`update stored_files set created_at = created_at - interval '25 hours'`)
    await tasksOf(house.platform)['workspace:sweep']?.({}, 1)
    expect(await states()).toEqual([{ state: 'used' }, { state: 'discarded' }])
  })
})

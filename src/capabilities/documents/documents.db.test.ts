import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { listFiles, pdf, storeFile } from '../../../tests/support/files/test-files.ts'
import { makeDocument, uploadDocument } from '../../demo-data/workspace.ts'
import { createTasks } from '../../server/tasks.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import {
  addDocument,
  canUploadDocument,
  deleteDocument,
  documentsOf,
  sweepDocuments,
} from './commands.server.ts'
import { MAX_DOCUMENTS, MESSAGES } from './schema.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const NOT_FOUND = refused('NOT_FOUND', CASE_MESSAGES.notFound)
const events = () =>
  suite.database.sql(`select user_id, kind, ref from events where kind <> 'notice' order by user_id`)

describe('documents', () => {
  test('CAS-20, CAS-25, CAL-26: both parties see a document that one adds; the row stores its path', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await activeCase()
    const key = await uploadDocument(suite.platform, {
      caseId,
      userId: clientId,
      name: 'Carta ñandú (1).pdf',
      bytes: pdf(),
    })
    await suite.database.sql('delete from events')
    const added = await addDocument(asClient, { caseId, key })
    expect(
      await suite.database.sql('select case_id, uploader_id, file_name, file_url from case_documents'),
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
    // Retry after a lost response: no second document.
    expect(await addDocument(asClient, { caseId, key })).toEqual(added)
  })

  test('a file of another user, another case or another bucket cannot be added', async () => {
    const one = await activeCase()
    const other = await activeCase()
    const upload = { caseId: one.caseId, name: 'a.pdf', bytes: pdf() }
    const foreignKey = await uploadDocument(suite.platform, { ...upload, userId: one.clientId })
    const card = await storeFile(suite.platform, {
      bucket: 'identidad',
      ownerId: one.lawyerId,
      state: 'uploaded',
    })
    const before = await suite.database.snapshot()
    const gone = refused('CONFLICT', MESSAGES.fileGone)
    // Uploaded by the other party, for another case or bucket, unknown keys, and path traversal.
    expect(await addDocument(one.asLawyer, { caseId: one.caseId, key: foreignKey })).toEqual(gone)
    for (const key of [card, `certificados/case_documents/${one.caseId}/../x`, 'nada', '', `${foreignKey}\0`])
      expect(await addDocument(one.asClient, { caseId: one.caseId, key })).toEqual(gone)
    expect(await addDocument(other.asClient, { caseId: other.caseId, key: foreignKey })).toEqual(gone)
    for (const caseId of [one.caseId, randomUUID()]) {
      expect(await addDocument(other.asClient, { caseId, key: foreignKey })).toEqual(NOT_FOUND)
      expect(await documentsOf(other.asClient, { caseId })).toEqual(NOT_FOUND)
      expect(await canUploadDocument(other.asClient, caseId)).toEqual(NOT_FOUND)
    }
    expect(await canUploadDocument(one.asClient, 'nada')).toEqual(NOT_FOUND)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('CAS-26, CAL-26: deleting removes row and file; users outside the case cannot delete', async () => {
    const { caseId, clientId, asLawyer } = await activeCase()
    const stranger = await activeCase()
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const input = { caseId, documentId: made.id }
    expect(await deleteDocument(stranger.asLawyer, input)).toEqual(NOT_FOUND)
    expect(await deleteDocument(stranger.asLawyer, { ...input, caseId: stranger.caseId })).toEqual(
      refused('NOT_FOUND', MESSAGES.gone),
    )
    expect((await listFiles(suite.platform)).kept).toContain(made.key)
    expect(await deleteDocument(asLawyer, input)).toEqual({ ok: true, value: { documents: [] } })
    expect((await listFiles(suite.platform)).kept).not.toContain(made.key)
    expect(await deleteDocument(asLawyer, input)).toEqual(refused('NOT_FOUND', MESSAGES.gone))
    await createTasks(suite.platform)['files:delete']?.({ key: made.key }, 1)
    expect(await suite.database.sql('select 1 from stored_files where key = $1', [made.key])).toEqual([])
  })

  test('OPEN-45: a document stays when its file cannot be deleted', async () => {
    const { caseId, clientId, asClient } = await activeCase()
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const rows = () =>
      suite.database.sql(
        'select state, d.id from stored_files f join case_documents d on d.file_url = f.key where f.key = $1',
        [made.key],
      )
    const error = vi.fn()
    const failing = {
      ...asClient,
      log: { ...asClient.log, error },
      files: { ...asClient.files, remove: () => Promise.reject(new Error('the disk is read-only')) },
    }
    expect(await deleteDocument(failing, { caseId, documentId: made.id })).toEqual({
      ok: false,
      refusal: { code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notDeleted, retryAfter: 60 },
    })
    expect(await rows()).toEqual([{ state: 'used', id: made.id }])
    expect((await listFiles(suite.platform)).kept).toContain(made.key)
    expect(error).toHaveBeenCalledWith({ err: expect.any(Error), key: made.key }, 'document not removed')
  })

  test('CAS-26: of two concurrent deletions of one document, only one succeeds', async () => {
    const { caseId, clientId, asClient, asLawyer } = await activeCase()
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const input = { caseId, documentId: made.id }
    const files = {
      ...asClient.files,
      async remove(key: string) {
        expect(await deleteDocument(asLawyer, input)).toEqual({ ok: true, value: { documents: [] } })
        await asClient.files.remove(key)
      },
    }
    expect(await deleteDocument({ ...asClient, files }, input)).toEqual(refused('NOT_FOUND', MESSAGES.gone))
  })

  test('OPEN-45, RT-01: no transaction is open while a file is deleted, because it would delay all live events', async () => {
    const { caseId, clientId, asClient } = await activeCase()
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const open: unknown[] = []
    const slow = {
      ...asClient.files,
      async remove(key: string) {
        open.push(
          ...(await suite.database.sql(
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

  test('concurrent additions do not exceed the limit of documents per case', async () => {
    const { caseId, clientId, asClient } = await activeCase()
    await suite.database.sql(
      `with files as (
        insert into stored_files (key, bucket, content_type, bytes, state)
        select 'certificados/case_documents/' || $1 || '/' || gen_random_uuid() || '-a.pdf', 'certificados',
          'application/pdf', 1, 'used' from generate_series(1, $2)
        returning key
      ) insert into case_documents (case_id, file_name, file_url) select $1::uuid, 'a.pdf', key from files`,
      [caseId, MAX_DOCUMENTS - 1],
    )
    expect((await canUploadDocument(asClient, caseId)).ok).toBe(true)
    const keys = await Promise.all(
      Array.from({ length: 4 }, () =>
        uploadDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() }),
      ),
    )
    const all = await Promise.all(keys.map((key) => addDocument(asClient, { caseId, key })))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    const full = refused('CONFLICT', MESSAGES.full)
    expect(all.find(({ ok }) => !ok)).toEqual(full)
    expect(await canUploadDocument(asClient, caseId)).toEqual(full)
  })
})

test('the sweep discards a file without a document after a day', async () => {
  const { caseId, clientId } = await activeCase()
  const referenced = await makeDocument(suite.platform, {
    caseId,
    userId: clientId,
    name: 'a.pdf',
    bytes: pdf(),
  })
  const orphan = await makeDocument(suite.platform, {
    caseId,
    userId: clientId,
    name: 'b.pdf',
    bytes: pdf(),
  })
  await suite.database.sql('delete from case_documents where id = $1', [orphan.id])
  await sweepDocuments(suite.platform)
  const states = () =>
    suite.database.sql('select state from stored_files where key = any($1) order by key = $2', [
      [referenced.key, orphan.key],
      orphan.key,
    ])
  expect(await states()).toEqual([{ state: 'used' }, { state: 'used' }])
  await suite.database.sql(`update stored_files set created_at = created_at - interval '25 hours'`)
  await createTasks(suite.platform)['documents:sweep']?.({}, 1)
  expect(await states()).toEqual([{ state: 'used' }, { state: 'discarded' }])
})

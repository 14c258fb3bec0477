import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { listFiles, pdf, storeFile } from '../../../tests/support/files/test-files.ts'
import { makeDocument, uploadDocument } from '../../demo-data/workspace.ts'
import { createTasks } from '../../server/tasks.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import {
  addDocument,
  canReadDocument,
  canUploadDocument,
  deleteDocument,
  documentsOf,
  purgeDocuments,
  restoreDocument,
  sweepDocuments,
} from './commands.server.ts'
import { MAX_DOCUMENTS, MESSAGES } from './schema.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const NOT_FOUND = refused('NOT_FOUND', CASE_MESSAGES.notFound)
const GONE = refused('NOT_FOUND', MESSAGES.gone)
const setDeletedAgo = (id: string, ...ago: [string, string]) =>
  suite.database.sql(
    'update case_documents set deleted_at = app_now() - $2::interval - $3::interval where id = $1',
    [id, ...ago],
  )
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
            request_id: null,
            seen: null,
            version: 1,
            versions: [expect.objectContaining({ version: 1, file_url: `/archivos/${key}` })],
          },
        ],
        deleted: [],
        requests: [],
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

  test('CAS-26, CAL-26, SEG-23: a deleted document opens for nobody; after 30 days row and file go', async () => {
    const { caseId, clientId, asClient, asLawyer } = await activeCase()
    const stranger = await activeCase()
    const made = await makeDocument(suite.platform, { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() })
    const input = { caseId, documentId: made.id }
    expect(await deleteDocument(stranger.asLawyer, input)).toEqual(NOT_FOUND)
    expect(await deleteDocument(stranger.asLawyer, { ...input, caseId: stranger.caseId })).toEqual(GONE)
    expect(await canReadDocument(asClient, made.key)).toBe(true)
    expect(await deleteDocument(asLawyer, input)).toMatchObject({
      ok: true,
      value: { documents: [], deleted: [{ id: made.id, file_name: 'a.pdf' }] },
    })
    for (const party of [asClient, asLawyer]) expect(await canReadDocument(party, made.key)).toBe(false)
    expect(await deleteDocument(asLawyer, input)).toEqual(GONE)
    // Not yet.
    await setDeletedAgo(made.id, '30 days', '-1 minute')
    expect(await purgeDocuments(suite.platform)).toBe(0)
    expect(await restoreDocument(stranger.asLawyer, input)).toEqual(NOT_FOUND)
    expect(await restoreDocument(asClient, input)).toMatchObject({
      ok: true,
      value: { documents: [{ id: made.id }], deleted: [] },
    })
    expect(await canReadDocument(asLawyer, made.key)).toBe(true)
    await deleteDocument(asClient, input)
    await setDeletedAgo(made.id, '30 days', '1 minute')
    // Too late, whether the job has run or not.
    expect(await restoreDocument(asClient, input)).toEqual(GONE)
    expect(await documentsOf(asClient, { caseId })).toMatchObject({ value: { documents: [], deleted: [] } })
    await createTasks(suite.platform)['documents:purge']?.({}, 1)
    await createTasks(suite.platform)['files:delete']?.({ key: made.key }, 1)
    expect((await listFiles(suite.platform)).kept).not.toContain(made.key)
    expect(await suite.database.sql('select 1 from stored_files where key = $1', [made.key])).toEqual([])
    expect(await suite.database.sql('select 1 from case_documents where id = $1', [made.id])).toEqual([])
  })

  test('SEG-23: of concurrent deletion, restoration and purge, the document is there or gone, never half', async () => {
    const { caseId, clientId, asClient, asLawyer } = await activeCase()
    for (let round = 0; round < 10; round++) {
      const file = { caseId, userId: clientId, name: 'a.pdf', bytes: pdf() }
      const made = await makeDocument(suite.platform, file)
      const input = { caseId, documentId: made.id }
      await deleteDocument(asClient, input)
      await setDeletedAgo(made.id, '30 days', round % 2 ? '1 second' : '-1 minute')
      const [restored] = await Promise.all([
        restoreDocument(asClient, input),
        purgeDocuments(suite.platform),
        deleteDocument(asLawyer, input),
        restoreDocument(asLawyer, input),
      ])
      const [row] = await suite.database.sql<{ state: string; id: string | null }>(
        'select f.state, d.id from stored_files f left join case_documents d on d.file_url = f.key where f.key = $1',
        [made.key],
      )
      expect(row).toEqual(round % 2 ? { state: 'discarded', id: null } : { state: 'used', id: made.id })
      if (round % 2) expect(restored).toEqual(GONE)
    }
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

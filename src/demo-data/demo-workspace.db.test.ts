import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { readFileOf } from '../../tests/support/files/test-files.ts'
import type { FileType } from '../platform/files/buckets.ts'
import { isComplete } from '../platform/files/content.server.ts'
import { makeAccount } from './accounts.ts'
import { makeActiveCase } from './conversations.ts'
import { createDemoWorkspace } from './demo-workspace.ts'

const suite = useDatabase()

test('the demonstration: every active case has tasks and documents, and each file has the type it claims', async () => {
  const { platform } = suite
  const people = [
    ['Camila Rojas Fuentes', 'Andrés Contreras Muñoz'],
    ['Rosa Huenchumán Paillal', 'Javiera Montecinos Salas'],
  ]
  for (const [client = '', lawyer = ''] of people)
    await makeActiveCase(platform, {
      clientId: (await makeAccount(platform.db, { name: client })).id,
      lawyerId: (
        await makeAccount(platform.db, { name: lawyer, role: 'lawyer', verificationStatus: 'verified' })
      ).id,
    })
  await createDemoWorkspace(platform)
  const counts = await suite.database.sql<{ tasks: number; papers: number }>(
    `select (select count(*)::int from tasks where case_id = c.id) as tasks,
      (select count(*)::int from case_documents where case_id = c.id) as papers from cases c`,
  )
  expect(counts).toHaveLength(2)
  for (const { tasks, papers } of counts) {
    expect(tasks).toBeGreaterThanOrEqual(3)
    expect(papers).toBeGreaterThanOrEqual(1)
  }
  const files = await suite.database.sql<{ key: string; content_type: FileType; state: string }>(
    'select key, content_type, state from stored_files order by key',
  )
  expect(new Set(files.map(({ content_type }) => content_type.split('.').at(-1)))).toEqual(
    new Set(['application/pdf', 'image/jpeg', 'document', 'sheet']),
  )
  const folder = await mkdtemp(join(tmpdir(), 'amparo-papers-'))
  try {
    const sender = { bucket: 'certificados', ownerId: '' } as const
    for (const { key, content_type, state } of files) {
      const path = join(folder, 'paper')
      await writeFile(path, await readFileOf(platform, key))
      expect([await isComplete(path, content_type, sender), state], key).toEqual([true, 'used'])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

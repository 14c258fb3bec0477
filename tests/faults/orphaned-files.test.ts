import { randomUUID } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { createMailTransport, createTasks } from '../../src/server/tasks.ts'
import { useDatabase } from '../support/app/suite.ts'
import { expectNoOrphanedFiles } from '../support/database/invariants.ts'
import { listFiles, pdf, storeFile } from '../support/files/test-files.ts'

// F15: a process is killed between the database and the file, at each step of a file's life
// (docs/decisions/0012). Each state is created as the step before the kill leaves it; the sweep runs a day
// later.

const suite = useDatabase()
const OVER_A_DAY_AGO = new Date(Date.now() - 25 * 3_600_000)

test('F15 a kill at each of seven steps leaves neither a file nor a row a day later', async () => {
  const { platform, database } = suite
  const { id: ownerId } = await makeAccount(platform.db)
  const make = (state: 'arriving' | 'uploaded' | 'used' | 'discarded') =>
    storeFile(platform, { bucket: 'certificados', ownerId, state })
  const writePartialUpload = async () => {
    await mkdir(platform.files.incomingDir, { recursive: true })
    await writeFile(path.join(platform.files.incomingDir, randomUUID()), pdf())
  }
  // The row is written, no data has arrived.
  await platform.files.remove(await make('arriving'))
  // A part of the data has arrived.
  await platform.files.remove(await make('arriving'))
  await writePartialUpload()
  // The file is stored under its key, the row does not say so yet.
  await make('arriving')
  // The upload is complete, but the command that would use it never ran.
  await make('uploaded')
  // The file was discarded, and the job is killed before it deletes the file, or before it deletes the row.
  await make('discarded')
  await platform.files.remove(await make('discarded'))
  // A file without a row.
  await database.sql('delete from stored_files where key = $1', [await make('used')])
  // A file in use, which must stay.
  const used = await make('used')

  await database.sql(`update stored_files set created_at = created_at - interval '25 hours'`)
  const { kept, arriving: parts } = await listFiles(platform)
  const folder = path.dirname(platform.files.incomingDir)
  for (const key of kept) await utimes(path.join(folder, key), OVER_A_DAY_AGO, OVER_A_DAY_AGO)
  for (const name of parts)
    await utimes(path.join(platform.files.incomingDir, name), OVER_A_DAY_AGO, OVER_A_DAY_AGO)
  expect([kept.length, parts.length]).toEqual([5, 1])

  const tasks = createTasks(platform, createMailTransport(platform))
  await tasks['files:sweep']?.({}, 1)
  // Runs the jobs that the sweep queued, and those of files discarded earlier, which the queue would retry.
  const discarded = await database.sql<{ key: string }>(
    `select key from stored_files where state = 'discarded'`,
  )
  for (const { key } of discarded) await tasks['files:delete']?.({ key }, 1)
  await expectNoOrphanedFiles(platform, database)
  expect((await listFiles(platform)).kept).toEqual([used])
})

import { randomUUID } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { tasksOf, transportOf } from '../../src/server/tasks.ts'
import { filesOf, pdf, storeFile } from '../support/files.ts'
import { useDatabase } from '../support/suite.ts'
import { expectNoOrphans } from '../support/whole.ts'

// F15: what a process leaves that is killed between the database and the file, at each step of a file's life
// (docs/decisions/0012). Each state is made as the step before the kill leaves it; a day later the sweep has been.

const house = useDatabase()
const AGO = new Date(Date.now() - 25 * 3_600_000)

test('F15 a kill at each of seven steps leaves neither a file nor a row a day later', async () => {
  const { platform, database } = house
  const { id: ownerId } = await makeAccount(platform.db)
  const make = (state: 'arriving' | 'uploaded' | 'used' | 'discarded') =>
    storeFile(platform, { bucket: 'certificados', ownerId, state })
  const arriving = async () => {
    await mkdir(platform.files.arrivals, { recursive: true })
    await writeFile(path.join(platform.files.arrivals, randomUUID()), pdf())
  }
  // Its row is written, nothing of it has come.
  await platform.files.remove(await make('arriving'))
  // A part of it has come.
  await platform.files.remove(await make('arriving'))
  await arriving()
  // It stands under its key, its row does not say so yet.
  await make('arriving')
  // It is whole, and the command that would use it never ran.
  await make('uploaded')
  // It was given up, and the job's process is killed before the file, and after the file, before the row.
  await make('discarded')
  await platform.files.remove(await make('discarded'))
  // Under its key without any row.
  await database.sql('delete from stored_files where key = $1', [await make('used')])
  // Beside them one that somebody uses.
  const used = await make('used')

  await database.sql(`update stored_files set created_at = created_at - interval '25 hours'`)
  const { kept, arriving: parts } = await filesOf(platform)
  const folder = path.dirname(platform.files.arrivals)
  for (const key of kept) await utimes(path.join(folder, key), AGO, AGO)
  for (const name of parts) await utimes(path.join(platform.files.arrivals, name), AGO, AGO)
  expect([kept.length, parts.length]).toEqual([5, 1])

  const tasks = tasksOf(platform, transportOf(platform))
  await tasks['files:sweep']?.({}, 1)
  // The jobs that the sweep queued, and those of files given up before, which their own jobs would have tried again.
  const left = await database.sql<{ key: string }>(`select key from stored_files where state = 'discarded'`)
  for (const { key } of left) await tasks['files:delete']?.({ key }, 1)
  await expectNoOrphans(platform, database)
  expect((await filesOf(platform)).kept).toEqual([used])
})

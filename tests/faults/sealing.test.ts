import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { eventually, filesUrlOf } from '../support/database/test-database.ts'
import { pdf, readFileOf, storeFile } from '../support/files/test-files.ts'

// F18: the process is killed while the job seals old files.

const suite = useDatabase()
const FILES = 150

test('F18, DAT-57 a kill -9 of the sealing job, five times: every file opens all the time, and all are sealed at the end', async () => {
  const { platform, database } = suite
  const { id: ownerId } = await makeAccount(platform.db, { role: 'lawyer' })
  const content = pdf(300_000)
  const folder = fileURLToPath(filesUrlOf(database.url))
  const keys: string[] = []
  for (let at = 0; at < FILES; at++) {
    const key = await storeFile(platform, { bucket: 'certificados', ownerId, bytes: content })
    await writeFile(path.join(folder, key), content)
    keys.push(key)
  }
  await database.sql('update stored_files set sealed_with = null')
  const countSealed = async () =>
    (await database.sql<{ n: number }>('select count(sealed_with)::int as n from stored_files'))[0]?.n ?? 0
  const killedAt: number[] = []
  for (let round = 1; round <= 5; round++) {
    // Each start queues the job.
    const app = await startAppProcess({ databaseUrl: database.url })
    await eventually(async () => (await countSealed()) >= round * 15)
    await app.kill()
    killedAt.push(await countSealed())
    for (const key of keys) expect((await readFileOf(platform, key)).equals(content)).toBe(true)
  }
  console.log(`F18: killed with ${killedAt.join(', ')} of ${FILES} files sealed`)
  expect(killedAt[0]).toBeLessThan(FILES)
  const app = await startAppProcess({ databaseUrl: database.url })
  await eventually(async () => (await countSealed()) === FILES)
  await app.stop()
  for (const key of keys) expect((await readFileOf(platform, key)).equals(content)).toBe(true)
})

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { decryptSecret } from '../../src/capabilities/security/codes.server.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { eventually, filesUrlOf } from '../support/database/test-database.ts'
import { pdf, readFileOf, storeFile } from '../support/files/test-files.ts'

// F18: the process is killed while the jobs encrypt old files and secrets.

const suite = useDatabase()
const FILES = 150

test('F18, DAT-57 a kill -9 of the encryption job, five times: every file opens all the time, and all are encrypted at the end', async () => {
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
  const countEncrypted = async () =>
    (await database.sql<{ n: number }>('select count(sealed_with)::int as n from stored_files'))[0]?.n ?? 0
  const killedAt: number[] = []
  for (let round = 1; round <= 5; round++) {
    // Each start queues the job.
    const app = await startAppProcess({ databaseUrl: database.url })
    await eventually(async () => (await countEncrypted()) >= round * 15)
    await app.kill()
    killedAt.push(await countEncrypted())
    for (const key of keys) expect((await readFileOf(platform, key)).equals(content)).toBe(true)
  }
  console.log(`F18: killed with ${killedAt.join(', ')} of ${FILES} files encrypted`)
  expect(killedAt[0]).toBeLessThan(FILES)
  const app = await startAppProcess({ databaseUrl: database.url })
  await eventually(async () => (await countEncrypted()) === FILES)
  await app.stop()
  for (const key of keys) expect((await readFileOf(platform, key)).equals(content)).toBe(true)
})

test('F18, DAT-57 a kill -9 of the job that encrypts secrets again, five times: every secret opens all the time', async () => {
  const { platform, database } = suite
  const SECRETS = 600
  await database.sql(
    `insert into "user" (id, name, email, signup_role)
     select gen_random_uuid(), 'x', 'secreto-' || n || '@prueba.test', 'client'
     from generate_series(1, $1::int) n`,
    [SECRETS],
  )
  const users = await database.sql<{ id: string }>(`select id from "user" where email like 'secreto-%'`)
  const encrypted = users.map(({ id }) => platform.sealer.seal({ userId: id, secret: id }))
  await database.sql(
    `insert into totp_secrets (user_id, sealed, confirmed_at)
     select id, sealed, app_now() from unnest($1::uuid[], $2::text[]) as given (id, sealed)`,
    [users.map(({ id }) => id), encrypted],
  )
  const readAll = () =>
    database.sql<{ user_id: string; sealed: string; sealed_with: string | null }>(
      'select * from totp_secrets',
    )
  const countEncrypted = async () =>
    (await database.sql<{ n: number }>('select count(sealed_with)::int as n from totp_secrets'))[0]?.n ?? 0
  const openAll = async () => {
    for (const row of await readAll())
      expect(await decryptSecret(platform, row.user_id, row.sealed)).toBe(row.user_id)
  }
  const killedAt: number[] = []
  for (let round = 1; round <= 5; round++) {
    const app = await startAppProcess({ databaseUrl: database.url })
    const before = killedAt.at(-1) ?? 0
    await eventually(async () => (await countEncrypted()) > before)
    await app.kill()
    killedAt.push(await countEncrypted())
    await openAll()
  }
  console.log(`F18: killed with ${killedAt.join(', ')} of ${SECRETS} secrets encrypted`)
  expect(killedAt[0]).toBeLessThan(SECRETS)
  const app = await startAppProcess({ databaseUrl: database.url })
  await eventually(async () => (await countEncrypted()) === SECRETS)
  await app.stop()
  await openAll()
})

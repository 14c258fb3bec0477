import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { listFiles, storeFile } from '../../../tests/support/files/test-files.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { transact } from '../database/database.server.ts'
import { accept, refuse } from '../errors/refusal.ts'
import type { StoredFile } from './bucket-policy.server.ts'
import { withoutFileName } from './file-names.ts'
import { canOpen, claimFile, discardFile, discardFilesOf } from './stored-files.server.ts'
import { filesTasks } from './sweep.server.ts'

// File states: what commands do to a file, and what the jobs do afterwards.

const suite = useDatabase()
const stateOf = async (key: string) =>
  (await suite.database.sql<{ state: string }>('select state from stored_files where key = $1', [key]))[0]
    ?.state

const queued = async () =>
  (
    await suite.database.sql<{ key: string }>(
      `select key from graphile_worker.jobs where task_identifier = 'files:delete' order by key`,
    )
  ).map((job) => job.key)

/** Runs all queued deletion jobs, as a worker would. */
async function runJobs(): Promise<void> {
  const tasks = filesTasks(suite.platform)
  for (const key of await queued())
    await tasks['files:delete']?.({ key: key.replace('files:delete:', '') }, 1)
  await suite.database.sql(`delete from graphile_worker._private_jobs`)
}
const sweep = () => filesTasks(suite.platform)['files:sweep']?.({}, 1)

let ownerId: string
beforeEach(async () => {
  ownerId = (await makeAccount(suite.platform.db, { role: 'lawyer' })).id
})
const makeFile = (file: { state?: StoredFile['state']; bucket?: 'avatars' | 'identidad' } = {}) =>
  storeFile(suite.platform, { bucket: 'identidad', ownerId, ...file })

describe('a file is claimed once, by its owner', () => {
  test('of fifty concurrent claims one succeeds', async () => {
    const key = await makeFile({ state: 'uploaded' })
    const claims = await Promise.all(
      Array.from({ length: 50 }, () =>
        transact(suite.platform.db, async (tx) =>
          accept(await claimFile(tx, { key, bucket: 'identidad', ownerId })),
        ),
      ),
    )
    const got = claims.filter((claim) => claim.ok && claim.value !== null)
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({
      value: { key, ownerId, contentType: 'application/pdf', fileName: 'carnet.pdf', state: 'used' },
    })
    expect(await stateOf(key)).toBe('used')
  })

  test('not by another user, for another bucket, before it is complete, or after it was discarded', async () => {
    const another = (await makeAccount(suite.platform.db)).id
    const { db } = suite.platform
    const claim = (key: string, change: object = {}) =>
      db.transaction().execute((tx) => claimFile(tx, { key, bucket: 'identidad', ownerId, ...change }))
    const key = await makeFile({ state: 'uploaded' })
    expect(await claim(key, { ownerId: another })).toBeNull()
    expect(await claim(key, { bucket: 'avatars' })).toBeNull()
    expect(await claim('identidad/nada')).toBeNull()
    for (const other of ['arriving', 'used', 'discarded'] as const) {
      expect(await claim(await makeFile({ state: other })), other).toBeNull()
    }
    expect(await stateOf(key)).toBe('uploaded')
  })

  test('a refused command changes nothing', async () => {
    const [fresh, old] = [await makeFile({ state: 'uploaded' }), await makeFile()]
    await transact(suite.platform.db, async (tx) => {
      await claimFile(tx, { key: fresh, bucket: 'identidad', ownerId })
      await discardFile(tx, old)
      return refuse({ code: 'CONFLICT', message: 'no' })
    })
    expect([await stateOf(fresh), await stateOf(old)]).toEqual(['uploaded', 'used'])
    expect(await queued()).toEqual([])
  })
})

describe('ONP-46 whether a file can be opened', () => {
  test('it can, unless it is missing or a fault is injected', async () => {
    const key = await makeFile()
    expect(await canOpen(suite.platform, key)).toBe(true)
    const config = { ...suite.platform.config, faults: ['signed-url'] }
    expect(await canOpen({ ...suite.platform, config }, key)).toBe(false)
    await suite.platform.files.remove(key)
    expect(await canOpen(suite.platform, key)).toBe(false)
  })
})

describe('a discarded file', () => {
  test('is deleted with its row, once; a second run does nothing', async () => {
    const [key, kept] = [await makeFile(), await makeFile()]
    await suite.platform.db.transaction().execute(async (tx) => {
      await discardFile(tx, key)
      await discardFile(tx, key)
    })
    expect(await queued()).toEqual([`files:delete:${key}`])
    await runJobs()
    expect([await stateOf(key), await stateOf(kept)]).toEqual([undefined, 'used'])
    expect((await listFiles(suite.platform)).kept).not.toContain(key)
    await filesTasks(suite.platform)['files:delete']?.({ key }, 2)
  })

  test('keeps its row while the storage cannot delete it (OPEN-45)', async () => {
    const key = await makeFile({ state: 'discarded' })
    const files = { ...suite.platform.files, remove: () => Promise.reject(new Error('storage down')) }
    await expect(filesTasks({ ...suite.platform, files })['files:delete']?.({ key }, 1)).rejects.toThrow(
      'storage down',
    )
    expect(await stateOf(key)).toBe('discarded')
  })

  test('a deletion job for a used file does nothing', async () => {
    const key = await makeFile()
    await filesTasks(suite.platform)['files:delete']?.({ key }, 1)
    expect([await stateOf(key), await suite.platform.files.exists(key)]).toEqual(['used', true])
  })

  test('OPEN-58 all files of an account at once, in the given buckets only', async () => {
    const mine = [
      await makeFile(),
      await makeFile({ state: 'uploaded' }),
      await makeFile({ bucket: 'avatars' }),
    ]
    const paper = await storeFile(suite.platform, { bucket: 'certificados', ownerId })
    await suite.platform.db
      .transaction()
      .execute((tx) => discardFilesOf(tx, ownerId, ['avatars', 'identidad']))
    await runJobs()
    for (const key of mine) expect(await suite.platform.files.exists(key)).toBe(false)
    expect(await stateOf(paper)).toBe('used')
  })
})

describe('the sweep', () => {
  const age = (key: string, hours: number) =>
    suite.database.sql(
      `update stored_files set created_at = app_now() - make_interval(hours => $2) where key = $1`,
      [key, hours],
    )
  const old = (path: string) =>
    utimes(path, new Date(Date.now() - 90_000_000), new Date(Date.now() - 90_000_000))
  const folder = () => (suite.platform.config.files as { folder: string }).folder

  test('discards files that were unused or incomplete for a day, and leaves the rest', async () => {
    const gone = [
      await makeFile({ state: 'arriving' }),
      await makeFile({ state: 'uploaded' }),
      await makeFile({ state: 'discarded' }),
    ]
    const stays = [
      await makeFile({ state: 'arriving' }),
      await makeFile({ state: 'uploaded' }),
      await makeFile(),
    ]
    for (const key of [...gone, stays[2] ?? '']) await age(key, 25)
    for (const key of stays.slice(0, 2)) await age(key, 23)
    await sweep()
    await runJobs()
    const { kept } = await listFiles(suite.platform)
    for (const key of gone) expect([await stateOf(key), kept.includes(key)]).toEqual([undefined, false])
    expect(await Promise.all(stays.map(stateOf))).toEqual(['arriving', 'uploaded', 'used'])
    for (const key of stays) expect(kept).toContain(key)
  })

  test('files of deleted accounts are deleted, documents of a case are not', async () => {
    const [card, paper] = [
      await makeFile(),
      await storeFile(suite.platform, { bucket: 'certificados', ownerId }),
    ]
    await suite.database.sql('delete from "user" where id = $1', [ownerId])
    await sweep()
    await runJobs()
    expect([await stateOf(card), await stateOf(paper)]).toEqual([undefined, 'used'])
  })

  test('files without a row and partial uploads are deleted after a day', async () => {
    const lone = [0, 1].map(() => join(folder(), 'identidad', ownerId, `${crypto.randomUUID()}.pdf`))
    const broken = [0, 1].map(() => join(suite.platform.files.incomingDir, crypto.randomUUID()))
    await mkdir(join(folder(), 'identidad', ownerId), { recursive: true })
    for (const path of [...lone, ...broken]) await writeFile(path, 'x')
    for (const path of [lone[0], broken[0]]) await old(path ?? '')
    await sweep()
    const { kept, arriving } = await listFiles(suite.platform)
    expect(lone.map((path) => kept.includes(path.slice(folder().length + 1)))).toEqual([false, true])
    expect(broken.map((path) => arriving.includes(path.split('/').at(-1) ?? ''))).toEqual([false, true])
  })

  test('a row whose file is missing is logged, never deleted', async () => {
    const key = await makeFile()
    await suite.platform.files.remove(key)
    await age(key, 1_000)
    await sweep()
    await runJobs()
    expect(await stateOf(key)).toBe('used')
    expect(
      suite.database.log.filter(
        (line) => line.msg === 'stored file is missing' && line.key === withoutFileName(key),
      ),
    ).toHaveLength(1)
  })
})

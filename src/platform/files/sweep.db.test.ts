import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { filesOf, storeFile } from '../../../tests/support/files.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { transact } from '../database/database.server.ts'
import { accept, refuse } from '../errors/refusal.ts'
import type { StoredFile } from './door.server.ts'
import { canOpen, claimFile, discardFile, discardFilesOf } from './files.server.ts'
import { filesTasks } from './sweep.server.ts'

// What commands do to a file, and what the jobs do afterwards.

const house = useDatabase()
const state = async (key: string) =>
  (await house.database.sql<{ state: string }>('select state from stored_files where key = $1', [key]))[0]
    ?.state

const queued = async () =>
  (
    await house.database.sql<{ key: string }>(
      `select key from graphile_worker.jobs where task_identifier = 'files:delete' order by key`,
    )
  ).map((job) => job.key)

/** Runs every deletion that is queued, as a worker would. */
async function work(): Promise<void> {
  const tasks = filesTasks(house.platform)
  for (const key of await queued())
    await tasks['files:delete']?.({ key: key.replace('files:delete:', '') }, 1)
  await house.database.sql(`delete from graphile_worker._private_jobs`)
}
const sweep = () => filesTasks(house.platform)['files:sweep']?.({}, 1)

let ownerId: string
beforeEach(async () => {
  ownerId = (await makeAccount(house.platform.db, { role: 'lawyer' })).id
})
const made = (file: { state?: StoredFile['state']; bucket?: 'avatars' | 'identidad' } = {}) =>
  storeFile(house.platform, { bucket: 'identidad', ownerId, ...file })

describe('a file is claimed once, by its owner', () => {
  test('of fifty at once one gets it', async () => {
    const key = await made({ state: 'uploaded' })
    const claims = await Promise.all(
      Array.from({ length: 50 }, () =>
        transact(house.platform.db, async (tx) =>
          accept(await claimFile(tx, { key, bucket: 'identidad', ownerId })),
        ),
      ),
    )
    const got = claims.filter((claim) => claim.ok && claim.value !== null)
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({
      value: { key, ownerId, contentType: 'application/pdf', fileName: 'carnet.pdf', state: 'used' },
    })
    expect(await state(key)).toBe('used')
  })

  test('not by another, not for another bucket, not before it is whole, not when it is given up', async () => {
    const another = (await makeAccount(house.platform.db)).id
    const { db } = house.platform
    const claim = (key: string, change: object = {}) =>
      db.transaction().execute((tx) => claimFile(tx, { key, bucket: 'identidad', ownerId, ...change }))
    const key = await made({ state: 'uploaded' })
    expect(await claim(key, { ownerId: another })).toBeNull()
    expect(await claim(key, { bucket: 'avatars' })).toBeNull()
    expect(await claim('identidad/nada')).toBeNull()
    for (const other of ['arriving', 'used', 'discarded'] as const) {
      expect(await claim(await made({ state: other })), other).toBeNull()
    }
    expect(await state(key)).toBe('uploaded')
  })

  test('what a refused command claimed or gave up is as before', async () => {
    const [fresh, old] = [await made({ state: 'uploaded' }), await made()]
    await transact(house.platform.db, async (tx) => {
      await claimFile(tx, { key: fresh, bucket: 'identidad', ownerId })
      await discardFile(tx, old)
      return refuse({ code: 'CONFLICT', message: 'no' })
    })
    expect([await state(fresh), await state(old)]).toEqual(['uploaded', 'used'])
    expect(await queued()).toEqual([])
  })
})

describe('ONP-46 whether a file opens', () => {
  test('it does, or it is not there, or the fault is asked for', async () => {
    const key = await made()
    expect(await canOpen(house.platform, key)).toBe(true)
    const config = { ...house.platform.config, faults: ['signed-url'] }
    expect(await canOpen({ ...house.platform, config }, key)).toBe(false)
    await house.platform.files.remove(key)
    expect(await canOpen(house.platform, key)).toBe(false)
  })
})

describe('a file that was given up', () => {
  test('goes with its row, once, and a second time does no harm', async () => {
    const [key, kept] = [await made(), await made()]
    await house.platform.db.transaction().execute(async (tx) => {
      await discardFile(tx, key)
      await discardFile(tx, key)
    })
    expect(await queued()).toEqual([`files:delete:${key}`])
    await work()
    expect([await state(key), await state(kept)]).toEqual([undefined, 'used'])
    expect((await filesOf(house.platform)).kept).not.toContain(key)
    await filesTasks(house.platform)['files:delete']?.({ key }, 2)
  })

  test('keeps its row while the storage does not let go of it (OPEN-45)', async () => {
    const key = await made({ state: 'discarded' })
    const files = { ...house.platform.files, remove: () => Promise.reject(new Error('storage down')) }
    await expect(filesTasks({ ...house.platform, files })['files:delete']?.({ key }, 1)).rejects.toThrow(
      'storage down',
    )
    expect(await state(key)).toBe('discarded')
  })

  test('a deletion that comes for a file in use leaves it', async () => {
    const key = await made()
    await filesTasks(house.platform)['files:delete']?.({ key }, 1)
    expect([await state(key), await house.platform.files.exists(key)]).toEqual(['used', true])
  })

  test('OPEN-58 everything of an account at once, in these buckets alone', async () => {
    const mine = [await made(), await made({ state: 'uploaded' }), await made({ bucket: 'avatars' })]
    const paper = await storeFile(house.platform, { bucket: 'certificados', ownerId })
    await house.platform.db
      .transaction()
      .execute((tx) => discardFilesOf(tx, ownerId, ['avatars', 'identidad']))
    await work()
    for (const key of mine) expect(await house.platform.files.exists(key)).toBe(false)
    expect(await state(paper)).toBe('used')
  })
})

describe('the sweep', () => {
  const age = (key: string, hours: number) =>
    house.database.sql(
      `update stored_files set created_at = app_now() - make_interval(hours => $2) where key = $1`,
      [key, hours],
    )
  const old = (path: string) =>
    utimes(path, new Date(Date.now() - 90_000_000), new Date(Date.now() - 90_000_000))
  const folder = () => (house.platform.config.files as { folder: string }).folder

  test('gives up what was never used or whole for a day, and leaves the rest', async () => {
    const gone = [
      await made({ state: 'arriving' }),
      await made({ state: 'uploaded' }),
      await made({ state: 'discarded' }),
    ]
    const stays = [await made({ state: 'arriving' }), await made({ state: 'uploaded' }), await made()]
    for (const key of [...gone, stays[2] ?? '']) await age(key, 25)
    for (const key of stays.slice(0, 2)) await age(key, 23)
    await sweep()
    await work()
    const { kept } = await filesOf(house.platform)
    for (const key of gone) expect([await state(key), kept.includes(key)]).toEqual([undefined, false])
    expect(await Promise.all(stays.map(state))).toEqual(['arriving', 'uploaded', 'used'])
    for (const key of stays) expect(kept).toContain(key)
  })

  test('what belongs to nobody any more goes, papers of a case do not', async () => {
    const [card, paper] = [await made(), await storeFile(house.platform, { bucket: 'certificados', ownerId })]
    await house.database.sql('delete from "user" where id = $1', [ownerId])
    await sweep()
    await work()
    expect([await state(card), await state(paper)]).toEqual([undefined, 'used'])
  })

  test('files without a row and broken uploads go when they are a day old', async () => {
    const lone = [0, 1].map(() => join(folder(), 'identidad', ownerId, `${crypto.randomUUID()}.pdf`))
    const broken = [0, 1].map(() => join(house.platform.files.arrivals, crypto.randomUUID()))
    await mkdir(join(folder(), 'identidad', ownerId), { recursive: true })
    for (const path of [...lone, ...broken]) await writeFile(path, 'x')
    for (const path of [lone[0], broken[0]]) await old(path ?? '')
    await sweep()
    const { kept, arriving } = await filesOf(house.platform)
    expect(lone.map((path) => kept.includes(path.slice(folder().length + 1)))).toEqual([false, true])
    expect(broken.map((path) => arriving.includes(path.split('/').at(-1) ?? ''))).toEqual([false, true])
  })

  test('a row whose file is missing is said, never deleted', async () => {
    const key = await made()
    await house.platform.files.remove(key)
    await age(key, 1_000)
    await sweep()
    await work()
    expect(await state(key)).toBe('used')
    expect(
      house.database.log.filter((line) => line.msg === 'stored file is missing' && line.key === key),
    ).toHaveLength(1)
  })
})

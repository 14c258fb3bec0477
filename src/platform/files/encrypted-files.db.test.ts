import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../tests/support/app/suite.ts'
import { newerKeys } from '../../../tests/support/database/newer-keys.ts'
import {
  listFiles,
  pdf,
  readFileOf,
  readStoredFile,
  storeFile,
} from '../../../tests/support/files/test-files.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { makeActiveCase } from '../../demo-data/conversations.ts'
import { makeDocument } from '../../demo-data/workspace.ts'
import type { RunningPlatform } from '../../server/platform.ts'
import { parseFilesUrl } from '../config/file-storage-config.ts'
import { checkKeys, retireKey } from '../keys/keys-in-use.server.ts'
import { openFile, saveEncrypted } from './encrypted-files.server.ts'
import { encryptBatch } from './encryption-job.server.ts'
import { s3Storage } from './s3.server.ts'
import { openStoredFile } from './stored-files.server.ts'

const suite = useTestApp()
let ownerId: string
beforeEach(async () => {
  ownerId = (await makeAccount(suite.platform.db, { role: 'lawyer' })).id
})

const pathOf = (key: string) => {
  const { files } = suite.platform.config
  if (files.kind !== 'disk') throw new Error('not on disk')
  return join(files.folder, key)
}
const content = pdf(150_000)
const card = (bytes = content) => storeFile(suite.platform, { bucket: 'identidad', ownerId, bytes })
const encryptedWith = async (key: string) =>
  (
    await suite.database.sql<{ key_id: string | null }>(
      'select sealed_with as key_id from stored_files where key = $1',
      [key],
    )
  )[0]?.key_id

/** Stores a file as the release before did: in clear. */
async function clearCard(): Promise<string> {
  const key = await card()
  await writeFile(pathOf(key), content)
  await suite.database.sql('update stored_files set sealed_with = null where key = $1', [key])
  return key
}

/** The platform after a new key, which is the current one. */
const rotated = async (): Promise<RunningPlatform> => ({ ...suite.platform, keys: await newerKeys() })

/** Runs the job and those that it would queue; the worker of the application has the keys of the run. */
async function encryptAll(platform: RunningPlatform): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await encryptBatch(platform, after)
}

describe('DAT-56 files at rest', () => {
  test.each(['identidad', 'certificados', 'copias', 'evidencia'] as const)(
    'DAT-58 %s: a lost disk shows nothing of the file',
    async (bucket) => {
      const key = await storeFile(suite.platform, { bucket, ownerId, bytes: content })
      const stored = await readFile(pathOf(key))
      expect(stored.includes('%PDF')).toBe(false)
      expect(await encryptedWith(key)).toBe(suite.platform.keys.current)
      expect((await readFileOf(suite.platform, key)).equals(content)).toBe(true)
    },
  )

  test('photos of profiles, which are public, stay as they are', async () => {
    const key = await storeFile(suite.platform, { bucket: 'avatars', ownerId, bytes: content })
    expect((await readFile(pathOf(key))).equals(content)).toBe(true)
    expect(await encryptedWith(key)).toBeNull()
  })

  test('an upload is encrypted, and nothing of it is left in clear', async () => {
    const member = await suite.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
    const answer = await member.send('/api/files/identidad', { method: 'PUT', body: content })
    expect(answer.status).toBe(201)
    const { key } = answer.json<{ key: string }>()
    expect((await readFile(pathOf(key))).includes('%PDF')).toBe(false)
    expect((await listFiles(suite.platform)).arriving).toEqual([])
    expect((await readFileOf(suite.platform, key)).equals(content)).toBe(true)
  })

  test('a file that is altered, cut, longer, replaced by another or by one in clear does not open', async () => {
    const damages: Record<string, (key: string) => Promise<unknown>> = {
      altered: async (key) => {
        const bytes = await readFile(pathOf(key))
        bytes.writeUInt8((bytes[700] as number) ^ 1, 700)
        await writeFile(pathOf(key), bytes)
      },
      cut: (key) => truncate(pathOf(key), 131_600),
      emptied: (key) => truncate(pathOf(key), 0),
      longer: async (key) =>
        writeFile(pathOf(key), Buffer.concat([await readFile(pathOf(key)), Buffer.from('x')])),
      another: async (key) => copyFile(pathOf(await card()), pathOf(key)),
      'in clear': (key) => writeFile(pathOf(key), content),
    }
    for (const [what, damage] of Object.entries(damages)) {
      const key = await card()
      await damage(key)
      await expect(readFileOf(suite.platform, key), what).rejects.toThrow()
      await suite.database.sql(`update stored_files set state = 'discarded' where key = $1`, [key])
    }
  })

  test('a download that does not open is broken off and logged', async () => {
    const client = await suite.member({ role: 'client' })
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const { caseId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const large = pdf(3_000_000)
    const upload = { caseId, userId: client.id, name: 'papel.pdf', bytes: large }
    const key = (await makeDocument(suite.platform, upload)).file_url.replace('/archivos/', '')
    const whole = await client.get(`/archivos/${key}`)
    expect([whole.body.equals(large), whole.headers['content-length']]).toEqual([true, '3000000'])
    const bytes = await readFile(pathOf(key))
    bytes.writeUInt8((bytes[2_900_000] as number) ^ 1, 2_900_000)
    await writeFile(pathOf(key), bytes)
    await expect(client.get(`/archivos/${key}`)).rejects.toThrow()
    const entry = await suite.app.waitForLog(({ msg }) => msg === 'stored file does not open')
    expect(JSON.stringify(entry)).not.toContain('papel')
    bytes.writeUInt8((bytes[5] as number) ^ 1, 5)
    await writeFile(pathOf(key), bytes)
    expect((await client.get(`/archivos/${key}`)).status).toBe(500)
    await suite.database.sql(`update stored_files set state = 'discarded' where key = $1`, [key])
  })
})

describe('DAT-56 files at rest on S3', () => {
  let folder: string
  let server: S3rver
  let platform: RunningPlatform
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'amparo-encrypted-s3-'))
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') })
    const { port } = await server.run()
    const place = parseFilesUrl(`s3://S3RVER:S3RVER@127.0.0.1:${port}/amparo?tls=off`, join(folder, 'data'))
    if (place?.kind !== 's3') throw new Error('no place')
    const client = new S3Client({
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
    await client.send(new CreateBucketCommand({ Bucket: 'amparo' }))
    client.destroy()
    platform = { ...suite.platform, files: s3Storage(place) }
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a file is stored encrypted and opens', async () => {
    const key = await storeFile(platform, { bucket: 'identidad', ownerId, bytes: content })
    expect((await readStoredFile(platform.files, key)).includes('%PDF')).toBe(false)
    expect((await readFileOf(platform, key)).equals(content)).toBe(true)
    // It is not on the disk, where the jobs of the other tests look.
    await suite.database.sql(`update stored_files set state = 'discarded' where key = $1`, [key])
  })
})

describe('DAT-57 encryption of old files and rotation', () => {
  test('encrypts what is in clear, with both forms readable, and never twice', async () => {
    const keys = [await clearCard(), await clearCard()]
    const [first] = keys as [string, string]
    expect((await readFileOf(suite.platform, first)).equals(content)).toBe(true)
    await encryptAll(suite.platform)
    for (const key of keys) {
      expect((await readFile(pathOf(key))).includes('%PDF')).toBe(false)
      expect((await readFileOf(suite.platform, key)).equals(content)).toBe(true)
      expect(await encryptedWith(key)).toBe(suite.platform.keys.current)
    }
    const before = await readFile(pathOf(first))
    await encryptAll(suite.platform)
    expect((await readFile(pathOf(first))).equals(before)).toBe(true)
  })

  test('a file that was encrypted before its row says so opens, and is finished by the next run', async () => {
    const key = await card()
    await suite.database.sql('update stored_files set sealed_with = null where key = $1', [key])
    expect((await readFileOf(suite.platform, key)).equals(content)).toBe(true)
    await encryptAll(suite.platform)
    expect(await encryptedWith(key)).toBe(suite.platform.keys.current)
    expect((await readFileOf(suite.platform, key)).equals(content)).toBe(true)
  })

  test('a cut file in clear is not encrypted as whole, and stops no other', async () => {
    const [cut, other] = [await clearCard(), await clearCard()].sort() as [string, string]
    await truncate(pathOf(cut), 1_000)
    await encryptAll(suite.platform)
    expect(await encryptedWith(cut)).toBeNull()
    expect((await readFile(pathOf(cut))).length).toBe(1_000)
    expect(await encryptedWith(other)).toBe(suite.platform.keys.current)
    await suite.database.sql('delete from stored_files where key = $1', [cut])
  })

  test('a file that is deleted meanwhile does not come back', async () => {
    const key = await clearCard()
    const { files } = suite.platform
    const save: typeof files.save = async (...args) => {
      await suite.database.sql(`update stored_files set state = 'discarded' where key = $1`, [key])
      await files.save(...args)
    }
    await encryptAll({ ...suite.platform, files: { ...files, save } })
    expect(await files.exists(key)).toBe(false)
  })

  test('a new key encrypts all again, 60 files in batches; the old one retires only when nothing needs it', async () => {
    const old = suite.platform.keys.current
    const keys = await Promise.all(Array.from({ length: 60 }, () => card(pdf())))
    const platform = await rotated()
    const { db } = suite.platform
    await expect(retireKey(db, platform.keys, platform.keys.current)).rejects.toThrow('clave actual')
    await expect(retireKey(db, platform.keys, old)).rejects.toThrow('Todavía hay archivos')
    await encryptAll(platform)
    const rows = await suite.database.sql<{ key_id: string }>(
      `select distinct sealed_with as key_id from stored_files where bucket <> 'avatars' and state in ('uploaded', 'used')`,
    )
    expect(rows).toEqual([{ key_id: platform.keys.current }])
    for (const key of keys.slice(0, 3)) expect((await readFileOf(platform, key)).equals(pdf())).toBe(true)
    await suite.database.sql(`update stored_files set sealed_with = null where state = 'discarded'`)
    await retireKey(db, platform.keys, old)
    await expect(retireKey(db, platform.keys, old)).rejects.toThrow('No hay nada sellado')
    // The keys of the run do not include the new one.
    await expect(checkKeys(db, suite.platform.keys, 'el archivo')).rejects.toThrow(
      `Falta en el archivo la clave de cifrado ${platform.keys.current}`,
    )
    await checkKeys(db, platform.keys, 'el archivo')
    await expect(openStoredFile(suite.platform, keys[0] as string)).rejects.toThrow()
    // Leaves the database as other tests expect it.
    await suite.database.sql('update stored_files set sealed_with = null')
    await suite.database.sql('delete from encryption_keys')
  })

  test('a content that is made by a job is encrypted while it streams', async () => {
    const key = `copias/${ownerId}/${crypto.randomUUID()}.zip`
    const file = { key, bucket: 'copias' as const, contentType: 'application/zip' }
    const temporary = join(suite.platform.files.incomingDir, crypto.randomUUID())
    const other = await rotated()
    const parts = Array.from({ length: 40 }, (_, at) => Buffer.alloc(10_000, at))
    const keyId = await saveEncrypted(other, Readable.from(parts), file, temporary)
    expect(keyId).toBe(other.keys.current)
    const row = { ...file, bytes: 400_000, encryptedWith: keyId }
    const stream = await openFile(other, row)
    expect(stream && (await buffer(stream)).equals(Buffer.concat(parts))).toBe(true)
  })
})

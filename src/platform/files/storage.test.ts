import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStoredFile } from '../../../tests/support/files/test-files.ts'
import { parseFilesUrl } from '../config/file-storage-config.ts'
import { isDatabaseDown } from '../database/database.server.ts'
import { createStorage } from './create-storage.server.ts'
import { diskStorage } from './disk.server.ts'
import { s3Storage } from './s3.server.ts'
import { type FileStorage, PRIVATE_DIR_MODE } from './storage.server.ts'

const PERSON = '11111111-1111-4111-8111-111111111111'
let folder: string
let server: S3rver
const storages: Record<string, FileStorage> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amparo-storage-'))
  storages.disk = diskStorage(join(folder, 'disk'))
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') })
  const { port } = await server.run()
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'amparo' }))
  client.destroy()
  const place = parseFilesUrl(`s3://S3RVER:S3RVER@127.0.0.1:${port}/amparo?tls=off`, join(folder, 'data'))
  if (!place) throw new Error('no place')
  storages.s3 = createStorage(place)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function storeAt(storage: FileStorage, key: string, bytes: Buffer): Promise<string> {
  await mkdir(storage.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  const path = join(storage.incomingDir, crypto.randomUUID())
  await writeFile(path, bytes)
  await storage.save(path, key, 'application/pdf')
  return key
}

describe.each(['disk', 's3'])('the storage on %s', (name) => {
  const storage = () => storages[name] as FileStorage
  const key = () => `identidad/${PERSON}/${crypto.randomUUID()}.pdf`

  test('returns what was stored, and leaves no partial file', async () => {
    const bytes = Buffer.from('ñ'.repeat(200_000))
    const one = await storeAt(storage(), key(), bytes)
    expect((await readStoredFile(storage(), one)).equals(bytes)).toBe(true)
    expect(await storage().exists(one)).toBe(true)
    expect(await readdir(storage().incomingDir)).toEqual([])
  })

  test('a missing file is not found, and removing it is no error', async () => {
    const absent = key()
    expect(await storage().exists(absent)).toBe(false)
    expect(await storage().open(absent)).toBeNull()
    await storage().remove(absent)
  })

  test('a removed file is gone', async () => {
    const one = await storeAt(storage(), key(), Buffer.from('x'))
    await storage().remove(one)
    expect(await storage().exists(one)).toBe(false)
    expect(await storage().open(one)).toBeNull()
  })

  test('a listing has every file of its bucket, with its time, and none of other buckets', async () => {
    const wanted = await Promise.all(
      Array.from({ length: 4 }, () =>
        storeAt(storage(), `avatars/${crypto.randomUUID()}/${crypto.randomUUID()}.jpg`, Buffer.from('x')),
      ),
    )
    await storeAt(storage(), key(), Buffer.from('x'))
    const found = []
    for await (const page of storage().list('avatars')) found.push(...page)
    expect(found.map((one) => one.key).sort()).toEqual(wanted.sort())
    for (const { modified } of found) expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(120_000)
    const none = []
    for await (const page of storage().list('certificados')) none.push(...page)
    expect(none).toEqual([])
    const paper = `certificados/case_documents/${PERSON}/${crypto.randomUUID()}-carta.pdf`
    await storeAt(storage(), paper, Buffer.from('x'))
    const papers = []
    for await (const page of storage().list('certificados')) papers.push(...page)
    expect(papers.map((one) => one.key)).toEqual([paper])
  })
})

test('S3 gets the type and length of a file, and no ACL', async () => {
  const requests: IncomingHttpHeaders[] = []
  const store = createServer((request, response) => {
    requests.push(request.headers)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  const { port } = store.address() as AddressInfo
  const place = parseFilesUrl(`s3://a:b@127.0.0.1:${port}/amparo?tls=off`, join(folder, 'told'))
  if (place?.kind !== 's3') throw new Error('no place')
  // The detected type, whatever the name says.
  await storeAt(s3Storage(place), `identidad/${PERSON}/b.bin`, Buffer.from('cuatro'))
  expect(requests).toMatchObject([{ 'content-type': 'application/pdf', 'content-length': '6' }])
  expect(requests[0]).not.toHaveProperty('x-amz-acl')
  expect(await readdir(place.arrivals)).toEqual([])
  store.closeAllConnections()
  store.close()
})

describe('on an S3 server that does not respond', () => {
  /** Whether it starts a response of ten bytes, or does not respond at all. */
  let startsResponse = false
  const silent = createServer((request, response) => {
    request.resume()
    if (startsResponse) response.writeHead(200, { 'content-length': 10 }).write('half')
  })
  let storage: FileStorage
  beforeAll(async () => {
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const place = parseFilesUrl(`s3://a:b@127.0.0.1:${port}/amparo?tls=off`, join(folder, 'silent'))
    if (place?.kind !== 's3') throw new Error('no place')
    storage = s3Storage(place, { requestMs: 200, idleMs: 400 })
  })
  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const key = `identidad/${PERSON}/a.pdf`

  test('every operation fails like a lost connection', async () => {
    const listing = async () => {
      for await (const _page of storage.list('avatars')) break
    }
    const operations = [
      storage.exists(key),
      storage.open(key),
      storage.remove(key),
      storeAt(storage, key, Buffer.from('x')),
      listing(),
    ]
    const answers = await Promise.allSettled<unknown>(operations)
    expect(answers.map((answer) => answer.status === 'rejected' && isDatabaseDown(answer.reason))).toEqual(
      operations.map(() => true),
    )
  })

  test('a download that stalls is aborted', async () => {
    startsResponse = true
    await expect(readStoredFile(storage, key)).rejects.toThrow()
  })
})

describe('on disk', () => {
  test('no other user of the machine has access', async () => {
    const one = await storeAt(
      storages.disk as FileStorage,
      `identidad/${PERSON}/${crypto.randomUUID()}.pdf`,
      Buffer.from('x'),
    )
    for (const path of ['', 'identidad', `identidad/${PERSON}`]) {
      expect((await stat(join(folder, 'disk', path))).mode & 0o077, path).toBe(0)
    }
    expect(await readFile(join(folder, 'disk', one), 'utf8')).toBe('x')
  })

  test('a foreign file in the folder does not stop the listing', async () => {
    const storage = diskStorage(join(folder, 'foreign'))
    await storeAt(storage, `avatars/${PERSON}/a.jpg`, Buffer.from('x'))
    await writeFile(join(folder, 'foreign', 'avatars', 'Nota rara: ¿qué?.txt'), '')
    await writeFile(join(folder, 'foreign', 'avatars', PERSON, 'ñandú (1).jpg'), '')
    const keys: string[] = []
    for await (const page of storage.list('avatars')) keys.push(...page.map((one) => one.key))
    expect(keys.sort()).toEqual([`avatars/${PERSON}/a.jpg`, `avatars/${PERSON}/ñandú (1).jpg`])
  })
})

describe('FILES_URL', () => {
  test('names a folder or a bucket', () => {
    expect(parseFilesUrl(null, '/srv/datos')).toEqual({ kind: 'disk', folder: '/srv/datos/files' })
    expect(parseFilesUrl('file:///srv/mis%20archivos', 'x')).toEqual({
      kind: 'disk',
      folder: '/srv/mis archivos',
    })
    expect(parseFilesUrl('s3://ID:a%2Fb%3D@s3.example:9000/archivos?region=sa-east-1&tls=off', '/d')).toEqual(
      {
        kind: 's3',
        bucket: 'archivos',
        region: 'sa-east-1',
        endpoint: 'http://s3.example:9000',
        keys: { id: 'ID', secret: 'a/b=' },
        arrivals: '/d/arrivals',
      },
    )
    expect(parseFilesUrl('s3:///archivos?region=sa-east-1', '/d')).toMatchObject({
      endpoint: null,
      keys: null,
    })
  })

  test.each([
    '/carpeta',
    's3://',
    's3://host/',
    's3://id@host/archivos',
    's3://host/a/b',
    'file://host/x',
    'ftp://x/y',
    's3://host/MAYUS',
  ])('%s is invalid', (address) => {
    expect(parseFilesUrl(address, '/d')).toBeNull()
  })
})

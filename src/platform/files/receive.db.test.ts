import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { eventually } from '../../../tests/support/database/test-database.ts'
import { cardPolicy, photoPolicy } from '../../../tests/support/files/bucket-policies.ts'
import {
  disguisedFiles,
  interlacedPng,
  listFiles,
  pdf,
  picture,
  pictureOfSize,
  pngBomb,
  readFileOf,
  readStoredFile,
} from '../../../tests/support/files/test-files.ts'
import { type Client, type HttpResponse, newClient } from '../../../tests/support/network/http-client.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { createApp } from '../../server/http.ts'
import type { RunningPlatform } from '../../server/platform.ts'
import { MB } from './buckets.ts'
import { signLink } from './links.server.ts'
import { FILE_TEXTS } from './texts.ts'

// Uploads over real HTTP into a real folder. Read permissions: tests/access/files.db.test.ts.

const suite = useDatabase()
const apps: FastifyInstance[] = []
let url: string

async function serve(platform: RunningPlatform): Promise<string> {
  const app = await createApp(platform, undefined, [photoPolicy, cardPolicy])
  apps.push(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

beforeAll(async () => {
  url = await serve(suite.platform)
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

type SignedInClient = Client & { id: string }

async function signIn(at = url): Promise<SignedInClient> {
  const account = await makeAccount(suite.platform.db, { role: 'lawyer' })
  const client = newClient(at, null)
  const answer = await client.post('/api/accounts/login', {
    email: account.email,
    password: account.password,
  })
  expect(answer.status).toBe(200)
  return { ...client, id: account.id }
}

const put = (
  client: Client,
  bucket: string,
  body: Buffer,
  headers: Record<string, string | undefined> = {},
) =>
  client.send(`/api/files/${bucket}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })

type RefusedBody = Record<'code' | 'title' | 'message', string> & { status: number }

const rows = (owner: string) =>
  suite.database.sql<{ key: string; bytes: number; state: string; content_type: string; file_name: string }>(
    'select key, bytes, state, content_type, file_name from stored_files where owner_id = $1 order by created_at',
    [owner],
  )

/** Expects a refusal with this text, and that nothing is left: no row, no stored file, no partial file. */
async function refused(
  owner: SignedInClient,
  answer: HttpResponse,
  status: number,
  title: string,
  message: string,
): Promise<void> {
  expect({ ...answer.json<RefusedBody>(), status: answer.status }).toMatchObject({ status, title, message })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(await rows(owner.id)).toEqual([])
  const { kept, arriving } = await listFiles(suite.platform)
  expect(kept.filter((key) => key.includes(owner.id))).toEqual([])
  expect(arriving).toEqual([])
}

describe('an accepted file', () => {
  test('ONP-41 an ID card is stored as sent, under a random key', async () => {
    const owner = await signIn()
    for (const [sent, type, end] of [
      [pdf(), 'application/pdf', 'pdf'],
      [await picture('jpeg', { exif: true }), 'image/jpeg', 'jpg'],
      [await picture('png'), 'image/png', 'png'],
    ] as const) {
      const answer = await put(owner, 'identidad', sent, { 'x-file-name': encodeURIComponent('mi carné.x') })
      expect(answer.status).toBe(201)
      const { key, url: address } = answer.json<{ key: string; url: string }>()
      expect(key).toMatch(new RegExp(`^identidad/${owner.id}/[0-9a-f-]{36}\\.${end}$`))
      expect(address).toBe(`/archivos/${key}`)
      const row = (await rows(owner.id)).find((one) => one.key === key)
      expect(row).toEqual({
        key,
        bytes: sent.length,
        state: 'uploaded',
        content_type: type,
        file_name: 'mi carné.x',
      })
      expect((await readFileOf(suite.platform, key)).equals(sent)).toBe(true)
    }
    expect((await listFiles(suite.platform)).arriving).toEqual([])
  })

  test('ONP-40, CAL-28, abuse 32: every photo becomes a JPEG of 512 without metadata', async () => {
    const owner = await signIn()
    for (const sent of [await picture('png'), await picture('jpeg', { exif: true })]) {
      const answer = await put(owner, 'avatars', sent)
      expect(answer.status).toBe(201)
      const { key } = answer.json<{ key: string }>()
      expect(key).toMatch(new RegExp(`^avatars/${owner.id}/[0-9a-f-]{36}\\.jpg$`))
      const stored = await readStoredFile(suite.platform.files, key)
      const kept = await sharp(stored).metadata()
      expect(kept).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
      expect(kept.exif).toBeUndefined()
      expect((await rows(owner.id)).find((row) => row.key === key)).toMatchObject({
        bytes: stored.length,
        content_type: 'image/jpeg',
      })
    }
  })

  test('LIM-02 exactly 5 and 10 MB are accepted, also without a content length', async () => {
    const owner = await signIn()
    expect((await put(owner, 'avatars', await pictureOfSize(5 * MB))).status).toBe(201)
    expect((await put(owner, 'identidad', pdf(10 * MB))).status).toBe(201)
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' }
    expect((await put(owner, 'identidad', pdf(10 * MB), chunked)).status).toBe(201)
  })

  test('abuse 31: the name is only data: it does not affect where the file is stored', async () => {
    const owner = await signIn()
    const hostile = [
      '../../x',
      '/etc/passwd',
      `factura\u202Efdp.exe`,
      `${'a'.repeat(300)}.pdf`,
      'a\0b.pdf',
      'x\r\nset-cookie: a=b',
      '%',
      '',
    ]
    for (const name of hostile) {
      const answer = await put(owner, 'identidad', pdf(), { 'x-file-name': encodeURIComponent(name) })
      expect(answer.status, name).toBe(201)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.json<{ key: string }>().key).toMatch(/^identidad\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.pdf$/)
    }
    expect((await put(owner, 'identidad', pdf(), { 'x-file-name': '%E0%A4%A' })).status).toBe(201)
    for (const { file_name: name } of await rows(owner.id)) {
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
      expect(name.length).toBeLessThanOrEqual(120)
    }
  })

  test('of unused uploads the newest five are kept', async () => {
    const owner = await signIn()
    for (let sent = 0; sent < 7; sent++) expect((await put(owner, 'identidad', pdf())).status).toBe(201)
    const states = (await rows(owner.id)).map((row) => row.state)
    expect(states).toEqual(['discarded', 'discarded', ...Array(5).fill('uploaded')])
  })
})

const SIZE = 'Archivo muy grande'
const TYPE = 'Formato incorrecto'
const NOT_UPLOADED = 'No se pudo subir el archivo'
const UNREADABLE = 'No se pudo leer el archivo. Elige otro.'

describe('a refused file leaves nothing', () => {
  test.each([
    ['avatars', 5, 'La imagen no debe superar los 5MB.'],
    ['identidad', 10, 'El archivo no debe superar los 10MB.'],
  ])(
    'ONP-16, ONP-30, abuse 33: one byte too much for %s, by content length or while reading',
    async (bucket, maxMb, message) => {
      const owner = await signIn()
      const large = bucket === 'avatars' ? await pictureOfSize(maxMb * MB + 1) : pdf(maxMb * MB + 1)
      await refused(owner, await put(owner, bucket, large), 413, SIZE, message)
      const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' }
      await refused(owner, await put(owner, bucket, large, chunked), 413, SIZE, message)
    },
  )

  test.each(Object.entries(disguisedFiles))(
    'ONP-29, abuse 32: %s, whatever its declared type',
    async (_what, body) => {
      const owner = await signIn()
      for (const type of [
        'application/pdf',
        'image/jpeg',
        'multipart/form-data; boundary=x',
        'nada',
        undefined,
      ]) {
        const answer = await put(owner, 'identidad', body, {
          'content-type': type,
          'x-file-name': 'carnet.pdf',
        })
        await refused(owner, answer, 415, TYPE, 'Solo se admiten archivos PDF, JPG o PNG.')
      }
      await refused(
        owner,
        await put(owner, 'avatars', body),
        415,
        TYPE,
        'Solo se admiten imágenes PNG o JPG.',
      )
    },
  )

  test('ONP-15 a PDF as a photo', async () => {
    const owner = await signIn()
    await refused(owner, await put(owner, 'avatars', pdf()), 415, TYPE, 'Solo se admiten imágenes PNG o JPG.')
  })

  test('abuse 32, 33: nothing at all, the first bytes alone, a file that was cut', async () => {
    const owner = await signIn()
    const whole = await picture('jpeg', { noise: true })
    const bad = [
      Buffer.alloc(0),
      whole.subarray(0, 40),
      whole.subarray(0, whole.length / 2),
      (await picture('png', { noise: true })).subarray(0, 5_000),
      pdf(9_000).subarray(0, 8_000),
      Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF'),
    ]
    for (const [index, body] of bad.entries()) {
      await refused(owner, await put(owner, 'identidad', body), 422, NOT_UPLOADED, UNREADABLE)
      if (index < 4) await refused(owner, await put(owner, 'avatars', body), 422, NOT_UPLOADED, UNREADABLE)
    }
  })

  test('A7, abuse 33: a decompression bomb and an interlaced PNG of 308 KB are too large', async () => {
    const owner = await signIn()
    for (const body of [pngBomb(), await interlacedPng(6_300, 6_300)])
      await refused(owner, await put(owner, 'avatars', body), 422, NOT_UPLOADED, FILE_TEXTS.tooLarge.message)
  })

  test('without a session, from another origin, or for a bucket without uploads', async () => {
    const stranger = { ...newClient(url, null), id: crypto.randomUUID() }
    await refused(
      stranger,
      await put(stranger, 'identidad', pdf()),
      401,
      NOT_UPLOADED,
      'Debes iniciar sesión.',
    )
    const owner = await signIn()
    for (const bucket of ['certificados', 'otros', '..%2Fidentidad', '%00']) {
      await refused(
        owner,
        await put(owner, bucket, pdf()),
        404,
        NOT_UPLOADED,
        'No encontramos lo que buscas.',
      )
    }
    const foreign = await put(owner, 'identidad', pdf(), { origin: 'https://otra.test' })
    expect([foreign.status, foreign.json<RefusedBody>().code]).toEqual([403, 'FORBIDDEN'])
    expect(await rows(owner.id)).toEqual([])
  })

  test('a user without a role', async () => {
    const owner = await signIn()
    await suite.database.sql('delete from profiles where id = $1', [owner.id])
    await refused(
      owner,
      await put(owner, 'identidad', pdf()),
      403,
      NOT_UPLOADED,
      'No tienes permiso para hacer esto.',
    )
  })

  test('the forty-first upload of an hour, with Retry-After', async () => {
    const owner = await signIn()
    const answers: HttpResponse[] = []
    for (let sent = 0; sent < 41; sent++) answers.push(await put(owner, 'identidad', Buffer.from('hola')))
    expect(answers.map((one) => one.status)).toEqual([...Array(40).fill(415), 429])
    const last = answers.at(-1) as HttpResponse
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3000)
    await refused(
      owner,
      last,
      429,
      NOT_UPLOADED,
      'Has subido muchos archivos. Espera un momento antes de subir otro.',
    )
    expect((await put(owner, 'avatars', await picture('png'))).status).toBe(201)
  })

  test('ONP-44, ONP-45 an upload with an injected fault', async () => {
    const at = await serve({
      ...suite.platform,
      config: { ...suite.platform.config, faults: ['avatar-upload', 'id-card-upload'] },
    })
    const owner = await signIn(at)
    for (const bucket of ['avatars', 'identidad']) {
      const answer = await put(owner, bucket, await picture('png'))
      await refused(owner, answer, 500, NOT_UPLOADED, 'Ocurrió un error inesperado. Inténtalo de nuevo.')
    }
  })

  test('ONP-46 a signed link with an injected fault', async () => {
    const at = await serve({
      ...suite.platform,
      config: { ...suite.platform.config, faults: ['signed-url'] },
    })
    const owner = await signIn(at)
    const { key } = (await put(owner, 'identidad', pdf())).json<{ key: string }>()
    const answer = await owner.get(signLink(suite.platform, { key, viewerId: owner.id }))
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('Ocurrió un error inesperado. Inténtalo de nuevo.')
  })

  test('somebody who leaves in the middle', async () => {
    const owner = await signIn()
    const half = pdf(4 * MB).subarray(0, 2 * MB)
    const request = http.request(`${url}/api/files/identidad`, {
      method: 'PUT',
      headers: {
        origin: url,
        cookie: [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-length': 4 * MB,
      },
    })
    request.on('error', () => {})
    request.write(half)
    await eventually(async () => (await listFiles(suite.platform)).arriving.length === 1)
    expect(await rows(owner.id)).toMatchObject([{ state: 'arriving' }])
    request.destroy()
    await eventually(async () => (await rows(owner.id)).length === 0)
    expect((await listFiles(suite.platform)).arriving).toEqual([])
  })
})

describe('a server failure leaves nothing either', () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const MESSAGE = 'No se pudo guardar el archivo. Inténtalo de nuevo en unos minutos.'

  test('a disk that is full when the file is to be kept', async () => {
    const at = await serve({ ...suite.platform, files: { ...suite.platform.files, save: full } })
    const owner = await signIn(at)
    const answer = await put(owner, 'identidad', pdf(MB))
    expect(answer.headers['retry-after']).toBe('60')
    await refused(owner, answer, 503, NOT_UPLOADED, MESSAGE)
    expect(
      suite.database.log.some((line) => line.msg === 'fault' && JSON.stringify(line).includes('ENOSPC')),
    ).toBe(true)
  })

  test('an upload folder that cannot be written', async () => {
    // A device cannot have subfolders.
    const at = await serve({
      ...suite.platform,
      files: { ...suite.platform.files, incomingDir: '/dev/full/nada' },
    })
    const owner = await signIn(at)
    await refused(owner, await put(owner, 'avatars', await picture('png')), 503, NOT_UPLOADED, MESSAGE)
  })

  test('an account that is deleted during its upload', async () => {
    const files = suite.platform.files
    const keep: typeof files.save = async (path, key, type) => {
      await files.save(path, key, type)
      await suite.database.sql('delete from "user" where id = $1', [key.split('/')[1]])
    }
    const at = await serve({ ...suite.platform, files: { ...files, save: keep } })
    const owner = await signIn(at)
    await refused(owner, await put(owner, 'identidad', pdf()), 404, NOT_UPLOADED, UNREADABLE)
    expect(
      await suite.database.sql('select 1 from stored_files where key like $1', [`%${owner.id}%`]),
    ).toEqual([])
  })

  test('A7: of many concurrent uploads of one user each is accepted or gets 429, and nothing is left', async () => {
    const owner = await signIn()
    const body = await picture('jpeg', { width: 2_000, height: 1_500, noise: true })
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(owner, 'avatars', body)))
    // The reason for the 429: picture-queue.server.test.ts.
    expect(answers.filter(({ status }) => status !== 201 && status !== 429)).toEqual([])
    expect((await listFiles(suite.platform)).arriving).toEqual([])
    expect((await rows(owner.id)).filter((row) => row.state === 'arriving')).toEqual([])
  })
})

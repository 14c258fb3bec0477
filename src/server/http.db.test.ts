import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { newClient, type Problem } from '../../tests/support/network/http-client.ts'
import { createApp } from './http.ts'

// The HTTP application from source, in this process, with extra routes for cases that no real route can
// produce.

const suite = useDatabase()
let app: FastifyInstance
let url: string
let feed: Readable

beforeAll(async () => {
  app = await createApp(suite.platform, 'public')
  app.get('/prueba-lenta', (_request, reply) => reply.type('text/html; charset=utf-8').send(feed))
  for (const path of ['/prueba-rota', '/api/prueba-rota']) {
    app.get(path, () => {
      throw new Error('select secreto from la_base')
    })
  }
  app.get('/prueba-marco', (_request, reply) =>
    reply.header('x-frame-options', 'SAMEORIGIN').header('cache-control', 'private, max-age=60').send('x'),
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => app?.close())

describe('streaming', () => {
  test.each([
    ['br', createBrotliDecompress],
    ['gzip', createGunzip],
  ])(
    '%s buffers nothing: each part arrives before the next one is written',
    async (encoding, decompressor) => {
      feed = new Readable({ read() {} })
      const request = http.get(`${url}/prueba-lenta`, { headers: { 'accept-encoding': encoding } })
      feed.push('<p>primero</p>'.padEnd(2_000, ' '))
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      expect(response.headers['content-encoding']).toBe(encoding)
      const reader = response.pipe(decompressor()).setEncoding('utf8')
      let text = ''
      const arrived = (part: string) =>
        new Promise<void>((resolve) => {
          const check = () => text.includes(part) && resolve()
          reader.on('data', check)
          check()
        })
      reader.on('data', (chunk: string) => {
        text += chunk
      })
      // If anything were buffered, the first part would never arrive: the rest is written only after it.
      for (const part of ['primero', 'segundo', 'tercero']) {
        if (part !== 'primero') feed.push(`<p>${part}</p>`)
        await arrived(part)
      }
      feed.push(null)
      await once(reader, 'end')
      expect(text.replace(/\s/g, '')).toBe('<p>primero</p><p>segundo</p><p>tercero</p>')
    },
  )
})

describe('an error in a handler', () => {
  test('an operation: 500 as JSON with a reference, a page: as text; neither reveals the error', async () => {
    const client = newClient(url, null)
    for (const path of ['/api/prueba-rota', '/prueba-rota']) {
      const answer = await client.get(path)
      expect(answer.status).toBe(500)
      expect(answer.text).toContain('Ocurrió un error inesperado. Inténtalo de nuevo.')
      expect(answer.text).not.toContain('secreto')
      const reference = String(answer.headers['x-request-id'])
      expect(answer.text).toContain(reference)
      const entry = suite.database.log.find((line) => line.level === 50 && line.requestId === reference)
      expect(JSON.stringify(entry)).toContain('select secreto from la_base')
      expect(answer.headers['x-frame-options']).toBe('DENY')
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    expect((await client.get('/api/prueba-rota')).json<Problem>()).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      status: 500,
    })
  })

  test('a header that a handler has set is kept', async () => {
    const { headers } = await newClient(url, null).get('/prueba-marco')
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
    })
  })
})

test('headers over the limit: refused, and the next request is served', async () => {
  const answer = await newClient(url, null).get('/healthz', { cookie: `amparo=${'a'.repeat(20_000)}` })
  expect(answer.status).toBe(431)
  expect((await newClient(url, null).get('/healthz')).status).toBe(200)
})

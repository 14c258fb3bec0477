import { once } from 'node:events'
import net from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRequestTimeout } from './requests.server.ts'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify()
  setRequestTimeout(app, 100)
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, undefined))
  })
  app.put('/api/files/x', () => 'archivo')
  app.post('/formulario', () => 'formulario')
  app.get('/lento', () => new Promise((resolve) => setTimeout(() => resolve('al fin'), 300)))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends headers and half of a body, and the other half after 300 ms. @returns the raw response */
async function sendSlowly(head: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(
    `${head}\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nab`,
  )
  setTimeout(() => socket.writable && socket.write('cd'), 300)
  await once(socket, 'close')
  return answer
}

test('abuse 33: an incomplete form gets a 408 and the connection is closed', async () => {
  expect(await sendSlowly('POST /formulario HTTP/1.1')).toMatch(
    /^HTTP\/1\.1 408 .*La petición tardó demasiado\.$/s,
  )
})

test('an upload has more time', async () => {
  expect(await sendSlowly('PUT /api/files/x HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 .*archivo$/s)
})

test('a complete request may be answered late', async () => {
  expect((await app.inject('/lento')).body).toBe('al fin')
  const late = await fetch(`http://127.0.0.1:${port}/lento`)
  expect(await late.text()).toBe('al fin')
})

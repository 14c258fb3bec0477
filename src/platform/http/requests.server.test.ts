import { once } from 'node:events'
import net from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAddress, loggedPath, pageCsp, setRequestTimeout } from './requests.server.ts'

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

const POLICY =
  "default-src 'self'; script-src 'self' 'nonce-x1'; style-src-elem 'self' 'nonce-x1'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'"

test('docs/design.md §5: the content security policy of a page', () => {
  expect(pageCsp('x1', false)).toBe(POLICY)
  expect(pageCsp('x1', true)).toBe(`${POLICY}; upgrade-insecure-requests`)
})

test.each([
  ['10.8.8.8', '10.8.8.8'],
  ['::ffff:10.8.8.8', '10.8.8.8'],
  ['::FFFF:0a08:0808', '10.8.8.8'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0009', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::2:0:0:7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nobody', 'unknown'],
  ['1:2:3', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is client %s', (ip, client) => {
  expect(clientAddress(ip)).toBe(client)
})

test('SEG-63, SEG-29 the log has no token, no query and no name that a person gave a file', () => {
  const id = '38d5796c-1dbd-4527-8337-634366b46c9c'
  expect(loggedPath('/baja/abc?x=1')).toBe('/baja/…')
  expect(loggedPath('/calendario/abc.ics')).toBe('/calendario/…')
  expect(loggedPath(`/archivos/certificados/chats/${id}/${id}-demanda-por-violencia.pdf?sig=1`)).toBe(
    `/archivos/certificados/chats/${id}/${id}`,
  )
  expect(loggedPath(`/case/${id}?tab=documentos`)).toBe(`/case/${id}`)
})

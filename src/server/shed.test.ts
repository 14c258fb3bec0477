import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Crowd, shedOverload } from './shed.ts'

const TEXT = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'

/** Pages wait until they are let go. */
let letGo: () => void
let arrived: string[]
let note: () => unknown
let app: FastifyInstance
let port: number
let told: Crowd
const crowd = { waiting: 0 }
const most = { waiting: 3, pages: 2, held: 0, fair: 0, told: 1_000, kept: 10 }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeEach(async () => {
  const gate = Promise.withResolvers<void>()
  letGo = gate.resolve
  crowd.waiting = 0
  // A connection that the client opened and never used would hold up the closing for a minute and more.
  app = Fastify({ forceCloseConnections: true })
  app.get('/healthz', async () => 'ok')
  app.get('/assets/app.js', async () => 'script')
  app.get('/api/events', async () => 'events')
  app.post('/api/rpc/chat/send', async () => 'sent')
  app.post('/api/chat/send', async () => 'sent')
  arrived = []
  note = () => {}
  app.get('/*', async ({ url }) => {
    arrived.push(url)
    note()
    await gate.promise
    return 'page'
  })
  // Refused at the next look, unless a test says otherwise.
  most.held = 0
  told = shedOverload(app, () => crowd.waiting, most)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterEach(async () => {
  letGo()
  await app.close()
})

const get = (path: string, accept = 'text/html') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })

/** What came back by the time the server has nothing more to say, or has hung up. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {}).on('close', () => resolve(answer))
    socket.write(text)
    setTimeout(() => socket.end(), 300)
  })
}

const post = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

describe('DESIGN §11 more than the process can serve', () => {
  test('the API says so in its own shape, with Retry-After, and serves again once fewer wait', async () => {
    crowd.waiting = 3
    const rpc = await post('/api/rpc/chat/send')
    expect([rpc.status, rpc.headers.get('retry-after')]).toEqual([503, '2'])
    const error = { code: 'SERVICE_UNAVAILABLE', status: 503, message: TEXT, data: { retryAfter: 2 } }
    expect(await rpc.json()).toMatchObject({ json: error })
    expect(await (await post('/api/chat/send')).json()).toMatchObject(error)
    expect((await get('/api/events')).status).toBe(503)
    expect(told.refused).toBe(3)
    crowd.waiting = 2
    expect(await (await post('/api/rpc/chat/send')).text()).toBe('sent')
    expect(told.refused).toBe(3)
  })

  test('whoever finds no room waits for it, and is not refused once there is some', async () => {
    most.held = 60_000
    crowd.waiting = 3
    const asked = [post('/api/rpc/chat/send'), get('/a'), get('/b')]
    await expect.poll(() => told.waiting).toBe(3)
    expect(arrived).toEqual([])
    letGo()
    crowd.waiting = 0
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect([told.waiting, told.refused]).toEqual([0, 0])
  })

  test('whoever leaves while waiting is forgotten', async () => {
    most.held = 60_000
    crowd.waiting = 3
    const leaving = new AbortController()
    const first = fetch(`http://127.0.0.1:${port}/a`, { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => told.waiting).toBe(1)
    leaving.abort()
    expect(await first).toBe('left')
    const second = get('/b')
    await expect.poll(() => told.waiting).toBe(2)
    letGo()
    crowd.waiting = 0
    expect((await second).status).toBe(200)
    expect(arrived).toEqual(['/b'])
  })

  test('pages begin two in a turn of the event loop, so that those begun come to their end', async () => {
    most.held = 60_000
    letGo()
    const begun: number[] = []
    let turn = 0
    let isOver = false
    const count = () => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    note = () => begun.push(turn)
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const answer = await raw(ask('/p').repeat(8))
    isOver = true
    expect(answer.match(/HTTP\/1.1 200 /g)).toHaveLength(8)
    expect(begun).toHaveLength(8)
    expect(Math.max(...begun.map((one) => begun.filter((other) => other === one).length))).toBe(2)
  })

  test('a person reads a page, a program a line; neither may load anything from elsewhere', async () => {
    crowd.waiting = 3
    const page = await get('/dashboard')
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; frame-ancestors 'none'/)
    const html = await page.text()
    expect(html).toContain('Hay mucha gente en este momento')
    expect(html).toContain('<a href="">Reintentar</a>')
    const data = await get('/dashboard.data', '*/*')
    expect([data.status, data.headers.get('cache-control')]).toEqual([503, 'private, no-store'])
    expect(await data.text()).toBe(TEXT)
  })

  test('health, metrics and files stay, and nothing that only begins like them', async () => {
    crowd.waiting = 1_000
    expect(await (await get('/healthz?a=/b')).text()).toBe('ok')
    expect(await (await get('/assets/app.js')).text()).toBe('script')
    for (const path of ['/healthzz', '/favicon-x', '/favicon.svg/', '/metricsx', '/robots.txtx'])
      expect((await get(path)).status, path).toBe(503)
    for (const path of ['/assets/../a', '/assets/%2e%2e/a', '/favicon/../'])
      expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`), path).toMatch(/^HTTP\/1.1 503 /)
  })

  test('a connection that asks on without taking its answers is cut off, and leaves no page behind', async () => {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    expect(await raw(ask('/assets/app.js') + ask('/p').repeat(2) + ask('/api/events').repeat(9))).toBe('')
    expect((await raw(ask('/api/events').repeat(3))).split('\r\n\r\nevents')).toHaveLength(4)
    const page = get('/a')
    await expect.poll(() => arrived).toContain('/a')
    letGo()
    expect((await page).status).toBe(200)
  })

  test('pages that nobody takes hold no place', async () => {
    most.held = 60_000
    const asked = Array.from({ length: 10 }, (_, at) => get(`/${at}`))
    await expect.poll(() => arrived).toHaveLength(10)
    letGo()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
  })

  test('whoever sends slowly holds no place, and the connection of a refusal stays of use', async () => {
    const place = { host: '127.0.0.1', port, method: 'POST' }
    const slow = request({ ...place, path: '/api/chat/send', agent: new Agent() })
    slow.setHeader('content-type', 'application/json').setHeader('content-length', 2)
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    const begun = once(app.server, 'request')
    slow.flushHeaders()
    // Overtaken by the next, it would be one of the crowd.
    await begun
    const ask = async (body: string) => {
      const asked = request({ ...place, path: '/api/rpc/chat/send', agent })
      asked.setHeader('content-type', 'application/json').end(body)
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return [answer.statusCode, asked.reusedSocket]
    }
    expect(await ask('{}')).toEqual([200, false])
    crowd.waiting = 3
    expect(await ask(JSON.stringify('x'.repeat(100_000)))).toEqual([503, true])
    crowd.waiting = 0
    expect(await ask('{}')).toEqual([200, true])
    slow.end('{}')
    const [late] = await answered
    expect(late.statusCode).toBe(200)
    late.resume()
  })
})

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LoadShedding } from './load-shedding.ts'

const TEXT = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'

/** Pages do not finish before this is called. */
let releasePages: () => void
let startedPages: string[]
let app: FastifyInstance
let port: number
let loadShedding: LoadShedding
const database = { waiting: 0 }
const limits = {
  databaseWaiters: 3,
  runningPages: 2,
  queuedPages: 3,
  pageWaitMs: 60_000,
  pendingResponses: 8,
}
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeEach(async () => {
  const gate = Promise.withResolvers<void>()
  releasePages = gate.resolve
  database.waiting = 0
  // An unused client connection would delay closing for more than a minute.
  limits.pageWaitMs = 60_000
  loadShedding = new LoadShedding(() => database.waiting, limits)
  app = Fastify({
    forceCloseConnections: true,
    trustProxy: '127.0.0.1',
    serverFactory: (handler) => createServer(loadShedding.before(handler)),
  })
  loadShedding.refusePages(app)
  app.get('/healthz', async () => 'ok')
  app.get('/assets/app.js', async () => 'script')
  app.get('/api/events', async () => 'events')
  app.post('/api/rpc/chat/send', async () => 'sent')
  app.post('/api/chat/send', async () => 'sent')
  startedPages = []
  app.get('/*', async (request, reply) => {
    const page = await loadShedding.renderPage(request, reply, async () => {
      startedPages.push(request.url)
      await gate.promise
      if (request.url === '/fault') throw new Error('fault')
      return 'page'
    })
    return page ?? reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterEach(async () => {
  releasePages()
  await app.close()
})

const get = (path: string, accept = 'text/html', address = '203.0.113.1', cookie = 'amparo=x') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { accept, 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })

/** Everything that the server sends until it has answered or closed the connection. */
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

describe('docs/design.md §11: load shedding', () => {
  test('over the limit the API refuses in its own formats, with Retry-After, and serves again once fewer wait', async () => {
    database.waiting = 3
    const rpc = await post('/api/rpc/chat/send')
    expect([rpc.status, rpc.headers.get('retry-after')]).toEqual([503, '2'])
    const error = { code: 'SERVICE_UNAVAILABLE', status: 503, message: TEXT, data: { retryAfter: 2 } }
    expect(await rpc.json()).toMatchObject({ json: error })
    expect(await (await post('/api/chat/send')).json()).toMatchObject(error)
    expect((await get('/api/events')).status).toBe(503)
    expect(loadShedding.refused).toBe(3)
    database.waiting = 2
    expect(await (await post('/api/rpc/chat/send')).text()).toBe('sent')
    expect(loadShedding.refused).toBe(3)
  })

  test('pages over the limit queue, and are rendered once there is room, in order of arrival', async () => {
    const first = [get('/a'), get('/b')]
    await expect.poll(() => startedPages).toHaveLength(2)
    const queued = []
    for (const [at, path] of ['/c', '/d', '/e'].entries()) {
      queued.push(get(path))
      await expect.poll(() => loadShedding.queuedPages).toBe(at + 1)
    }
    const refused = await get('/f')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await post('/api/chat/send')).status).toBe(200)
    expect(startedPages).toHaveLength(2)
    releasePages()
    const statuses = (await Promise.all([...first, ...queued])).map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(startedPages.slice(2)).toEqual(['/c', '/d', '/e'])
    expect([loadShedding.queuedPages, loadShedding.refused]).toEqual([0, 1])
    expect((await get('/g')).status).toBe(200)
  })

  /** Two pages that render, and those queued behind them. */
  async function fillQueue(paths: string[]) {
    const running = [get('/a'), get('/b')]
    await expect.poll(() => startedPages).toHaveLength(2)
    const queued = []
    for (const [at, path] of paths.entries()) {
      queued.push(get(path))
      await expect.poll(() => loadShedding.queuedPages).toBe(at + 1)
    }
    return { running, queued }
  }

  test('one client with many waiting pages does not delay another', async () => {
    const { running, queued } = await fillQueue(['/c', '/d'])
    queued.push(get('/other', 'text/html', '203.0.113.7'))
    await expect.poll(() => loadShedding.queuedPages).toBe(3)
    releasePages()
    for (const answer of await Promise.all([...running, ...queued])) expect(answer.status).toBe(200)
    expect(startedPages.slice(2)).toEqual(['/c', '/other', '/d'])
  })

  test('a page that waits too long is refused', async () => {
    const { running, queued } = await fillQueue(['/c', '/d'])
    limits.pageWaitMs = -1
    releasePages()
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200)
    for (const answer of await Promise.all(queued))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect([startedPages, loadShedding.queuedPages, loadShedding.refused]).toEqual([['/a', '/b'], 0, 2])
    expect((await get('/f')).status).toBe(200)
  })

  test('a page whose rendering fails leaves its place', async () => {
    releasePages()
    for (let at = 0; at < 3; at++) expect((await get('/fault')).status).toBe(500)
    expect((await get('/a')).status).toBe(200)
  })

  test('a browser gets a page, another client one line; neither may load external resources', async () => {
    database.waiting = 3
    const page = await get('/dashboard')
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; frame-ancestors 'none'; style-src 'sha256-/,
    )
    const html = await page.text()
    expect(html).toContain('Hay mucha gente en este momento')
    expect(html).toContain('<a href="">Reintentar</a>')
    const data = await get('/dashboard.data', '*/*')
    expect(data.status).toBe(503)
    expect(await data.text()).toBe(TEXT)
  })

  test('health, metrics and files are always served, but no path that only starts like them', async () => {
    database.waiting = 1_000
    expect(await (await get('/healthz?a=/b')).text()).toBe('ok')
    expect(await (await get('/assets/app.js')).text()).toBe('script')
    for (const path of ['/healthzz', '/favicon-x', '/metricsx', '/assets/../a'])
      expect((await get(path)).status, path).toBe(503)
    expect(await raw('GET /assets/../a HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\r\n')).toMatch(
      /^HTTP\/1.1 503 /,
    )
  })

  test('a visitor’s page without data is served while the database is busy', async () => {
    database.waiting = 3
    releasePages()
    expect((await get('/login', 'text/html', '203.0.113.1', '')).status).toBe(200)
    expect((await get('/login')).status).toBe(503)
    expect((await get('/buscar-abogados', 'text/html', '203.0.113.1', '')).status).toBe(503)
  })

  test('a connection that pipelines without reading its responses is closed, and leaves no page running', async () => {
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    expect(await raw(ask('/assets/app.js') + ask('/p') + ask('/api/events').repeat(9))).toBe('')
    expect((await raw(ask('/api/events').repeat(3))).split('\r\n\r\nevents')).toHaveLength(4)
    const page = get('/a')
    await expect.poll(() => startedPages).toContain('/a')
    releasePages()
    expect((await page).status).toBe(200)
  })

  test('a slow sender occupies no capacity, and a refused connection stays usable', async () => {
    const target = { host: '127.0.0.1', port, method: 'POST' }
    const slow = request({ ...target, path: '/api/chat/send', agent: new Agent() })
    slow.setHeader('content-type', 'application/json').setHeader('content-length', 2)
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>
    const begun = once(app.server, 'request')
    slow.flushHeaders()
    // Otherwise the next request might arrive first, and this one would count as over the limit.
    await begun
    const ask = async (body: string) => {
      const outgoing = request({ ...target, path: '/api/rpc/chat/send', agent })
      outgoing.setHeader('content-type', 'application/json').end(body)
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return [answer.statusCode, outgoing.reusedSocket]
    }
    expect(await ask('{}')).toEqual([200, false])
    database.waiting = 3
    expect(await ask(JSON.stringify('x'.repeat(100_000)))).toEqual([503, true])
    database.waiting = 0
    expect(await ask('{}')).toEqual([200, true])
    slow.end('{}')
    const [late] = await answered
    expect(late.statusCode).toBe(200)
    late.resume()
  })
})

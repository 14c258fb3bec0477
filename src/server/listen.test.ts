import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assertPortFree, type ListeningSockets, listen } from './listen.ts'

const HERE = { port: 0, host: '127.0.0.1' }
const isLinux = process.platform === 'linux'

let app: FastifyInstance
let listening: ListeningSockets
/** Requests do not finish before this is called. */
let release: () => void
let received: number

async function start(sockets: number): Promise<void> {
  listening = await listen(app, HERE, sockets)
}

beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  received = 0
  app = Fastify({
    forceCloseConnections: 'idle',
    clientErrorHandler: (_, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  })
  app.get('/', async () => {
    received++
    await gate.promise
    return 'done'
  })
})

afterEach(async () => {
  release()
  app.server.closeAllConnections()
  await app.close()
  await listening.closed()
})

/** Sends the text on a new connection. @returns everything that comes back until it closes */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {}).on('close', () => resolve(answer))
  })
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const CONNECTIONS = 40

/**
 * Opens CONNECTIONS connections while the event loop is busy.
 * @returns how many it accepted in one turn, at most
 */
async function maxAcceptedPerTurn(): Promise<number> {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(
    `const { workerData: [port, connected, many] } = require('node:worker_threads')
     for (let at = 0; at < many; at++)
       require('node:net').connect(port, '127.0.0.1', () => {
         Atomics.add(connected, 0, 1)
         Atomics.notify(connected, 0)
       })`,
    { eval: true, workerData: [listening.port, connected, CONNECTIONS] },
  )
  const accepted: number[] = []
  let turn = 0
  app.server.on('connection', () => accepted.push(turn))
  await once(clients, 'online')
  for (let seen = 0; seen < CONNECTIONS; seen = Atomics.load(connected, 0))
    Atomics.wait(connected, 0, seen, 1_000)
  while (accepted.length < CONNECTIONS) {
    turn++
    await new Promise((done) => setImmediate(done))
  }
  await clients.terminate()
  return Math.max(...accepted.map((one) => accepted.filter((other) => other === one).length))
}

describe('docs/design.md §11: a new connection', () => {
  test('with one listening socket, waits one turn of the event loop for each earlier connection', async () => {
    await start(1)
    // The reason for several sockets: if Node accepts more per turn one day, they are no longer needed.
    expect(await maxAcceptedPerTurn()).toBe(1)
  })

  test.runIf(isLinux)('with several listening sockets, is accepted in the same turn as others', async () => {
    await start(8)
    expect(await maxAcceptedPerTurn()).toBeGreaterThan(1)
  })

  test('gets the same responses on each socket, also to a malformed request', async () => {
    await start(isLinux ? 8 : 1)
    release()
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => send(GET)))
    expect(answers.map((answer) => answer.endsWith('done'))).toEqual(answers.map(() => true))
    const broken = await Promise.all(Array.from({ length: CONNECTIONS }, () => send('NO\r\n\r\n')))
    expect(broken).toEqual(broken.map(() => 'HTTP/1.1 400 Ours\r\n\r\n'))
  })

  test.runIf(isLinux)('is refused during shutdown; running requests finish first', async () => {
    await start(8)
    const answers = Array.from({ length: CONNECTIONS }, () => send(GET))
    await expect.poll(() => received).toBe(CONNECTIONS)
    const end = app.close()
    await expect.poll(() => send(GET)).toBe('')
    let isOver = false
    const all = listening.closed().then(() => {
      isOver = true
    })
    await new Promise((done) => setImmediate(done))
    expect(isOver).toBe(false)
    release()
    for (const answer of await Promise.all(answers)) expect(answer.endsWith('done')).toBe(true)
    await Promise.all([end, all])
  })
})

describe('a port', () => {
  test('is used by another program, used by another Amparo, or free', async () => {
    await start(isLinux ? 8 : 1)
    await expect(assertPortFree({ ...HERE, port: listening.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: listening.port,
    })
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(assertPortFree({ ...HERE, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
    await once(other, 'close')
    await assertPortFree({ ...HERE, port })
  })
})

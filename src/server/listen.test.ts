import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectFree, type Listening, listen } from './listen.ts'

const HERE = { port: 0, host: '127.0.0.1' }
const isLinux = process.platform === 'linux'

let app: FastifyInstance
let listening: Listening
/** Requests under way wait until they are let go. */
let letGo: () => void
let arrived: number

async function start(sockets: number): Promise<void> {
  listening = await listen(app, HERE, sockets)
}

beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  letGo = gate.resolve
  arrived = 0
  app = Fastify({
    forceCloseConnections: 'idle',
    clientErrorHandler: (_, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  })
  app.get('/', async () => {
    arrived++
    await gate.promise
    return 'done'
  })
})

afterEach(async () => {
  letGo()
  app.server.closeAllConnections()
  await app.close()
  await listening.ended()
})

/** Everything that came back on a connection of its own, to its end. */
function say(text: string): Promise<string> {
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
const MANY = 40

/** So many connections come while the event loop is busy. @returns the most that one of its turns took in */
async function mostInATurn(): Promise<number> {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const crowd = new Worker(
    `const { workerData: [port, connected, many] } = require('node:worker_threads')
     for (let at = 0; at < many; at++)
       require('node:net').connect(port, '127.0.0.1', () => {
         Atomics.add(connected, 0, 1)
         Atomics.notify(connected, 0)
       })`,
    { eval: true, workerData: [listening.port, connected, MANY] },
  )
  const accepted: number[] = []
  let turn = 0
  app.server.on('connection', () => accepted.push(turn))
  await once(crowd, 'online')
  for (let seen = 0; seen < MANY; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen, 1_000)
  while (accepted.length < MANY) {
    turn++
    await new Promise((done) => setImmediate(done))
  }
  await crowd.terminate()
  return Math.max(...accepted.map((one) => accepted.filter((other) => other === one).length))
}

describe('DESIGN §11 whoever comes newly', () => {
  test('waits for one turn of the event loop for each who came before, where one socket listens', async () => {
    await start(1)
    // What makes the others necessary: should Node take in more one day, they can go.
    expect(await mostInATurn()).toBe(1)
  })

  test.runIf(isLinux)('is taken in beside others, where many do', async () => {
    await start(8)
    expect(await mostInATurn()).toBeGreaterThan(1)
  })

  test('is served alike by each of them, and told alike that a request is broken', async () => {
    await start(isLinux ? 8 : 1)
    letGo()
    const answers = await Promise.all(Array.from({ length: MANY }, () => say(GET)))
    expect(answers.map((answer) => answer.endsWith('done'))).toEqual(answers.map(() => true))
    const broken = await Promise.all(Array.from({ length: MANY }, () => say('NO\r\n\r\n')))
    expect(broken).toEqual(broken.map(() => 'HTTP/1.1 400 Ours\r\n\r\n'))
  })

  test.runIf(isLinux)(
    'is turned away once the process ends; what is under way comes to its end first',
    async () => {
      await start(8)
      const answers = Array.from({ length: MANY }, () => say(GET))
      await expect.poll(() => arrived).toBe(MANY)
      const end = app.close()
      await expect.poll(() => say(GET)).toBe('')
      let isOver = false
      const all = listening.ended().then(() => {
        isOver = true
      })
      await new Promise((done) => setImmediate(done))
      expect(isOver).toBe(false)
      letGo()
      for (const answer of await Promise.all(answers)) expect(answer.endsWith('done')).toBe(true)
      await Promise.all([end, all])
    },
  )
})

describe('a port', () => {
  test('is another program’s, or of another Amparo, or free', async () => {
    await start(isLinux ? 8 : 1)
    await expect(expectFree({ ...HERE, port: listening.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port: listening.port,
    })
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(expectFree({ ...HERE, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
    await once(other, 'close')
    expect(await expectFree({ ...HERE, port })).toBe(port)
    expect(await expectFree(HERE)).toBeGreaterThan(0)
  })
})

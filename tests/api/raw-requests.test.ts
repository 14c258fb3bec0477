import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/database.ts'
import type { Problem } from '../support/http.ts'
import { useApp } from '../support/suite.ts'

// Attacks B1 and C: what a stranger can send without an account, byte by byte.

const suite = useApp()

const port = () => Number(new URL(suite.app.url).port)

/** Raw bytes to the server. @returns what it answers until it closes, or until the head of an answer when `once` */
function raw(text: string, once = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (once && answer.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const post = (path: string, length: number, ...more: string[]) =>
  lines(
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port()}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...more,
  )
const alarms = () => suite.app.log().filter(({ level }) => level >= 50)

describe('B1: little to send is not much to answer', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n.toString(36), 0]))

  test.each([
    ['thirty thousand unknown keys', '/api/search/understand', manyKeys],
    ['the same beside a good one', '/api/search/understand', { text: 'Me despidieron', ...manyKeys }],
    ['thousands of wrong items', '/api/accounts/register', { name: Array(30_000).fill(0) }],
    ['one key of 100 KB', '/api/accounts/login', { ['k'.repeat(100_000)]: 0 }],
  ])('%s: one of them is named, at both doors', async (_what, path, input) => {
    const rpc = path.replace('/api/', '/api/rpc/')
    for (const [door, body] of [
      [path, input],
      [rpc, { json: input }],
    ] as const) {
      const answer = await suite.visitor().post(door, body)
      expect(answer.status).toBe(422)
      expect(answer.text.length).toBeLessThan(1_000)
      const { data } = 'json' in body ? answer.json<{ json: Problem }>().json : answer.json<Problem>()
      const texts = Object.values((data as { fields: Record<string, string> }).fields)
      expect(texts.filter((text) => text === 'Este dato no se acepta.').length).toBeLessThanOrEqual(1)
    }
  })

  test('a list of thousands, each of them wrong, is answered in no more than fifty texts', async () => {
    const lawyer = await suite.member({ role: 'lawyer' })
    const answer = await lawyer.post('/api/lawyers/update-profile', { specialties: Array(30_000).fill(0) })
    expect(answer.status).toBe(422)
    const { fields } = answer.json<Problem>().data as { fields: object }
    expect(Object.keys(fields).length).toBeLessThanOrEqual(50)
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity', ''])(
    'a body in «%s» is refused before it is read, everywhere',
    async (encoding) => {
      for (const path of [
        '/api/accounts/login',
        '/api/rpc/accounts/login',
        '/archivos/certificados',
        '/login',
      ]) {
        // None of it is ever sent.
        const answer = await raw(post(path, 100_000, `Content-Encoding: ${encoding}`), true)
        expect(answer).toMatch(/^HTTP\/1\.1 415 /)
      }
      const answer = await suite.visitor().send('/api/accounts/login', {
        method: 'POST',
        body: gzipSync('{"email":"a@prueba.test","password":"x"}'),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
      expect([answer.status, answer.json<Problem>().message]).toEqual([
        415,
        'No se aceptan datos comprimidos.',
      ])
    },
  )
})

describe('C: what a stranger does rings no alarm', () => {
  test.each(['/', '/login', '/api/plans', '/api/rpc/plans/list', '/healthz', '/favicon.svg', '/nada'])(
    'two Host headers are 400: %s',
    async (path) => {
      for (const hosts of [
        [`Host: 127.0.0.1:${port()}`, 'Host: otro.test'],
        ['host: otro.test', `HOST: 127.0.0.1:${port()}`],
        [`Host: 127.0.0.1:${port()}`, `Host: 127.0.0.1:${port()}`],
      ]) {
        const answer = await raw(lines(`GET ${path} HTTP/1.1`, ...hosts, 'Connection: close'))
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      }
      const one = await raw(
        lines(`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port()}`, 'X-Host: otro.test', 'Connection: close'),
      )
      expect(one).not.toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  test('whoever hangs up in mid-request is noted and no fault', { tags: 'built' }, async () => {
    const brokenOff = () => suite.app.log().filter(({ msg }) => /broken off/.test(String(msg))).length
    const paths = ['/api/accounts/login', '/api/rpc/accounts/register', '/api/search/understand']
    for (const path of paths)
      for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
        const before = brokenOff()
        const socket = connect(port(), '127.0.0.1')
        socket.on('error', () => {})
        // Once it is being read.
        socket.write(`${post(path, 10_000)}{"email":"`, () => setTimeout(() => socket[end](), 50))
        await eventually(async () => brokenOff() > before)
      }
    // In the middle of an answer, too.
    for (const path of ['/', '/api/plans']) {
      await raw(lines(`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port()}`), true)
    }
    expect((await suite.visitor().get('/healthz')).status).toBe(200)
    expect(alarms()).toEqual([])
  })

  test('the refusals of a crowd that signs in are no faults', { tags: 'built' }, async () => {
    const { email, password } = await suite.member()
    const statuses = new Set<number>()
    const crowd = Array.from({ length: 300 }, () =>
      suite.visitor().post('/api/accounts/login', { email, password }),
    )
    for (const { status } of await Promise.all(crowd)) statuses.add(status)
    expect([...statuses].sort()).toEqual([200, 503])
    expect(alarms()).toEqual([])
  })
})

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useAppProcesses } from '../support/app/suite.ts'
import { eventually } from '../support/database/test-database.ts'
import type { Problem } from '../support/network/http-client.ts'

// Attacks B1 and C: raw requests that need no account.

const suite = useAppProcesses()

const port = () => Number(new URL(suite.app.url).port)

/**
 * Sends raw bytes.
 * @param once closes the connection after the head of the first answer @returns what the server answered
 */
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
const errors = () => suite.app.log().filter(({ level }) => level >= 50)

describe('B1: small requests do not cause large answers', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n.toString(36), 0]))

  test.each([
    ['thirty thousand unknown keys', '/api/search/understand', manyKeys],
    ['the same with a valid one', '/api/search/understand', { text: 'Me despidieron', ...manyKeys }],
    ['thousands of wrong items', '/api/accounts/register', { name: Array(30_000).fill(0) }],
    ['one key of 100 KB', '/api/accounts/login', { ['k'.repeat(100_000)]: 0 }],
  ])('%s: the answer names one of them, by REST and RPC', async (_what, path, input) => {
    const rpc = path.replace('/api/', '/api/rpc/')
    for (const [url, body] of [
      [path, input],
      [rpc, { json: input }],
    ] as const) {
      const answer = await suite.visitor().post(url, body)
      expect(answer.status).toBe(422)
      expect(answer.text.length).toBeLessThan(1_000)
      const { data } = 'json' in body ? answer.json<{ json: Problem }>().json : answer.json<Problem>()
      const texts = Object.values((data as { fields: Record<string, string> }).fields)
      expect(texts.filter((text) => text === 'Este dato no se acepta.').length).toBeLessThanOrEqual(1)
    }
  })

  test('a list of thousands of invalid items is answered with at most fifty texts', async () => {
    const lawyer = await suite.member({ role: 'lawyer' })
    const answer = await lawyer.post('/api/lawyers/update-profile', { specialties: Array(30_000).fill(0) })
    expect(answer.status).toBe(422)
    const { fields } = answer.json<Problem>().data as { fields: object }
    expect(Object.keys(fields).length).toBeLessThanOrEqual(50)
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity', ''])(
    'a body with Content-Encoding «%s» is refused before it is read',
    async (encoding) => {
      for (const path of [
        '/api/accounts/login',
        '/api/rpc/accounts/login',
        '/archivos/certificados',
        '/login',
      ]) {
        // The body is never sent.
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

describe('C: requests of strangers log no errors', () => {
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

  test('a connection closed during the request is logged, but not as an error', {
    tags: 'built',
  }, async () => {
    const brokenOffCount = () => suite.app.log().filter(({ msg }) => /broken off/.test(String(msg))).length
    const paths = ['/api/accounts/login', '/api/rpc/accounts/register', '/api/search/understand']
    for (const path of paths)
      for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
        const before = brokenOffCount()
        const socket = connect(port(), '127.0.0.1')
        socket.on('error', () => {})
        // Closes while the server reads the body.
        socket.write(`${post(path, 10_000)}{"email":"`, () => setTimeout(() => socket[end](), 50))
        await eventually(async () => brokenOffCount() > before)
      }
    // Also during an answer.
    for (const path of ['/', '/api/plans']) {
      await raw(lines(`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port()}`), true)
    }
    expect((await suite.visitor().get('/healthz')).status).toBe(200)
    expect(errors()).toEqual([])
  })

  test('logins refused by load shedding log no errors', { tags: 'built' }, async () => {
    const { email, password } = await suite.member()
    const statuses = new Set<number>()
    const logins = Array.from({ length: 300 }, () =>
      suite.visitor().post('/api/accounts/login', { email, password }),
    )
    for (const { status } of await Promise.all(logins)) statuses.add(status)
    expect([...statuses].sort()).toEqual([200, 503])
    expect(errors()).toEqual([])
  })
})

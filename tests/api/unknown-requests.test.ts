import { brotliDecompressSync } from 'node:zlib'
import { traverseContractProcedures } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { REASONS } from '../../src/platform/errors/reasons.ts'
import { api } from '../../src/server/api.ts'
import { PINO_LEVEL } from '../support/app/captured-log.ts'
import { useAppProcesses } from '../support/app/suite.ts'
import type { HttpResponse, Problem, RequestOptions } from '../support/network/http-client.ts'

const suite = useAppProcesses()
const NOT_FOUND = 'No encontramos lo que buscas.'
const json = { 'content-type': 'application/json' }

describe('unknown URLs', () => {
  test.each([
    ['GET', '/api/nada'],
    ['POST', '/api/accounts/nada'],
    ['DELETE', '/api/accounts/login'],
    ['GET', '/api/accounts/login'],
    ['GET', '/api/accounts/session/extra'],
    ['GET', '/api/auth/get-session'],
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/sign-up/email'],
  ])('%s %s: 404 as JSON, in Spanish', async (method, path) => {
    const answer = await suite.visitor().send(path, method === 'POST' ? { method, json: {} } : { method })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json<Problem>()).toEqual({
      defined: false,
      code: 'NOT_FOUND',
      status: 404,
      message: NOT_FOUND,
    })
  })

  test('RPC: the same in its envelope', async () => {
    const answer = await suite.visitor().post('/api/rpc/accounts/nada', {})
    expect([answer.status, answer.json()]).toEqual([
      404,
      { json: { defined: false, code: 'NOT_FOUND', status: 404, message: NOT_FOUND } },
    ])
  })

  test('ROU-24, OPEN-08 a page: 404 with a complete page', async () => {
    const answer = await suite.visitor().get('/no-existe')
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('<html lang="es-CL"')
  })

  test.each([
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fserver/app.js',
    '/assets/%2e%2e/%2e%2e/server/app.js',
    '/.env',
    '/.data/session-secret',
    '/package.json',
    '/assets/',
    '/%00',
    '/assets/%00.js',
    '/favicon.svg/..%2f..%2f..%2fpackage.json',
    '//etc/passwd',
    '/\\..\\..\\package.json',
  ])('no file outside the public folder: %s', async (path) => {
    const answer = await suite.visitor().send(path)
    expect([400, 404]).toContain(answer.status)
    expect(/"dependencies"|createApp|root:x:|^[0-9a-f]{64}$/.test(answer.text)).toBe(false)
  })
})

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s to a page: 405 in Spanish, with Allow',
    async (method) => {
      for (const path of ['/', '/login', '/register', '/no-existe']) {
        const answer = await suite.visitor().send(path, {
          method,
          body: 'email=a%40prueba.test&password=secreta1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect([path, answer.status, answer.headers.allow, answer.text]).toEqual([
          path,
          405,
          'GET, HEAD',
          'Esta dirección solo se puede leer.',
        ])
      }
    },
  )

  test.each(['/', '/login', '/no-existe', '/favicon.svg', '/healthz', '/readyz', '/api/openapi.json'])(
    'HEAD %s answers as GET does, without a body',
    async (path) => {
      const get = await suite.visitor().get(path)
      const head = await suite.visitor().send(path, { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([get.status, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    },
  )

  test('OPTIONS allows no other site', async () => {
    const answer = await suite.visitor().send('/api/accounts/login', {
      method: 'OPTIONS',
      headers: { origin: 'https://malo.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('no answer allows another site', async () => {
    const answer = await suite.visitor().get('/api/accounts/session', { origin: 'https://malo.example' })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})

describe('headers', () => {
  const withFault = async (ask: () => Promise<HttpResponse>) => {
    await suite.database.sql('alter table rate_limits rename to rate_limits_gone')
    try {
      return await ask()
    } finally {
      await suite.database.sql('alter table rate_limits_gone rename to rate_limits')
    }
  }
  const login: RequestOptions = { method: 'POST', json: { email: 'nadie@prueba.test', password: 'x' } }
  const asset = async () =>
    /"(\/assets\/react-[^" ]+\.js)"/.exec((await suite.visitor().get('/')).text)?.[1] ?? ''

  const API_CASES = new Set([
    'the API',
    'a refusal',
    'an unknown operation',
    'another content type',
    'another origin',
    'malformed JSON',
    'a fault',
    'the mailbox',
    'the document',
  ])
  test.each<[string, number, () => Promise<HttpResponse>]>([
    ['a page', 200, () => suite.visitor().get('/')],
    ['a page that does not exist', 404, () => suite.visitor().get('/no-existe')],
    ['a POST to a page', 405, () => suite.visitor().send('/', { method: 'POST' })],
    ['the API', 200, () => suite.visitor().get('/api/accounts/session')],
    ['a refusal', 401, () => suite.visitor().send('/api/accounts/login', login)],
    ['an unknown operation', 404, () => suite.visitor().get('/api/nada')],
    [
      'another content type',
      415,
      () =>
        suite.visitor().send('/api/accounts/login', {
          method: 'POST',
          body: 'x',
          headers: { 'content-type': 'text/plain' },
        }),
    ],
    [
      'another origin',
      403,
      () =>
        suite
          .visitor()
          .send('/api/accounts/login', { ...login, headers: { origin: 'https://malo.example' } }),
    ],
    [
      'malformed JSON',
      400,
      () => suite.visitor().send('/api/accounts/login', { method: 'POST', body: '{', headers: json }),
    ],
    ['a fault', 500, () => withFault(() => suite.visitor().send('/api/accounts/login', login))],
    ['another host', 421, () => suite.visitor().get('/', { host: 'malo.example' })],
    ['a file', 200, async () => suite.visitor().get(await asset())],
    ['the icon', 200, () => suite.visitor().get('/favicon.svg')],
    ['health', 200, () => suite.visitor().get('/healthz')],
    ['the mailbox', 200, () => suite.visitor().get('/api/dev/mailbox')],
    ['the document', 200, () => suite.visitor().get('/api/openapi.json')],
  ])('abuse 39: %s (%i) carries every security header', async (what, status, ask) => {
    const { headers, status: found } = await ask()
    expect(found).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const policy = String(headers['content-security-policy'])
    if (API_CASES.has(what)) {
      // Not a page: the policy allows nothing.
      expect(policy).toBe("default-src 'none'; frame-ancestors 'none'")
    } else {
      expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='(;|$)/)
      for (const part of [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "default-src 'self'",
      ]) {
        expect(policy).toContain(part)
      }
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
    const CACHED: Record<string, string> = {
      'a file': 'public, max-age=31536000, immutable',
      'the icon': 'public, max-age=3600',
      'the document': 'public, max-age=300',
    }
    expect(headers['cache-control']).toBe(CACHED[what] ?? 'private, no-store')
  })

  test('abuse 34: every request gets a new nonce, and every script of the page carries it', async () => {
    const [one, two] = [await suite.visitor().get('/login'), await suite.visitor().get('/login')]
    const nonce = ({ headers }: HttpResponse) =>
      /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(nonce(one)).not.toBe(nonce(two))
    for (const page of [one, two]) {
      const scripts = page.text.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(1)
      for (const script of scripts) expect(script).toContain(`nonce="${nonce(page)}"`)
      expect(page.text).not.toMatch(/\son[a-z]+="/)
    }
  })

  test('files are stored compressed, pages are compressed when rendered', async () => {
    const path = await asset()
    const visitor = suite.visitor()
    const plain = await visitor.get(path)
    const [br, gzip, page] = [
      await visitor.get(path, { 'accept-encoding': 'br' }),
      await visitor.get(path, { 'accept-encoding': 'gzip' }),
      await visitor.get('/', { 'accept-encoding': 'br, gzip' }),
    ]
    expect([
      plain.headers['content-encoding'],
      br.headers['content-encoding'],
      gzip.headers['content-encoding'],
    ]).toEqual([undefined, 'br', 'gzip'])
    expect(Number(br.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']))
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.headers.vary).toMatch(/accept-encoding/i)
    expect(brotliDecompressSync(page.body).toString()).toContain('<html lang="es-CL"')
  })
})

describe('faults', () => {
  test('a fault returns a reference to the log, and no internals', async () => {
    await suite.database.sql('alter table rate_limits rename to rate_limits_gone')
    const input = { email: 'nadie@prueba.test', password: 'x' }
    const [rest, rpc] = [
      await suite.visitor().post('/api/accounts/login', input),
      await suite.visitor().rpc('accounts.login', input),
    ]
    await suite.database.sql('alter table rate_limits_gone rename to rate_limits')
    for (const answer of [rest, rpc]) {
      expect(answer.status).toBe(500)
      const problem = answer.json<Problem>()
      expect(problem.message).toBe('Ocurrió un error inesperado. Inténtalo de nuevo.')
      expect(problem.data).toEqual({ reference: answer.headers['x-request-id'] })
      expect(answer.text).not.toMatch(/rate_limits|select|insert|relation|\.ts|node_modules/i)
      const entry = await suite.app.waitForLog(
        (line) => line.level === PINO_LEVEL.error && line.requestId === problem.data?.reference,
      )
      expect(JSON.stringify(entry)).toContain('rate_limits')
      expect(JSON.stringify(entry)).not.toContain('nadie@prueba.test')
    }
  })

  test('requests are logged without the query, which may contain a secret', async () => {
    const answer = await suite.visitor().get('/restablecer-contrasena?token=secreto-de-la-consulta')
    const entry = await suite.app.waitForLog(
      (line) => line.msg === 'request' && line.requestId === answer.headers['x-request-id'],
    )
    expect(entry).toMatchObject({ method: 'GET', path: '/restablecer-contrasena', status: answer.status })
    expect(suite.app.lines.join('\n')).not.toContain('secreto-de-la-consulta')
  })

  test('a request id of the client is ignored', async () => {
    const answer = await suite.visitor().get('/healthz', { 'x-request-id': 'mío\u0041', 'request-id': 'mio' })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('for the operator', () => {
  test('/healthz and /readyz', async () => {
    expect((await suite.visitor().get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await suite.visitor().get('/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('/readyz is not ready while a migration of this release is missing', async () => {
    const [last] = await suite.database.sql<{ name: string }>(
      'select name from migrations order by name desc limit 1',
    )
    await suite.database.sql('delete from migrations where name = $1', [last?.name])
    const answer = await suite.visitor().get('/readyz')
    await suite.database.sql(`insert into migrations (name, "timestamp") values ($1, now())`, [last?.name])
    expect([answer.status, answer.json(), answer.headers['retry-after']]).toEqual([
      503,
      { status: 'migrations pending' },
      '2',
    ])
    expect((await suite.visitor().get('/readyz')).status).toBe(200)
  })

  test('/metrics answers this machine only, not requests through a proxy', async () => {
    const answer = await suite.visitor(null).get('/metrics')
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/http_request_duration_seconds_bucket\{[^}]*route="\/healthz"/)
    expect((await suite.visitor().get('/metrics')).status).toBe(404)
    expect((await suite.visitor('127.0.0.1').get('/metrics')).status).toBe(404)
  })

  test('the OpenAPI document is 3.1 and lists every operation with its errors and their reasons', async () => {
    const document = (await suite.visitor().get('/api/openapi.json')).json<{
      openapi: string
      servers: { url: string }[]
      paths: Record<
        string,
        Record<string, { summary?: string; operationId?: string; responses: Record<string, object> }>
      >
    }>()
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.servers).toEqual([{ url: `${suite.app.url}/api` }])
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const operations: string[] = []
    traverseContractProcedures({ router: api, path: [] }, ({ contract }) => {
      const { method = 'POST', path = '' } = contract['~orpc'].route
      // OpenAPI and oRPC write parameters alike, except the wildcard {+rest}.
      operations.push(`${method} ${path.replace('{+', '{')}`)
    })
    expect(listed.sort()).toEqual(operations.sort())
    for (const methods of Object.values(document.paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation.summary).toBeTruthy()
        expect(Object.keys(operation.responses)).toEqual(
          expect.arrayContaining(['200', '401', '403', '404', '409', '422', '429', '500', '503']),
        )
        for (const status of ['403', '404', '409', '503'])
          for (const reason of REASONS)
            expect(JSON.stringify(operation.responses[status])).toContain(`"${reason}"`)
      }
    }
  })
})

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { signLink } from '../../src/platform/files/links.server.ts'
import { makeWorld, type World } from '../access/matrix/world.ts'
import { PINO_LEVEL } from '../support/app/captured-log.ts'
import { useAppProcesses } from '../support/app/suite.ts'
import { clientWithSession } from '../support/data/sessions.ts'
import { pdf } from '../support/files/test-files.ts'
import { openEventStream } from '../support/network/event-stream.ts'
import type { Problem } from '../support/network/http-client.ts'

// Fuzz tests of everything that is no API operation (abuse 14, 31, 32, 36, 38): random URLs, file names and
// headers.

const RUNS = Number(process.env.FUZZ_RUNS ?? 50)
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 93))

// With pages, because unknown URLs reach the page router.
const testApp = useAppProcesses()
let world: World
beforeAll(async () => {
  world = await makeWorld(testApp)
  console.log(`fuzz: ${RUNS} requests for each test, FUZZ_SEED=${SEED}`)
})

const PATH_PARTS = [
  '..',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  'a%00.pdf',
  '%0d%0aset-cookie:x=1',
  '%E2%80%AEfdp.exe',
  '%ed%a0%80',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  'toString',
  'avatars',
  'identidad',
  'certificados',
  'case_documents',
  '.',
  '~',
  ';a=1',
  'x'.repeat(400),
  'x'.repeat(3_000),
  '00000000-0000-4000-8000-000000000000',
  '[object Object]',
].map((part) => part.replaceAll(' ', '%20').replaceAll('[', '%5B').replaceAll(']', '%5D'))

const pathPart = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PATH_PARTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => encodeURIComponent(text)) },
)
const path = fc.array(pathPart, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
/** Header values that HTTP allows. */
const header = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((at) => String.fromCharCode(at)),
    maxLength: 60,
  }),
  fc.constantFrom(
    '..%2F..%2Fx.pdf',
    '%00',
    '%',
    '%ED%A0%80',
    'a'.repeat(4_000),
    "UTF-8''x",
    '%0D%0Ax: y',
    '"',
    '-1',
    '0.0.0',
  ),
)
const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: RUNS, seed: SEED })

const ACTORS = ['visitor', 'clientA', 'profilePending', 'paid', 'admin'] as const
const who = fc.constantFrom(...ACTORS)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Sends a request. @returns what is wrong with the response */
async function check(
  name: (typeof ACTORS)[number],
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<string[]> {
  const answer = await clientWithSession(testApp.app.url, world.cookies[name]).send(url, options)
  const label = `${name} ${options.method ?? 'GET'} ${url.slice(0, 200)} ${JSON.stringify(options.headers ?? {}).slice(0, 200)}`
  if (answer.status >= 500) return [`${label}: ${answer.status} ${answer.text.slice(0, 100)}`]
  if (answer.cookies.some((line) => line.startsWith('x='))) return [`${label}: sets a cookie from the URL`]
  const isJson = answer.headers['content-type']?.startsWith('application/json')
  if (answer.status < 400 || !isJson || !answer.text) return []
  const body = answer.json<Problem & { json?: Problem }>()
  const problem = body.json ?? body
  return problem.status === answer.status && problem.message ? [] : [`${label}: ${answer.text.slice(0, 200)}`]
}

async function checkAll(checks: readonly (() => Promise<string[]>)[]): Promise<void> {
  const logLength = testApp.app.log().length
  const wrong: string[] = []
  for (const [index, run] of checks.entries()) {
    if (index % 12 === 0) await testApp.database.sql('delete from rate_limits')
    wrong.push(...(await run()))
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect(
    testApp.app
      .log()
      .slice(logLength)
      .filter(({ level }) => level >= PINO_LEVEL.error)
      .slice(0, 3),
  ).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

const timeout = 20_000 + RUNS * 500

test('abuse 31 uploads: random URLs, file names and content types', { timeout }, async () => {
  const address = fc.oneof(
    path,
    fc.constantFrom('avatars', 'identidad', 'certificados/'),
    fc.constant('own').map(() => `certificados/${world.families.a.caseId}`),
  )
  const one = fc.record({
    who,
    address,
    name: header,
    type: header,
    method: fc.constantFrom('PUT', ...METHODS),
  })
  const body = pdf()
  await checkAll(
    sample(one).map((request) => () => {
      const headers = { 'x-file-name': request.name, 'content-type': request.type }
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return check(request.who, `/api/files/${request.address}`, {
        method: request.method,
        headers,
        ...(!isRead && { body }),
      })
    }),
  )
})

test('abuse 31 files: random URLs and signatures', { timeout }, async () => {
  const { cardKey, documentKey, photoKey } = world.families.a
  const link = (key: string, name: (typeof ACTORS)[number]) =>
    signLink(testApp.platform, { key, viewerId: world.ids[name] })
  const one = fc.record({
    who,
    key: fc.oneof(path, fc.constantFrom(cardKey, documentKey, photoKey)),
    method: fc.constantFrom(...METHODS),
    query: fc.constantFrom(
      '',
      '&sig=x',
      '&viewer[]=x',
      '&expires=9e99',
      '&__proto__[polluted]=1',
      '&expires=-1',
      '&%',
    ),
    isSigned: fc.boolean(),
    range: header,
  })
  await checkAll(
    sample(one).map((request) => () => {
      const signed = request.isSigned ? link(request.key, request.who) : `/archivos/${request.key}?a=1`
      const headers = { range: request.range, 'if-none-match': request.range }
      return check(request.who, signed + request.query, { method: request.method, headers })
    }),
  )
})

test('abuse 38 live events: random positions', { timeout }, async () => {
  const one = fc.record({ who: fc.constantFrom('clientA', 'paid'), after: header, isHeader: fc.boolean() })
  await checkAll(
    sample(one).map((request) => async () => {
      const client = clientWithSession(testApp.app.url, world.cookies[request.who as 'clientA'])
      const query = new URLSearchParams({ after: request.after }).toString()
      const options = request.isHeader
        ? { headers: { 'last-event-id': request.after } }
        : { after: request.after }
      const stream = await openEventStream(testApp.app.url, client, options)
      stream.close()
      return stream.status === 200 ? [] : [`${query}: ${stream.status}`]
    }),
  )
})

test('abuse 14, 36 unknown URLs', { timeout }, async () => {
  const names = [
    '__proto__',
    'constructor/prototype',
    'accounts/__proto__',
    'accounts/login/~orpc',
    'accounts',
    'toString',
    '~orpc',
  ]
  const address = fc.oneof(
    path.map((one) => `/api/${one}`),
    path.map((one) => `/api/rpc/${one}`),
    path.map((one) => `/${one}`),
    fc.constantFrom(...names.map((name) => `/api/rpc/${name}`)),
    fc.constantFrom(
      '/api',
      '/api/',
      '/api/rpc',
      '/api/rpc/',
      '//api/accounts/login',
      '/api//accounts',
      '/api/events/x',
      '/healthz/x',
    ),
  )
  const one = fc.record({ who, address, method: fc.constantFrom(...METHODS), cookie: header, accept: header })
  await checkAll(
    sample(one).map((request) => () => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const headers = {
        accept: request.accept,
        'accept-language': request.accept,
        ...(request.who === 'visitor' && {
          cookie: `amparo=${request.cookie}; __Host-amparo=${request.cookie}`,
        }),
        ...(!isRead && { 'content-type': 'application/json' }),
      }
      return check(request.who, request.address, {
        method: request.method,
        headers,
        ...(!isRead && { body: '{}' }),
      })
    }),
  )
})

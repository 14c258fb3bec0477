import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { signLink } from '../../src/platform/files/links.server.ts'
import { makeWorld, type World } from '../access/grid/world.ts'
import { openEvents } from '../support/events.ts'
import { pdf } from '../support/files.ts'
import type { Problem } from '../support/http.ts'
import { LEVEL } from '../support/log-book.ts'
import { clientWith } from '../support/sessions.ts'
import { useApp } from '../support/suite.ts'

// Issue 9.3, abuse 14, 31, 32, 36, 38: the doors that are no operation. Addresses, names and headers of any kind break nothing.

const RUNS = Number(process.env.FUZZ_RUNS ?? 50)
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 93))

// With its pages: what leads nowhere leads to them.
const house = useApp()
let world: World
beforeAll(async () => {
  world = await makeWorld(house)
  console.log(`fuzz: ${RUNS} requests for each door, FUZZ_SEED=${SEED}`)
})

const PARTS = [
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
].map((one) => one.replaceAll(' ', '%20').replaceAll('[', '%5B').replaceAll(']', '%5D'))

const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PARTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => encodeURIComponent(text)) },
)
const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
/** What a header may carry at all: the rest is no HTTP. */
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

const PEOPLE = ['visitor', 'clientA', 'profilePending', 'paid', 'admin'] as const
const who = fc.constantFrom(...PEOPLE)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Asks, and says what is wrong about the answer. */
async function look(
  name: (typeof PEOPLE)[number],
  address: string,
  ask: { method?: string; headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<string[]> {
  const answer = await clientWith(house.app.url, world.cookies[name]).send(address, ask)
  const at = `${name} ${ask.method ?? 'GET'} ${address.slice(0, 200)} ${JSON.stringify(ask.headers ?? {}).slice(0, 200)}`
  if (answer.status >= 500) return [`${at}: ${answer.status} ${answer.text.slice(0, 100)}`]
  if (answer.cookies.some((line) => line.startsWith('x='))) return [`${at}: a cookie of the address's`]
  const isJson = answer.headers['content-type']?.startsWith('application/json')
  if (answer.status < 400 || !isJson || !answer.text) return []
  const body = answer.json<Problem & { json?: Problem }>()
  const problem = body.json ?? body
  return problem.status === answer.status && problem.message ? [] : [`${at}: ${answer.text.slice(0, 200)}`]
}

async function all(tries: readonly (() => Promise<string[]>)[]): Promise<void> {
  const lines = house.app.log().length
  const wrong: string[] = []
  for (const [at, one] of tries.entries()) {
    if (at % 12 === 0) await house.database.sql('delete from rate_limits')
    wrong.push(...(await one()))
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect(
    house.app
      .log()
      .slice(lines)
      .filter(({ level }) => level >= LEVEL.error)
      .slice(0, 3),
  ).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

const timeout = 20_000 + RUNS * 500

test('abuse 31 uploads: addresses, file names and types of any kind', { timeout }, async () => {
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
  await all(
    sample(one).map((ask) => () => {
      const headers = { 'x-file-name': ask.name, 'content-type': ask.type }
      const isRead = ask.method === 'GET' || ask.method === 'HEAD'
      return look(ask.who, `/api/files/${ask.address}`, {
        method: ask.method,
        headers,
        ...(!isRead && { body }),
      })
    }),
  )
})

test('abuse 31 files: addresses and signatures of any kind', { timeout }, async () => {
  const { cardKey, documentKey, photoKey } = world.families.a
  const link = (key: string, name: (typeof PEOPLE)[number]) =>
    signLink(house.platform, { key, viewerId: world.ids[name] })
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
  await all(
    sample(one).map((ask) => () => {
      const signed = ask.isSigned ? link(ask.key, ask.who) : `/archivos/${ask.key}?a=1`
      const headers = { range: ask.range, 'if-none-match': ask.range }
      return look(ask.who, signed + ask.query, { method: ask.method, headers })
    }),
  )
})

test('abuse 38 live events: positions of any kind', { timeout }, async () => {
  const one = fc.record({ who: fc.constantFrom('clientA', 'paid'), after: header, isHeader: fc.boolean() })
  await all(
    sample(one).map((ask) => async () => {
      const client = clientWith(house.app.url, world.cookies[ask.who as 'clientA'])
      const query = new URLSearchParams({ after: ask.after }).toString()
      const asked = ask.isHeader ? { headers: { 'last-event-id': ask.after } } : { after: ask.after }
      const stream = await openEvents(house.app.url, client, asked)
      stream.close()
      return stream.status === 200 ? [] : [`${query}: ${stream.status}`]
    }),
  )
})

test('abuse 14, 36 addresses that lead nowhere', { timeout }, async () => {
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
  await all(
    sample(one).map((ask) => () => {
      const isRead = ask.method === 'GET' || ask.method === 'HEAD'
      const headers = {
        accept: ask.accept,
        'accept-language': ask.accept,
        ...(ask.who === 'visitor' && { cookie: `amparo=${ask.cookie}; __Host-amparo=${ask.cookie}` }),
        ...(!isRead && { 'content-type': 'application/json' }),
      }
      return look(ask.who, ask.address, { method: ask.method, headers, ...(!isRead && { body: '{}' }) })
    }),
  )
})

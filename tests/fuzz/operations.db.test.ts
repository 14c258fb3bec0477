import { isDeepStrictEqual } from 'node:util'
import { traverseContractProcedures } from '@orpc/server'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSAL_STATUS } from '../../src/platform/errors/refusal.ts'
import { api } from '../../src/server/api.ts'
import { makeWorld, type World } from '../access/matrix/world.ts'
import { PINO_LEVEL } from '../support/app/captured-log.ts'
import { useTestApp } from '../support/app/suite.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import type { HttpResponse, Problem } from '../support/network/http-client.ts'
import {
  ACTOR_KINDS,
  type ActorKind,
  type FuzzRequest,
  generateRequests,
  requestsForEveryField,
} from './requests.ts'
import { decodeDates, type Schema, shapeOf, validValues } from './schemas.ts'

// Fuzz tests of operations (abuse 1, 3, 14, 17, 18, 22, 31, 33, 36, 37). Requests are generated from the
// schema of each operation. Each must get a declared status with a Spanish message, never a 5xx, and log no
// error. FUZZ_RUNS is the number of requests for each operation (npm run fuzz: 1,000); without it, always the
// same 50. FUZZ_SEED repeats a run.

const RUNS = Number(process.env.FUZZ_RUNS ?? 50)
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 93))
/** Concurrent requests: enough to keep the machine busy, too few for load shedding. */
const CONCURRENCY = 4

interface Operation {
  name: string
  method: string
  path: string
  input: Schema | undefined
  output: Schema & { safeParse(value: unknown): { success: boolean; data?: unknown } }
}
const operations: Operation[] = []
traverseContractProcedures({ router: api, path: [] }, ({ contract, path }) => {
  const { route, inputSchema, outputSchema } = contract['~orpc']
  operations.push({
    name: path.join('.'),
    method: route.method ?? 'POST',
    path: `/api${route.path ?? ''}`,
    input: inputSchema as unknown as Schema | undefined,
    output: outputSchema as unknown as Operation['output'],
  })
})

const testApp = useTestApp()
let world: World
let userIds: Record<ActorKind, (string | null)[]>

beforeAll(async () => {
  world = await makeWorld(testApp)
  const { ids } = world
  userIds = {
    visitor: [null],
    client: [ids.clientA, ids.clientA, ids.clientA, ids.clientB, ids.noProfile],
    lawyer: [ids.paid, ids.paid, ids.gratis],
    pending: [ids.emailPending, ids.profilePending, ids.adminPending],
    admin: [ids.admin],
  }
  console.log(`fuzz: ${RUNS} requests for each of ${operations.length} operations, FUZZ_SEED=${SEED}`)
})

/** Values for fields of this name: existing ids, mostly of the actors' own objects, and unknown ids. */
function known(key: string): readonly unknown[] | undefined {
  const { a, b } = world.families
  const unknownId = '00000000-0000-4000-8000-000000000000'
  const ofFamilies = (
    pick: 'chatId' | 'caseId' | 'openCaseId' | 'proposalId' | 'taskId' | 'itemId' | 'updateId' | 'documentId',
  ) => [a[pick], a[pick], a[pick], b[pick], unknownId]
  return {
    chatId: ofFamilies('chatId'),
    caseId: [...ofFamilies('caseId'), a.openCaseId],
    proposalId: ofFamilies('proposalId'),
    ids: ofFamilies('proposalId'),
    taskId: ofFamilies('taskId'),
    itemId: ofFamilies('itemId'),
    updateId: ofFamilies('updateId'),
    before: ofFamilies('taskId'),
    documentId: ofFamilies('documentId'),
    lawyerId: [a.lawyerId, b.lawyerId, world.ids.adminPending, unknownId],
    lawyerIds: [a.lawyerId, b.lawyerId, unknownId],
    submissionId: [world.submissionId, world.otherSubmissionId, unknownId],
    key: [a.documentKey, b.documentKey],
    avatarKey: [a.photoKey, b.photoKey],
    idCardKey: [a.cardKey, b.cardKey],
    phoneNumber: ['+56912345678'],
    specialty: ['Otro', 'Otro', 'Divorcio'],
    otherText: ['Un cerco del vecino'],
    code: ['000000', '12 34 56'],
  }[key]
}

/** English error messages of libraries, which must never reach users. */
const ENGLISH =
  /\b(?:the|invalid|expected|must|required|received|input|validation|failed|cannot|unexpected|unrecognized|too|not found|bad request|forbidden|unauthorized)\b/i
const DECLARED_STATUSES = new Set<number>(Object.values(REFUSAL_STATUS).filter((status) => status < 500))
/** Statuses of errors before an operation is reached. */
const TRANSPORT_STATUSES = new Set([400, 405, 413, 414, 415, 431])

/** Returns what is wrong with a response, or null. */
function findProblem(operation: Operation, sent: FuzzRequest, answer: HttpResponse): string | null {
  const { status } = answer
  if (status >= 500) return `status ${status}`
  // The HTTP parser answers these itself, for example for a too long URL.
  if (status === 414 || status === 431 || (status === 400 && !answer.text.startsWith('{'))) {
    return ENGLISH.test(answer.text) ? `English: ${answer.text}` : null
  }
  if (!answer.headers['content-type']?.startsWith('application/json'))
    return `type ${answer.headers['content-type']}`
  const body = answer.json<Record<string, unknown>>()
  const isRpc = sent.protocol === 'rpc'
  const value = isRpc ? body.json : body
  if (status === 200) {
    const before = decodeDates(operation.output, value)
    const parsed = operation.output.safeParse(before)
    if (!parsed.success) return `does not match the output schema: ${answer.text.slice(0, 300)}`
    return isDeepStrictEqual(parsed.data, before)
      ? null
      : `has keys that the output schema does not allow: ${answer.text.slice(0, 300)}`
  }
  if (!DECLARED_STATUSES.has(status) && !TRANSPORT_STATUSES.has(status)) return `status ${status}`
  const problem = value as Problem | undefined
  if (!problem || problem.status !== status || typeof problem.code !== 'string')
    return `not the error format: ${answer.text.slice(0, 300)}`
  const { fields, retryAfter } = problem.data ?? {}
  const known = ['defined', 'code', 'status', 'message', 'data']
  if (Object.keys(problem).some((key) => !known.includes(key)))
    return `not the error format: ${answer.text.slice(0, 300)}`
  if (status === 429 && !(typeof retryAfter === 'number' && retryAfter > 0)) return '429 without retryAfter'
  const messages = [problem.message, ...Object.values(fields ?? {})]
  if (messages.some((message) => typeof message !== 'string' || message.trim() === ''))
    return `empty message: ${answer.text.slice(0, 300)}`
  const english = messages.find((message) => ENGLISH.test(message))
  return english === undefined ? null : `English: ${english.slice(0, 200)}`
}

async function send(operation: Operation, sent: FuzzRequest, turn: number): Promise<HttpResponse> {
  const candidates = userIds[sent.actor]
  const userId = candidates[turn % candidates.length]
  // A new client address and a new session each time, because a request may end its session.
  const client = clientWithSession(testApp.app.url, userId ? await mintSession(testApp, userId) : null)
  const { method, name, path } = operation
  const isQuery = sent.protocol === 'rest' && method === 'GET' && sent.body === undefined
  const address =
    sent.protocol === 'rpc'
      ? `/api/rpc/${name.replaceAll('.', '/')}`
      : path.replace(/\{(\w+)\}/g, (_, key: string) =>
          encodeURIComponent((sent.path[key] ?? '').replace(/\p{Cs}/gu, '\ufffd')),
        )
  return client.send(address + sent.query, {
    method: isQuery || (sent.protocol === 'rest' && method === 'GET') ? 'GET' : 'POST',
    ...(sent.body !== undefined && { body: sent.body }),
    headers: { 'content-type': sent.contentType },
  })
}

const describeRequest = ({ actor, protocol, mutation, query, body }: FuzzRequest) =>
  `${actor} through ${protocol}, ${mutation}: ${(query || body || '').slice(0, 300)}`

let requestCount = 0

/** Returns an input that the schema accepts, preferably with existing ids, or {} if none was generated. */
function validInput({ input }: Operation): Record<string, unknown> {
  if (!input) return {}
  const parser = input as Schema & { safeParse(value: unknown): { success: boolean } }
  const named = Object.keys(shapeOf(input)).flatMap((key) => {
    const values = known(key)
    return values ? [[key, key.endsWith('ds') ? [values[0]] : values[0]]] : []
  })
  const candidates = fc
    .sample(validValues(input, known), { numRuns: 200, seed: SEED })
    .map((one): Record<string, unknown> => ({ ...(one as object | undefined), ...Object.fromEntries(named) }))
  const isAccepted = (one: Record<string, unknown>) => parser.safeParse(one).success
  return (
    candidates.find(isAccepted) ??
    fc
      .sample(validValues(input, known), { numRuns: 200, seed: SEED })
      .map((one) => one as Record<string, unknown>)
      .find(isAccepted) ??
    {}
  )
}

async function attack(
  operation: Operation,
): Promise<{ wrong: string[]; statuses: Record<number, number>; sent: number }> {
  const pathKeys = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const all = [
    ...fc.sample(generateRequests({ ...operation, pathKeys }, known), { numRuns: RUNS, seed: SEED }),
    ...requestsForEveryField({ ...operation, pathKeys }, validInput(operation)),
  ]
  const wrong: string[] = []
  const statuses: Record<number, number> = {}
  for (let at = 0; at < all.length; at += CONCURRENCY) {
    // Rate limits must not hide other responses.
    if (at % 12 === 0) await testApp.database.sql('delete from rate_limits')
    await Promise.all(
      all.slice(at, at + CONCURRENCY).map(async (sent, turn) => {
        requestCount++
        const answer = await send(operation, sent, at + turn).catch((error: unknown) => error as Error)
        if (answer instanceof Error) return void wrong.push(`${describeRequest(sent)} → ${answer.message}`)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const found = findProblem(operation, sent, answer)
        if (found) wrong.push(`${describeRequest(sent)} → ${found}`)
      }),
    )
  }
  return { wrong, statuses, sent: all.length }
}

describe('fuzzed requests break no operation', () => {
  for (const operation of operations) {
    test(operation.name, { timeout: 20_000 + RUNS * 500 }, async () => {
      const logLength = testApp.app.log().length
      const { wrong, statuses, sent } = await attack(operation)
      if (process.env.FUZZ_RUNS) console.log(`${operation.name.padEnd(30)} ${JSON.stringify(statuses)}`)
      expect(wrong.slice(0, 5)).toEqual([])
      const faults = testApp.app
        .log()
        .slice(logLength)
        .filter(({ level }) => level >= PINO_LEVEL.error)
      expect(faults.slice(0, 3)).toEqual([])
      // Most requests reached the operation's schema and were not rate limited.
      expect((statuses[429] ?? 0) * 2).toBeLessThan(sent)
    })
  }
})

test('abuse 36: no prototype is polluted, no new administrator exists, the application still works', async () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
  const [admins] = await testApp.database.sql<{ count: number }>(
    "select count(*) from profiles where role = 'admin'",
  )
  expect(Number(admins?.count)).toBe(1)
  expect(ACTOR_KINDS).toHaveLength(Object.keys(userIds).length)
  expect((await clientWithSession(testApp.app.url).get('/api/accounts/session')).status).toBe(200)
  console.log(`fuzz: ${requestCount} requests to ${operations.length} operations`)
})

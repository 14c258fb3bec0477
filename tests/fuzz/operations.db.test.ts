import { isDeepStrictEqual } from 'node:util'
import { traverseContractProcedures } from '@orpc/server'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSAL_STATUS } from '../../src/platform/errors/refusal.ts'
import { api } from '../../src/server/api.ts'
import { makeWorld, type World } from '../access/grid/world.ts'
import type { Answer, Problem } from '../support/http.ts'
import { LEVEL } from '../support/log-book.ts'
import { clientWith, mintSession } from '../support/sessions.ts'
import { useHouse } from '../support/suite.ts'
import { everyField, KINDS, type Kind, requests, type Sent } from './requests.ts'
import { revived, type Schema, shapeOf, valid } from './schemas.ts'

// Issue 9.3, security §1 (abuse 1, 3, 14, 17, 18, 22, 31, 33, 36, 37): requests made from each operation's own schema. None
// of them breaks anything: no 5xx, only declared answers with Spanish words, nothing in the log, nobody polluted.
// FUZZ_RUNS: requests for each operation, 50 and always the same ones unless told; with FUZZ_RUNS others each time
// (npm run fuzz: 1,000), which FUZZ_SEED asks again.

const RUNS = Number(process.env.FUZZ_RUNS ?? 50)
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 93))
/** So many at once: enough to keep the machine busy, too few to be turned away as a crowd. */
const AT_ONCE = 4

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

const house = useHouse()
let world: World
let people: Record<Kind, (string | null)[]>

beforeAll(async () => {
  world = await makeWorld(house)
  const { ids } = world
  people = {
    visitor: [null],
    client: [ids.clientA, ids.clientA, ids.clientA, ids.clientB, ids.noProfile],
    lawyer: [ids.paid, ids.paid, ids.gratis],
    pending: [ids.emailPending, ids.profilePending, ids.adminPending],
    admin: [ids.admin],
  }
  console.log(`fuzz: ${RUNS} requests for each of ${operations.length} operations, FUZZ_SEED=${SEED}`)
})

/** Things that are there, mostly of those who ask, and things that are not. */
function known(key: string): readonly unknown[] | undefined {
  const { a, b } = world.families
  const nobody = '00000000-0000-4000-8000-000000000000'
  const ofFamilies = (pick: 'chatId' | 'caseId' | 'openCaseId' | 'proposalId' | 'taskId' | 'documentId') => [
    a[pick],
    a[pick],
    a[pick],
    b[pick],
    nobody,
  ]
  return {
    chatId: ofFamilies('chatId'),
    caseId: [...ofFamilies('caseId'), a.openCaseId],
    proposalId: ofFamilies('proposalId'),
    ids: ofFamilies('proposalId'),
    taskId: ofFamilies('taskId'),
    before: ofFamilies('taskId'),
    documentId: ofFamilies('documentId'),
    lawyerId: [a.lawyerId, b.lawyerId, world.ids.adminPending, nobody],
    lawyerIds: [a.lawyerId, b.lawyerId, nobody],
    submissionId: [world.submissionId, world.otherSubmissionId, nobody],
    key: [a.documentKey, b.documentKey],
    avatarKey: [a.photoKey, b.photoKey],
    idCardKey: [a.cardKey, b.cardKey],
    phoneNumber: ['+56912345678'],
    specialty: ['Otro', 'Otro', 'Divorcio'],
    otherText: ['Un cerco del vecino'],
    code: ['000000', '12 34 56'],
  }[key]
}

/** English of a library, which nobody may ever read. */
const ENGLISH =
  /\b(?:the|invalid|expected|must|required|received|input|validation|failed|cannot|unexpected|unrecognized|too|not found|bad request|forbidden|unauthorized)\b/i
const DECLARED = new Set<number>(Object.values(REFUSAL_STATUS).filter((status) => status < 500))
/** What is said before an operation is reached. */
const TRANSPORT = new Set([400, 405, 413, 414, 415, 431])

/** What is wrong about an answer; null when nothing is. */
function fault(operation: Operation, sent: Sent, answer: Answer): string | null {
  const { status } = answer
  if (status >= 500) return `status ${status}`
  // Longer than any address may be: said before there is a request.
  if (status === 414 || status === 431 || (status === 400 && !answer.text.startsWith('{'))) {
    return ENGLISH.test(answer.text) ? `English: ${answer.text}` : null
  }
  if (!answer.headers['content-type']?.startsWith('application/json'))
    return `type ${answer.headers['content-type']}`
  const body = answer.json<Record<string, unknown>>()
  const isRpc = sent.door === 'rpc'
  const value = isRpc ? body.json : body
  if (status === 200) {
    const before = revived(operation.output, value)
    const parsed = operation.output.safeParse(before)
    if (!parsed.success) return `an answer that its schema refuses: ${answer.text.slice(0, 300)}`
    return isDeepStrictEqual(parsed.data, before)
      ? null
      : `more than its schema allows: ${answer.text.slice(0, 300)}`
  }
  if (!DECLARED.has(status) && !TRANSPORT.has(status)) return `status ${status}`
  const problem = value as Problem | undefined
  if (!problem || problem.status !== status || typeof problem.code !== 'string')
    return `no problem's shape: ${answer.text.slice(0, 300)}`
  const { fields, retryAfter } = problem.data ?? {}
  const known = ['defined', 'code', 'status', 'message', 'data']
  if (Object.keys(problem).some((key) => !known.includes(key)))
    return `no problem's shape: ${answer.text.slice(0, 300)}`
  if (status === 429 && !(typeof retryAfter === 'number' && retryAfter > 0)) return '429 without a time'
  const words = [problem.message, ...Object.values(fields ?? {})]
  if (words.some((word) => typeof word !== 'string' || word.trim() === ''))
    return `no words: ${answer.text.slice(0, 300)}`
  const english = words.find((word) => ENGLISH.test(word))
  return english === undefined ? null : `English: ${english.slice(0, 200)}`
}

async function send(operation: Operation, sent: Sent, turn: number): Promise<Answer> {
  const of = people[sent.who]
  const userId = of[turn % of.length]
  // Somebody else's address each time, and a session of its own: what one request ends, the next one has not lost.
  const client = clientWith(house.app.url, userId ? await mintSession(house, userId) : null)
  const { method, name, path } = operation
  const isQuery = sent.door === 'rest' && method === 'GET' && sent.body === undefined
  const address =
    sent.door === 'rpc'
      ? `/api/rpc/${name.replaceAll('.', '/')}`
      : path.replace(/\{(\w+)\}/g, (_, key: string) =>
          encodeURIComponent((sent.path[key] ?? '').replace(/\p{Cs}/gu, '\ufffd')),
        )
  return client.send(address + sent.query, {
    method: isQuery || (sent.door === 'rest' && method === 'GET') ? 'GET' : 'POST',
    ...(sent.body !== undefined && { body: sent.body }),
    headers: { 'content-type': sent.contentType },
  })
}

const shown = ({ who, door, what, query, body }: Sent) =>
  `${who} at ${door}, ${what}: ${(query || body || '').slice(0, 300)}`

let asked = 0

/** An input that the schema takes, about things of those who ask; as near as chance came to one. */
function rightInput({ input }: Operation): Record<string, unknown> {
  if (!input) return {}
  const parser = input as Schema & { safeParse(value: unknown): { success: boolean } }
  const named = Object.keys(shapeOf(input)).flatMap((key) => {
    const things = known(key)
    return things ? [[key, key.endsWith('ds') ? [things[0]] : things[0]]] : []
  })
  const tries = fc
    .sample(valid(input, known), { numRuns: 200, seed: SEED })
    .map((one): Record<string, unknown> => ({ ...(one as object | undefined), ...Object.fromEntries(named) }))
  const isTaken = (one: Record<string, unknown>) => parser.safeParse(one).success
  return (
    tries.find(isTaken) ??
    fc
      .sample(valid(input, known), { numRuns: 200, seed: SEED })
      .map((one) => one as Record<string, unknown>)
      .find(isTaken) ??
    {}
  )
}

async function attack(
  operation: Operation,
): Promise<{ wrong: string[]; statuses: Record<number, number>; sent: number }> {
  const pathKeys = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const all = [
    ...fc.sample(requests({ ...operation, pathKeys }, known), { numRuns: RUNS, seed: SEED }),
    ...everyField({ ...operation, pathKeys }, rightInput(operation)),
  ]
  const wrong: string[] = []
  const statuses: Record<number, number> = {}
  for (let at = 0; at < all.length; at += AT_ONCE) {
    // 429 is a declared answer, and must not hide the others.
    if (at % 12 === 0) await house.database.sql('delete from rate_limits')
    await Promise.all(
      all.slice(at, at + AT_ONCE).map(async (sent, turn) => {
        asked++
        const answer = await send(operation, sent, at + turn).catch((error: unknown) => error as Error)
        if (answer instanceof Error) return void wrong.push(`${shown(sent)} → ${answer.message}`)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const found = fault(operation, sent, answer)
        if (found) wrong.push(`${shown(sent)} → ${found}`)
      }),
    )
  }
  return { wrong, statuses, sent: all.length }
}

describe('what an operation is sent breaks nothing', () => {
  for (const operation of operations) {
    test(operation.name, { timeout: 20_000 + RUNS * 500 }, async () => {
      const lines = house.app.log().length
      const { wrong, statuses, sent } = await attack(operation)
      if (process.env.FUZZ_RUNS) console.log(`${operation.name.padEnd(30)} ${JSON.stringify(statuses)}`)
      expect(wrong.slice(0, 5)).toEqual([])
      const faults = house.app
        .log()
        .slice(lines)
        .filter(({ level }) => level >= LEVEL.error)
      expect(faults.slice(0, 3)).toEqual([])
      // G2: most of it was looked at by the operation's own schema, not turned away before.
      expect((statuses[429] ?? 0) * 2).toBeLessThan(sent)
    })
  }
})

test('abuse 36: nobody is polluted, nobody became an administrator, the house answers', async () => {
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
  const [admins] = await house.database.sql<{ count: number }>(
    "select count(*) from profiles where role = 'admin'",
  )
  expect(Number(admins?.count)).toBe(1)
  expect(KINDS).toHaveLength(Object.keys(people).length)
  expect((await clientWith(house.app.url).get('/api/accounts/session')).status).toBe(200)
  console.log(`fuzz: ${asked} requests to ${operations.length} operations`)
})

import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeActiveCase, makeChat, sendText } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { callOperation, operations } from '../access/matrix/operations.ts'
import { useTestApp } from '../support/app/suite.ts'
import { registrationInput } from '../support/data/registration-input.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import type { Problem } from '../support/network/http-client.ts'

// Abuse cases of tools/abuse-cases.ts: forged input and oversized bodies, for all operations. The slices
// have tests of their own.

const suite = useTestApp()

async function member(input: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(suite.platform.db, input)
  return { ...clientWithSession(suite.app.url, await mintSession(suite, account.id)), ...account }
}
type Person = Awaited<ReturnType<typeof member>>

let client: Person
let lawyer: Person
let mine: { caseId: string; chatId: string; proposalId: string }
let foreign: typeof mine
beforeAll(async () => {
  const verified = { role: 'lawyer', verificationStatus: 'verified' } as const
  client = await member()
  lawyer = await member(verified)
  await setPlan(suite.platform.db, lawyer.id, 'basico', 20)
  mine = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  const [other, theirs] = [await member(), await member(verified)]
  foreign = await makeActiveCase(suite.platform, { clientId: other.id, lawyerId: theirs.id })
})

describe('forged input', () => {
  /** Operations that take one id in the query string. */
  const READS = [
    ['/api/chat/by-id', 'chatId'],
    ['/api/chat/messages', 'chatId'],
    ['/api/chat/of-case', 'caseId'],
    ['/api/cases/by-id', 'caseId'],
    ['/api/proposals/by-id', 'proposalId'],
    ['/api/proposals/of-case', 'caseId'],
    ['/api/workspace/tasks', 'caseId'],
    ['/api/workspace/documents', 'caseId'],
  ] as const

  test.each(READS)('abuse 17: %s takes exactly one %s, as a string', async (path, key) => {
    const [own, other] = [mine[key], foreign[key]]
    expect((await client.get(`${path}?${key}=${own}`)).status).toBe(200)
    for (const query of [
      `${key}=${own}&${key}=${other}`,
      `${key}=${other}&${key}=${own}`,
      `${key}[]=${own}`,
      `${key}[0]=${own}&${key}[1]=${other}`,
      `${key}[$ne]=x`,
      `${key}=${own}&client_id=${randomUUID()}`,
      `${key}=${own}&userId=${client.id}`,
      `${key}=${own}%00`,
      `${key}=${own}'%20or%20true%20--`,
      `${key}=`,
      '',
    ]) {
      const answer = await client.get(`${path}?${query}`)
      expect([query, answer.status]).toEqual([query, 422])
    }
  })

  test('abuse 17: no operation takes the user or the role from the body', async () => {
    const before = await suite.database.snapshot('rate_limits')
    const accepted: string[] = []
    for (const operation of operations)
      for (const extra of [{ userId: client.id }, { client_id: client.id }, { role: 'admin' }]) {
        const answer = await callOperation(lawyer, operation, 'rpc', extra)
        // 403: this user may not call the operation, even with a valid body.
        if (![403, 422].includes(answer.status)) accepted.push(`${operation.name}: ${answer.status}`)
      }
    expect(accepted).toEqual([])
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })

  test('abuse 18, abuse 19: a request sets neither sender, type nor counters, and reading changes only the reader’s counter', async () => {
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    await sendText(suite.platform, chatId, lawyer.id, 'Buenos días')
    await sendText(suite.platform, chatId, client.id, 'Hola')
    const counters = () =>
      suite.database.sql(
        'select client_unread_count, lawyer_unread_count, lawyer_read_seq, last_message from chats where id = $1',
        [chatId],
      )
    const before = await counters()
    for (const extra of [
      { sender_id: lawyer.id },
      { p_sender_id: lawyer.id },
      { type: 'system' },
      { unread: 0 },
      { client_unread_count: 0 },
      { last_message: 'x' },
    ])
      for (const [path, input] of [
        ['/api/chat/send', { id: randomUUID(), chatId, content: 'Hola' }],
        ['/api/chat/read', { chatId, upTo: 1 }],
      ] as const)
        expect((await client.post(path, { ...input, ...extra })).status).toBe(422)
    expect((await client.post('/api/chat/read', { chatId: foreign.chatId, upTo: 1 })).status).toBe(404)
    expect(await counters()).toEqual(before)
    expect((await client.post('/api/chat/read', { chatId, upTo: 999 })).status).toBe(200)
    const [after] = await counters()
    expect(after).toEqual({ ...before[0], client_unread_count: 0 })
  })
})

describe('oversized and hostile bodies', () => {
  const REGISTER = '/api/accounts/register'
  const json = { 'content-type': 'application/json' }
  const send = (body: string | Buffer, headers: Record<string, string> = json, path = REGISTER) =>
    clientWithSession(suite.app.url).send(path, { method: 'POST', body, headers })

  test('abuse 33: JSON with 10,000 levels is refused as invalid input, by REST and RPC', async () => {
    const before = await suite.database.snapshot('rate_limits')
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    for (const body of [deep, objects, `{"name":${deep}}`])
      for (const path of [REGISTER, '/api/rpc/accounts/register', '/api/rpc/search/lawyers']) {
        const sent = path.includes('/rpc/') ? `{"json":${body}}` : body
        expect([400, 422], `${path} ${sent.slice(0, 20)}`).toContain((await send(sent, json, path)).status)
      }
    expect((await clientWithSession(suite.app.url).get('/healthz')).status).toBe(200)
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })

  test('abuse 33: compressed bodies are refused, not decompressed', async () => {
    const input = JSON.stringify(registrationInput())
    for (const body of [gzipSync(input), gzipSync(Buffer.alloc(50_000_000, 32))])
      for (const encoding of ['gzip', 'deflate', 'br']) {
        const answer = await send(body, { ...json, 'content-encoding': encoding })
        expect([answer.status, answer.json<Problem>().message], encoding).toEqual([
          415,
          'No se aceptan datos comprimidos.',
        ])
      }
  })

  test('abuse 36: prototype pollution and SQL injection have no effect: the input is text or refused', async () => {
    for (const body of [
      '{"__proto__":{"polluted":1},"email":"a@prueba.test","password":"x"}',
      '{"constructor":{"prototype":{"polluted":1}},"email":"a@prueba.test","password":"x"}',
      '{"email":"a@prueba.test","password":"x","prototype":{"polluted":1}}',
      '{"json":{"__proto__":{"polluted":1},"email":"a@prueba.test","password":"x"}}',
    ])
      for (const path of ['/api/accounts/login', '/api/rpc/accounts/login'])
        expect([400, 422]).toContain((await send(body, json, path)).status)
    for (const query of [
      '__proto__[polluted]=1',
      'constructor[prototype][polluted]=1',
      'text[__proto__][x]=1',
    ])
      expect([400, 422]).toContain(
        (await clientWithSession(suite.app.url).get(`/api/search/lawyers?${query}`)).status,
      )
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const tables = await suite.database.sql<{ count: number }>('select count(*) from pg_tables')
    for (const text of [
      "' or '1'='1",
      "'; drop table reviews; --",
      "' union select email from profiles --",
      "x' and pg_sleep(20) --",
      '1); select pg_sleep(20); --',
      '$1',
      '%',
      '_',
      '\\',
    ]) {
      const found = await clientWithSession(suite.app.url).rpc('search.lawyers', { text })
      expect([text, found.status, found.json<{ items: unknown[] }>().items]).toEqual([text, 200, []])
      const chats = await client.get(`/api/chat/list?search=${encodeURIComponent(text)}`)
      expect([text, chats.status, chats.json<{ chats: unknown[] }>().chats]).toEqual([text, 200, []])
      const colleagues = await lawyer.rpc('lawyers.colleagues', { text })
      expect([200, 422]).toContain(colleagues.status)
    }
    expect(await suite.database.sql('select count(*) from pg_tables')).toEqual(tables)
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeChat, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { expectLedgersAddUp } from '../support/data/credit-ledger.ts'
import type { Client, HttpResponse, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, client, atSecondApp, creditsOf } = creditFixtures(suite)

afterEach(() => expectLedgersAddUp(suite.database))

/** Repeats a request while load shedding refuses it with 503. */
async function retryOn503(ask: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(20)
  }
}

/** Sends requests concurrently, alternating between the two processes. */
const concurrently = (
  count: number,
  member: Member,
  ask: (who: Client, at: number) => Promise<HttpResponse>,
) => {
  const clients = [member, atSecondApp(member)]
  return Promise.all(
    Array.from({ length: count }, (_, at) => retryOn503(() => ask(clients[at % 2] ?? member, at))),
  )
}

/** Counts the answers by status and message. */
const countAnswers = (answers: HttpResponse[]) => {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const outcome = answer.status === 200 ? 'done' : `${answer.status} ${answer.json<Problem>().message}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const start = (who: Client, caseId: string | undefined) => who.post('/api/chat/start-from-case', { caseId })
const openCases = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () =>
      makeOpenCase(suite.platform, (await makeAccount(suite.platform.db)).id),
    ),
  )
const chatsOf = (lawyerId: string) =>
  suite.database.sql<{ id: string; client_id: string }>(
    'select id, client_id from chats where lawyer_id = $1 order by market_opened_at',
    [lawyerId],
  )

describe('H-05, A4: a lawyer in the market', () => {
  const WAIT = 'Espera a que te respondan antes de abrir más chats.'

  test('at most 20 chats a day, also over two processes; a refused request spends nothing', async () => {
    const member = await lawyer('avanzado', 100)
    const cases = await openCases(50)
    const answers = await concurrently(50, member, (who, at) => start(who, cases[at]))
    expect(countAnswers(answers)).toEqual({ done: 20, [`429 ${WAIT}`]: 30 })
    expect(await chatsOf(member.id)).toHaveLength(20)
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 80, credits_used: 20, ledger: 80 })
    const before = await suite.database.snapshot()
    const left = cases.filter((_, at) => answers[at]?.status !== 200)
    const refused = await start(member, left[0])
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
    expect(await suite.database.snapshot()).toEqual(before)
    // An existing chat still opens.
    const [known] = await chatsOf(member.id)
    const again = await makeOpenCase(suite.platform, known?.client_id ?? '')
    expect((await start(member, again)).json()).toEqual({ chatId: known?.id, spent: false })
  })

  test('at most 25 chats without a first answer, also over two processes; an answer, or a case that is no longer open, frees one', async () => {
    const member = await lawyer('avanzado', 100)
    const [old, cases] = [await openCases(24), await openCases(50)]
    // Chats of earlier days.
    for (const caseId of old)
      await suite.database.sql(
        `insert into chats (client_id, lawyer_id, case_id, market_opened_at)
         select client_id, $2, id, app_now() - interval '3 days' from cases where id = $1`,
        [caseId, member.id],
      )
    const answers = await concurrently(50, member, (who, at) => start(who, cases[at]))
    expect(countAnswers(answers)).toEqual({ done: 1, [`409 ${WAIT}`]: 49 })
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 99, ledger: 99 })
    const left = cases.filter((_, at) => answers[at]?.status !== 200)
    const before = await suite.database.snapshot()
    expect((await start(member, left[0])).status).toBe(409)
    expect(await suite.database.snapshot()).toEqual(before)

    const [first] = await chatsOf(member.id)
    await sendText(suite.platform, first?.id ?? '', first?.client_id ?? '', 'Hola')
    expect((await start(member, left[0])).status).toBe(200)
    expect((await start(member, left[1])).status).toBe(409)
    const other = await lawyer()
    await suite.database.sql(
      `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = app_now() where id = $1`,
      [old[5], other.id],
    )
    expect((await start(member, left[1])).status).toBe(200)
    expect((await start(member, left[2])).status).toBe(409)
  })
})

describe('B6: bulk writing', () => {
  const lawyers = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const made = await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
        return made.id
      }),
    )
  const open = (who: Client, lawyerId: string | undefined) => who.post('/api/chat/open', { lawyerId })

  test.each([
    [false, 10, 'Hoy abriste varias conversaciones. Confirma tu correo para abrir más, o vuelve mañana.'],
    [true, 30, 'Hoy abriste muchas conversaciones. Podrás abrir más mañana.'],
  ])(
    'a client (e-mail confirmed: %s) opens %i conversations a day, also over two processes',
    async (isConfirmed, max, text) => {
      const member = await client()
      await suite.database.sql('update "user" set "emailVerified" = $2 where id = $1', [
        member.id,
        isConfirmed,
      ])
      const all = await lawyers(max + 20)
      const answers = await concurrently(all.length, member, (who, at) => open(who, all[at]))
      expect(countAnswers(answers)).toEqual({ done: max, [`429 ${text}`]: 20 })
      const refused = answers.find(({ status }) => status === 429)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
      const chats = await suite.database.sql('select 1 from chats where client_id = $1', [member.id])
      expect(chats).toHaveLength(max)
      // Existing conversations still open.
      const known = all[answers.findIndex(({ status }) => status === 200)]
      expect((await open(member, known)).status).toBe(200)
    },
  )

  test('at most 20 messages before the first answer, also over two processes', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
    const send = (who: Client) => who.post('/api/chat/send', { id: uuidv7(), chatId, content: 'Oferta' })
    const wait = '409 Espera la respuesta antes de seguir escribiendo.'
    expect(countAnswers(await concurrently(50, member, send))).toEqual({ done: 20, [wait]: 30 })
    const before = await suite.database.snapshot()
    expect((await send(member)).status).toBe(409)
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await send(owner)).status).toBe(200)
    expect(countAnswers(await concurrently(30, member, send))).toEqual({ done: 30 })
  })

  test('a client may write many short messages, and a proposal is an answer', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
    const send = (who: Client) => who.post('/api/chat/send', { id: uuidv7(), chatId, content: 'Y…' })
    for (let line = 0; line < 18; line++) expect((await send(owner)).status).toBe(200)
    const proposal = { id: randomUUID(), chatId, summary: 'Una', fee: 100_000, conditions: [] }
    expect((await member.post('/api/proposals/create', proposal)).status).toBe(200)
    for (let line = 0; line < 5; line++) expect((await send(owner)).status).toBe(200)
  })

  test('at most five proposals in a row, withdrawn ones included, also over two processes, until the client responds', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
    const propose = (who: Client) =>
      who.post('/api/proposals/create', { id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] })
    const wait = '409 Espera la respuesta antes de enviar otra propuesta.'
    const answers = await concurrently(30, member, propose)
    expect(countAnswers(answers)).toEqual({ done: 5, [wait]: 25 })
    const [sent] = answers.filter(({ status }) => status === 200).map((one) => one.json<{ id: string }>().id)
    expect((await member.post('/api/proposals/withdraw', { proposalId: sent })).status).toBe(200)
    const before = await suite.database.snapshot()
    expect((await propose(member)).status).toBe(409)
    expect(await suite.database.snapshot()).toEqual(before)
    await sendText(suite.platform, chatId, owner.id, 'Mejor con dos cuotas.')
    expect((await propose(member)).status).toBe(200)
  })
})

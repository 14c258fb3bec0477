import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeChat, makeOpenCase, say } from '../../src/server/factories/conversations.ts'
import type { Answer, Client, Problem } from '../support/http.ts'
import { expectLedgersAddUp } from '../support/ledger.ts'
import { paying } from '../support/paying.ts'
import { type Member, useHouse } from '../support/suite.ts'

const house = useHouse(2)
const { lawyer, client, elsewhere, standing } = paying(house)

afterEach(() => expectLedgersAddUp(house.database))

/** One of many at once: whom the house had no time for (503) tries again. */
async function insisting(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(20)
  }
}

/** So many at once, at both processes by turns. */
const atOnce = (count: number, member: Member, ask: (who: Client, at: number) => Promise<Answer>) => {
  const doors = [member, elsewhere(member)]
  return Promise.all(
    Array.from({ length: count }, (_, at) => insisting(() => ask(doors[at % 2] ?? member, at))),
  )
}

/** How often each answer came. */
const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const word = answer.status === 200 ? 'done' : `${answer.status} ${answer.json<Problem>().message}`
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

const start = (who: Client, caseId: string | undefined) => who.post('/api/chat/start-from-case', { caseId })
const openCases = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () =>
      makeOpenCase(house.platform, (await makeAccount(house.platform.db)).id),
    ),
  )
const chatsOf = (lawyerId: string) =>
  house.database.sql<{ id: string; client_id: string }>(
    'select id, client_id from chats where lawyer_id = $1 order by market_opened_at',
    [lawyerId],
  )

describe('H-05, A4: a lawyer in the market', () => {
  const WAIT = 'Espera a que te respondan antes de abrir más chats.'

  test('72 open cases are not all opened at once: 20 chats a day, exact at two processes, nothing spent when refused', async () => {
    const member = await lawyer('avanzado', 100)
    const cases = await openCases(50)
    const answers = await atOnce(50, member, (who, at) => start(who, cases[at]))
    expect(tally(answers)).toEqual({ done: 20, [`429 ${WAIT}`]: 30 })
    expect(await chatsOf(member.id)).toHaveLength(20)
    expect(await standing(member.id)).toMatchObject({ credits_available: 80, credits_used: 20, ledger: 80 })
    const before = await house.database.snapshot()
    const left = cases.filter((_, at) => answers[at]?.status !== 200)
    const refused = await start(member, left[0])
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
    expect(await house.database.snapshot()).toEqual(before)
    // One that is there opens all the same.
    const [known] = await chatsOf(member.id)
    const again = await makeOpenCase(house.platform, known?.client_id ?? '')
    expect((await start(member, again)).json()).toEqual({ chatId: known?.id, spent: false })
  })

  test('at most 25 may wait for a first answer, exact at two processes; an answer makes room, and so does a case that is no longer open', async () => {
    const member = await lawyer('avanzado', 100)
    const [old, cases] = [await openCases(24), await openCases(50)]
    // Opened on earlier days.
    for (const caseId of old)
      await house.database.sql(
        `insert into chats (client_id, lawyer_id, case_id, market_opened_at)
         select client_id, $2, id, app_now() - interval '3 days' from cases where id = $1`,
        [caseId, member.id],
      )
    const answers = await atOnce(50, member, (who, at) => start(who, cases[at]))
    expect(tally(answers)).toEqual({ done: 1, [`409 ${WAIT}`]: 49 })
    expect(await standing(member.id)).toMatchObject({ credits_available: 99, ledger: 99 })
    const left = cases.filter((_, at) => answers[at]?.status !== 200)
    const before = await house.database.snapshot()
    expect((await start(member, left[0])).status).toBe(409)
    expect(await house.database.snapshot()).toEqual(before)

    const [first] = await chatsOf(member.id)
    await say(house.platform, first?.id ?? '', first?.client_id ?? '', 'Hola')
    expect((await start(member, left[0])).status).toBe(200)
    expect((await start(member, left[1])).status).toBe(409)
    const other = await lawyer()
    await house.database.sql(
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
        const made = await makeAccount(house.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
        return made.id
      }),
    )
  const open = (who: Client, lawyerId: string | undefined) => who.post('/api/chat/open', { lawyerId })

  test.each([
    [false, 10, 'Hoy abriste varias conversaciones. Confirma tu correo para abrir más, o vuelve mañana.'],
    [true, 30, 'Hoy abriste muchas conversaciones. Podrás abrir más mañana.'],
  ])(
    'a client (address confirmed: %s) opens %i conversations a day, exact at two processes',
    async (isConfirmed, most, text) => {
      const member = await client()
      await house.database.sql('update "user" set "emailVerified" = $2 where id = $1', [
        member.id,
        isConfirmed,
      ])
      const all = await lawyers(most + 20)
      const answers = await atOnce(all.length, member, (who, at) => open(who, all[at]))
      expect(tally(answers)).toEqual({ done: most, [`429 ${text}`]: 20 })
      const refused = answers.find(({ status }) => status === 429)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
      const chats = await house.database.sql('select 1 from chats where client_id = $1', [member.id])
      expect(chats).toHaveLength(most)
      // Those that are there open.
      const known = all[answers.findIndex(({ status }) => status === 200)]
      expect((await open(member, known)).status).toBe(200)
    },
  )

  test('30 messages to whoever never answered: 20 go, exact at two processes; with the first answer there is no such limit', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
    const send = (who: Client) =>
      who.post('/api/chat/send', { id: newMessageId(), chatId, content: 'Oferta' })
    const wait = '409 Espera la respuesta antes de seguir escribiendo.'
    expect(tally(await atOnce(50, member, send))).toEqual({ done: 20, [wait]: 30 })
    const before = await house.database.snapshot()
    expect((await send(member)).status).toBe(409)
    expect(await house.database.snapshot()).toEqual(before)
    expect((await send(owner)).status).toBe(200)
    expect(tally(await atOnce(30, member, send))).toEqual({ done: 30 })
  })

  test('a client who writes in short lines is not hindered, and a proposal is an answer', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
    const send = (who: Client) => who.post('/api/chat/send', { id: newMessageId(), chatId, content: 'Y…' })
    for (let line = 0; line < 18; line++) expect((await send(owner)).status).toBe(200)
    const proposal = { id: randomUUID(), chatId, summary: 'Una', fee: 100_000, conditions: [] }
    expect((await member.post('/api/proposals/create', proposal)).status).toBe(200)
    for (let line = 0; line < 5; line++) expect((await send(owner)).status).toBe(200)
  })

  test('88 proposals of $1: five in a row, withdrawn ones counted, exact at two processes, until the client does something', async () => {
    const [member, owner] = [await lawyer(), await client()]
    const chatId = await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
    const propose = (who: Client) =>
      who.post('/api/proposals/create', { id: randomUUID(), chatId, summary: 'Una', fee: 1, conditions: [] })
    const wait = '409 Espera la respuesta antes de enviar otra propuesta.'
    const answers = await atOnce(30, member, propose)
    expect(tally(answers)).toEqual({ done: 5, [wait]: 25 })
    const [sent] = answers.filter(({ status }) => status === 200).map((one) => one.json<{ id: string }>().id)
    expect((await member.post('/api/proposals/withdraw', { proposalId: sent })).status).toBe(200)
    const before = await house.database.snapshot()
    expect((await propose(member)).status).toBe(409)
    expect(await house.database.snapshot()).toEqual(before)
    await say(house.platform, chatId, owner.id, 'Mejor con dos cuotas.')
    expect((await propose(member)).status).toBe(200)
  })
})

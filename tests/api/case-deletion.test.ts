import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../src/demo-data/conversations.ts'
import { useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { expectLedgersAddUp } from '../support/data/credit-ledger.ts'
import { eventually } from '../support/database/test-database.ts'
import { listFiles, pdf } from '../support/files/test-files.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, client, atSecondApp, creditsOf, movements } = creditFixtures(suite)

afterEach(() => expectLedgersAddUp(suite.database))

const start = async (who: Client, caseId: string) => {
  const answer = await who.post('/api/chat/start-from-case', { caseId })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ chatId: string }>().chatId
}
const deleteCase = (who: Client, caseId: string) => who.post('/api/workspace/delete-case', { caseId })
const deleteAccount = (who: { post: Client['post']; password: string }) =>
  who.post('/api/departure/delete-account', { password: who.password })
const refundsOf = async (lawyerId: string) =>
  (await movements(lawyerId)).filter(({ kind }) => kind === 'refund').length
/** Waits until no refund job is queued. */
const refundsDone = () =>
  eventually(
    async () =>
      (
        await suite.database.sql(
          `select 1 from graphile_worker.jobs where task_identifier = 'plans:refund' and attempts < max_attempts`,
        )
      ).length === 0,
  )

describe('H-06, B3: the credit is refunded when a client deletes the account or the case without having read', () => {
  test('a client publishes a case, a lawyer pays for it, the client deletes the account', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const chatId = await start(member, await makeOpenCase(suite.platform, owner.id))
    await sendText(suite.platform, chatId, member.id, 'Hola, puedo ayudarle.')
    expect((await deleteAccount(owner)).status).toBe(200)
    await refundsDone()
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 20, credits_used: 0, ledger: 20 })
    expect(await refundsOf(member.id)).toBe(1)
    expect((await member.get('/api/chat/list')).json()).toMatchObject({ chats: [{ id: chatId }] })
  })

  test('no refund after the client has read or answered, or for a chat that was free', async () => {
    for (const way of ['read', 'answer', 'contact'] as const) {
      const [member, owner] = [await lawyer('basico'), await client()]
      if (way === 'contact') await makeChat(suite.platform, { clientId: owner.id, lawyerId: member.id })
      const chatId = await start(member, await makeOpenCase(suite.platform, owner.id))
      await sendText(suite.platform, chatId, member.id, 'Hola, puedo ayudarle.')
      if (way === 'read') await owner.post('/api/chat/read', { chatId, upTo: 1 })
      if (way === 'answer') await sendText(suite.platform, chatId, owner.id, 'Gracias.')
      expect((await deleteAccount(owner)).status).toBe(200)
      await refundsDone()
      expect([way, await refundsOf(member.id)]).toEqual([way, 0])
    }
  })

  test('deleting the case, and then the account: one refund', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const caseId = await makeOpenCase(suite.platform, owner.id)
    await start(member, caseId)
    expect((await deleteCase(owner, caseId)).json()).toEqual({ deleted: true })
    expect((await deleteAccount(owner)).status).toBe(200)
    await refundsDone()
    expect(await refundsOf(member.id)).toBe(1)
  })

  test('concurrently with chat starts and account deletion of the lawyer: no deadlock, and the ledger adds up', async () => {
    for (let round = 0; round < 8; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const cases = [
        await makeOpenCase(suite.platform, owner.id),
        await makeOpenCase(suite.platform, owner.id, { title: 'Otra' }),
      ]
      const tryStart = (who: Client, at: number) =>
        who.post('/api/chat/start-from-case', { caseId: cases[at] })
      const answers = await Promise.all([
        tryStart(member, 0),
        tryStart(atSecondApp(member), 1),
        round % 2 ? deleteAccount(owner) : deleteCase(owner, cases[0] ?? ''),
        ...(round % 4 > 1 ? [deleteAccount({ ...atSecondApp(member), password: member.password })] : []),
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
      await refundsDone()
    }
  })
})

describe('a client deletes an open case', () => {
  const WORDS = ['Zarzamorado', 'Quebrantahuesos', 'Estercolero']

  /** Returns the tables that contain one of the words. */
  const tablesWith = async (words: readonly string[]) => {
    const tables = await suite.database.sql<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const pattern = words.join('|')
      const rows = await suite.database.sql(`select 1 from ${name} as t where t::text ~* $1 limit 1`, [
        pattern,
      ])
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  test('its text is gone, the market is notified, its proposals are removed, chats stay without a case', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const caseId = await makeOpenCase(suite.platform, owner.id, {
      title: `Consulta ${WORDS[0]}`,
      description: `¿Qué pasó? ${WORDS[1]} y ${WORDS[2]}`,
    })
    expect(await tablesWith(WORDS)).toEqual(['public.cases'])
    const chatId = await start(member, caseId)
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
    await suite.database.sql('delete from events')
    expect((await deleteCase(owner, caseId)).json()).toEqual({ deleted: true })
    expect(await tablesWith(WORDS)).toEqual([])
    expect((await member.rpc('cases.market', {})).text).not.toContain(WORDS[0])
    expect((await member.get('/api/proposals/pending')).json()).toMatchObject({ proposals: [], total: 0 })
    expect(await suite.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
      { case_id: null },
    ])
    const events = await suite.database.sql<{ what: string }>(
      `select coalesce(audience, user_id::text) || ' ' || kind || ' ' || ref as what from events order by 1`,
    )
    expect(events.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        `mercado case ${caseId}`,
        `${owner.id} case ${caseId}`,
        `${owner.id} chat ${chatId}`,
        `${member.id} chat ${chatId}`,
        `${member.id} proposal ${proposalId}`,
        `${owner.id} proposal ${proposalId}`,
      ]),
    )
    await refundsDone()
    expect(await refundsOf(member.id)).toBe(1)
    // The lawyer keeps the chat, and pays nothing for another case of the client.
    const other = await makeOpenCase(suite.platform, owner.id)
    expect((await member.post('/api/chat/start-from-case', { caseId: other })).json()).toEqual({
      chatId,
      spent: false,
    })
  })

  test('its documents are deleted: rows, files, and uploads that were never shared', async () => {
    const owner = await client()
    const caseId = await makeOpenCase(suite.platform, owner.id)
    const upload = async () => {
      const answer = await owner.send(`/api/files/certificados/${caseId}`, { method: 'PUT', body: pdf() })
      expect(answer.status, answer.text).toBe(201)
      return answer.json<{ key: string }>().key
    }
    const shared = await upload()
    expect((await owner.post('/api/workspace/add-document', { caseId, key: shared })).status).toBe(200)
    await upload()
    expect((await listFiles(suite.platform)).kept).toHaveLength(2)
    expect((await deleteCase(owner, caseId)).status).toBe(200)
    expect(await suite.database.sql('select 1 from case_documents')).toEqual([])
    await eventually(async () => (await listFiles(suite.platform)).kept.length === 0)
    expect(await suite.database.sql(`select 1 from stored_files where state <> 'discarded'`)).toEqual([])
  })

  test('refused without a change: another client’s case, an unknown case, a case with a lawyer; lawyers may never delete', async () => {
    const [member, owner, other] = [await lawyer(), await client(), await client()]
    const { caseId: running } = await makeActiveCase(suite.platform, {
      clientId: owner.id,
      lawyerId: member.id,
    })
    const open = await makeOpenCase(suite.platform, owner.id)
    const before = await suite.database.snapshot()
    for (const [who, caseId, status, text] of [
      [owner, running, 409, 'Esta causa ya tiene abogado y no se puede eliminar.'],
      [member, running, 403, 'Solo quien ingresó la causa puede eliminarla.'],
      [other, open, 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [member, open, 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [owner, randomUUID(), 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [suite.visitor(), open, 401, 'Debes iniciar sesión.'],
    ] as const) {
      const answer = await deleteCase(who, caseId)
      expect([answer.status, answer.json<Problem>().message]).toEqual([status, text])
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('concurrent deletions over two processes: one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await client()
      const caseId = await makeOpenCase(suite.platform, owner.id)
      const answers = await Promise.all(
        [owner, atSecondApp(owner), owner].map((who) => deleteCase(who, caseId)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    }
  })

  test('concurrently with acceptance: the case is active, or deleted with its proposal', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const caseId = await makeOpenCase(suite.platform, owner.id)
      const chatId = await start(member, caseId)
      const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
      const [deleted, accepted] = await Promise.all([
        deleteCase(round % 2 ? owner : atSecondApp(owner), caseId),
        owner.post('/api/proposals/accept', { proposalId }),
      ])
      const isDeleted = deleted.status === 200
      expect([409, 404]).toContain(isDeleted ? accepted.status : deleted.status)
      expect(isDeleted ? deleted.status : accepted.status).toBe(200)
      expect(await suite.database.sql('select status from cases where client_id = $1', [owner.id])).toEqual(
        isDeleted ? [] : [{ status: 'activo' }],
      )
    }
  })

  test('concurrently with «Iniciar Chat» and a new proposal: never a 500, and no credit is lost for a case deleted unread', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const caseId = await makeOpenCase(suite.platform, owner.id)
      const [deleted, started] = await Promise.all([
        deleteCase(owner, caseId),
        atSecondApp(member).post('/api/chat/start-from-case', { caseId }),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 409]).toContain(started.status)
      await refundsDone()
      expect(await creditsOf(member.id)).toMatchObject({ credits_available: 20, ledger: 20 })

      const next = await makeOpenCase(suite.platform, owner.id)
      const chatId = await start(member, next)
      const proposal = { id: randomUUID(), chatId, summary: 'Una', fee: 100_000, conditions: [] }
      const [gone, sent] = await Promise.all([
        deleteCase(owner, next),
        atSecondApp(member).post('/api/proposals/create', proposal),
      ])
      expect([gone.status, sent.status]).toEqual([200, 200])
      expect(await suite.database.sql('select 1 from proposals where case_id = $1', [next])).toEqual([])
    }
  })
})

describe('B3: open cases of one client', () => {
  const publish = (who: Client, words: string, id = randomUUID()) =>
    who.post('/api/cases/publish', {
      id,
      specialty: 'Otro',
      commune: 'Talca',
      answers: {},
      otherText: `Un cerco ${words}`,
    })

  test.each([
    [false, 3, /Ya tienes 3 causas en espera de abogado\. Confirma tu correo/],
    [true, 5, /Ya tienes 5 causas en espera de abogado\. Elimina una/],
  ])('e-mail confirmed: %s: at most %i, also over two processes', async (isConfirmed, max, text) => {
    const owner = await client()
    await suite.database.sql('update "user" set "emailVerified" = $2 where id = $1', [owner.id, isConfirmed])
    const clients = [owner, atSecondApp(owner)]
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, at) => publish(clients[at % 2] ?? owner, `${at}`)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(max)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(refused.status).toBe(409)
      expect(refused.json<Problem>().message).toMatch(text)
    }
    const before = await suite.database.snapshot()
    expect((await publish(owner, 'otro más')).status).toBe(409)
    expect(await suite.database.snapshot()).toEqual(before)
    // Deleting one makes room for another.
    await deleteCase(owner, done[0]?.json<{ id: string }>().id ?? '')
    expect((await publish(owner, 'otro más')).status).toBe(200)
  })
})

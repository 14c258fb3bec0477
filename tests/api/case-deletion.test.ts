import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  say,
} from '../../src/server/factories/conversations.ts'
import { eventually } from '../support/database.ts'
import { filesOf, pdf } from '../support/files.ts'
import type { Client, Problem } from '../support/http.ts'
import { expectLedgersAddUp } from '../support/ledger.ts'
import { paying } from '../support/paying.ts'
import { useHouse } from '../support/suite.ts'

const house = useHouse(2)
const { lawyer, client, elsewhere, standing, movements } = paying(house)

afterEach(() => expectLedgersAddUp(house.database))

const start = async (who: Client, caseId: string) => {
  const answer = await who.post('/api/chat/start-from-case', { caseId })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ chatId: string }>().chatId
}
const remove = (who: Client, caseId: string) => who.post('/api/workspace/delete-case', { caseId })
const leave = (who: { post: Client['post']; password: string }) =>
  who.post('/api/departure/delete-account', { password: who.password })
const refundsOf = async (lawyerId: string) =>
  (await movements(lawyerId)).filter(({ kind }) => kind === 'refund').length
/** Until nothing waits that could still give a credit back. */
const settled = () =>
  eventually(
    async () =>
      (
        await house.database.sql(
          `select 1 from graphile_worker.jobs where task_identifier = 'plans:refund' and attempts < max_attempts`,
        )
      ).length === 0,
  )

describe('H-06, B3: the credit comes back when the client goes without having read', () => {
  test('a bait: published, paid for, account deleted', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const chatId = await start(member, await makeOpenCase(house.platform, owner.id))
    await say(house.platform, chatId, member.id, 'Hola, puedo ayudarle.')
    expect((await leave(owner)).status).toBe(200)
    await settled()
    expect(await standing(member.id)).toMatchObject({ credits_available: 20, credits_used: 0, ledger: 20 })
    expect(await refundsOf(member.id)).toBe(1)
    expect((await member.get('/api/chat/list')).json()).toMatchObject({ chats: [{ id: chatId }] })
  })

  test('who has read or answered gives nothing back, nor does a chat that was not paid for', async () => {
    for (const way of ['read', 'answer', 'contact'] as const) {
      const [member, owner] = [await lawyer('basico'), await client()]
      if (way === 'contact') await makeChat(house.platform, { clientId: owner.id, lawyerId: member.id })
      const chatId = await start(member, await makeOpenCase(house.platform, owner.id))
      await say(house.platform, chatId, member.id, 'Hola, puedo ayudarle.')
      if (way === 'read') await owner.post('/api/chat/read', { chatId, upTo: 1 })
      if (way === 'answer') await say(house.platform, chatId, owner.id, 'Gracias.')
      expect((await leave(owner)).status).toBe(200)
      await settled()
      expect([way, await refundsOf(member.id)]).toEqual([way, 0])
    }
  })

  test('a case that is deleted, and then the account: one refund', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const caseId = await makeOpenCase(house.platform, owner.id)
    await start(member, caseId)
    expect((await remove(owner, caseId)).json()).toEqual({ deleted: true })
    expect((await leave(owner)).status).toBe(200)
    await settled()
    expect(await refundsOf(member.id)).toBe(1)
  })

  test('against the lawyer’s own presses and departures: no circle, and the ledger adds up', async () => {
    for (let round = 0; round < 8; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const cases = [
        await makeOpenCase(house.platform, owner.id),
        await makeOpenCase(house.platform, owner.id, { title: 'Otra' }),
      ]
      const press = (who: Client, at: number) => who.post('/api/chat/start-from-case', { caseId: cases[at] })
      const answers = await Promise.all([
        press(member, 0),
        press(elsewhere(member), 1),
        round % 2 ? leave(owner) : remove(owner, cases[0] ?? ''),
        ...(round % 4 > 1 ? [leave({ ...elsewhere(member), password: member.password })] : []),
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
      await settled()
    }
  })
})

describe('a case that waits for a lawyer is deleted by its client', () => {
  const WORDS = ['Zarzamorado', 'Quebrantahuesos', 'Estercolero']

  /** Tables in which one of the words stands. */
  const tablesWith = async (words: readonly string[]) => {
    const tables = await house.database.sql<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const pattern = words.join('|')
      const rows = await house.database.sql(`select 1 from ${name} as t where t::text ~* $1 limit 1`, [
        pattern,
      ])
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  test('no word of it is left, it leaves the market live, its proposals end, chats stay without case', async () => {
    const [member, owner] = [await lawyer('basico'), await client()]
    const caseId = await makeOpenCase(house.platform, owner.id, {
      title: `Consulta ${WORDS[0]}`,
      description: `¿Qué pasó? ${WORDS[1]} y ${WORDS[2]}`,
    })
    expect(await tablesWith(WORDS)).toEqual(['public.cases'])
    const chatId = await start(member, caseId)
    const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: member.id })
    await house.database.sql('delete from events')
    expect((await remove(owner, caseId)).json()).toEqual({ deleted: true })
    expect(await tablesWith(WORDS)).toEqual([])
    expect((await member.rpc('cases.market', {})).text).not.toContain(WORDS[0])
    expect((await member.get('/api/proposals/pending')).json()).toMatchObject({ proposals: [], total: 0 })
    expect(await house.database.sql('select case_id from chats where id = $1', [chatId])).toEqual([
      { case_id: null },
    ])
    const events = await house.database.sql<{ what: string }>(
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
    await settled()
    expect(await refundsOf(member.id)).toBe(1)
    // The lawyer goes on in the chat, and another case of the client costs nothing.
    const other = await makeOpenCase(house.platform, owner.id)
    expect((await member.post('/api/chat/start-from-case', { caseId: other })).json()).toEqual({
      chatId,
      spent: false,
    })
  })

  test('its documents go with it: rows and files, and what was uploaded and never shared', async () => {
    const owner = await client()
    const caseId = await makeOpenCase(house.platform, owner.id)
    const upload = async () => {
      const answer = await owner.send(`/api/files/certificados/${caseId}`, { method: 'PUT', body: pdf() })
      expect(answer.status, answer.text).toBe(201)
      return answer.json<{ key: string }>().key
    }
    const shared = await upload()
    expect((await owner.post('/api/workspace/add-document', { caseId, key: shared })).status).toBe(200)
    await upload()
    expect((await filesOf(house.platform)).kept).toHaveLength(2)
    expect((await remove(owner, caseId)).status).toBe(200)
    expect(await house.database.sql('select 1 from case_documents')).toEqual([])
    await eventually(async () => (await filesOf(house.platform)).kept.length === 0)
    expect(await house.database.sql(`select 1 from stored_files where state <> 'discarded'`)).toEqual([])
  })

  test('refused without a trace: somebody else’s, nobody’s, one that has a lawyer; its lawyer never', async () => {
    const [member, owner, other] = [await lawyer(), await client(), await client()]
    const { caseId: running } = await makeActiveCase(house.platform, {
      clientId: owner.id,
      lawyerId: member.id,
    })
    const open = await makeOpenCase(house.platform, owner.id)
    const before = await house.database.snapshot()
    for (const [who, caseId, status, text] of [
      [owner, running, 409, 'Esta causa ya tiene abogado y no se puede eliminar.'],
      [member, running, 403, 'Solo quien ingresó la causa puede eliminarla.'],
      [other, open, 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [member, open, 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [owner, randomUUID(), 404, 'No se pudo cargar el caso o no tienes acceso.'],
      [house.visitor(), open, 401, 'Debes iniciar sesión.'],
    ] as const) {
      const answer = await remove(who, caseId)
      expect([answer.status, answer.json<Problem>().message]).toEqual([status, text])
    }
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('twice at once at two processes: once', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await client()
      const caseId = await makeOpenCase(house.platform, owner.id)
      const answers = await Promise.all([owner, elsewhere(owner), owner].map((who) => remove(who, caseId)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    }
  })

  test('against acceptance: the case is under way, or gone with its proposal', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const caseId = await makeOpenCase(house.platform, owner.id)
      const chatId = await start(member, caseId)
      const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: member.id })
      const [deleted, accepted] = await Promise.all([
        remove(round % 2 ? owner : elsewhere(owner), caseId),
        owner.post('/api/proposals/accept', { proposalId }),
      ])
      const isDeleted = deleted.status === 200
      expect([409, 404]).toContain(isDeleted ? accepted.status : deleted.status)
      expect(isDeleted ? deleted.status : accepted.status).toBe(200)
      expect(await house.database.sql('select status from cases where client_id = $1', [owner.id])).toEqual(
        isDeleted ? [] : [{ status: 'activo' }],
      )
    }
  })

  test('against «Iniciar Chat» and a new proposal: never a fault, never a credit for a case that is gone unread', async () => {
    for (let round = 0; round < 10; round++) {
      const [member, owner] = [await lawyer('basico'), await client()]
      const caseId = await makeOpenCase(house.platform, owner.id)
      const [deleted, started] = await Promise.all([
        remove(owner, caseId),
        elsewhere(member).post('/api/chat/start-from-case', { caseId }),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 409]).toContain(started.status)
      await settled()
      expect(await standing(member.id)).toMatchObject({ credits_available: 20, ledger: 20 })

      const next = await makeOpenCase(house.platform, owner.id)
      const chatId = await start(member, next)
      const proposal = { id: randomUUID(), chatId, summary: 'Una', fee: 100_000, conditions: [] }
      const [gone, sent] = await Promise.all([
        remove(owner, next),
        elsewhere(member).post('/api/proposals/create', proposal),
      ])
      expect([gone.status, sent.status]).toEqual([200, 200])
      expect(await house.database.sql('select 1 from proposals where case_id = $1', [next])).toEqual([])
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
  ])('address confirmed: %s: at most %i, exact at two processes', async (isConfirmed, most, text) => {
    const owner = await client()
    await house.database.sql('update "user" set "emailVerified" = $2 where id = $1', [owner.id, isConfirmed])
    const doors = [owner, elsewhere(owner)]
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, at) => publish(doors[at % 2] ?? owner, `${at}`)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(most)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(refused.status).toBe(409)
      expect(refused.json<Problem>().message).toMatch(text)
    }
    const before = await house.database.snapshot()
    expect((await publish(owner, 'otro más')).status).toBe(409)
    expect(await house.database.snapshot()).toEqual(before)
    // One that goes makes room.
    await remove(owner, done[0]?.json<{ id: string }>().id ?? '')
    expect((await publish(owner, 'otro más')).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { eventually } from '../../../tests/support/database/test-database.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { makeOpenCase } from '../../demo-data/conversations.ts'
import { advanceCase, caseById, publishCase } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

const suite = useDatabase()

const { client, lawyer, activeCase } = chatFixtures(suite)
const people = async () => ({ clientId: await client(), lawyerId: await lawyer() })

const NOT_FOUND = { ok: false, refusal: { code: 'NOT_FOUND', message: MESSAGES.notFound } }

test('SEG-57: a case that is finished while its client leaves is finished, without a notice', async () => {
  const { caseId, asLawyer, clientId } = await activeCase()
  await advanceCase(asLawyer, { caseId, to: 'en progreso' })
  const leaving = await suite.platform.pool.connect()
  try {
    await leaving.query('begin')
    await leaving.query('select 1 from cases where id = $1 for update', [caseId])
    const finished = finishCase(asLawyer, caseId)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => (await suite.database.sql(waiting)).length > 0)
    await leaving.query('delete from profiles where id = $1', [clientId])
    await leaving.query('commit')
    await finished
    expect(await suite.database.sql('select status from cases where id = $1', [caseId])).toEqual([
      { status: 'finalizado' },
    ])
    expect(await suite.database.sql(`select 1 from notices where kind = 'case-finished'`)).toEqual([])
  } finally {
    leaving.release(true)
  }
})

describe('a case', () => {
  test('CAS-01 to CAS-06: its header, for each party', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await activeCase()
    const seen = await caseById(asClient, { caseId })
    expect(seen).toEqual({
      ok: true,
      value: {
        id: caseId,
        number: caseId.slice(0, 8),
        title: 'Consulta con Andrés Muñoz',
        plain_title: 'Consulta con Andrés Muñoz',
        description: expect.any(String),
        status: 'activo',
        specialty: null,
        commune: null,
        urgency: null,
        proposal_accepted_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
        side: 'client',
        client: { id: clientId, name: 'Camila Rojas', avatar_url: null },
        lawyer: { id: lawyerId, name: 'Andrés Muñoz', avatar_url: null },
        republish_until: null,
        visibility: null,
      },
    })
    expect(await caseById(asLawyer, { caseId })).toMatchObject({ ok: true, value: { side: 'lawyer' } })
  })

  test('CAS-03: an open case has no lawyer; ROU-35: only its client sees it', async () => {
    const { clientId, lawyerId } = await people()
    const caseId = await makeOpenCase(suite.platform, clientId)
    expect(await caseById(await actingAs(suite.platform, clientId), { caseId })).toMatchObject({
      ok: true,
      value: { lawyer: null, status: 'ingresado', specialty: 'Arriendo (conflictos)', commune: 'Ñuñoa' },
    })
    for (const who of [lawyerId, (await people()).clientId])
      for (const id of [caseId, randomUUID()])
        expect(await caseById(await actingAs(suite.platform, who), { caseId: id })).toEqual(NOT_FOUND)
  })

  test('OPEN-42: only its lawyer advances it, step by step, each step once', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await activeCase()
    const stranger = await actingAs(suite.platform, (await people()).lawyerId)
    const before = await suite.database.snapshot()
    expect(await advanceCase(stranger, { caseId, to: 'en progreso' })).toEqual(NOT_FOUND)
    expect(await advanceCase(asClient, { caseId, to: 'en progreso' })).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyerOnly },
    })
    const moved = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.statusChanged } }
    expect(await suite.database.snapshot()).toEqual(before)
    await suite.database.sql('delete from events')
    const at = await Promise.all(
      Array.from({ length: 20 }, () => advanceCase(asLawyer, { caseId, to: 'en progreso' })),
    )
    expect(at.filter((result) => result.ok)).toHaveLength(1)
    expect(await suite.database.sql('select user_id, kind, ref from events order by user_id')).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'case', ref: caseId })),
    )
    await finishCase(asLawyer, caseId)
    expect(await advanceCase(asLawyer, { caseId, to: 'en progreso' })).toEqual(moved)
  })
})

describe('publishing', () => {
  const newCase = (clientId: string) => ({
    id: randomUUID(),
    clientId,
    title: 'Consulta de Divorcio en Ñuñoa',
    description: '¿Hay hijos? Sí',
    specialty: 'Divorcio',
    commune: 'Ñuñoa',
    details: [{ question: '¿Hay hijos?', answer: 'Sí' }],
    in_market: true,
  })

  test('WIZ-25: 50 concurrent calls create one case; other content under the same id is refused', async () => {
    const { clientId } = await people()
    const sent = newCase(clientId)
    await suite.database.sql('delete from events')
    const all = await Promise.all(Array.from({ length: 50 }, () => publishCase(suite.platform, sent)))
    expect(all.every((result) => result.ok && result.value.id === sent.id)).toBe(true)
    expect(
      await suite.database.sql('select user_id, audience, kind from events order by audience nulls first'),
    ).toEqual([
      { user_id: clientId, audience: null, kind: 'case' },
      { user_id: null, audience: 'mercado', kind: 'case' },
    ])
    const taken = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' } }
    const other = (await people()).clientId
    const before = await suite.database.snapshot()
    for (const change of [{ title: 'Otra' }, { details: [] }, { commune: null }, { clientId: other }])
      expect(await publishCase(suite.platform, { ...sent, ...change })).toEqual(taken)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('only clients may publish', async () => {
    const { lawyerId } = await people()
    expect(await publishCase(suite.platform, newCase(lawyerId))).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: MESSAGES.clientsOnly },
    })
  })
})

describe('database constraints', () => {
  const set = (id: string, what: string) => suite.database.sql(`update cases set ${what} where id = $1`, [id])
  test('only the four statuses; no running case without a lawyer, no open case with one', async () => {
    const { caseId, lawyerId, clientId } = await activeCase()
    const open = await makeOpenCase(suite.platform, clientId)
    for (const [id, what] of [
      [caseId, `status = 'activa'`],
      [caseId, `status = 'en_progreso'`],
      [caseId, 'lawyer_id = null'],
      [caseId, 'lawyer_id = client_id'],
      [open, `lawyer_id = '${lawyerId}'`],
      [open, `status = 'activo'`],
      [open, `urgency = 'urgente'`],
      [open, `details = '{}'`],
    ] as const)
      await expect(set(id, what), what).rejects.toMatchObject({ code: '23514' })
  })
})

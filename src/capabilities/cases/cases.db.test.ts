import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { conversing } from '../../../tests/support/conversing.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { actingAs } from '../../server/factories/acting.ts'
import { makeOpenCase } from '../../server/factories/conversations.ts'
import { advanceCase, caseById, publishCase } from './commands.server.ts'
import { MESSAGES } from './schema.ts'

const house = useDatabase()

const { client, lawyer, running } = conversing(house)
const people = async () => ({ clientId: await client(), lawyerId: await lawyer() })

const NOT_FOUND = { ok: false, refusal: { code: 'NOT_FOUND', message: MESSAGES.notFound } }

describe('a case', () => {
  test('CAS-01 to CAS-06: its header, for each party from its side', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await running()
    const seen = await caseById(asClient, { caseId })
    expect(seen).toEqual({
      ok: true,
      value: {
        id: caseId,
        number: caseId.slice(0, 8),
        title: 'Consulta con Andrés Muñoz',
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
      },
    })
    expect(await caseById(asLawyer, { caseId })).toMatchObject({ ok: true, value: { side: 'lawyer' } })
  })

  test('CAS-03: an open one has no lawyer; ROU-35: nobody but its client sees it', async () => {
    const { clientId, lawyerId } = await people()
    const caseId = await makeOpenCase(house.platform, clientId)
    expect(await caseById(await actingAs(house.platform, clientId), { caseId })).toMatchObject({
      ok: true,
      value: { lawyer: null, status: 'ingresado', specialty: 'Arriendo (conflictos)', commune: 'Ñuñoa' },
    })
    for (const who of [lawyerId, (await people()).clientId])
      for (const id of [caseId, randomUUID()])
        expect(await caseById(await actingAs(house.platform, who), { caseId: id })).toEqual(NOT_FOUND)
  })

  test('OPEN-42: its lawyer moves it on, step by step, once; nobody else does', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await running()
    const stranger = await actingAs(house.platform, (await people()).lawyerId)
    const before = await house.database.snapshot()
    expect(await advanceCase(stranger, { caseId, to: 'en progreso' })).toEqual(NOT_FOUND)
    expect(await advanceCase(asClient, { caseId, to: 'en progreso' })).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyerOnly },
    })
    const moved = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.moved } }
    expect(await advanceCase(asLawyer, { caseId, to: 'finalizado' })).toEqual(moved)
    expect(await house.database.snapshot()).toEqual(before)
    await house.database.sql('delete from events')
    const at = await Promise.all(
      Array.from({ length: 20 }, () => advanceCase(asLawyer, { caseId, to: 'en progreso' })),
    )
    expect(at.filter((result) => result.ok)).toHaveLength(1)
    expect(await house.database.sql('select user_id, kind, ref from events order by user_id')).toEqual(
      [clientId, lawyerId].sort().map((user_id) => ({ user_id, kind: 'case', ref: caseId })),
    )
    expect(await advanceCase(asLawyer, { caseId, to: 'finalizado' })).toMatchObject({
      ok: true,
      value: { status: 'finalizado' },
    })
    expect(await advanceCase(asLawyer, { caseId, to: 'en progreso' })).toEqual(moved)
  })
})

describe('publishing', () => {
  const sketch = (clientId: string) => ({
    id: randomUUID(),
    clientId,
    title: 'Consulta de Divorcio en Ñuñoa',
    description: '¿Hay hijos? Sí',
    specialty: 'Divorcio',
    commune: 'Ñuñoa',
    details: [{ question: '¿Hay hijos?', answer: 'Sí' }],
  })

  test('WIZ-25: 50 times at once is one case; with other words it is refused', async () => {
    const { clientId } = await people()
    const sent = sketch(clientId)
    await house.database.sql('delete from events')
    const all = await Promise.all(Array.from({ length: 50 }, () => publishCase(house.platform, sent)))
    expect(all.every((result) => result.ok && result.value.id === sent.id)).toBe(true)
    expect(
      await house.database.sql('select user_id, audience, kind from events order by audience nulls first'),
    ).toEqual([
      { user_id: clientId, audience: null, kind: 'case' },
      { user_id: null, audience: 'mercado', kind: 'case' },
    ])
    const taken = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.idTaken } }
    const other = (await people()).clientId
    const before = await house.database.snapshot()
    for (const change of [{ title: 'Otra' }, { details: [] }, { commune: null }, { clientId: other }])
      expect(await publishCase(house.platform, { ...sent, ...change })).toEqual(taken)
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('a client’s right alone', async () => {
    const { lawyerId } = await people()
    expect(await publishCase(house.platform, sketch(lawyerId))).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: MESSAGES.clientsOnly },
    })
  })
})

describe('what the database holds', () => {
  const set = (id: string, what: string) => house.database.sql(`update cases set ${what} where id = $1`, [id])
  test('no status but the four, no running case without lawyer, no open one with', async () => {
    const { caseId, lawyerId, clientId } = await running()
    const open = await makeOpenCase(house.platform, clientId)
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

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { formatLongDate, isoDay } from '../../chile/dates.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { finishCase } from '../../demo-data/closings.ts'
import {
  correctUpdate,
  historyOf,
  progressOf,
  publishUpdate,
  requestUpdate,
  versionsOf,
} from './commands.server.ts'
import { addDays } from './rules.ts'
import { MESSAGES, type PublishInput } from './schema.ts'

const suite = useDatabase()
const { lawyer, activeCase } = chatFixtures(suite)

const inDays = (days: number) => addDays(isoDay(new Date()), days)
const draft = (caseId: string, changes: Partial<PublishInput> = {}): PublishInput => ({
  caseId,
  id: randomUUID(),
  stage: 'Presentada',
  text: 'Hoy ingresé el reclamo.',
  nextStep: 'Comparendo',
  promisedOn: inDays(10),
  ...changes,
})
const refusal = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const noticesOf = (userId: string) =>
  suite.database.sql(
    `select kind, key, ref from notices where user_id = $1 and kind like 'update-%' order by created_at, kind`,
    [userId],
  )
const promisesOf = (caseId: string) =>
  suite.database.sql('select promised_on, status from case_promises where case_id = $1 order by id', [caseId])

describe('publishing an update', () => {
  test('SEG-06, SEG-08, SEG-12 both parties see stage, next step and promised day; the client is notified', async () => {
    const { caseId, asClient, asLawyer, clientId, lawyerId } = await activeCase()
    await suite.database.sql('delete from events')
    const input = draft(caseId)
    expect(await publishUpdate(asLawyer, input)).toMatchObject({ ok: true })
    const seen = await progressOf(asClient, { caseId })
    expect(seen).toMatchObject({
      ok: true,
      value: {
        entries: [
          {
            kind: 'update-published',
            is_mine: false,
            actor: 'Andrés Muñoz',
            update: { id: input.id, n: 1, text: input.text, corrected_at: null },
          },
          { kind: 'accepted', is_mine: true },
        ],
        last_update: { stage: 'Presentada', next_step: 'Comparendo' },
        promised_on: input.promisedOn,
        request_from: input.promisedOn,
      },
    })
    expect(await noticesOf(clientId)).toEqual([
      { kind: 'update-published', key: `update:${input.id}`, ref: input.id },
    ])
    expect((await noticesOf(lawyerId)).filter(({ kind }) => kind === 'update-published')).toEqual([])
    expect(
      await suite.database.sql(`select user_id, ref from events where kind = 'progress' order by user_id`),
    ).toEqual([clientId, lawyerId].sort().map((user_id) => ({ user_id, ref: caseId })))
    // No row that is sent or listed elsewhere has its words.
    for (const table of ['notices', 'events', 'case_entries', 'audit_log'])
      expect(JSON.stringify(await suite.database.sql(`select * from ${table}`))).not.toContain(input.text)
  })

  test('SEG-08 the client, strangers, a finished case and days out of range are refused, and nothing is written', async () => {
    const { caseId, asClient, asLawyer } = await activeCase()
    const stranger = await actingAs(suite.platform, await lawyer())
    const before = await suite.database.snapshot()
    expect(await publishUpdate(asClient, draft(caseId))).toEqual(refusal('FORBIDDEN', MESSAGES.lawyerOnly))
    for (const id of [caseId, randomUUID()])
      for (const call of [publishUpdate, progressOf, historyOf, requestUpdate])
        expect(await call(stranger, draft(id))).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    for (const days of [-1, 0, 91])
      expect(await publishUpdate(asLawyer, draft(caseId, { promisedOn: inDays(days) }))).toMatchObject({
        refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { promisedOn: MESSAGES.dayOutside } },
      })
    expect(await suite.database.snapshot()).toEqual(before)
    for (const days of [1, 90])
      expect(await publishUpdate(asLawyer, draft(caseId, { promisedOn: inDays(days) }))).toMatchObject({
        ok: true,
      })
    await finishCase(asLawyer, caseId)
    expect(await publishUpdate(asLawyer, draft(caseId))).toEqual(refusal('CONFLICT', MESSAGES.finished))
  })

  test('SEG-10 the same id is one update, of 20 at once too; other words are refused', async () => {
    const { caseId, asLawyer, clientId } = await activeCase()
    const input = draft(caseId)
    const results = await Promise.all(Array.from({ length: 20 }, () => publishUpdate(asLawyer, input)))
    expect(results.every((result) => result.ok)).toBe(true)
    expect(await suite.database.sql('select n from case_updates where case_id = $1', [caseId])).toEqual([
      { n: 1 },
    ])
    expect(await promisesOf(caseId)).toHaveLength(1)
    expect(await noticesOf(clientId)).toHaveLength(1)
    const taken = { refusal: { code: 'CONFLICT', reason: 'ID_TAKEN' } }
    for (const other of [{ text: 'Otra' }, { promisedOn: null }, { nextStep: null }])
      expect(await publishUpdate(asLawyer, { ...input, ...other })).toMatchObject(taken)
    const elsewhere = await activeCase()
    expect(await publishUpdate(elsewhere.asLawyer, { ...input, caseId: elsewhere.caseId })).toMatchObject(
      taken,
    )
  })

  test('SEG-10 20 in an hour, then 429; a repetition does not count', async () => {
    const { caseId, asLawyer } = await activeCase()
    const first = draft(caseId)
    for (const input of [first, ...Array.from({ length: 19 }, () => draft(caseId)), first])
      expect(await publishUpdate(asLawyer, input)).toMatchObject({ ok: true })
    expect(await publishUpdate(asLawyer, draft(caseId))).toMatchObject({
      refusal: { code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany },
    })
  })

  test('SEG-12 any later update keeps the promise; one without a day makes none', async () => {
    const { caseId, asLawyer } = await activeCase()
    await publishUpdate(asLawyer, draft(caseId, { promisedOn: inDays(3) }))
    await publishUpdate(asLawyer, draft(caseId, { promisedOn: inDays(5) }))
    expect(await promisesOf(caseId)).toEqual([
      { promised_on: inDays(3), status: 'cumplida' },
      { promised_on: inDays(5), status: 'abierta' },
    ])
    await publishUpdate(asLawyer, draft(caseId, { promisedOn: null }))
    expect((await promisesOf(caseId)).map(({ status }) => status)).toEqual(['cumplida', 'cumplida'])
    expect(await progressOf(asLawyer, { caseId })).toMatchObject({ value: { promised_on: null } })
  })
})

describe('correcting an update', () => {
  test('SEG-11 adds a version, which both see; the earlier one stays; a repetition adds none', async () => {
    const { caseId, asClient, asLawyer, clientId } = await activeCase()
    const { id: updateId } = await published(caseId, asLawyer)
    const correction = {
      caseId,
      updateId,
      n: 1,
      stage: 'Negociando',
      text: 'Mejor así.',
      nextStep: null,
    } as const
    for (const _ of [1, 2]) expect(await correctUpdate(asLawyer, correction)).toMatchObject({ ok: true })
    expect(await progressOf(asClient, { caseId })).toMatchObject({
      value: { last_update: { n: 2, text: 'Mejor así.', corrected_at: expect.stringMatching(/Z$/) } },
    })
    expect(await versionsOf(asClient, { caseId, updateId })).toMatchObject({
      value: { versions: [{ n: 1, text: 'Hoy ingresé el reclamo.' }] },
    })
    expect(await noticesOf(clientId)).toHaveLength(1)
    expect(await correctUpdate(asLawyer, { ...correction, text: 'Otra' })).toEqual(
      refusal('CONFLICT', MESSAGES.alreadyCorrected),
    )
    expect(await correctUpdate(asClient, correction)).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
    const other = await activeCase()
    expect(await correctUpdate(other.asLawyer, { ...correction, caseId: other.caseId })).toEqual(
      refusal('NOT_FOUND', MESSAGES.updateGone),
    )
    expect(await versionsOf(other.asLawyer, { caseId: other.caseId, updateId })).toEqual(
      refusal('NOT_FOUND', MESSAGES.updateGone),
    )
  })

  test('SEG-11 of 10 different ones at once one wins', async () => {
    const { caseId, asLawyer } = await activeCase()
    const { id: updateId } = await published(caseId, asLawyer)
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        correctUpdate(asLawyer, {
          caseId,
          updateId,
          n: 1,
          stage: 'Otra',
          text: `Texto ${at}`,
          nextStep: null,
        }),
      ),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
  })

  test('SEG-11 the client is told again only after an hour', async () => {
    const { caseId, asLawyer, clientId } = await activeCase()
    const { id: updateId } = await published(caseId, asLawyer)
    await suite.database.sql(
      `update case_updates set created_at = created_at - interval '61 minutes' where id = $1`,
      [updateId],
    )
    for (const [at, text] of ['Uno', 'Dos'].entries())
      await correctUpdate(asLawyer, { caseId, updateId, n: at + 1, stage: 'Otra', text, nextStep: null })
    expect((await noticesOf(clientId)).map(({ kind }) => kind)).toEqual([
      'update-published',
      'update-corrected',
    ])
  })
})

describe('asking for an update', () => {
  test('SEG-14 once in 7 days, 10 at once too; the lawyer is notified', async () => {
    const { caseId, asClient, asLawyer, lawyerId } = await activeCase()
    expect(await requestUpdate(asLawyer, { caseId })).toEqual(refusal('FORBIDDEN', MESSAGES.clientOnly))
    const results = await Promise.all(Array.from({ length: 10 }, () => requestUpdate(asClient, { caseId })))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const text = `Podrás pedirla desde el ${formatLongDate(inDays(7))}.`
    expect(await requestUpdate(asClient, { caseId })).toEqual(refusal('CONFLICT', text))
    expect((await noticesOf(lawyerId)).filter(({ kind }) => kind === 'update-requested')).toHaveLength(1)
    const ago = (days: number) =>
      suite.database.sql(
        `update case_entries set at = app_now() - $2 * interval '1 day', ref = 'old' || $2::int where case_id = $1 and kind = 'update-requested'`,
        [caseId, days],
      )
    await ago(6)
    expect(await requestUpdate(asClient, { caseId })).toMatchObject({ ok: false })
    await ago(7)
    expect(await requestUpdate(asClient, { caseId })).toMatchObject({ ok: true })
  })

  test('SEG-14 not before the promised day, nor in a case that is finished', async () => {
    const { caseId, asClient, asLawyer } = await activeCase()
    await publishUpdate(asLawyer, draft(caseId, { promisedOn: inDays(2) }))
    expect(await requestUpdate(asClient, { caseId })).toEqual(
      refusal('CONFLICT', `Podrás pedirla desde el ${formatLongDate(inDays(2))}.`),
    )
    await suite.database.sql('update case_promises set promised_on = $2 where case_id = $1', [
      caseId,
      inDays(0),
    ])
    expect(await requestUpdate(asClient, { caseId })).toMatchObject({ ok: true })
    await finishCase(asLawyer, caseId)
    expect(await requestUpdate(asClient, { caseId })).toEqual(refusal('CONFLICT', MESSAGES.finished))
    expect(await progressOf(asClient, { caseId })).toMatchObject({
      value: { promised_on: null, request_from: null },
    })
  })
})

test('SEG-02, SEG-03 the history in pages of 30, newest first; entries without a time are last', async () => {
  const { caseId, asClient } = await activeCase()
  await suite.database.sql(
    `insert into case_entries (case_id, kind, ref, at)
     select $1, 'in-progress', 'n' || n, case when n > 2 then app_now() - n * interval '1 day' end from generate_series(1, 40) n`,
    [caseId],
  )
  const seen: { at: string | null }[] = []
  let after: string | undefined
  const lengths: number[] = []
  do {
    const page = await historyOf(asClient, { caseId, after })
    if (!page.ok) throw new Error('refused')
    lengths.push(page.value.entries.length)
    seen.push(...page.value.entries)
    after = page.value.next ?? undefined
  } while (after)
  expect(lengths).toEqual([30, 11])
  const times = seen.map(({ at }) => at ?? '')
  expect(times).toEqual([...times].sort().reverse())
  expect(times.slice(-3).map((at) => at === '')).toEqual([false, true, true])
})

async function published(caseId: string, asLawyer: Parameters<typeof publishUpdate>[0]) {
  const input = draft(caseId)
  expect(await publishUpdate(asLawyer, input)).toMatchObject({ ok: true })
  return input
}

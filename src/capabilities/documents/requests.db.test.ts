import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { pdf } from '../../../tests/support/files/test-files.ts'
import { isoDay } from '../../chile/dates.ts'
import { uploadDocument } from '../../demo-data/workspace.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { noticeKinds } from '../../server/notices.ts'
import { addDocument, leaveDocuments, recordDocumentRead } from './commands.server.ts'
import { answerRequest, remindOfDueDocuments, requestDocuments } from './requests.server.ts'
import { REQUEST_TRANSITIONS, type RequestEvent } from './rules.ts'
import {
  type Documents,
  MAX_DELIVERED,
  MAX_OPEN_REQUESTS,
  MAX_VERSIONS,
  MESSAGES,
  REQUEST_STATES,
  type RequestState,
} from './schema.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const today = () => isoDay(new Date())
const accepted = (result: { ok: boolean; value?: Documents }) => {
  if (!result.value) throw new Error(JSON.stringify(result))
  return result.value
}

type Case = Awaited<ReturnType<typeof activeCase>>

async function ask(
  { asLawyer, caseId }: Case,
  names = ['Contrato'],
  more: { batchId?: string; note?: string; dueOn?: string } = {},
) {
  return requestDocuments(asLawyer, { caseId, batchId: randomUUID(), names, dueOn: today(), ...more })
}

async function upload({ caseId }: Case, by: SignedInContext, name = 'a.pdf') {
  const { userId } = by.session
  return uploadDocument(suite.platform, { caseId, userId, name, bytes: pdf() })
}

/** A case with one request in this state. */
async function requestIn(state: RequestState, of?: Case): Promise<{ one: Case; requestId: string }> {
  const one = of ?? (await activeCase())
  const requestId = accepted(await ask(one)).requests[0]?.id ?? ''
  const answered = state === 'por_corregir' || state === 'no_lo_tengo'
  const [reason, deliveryId] = [answered ? 'Falta octubre' : null, randomUUID()]
  await suite.database.sql(
    'update document_requests set state = $2, reason = $3, delivery_id = $4 where id = $1',
    [requestId, state, reason, deliveryId],
  )
  return { one, requestId }
}

/** Triggers an event as one side. */
async function trigger(one: Case, by: SignedInContext, requestId: string, event: RequestEvent) {
  const { caseId } = one
  if (event !== 'deliver') return answerRequest(by, { caseId, requestId, event, reason: 'Porque sí' })
  const key = await upload(one, by)
  return addDocument(by, { caseId, key, requestId, deliveryId: randomUUID() })
}

const states = Object.keys(REQUEST_STATES) as RequestState[]
const events = Object.keys(REQUEST_TRANSITIONS) as RequestEvent[]
const entriesOf = ({ caseId }: Case) =>
  suite.database.sql(
    `select kind, detail from case_entries where case_id = $1 and kind like 'document%' order by id`,
    [caseId],
  )
const noticesOf = (userId: string) =>
  suite.database.sql<{ id: string; kind: string; ref: string; case_id: string; actor_id: string }>(
    `select id, kind, ref, case_id, actor_id from notices where user_id = $1 and kind like 'document%' order by created_at, id`,
    [userId],
  )
const sentencesOf = async (userId: string) => {
  const texts = await noticeKinds.read(suite.platform.db, userId, await noticesOf(userId))
  return [...texts.values()].map(({ sentence }) => sentence)
}

describe('asking for documents', () => {
  test('SEG-15 the lawyer asks; the client reads it and is told once, also after a retry', async () => {
    const one = await activeCase()
    const batch = { batchId: randomUUID(), note: 'Parte por lo que tengas.', dueOn: today() }
    const asked = await ask(one, ['Contrato', 'Carta de despido'], batch)
    expect(accepted(asked).requests).toEqual(
      ['Contrato', 'Carta de despido'].map((name) =>
        expect.objectContaining({
          name,
          note: batch.note,
          state: 'pendiente',
          due_on: today(),
          reason: null,
        }),
      ),
    )
    expect(await ask(one, ['Contrato', 'Carta de despido'], batch)).toEqual(asked)
    expect(await ask(one, ['Otro papel'], batch)).toEqual(refused('CONFLICT', MESSAGES.requestsTaken))
    expect(await ask(await activeCase(), ['Contrato', 'Carta de despido'], batch)).toEqual(
      refused('CONFLICT', MESSAGES.requestsTaken),
    )
    expect(await noticesOf(one.lawyerId)).toEqual([])
    expect(await noticesOf(one.clientId)).toMatchObject([
      { kind: 'documents-requested', case_id: one.caseId, actor_id: one.lawyerId },
    ])
    expect((await sentencesOf(one.clientId))[0]).toMatch(
      /^Andrés Muñoz te pidió 2 documentos; vencen el \d+ de \w+ de \d{4}\.$/,
    )
    expect(await entriesOf(one)).toEqual([{ kind: 'documents-requested', detail: '2' }])
  })

  test('SEG-15, SEG-25 refused: client 403, others 404, a bad day 422, too many and a finished case 409', async () => {
    const one = await activeCase()
    const other = await activeCase()
    const input = { caseId: one.caseId, batchId: randomUUID(), names: ['Contrato'], dueOn: today() }
    const before = await suite.database.snapshot()
    expect(await requestDocuments(one.asClient, input)).toEqual(refused('FORBIDDEN', MESSAGES.onlyLawyerAsks))
    expect(await requestDocuments(other.asLawyer, input)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    for (const dueOn of ['2020-01-01', '2999-01-01'])
      expect(await requestDocuments(one.asLawyer, { ...input, dueOn })).toMatchObject({
        refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { dueOn: MESSAGES.dueOn } },
      })
    expect(await suite.database.snapshot()).toEqual(before)
    const names = Array.from({ length: MAX_OPEN_REQUESTS }, (_, n) => `Papel ${n}`)
    accepted(await ask(one, names))
    expect(await ask(one)).toEqual(refused('CONFLICT', MESSAGES.tooManyRequests))
    await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [other.caseId])
    expect(await ask(other)).toEqual(refused('CONFLICT', MESSAGES.finished))
  })

  test('SEG-15 of two concurrent batches at the limit, only one is asked for', async () => {
    const one = await activeCase()
    const names = Array.from({ length: MAX_OPEN_REQUESTS / 2 + 1 }, (_, n) => `Papel ${n}`)
    const all = await Promise.all([ask(one, names), ask(one, names)])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('the state graph of a request', () => {
  for (const state of states)
    test(`SEG-17 every event in the state «${REQUEST_STATES[state]}», by either side`, async () => {
      for (const event of events)
        for (const side of ['client', 'lawyer'] as const) {
          const { one, requestId } = await requestIn(state)
          const by = side === 'client' ? one.asClient : one.asLawyer
          const result = await trigger(one, by, requestId, event)
          const { by: actor, from, to } = REQUEST_TRANSITIONS[event]
          if (actor !== side) expect(result).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
          else if (!from.includes(state)) expect(result).toMatchObject({ refusal: { code: 'CONFLICT' } })
          else expect(accepted(result).requests).toMatchObject([{ id: requestId, state: to }])
        }
    })

  test('SEG-17 outsiders get 404, a return without a reason 422', async () => {
    const { one, requestId } = await requestIn('entregado')
    const other = await activeCase()
    const input = { caseId: one.caseId, requestId, event: 'return' as const }
    expect(await answerRequest(other.asLawyer, input)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await answerRequest(other.asLawyer, { ...input, caseId: other.caseId })).toEqual(
      refused('NOT_FOUND', MESSAGES.requestGone),
    )
    expect(await answerRequest(one.asLawyer, input)).toMatchObject({
      refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { reason: MESSAGES.reason } },
    })
  })

  test('SEG-17 of concurrent answers, one wins; the client is told once', async () => {
    const { one, requestId } = await requestIn('entregado')
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        trigger(one, one.asLawyer, requestId, n % 2 ? 'accept' : 'return'),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await noticesOf(one.clientId)).filter(({ kind }) => kind !== 'documents-requested')).toHaveLength(
      1,
    )
  })

  test('SEG-25 a finished case freezes requests; its documents stay', async () => {
    const { one, requestId } = await requestIn('pendiente')
    await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [one.caseId])
    expect(await trigger(one, one.asClient, requestId, 'deliver')).toEqual(
      refused('CONFLICT', MESSAGES.finished),
    )
    expect(await trigger(one, one.asLawyer, requestId, 'annul')).toEqual(
      refused('CONFLICT', MESSAGES.finished),
    )
    const key = await upload(one, one.asClient)
    expect((await addDocument(one.asClient, { caseId: one.caseId, key })).ok).toBe(true)
  })
})

describe('a delivery', () => {
  test('SEG-18, SEG-19 several files are one delivery and one notice; a retry is one row', async () => {
    const { one, requestId } = await requestIn('pendiente')
    const deliveryId = randomUUID()
    const files = await Promise.all(
      Array.from({ length: MAX_DELIVERED + 1 }, async () => ({
        caseId: one.caseId,
        key: await upload(one, one.asClient),
        id: randomUUID(),
        requestId,
        deliveryId,
      })),
    )
    const results = []
    for (const file of files) results.push(await addDocument(one.asClient, file))
    expect(results.filter(({ ok }) => ok)).toHaveLength(MAX_DELIVERED)
    expect(results.at(-1)).toEqual(refused('CONFLICT', MESSAGES.tooManyDelivered))
    const [file] = files
    if (!file) throw new Error('no file')
    // The response was lost: the same file, and the same id with the file uploaded anew.
    expect(accepted(await addDocument(one.asClient, file)).documents).toHaveLength(MAX_DELIVERED)
    const again = { ...file, key: await upload(one, one.asClient) }
    expect(accepted(await addDocument(one.asClient, again)).documents).toHaveLength(MAX_DELIVERED)
    expect(await noticesOf(one.lawyerId)).toMatchObject([{ kind: 'documents-delivered', ref: requestId }])
    expect(await sentencesOf(one.lawyerId)).toEqual(['Camila Rojas entregó «Contrato».'])
    expect((await entriesOf(one)).slice(1)).toEqual([{ kind: 'document-delivered', detail: 'Contrato' }])
  })

  test('SEG-64 no e-mail of a request names a document', async () => {
    const { one, requestId } = await requestIn('entregado')
    await trigger(one, one.asLawyer, requestId, 'return')
    await trigger(one, one.asClient, requestId, 'deliver')
    await trigger(one, one.asLawyer, requestId, 'accept')
    for (const userId of [one.clientId, one.lawyerId])
      for (const text of (
        await noticeKinds.read(suite.platform.db, userId, await noticesOf(userId))
      ).values())
        expect(JSON.stringify(text.mail)).not.toMatch(/Contrato|Porque sí/)
  })

  test('an id of somebody else’s document is no retry', async () => {
    const one = await activeCase()
    const other = await activeCase()
    const id = randomUUID()
    const key = await upload(one, one.asClient)
    expect((await addDocument(one.asClient, { caseId: one.caseId, key, id })).ok).toBe(true)
    const theirs = { caseId: other.caseId, key: await upload(other, other.asClient), id }
    expect(await addDocument(other.asClient, theirs)).toEqual(refused('CONFLICT', MESSAGES.idTaken))
  })
})

describe('versions', () => {
  test('SEG-21 two new versions at once are two, and none is lost', async () => {
    const { one, requestId } = await requestIn('pendiente')
    const { caseId, asClient } = one
    const first = { caseId, key: await upload(one, asClient), requestId, deliveryId: randomUUID() }
    const replaces = accepted(await addDocument(asClient, first)).documents[0]?.id ?? ''
    await trigger(one, one.asLawyer, requestId, 'return')
    const versions = await Promise.all(
      [1, 2].map(async () =>
        addDocument(asClient, {
          caseId,
          key: await upload(one, asClient),
          replaces,
          deliveryId: randomUUID(),
        }),
      ),
    )
    expect(versions.every(({ ok }) => ok)).toBe(true)
    const rows = await suite.database.sql<{ version: number }>(
      'select version from case_documents where case_id = $1 order by version',
      [caseId],
    )
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3])
    // The transaction of the second version may have begun after that of the third.
    await suite.database.sql(
      `update case_documents set created_at = created_at + (3 - version) * interval '1 second' where case_id = $1`,
      [caseId],
    )
    const { documents, requests } = accepted(
      await addDocument(asClient, { caseId, key: await upload(one, asClient), replaces }),
    )
    expect(documents).toHaveLength(1)
    expect(documents[0]?.versions.map(({ version }) => version)).toEqual([4, 3, 2, 1])
    expect(requests).toMatchObject([{ state: 'entregado', reason: null }])
    // One delivery for each state that allowed it.
    expect((await noticesOf(one.lawyerId)).filter(({ kind }) => kind === 'documents-delivered')).toHaveLength(
      2,
    )
  })

  test('SEG-21 at most 20 versions; a request’s document has none after it was accepted, nor from the lawyer', async () => {
    const { one, requestId } = await requestIn('pendiente')
    const { caseId, asClient, asLawyer } = one
    const first = { caseId, key: await upload(one, asClient), requestId, deliveryId: randomUUID() }
    const replaces = accepted(await addDocument(asClient, first)).documents[0]?.id ?? ''
    expect(await addDocument(asLawyer, { caseId, key: await upload(one, asLawyer), replaces })).toEqual(
      refused('FORBIDDEN', MESSAGES.onlyClientDelivers),
    )
    const newVersion = async () =>
      addDocument(asClient, { caseId, key: await upload(one, asClient), replaces })
    for (let n = 2; n <= MAX_VERSIONS; n++) accepted(await newVersion())
    expect(await newVersion()).toEqual(refused('CONFLICT', MESSAGES.tooManyVersions))
    await suite.database.sql('delete from case_documents where case_id = $1 and version > 1', [caseId])
    await trigger(one, asLawyer, requestId, 'accept')
    expect(await newVersion()).toEqual(refused('CONFLICT', MESSAGES.requestChanged))
    expect(await addDocument(asClient, { caseId, key: 'x', replaces })).toMatchObject({ ok: false })
  })
})

describe('reminders', () => {
  const moveDueDay = (caseId: string, days: number) =>
    suite.database.sql(
      `update document_requests set created_at = app_now() - interval '9 days', reminded_on = null,
        due_on = (app_now() at time zone 'America/Santiago')::date + $2::int where case_id = $1`,
      [caseId, days],
    )
  /** Runs the reminders at an hour of today in Chile, on two connections at once. */
  const remindAt = async (hour: number) => {
    await suite.database.sql(
      `create or replace function app_now() returns timestamptz language sql stable as
        $f$ select (date_trunc('day', now() at time zone 'America/Santiago') + make_interval(hours => ${hour})) at time zone 'America/Santiago' $f$`,
    )
    await Promise.all([remindOfDueDocuments(suite.platform), remindOfDueDocuments(suite.platform)])
  }
  const remindersOf = async (userId: string) =>
    (await noticesOf(userId)).filter(({ kind }) => kind === 'documents-due')

  test('SEG-25 from 9:00, 3 days before, on the day and 3 days after; once each, on two processes', async () => {
    const one = await activeCase()
    accepted(await ask(one, ['Contrato', 'Carta de despido']))
    let expected = 0
    for (const days of [4, 3, 2, 1, 0, -1, -2, -3, -4]) {
      await moveDueDay(one.caseId, days)
      await remindAt(8)
      expect(await remindersOf(one.clientId)).toHaveLength(expected)
      await remindAt(9)
      await remindAt(10)
      if ([3, 0, -3].includes(days)) expected++
      expect(await remindersOf(one.clientId)).toHaveLength(expected)
    }
    expect(await remindersOf(one.lawyerId)).toEqual([])
  })

  test('SEG-25 not for what was delivered, a finished case, or what was asked for today', async () => {
    await remindAt(9)
    const delivered = await requestIn('entregado')
    const finished = await activeCase()
    const fresh = await activeCase()
    for (const one of [finished, fresh]) accepted(await ask(one))
    for (const { caseId } of [delivered.one, finished]) await moveDueDay(caseId, 0)
    await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [finished.caseId])
    await remindAt(9)
    for (const { clientId } of [delivered.one, finished, fresh])
      expect(await remindersOf(clientId)).toEqual([])
  })
})

test('SEG-22 the other party’s first reading is recorded once; one’s own is not', async () => {
  const one = await activeCase()
  const key = await upload(one, one.asClient)
  await addDocument(one.asClient, { caseId: one.caseId, key })
  await recordDocumentRead(one.asClient, [key])
  const views = () =>
    suite.database.sql(
      'select v.user_id from document_views v join case_documents d on d.id = v.document_id where d.file_url = $1',
      [key],
    )
  expect(await views()).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => recordDocumentRead(one.asLawyer, [key])))
  expect(await views()).toEqual([{ user_id: one.lawyerId }])
})

test('OPEN-58 a departure deletes the leaver’s own deleted documents at once; requests stay', async () => {
  const { one } = await requestIn('pendiente')
  const keys = [await upload(one, one.asClient), await upload(one, one.asLawyer)]
  for (const [at, by] of [one.asClient, one.asLawyer].entries())
    await addDocument(by, { caseId: one.caseId, key: keys[at] ?? '' })
  await suite.database.sql('update case_documents set deleted_at = app_now() where case_id = $1', [
    one.caseId,
  ])
  await suite.platform.db.transaction().execute((tx) => leaveDocuments(tx, one.lawyerId))
  const kept = await suite.database.sql('select file_url from case_documents where case_id = $1', [
    one.caseId,
  ])
  expect(kept).toEqual([{ file_url: keys[0] }])
  await suite.database.sql('delete from profiles where id = $1', [one.lawyerId]).catch(() => {})
  expect(
    await suite.database.sql('select 1 from document_requests where case_id = $1', [one.caseId]),
  ).toHaveLength(1)
})

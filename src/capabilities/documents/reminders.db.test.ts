import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { withClockAt } from '../../../tests/support/database/platform-at.ts'
import { isoDay } from '../../chile/dates.ts'
import { noticeKinds } from '../../server/notices.ts'
import { remindOfDueDocuments, requestDocuments } from './requests.server.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)

test('SEG-25 a reminder is due while any document of its day is missing, whichever it names', async () => {
  const { caseId, clientId, asLawyer } = await activeCase()
  const input = {
    caseId,
    batchId: randomUUID(),
    names: ['Contrato', 'Liquidaciones'],
    dueOn: isoDay(new Date()),
  }
  expect(await requestDocuments(asLawyer, input)).toMatchObject({ ok: true })
  await sql(`update document_requests set created_at = created_at - interval '2 days'`)
  await withClockAt(suite, '09:30', 0, remindOfDueDocuments)
  const [reminder] = await sql<{ id: string; kind: string; ref: string }>(
    `select id, kind, ref from notices where user_id = $1 and kind = 'documents-due'`,
    [clientId],
  )
  if (!reminder) throw new Error('no reminder')
  const isDue = async () =>
    (await noticeKinds.read(suite.platform.db, clientId, [reminder])).get(reminder.id)?.mail.isStillDue
  expect(await isDue()).toBe(true)
  await sql(`update document_requests set state = 'entregado', delivery_id = $2 where id = $1`, [
    reminder.ref,
    randomUUID(),
  ])
  expect(await isDue()).toBe(true)
  await sql(`update document_requests set state = 'anulado' where id <> $1`, [reminder.ref])
  expect(await isDue()).toBe(false)
})

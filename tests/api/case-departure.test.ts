/** SEG-77: what is left of the progress of a case when one of its parties deletes the account. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DELETED_USER_NAME } from '../../src/capabilities/cases/schema.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { makeActiveCase, sendText } from '../../src/demo-data/conversations.ts'
import { giveTask, makeDocument } from '../../src/demo-data/workspace.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { pdf } from '../support/files/test-files.ts'

const suite = useTestApp()
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)

async function call(who: Member, path: string, body: object) {
  const answer = await who.post(`/api/${path}`, body)
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
}

/** A running case in which both have written something, and chosen something for themselves. */
async function createCase() {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  const { caseId, chatId } = await makeActiveCase(suite.platform, {
    clientId: client.id,
    lawyerId: lawyer.id,
  })
  const update = { id: randomUUID(), stage: 'Negociando', text: 'Presenté la oferta.', nextStep: 'Esperar.' }
  const promisedOn = isoDay(new Date(Date.now() + 5 * 86_400_000))
  await call(lawyer, 'progress/publish', { caseId, ...update, promisedOn })
  const request = { batchId: randomUUID(), names: ['Contrato'], dueOn: promisedOn }
  await call(lawyer, 'workspace/request-documents', { caseId, ...request })
  await giveTask(suite.platform, { caseId, lawyerId: lawyer.id }, 'Firmar', { assignee: 'client', days: 3 })
  for (const who of [client, lawyer]) {
    await makeDocument(suite.platform, { caseId, userId: who.id, name: 'papel.pdf', bytes: pdf() })
    await sendText(suite.platform, chatId, who.id, 'Un mensaje')
    await call(who, 'calendar/new-address', {})
    await call(who, 'chat/show-reading', { shows: false })
    await who.rpc('notices.settings', {})
    await sql('insert into notice_settings (user_id) values ($1) on conflict do nothing', [who.id])
  }
  return { client, lawyer, caseId }
}

/** Columns whose value is this id, as `table.column`. */
async function columnsWith(id: string): Promise<string[]> {
  const columns = await sql<{ name: string; table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('uuid', 'text')
       and table_name in (select tablename from pg_tables where schemaname = 'public') order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column } of columns)
    if ((await sql(`select 1 from "${table}" where "${column}"::text = $1 limit 1`, [id])).length > 0)
      found.push(`${table}.${column}`)
  return found
}

test('SEG-77 a departure: what is one’s own goes, what was shared stays for the other, without name or id', async () => {
  for (const leaver of ['lawyer', 'client'] as const) {
    const one = await createCase()
    const [leaving, staying] =
      leaver === 'lawyer' ? [one.lawyer, one.client] : ([one.client, one.lawyer] as const)
    expect(await columnsWith(leaving.id)).toEqual(
      expect.arrayContaining([
        ...['notices.user_id', 'notice_settings.user_id', 'calendar_feeds.user_id', 'hidden_readers.user_id'],
      ]),
    )
    await call(leaving, 'departure/delete-account', { password: leaving.password })
    // The record that the account was deleted names it, and events until they are swept.
    expect(await columnsWith(leaving.id)).toEqual(['audit_log.object', 'events.ref', 'events.user_id'])

    const { caseId } = one
    const progress = (await staying.get(`/api/progress/history?caseId=${caseId}`)).text
    expect(progress).toContain('Presenté la oferta.')
    expect(progress).not.toContain(leaver === 'lawyer' ? 'Andrés' : 'Camila')
    const { documents, requests } = (await staying.get(`/api/workspace/documents?caseId=${caseId}`)).json<{
      documents: { uploader_name: string }[]
      requests: { name: string }[]
    }>()
    expect(documents.map(({ uploader_name }) => uploader_name).sort()).toContain(DELETED_USER_NAME)
    expect(documents).toHaveLength(2)
    expect(requests).toMatchObject([{ name: 'Contrato' }])
    expect(await sql('select status from case_promises where case_id = $1', [caseId])).toEqual([
      { status: 'sin_efecto' },
    ])
  }
})

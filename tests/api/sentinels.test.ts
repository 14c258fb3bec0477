/**
 * A unique word in every text column of two people: what a copy of one of them has, and what is left of them after the
 * deletion of the account (§7 of the volume on data).
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dataInventory } from '../../src/capabilities/privacy/inventory.ts'
import { belongsTo } from '../../src/capabilities/privacy/store.server.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { makeActiveCase, makeChat, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { giveTask, makeChatFile, makeDocument } from '../../src/demo-data/workspace.ts'
import { isPersonal, treatmentOf } from '../../src/platform/personal-data/inventory.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { nameCorrection, sendRequest, uploadEvidence } from '../support/data/data-requests.ts'
import { makeReview } from '../support/data/make-review.ts'
import { decideReport, makeReport } from '../support/data/reports.ts'
import { eventually, filesUrlOf } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { readZip } from '../support/files/zip-files.ts'

const suite = useTestApp()

const tables = Object.entries(dataInventory).flatMap(([name, table]) =>
  isPersonal(table) ? [[name, table] as const] : [],
)

/** Columns with keys, addresses and names of a closed list: with another word nothing would work any more. */
const NOT_FILLED = new Set([
  'stored_files.key',
  'stored_files.bucket',
  'case_documents.file_url',
  'session.token',
  'account.password',
  'account.providerId',
  'account.accountId',
  'user.email',
  'profiles.email',
  'events.kind',
  'case_entries.kind',
  'case_entries.ref',
  'notices.kind',
  'lawyer_profiles.plan',
  'case_updates.stage',
  'case_entries.detail',
  'cases.specialty',
  'cases.commune',
  'cases.withdrawal_reason',
  'consent_movements.screen',
  'profiles.avatar_url',
  'user.image',
  'notices.key',
  'stored_files.sealed_with',
  'stored_files.content_type',
  'data_requests.file_keys',
])

interface Word {
  column: string
  text: string
}

/** Writes a word into every text column of the rows of a person that takes one. */
async function fill(person: Member, mark: string): Promise<Word[]> {
  const words: Word[] = []
  const columns = await suite.database.sql<{ table: string; column: string; isList: boolean }>(
    `select table_name as table, column_name as column, data_type = 'ARRAY' as "isList" from information_schema.columns
     where table_schema = 'public' and (data_type = 'text' or udt_name = '_text')`,
  )
  await suite.platform.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { table, column, isList } of columns) {
      const entry = tables.find(([name]) => name === table)?.[1]
      if (!entry || NOT_FILLED.has(`${table}.${column}`)) continue
      const word = `${mark}${table}${column}q`.replaceAll('_', '').toLowerCase()
      const text = sql`${word} || floor(random() * 1e6)::int`
      await sql`savepoint one`.execute(tx)
      try {
        const { numAffectedRows = 0n } = await sql`
          update ${sql.table(table)} as t set ${sql.ref(column)} = ${isList ? sql`array[${text}]` : text}
          where ${belongsTo(entry.rows, new Map(tables), 't', person.id)}
        `.execute(tx)
        if (numAffectedRows > 0n) words.push({ column: `${table}.${column}`, text: word })
      } catch {
        await sql`rollback to savepoint one`.execute(tx)
      }
    }
  })
  return words
}

const treatment = (column: string) => {
  const [table = '', name = ''] = column.split('.')
  const entry = tables.find(([one]) => one === table)?.[1]
  if (!entry) throw new Error(column)
  return { ...treatmentOf(entry, name), copiedAs: entry.copiedAs }
}

async function ok(answer: Promise<{ status: number; text: string }>) {
  const { status, text } = await answer
  expect(status, text).toBeLessThan(300)
}

/** In what an administrator wrote about a person. */
const wordAbout = ({ id }: Member) => `zr${id}`

/** Two people with a bit of everything; what both own has the words of the one who asks for a copy and leaves. */
async function twoPeople(leaver: 'client' | 'lawyer') {
  const { platform } = suite
  const client = await suite.member({ name: 'Camila Rojas' })
  const lawyer = await suite.member({ role: 'lawyer', name: 'Andrés Soto', verificationStatus: 'verified' })
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  const { caseId, chatId } = await makeActiveCase(platform, parties)
  await sendText(platform, chatId, client.id, 'Hola')
  await makeChat(platform, parties, [
    ['client', 'Hola'],
    ['lawyer', 'Buenas'],
  ])
  await makeDocument(platform, { caseId, userId: client.id, name: 'contrato.pdf', bytes: pdf() })
  await makeChatFile(platform, { chatId, userId: client.id, name: 'boleta.pdf', bytes: pdf() })
  await giveTask(platform, { caseId, lawyerId: lawyer.id }, 'Traer papeles', {
    ...{ assignee: 'client', days: 2, items: ['Uno'] },
  })
  await makeOpenCase(platform, client.id)
  const update = {
    id: randomUUID(),
    caseId,
    stage: 'Otra',
    text: 'Novedad',
    nextStep: 'Paso',
    promisedOn: null,
  }
  await ok(lawyer.post('/api/progress/publish', update))
  await ok(
    lawyer.post('/api/workspace/request-documents', {
      ...{
        caseId,
        batchId: randomUUID(),
        names: ['Contrato'],
        note: 'Firmado',
        dueOn: isoDay(new Date(Date.now() + 3 * 86_400_000)),
      },
    }),
  )
  await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  const [hello] = await suite.database.sql<{ seq: number }>(
    `select seq::int from messages where chat_id = $1 and type = 'text' limit 1`,
    [chatId],
  )
  const admin = await suite.member({ role: 'admin' })
  for (const [one, reported] of [
    [client, lawyer],
    [lawyer, client],
  ] as const) {
    const report = await makeReport(one, chatId, [hello?.seq ?? 0])
    const decided = await decideReport(admin, report, { decision: 'advertencia' })
    expect(decided.status, decided.text).toBe(200)
    const [sanction] = await suite.database.sql<{ id: string }>(
      'select id from sanctions where user_id = $1',
      [reported.id],
    )
    await ok(reported.post('/api/moderation/appeal', { ...sanction, text: 'No fue así' }))
    await sendRequest(one, { ...nameCorrection, details: 'Así', fileKeys: [await uploadEvidence(one)] })
    await ok(
      admin.post('/api/console/find', {
        ...{ by: 'id', value: one.id, purpose: 'support', reference: wordAbout(one) },
      }),
    )
  }
  const [person, other] = leaver === 'client' ? [client, lawyer] : [lawyer, client]
  const others = await fill(other, 'zl')
  return { person, others, own: await fill(person, 'zc') }
}

/** Every row of every table as text, and every file that is not encrypted. */
async function everything(): Promise<string> {
  const names = await suite.database.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const parts: string[] = []
  for (const { name } of names)
    for (const { row } of await suite.database.sql<{ row: string }>(`select t::text as row from ${name} t`))
      parts.push(`${name} ${row}`)
  const folder = fileURLToPath(filesUrlOf(suite.database.url))
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) parts.push((await readFile(join(file.parentPath, file.name))).toString('latin1'))
  return parts.join('\n').toLowerCase()
}

describe.each(['client', 'lawyer'] as const)('for a %s', (leaver) => {
  let people: Awaited<ReturnType<typeof twoPeople>>
  beforeAll(async () => {
    people = await twoPeople(leaver)
  })

  test('DAT-06 a copy has every word that may be exported, none that may not, and of the other party what screens show', async () => {
    const { person, own, others } = people
    await ok(person.post('/api/privacy/request-copy'))
    const copyId = await eventually(async () => {
      const { copy } = (await person.get('/api/privacy/copy')).json<{ copy: { id: string; state: string } }>()
      expect(copy.state).not.toBe('fallida')
      return copy.state === 'lista' && copy.id
    })
    const { urls } = (await person.post('/api/privacy/open-copy', { copyId })).json<{ urls: string[] }>()
    const files = await readZip((await person.get(urls[0] ?? '')).body)
    const pages = ['datos.json', 'datos.html'].map((name) => files.get(name)?.toString().toLowerCase() ?? '')
    const wrong: string[] = []
    for (const { column, text } of own) {
      const { export: exported } = treatment(column)
      for (const page of pages)
        if (page.includes(text) !== (exported === true))
          wrong.push(`${column}: ${exported === true ? 'missing' : 'in it'}`)
    }
    for (const { column, text } of others)
      for (const page of pages)
        if (page.includes(text) && treatment(column).copiedAs === 'own' && column !== 'profiles.name')
          wrong.push(`${column} of the other party`)
    expect([...new Set(wrong)]).toEqual([])
    expect(own.length).toBeGreaterThan(20)
  })

  test('DEL-03 after the deletion of the account no deleted word is left in any table, job, mailbox or file', async () => {
    const { person, own } = people
    await ok(person.post('/api/departure/delete-account', { password: person.password }))
    const rest = await everything()
    const left = own.filter(
      ({ column, text }) => treatment(column).onDeparture === 'deleted' && rest.includes(text),
    )
    expect(left.map(({ column }) => column)).toEqual([])
    expect(rest).not.toContain(person.email)
    expect(rest).not.toContain(wordAbout(person))
  })
})

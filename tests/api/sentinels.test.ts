/**
 * A unique word in every column with text of two people: what a copy of one of them has, and what is left of them after the
 * deletion of the account (§7 of the volume on data).
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
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

/** Why columns have no word of their own. */
const NOT_FILLED: Record<string, readonly string[]> = {
  'a value of a closed list': `
    audit_log.action audit_log.purpose case_closings.outcome case_entries.detail case_entries.kind case_promises.status
    case_updates.stage cases.commune cases.specialty cases.status cases.urgency cases.withdrawal_reason
    consent_movements.kind consent_movements.screen credit_movements.kind credit_movements.plan data_blocks.object
    data_blocks.state data_copies.state data_requests.kind data_requests.state desk_requests.datum_kind
    desk_requests.quality document_requests.state email_changes.state events.audience events.kind factor_losses.state
    lawyer_profiles.plan lawyer_profiles.verification_status messages.side messages.type chat_waits.side
    contact_choices.calls contact_choices.mail notice_settings.frequency notice_settings.hidden_categories notice_settings.unmailed_categories notices.kind
    notices.mail_state profiles.role profiles.verification_status proposals.status reports.object reports.outcome
    reports.reason reports.state request_messages.kind request_messages.mail_outcome review_submissions.outcome
    sanctions.kind sanctions.state stored_files.bucket stored_files.content_type stored_files.state tasks.assignee
    tasks.status user.signup_role appeals.state`
    .split(/\s+/)
    .slice(1),
  'a key, an id or a generated value, which joins rows': `
    account.accountId account.providerId audit_log.object case_documents.file_url case_entries.ref data_copies.file_keys
    data_requests.file_keys data_requests.number notices.key stored_files.key stored_files.sealed_with
    totp_secrets.sealed_with profiles.avatar_url user.image verification.value`
    .split(/\s+/)
    .slice(1),
  'the address or secret that the session and the deletion need': `
    account.password replaced_passwords.hash desk_requests.email local_mailbox.recipient profiles.email session.token user.email
    totp_secrets.sealed user.suspension_reason`
    .split(/\s+/)
    .slice(1),
  'a digest that is written at the deletion': `
    consent_movements.subject_digest former_grants.plan former_grants.rut_digest former_lawyers.rut_digest
    reviews.author_digest`
    .split(/\s+/)
    .slice(1),
  'the hash of a public text': ['consent_movements.text_sha256'],
  // The hash chain keeps the row from being changed; the reasons of decisions in former_lawyers are written at the deletion.
  'JSON of ids, or written at the deletion': [
    'audit_log.details',
    'former_lawyers.decisions',
    'local_mailbox.headers',
  ],
}
const notFilled = new Set(Object.values(NOT_FILLED).flat())

/** Words of columns that take only some characters. */
const FORMATS: Record<string, (mark: string) => string> = {
  'lawyer_profiles.rut': (mark) => (mark === 'zc' ? '76543210-3' : '87654321-4'),
  'lawyer_profiles.phone_number': (mark) => (mark === 'zc' ? '+56987612345' : '+56987654321'),
  'lawyer_profiles.address_number': (mark) => `${mark}number`,
  'lawyer_profiles.address_apartment': (mark) => `${mark}apartment`,
  'lawyer_profiles.id_card_sha256': (mark) => (mark === 'zc' ? 'abc1' : 'abd2').repeat(16),
}

interface Word {
  column: string
  text: string
}

/** How a text becomes a value of a column, by its type. */
const VALUES = {
  text: (text: RawBuilder<unknown>) => text,
  _text: (text: RawBuilder<unknown>) => sql`array[${text}]`,
  /** As the questions and answers of a case. */
  jsonb: (text: RawBuilder<unknown>) =>
    sql`jsonb_build_array(jsonb_build_object('question', '¿Qué?', 'answer', ${text}))`,
}

/** Every column of the personal tables that has text. */
const personalColumns = async () =>
  (
    await suite.database.sql<{ table: string; column: string; type: keyof typeof VALUES }>(
      `select table_name as table, column_name as column, udt_name as type
       from information_schema.columns where table_schema = 'public' and udt_name = any($1)`,
      [Object.keys(VALUES)],
    )
  ).filter(({ table }) => tables.some(([name]) => name === table))

/** Writes a word into every text column of the rows of a person: where a check allows, also where it is empty. */
async function fill(person: Member, mark: string): Promise<Word[]> {
  const words: Word[] = []
  const columns = await personalColumns()
  await suite.platform.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { table, column, type } of columns) {
      const entry = tables.find(([name]) => name === table)?.[1]
      const name = `${table}.${column}`
      if (!entry || notFilled.has(name)) continue
      const word = FORMATS[name]?.(mark) ?? `${mark}${table}${column}q`.replaceAll('_', '').toLowerCase()
      const text = FORMATS[name] ? sql`${word}` : sql`${word} || 1e6 + floor(random() * 9e6)::int`
      const write = (where = sql``) =>
        sql`
          update ${sql.table(table)} as t set ${sql.ref(column)} = ${VALUES[type](text)}
          where ${belongsTo(entry.rows, new Map(tables), 't', person.id)} ${where}
        `.execute(tx)
      await sql`savepoint one`.execute(tx)
      const { numAffectedRows = 0n } = await write().catch(async () => {
        await sql`rollback to savepoint one`.execute(tx)
        return write(sql`and ${sql.ref(column)} is not null`)
      })
      if (numAffectedRows > 0n) words.push({ column: name, text: word })
    }
  })
  return words
}

/** Rows that the commands of `twoPeople` do not leave. */
async function addRows({ id, email }: Member, { caseId, lawyerId }: { caseId: string; lawyerId: string }) {
  const run = (text: string, values: unknown[]) => suite.database.sql(text, values)
  const key = randomUUID()
  await run(
    `insert into email_changes (user_id, old_email, new_email, expires_at, decision_reason, state)
     values ($1, 'a', 'b', app_now(), 'c', 'cerrado')`,
    [id],
  )
  await run(
    `insert into passkeys (user_id, credential_id, public_key, counter, name) values ($1, $2, '', 0, 'Llave')`,
    [id, key],
  )
  await run(
    `insert into passkey_challenges (digest, user_id, expires_at) values ($2, $1, app_now() + interval '1 hour')`,
    [id, key],
  )
  await run(
    `insert into sign_in_challenges (digest, user_id, password_digest, expires_at)
     values ($2, $1, 'd', app_now() + interval '1 hour')`,
    [id, key],
  )
  await run(
    `insert into contact_choices (user_id, mail, calls, hours, note) values ($1, 'normal', 'horario', 'a', 'b')`,
    [id],
  )
  await run(`insert into replaced_passwords (user_id, hash, expires_at) values ($1, 'h', app_now())`, [id])
  await run(`insert into recovery_codes (user_id, digest) values ($1, $2)`, [id, key])
  await run(`insert into data_copies (user_id, email, state) values ($1, 'a', 'vencida')`, [id])
  await run(
    `insert into verification (id, identifier, value, "expiresAt") values ($2, 'x', $1, app_now() + interval '1 hour')`,
    [id, key],
  )
  await run(
    `insert into local_mailbox (recipient, subject, text, html, sender) values ($1, 'a', 'b', 'c', 'd')`,
    [email],
  )
  await run(
    `with request as (
       insert into data_requests (id, kind, state, year, due_on, details)
       values ($2, 'consulta', 'recibida', 2026, app_now()::date + 30, '') returning id)
     insert into desk_requests (request_id, name, quality, email, datum_kind, datum, code_hash, confirmed_at)
     select id, 'a', 'titular', $1, 'email', 'abc', 'c', app_now() from request`,
    [email, key],
  )
  await run(
    `update sanctions set answer = 'a', answered_at = app_now(), urgent_reason = $2 where user_id = $1`,
    [...[id, 'Anuncia violencia para hoy.']],
  )
  await run(
    `update appeals set state = 'confirmada', decision = 'Se mantiene la medida.', decided_at = app_now()
     where sanction_id in (select id from sanctions where user_id = $1)`,
    [id],
  )
  if (id !== lawyerId) return
  await run(`insert into quick_replies (id, lawyer_id, title, body) values ($2, $1, 'a', 'b')`, [id, key])
  await run(
    `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at) values ($1, 'a', app_now(), app_now())`,
    [id],
  )
  await run(
    `with submission as (
       insert into review_submissions (lawyer_id, outcome, reason, decided_at)
       values ($1, 'returned', 'a', app_now()) returning id)
     insert into review_grants (token_hash, submission_id, expires_at) select $2, id, app_now() from submission`,
    [id, key],
  )
  const closing = `insert into case_closings (id, case_id, outcome, body, remaining, objected_at, objection, requested_at,
      request, declined_at, decline_reason, reopened_at, reopening_reason)
    values (gen_random_uuid(), $1, 'acuerdo', 'a', 'b',`
  await run(`${closing} app_now(), 'c', app_now(), 'd', app_now(), 'e', null, null)`, [caseId])
  await run(`${closing} null, null, null, null, null, null, app_now(), 'f')`, [caseId])
  await run(
    `insert into case_revisions (case_id, n, title, description, specialty, commune, details)
     values ($1, 1, 'a', 'b', 'c', 'd', '{}')`,
    [caseId],
  )
  await run(`update document_requests set state = 'no_lo_tengo', reason = 'a' where case_id = $1`, [caseId])
  await run(`update reviews set hidden_at = app_now(), hidden_reason = 'a' where lawyer_id = $1`, [id])
}

const treatment = (column: string) => {
  const [table = '', name = ''] = column.split('.')
  const entry = tables.find(([one]) => one === table)?.[1]
  if (!entry) throw new Error(column)
  return { ...treatmentOf(entry, name), copiedAs: entry.copiedAs }
}

/** After the deletion; of an earlier decision its reason, beside the digest of the RUT (DAT-76). */
const stays = (column: string) =>
  ['kept', 'anonymised'].includes(treatment(column).onDeparture) || column === 'review_submissions.reason'

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
  for (const one of [client, lawyer]) await addRows(one, { caseId, lawyerId: lawyer.id })
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

/** The columns that had a word of somebody who left. */
const planted = new Set<string>()

describe.each(['client', 'lawyer'] as const)('for a %s', (leaver) => {
  let people: Awaited<ReturnType<typeof twoPeople>>
  beforeAll(async () => {
    people = await twoPeople(leaver)
    for (const { column } of people.own) planted.add(column)
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
      // The answers and the earlier versions of a case are its client's.
      if (leaver === 'lawyer' && (column === 'cases.details' || column.startsWith('case_revisions.')))
        continue
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
  })

  test('DEL-03 after the deletion of the account no deleted word is left in any table, job, mailbox or file, and what the other party keeps is there', async () => {
    const { person, own } = people
    await ok(person.post('/api/departure/delete-account', { password: person.password }))
    // Jobs delete the discarded files.
    await eventually(async () => {
      const left = await suite.database.sql("select from stored_files where state = 'discarded'")
      return left.length === 0
    })
    const rest = await everything()
    const wrong = own.filter(({ column, text }) => rest.includes(text) !== stays(column))
    expect(wrong.map(({ column }) => column)).toEqual([])
    // What is anonymised has no id any more, but for the log, and events and rate limits, which go by themselves.
    const rows = rest.split('\n').filter((row) => !/^public\.(audit_log|events|rate_limits) /.test(row))
    expect(rows.filter((row) => row.includes(person.id))).toEqual([])
    // A request without an account is answered by e-mail, also after the deletion of the account.
    const mailed = rows.filter((row) => row.includes(person.email))
    expect(mailed.map((row) => row.split(' ')[0])).toEqual(['public.desk_requests'])
    expect(rest).not.toContain(wordAbout(person))
  })
})

test('DAT-06, DEL-03 every personal text column had a word, or is listed with the reason why not', async () => {
  const all = (await personalColumns()).map(({ table, column }) => `${table}.${column}`)
  expect([...planted, ...notFilled].sort()).toEqual(all.sort())
})

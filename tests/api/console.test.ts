/** The pages of administrators: exact look-ups, the log of actions and the runs of retention. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addCheckpoints, checkAuditLog } from '../../src/platform/log/checkpoints.server.ts'
import { runRetention } from '../../src/platform/retention/retention.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { administrator, sendRequest } from '../support/data/data-requests.ts'
import { decideReport, makeReport, makeReportedChat } from '../support/data/reports.ts'
import { createWaitingLawyer } from '../support/data/waiting-lawyer.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row & Record<string, unknown>>(text, values)
const REASON = { purpose: 'support', reference: 'Pidió ayuda por teléfono' }

const find = (admin: Member, input: object) => admin.post('/api/console/find', { ...REASON, ...input })
const open = (admin: Member, personId: string) => admin.post('/api/console/open', { ...REASON, personId })
const person = async (admin: Member, input: object) =>
  (await find(admin, input)).json<{ person: Record<string, unknown> | null }>().person

interface Row {
  action: string
  actor_id: string
  person_id: string | null
  purpose: string | null
  details: Record<string, unknown>
}
const rowsOf = (admin: Member) =>
  sql<Row>(
    'select action, actor_id, person_id, purpose, details from audit_log where actor_id = $1 order by id',
    [admin.id],
  )
async function readLog(admin: Member, input: object = {}) {
  const answer = await admin.post('/api/console/log', input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{
    items: { action: string; personId: string | null; actor: { name: string } | null }[]
    next: string | null
  }>()
}

describe('DAT-62 «Personas» finds one person by an exact value', () => {
  test('by e-mail, RUT and id, masked; each search is a row that the person sees', async () => {
    const admin = await suite.member({ role: 'admin' })
    const lawyer = await createWaitingLawyer(suite.platform, { name: 'María Soto' })
    const [{ email, rut } = { email: '', rut: '' }] = await sql<{ email: string; rut: string }>(
      'select u.email, l.rut from "user" u join lawyer_profiles l using (id) where id = $1',
      [lawyer.id],
    )
    for (const [by, value] of [
      ['email', ` ${email.toUpperCase()} `],
      ['rut', rut.replace('-', '')],
      ['id', lawyer.id],
    ])
      expect(await person(admin, { by, value })).toMatchObject({
        ...{ id: lawyer.id, name: 'Ma••• S•••', email: `${email[0]}•••@${email.split('@')[1]}` },
        ...{ role: 'lawyer', verification: 'admin_pending', isSuspended: false },
      })
    const answer = await find(admin, { by: 'id', value: lawyer.id })
    for (const hidden of ['María', 'Soto', email, rut]) expect(answer.text).not.toContain(hidden)
    expect(
      (await rowsOf(admin)).map(({ action, person_id, purpose }) => [action, person_id, purpose]),
    ).toEqual(Array.from({ length: 4 }, () => ['account.found', lawyer.id, 'support']))
  })

  test('somebody whom the team or the operator suspended is shown as suspended', async () => {
    const admin = await suite.member({ role: 'admin' })
    for (const suspension of [
      'update profiles set suspended_at = app_now() where id = $1',
      `update "user" set suspended_at = app_now(), suspension_reason = 'Fraude' where id = $1`,
    ]) {
      const client = await suite.member()
      await sql(suspension, [client.id])
      expect(await person(admin, { by: 'id', value: client.id })).toMatchObject({ isSuspended: true })
    }
  })

  test('a part of a value, another case of a name or a list finds nobody; a miss is a row without the value', async () => {
    const admin = await suite.member({ role: 'admin' })
    const client = await suite.member({ name: 'Rosa Pérez' })
    const part = `${client.email.slice(1)}`
    expect(await person(admin, { by: 'email', value: part })).toBeNull()
    expect(await person(admin, { by: 'id', value: randomUUID() })).toBeNull()
    for (const input of [
      { by: 'name', value: 'Rosa Pérez' },
      { by: 'email', value: '%' },
      { by: 'id', value: '' },
    ])
      expect((await find(admin, input)).status).toBe(422)
    const rows = await rowsOf(admin)
    expect(rows.map(({ action, purpose }) => [action, purpose])).toEqual([
      ['account.not_found', 'support'],
      ['account.not_found', 'support'],
    ])
    expect(JSON.stringify(rows)).not.toContain(part)
  })

  test('DAT-61, DAT-62, DAT-64 a text that no database stores is refused in words, or cleaned', async () => {
    const admin = await suite.member({ role: 'admin' })
    for (const bad of ['\0', '\ud800']) {
      const found = await find(admin, { by: 'email', value: `ana${bad}@correo.cl` })
      expect([found.status, found.text]).toEqual([422, expect.stringContaining('correo electrónico válido')])
      expect((await admin.post('/api/console/log', { action: `account.found${bad}` })).status).toBe(422)
      const decision = { id: randomUUID(), keeps: true, reason: `Mostró su cédula ${bad} en una llamada` }
      expect((await admin.post('/api/console/decide-email-dispute', decision)).status).toBe(404)
    }
  })

  test('opening is a second row, with everything of the account and nothing of cases or chats', async () => {
    const admin = await suite.member({ role: 'admin' })
    const client = await suite.member({ name: 'Rosa Pérez' })
    const answer = await open(admin, client.id)
    expect(answer.json()).toMatchObject({ name: 'Rosa Pérez', email: client.email, rut: null, sessions: 1 })
    expect(await rowsOf(admin)).toMatchObject([
      {
        action: 'account.viewed',
        person_id: client.id,
        purpose: 'support',
        details: { reference: REASON.reference },
      },
    ])
    expect((await open(admin, randomUUID())).status).toBe(404)
    expect(await rowsOf(admin)).toHaveLength(1)
  })

  test.for([
    [{ purpose: '' }, { purpose: 'Elige para qué la buscas.' }],
    [
      { reference: '  corta   ' },
      { reference: 'Escribe la referencia o el motivo, con al menos 10 caracteres.' },
    ],
    [
      { reference: '. . . . . . . . . .' },
      { reference: 'Escribe la referencia o el motivo, con al menos 10 caracteres.' },
    ],
    [
      { reference: 'x'.repeat(201) },
      { reference: 'La referencia o el motivo puede tener hasta 200 caracteres.' },
    ],
    [{ by: 'email', value: 'no' }, { value: 'Ingresa un correo electrónico válido.' }],
    [{ by: 'rut', value: '12.345.678-9' }, { value: 'El RUT no es válido.' }],
    [{ by: 'id', value: 'x' }, { value: 'El identificador no es válido.' }],
  ] as const)('%j is refused at its field, and nothing is read', async ([input, fields]) => {
    const admin = await suite.member({ role: 'admin' })
    const answer = await find(admin, { by: 'email', value: 'a@b.cl', ...input })
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({ data: { fields } })
    expect(await rowsOf(admin)).toEqual([])
  })

  test('after 60 in an hour, on two processes at once, the others are told once', async () => {
    const admin = await suite.member({ role: 'admin', name: 'Paulina Mardones' })
    const other = await suite.member({ role: 'admin' })
    const onSecond = newClient(suite.apps[1]?.url ?? '')
    await onSecond.post('/api/accounts/login', { email: admin.email, password: admin.password })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        (at % 2 === 0 ? admin : onSecond).post('/api/console/find', { by: 'id', value: other.id, ...REASON }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect((await open(admin, other.id)).text).toContain('Llegaste al máximo de 60 búsquedas en una hora.')
    expect((await rowsOf(admin)).filter(({ action }) => action === 'lookups.stopped')).toHaveLength(1)
    expect(
      await sql(`select user_id from notices where kind = 'lookups-stopped' and ref = $1`, [admin.id]),
    ).toContainEqual({ user_id: other.id })
    expect(
      await sql(`select 1 from notices where kind = 'lookups-stopped' and user_id = $1`, [admin.id]),
    ).toEqual([])
  })

  test('without a fresh proof: 403 REAUTH, and no row', async () => {
    const admin = await suite.member({ role: 'admin' })
    await sql('update session set proven_at = null where "userId" = $1', [admin.id])
    for (const answer of [
      await find(admin, { by: 'id', value: admin.id }),
      await open(admin, admin.id),
      await admin.post('/api/console/log', {}),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.json()).toMatchObject({ data: { reason: 'REAUTH' } })
    }
    expect(await rowsOf(admin)).toEqual([])
  })
})

describe('DAT-64 «Registro»', () => {
  test('by actor, action, person, purpose and days; reading it is a row too', async () => {
    const admin = await suite.member({ role: 'admin', name: 'Paulina Mardones' })
    const client = await suite.member({ name: 'Rosa Pérez' })
    await open(admin, client.id)
    await find(admin, { by: 'id', value: client.id })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(Date.now())
    const about = { personId: client.id }
    const actions = async (input: object) => (await readLog(admin, input)).items.map(({ action }) => action)
    expect(await actions(about)).toEqual(['account.found', 'account.viewed'])
    expect(await actions({ ...about, action: 'account.viewed' })).toEqual(['account.viewed'])
    expect(await actions({ ...about, purpose: 'report' })).toEqual([])
    expect(await actions({ ...about, from: today, to: today, purpose: 'support' })).toHaveLength(2)
    expect(await actions({ ...about, to: '2026-01-01' })).toEqual([])
    expect(await actions({ actorId: client.id })).toEqual([])
    expect((await actions({ actorId: admin.id })).filter((action) => action === 'log.read')).toHaveLength(6)
    const { items } = await readLog(admin, { ...about, action: 'account.found' })
    expect(items).toMatchObject([{ actor: { name: 'Paulina Mardones' }, personId: client.id }])
  })

  test('decisions about a person are found by the person, and show no other id as one', async () => {
    const { client, lawyer, chatId } = await makeReportedChat(suite)
    const admin = await administrator(suite)
    const reported = await makeReport(client, chatId)
    await decideReport(admin, reported, {
      decision: 'suspender',
      urgentReason: 'Anuncia violencia para hoy mismo.',
    })
    const [sanction] = await sql<{ id: string }>('select id from sanctions where user_id = $1', [lawyer.id])
    await lawyer.post('/api/moderation/appeal', { ...sanction, text: 'Yo no fui.' })
    const reason = 'Revisamos todo otra vez, con calma.'
    // Another one than decided.
    const other = await administrator(suite)
    await other.post('/api/moderation/decide-appeal', { ...sanction, revokes: false, reason })
    await admin.post('/api/moderation/keep', sanction)
    await admin.post('/api/moderation/lift', { ...sanction, reason })
    const { id } = await sendRequest(lawyer)
    await admin.post('/api/privacy/ask-identity', { requestId: id })
    const { items: all } = await readLog(admin, { personId: lawyer.id })
    const items = all.filter(({ actor }) => actor !== null)
    expect(items.map(({ action }) => action).reverse()).toEqual([
      ...[
        'reported_messages.viewed',
        'report.decided',
        'appeal.confirmed',
        'sanction.kept',
        'sanction.lifted',
        'request.identity_asked',
      ],
    ])
    expect(items.every(({ personId }) => personId === lawyer.id)).toBe(true)
    const suspension = (await readLog(admin, { personId: lawyer.id, action: 'account.suspended' })).items
    expect(suspension).toMatchObject([{ actor: null, personId: lawyer.id }])
    // A row of before: its object is a report, not a person; and one whose object is a person.
    await sql(
      `insert into audit_log (actor_id, action, object) values ($1, 'report.decided', $2), ($1, 'lawyer.verified', $3)`,
      [...[client.id, reported, lawyer.id]],
    )
    const older = (await readLog(admin, { actorId: client.id })).items
    expect(older.map(({ personId }) => personId)).toEqual([lawyer.id, null])
    expect((await readLog(admin, { personId: lawyer.id, action: 'lawyer.verified' })).items).toHaveLength(1)
  })

  test('the person’s own actions are shown without the name', async () => {
    const admin = await suite.member({ role: 'admin' })
    const client = await suite.member({ name: 'Rosa Pérez' })
    await sql(`insert into audit_log (actor_id, action, object) values ($1, 'file.refused', 'x')`, [
      client.id,
    ])
    expect((await readLog(admin, { actorId: client.id })).items).toMatchObject([
      { actor: { name: 'Ro••• P•••' } },
    ])
  })

  test('in pages of 50, each once, while new rows arrive', async () => {
    const admin = await suite.member({ role: 'admin' })
    const actor = await suite.member({ role: 'admin' })
    await sql(
      `insert into audit_log (actor_id, action, object) select $1, 'account.restored', 'o' || n from generate_series(1, 120) n`,
      [actor.id],
    )
    const seen: unknown[] = []
    let before: string | null | undefined
    do {
      const page = await readLog(admin, { actorId: actor.id, ...(before && { before }) })
      seen.push(...page.items)
      before = page.next
      await sql(`insert into audit_log (actor_id, action) values ($1, 'account.restored')`, [actor.id])
    } while (before)
    expect(seen).toHaveLength(120)
  })

  test('an unknown field, id or day is refused', async () => {
    const admin = await suite.member({ role: 'admin' })
    for (const input of [
      { actorId: 'x' },
      { from: '2026-02-31' },
      { before: "1'" },
      { purpose: 'all' },
      { other: 1 },
    ])
      expect((await admin.post('/api/console/log', input)).status).toBe(422)
  })

  test('a departed person leaves rows without them, and the checkpoints still match', async () => {
    const admin = await suite.member({ role: 'admin' })
    const client = await suite.member()
    await open(admin, client.id)
    await addCheckpoints(suite.platform)
    await client.post('/api/departure/delete-account', { password: client.password })
    expect((await checkAuditLog(suite.platform.db)).broken).toBeNull()
    expect(await sql('select 1 from audit_log where person_id = $1', [client.id])).toEqual([])
  })
})

test('DAT-59 the tabs say how many profiles wait', async () => {
  const admin = await suite.member({ role: 'admin' })
  const count = async () =>
    (await admin.get('/api/console/counts')).json<{ profiles: { total: number } }>().profiles.total
  const before = await count()
  await createWaitingLawyer(suite.platform)
  expect(await count()).toBe(before + 1)
})

test('DAT-37 «Retención»: each rule with its last run, its failure and the sum of 30 days', async () => {
  const admin = await suite.member({ role: 'admin' })
  let rows = 3
  const rule = (name: string, work: () => Promise<{ rows: number }>) => ({
    ...{ name, title: `Regla ${name}`, period: '3 días', seconds: 60 },
    deleteBatch: work,
  })
  const rules = [
    rule('whole', async () => ({ rows })),
    rule('broken', () => Promise.reject(new Error('sin base'))),
  ]
  await runRetention(suite.platform, rules).catch(() => {})
  await sql(`update retention_runs set started_at = app_now() - interval '2 days'`)
  rows = 4
  await runRetention(suite.platform, rules).catch(() => {})
  const { rules: shown } = (await admin.get('/api/console/retention')).json<{ rules: { rule: string }[] }>()
  expect(shown.filter(({ rule: name }) => name === 'broken' || name === 'whole')).toMatchObject([
    { rule: 'broken', title: 'Regla broken', hasFailed: true, isRunning: false, rows: 0 },
    { rule: 'whole', period: '3 días', hasFailed: false, rows: 4, rowsLately: 7 },
  ])
})

test('PLZ-78 «Reglas y directorio»: versions, oldest review, overdue and unconfirmed, for administrators alone', async () => {
  const admin = await suite.member({ role: 'admin' })
  const { tables } = (await admin.get('/api/console/ages')).json<{ tables: Record<string, unknown>[] }>()
  expect(tables.map(({ table }) => table)).toEqual(['rules', 'directory'])
  for (const table of tables)
    expect(table).toMatchObject({
      version: expect.any(Number),
      total: expect.any(Number),
      oldest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      overdue: expect.any(Number),
      unconfirmed: expect.any(Number),
    })
  expect((await (await suite.member({ role: 'client' })).get('/api/console/ages')).status).toBe(403)
  expect((await suite.visitor().get('/api/console/ages')).status).toBe(401)
})

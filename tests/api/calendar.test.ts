import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { giveTask } from '../../src/demo-data/workspace.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { emailChanges } from '../support/data/email-changes.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

async function createCase() {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  return { client, lawyer, ...parties, ...(await makeActiveCase(suite.platform, parties)) }
}
/** Makes the person's address. @returns its path */
async function addressOf(person: Member): Promise<string> {
  const made = await person.post('/api/calendar/new-address', {})
  expect(made.status, made.text).toBe(200)
  const { pathname } = new URL(made.json<{ url: string }>().url)
  expect(pathname).toMatch(/^\/calendario\/[A-Za-z0-9_-]{43}\.ics$/)
  return pathname
}
/** A calendar program: without cookies. @param at number of the application */
const fetchAt = (path: string, headers: Record<string, string> = {}, at = 0) =>
  newClient(suite.apps[at]?.url ?? '').send(path, { headers })
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate } = new ICAL.Event(component)
    const sequence = Number(component.getFirstPropertyValue('sequence'))
    return { uid, summary, day: startDate.toString(), isDate: startDate.isDate, sequence }
  })

describe('SEG-29: the address', () => {
  test('SEG-29 is shown once and stored as a digest; a new one ends the old one, «Revocar» ends it at both processes', async () => {
    const { client } = await createCase()
    const first = await addressOf(client)
    const token = first.slice('/calendario/'.length, -'.ics'.length)
    expect((await fetchAt(first)).status).toBe(200)
    const stored = JSON.stringify(
      await suite.database.sql('select f::text from calendar_feeds f where user_id = $1', [client.id]),
    )
    expect(stored).not.toContain(token)
    expect((await client.get('/api/calendar/feed')).text).not.toContain(token)
    const second = await addressOf(client)
    const unknown = `/calendario/${'A'.repeat(43)}.ics`
    const gone = await fetchAt(first, {}, 1)
    expect(gone.status).toBe(404)
    expect((await fetchAt(second, {}, 1)).status).toBe(200)
    for (let times = 0; times < 2; times++)
      expect((await client.post('/api/calendar/revoke', {})).json()).toEqual({ feed: null })
    // Alike: revoked, unknown, and what is no address.
    for (const path of [
      first,
      second,
      unknown,
      '/calendario/x.ics',
      '/calendario/x',
      `/calendario/${token}`,
    ]) {
      const answer = await fetchAt(path)
      expect(answer.status).toBe(404)
      expect(answer.text).toBe(gone.text)
      expect(answer.headers['content-type']).toBe(gone.headers['content-type'])
    }
    expect((await client.post('/api/calendar/show-names', { with_names: true })).status).toBe(404)
  })

  test('SEG-29 two tabs that make an address at once: one of the two is valid', async () => {
    const { client } = await createCase()
    const made = await Promise.all(Array.from({ length: 8 }, () => addressOf(client)))
    const statuses = await Promise.all(made.map(async (path) => (await fetchAt(path)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('SEG-29 no log, cache or Referer gets the address, and another site learns nothing', async () => {
    const { client } = await createCase()
    const path = await addressOf(client)
    const answer = await fetchAt(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['set-cookie']).toBe(undefined)
    await suite.app.waitForLog((entry) => entry.msg === 'request' && entry.path === '/calendario/…')
    expect(JSON.stringify(suite.app.log())).not.toContain(path.slice(-20))
  })

  test('SEG-29, DAT-54, DAT-55 «No fui yo» ends it, about a sign-in and about another e-mail address', async () => {
    const { asked, disputed } = emailChanges(suite)
    const [{ client: alarmed }, { client: frozen }] = [await createCase(), await createCase()]
    const [first, second] = [await addressOf(alarmed), await addressOf(frozen)]
    await asked(alarmed)
    expect((await fetchAt(first)).status).toBe(200)
    const token = 'a'.repeat(43)
    await suite.database.sql(
      `insert into verification (id, identifier, value, "expiresAt")
       values (gen_random_uuid(), $1, $2, app_now() + interval '1 day')`,
      [`alarm:${createHash('sha256').update(token).digest('hex')}`, alarmed.id],
    )
    expect((await suite.visitor().post('/api/security/deny-sign-in', { token })).status).toBe(200)
    await disputed(frozen)
    expect([(await fetchAt(first)).status, (await fetchAt(second, {}, 1)).status]).toEqual([404, 404])
  })

  test('SEG-29, DAT-54 a new password ends it, and none is made in a session that ends meanwhile', async () => {
    const { client } = await createCase()
    const path = await addressOf(client)
    const password = 'clave-nueva-7'
    const changed = await client.post('/api/accounts/change-password', {
      ...{ currentPassword: client.password, password, confirmPassword: password },
    })
    expect([changed.status, (await fetchAt(path)).status]).toEqual([200, 404])
    const { db } = suite.platform
    const calls: (() => Promise<{ status: number }>)[] = [
      () => client.post('/api/calendar/new-address', {}),
      () => client.post('/api/calendar/show-names', { with_names: true }),
    ]
    for (const call of calls) {
      const held = await db.startTransaction().execute()
      await sql`select from account where "userId" = ${client.id} for update`.execute(held)
      const answer = call()
      // It has read its session and waits for the lock.
      await expect
        .poll(async () => suite.database.sql('select 1 from pg_locks where not granted'))
        .not.toEqual([])
      await sql`delete from session where "userId" = ${client.id}`.execute(held)
      await held.commit().execute()
      expect((await answer).status).toBe(401)
      expect((await client.post('/api/accounts/login', { email: client.email, password })).status).toBe(200)
    }
    expect(await suite.database.sql('select 1 from calendar_feeds where user_id = $1', [client.id])).toEqual(
      [],
    )
  })

  test('SEG-29 OPEN-58 the address of a suspended account is unknown; a deleted account leaves none', async () => {
    const { client } = await createCase()
    const path = await addressOf(client)
    await suite.database.sql(
      `update "user" set suspended_at = now(), suspension_reason = 'x' where id = $1`,
      [client.id],
    )
    expect((await fetchAt(path)).status).toBe(404)
    await suite.database.sql(
      `update "user" set suspended_at = null, suspension_reason = null where id = $1`,
      [client.id],
    )
    expect((await fetchAt(path)).status).toBe(200)
    const { password } = client
    expect((await client.post('/api/departure/delete-account', { password })).status).toBe(200)
    expect((await fetchAt(path)).status).toBe(404)
    expect(await suite.database.sql('select 1 from calendar_feeds where user_id = $1', [client.id])).toEqual(
      [],
    )
  })
})

describe('SEG-30: the calendar', () => {
  test('SEG-30 due tasks of the person from 90 days ago to 365 ahead; neutral titles unless they want names', async () => {
    const { client, lawyer, caseId, lawyerId } = await createCase()
    const of = { caseId, lawyerId }
    const create = (title: string, days: number | null, assignee: 'client' | 'lawyer' = 'client') =>
      giveTask(suite.platform, of, title, { assignee, days })
    const soon = await create('Traer el contrato, y; más', 3)
    await create('Del abogado', 3, 'lawyer')
    await create('Sin fecha', null)
    const old = await create('Vieja', 10)
    await suite.database.sql(`update tasks set due_on = current_date - 92 where id = $1`, [old])
    await create('Lejana', 400)
    const path = await addressOf(client)
    const [only, ...rest] = eventsOf((await fetchAt(path)).text)
    expect(rest).toEqual([])
    expect(only).toMatchObject({ uid: `tarea-${soon}@amparo`, summary: 'Tarea en Amparo', isDate: true })
    expect((await client.post('/api/calendar/show-names', { with_names: true })).status).toBe(200)
    const [named] = eventsOf((await fetchAt(path)).text)
    expect(named?.summary).toBe('Traer el contrato, y; más · Consulta con Andrés Muñoz')
    expect(named?.sequence).toBeGreaterThan(only?.sequence ?? 0)
    // Each has their own.
    const lawyers = eventsOf((await fetchAt(await addressOf(lawyer))).text)
    expect(lawyers.map(({ summary }) => summary)).toEqual(['Tarea en Amparo'])
  })

  test('SEG-30 open promises of an update are in the calendars of both parties; kept ones are not', async () => {
    const { client, lawyer, caseId } = await createCase()
    const stranger = await createCase()
    const create = (status: string, day: number) =>
      suite.database.sql(
        `insert into case_promises (case_id, update_id, promised_on, status, closed_at)
         values ($1, gen_random_uuid(), current_date + $2::int, $3, case when $3 in ('cumplida', 'sin_efecto') then now() end)`,
        [caseId, day, status],
      )
    await create('cumplida', 5)
    await create('sin_efecto', 6)
    await create('atrasada', -2)
    const paths = await Promise.all([client, lawyer, stranger.client].map(addressOf))
    const read = async () =>
      Promise.all(
        paths.map(async (path) => eventsOf((await fetchAt(path)).text).map(({ summary }) => summary)),
      )
    expect(await read()).toEqual([['Novedad prometida en Amparo'], ['Novedad prometida en Amparo'], []])
    for (const person of [client, lawyer]) await person.post('/api/calendar/show-names', { with_names: true })
    expect(await read()).toEqual([
      ['Novedad de Andrés Muñoz · Consulta con Andrés Muñoz'],
      ['Prometiste una novedad · Consulta con Andrés Muñoz'],
      [],
    ])
  })

  test('SEG-30 documents that the lawyer waits for are in the client’s calendar until they are delivered', async () => {
    const { client, lawyer, caseId } = await createCase()
    const [made] = await suite.database.sql<{ id: string }>(
      `insert into document_requests (case_id, batch_id, position, asked_by, name, due_on)
       values ($1, gen_random_uuid(), 0, $2, 'Últimas 6 liquidaciones', current_date + 4) returning id`,
      [caseId, lawyer.id],
    )
    const paths = await Promise.all([client, lawyer].map(addressOf))
    const read = async () =>
      Promise.all(
        paths.map(async (path) => eventsOf((await fetchAt(path)).text).map(({ summary }) => summary)),
      )
    expect(await read()).toEqual([['Documento por entregar en Amparo'], []])
    await client.post('/api/calendar/show-names', { with_names: true })
    expect(await read()).toEqual([['Entregar «Últimas 6 liquidaciones» · Consulta con Andrés Muñoz'], []])
    await suite.database.sql(`update document_requests set state = 'anulado' where id = $1`, [made?.id])
    expect(await read()).toEqual([[], []])
  })

  test('SEG-30 the UID is stable and SEQUENCE rises with every change; a deleted task is gone', async () => {
    const { client, lawyer, caseId, lawyerId } = await createCase()
    const taskId = await giveTask(suite.platform, { caseId, lawyerId }, 'Tarea', {
      assignee: 'client',
      days: 2,
    })
    const path = await addressOf(client)
    const read = async () => eventsOf((await fetchAt(path)).text)[0]
    const seen = [await read()]
    for (const [who, operation, input] of [
      [lawyer, 'rename-task', { title: 'Otra' }],
      [client, 'tick-task', { done: true }],
      [client, 'tick-task', { done: false }],
      [lawyer, 'edit-task', { due_on: '2027-03-01', assignee: 'client', note: '', items: [] }],
      [client, 'show-names', null],
    ] as const) {
      const answer = input
        ? await who.post(`/api/workspace/${operation}`, { caseId, taskId, ...input })
        : await who.post('/api/calendar/show-names', { with_names: true })
      expect(answer.status, answer.text).toBe(200)
      seen.push(await read())
      expect(seen.at(-1)?.sequence).toBeGreaterThan(seen.at(-2)?.sequence ?? 0)
    }
    expect(new Set(seen.map((event) => event?.uid)).size).toBe(1)
    expect(seen[2]?.summary).toBe('Hecha: Tarea en Amparo')
    expect(seen.at(-1)).toMatchObject({ day: '2027-03-01', summary: 'Otra · Consulta con Andrés Muñoz' })
    expect((await lawyer.post('/api/workspace/delete-task', { caseId, taskId })).status).toBe(200)
    expect(await read()).toBe(undefined)
  })

  test('SEG-30 unchanged: 304, also for a weak tag; HEAD has no body; after 60 requests in an hour 429', async () => {
    const { client, caseId, lawyerId } = await createCase()
    await giveTask(suite.platform, { caseId, lawyerId }, 'Tarea', { assignee: 'client', days: 2 })
    const path = await addressOf(client)
    const { headers } = await fetchAt(path)
    const etag = String(headers.etag)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const answer = await fetchAt(path, { 'if-none-match': known })
      expect([answer.status, answer.text]).toEqual([304, ''])
    }
    await client.post('/api/calendar/show-names', { with_names: true })
    expect((await fetchAt(path, { 'if-none-match': etag })).status).toBe(200)
    const head = await newClient(suite.app.url).send(path, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    const others = await Promise.all(Array.from({ length: 60 }, (_, at) => fetchAt(path, {}, at % 2)))
    const tally = Map.groupBy(others, ({ status }) => status)
    // 6 requests came before.
    expect([tally.get(200)?.length, tally.get(429)?.length]).toEqual([54, 6])
    expect(tally.get(429)?.[0]?.headers['retry-after']).toMatch(/^\d+$/)
    // A new address starts anew.
    expect((await fetchAt(await addressOf(client))).status).toBe(200)
  })
})

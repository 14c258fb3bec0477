import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expireCopies } from '../../src/capabilities/privacy/copies/copies.server.ts'
import type { CopyState } from '../../src/capabilities/privacy/schema.ts'
import { makeActiveCase, makeChat, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { giveTask, makeChatFile, makeDocument } from '../../src/demo-data/workspace.ts'
import { runInTransaction } from '../../src/platform/database/database.server.ts'
import { enqueue } from '../../src/platform/jobs/jobs.server.ts'
import { recordLook } from '../../src/platform/log/looks.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { nameCorrection, sendRequest, uploadEvidence } from '../support/data/data-requests.ts'
import { eventually, retryJobsNow } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { readZip } from '../support/files/zip-files.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

type Copy = NonNullable<CopyState['copy']>

const copyOf = async (person: Member) => (await person.get('/api/privacy/copy')).json<CopyState>().copy

async function readyCopy(person: Member): Promise<Copy> {
  const asked = await person.post('/api/privacy/request-copy')
  expect(asked.status, asked.text).toBe(200)
  return eventually(async () => {
    const copy = await copyOf(person)
    expect(copy?.state).not.toBe('fallida')
    return copy?.state === 'lista' && copy
  })
}

async function download(person: Member, copy: Copy) {
  const opened = await person.post('/api/privacy/open-copy', { copyId: copy.id })
  expect(opened.status, opened.text).toBe(200)
  const [url = ''] = opened.json<{ urls: string[] }>().urls
  const response = await person.get(url)
  expect(response.status).toBe(200)
  const files = await readZip(response.body)
  return {
    url,
    files,
    json: files.get('datos.json')?.toString() ?? '',
    html: files.get('datos.html')?.toString() ?? '',
  }
}

async function twoPeople() {
  const client = await suite.member({ name: 'Camila Rojas' })
  const lawyer = await suite.member({ role: 'lawyer', name: 'Andrés Soto', verificationStatus: 'verified' })
  return { client, lawyer }
}

test('DAT-06, DAT-07 a copy has what the person sees and wrote, in JSON and HTML, with the files', async () => {
  const { client, lawyer } = await twoPeople()
  const { platform } = suite
  const { caseId, chatId } = await makeActiveCase(platform, { clientId: client.id, lawyerId: lawyer.id })
  await sendText(platform, chatId, client.id, 'Mensaje zarzamora <script>alert(1)</script>')
  await sendText(platform, chatId, lawyer.id, 'Respuesta quebrantahuesos')
  await makeDocument(platform, { caseId, userId: client.id, name: 'contrato.pdf', bytes: pdf() })
  const gone = await makeDocument(platform, { caseId, userId: lawyer.id, name: 'perdido.pdf', bytes: pdf() })
  await makeChatFile(platform, { chatId, userId: lawyer.id, name: 'boleta.pdf', bytes: pdf() })
  await giveTask(platform, { caseId, lawyerId: lawyer.id }, 'Tarea estercolero', {
    assignee: 'client',
    days: null,
  })
  await platform.files.remove(gone.key)
  const copy = await readyCopy(client)
  expect(copy).toMatchObject({ missing_files: 1, parts: 1 })
  const { files, json, html } = await download(client, copy)
  expect([...files.keys()].sort()).toEqual([
    'LEEME.html',
    'archivos/causas/contrato.pdf',
    'archivos/chats/boleta.pdf',
    'datos.html',
    'datos.json',
  ])
  expect(files.get('archivos/causas/contrato.pdf')).toEqual(pdf())
  for (const word of [
    'zarzamora',
    'quebrantahuesos',
    'Tarea estercolero',
    client.email,
    'Andrés Soto',
    'contrato.pdf',
  ])
    for (const page of [json, html]) expect(page).toContain(word)
  expect(html).toContain('<a href="archivos/causas/contrato.pdf">')
  expect(html).not.toMatch(/[[{]&#34;/)
  expect(html).not.toMatch(/<script|https?:\/\/|src=/)
  expect(files.get('LEEME.html')?.toString()).toContain('1 archivo no se pudo incluir')
  expect(files.get('LEEME.html')?.toString()).toContain('perdido.pdf')
  expect(JSON.parse(json)).toMatchObject({ formato: 'amparo-datos', version: 1 })
  // Nothing of the other party but the name; no secret; no id of anybody.
  for (const other of [lawyer.email, lawyer.id, client.id]) expect(json + html).not.toContain(other)
  const [account] = await suite.database.sql<{ password: string }>(
    'select password from account where "userId" = $1',
    [client.id],
  )
  expect(json).not.toContain(account?.password ?? 'no password')
})

test('DAT-06 a copy of a lawyer hides what the market hides', async () => {
  const { client, lawyer } = await twoPeople()
  const stranger = await suite.member({ name: 'Brunilda Oyarzún' })
  await makeOpenCase(suite.platform, stranger.id, { title: 'Causa ajena guacamayo' })
  await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, [['client', 'Hola']])
  await suite.database.sql(
    'update chats set market_opened_at = app_now(), client_answered = false where client_id = $1',
    [client.id],
  )
  const { json } = await download(lawyer, await readyCopy(lawyer))
  expect(json).toContain('Camila R.')
  expect(json).not.toMatch(/Camila Rojas|Brunilda|guacamayo/)
})

/** The same session at the second application. */
function atSecondApp(person: Member) {
  const client = newClient(suite.apps[1]?.url ?? '')
  for (const [name, cookie] of person.jar) client.jar.set(name, cookie)
  return client
}

const copiesOf = (person: Member) =>
  suite.database.sql<{ state: string }>('select state from data_copies where user_id = $1', [person.id])

test('DAT-05 fifty requests at once on two processes are one copy while it is prepared', async () => {
  const person = await suite.member()
  // Without a job it stays in preparation, so that all requests find it.
  const clients = [person, atSecondApp(person)]
  await suite.database.sql(`insert into data_copies (user_id, email) values ($1, $2)`, [
    person.id,
    person.email,
  ])
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => (clients[at % 2] ?? person).post('/api/privacy/request-copy')),
  )
  for (const { status, text } of answers) {
    expect(status, text).toBe(200)
    expect(text).toContain('pedida')
  }
  expect(await copiesOf(person)).toHaveLength(1)
  const fresh = await suite.member()
  const both = [fresh, atSecondApp(fresh)]
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => (both[at % 2] ?? fresh).post('/api/privacy/request-copy')),
  )
  expect((await copiesOf(fresh)).length).toBeLessThanOrEqual(3)
})

test('DAT-05 three in 24 hours, and only after a fresh proof', async () => {
  const person = await suite.member()
  for (let count = 0; count < 3; count++) await readyCopy(person)
  const refused = await person.post('/api/privacy/request-copy')
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('Ya pediste tres copias hoy. Inténtalo mañana.')
  expect(await copiesOf(person)).toHaveLength(3)
  await suite.database.sql(
    `update data_copies set requested_at = requested_at - interval '1 day' where user_id = $1`,
    [person.id],
  )
  await suite.database.sql('update session set proven_at = null where "userId" = $1', [person.id])
  expect((await person.post('/api/privacy/request-copy')).status).toBe(403)
  await suite.database.sql('update session set proven_at = app_now() where "userId" = $1', [person.id])
  await readyCopy(person)
})

test('DAT-08 only the own session with a fresh proof downloads; encrypted; others get 404; after 7 days 410', async () => {
  const [person, other] = [await suite.member(), await suite.member()]
  const copy = await readyCopy(person)
  const { url } = await download(person, copy)
  expect((await other.get(url)).status).toBe(404)
  expect((await other.post('/api/privacy/open-copy', { copyId: copy.id })).status).toBe(404)
  for (const id of [randomUUID(), '-'.repeat(36), 'a'.repeat(36), 'x'])
    expect([id, (await person.get(`/api/copias/${id}/1`)).status]).toEqual([id, 404])
  for (const part of ['2', '0', '1e0', '01', '+1'])
    expect([part, (await person.get(`/api/copias/${copy.id}/${part}`)).status]).toEqual([part, 404])
  expect((await suite.visitor().get(url)).status).toBe(401)
  const [file] = await suite.database.sql<{ key: string; sealed_with: string | null }>(
    `select key, sealed_with from stored_files where owner_id = $1 and bucket = 'copias'`,
    [person.id],
  )
  expect(file?.sealed_with).not.toBeNull()
  expect((await person.get(`/archivos/${file?.key}`)).status).toBe(404)
  const mails = await eventually(async () => {
    const rows = await suite.database.sql<{ subject: string; text: string }>(
      'select subject, text from local_mailbox where recipient = $1',
      [person.email],
    )
    return rows.length > 0 && rows
  })
  expect(mails.map(({ subject }) => subject)).toEqual(['Tu copia de datos está lista'])
  expect(mails[0]?.text).toContain('Descárgala desde "Tus datos" hasta el')
  await suite.database.sql('update session set proven_at = null where "userId" = $1', [person.id])
  expect((await person.get(url)).status).toBe(403)
  await suite.database.sql('update session set proven_at = app_now() where "userId" = $1', [person.id])
  await suite.database.sql('update data_copies set expires_at = app_now() where id = $1', [copy.id])
  const late = await person.get(url)
  expect(late.status).toBe(410)
  expect(late.json()).toMatchObject({ code: 'GONE', message: 'Esta copia venció. Puedes pedir otra.' })
  await expireCopies(suite.platform)
  expect((await person.get(url)).status).toBe(410)
  expect((await copyOf(person))?.state).toBe('vencida')
  await eventually(
    async () =>
      (await suite.database.sql('select 1 from stored_files where key = $1', [file?.key])).length === 0,
  )
  expect(await suite.platform.files.exists(file?.key ?? '')).toBe(false)
})

test('DAT-08 another e-mail address and the deletion of the account destroy a copy', async () => {
  const [mover, leaver] = [await suite.member(), await suite.member()]
  const copy = await readyCopy(mover)
  const { url } = await download(mover, copy)
  await suite.database.sql('update "user" set email = $2 where id = $1', [mover.id, `nuevo-${mover.email}`])
  expect((await mover.get(url)).status).toBe(410)
  await expireCopies(suite.platform)
  expect((await copyOf(mover))?.state).toBe('vencida')
  await readyCopy(leaver)
  const keys = await suite.database.sql<{ key: string }>(
    `select key from stored_files where owner_id = $1 and bucket = 'copias'`,
    [leaver.id],
  )
  expect(keys).toHaveLength(1)
  expect((await leaver.post('/api/departure/delete-account', { password: leaver.password })).status).toBe(200)
  await eventually(async () => !(await suite.platform.files.exists(keys[0]?.key ?? '')))
  expect(await suite.database.sql('select 1 from data_copies where user_id = $1', [leaver.id])).toEqual([])
})

test('DAT-07 a copy that cannot be made fails after some attempts and can be asked for again', async () => {
  const person = await suite.member()
  await suite.database.sql('alter table calendar_feeds rename to calendar_feeds_away')
  try {
    expect((await person.post('/api/privacy/request-copy')).status).toBe(200)
    for (let retries = 0; retries < 2; retries++) await retryJobsNow(suite.database, 'privacy:copy%')
    await eventually(async () => (await copyOf(person))?.state === 'fallida')
  } finally {
    await suite.database.sql('alter table calendar_feeds_away rename to calendar_feeds')
  }
  await readyCopy(person)
})

test('DAT-07 a copy whose process was killed begins again, without the parts of before', async () => {
  const person = await suite.member()
  const first = await readyCopy(person)
  const partsOf = async () =>
    (
      await suite.database.sql<{ key: string }>(
        `select unnest(file_keys) as key from data_copies where id = $1`,
        [first.id],
      )
    ).map(({ key }) => key)
  const [earlier = ''] = await partsOf()
  // As a kill after its first part leaves it.
  await suite.database.sql(`update data_copies set state = 'preparando' where id = $1`, [first.id])
  await enqueue(suite.platform.db, 'privacy:copy', { copyId: first.id }, null, 'copies')
  await eventually(async () => (await copyOf(person))?.state === 'lista')
  const parts = await partsOf()
  expect(parts).toHaveLength(1)
  expect(parts).not.toContain(earlier)
  await eventually(async () => !(await suite.platform.files.exists(earlier)))
  await download(person, { ...first })
})

/** What stands in `datos.html` beside a name, in one section. */
function shownIn(html: string, title: string, name: string): string[] {
  const [, section = ''] = html.match(new RegExp(`<h2[^>]*>${title}</h2>(.*?)(?:<h2|$)`, 's')) ?? []
  return [...section.matchAll(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 'g'))].map(([, text = '']) => text)
}

test('DAT-06, DAT-36 a copy has the looks of the team as the person sees them, and no other', async () => {
  const [person, other] = [await suite.member(), await suite.member()]
  const admin = await suite.member({ role: 'admin', name: 'Paulina Mardones' })
  await runInTransaction(suite.platform.db, async (tx) => {
    const look = { adminId: admin.id, action: 'account.viewed', personId: person.id } as const
    await recordLook(tx, { ...look, purpose: 'support', reference: 'Palabras del equipo' })
    await recordLook(tx, { ...look, purpose: 'data_request', reference: 'DA-2026-000123' })
    await recordLook(tx, {
      ...look,
      action: 'reported_messages.viewed',
      purpose: 'report',
      hiddenFor: 86_400,
    })
    await recordLook(tx, { ...look, personId: other.id, purpose: 'security' })
  })
  const { json, html } = await download(person, await readyCopy(person))
  const { secciones } = JSON.parse(json) as { secciones: { titulo: string; filas: object[] }[] }
  expect(secciones.find(({ titulo }) => titulo === 'Quién vio tus datos')?.filas).toEqual(
    ['Solicitud de datos DA-2026-000123', 'Soporte pedido por la persona'].map((why) => ({
      ...{ Fecha: expect.any(String), Quién: 'Equipo de Amparo', Qué: 'Los datos de tu cuenta' },
      'Para qué': why,
    })),
  )
  expect(shownIn(html, 'Quién vio tus datos', 'Fecha')[0]).toMatch(/^\d+ de [a-z]+ de \d{4}, \d{1,2}:\d{2}$/)
  expect(json + html).not.toMatch(/Paulina|Palabras del equipo|Los mensajes de un reporte/)
  const ofAdmin = await download(admin, await readyCopy(admin))
  expect(ofAdmin.html).toContain('Vio los datos de una cuenta')
  expect(ofAdmin.html).toContain('Soporte pedido por la persona')
  expect(ofAdmin.html).not.toMatch(/account\.viewed|data_request/)
})

test('DAT-06 the page for people has words, where the file for programs has codes', async () => {
  const person = await suite.member()
  const { id } = await sendRequest(person)
  await suite.database.sql(
    `update request_messages set mail_outcome = 'sent', mail_settled_at = app_now() where request_id = $1`,
    [id],
  )
  await suite.database.sql(`update notices set mail_state = 'sent' where user_id = $1`, [person.id])
  await suite.database.sql(
    `insert into notice_settings (user_id, frequency, unmailed_categories) values ($1, 'weekly', '{tasks}')
     on conflict (user_id) do update set frequency = 'weekly', unmailed_categories = '{tasks}'`,
    [person.id],
  )
  const { json, html } = await download(person, await readyCopy(person))
  const facts = [
    ['Tus solicitudes', 'Qué pediste', 'consulta', 'Otra consulta'],
    ['Tus solicitudes', 'Estado', 'recibida', 'Recibida'],
    ['Lo que se envió sobre tus solicitudes', 'Qué se envió', 'received', 'Recibimos tu solicitud'],
    ['Lo que se envió sobre tus solicitudes', 'Si el correo salió', 'sent', 'Salió'],
    ['Avisos', 'Tipo de aviso', 'request-received', 'Tu cuenta y tus datos'],
    ['Avisos', 'Correo del aviso', 'sent', 'Enviado'],
    ['Preferencias de avisos', 'Frecuencia de los correos', 'weekly', 'Semanal, lunes 08:30'],
    ['Preferencias de avisos', 'Avisos sin correo', 'tasks', 'Tareas y plazos'],
    ['Copias de tus datos', 'Estado', 'preparando', 'En preparación'],
  ] as const
  for (const [title, name, code, words] of facts) {
    expect([title, name, shownIn(html, title, name)]).toEqual([title, name, [words]])
    expect(json).toContain(`"${code}"`)
  }
})

test('DAT-06 a copy has the files that one sent with requests, and the proof of identity while it is kept', async () => {
  const person = await suite.member()
  const key = await uploadEvidence(person, pdf(), 'carne.pdf')
  const { id: requestId } = await sendRequest(person, { ...nameCorrection, fileKeys: [key] })
  const admin = await suite.member({ role: 'admin' })
  const asked = await admin.post('/api/privacy/ask-identity', { requestId })
  expect(asked.status, asked.text).toBe(200)
  const fileKey = await uploadEvidence(person, pdf(), 'cédula tapada.pdf')
  const proven = await person.post('/api/privacy/prove-identity', { requestId, fileKey })
  expect(proven.status, proven.text).toBe(200)
  const { files } = await download(person, await readyCopy(person))
  for (const name of ['carne.pdf', 'cédula tapada.pdf'])
    expect([name, files.get(`archivos/perfil/${name}`)]).toEqual([name, pdf()])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unsubscribeToken } from '../../src/capabilities/notices/commands.server.ts'
import { queueDueMails } from '../../src/capabilities/notices/jobs.server.ts'
import {
  NOTICE_CATEGORIES,
  type NoticeSettings,
  type NoticesPage,
  type SettingsView,
} from '../../src/capabilities/notices/schema.ts'
import { makeActiveCase, makeChat, makeProposal } from '../../src/demo-data/conversations.ts'
import { makeDocument } from '../../src/demo-data/workspace.ts'
import { createSealer } from '../../src/platform/jobs/sealer.server.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { eventually, retryJobsNow, waitForEmptyQueue } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { type Delivery, type SmtpServer, startSmtp } from '../support/mail/smtp-server.ts'

const env: Record<string, string> = { MAIL_FROM: 'Amparo <avisos@amparo.test>' }
let smtp: SmtpServer
beforeAll(async () => {
  smtp = await startSmtp()
  env.SMTP_URL = smtp.url
})
const suite = useTestApp(1, env)
afterAll(() => smtp.close())
beforeEach(() => {
  smtp.replies = {}
  smtp.deliveries.splice(0)
})

const { sql } = {
  sql: <Row extends object>(text: string, values?: unknown[]) => suite.database.sql<Row>(text, values),
}
const AT_ANY_HOUR: NoticeSettings = {
  hidden_categories: [],
  unmailed_categories: [],
  frequency: 'now',
  quiet: null,
  is_discreet: false,
  is_silent: false,
}
const choose = async (who: Member, changes: Partial<NoticeSettings> = {}) => {
  const answer = await who.rpc('notices.saveSettings', { ...AT_ANY_HOUR, ...changes })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<SettingsView>()
}
/** A client and a lawyer who get e-mails at any hour, and their chat. */
async function createChat(changes: Partial<NoticeSettings> = {}) {
  const [client, lawyer] = await Promise.all([
    suite.member({ name: 'Camila Rojas' }),
    suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
  ])
  await Promise.all([choose(client, changes), choose(lawyer, changes)])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  return { client, lawyer, parties, chatId: await makeChat(suite.platform, parties) }
}
const propose = ({ chatId, lawyer }: { chatId: string; lawyer: Member }, summary?: string) =>
  makeProposal(suite.platform, { chatId, lawyerId: lawyer.id }, summary === undefined ? {} : { summary })
/** What the minutely task does, and then the jobs that it queues. */
async function deliverDue(): Promise<void> {
  await queueDueMails(suite.platform)
  await waitForEmptyQueue(suite.database)
}
const mailsTo = ({ email }: Pick<Member, 'email'>) =>
  smtp.deliveries.filter(({ recipients }) => recipients.includes(email))
const statesOf = async ({ id }: Member) =>
  (
    await sql<{ mail_state: string | null }>(
      'select mail_state from notices where user_id = $1 order by id',
      [id],
    )
  ).map(({ mail_state }) => mail_state)
/** The readable parts of an e-mail: quoted-printable and base64 undone. */
const readable = ({ raw }: Delivery) =>
  raw
    .split(/\r\n--[^\r\n]+/)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      const text = body.join('\r\n\r\n')
      if (/base64/i.test(head)) return head + Buffer.from(text, 'base64').toString('utf8')
      if (!/quoted-printable/i.test(head)) return part
      const bytes = text
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return head + Buffer.from(bytes, 'latin1').toString('utf8')
    })
    .join('\n')
const header = (delivery: Delivery | undefined, name: string) => delivery?.headers.get(name)?.[0]

const subject = (delivery: Delivery | undefined) =>
  header(delivery, 'subject')?.replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) =>
    decodeURIComponent(words.replaceAll('_', ' ').replaceAll('=', '%')),
  )

test('SEG-63, SEG-64 a proposal is one e-mail with its sentence, link and one-click unsubscribe; none of its words', async () => {
  const chat = await createChat()
  await propose(chat, 'Demanda secreta por despido')
  await deliverDue()
  await deliverDue()
  const [mail, ...others] = mailsTo(chat.client)
  if (!mail) throw new Error('no e-mail')
  expect(others).toEqual([])
  expect(header(mail, 'subject')).toBe('Recibiste una propuesta')
  expect(header(mail, 'from')).toBe('Amparo <avisos@amparo.test>')
  const text = readable(mail)
  expect(text).toContain(
    `Hola, Camila Rojas: recibiste una propuesta de Andrés Muñoz. Ábrelo en Amparo: ${suite.app.url}/chat#${chat.chatId}`,
  )
  expect(text).toContain('Dejar de recibir correos de propuestas')
  expect(text).not.toMatch(/secreta|despido/)
  expect(header(mail, 'list-unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/baja\/[\w-]+>$/)
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mailsTo(chat.lawyer)).toEqual([])
  expect(await statesOf(chat.client)).toEqual(['sent'])
})

test('SEG-59, SEG-64 the end of a case is mailed with its title whatever is chosen, without unsubscribe; silence stops it', async () => {
  const chosen: Partial<NoticeSettings> = { unmailed_categories: [...NOTICE_CATEGORIES], frequency: 'weekly' }
  for (const is_silent of [false, true]) {
    const { client, lawyer, parties } = await createChat({ ...chosen, is_silent })
    const { caseId } = await makeActiveCase(suite.platform, parties)
    for (const to of ['en progreso', 'finalizado'])
      expect((await lawyer.post('/api/cases/advance', { caseId, to })).status).toBe(200)
    await deliverDue()
    const [mail, ...others] = mailsTo(client)
    expect(others).toEqual([])
    if (is_silent) expect(mail).toBeUndefined()
    else {
      expect(subject(mail)).toBe('Tu abogado cerró la causa')
      expect(mail && readable(mail)).toContain(
        `Andrés Muñoz cerró la causa “Consulta con Andrés Muñoz”. Ábrelo en Amparo: ${suite.app.url}/case/${caseId}`,
      )
      expect(header(mail, 'list-unsubscribe')).toBeUndefined()
    }
    expect(mailsTo(lawyer)).toEqual([])
  }
})

test('SEG-65 read, withdrawn, unwanted, or to an unconfirmed or suspended account: no e-mail leaves', async () => {
  const read = await createChat()
  await propose(read)
  await read.client.rpc('notices.readAll', {})
  const withdrawn = await createChat()
  const { id: proposalId } = await propose(withdrawn)
  const unwanted = await createChat({ unmailed_categories: ['proposals'] })
  await propose(unwanted)
  const unconfirmed = await createChat()
  await propose(unconfirmed)
  await sql(`update "user" set "emailVerified" = false where id = $1`, [unconfirmed.client.id])
  const suspended = await createChat()
  await propose(suspended)
  await sql(`update "user" set suspended_at = now(), suspension_reason = 'Prueba' where id = $1`, [
    suspended.client.id,
  ])
  // Withdrawn after it was queued.
  smtp.replies = { CONNECT: '421 later' }
  await queueDueMails(suite.platform)
  const failed = `select 1 from graphile_worker.jobs where key like 'notice:%' and last_error is not null`
  await eventually(async () => (await sql(failed)).length > 0)
  expect((await withdrawn.lawyer.post('/api/proposals/withdraw', { proposalId })).status).toBe(200)
  smtp.replies = {}
  await retryJobsNow(suite.database, 'notice:%')
  await waitForEmptyQueue(suite.database)
  for (const { client } of [read, withdrawn, unwanted, unconfirmed, suspended]) {
    expect(mailsTo(client)).toEqual([])
    expect(await statesOf(client)).toEqual(['dropped'])
  }
})

test('SEG-60 in quiet hours it waits; a change of the settings decides anew', async () => {
  const hour = (offset: number) => {
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Santiago', timeStyle: 'short' })
    return shown.format(new Date(Date.now() + offset * 3_600_000))
  }
  const quiet = { from: hour(-2), until: hour(2) }
  const chat = await createChat({ quiet })
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toEqual([])
  const [waiting] = await sql<{ later: boolean }>(
    `select mail_due_at > app_now() + interval '1 hour' as later from notices where user_id = $1 and mail_state = 'due'`,
    [chat.client.id],
  )
  expect(waiting).toEqual({ later: true })
  expect(await choose(chat.client, { quiet: null })).toMatchObject({ quiet: null })
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
})

test('SEG-60 a daily digest: one a person and day, only what is unread, never empty', async () => {
  const chat = await createChat({ frequency: 'daily' })
  const { caseId } = await makeActiveCase(suite.platform, chat.parties)
  await makeDocument(suite.platform, { caseId, userId: chat.lawyer.id, name: 'a.pdf', bytes: pdf() })
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toEqual([])
  const makeOlder = (who: Member) =>
    sql(
      `update notices set created_at = created_at - interval '2 days', mail_due_at = app_now() where user_id = $1 and mail_state = 'due'`,
      [who.id],
    )
  await makeOlder(chat.client)
  const [read] = (await chat.client.rpc('notices.list', {})).json<NoticesPage>().notices
  await chat.client.rpc('notices.read', { noticeId: read?.id })
  await Promise.all([queueDueMails(suite.platform), queueDueMails(suite.platform)])
  await waitForEmptyQueue(suite.database)
  const [digest, ...others] = mailsTo(chat.client)
  expect(others).toEqual([])
  const text = digest && readable(digest)
  expect(header(digest, 'subject')).toMatch(/^Tienes \d avisos? en Amparo$/)
  expect(text).toContain('Andrés Muñoz subió documentos en “Consulta con Andrés Muñoz”.')
  expect(text).not.toContain('a.pdf')
  // The lawyer has read all: nothing to send.
  await chat.lawyer.rpc('notices.readAll', {})
  await makeOlder(chat.lawyer)
  await deliverDue()
  expect(mailsTo(chat.lawyer)).toEqual([])
  // A second one the same day waits for tomorrow's.
  await propose(chat)
  await makeOlder(chat.client)
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
  expect((await statesOf(chat.client)).at(-1)).toBe('due')
})

test('SEG-61 discreet: no name, title, matter or product word in any byte', async () => {
  const chat = await createChat({ is_discreet: true })
  await propose(chat)
  const { caseId } = await makeActiveCase(suite.platform, chat.parties)
  await makeDocument(suite.platform, { caseId, userId: chat.lawyer.id, name: 'denuncia.pdf', bytes: pdf() })
  await deliverDue()
  const mails = mailsTo(chat.client)
  expect(mails.length).toBeGreaterThanOrEqual(2)
  for (const mail of mails) {
    expect(header(mail, 'subject')).toBe('Tienes un aviso pendiente')
    expect(header(mail, 'from')).toBe('Avisos <avisos@amparo.test>')
    const text = readable(mail)
    expect(text).toContain('Entra cuando estés en un lugar seguro.')
    // The sender's domain is the only place where the product's name is.
    expect(text.replaceAll('amparo.test', '')).not.toMatch(
      /amparo|camila|rojas|andr[eé]s|muñoz|consulta|propuesta|document|denuncia|causa|abogad/i,
    )
  }
})

test('SEG-65 three refusals of the address: no more e-mails until the person confirms it', async () => {
  const chat = await createChat()
  smtp.replies = { RCPT: '550 no such user' }
  for (let refusals = 0; refusals < 4; refusals++) {
    expect((await chat.client.rpc('notices.settings', {})).json<SettingsView>().refused_email).toBe(
      refusals < 3 ? null : chat.client.email.replace(/^(.).*@/, '$1•••••@'),
    )
    await propose(chat)
    await deliverDue()
  }
  expect(await statesOf(chat.client)).toEqual(['failed', 'failed', 'failed', 'dropped'])
  smtp.replies = {}
  const answer = await chat.client.rpc('notices.confirmAddress', {})
  expect(answer.json<SettingsView>().refused_email).toBeNull()
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
})

test('SEG-57, SEG-65 a mail server that fails in every way: each e-mail arrives once', async () => {
  const chats = await Promise.all(Array.from({ length: 6 }, () => createChat()))
  await Promise.all(chats.map((chat) => propose(chat)))
  await queueDueMails(suite.platform)
  for (const failure of [
    { CONNECT: 'drop' },
    { MAIL: '451 try again' },
    { RCPT: '450 greylisted' },
    { DATA: 'drop' },
    { BODY: '452 disk full' },
  ]) {
    smtp.replies = failure
    await retryJobsNow(suite.database, 'notice:%')
    await eventually(async () => {
      const running = await sql(`select 1 from graphile_worker.jobs where run_at <= now()`)
      return running.length === 0
    })
  }
  smtp.replies = {}
  await retryJobsNow(suite.database, 'notice:%')
  await waitForEmptyQueue(suite.database)
  for (const { client } of chats) expect(mailsTo(client)).toHaveLength(1)
  expect(new Set(smtp.deliveries.map((mail) => header(mail, 'message-id'))).size).toBe(chats.length)
})

test('SEG-63 the link of an e-mail: GET changes nothing, POST ends the category, from anywhere and twice the same', async () => {
  const chat = await createChat()
  await propose(chat)
  await deliverDue()
  const url = header(mailsTo(chat.client)[0], 'list-unsubscribe')?.slice(1, -1) ?? ''
  const chosen = async () =>
    (await chat.client.rpc('notices.settings', {})).json<SettingsView>().unmailed_categories
  for (let visits = 0; visits < 2; visits++) {
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Ya no te escribiremos correos de propuestas.')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect(await chosen()).toEqual([])
  const oneClick = () =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://correo.example' },
    })
  for (const answer of [await oneClick(), await oneClick()]) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect(await chosen()).toEqual(['proposals'])
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
  const lines = JSON.stringify(suite.apps[0]?.log())
  expect(lines).toContain('/baja/…')
  expect(lines).not.toContain(new URL(url).pathname)
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(1_025) })
  expect(large.status).toBe(413)
})

test('SEG-63 a link that was altered, of another secret, a year old, or of a deleted account', async () => {
  const { id } = await suite.member()
  const { sealer } = suite.platform
  const yearAgo = Date.now() - 366 * 86_400_000
  const valid = unsubscribeToken(sealer, id, 'reviews')
  const gone = unsubscribeToken(sealer, randomUUID(), 'all')
  const tokens = [
    `${valid.slice(0, -1)}${valid.endsWith('A') ? 'B' : 'A'}`,
    createSealer('otro-secreto-de-mas-de-treinta-y-dos-letras').seal({
      userId: id,
      unsubscribe: 'all',
      issuedAt: Date.now(),
    }),
    sealer.seal({ userId: id, unsubscribe: 'all', issuedAt: yearAgo }),
    sealer.seal(null),
    'x',
    '%00',
  ]
  const refusal = 'Este enlace ya no sirve. Cambia tus avisos en tu cuenta.'
  for (const token of [...tokens, gone])
    for (const method of token === gone ? ['POST'] : ['GET', 'POST']) {
      const answer = await fetch(`${suite.app.url}/baja/${token}`, { method })
      expect([token, answer.status]).toEqual([token, 404])
      expect(await answer.text()).toContain(refusal)
    }
  expect(await sql('select 1 from notice_settings where user_id = $1', [id])).toEqual([])
  const [posted] = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${suite.app.url}/baja/${valid}`, { method: 'POST' })),
  )
  expect(posted?.status).toBe(200)
  expect(await sql('select unmailed_categories from notice_settings where user_id = $1', [id])).toEqual([
    { unmailed_categories: ['reviews'] },
  ])
})

test('F1, SEG-57 kill -9 while the mail server is silent: the next process sends it, once, with the same Message-ID', async () => {
  const chat = await createChat()
  await propose(chat)
  smtp.replies = { BODY: 'silence' }
  const apps: AppProcess[] = []
  const start = async () => apps.push(await startAppProcess({ databaseUrl: suite.database.url, env }))
  try {
    // Of this process's jobs none may take it.
    await sql(`update notices set mail_due_at = app_now() + interval '1 hour' where user_id = $1`, [
      chat.client.id,
    ])
    await start()
    await suite.apps[0]?.stop()
    await sql(`update notices set mail_due_at = app_now() where user_id = $1`, [chat.client.id])
    await queueDueMails(suite.platform)
    const locked = `select 1 from graphile_worker.jobs where locked_at is not null and key like 'notice:%'`
    await eventually(async () => (await sql(locked)).length > 0)
    await apps[0]?.kill()
    smtp.replies = {}
    // Instead of waiting for the minute after which jobs of dead processes are unlocked.
    await sql(`update graphile_worker._private_jobs set locked_at = locked_at - interval '61 s'`)
    await start()
    await eventually(async () => mailsTo(chat.client).length > 0)
    await waitForEmptyQueue(suite.database)
    expect(mailsTo(chat.client)).toHaveLength(1)
    expect(await statesOf(chat.client)).toEqual(['sent'])
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
  }
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { followMessages, notifyWaits } from '../../src/capabilities/chat/jobs.server.ts'
import { queueDueMails } from '../../src/capabilities/notices/jobs.server.ts'
import {
  NOTICE_CATEGORIES,
  type NoticeSettings,
  type NoticesPage,
  type SettingsView,
} from '../../src/capabilities/notices/schema.ts'
import { makeActiveCase, sendText } from '../../src/demo-data/conversations.ts'
import { makeDocument } from '../../src/demo-data/workspace.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import type { Member } from '../support/app/suite.ts'
import { eventually, retryJobsNow, waitForEmptyQueue } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { header, readable, subject, useNoticeMails } from '../support/mail/notice-mails.ts'

const { suite, env, smtp, sql, choose, createChat, propose, deliverDue, mailsTo, statesOf } = useNoticeMails()

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
    expect((await lawyer.post('/api/cases/advance', { caseId, to: 'en progreso' })).status).toBe(200)
    const closing = { id: randomUUID(), outcome: 'Acuerdo', text: 'Llegamos a un acuerdo.', remaining: null }
    expect((await lawyer.post('/api/closings/close', { caseId, ...closing })).status).toBe(200)
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

test('SEG-65 read, withdrawn, unwanted, or to a suspended account: no e-mail leaves; for an unconfirmed one it waits', async () => {
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
  smtp().replies = { CONNECT: '421 later' }
  await queueDueMails(suite.platform)
  const failed = `select 1 from graphile_worker.jobs where key like 'notice:%' and last_error is not null`
  await eventually(async () => (await sql(failed)).length > 0)
  expect((await withdrawn.lawyer.post('/api/proposals/withdraw', { proposalId })).status).toBe(200)
  smtp().replies = {}
  await retryJobsNow(suite.database, 'notice:%')
  await waitForEmptyQueue(suite.database)
  for (const { client } of [read, withdrawn, unwanted, suspended]) {
    expect(mailsTo(client)).toEqual([])
    expect(await statesOf(client)).toEqual(['dropped'])
  }
  const { client } = unconfirmed
  expect(mailsTo(client)).toEqual([])
  const settings = (await client.get('/api/notices/settings')).json() as SettingsView
  expect(settings.unconfirmed_email).toMatch(/^.\S*•\S*@/)
  await sql(`update "user" set "emailVerified" = true where id = $1`, [client.id])
  await sql('update notices set mail_due_at = app_now() where user_id = $1', [client.id])
  await deliverDue()
  expect(mailsTo(client)).toHaveLength(1)
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

test('SEG-56, SEG-59 «Marcar todo como leído» reads what is listed; the e-mail of a hidden category still leaves', async () => {
  const chat = await createChat({ hidden_categories: ['proposals'] })
  await propose(chat)
  expect((await chat.client.rpc('notices.list', {})).json<NoticesPage>().notices).toEqual([])
  expect((await chat.client.rpc('notices.readAll', {})).status).toBe(200)
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
})

test('SEG-79 a title that a person wrote is text in the e-mail, whatever it contains', async () => {
  const { client, lawyer, parties } = await createChat()
  const { caseId } = await makeActiveCase(suite.platform, parties)
  const title = '<img src=x onerror=alert(1)> & "ella" =1+1'
  expect((await client.post('/api/open-cases/rename', { caseId, title })).status).toBe(200)
  const update = { id: randomUUID(), stage: 'Otra', text: 'Una novedad', nextStep: null, promisedOn: null }
  expect((await lawyer.post('/api/progress/publish', { caseId, ...update })).status).toBe(200)
  await deliverDue()
  const mail = mailsTo(client).find((one) => subject(one) === 'Novedad en tu causa')
  expect(mail && readable(mail)).toContain(`“${title}”`)
  const html = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').split('<html')[1]
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; ')
  expect(html).not.toContain('<img src=x')
})

test('SEG-62 an unread message: who wrote and a link, never its words; nothing in the list of notices', async () => {
  const chat = await createChat()
  // The first run begins at the end of the events.
  await followMessages(suite.platform)
  await sendText(suite.platform, chat.chatId, chat.client.id, 'Me despidieron sin aviso')
  await eventually(async () => {
    await followMessages(suite.platform, 0)
    return (await sql('select 1 from chat_waits where chat_id = $1', [chat.chatId])).length > 0
  })
  await sql(`update chat_waits set due_at = app_now() where chat_id = $1`, [chat.chatId])
  await notifyWaits(suite.platform)
  await deliverDue()
  const [mail, ...others] = mailsTo(chat.lawyer)
  expect(others).toEqual([])
  expect(subject(mail)).toBe('Camila Rojas te respondió')
  const text = mail ? readable(mail) : ''
  expect(text).toContain(
    `Hola, Andrés Muñoz: Camila Rojas te respondió. Responde desde tu chat: ${suite.app.url}/chat#${chat.chatId}`,
  )
  expect(text).not.toMatch(/despidieron|sin aviso/)
  expect((await chat.lawyer.rpc('notices.list', {})).json<NoticesPage>().notices).toEqual([])
  expect((await chat.lawyer.rpc('notices.unseen', {})).json<{ unseen: number }>()).toEqual({ unseen: 0 })
})

test('SEG-62, SEG-65 an e-mail that quiet hours hold is dropped when the message was read and another one waits', async () => {
  const { client, lawyer, chatId } = await createChat()
  for (const text of ['uno', 'dos']) {
    await sendText(suite.platform, chatId, lawyer.id, text)
    await eventually(async () => {
      await followMessages(suite.platform, 0)
      await sql('update chat_waits set due_at = app_now() where chat_id = $1 and notices = 0', [chatId])
      await notifyWaits(suite.platform)
      return (await statesOf(client)).length === (text === 'uno' ? 1 : 2)
    })
    if (text === 'uno')
      await sql('update chats set client_read_seq = last_seq, client_unread_count = 0 where id = $1', [
        chatId,
      ])
  }
  expect((await statesOf(client)).sort()).toEqual(['dropped', 'due'])
  await deliverDue()
  expect(mailsTo(client)).toHaveLength(1)
})

test('SEG-65 the e-mail of a kind that only a newer process knows waits for that; after a week it is dropped', async () => {
  const { client } = await createChat()
  await sql(`insert into notices (user_id, kind, key, ref) values ($1, 'of-tomorrow', 'of-tomorrow:1', $1)`, [
    client.id,
  ])
  await deliverDue()
  expect(await statesOf(client)).toEqual(['due'])
  await sql(`update notices set mail_due_at = app_now(), created_at = app_now() - interval '8 days'`)
  await deliverDue()
  expect(await statesOf(client)).toEqual(['dropped'])
})

test('SEG-65 what was undone before its e-mail leaves has none', async () => {
  const { client, lawyer, parties } = await createChat()
  const { caseId } = await makeActiveCase(suite.platform, parties)
  await lawyer.post('/api/cases/advance', { caseId, to: 'en progreso' })
  const closing = { id: randomUUID(), outcome: 'Acuerdo', text: 'Llegamos a un acuerdo.', remaining: null }
  expect((await lawyer.post('/api/closings/close', { caseId, ...closing })).status).toBe(200)
  const objection = { caseId, closingId: closing.id, why: 'Falta el pago.' }
  expect((await client.post('/api/closings/object', objection)).status).toBe(200)
  await deliverDue()
  expect(mailsTo(client)).toEqual([])
  expect(mailsTo(lawyer).some((mail) => readable(mail).includes('no está de acuerdo con el cierre'))).toBe(
    true,
  )
})

test('SEG-65 three refusals of the address: no more e-mails until the person confirms it', async () => {
  const chat = await createChat()
  smtp().replies = { RCPT: '550 no such user' }
  for (let refusals = 0; refusals < 4; refusals++) {
    expect((await chat.client.rpc('notices.settings', {})).json<SettingsView>().refused_email).toBe(
      refusals < 3 ? null : chat.client.email.replace(/^(.).*@/, '$1•••••@'),
    )
    await propose(chat)
    await deliverDue()
  }
  expect(await statesOf(chat.client)).toEqual(['failed', 'failed', 'failed', 'dropped'])
  smtp().replies = {}
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
    smtp().replies = failure
    await retryJobsNow(suite.database, 'notice:%')
    await eventually(async () => {
      const running = await sql(`select 1 from graphile_worker.jobs where run_at <= now()`)
      return running.length === 0
    })
  }
  smtp().replies = {}
  await retryJobsNow(suite.database, 'notice:%')
  await waitForEmptyQueue(suite.database)
  for (const { client } of chats) expect(mailsTo(client)).toHaveLength(1)
  expect(new Set(smtp().deliveries.map((mail) => header(mail, 'message-id'))).size).toBe(chats.length)
})

test('F1, SEG-57 kill -9 while the mail server is silent: the next process sends it, once, with the same Message-ID', async () => {
  const chat = await createChat()
  await propose(chat)
  smtp().replies = { BODY: 'silence' }
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
    smtp().replies = {}
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

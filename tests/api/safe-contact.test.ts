import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queueDueMails } from '../../src/capabilities/notices/jobs.server.ts'
import type { SettingsView } from '../../src/capabilities/notices/schema.ts'
import { type ContactInput, type ContactView, MESSAGES } from '../../src/capabilities/safe-contact/schema.ts'
import type { Member } from '../support/app/suite.ts'
import { eventually, retryJobsNow, waitForEmptyQueue } from '../support/database/test-database.ts'
import { header, readable, subject, useNoticeMails } from '../support/mail/notice-mails.ts'
import type { Problem } from '../support/network/http-client.ts'

const { suite, smtp, sql, choose, createChat, propose, deliverDue, mailsTo, statesOf } = useNoticeMails()

const NOTHING = { calls: null, hours: '', note: '' } as const
const save = (who: Member, change: Partial<ContactInput>) =>
  who.post('/api/safe-contact/save', { mail: 'normal', ...NOTHING, ...change })
const choice = async (who: Member) => (await who.get('/api/safe-contact/choice')).json<ContactView>()
const recover = async ({ email }: Member) =>
  expect((await suite.visitor().post('/api/accounts/request-recovery', { email })).status).toBe(200)

test('PLZ-70, PLZ-73, PLZ-74 what a client chooses is stored, cleaned, and shown to nobody else', async () => {
  const member = await suite.member()
  expect(await choice(member)).toEqual({
    mail: 'normal',
    is_chosen: false,
    ...NOTHING,
    sender_domain: 'amparo.test',
  })
  const chosen = {
    mail: 'discreto',
    calls: 'horario',
    hours: ' de 10\na 12 ',
    note: 'No dejes mensajes.\r\n',
  } as const
  const answer = await save(member, chosen)
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const stored = {
    ...chosen,
    is_chosen: true,
    hours: 'de 10 a 12',
    note: 'No dejes mensajes.',
    sender_domain: 'amparo.test',
  }
  expect(answer.json()).toEqual(stored)
  const read = await member.get('/api/safe-contact/choice')
  expect([read.json(), read.headers['cache-control']]).toEqual([stored, 'private, no-store'])
  // The hours count only with «Solo en este horario».
  expect((await save(member, { ...chosen, calls: 'no' })).json()).toMatchObject({ calls: 'no', hours: '' })
  const other = await suite.member()
  expect(await choice(other)).toMatchObject({ mail: 'normal', note: '' })
})

test('PLZ-74 bad input changes nothing and says why; lawyers and administrators get 403', async () => {
  const member = await suite.member()
  await save(member, { mail: 'ninguno', note: 'Así está bien.' })
  const rows = () => sql('select * from contact_choices order by user_id')
  const before = await rows()
  for (const [change, field, text] of [
    [{ calls: 'horario' }, 'hours', MESSAGES.hoursMissing],
    [{ hours: 'x'.repeat(61) }, 'hours', MESSAGES.hoursTooLong],
    [{ note: 'x'.repeat(201) }, 'note', MESSAGES.noteTooLong],
    [{ mail: 'carta' as 'normal' }, 'mail', MESSAGES.choiceInvalid],
  ] as const) {
    const answer = await save(member, change)
    expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, { [field]: text }])
  }
  for (const role of ['lawyer', 'admin'] as const) {
    const answer = await save(await suite.member({ role }), { mail: 'ninguno' })
    expect([answer.status, answer.json<Problem>().message]).toEqual([403, MESSAGES.clientsOnly])
  }
  expect(await rows()).toEqual(before)
})

test('PLZ-72 «No me escriban correos»: nothing of a case or of the account leaves; the link that was asked for does, discreetly', async () => {
  const chat = await createChat()
  await save(chat.client, { mail: 'ninguno' })
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toEqual([])
  expect(await statesOf(chat.client)).toEqual(['dropped'])
  // In Amparo everything stands.
  expect((await chat.client.rpc('notices.unseen', {})).json()).toEqual({ unseen: 1 })
  // A sign-in from an unknown browser is not asked for.
  const { email, password } = chat.client
  expect((await suite.visitor().post('/api/accounts/login', { email, password })).status).toBe(200)
  expect((await suite.visitor().post('/api/accounts/login', { email, password })).status).toBe(200)
  await waitForEmptyQueue(suite.database)
  expect(mailsTo(chat.client)).toEqual([])
  await recover(chat.client)
  await waitForEmptyQueue(suite.database)
  const [mail, ...others] = mailsTo(chat.client)
  expect(others).toEqual([])
  expect(subject(mail)).toBe('Tienes un aviso pendiente')
  const token = /restablecer-contrasena\?token=([\w-]+)/.exec(mail ? readable(mail) : '')?.[1]
  const reset = { token, password: 'clave-nueva-1', confirmPassword: 'clave-nueva-1' }
  expect((await suite.visitor().post('/api/accounts/reset-password', reset)).status).toBe(200)
})

test('PLZ-71 «Correo discreto» holds for e-mails of the account, too: no name, date or product word in any byte', async () => {
  const member = await suite.member({ name: 'Camila Rojas' })
  await save(member, { mail: 'discreto' })
  const passwords = {
    currentPassword: member.password,
    password: 'clave-nueva-1',
    confirmPassword: 'clave-nueva-1',
  }
  expect((await member.post('/api/accounts/change-password', passwords)).status).toBe(200)
  await recover(member)
  await waitForEmptyQueue(suite.database)
  const mails = mailsTo(member)
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    expect(subject(mail)).toBe('Tienes un aviso pendiente')
    expect(header(mail, 'from')).toBe('Avisos <avisos@amparo.test>')
    expect(
      readable(mail)
        .replaceAll('amparo.test', '')
        .replaceAll(/http\S+/g, ''),
    ).not.toMatch(/amparo|camila|rojas|contraseña|cuenta|seguridad/i)
  }
  expect(mails.some((mail) => /\/no-fui-yo#[\w-]{20,}/.test(readable(mail)))).toBe(true)
})

test('PLZ-72 a choice that is made after queueing holds at sending', async () => {
  const [discreet, none] = await Promise.all([createChat(), createChat()])
  smtp().replies = { CONNECT: '421 later' }
  await Promise.all([propose(discreet), propose(none), recover(discreet.client)])
  await queueDueMails(suite.platform)
  const failed = `select 1 from graphile_worker.jobs where last_error is not null`
  await eventually(async () => (await sql(failed)).length >= 3)
  await save(discreet.client, { mail: 'discreto' })
  await save(none.client, { mail: 'ninguno' })
  smtp().replies = {}
  await retryJobsNow(suite.database, '%')
  await waitForEmptyQueue(suite.database)
  expect(mailsTo(none.client)).toEqual([])
  const mails = mailsTo(discreet.client)
  expect(mails.map(subject)).toEqual(['Tienes un aviso pendiente', 'Tienes un aviso pendiente'])
  for (const mail of mails) expect(readable(mail)).not.toMatch(/Camila|Andrés|propuesta|contraseña:/)
})

test('PLZ-71, DAT-55 the choice also holds at an address that the account had before, or is about to get', async () => {
  const member = await suite.member()
  await save(member, { mail: 'discreto' })
  const to = `${randomUUID()}@prueba.test`
  const asked = await member.post('/api/security/request-email-change', { email: to })
  expect(asked.status, asked.text).toBe(200)
  await waitForEmptyQueue(suite.database)
  const [confirmation] = mailsTo({ email: to })
  expect(subject(confirmation)).toBe('Tienes un aviso pendiente')
  const token = /token=([\w-]+)/.exec(confirmation ? readable(confirmation) : '')?.[1]
  const confirmed = await member.post('/api/security/confirm-email-change', { token })
  expect(confirmed.status, confirmed.text).toBe(200)
  await waitForEmptyQueue(suite.database)
  const mails = [...mailsTo({ email: to }), ...mailsTo(member)]
  expect(mails.length).toBeGreaterThanOrEqual(3)
  for (const mail of mails) expect(subject(mail)).toBe('Tienes un aviso pendiente')
  // Somebody else who registers nothing of this is written to as usual.
  const other = await suite.member()
  await recover(other)
  await waitForEmptyQueue(suite.database)
  expect(mailsTo(other).map(subject)).toEqual(['Restablece tu contraseña'])
})

test('SEG-61, PLZ-70 «Discreción» of the preferences is the same choice; «No me escriban correos» survives other preferences', async () => {
  const member = await suite.member()
  await choose(member, { is_discreet: true })
  expect(await choice(member)).toMatchObject({ mail: 'discreto' })
  await choose(member, { is_discreet: false })
  expect(await choice(member)).toMatchObject({ mail: 'normal' })
  await save(member, { mail: 'ninguno', note: 'Sin correos.' })
  const settings = (await member.get('/api/notices/settings')).json<SettingsView>()
  expect(settings).toMatchObject({ is_discreet: false, is_unmailed: true })
  await choose(member, { frequency: 'weekly' })
  expect(await choice(member)).toMatchObject({ mail: 'ninguno', note: 'Sin correos.' })
  await choose(member, { is_discreet: true })
  expect(await choice(member)).toMatchObject({ mail: 'discreto', note: 'Sin correos.' })
})

test('PLZ-73 the lawyer of a chat, and nobody else, reads what must be known before contacting the client', async () => {
  const chat = await createChat()
  const { chatId, client, lawyer } = chat
  const read = async (who: Member) => {
    const answer = await who.rpc('chat.safeContact', { chatId })
    return [answer.status, answer.json<{ sentence?: string | null }>().sentence]
  }
  expect(await read(lawyer)).toEqual([200, null])
  await save(client, { calls: 'horario', hours: 'lunes de 10 a 12', note: '<b>Él</b> contesta mi teléfono' })
  const sentence = 'llama solo en este horario: lunes de 10 a 12. “<b>Él</b> contesta mi teléfono”'
  expect(await read(lawyer)).toEqual([200, sentence])
  expect(await read(client)).toEqual([200, null])
  const stranger = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  expect((await read(stranger))[0]).toBe(404)
  // What the client says stays when the account goes, nowhere.
  const gone = await client.post('/api/departure/delete-account', { password: client.password })
  expect(gone.status, gone.text).toBe(200)
  expect(await sql('select 1 from contact_choices where user_id = $1', [client.id])).toEqual([])
  expect(await read(lawyer)).toEqual([200, null])
})

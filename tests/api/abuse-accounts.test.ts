import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeActiveCase, makeOpenCase, makeProposal, sendText } from '../../src/demo-data/conversations.ts'
import { completeProfile, setPlan } from '../../src/demo-data/lawyers.ts'
import { makeTask } from '../../src/demo-data/workspace.ts'
import { useTestApp } from '../support/app/suite.ts'
import { registrationInput } from '../support/data/registration-input.ts'
import { postReview, reviewInput } from '../support/data/review-fixtures.ts'
import { clientWithSession, mintSession } from '../support/data/sessions.ts'
import { eventually, waitForEmptyQueue } from '../support/database/test-database.ts'
import { listFiles, picture, storeFile } from '../support/files/test-files.ts'
import type { Client, HttpResponse, Problem } from '../support/network/http-client.ts'

// Abuse cases of tools/abuse-cases.ts: registration, login, e-mail and account deletion. The slices have
// tests of their own.

const suite = useTestApp()
const visitor = () => clientWithSession(suite.app.url)

async function member(input: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(suite.platform.db, input)
  return { ...clientWithSession(suite.app.url, await mintSession(suite, account.id)), ...account }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('rights', () => {
  test('AUT-22, abuse 2: a lawyer or administrator whose profile row is missing has no rights', async () => {
    const client = await member()
    const caseId = await makeOpenCase(suite.platform, client.id)
    for (const role of ['lawyer', 'admin'] as const) {
      const withoutProfile = await member({
        role,
        ...(role === 'lawyer' && { verificationStatus: 'verified' }),
      })
      const session = await withoutProfile.get('/api/accounts/session')
      expect(session.json<{ user: { role: string } }>().user.role).toBe(role)
      await suite.database.sql('delete from profiles where id = $1', [withoutProfile.id])
      const before = await suite.database.snapshot('rate_limits')
      for (const [path, input] of [
        ['/api/chat/start-from-case', { caseId }],
        ['/api/plans/subscribe', { planId: 'basico' }],
        ['/api/proposals/create', { id: randomUUID(), chatId: randomUUID(), summary: 'x', fee: 1 }],
        ['/api/onboarding/send-code', {}],
        ['/api/verification/verify', { lawyerId: withoutProfile.id, confirmed: true }],
        ['/api/accounts/update-name', { name: 'Otro Nombre' }],
      ] as const) {
        const answer = await withoutProfile.post(path, input)
        expect([path, answer.status]).toEqual([path, 403])
      }
      for (const path of ['/api/cases/market', '/api/plans/credits', '/api/verification/queue'])
        expect([path, (await withoutProfile.get(path)).status]).toEqual([path, 403])
      expect(await suite.database.snapshot('rate_limits')).toEqual(before)
    }
  })
})

describe('signing in', () => {
  test('AUT-04, abuse 9: an unknown address costs the same work as a wrong password', async () => {
    const { email } = await makeAccount(suite.platform.db)
    // CPU time: unlike elapsed time, it does not depend on what else the machine does.
    const work = async (address: string) => {
      const before = process.cpuUsage()
      const answer = await visitor().post('/api/accounts/login', { email: address, password: 'equivocada' })
      expect(answer.status).toBe(401)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    await work(email)
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let at = 0; at < 15; at++) {
      unknown.push(await work(`nadie${at}@prueba.test`))
      known.push(await work(email))
    }
    // The password hash is more than 90% of the work of both.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.7)
    expect(median(known)).toBeGreaterThan(median(unknown) * 0.7)
  })
})

describe('mail', () => {
  const mailTo = (address: string) =>
    suite.database.sql<{ recipient: string; subject: string; text: string; html: string }>(
      'select recipient, subject, text, html from local_mailbox where recipient = $1',
      [address],
    )

  test('OPEN-12, abuse 8: of 100 requests for a code five are accepted in an hour; the others get Retry-After', async () => {
    const lawyer = await member({ role: 'lawyer' })
    const statuses: number[] = []
    for (let at = 0; at < 100; at++) {
      // Tests the hourly limit. The minute between two codes is tested in email-code.test.ts.
      await suite.database.sql(
        `update email_codes set sent_at = sent_at - interval '61 seconds' where lawyer_id = $1`,
        [lawyer.id],
      )
      const answer = await lawyer.post('/api/onboarding/send-code')
      statuses.push(answer.status)
      // The response may precede the e-mail, and the next code cancels an e-mail that is still queued.
      if (answer.status === 200) await waitForEmptyQueue(suite.database)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(95).fill(429)])
    expect(await mailTo(lawyer.email)).toHaveLength(5)
  })

  test('H-07, B2, abuse 8: a stranger’s mailbox gets at most five codes an hour, however often the account is deleted and registered again', async () => {
    const input = registrationInput({ role: 'lawyer' })
    const answers: HttpResponse[] = []
    // The deletion of the account takes its e-mails along.
    let mails = 0
    for (let at = 0; at < 8; at++) {
      const person = visitor()
      expect((await person.post('/api/accounts/register', input)).status).toBe(200)
      answers.push(await person.post('/api/onboarding/send-code'))
      await waitForEmptyQueue(suite.database)
      mails += (await mailTo(input.email)).length
      const left = await person.post('/api/departure/delete-account', { password: input.password })
      expect(left.status, left.text).toBe(200)
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(200), 429, 429, 429])
    const last = answers.at(-1)
    expect(last?.json<Problem>().message).toBe(
      'Pediste muchos códigos. Espera unos minutos e inténtalo de nuevo.',
    )
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(60)
    expect(mails).toBe(5)
  })

  test('OPEN-14, abuse 35: line breaks and markup in a name are sent as text, to one recipient', async () => {
    const name = 'Eva\r\nBcc: malo@prueba.test\r\n\r\n<a href="https://malo.test">Premio</a>'
    const input = registrationInput({ role: 'lawyer' })
    const person = visitor()
    expect((await person.post('/api/accounts/register', { ...input, name })).status).toBe(422)
    expect((await person.post('/api/accounts/register', input)).status).toBe(200)
    // Written directly, like a name from before such names were refused.
    for (const table of ['profiles', '"user"'])
      await suite.database.sql(`update ${table} set name = $1 where email = $2`, [name, input.email])
    expect((await person.post('/api/onboarding/send-code')).status).toBe(200)
    await eventually(async () => (await mailTo(input.email)).length === 1)
    const [mail] = await mailTo(input.email)
    expect(mail?.subject).toMatch(/^Tu código de verificación: \d{6}$/)
    expect(mail?.html).not.toMatch(/<a [^>]*malo/)
    expect(mail?.text).not.toMatch(/^Bcc:/m)
    const [others] = await suite.database.sql<{ count: number }>(
      `select count(*) from local_mailbox where recipient like '%malo%'`,
    )
    expect(others?.count).toBe(0)
  })
})

describe('account deletion', () => {
  const SECRETS = { rut: '7654321-6', phone_number: '+56987651234', address_street: 'Calle Reservada' }

  /** Creates a client and a lawyer with one row of each kind between them. */
  async function createPair(names: { client: string; lawyer: string }) {
    const { platform, database } = suite
    const client = await member({ name: names.client })
    const lawyer = await member({ name: names.lawyer, role: 'lawyer', verificationStatus: 'verified' })
    await completeProfile(platform.db, lawyer.id, SECRETS)
    await setPlan(platform.db, lawyer.id, 'basico', 20)
    const card = await storeFile(platform, { bucket: 'identidad', ownerId: lawyer.id })
    const photo = await storeFile(platform, {
      bucket: 'avatars',
      ownerId: lawyer.id,
      bytes: await picture('jpeg'),
      type: 'image/jpeg',
    })
    const paths = [lawyer.id, card, `/archivos/${photo}`]
    await database.sql('update lawyer_profiles set id_card_path = $2 where id = $1', paths.slice(0, 2))
    await database.sql('update profiles set avatar_url = $2 where id = $1', [lawyer.id, paths[2]])
    const { caseId, chatId } = await makeActiveCase(platform, { clientId: client.id, lawyerId: lawyer.id })
    await makeProposal(platform, { chatId, lawyerId: lawyer.id })
    for (const who of [client, lawyer]) await sendText(platform, chatId, who.id, 'Nos vemos el lunes.')
    await makeTask(platform, { caseId, lawyerId: lawyer.id }, 'Revisar')
    await makeOpenCase(platform, client.id)
    expect((await postReview(client, reviewInput(lawyer.id))).status).toBe(200)
    return { client, lawyer }
  }

  const deleteAccount = (who: Client, password: string) =>
    who.post('/api/departure/delete-account', { password })

  /** Finds these words in the whole database. @returns «table: word» */
  async function findTraces(words: readonly string[]): Promise<string[]> {
    await waitForEmptyQueue(suite.database)
    const tables = await suite.database.sql<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename <> 'local_mailbox' order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables)
      for (const word of words) {
        const rows = await suite.database.sql(
          `select 1 from ${name} t where position($1 in t::text) > 0 limit 1`,
          [word],
        )
        if (rows.length > 0) found.push(`${name}: ${word}`)
      }
    return found
  }

  test('DEL-03, abuse 40: account deletion requires the password, and guessing it is rate limited', async () => {
    const person = await member()
    const before = await suite.database.snapshot('rate_limits')
    const guesses: number[] = []
    for (let at = 0; at < 8; at++) guesses.push((await deleteAccount(person, 'equivocada')).status)
    expect(guesses[0]).toBe(422)
    expect(guesses.at(-1)).toBe(429)
    const answer = await deleteAccount(person, person.password)
    expect([answer.status, answer.json<Problem>().data?.retryAfter]).toEqual([429, expect.any(Number)])
    expect((await deleteAccount(visitor(), person.password)).status).toBe(401)
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })

  test.each(['lawyer', 'client'] as const)(
    'DEL-07, OPEN-58, abuse 40: when a %s deletes the account, no name, address or file remains; a new account with the address inherits nothing',
    async (role) => {
      // Names that no other account has.
      const NAMES = {
        client: `Josefina Soto Que Ve Irse al ${role}`,
        lawyer: `Leopoldo Paz Que Ve Irse al ${role}`,
      }
      const { client, lawyer } = await createPair(NAMES)
      const [gone, stays] = role === 'lawyer' ? [lawyer, client] : [client, lawyer]
      const words = [gone.id, gone.email, NAMES[role], ...(role === 'lawyer' ? Object.values(SECRETS) : [])]
      // The audit log keeps former names of a lawyer.
      if (role === 'lawyer')
        expect((await gone.rpc('accounts.updateName', { name: `${NAMES.lawyer} Segundo` })).status).toBe(200)
      expect((await findTraces(words)).length).toBeGreaterThan(8)
      const cookie = gone.jar.get('amparo')
      const answer = await deleteAccount(gone, gone.password)
      expect(answer.status, answer.text).toBe(200)
      // The audit log records the deletion. Rows of the two others are unreachable, and swept after 7 days
      // and after one.
      expect(await findTraces(words)).toEqual(
        ['audit_log', 'events', 'rate_limits'].map((table) => `${table}: ${gone.id}`),
      )
      expect((await listFiles(suite.platform)).kept.filter((key) => key.includes(gone.id))).toEqual([])
      const replay = clientWithSession(suite.app.url, cookie)
      expect((await replay.get('/api/accounts/session')).json()).toEqual({ user: null, profileError: null })
      expect((await replay.get('/api/chat/list')).status).toBe(401)
      const { chats } = (await stays.get('/api/chat/list')).json<{
        chats: { id: string; partner: object }[]
      }>()
      expect(chats[0]?.partner).toEqual({ id: null, name: 'Usuario eliminado', avatar_url: null })
      const messages = await stays.get(`/api/chat/messages?chatId=${chats[0]?.id}`)
      expect(messages.text).toContain('Nos vemos el lunes.')
      const sender = role === 'lawyer' ? 'Usuario eliminado' : NAMES.lawyer
      expect(messages.text).toContain(`Aviso: «${sender}» ha enviado`)
      expect(messages.text).not.toContain(NAMES[role])

      const successor = visitor()
      const again = await successor.post(
        '/api/accounts/register',
        registrationInput({ email: gone.email, role }),
      )
      expect(again.status, again.text).toBe(200)
      const { user } = again.json<{ user: { id: string } }>()
      expect(user.id).not.toBe(gone.id)
      if (role === 'lawyer')
        expect(user).toMatchObject({
          verification_status: 'email_pending',
          plan: 'gratis',
          credits_available: 0,
        })
      expect((await successor.get('/api/chat/list')).json()).toMatchObject({ chats: [] })
      expect((await successor.get(`/api/chat/messages?chatId=${chats[0]?.id}`)).status).toBe(404)
    },
  )
})

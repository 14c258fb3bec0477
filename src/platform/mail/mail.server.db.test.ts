import { createElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { eventually, retryJobsNow } from '../../../tests/support/database/test-database.ts'
import { runJobs } from '../jobs/jobs.server.ts'
import {
  MAIL_TASK,
  type MailMessage,
  type MailTemplate,
  type MailTransport,
  mailTask,
  sendMail,
  waitForFirstAttempt,
} from './mail.server.ts'
import { createMailer } from './mailer.server.ts'
import { localTransport, readLocalMailbox } from './transport.server.ts'

const suite = useDatabase()

const template: MailTemplate<{ name: string; code: string }> = {
  name: 'prueba',
  isAskedFor: false,
  discreet: null,
  subject: ({ code }) => `Tu código: ${code}`,
  body: ({ name, code }) => createElement('p', {}, `Hola, ${name}: ${code}`),
}

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.stop()
})

/** Runs the queue with this transport until the test ends. */
async function deliverWith(transport: MailTransport): Promise<void> {
  const { pool, log, db, sealer } = suite.platform
  const mailer = createMailer(transport, { choiceOf: async () => 'normal', publicUrl: 'https://amparo.test' })
  const task = mailTask(db, log, sealer, [template], mailer)
  running.push(await runJobs(pool, log, { [MAIL_TASK]: task }, ''))
}

const send = (
  key: string,
  change: Partial<Parameters<typeof sendMail<{ name: string; code: string }>>[2]> = {},
) =>
  sendMail(suite.platform.db, suite.platform.sealer, {
    template,
    to: `${key}@prueba.test`,
    props: { name: 'Ñandú Secreto', code: '482913' },
    key,
    ...change,
  })

const jobOf = async (key: string) =>
  (
    await suite.database.sql(
      'select payload, attempts, last_error, run_at > now() as later from graphile_worker._private_jobs where key = $1',
      [`mail:${key}`],
    )
  )[0]
const attempts = (key: string) =>
  suite.database.sql('select sent, error from mail_attempts where job_key = $1 order by id', [key])
const waitForAttempts = (key: string, count: number) =>
  eventually(async () => {
    const rows = await attempts(key)
    return rows.length >= count && rows
  })

describe('a queued e-mail', () => {
  test('reveals no recipient, name, code or subject', async () => {
    await send('sellado')
    const tables = await suite.database.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'graphile_worker'`,
    )
    const everything: string[] = []
    for (const { name } of tables)
      everything.push(JSON.stringify(await suite.database.sql(`select * from ${name}`)))
    const text = everything.join('\n')
    expect(text).toContain('mail:sellado')
    for (const secret of ['sellado@', 'Ñandú', 'Secreto', '482913', 'Tu código'])
      expect(text).not.toContain(secret)
    const [row] = await suite.database.sql<{ payload: { sealed: string } }>(
      `select payload from graphile_worker._private_jobs where key = 'mail:sellado'`,
    )
    expect(suite.platform.sealer.open(row?.payload.sealed ?? '')).toEqual({
      to: 'sellado@prueba.test',
      props: { name: 'Ñandú Secreto', code: '482913' },
    })
  })

  test('queued twice with one key is encrypted differently, and sent once', async () => {
    await send('doble')
    const first = await jobOf('doble')
    await send('doble')
    const second = await jobOf('doble')
    expect(second?.payload.sealed).not.toBe(first?.payload.sealed)
    const sent: MailMessage[] = []
    await deliverWith(async (message) => void sent.push(message))
    await waitForAttempts('doble', 1)
    expect(sent.filter((message) => message.to === 'doble@prueba.test')).toHaveLength(1)
  })

  test('is gone when its transaction rolls back', async () => {
    const failing = suite.platform.db.transaction().execute(async (tx) => {
      await sendMail(tx, suite.platform.sealer, {
        template,
        to: 'x@prueba.test',
        props: { name: 'A', code: '1' },
        key: 'deshecho',
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await jobOf('deshecho')).toBeUndefined()
  })
})

describe('delivery', () => {
  test('sends an HTML and a text part, with the recipient’s name as text', async () => {
    const sent: { message: MailMessage; id: string }[] = []
    await send('partes', { props: { name: '<b>Eva</b> & Cía', code: '1\r\nBcc: malo@prueba.test\u2028x' } })
    await deliverWith(async (message, id) => void sent.push({ message, id }))
    await waitForAttempts('partes', 1)
    const { message, id } = sent.find((one) => one.id === 'partes') ?? {}
    expect(id).toBe('partes')
    expect(message?.to).toBe('partes@prueba.test')
    expect(message?.subject).toBe('Tu código: 1 Bcc: malo@prueba.test x')
    expect(message?.html).toContain('&lt;b&gt;Eva&lt;/b&gt; &amp; Cía')
    expect(message?.text).toContain('<b>Eva</b> & Cía')
  })

  test('when the transport fails, the attempt is recorded and retried later, and the e-mail is delivered once', async () => {
    const sent: MailMessage[] = []
    let broken = true
    await send('tropiezo')
    await deliverWith(async (message) => {
      if (broken) throw new Error('451 el servidor de tropiezo@prueba.test no responde')
      if (message.to.startsWith('tropiezo')) sent.push(message)
    })
    await waitForAttempts('tropiezo', 1)
    await eventually(async () => (await jobOf('tropiezo'))?.last_error)
    expect(await jobOf('tropiezo')).toMatchObject({ attempts: 1, later: true })
    await retryJobsNow(suite.database, 'mail:tropiezo')
    await waitForAttempts('tropiezo', 2)
    broken = false
    await retryJobsNow(suite.database, 'mail:tropiezo')
    const rows = await waitForAttempts('tropiezo', 3)
    expect(rows.map((row) => row.sent)).toEqual([false, false, true])
    expect(rows[0]?.error).toContain('451')
    expect(rows[2]?.error).toBeNull()
    expect(sent).toHaveLength(1)
    await eventually(async () => (await jobOf('tropiezo')) === undefined)
  })

  test('an expired e-mail is dropped without an attempt', async () => {
    const sent: MailMessage[] = []
    await send('vencido', { expires: new Date(Date.now() - 1000) })
    await send('vigente', { expires: new Date(Date.now() + 60_000) })
    await deliverWith(async (message) => void sent.push(message))
    await waitForAttempts('vigente', 1)
    await eventually(async () => (await jobOf('vencido')) === undefined)
    expect(sent.map((message) => message.to)).toEqual(['vigente@prueba.test'])
    expect(await attempts('vencido')).toEqual([])
  })

  test('a payload encrypted with another secret is not delivered', async () => {
    const { createSealer } = await import('../jobs/sealer.server.ts')
    const sent: MailMessage[] = []
    await sendMail(suite.platform.db, createSealer('otro-secreto-de-otra-instalacion-00'), {
      template,
      to: 'ajeno@prueba.test',
      props: { name: 'A', code: '1' },
      key: 'ajeno',
    })
    await deliverWith(async (message) => void sent.push(message))
    await eventually(async () => (await jobOf('ajeno'))?.last_error)
    expect(sent).toEqual([])
  })

  test('the local mailbox lists e-mails, also by recipient', async () => {
    for (const key of ['buzon1', 'buzon2']) await send(key)
    await deliverWith(localTransport(suite.platform.db))
    for (const key of ['buzon1', 'buzon2']) await waitForAttempts(key, 1)
    const [mail, ...others] = await readLocalMailbox(suite.platform.db, 'buzon1@prueba.test')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'buzon1@prueba.test',
      subject: 'Tu código: 482913',
      text: expect.stringContaining('Ñandú'),
    })
    expect((await readLocalMailbox(suite.platform.db, null)).length).toBeGreaterThanOrEqual(2)
    expect(await readLocalMailbox(suite.platform.db, "' or 1=1 --")).toEqual([])
  })
})

describe('waiting for the first attempt', () => {
  test('returns whether it was sent or failed, also by another process', async () => {
    await send('espera')
    const answer = waitForFirstAttempt(suite.platform.db, 'espera', 20_000)
    await deliverWith(async () => {})
    expect(await answer).toBe('sent')
    await Promise.all(running.splice(0).map((runner) => runner.stop()))
    await send('fracaso')
    const failure = waitForFirstAttempt(suite.platform.db, 'fracaso', 20_000)
    await deliverWith(async () => {
      throw new Error('no')
    })
    expect(await failure).toBe('failed')
  })

  test('counts the first attempt, not the last', async () => {
    await suite.database.sql(`insert into mail_attempts (job_key, sent, error, attempted_at) values
      ('orden', false, 'no', now()), ('orden', true, null, now())`)
    expect(await waitForFirstAttempt(suite.platform.db, 'orden')).toBe('failed')
  })

  test('ends after the timeout', async () => {
    expect(await waitForFirstAttempt(suite.platform.db, 'nadie', 0)).toBe('pending')
  })
})

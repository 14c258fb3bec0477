import { render, toPlainText } from '@react-email/render'
import { sql } from 'kysely'
import type { ReactElement } from 'react'
import type { Db, Tx } from '../database/database.server.ts'
import { enqueue, type Task, withdraw } from '../jobs/jobs.server.ts'
import type { Sealer } from '../jobs/secrets.server.ts'
import type { Log } from '../log/log.server.ts'

/** One kind of e-mail: its subject and body for some properties. Text of users is escaped by React. */
export interface MailTemplate<P> {
  subject(props: P): string
  body(props: P): ReactElement
}

// biome-ignore lint/suspicious/noExplicitAny: each template has its own properties; the name ties them at the call
export type MailTemplates = Record<string, MailTemplate<any>>

export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a message over for delivery; throws when that failed and should be tried again. */
export type Transport = (message: Message, id: string) => Promise<void>

export interface Outgoing<P> {
  template: MailTemplate<P>
  name: string
  to: string
  props: P
  /** Idempotence: the same key is one e-mail, however often the action is repeated. */
  key: string
  /** After this moment the e-mail is of no use (its code or link has expired) and is dropped. */
  expires?: Date
}

export const MAIL_TASK = 'mail'

interface MailJob {
  template: string
  key: string
  expires: string | null
  sealed: string
}

/** Queues an e-mail in the transaction that causes it. Recipient and properties travel sealed. */
export async function sendMail<P>(tx: Tx | Db, sealer: Sealer, mail: Outgoing<P>): Promise<void> {
  const job: MailJob = {
    template: mail.name,
    key: mail.key,
    expires: mail.expires?.toISOString() ?? null,
    sealed: sealer.seal({ to: mail.to, props: mail.props }),
  }
  await enqueue(tx, MAIL_TASK, job, { key: `mail:${mail.key}` })
}

/** Takes an e-mail back that has not been handed over: what it carries no longer holds. */
export const withdrawMail = (tx: Tx, key: string): Promise<void> => withdraw(tx, `mail:${key}`)

/**
 * The task that renders and delivers. Each try leaves a row in mail_attempts, whatever its outcome, so that a
 * screen in any process can say whether the first one failed.
 */
export function mailTask(
  db: Db,
  log: Log,
  sealer: Sealer,
  templates: MailTemplates,
  transport: Transport,
): Task {
  return async (payload) => {
    const job = payload as MailJob
    if (job.expires !== null && new Date(job.expires) <= new Date()) {
      log.info({ mail: job.template, key: job.key }, 'e-mail dropped: what it carries has expired')
      return
    }
    const template = templates[job.template]
    if (!template) throw new Error(`No e-mail template is called ${job.template}`)
    const { to, props } = sealer.open(job.sealed) as { to: string; props: unknown }
    try {
      const html = await render(template.body(props))
      // From the same words: rendering a second time would cost several times as much.
      const message = { to, subject: oneLine(template.subject(props)), html, text: toPlainText(html) }
      await transport(message, job.key)
    } catch (error) {
      await record(db, job.key, (error as Error).message)
      throw error
    }
    await record(db, job.key, null)
    log.info({ mail: job.template, key: job.key }, 'e-mail handed over')
  }
}

async function record(db: Db, key: string, error: string | null): Promise<void> {
  await sql`insert into mail_attempts (job_key, sent, error) values (${key}, ${error === null}, ${error?.slice(0, 500) ?? null})`.execute(
    db,
  )
}

/** A subject is one line: a name with a line break must not become a header. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()

/**
 * Waits for the first try of an e-mail.
 * @param since moment before the job was queued; earlier tries under the same key do not count
 * @returns 'sent', 'failed', or 'pending' when nobody tried within `milliseconds` (the job goes on trying)
 */
export async function firstAttempt(
  db: Db,
  key: string,
  since: Date,
  milliseconds = 3_000,
): Promise<'sent' | 'failed' | 'pending'> {
  const end = Date.now() + milliseconds
  for (;;) {
    const { rows } = await sql<{ sent: boolean }>`
      select sent from mail_attempts where job_key = ${key} and attempted_at >= ${since} order by id limit 1
    `.execute(db)
    if (rows[0]) return rows[0].sent ? 'sent' : 'failed'
    if (Date.now() >= end) return 'pending'
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** How an e-mail stands by all of its tries so far; `pending`: there was none. */
export async function deliveryOf(db: Db, key: string): Promise<'sent' | 'failed' | 'pending'> {
  const { rows } = await sql<{ sent: boolean | null }>`
    select bool_or(sent) as sent from mail_attempts where job_key = ${key}
  `.execute(db)
  const sent = rows[0]?.sent ?? null
  return sent === null ? 'pending' : sent ? 'sent' : 'failed'
}

/** Removes what the screens no longer wait for; run by the nightly sweep. */
export async function sweepMailAttempts(db: Db): Promise<void> {
  await sql`delete from mail_attempts where attempted_at < app_now() - interval '30 days'`.execute(db)
}

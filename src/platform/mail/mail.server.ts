import { sql } from 'kysely'
import type { ReactElement } from 'react'
import type { Db, Tx } from '../database/database.server.ts'
import { cancelJob, enqueue, type Task } from '../jobs/jobs.server.ts'
import type { Sealer } from '../jobs/sealer.server.ts'
import type { Log } from '../log/log.server.ts'
import { counted, days, type RetentionRule } from '../retention/retention.server.ts'
import type { DiscreetContent } from './discreet-mail.tsx'

/** One kind of e-mail: subject and body for given properties. React escapes users' text. */
export interface MailTemplate<P> {
  /** Carried by the jobs, so it must not change. */
  name: string
  subject(props: P): string
  body(props: P): ReactElement
  /** PLZ-72: whether the person has just asked for it, such as a code: it is sent also to who wants no e-mails. */
  isAskedFor: boolean
  /** PLZ-71: what of it works nowhere else, so that its discreet form has it too; null: it leads to the page to sign in. */
  discreet: ((props: P) => DiscreetContent) | null
}

// biome-ignore lint/suspicious/noExplicitAny: each template has its own properties; sendMail checks them
export type MailTemplates = readonly MailTemplate<any>[]

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Name in «From»; without it the one of MAIL_FROM. */
  fromName?: string
  /** Additional headers. */
  headers?: Record<string, string>
}

/** Hands a message with an idempotency key over for delivery. @throws when it should be retried */
export type MailTransport = (message: MailMessage, id: string) => Promise<void>

/** The one way to the transport. @returns false if the person wants no e-mails @throws when it should be retried */
export type Mailer = <P>(mail: {
  template: MailTemplate<P>
  to: string
  props: P
  key: string
  headers?: Record<string, string>
}) => Promise<boolean>

export interface OutgoingMail<P> {
  template: MailTemplate<P>
  to: string
  props: P
  /** Idempotency key: queuing the same key again replaces an unsent e-mail. */
  key: string
  /** The e-mail is dropped after this time, because its code or link has expired. */
  expires?: Date
}

export const MAIL_TASK = 'mail'

interface MailJob {
  template: string
  key: string
  expires: string | null
  sealed: string
}

/** Queues an e-mail in the caller's transaction. Recipient and properties are encrypted in the queue. */
export async function sendMail<P>(tx: Tx | Db, sealer: Sealer, mail: OutgoingMail<P>): Promise<void> {
  const job: MailJob = {
    template: mail.template.name,
    key: mail.key,
    expires: mail.expires?.toISOString() ?? null,
    sealed: sealer.seal({ to: mail.to, props: mail.props }),
  }
  await enqueue(tx, MAIL_TASK, job, `mail:${mail.key}`)
}

/** Removes a queued e-mail that is no longer valid, unless it is already being sent. */
export const cancelMail = (tx: Tx, key: string): Promise<void> => cancelJob(tx, `mail:${key}`)

/**
 * Creates the task that renders and delivers e-mails. Each attempt is recorded in mail_attempts, so that any
 * process can show whether the first one failed.
 */
export function mailTask(db: Db, log: Log, sealer: Sealer, templates: MailTemplates, mailer: Mailer): Task {
  return async (payload) => {
    const job = payload as MailJob
    if (job.expires !== null && new Date(job.expires) <= new Date()) {
      log.info({ mail: job.template, key: job.key }, 'e-mail dropped: what it carries has expired')
      return
    }
    const template = templates.find(({ name }) => name === job.template)
    if (!template) throw new Error(`No e-mail template is called ${job.template}`)
    const { to, props } = sealer.open(job.sealed) as { to: string; props: unknown }
    try {
      if (!(await mailer({ template, to, props, key: job.key })))
        return log.info({ mail: job.template, key: job.key }, 'e-mail not sent: the person wants none')
    } catch (error) {
      await recordAttempt(db, job.key, (error as Error).message)
      throw error
    }
    await recordAttempt(db, job.key, null)
    log.info({ mail: job.template, key: job.key }, 'e-mail handed over')
  }
}

async function recordAttempt(db: Db, key: string, error: string | null): Promise<void> {
  await sql`insert into mail_attempts (job_key, sent, error) values (${key}, ${error === null}, ${error?.slice(0, 500) ?? null})`.execute(
    db,
  )
}

/**
 * Waits for the first delivery attempt of an e-mail.
 * @returns 'sent', 'failed', or 'pending' when there was no attempt within `timeoutMs` (the job stays queued)
 */
export async function waitForFirstAttempt(
  db: Db,
  key: string,
  timeoutMs = 3_000,
): Promise<'sent' | 'failed' | 'pending'> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await sql<{ sent: boolean }>`
      select sent from mail_attempts where job_key = ${key} order by id limit 1
    `.execute(db)
    if (rows[0]) return rows[0].sent ? 'sent' : 'failed'
    if (Date.now() >= end) return 'pending'
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Outcome of all attempts so far: `sent` if one succeeded, `pending` if there was none. */
export async function deliveryStatus(db: Db, key: string): Promise<'sent' | 'failed' | 'pending'> {
  const { rows } = await sql<{ sent: boolean | null }>`
    select bool_or(sent) as sent from mail_attempts where job_key = ${key}
  `.execute(db)
  const sent = rows[0]?.sent ?? null
  return sent === null ? 'pending' : sent ? 'sent' : 'failed'
}

/** Of e-mails by key: `sent`, or `failed` when none of its attempts succeeded and none follows. Others are not in it. */
export async function mailOutcomes(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, 'sent' | 'failed'>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; sent: boolean }>`
    select job_key as key, bool_or(sent) as sent from mail_attempts where job_key = any(${keys}::text[]) group by job_key
    having bool_or(sent) or not exists (
      select from graphile_worker.jobs j where j.key = 'mail:' || job_key and j.attempts < j.max_attempts)
  `.execute(tx)
  return new Map(rows.map(({ key, sent }) => [key, sent ? 'sent' : 'failed']))
}

/** DAT-38. */
export const mailAttemptRetention: RetentionRule = {
  name: 'mail-attempts',
  title: 'Si un correo salió, sin su contenido',
  period: '30 días',
  seconds: days(30),
  deleteBatch: async (tx, { before, limit }) =>
    counted(
      await sql`delete from mail_attempts where id in (
        select id from mail_attempts where attempted_at < ${before} limit ${limit})`.execute(tx),
    ),
}

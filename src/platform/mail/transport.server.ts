import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Db, Tx } from '../database/database.server.ts'
import type { MailTransport } from './mail.server.ts'

/** Sends by SMTP. The Message-ID is derived from the key, so that a retry is recognisable as a duplicate. */
export function smtpTransport(url: string, from: string): MailTransport {
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'amparo'
  const fromAddress = /<([^>]+)>/.exec(from)?.[1] ?? from
  let server: Transporter | undefined
  return async ({ fromName, ...message }, id) => {
    server ??= (await import('nodemailer')).default.createTransport({
      url,
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
      greetingTimeout: 10_000,
    })
    const messageId = `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`
    // An address object, never a string: a string could smuggle in a second recipient.
    try {
      await server.sendMail({
        ...message,
        to: { name: '', address: message.to },
        from: fromName === undefined ? from : { name: fromName, address: fromAddress },
        messageId,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      throw withoutAddresses(error as SmtpError)
    }
  }
}

interface SmtpError extends Error {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  permanent?: boolean | undefined
}

/** The error without the server's words, which mostly quote the recipient: errors are stored and logged. */
function withoutAddresses({ code, command, responseCode, permanent, message }: SmtpError): SmtpError {
  const isConnection = command === 'CONN' && responseCode === undefined
  const text = isConnection ? message : ['refused:', code, command, responseCode].filter(Boolean).join(' ')
  return Object.assign(new Error(text), { command, permanent })
}

/** Whether the mail server refused the recipient for good: the address does not exist, or takes no e-mail. */
export const isRecipientRefused = (error: unknown): boolean => {
  const { command, permanent } = error as SmtpError
  return command === 'RCPT TO' && permanent === true
}

/** Local mode: stores e-mails in the database, shown at /correo-local. */
export function localTransport(db: Db): MailTransport {
  return async ({ to, subject, text, html, fromName = null, headers = {} }) => {
    await sql`
      insert into local_mailbox (recipient, subject, text, html, sender, headers)
      values (${to}, ${subject}, ${text}, ${html}, ${fromName}, ${JSON.stringify(headers)}::jsonb)
    `.execute(db)
  }
}

/** Step of account deletion: the e-mails to the person. */
export async function leaveMailbox(tx: Tx, address: string): Promise<void> {
  await sql`delete from local_mailbox where recipient = ${address}`.execute(tx)
}

export interface LocalMail {
  id: number
  to: string
  subject: string
  text: string
  html: string
  /** Name in «From» where it is not that of MAIL_FROM. */
  sender: string | null
  headers: Record<string, string>
  sent_at: Date
}

/** The newest 100 e-mails of the local mailbox. @param to recipient; null for all */
export async function readLocalMailbox(db: Db, to: string | null): Promise<LocalMail[]> {
  // PostgreSQL's text cannot contain NUL.
  if (to?.includes('\0')) return []
  const { rows } = await sql<LocalMail>`
    select id, recipient as "to", subject, text, html, sender, headers, sent_at from local_mailbox
    where ${to}::text is null or recipient = ${to} order by id desc limit 100
  `.execute(db)
  return rows
}

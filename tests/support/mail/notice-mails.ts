/** A mail server and an application that sends to it, for tests of the e-mails of notices. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { queueDueMails } from '../../../src/capabilities/notices/jobs.server.ts'
import type { NoticeSettings, SettingsView } from '../../../src/capabilities/notices/schema.ts'
import { makeChat, makeProposal } from '../../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../app/suite.ts'
import { waitForEmptyQueue } from '../database/test-database.ts'
import { type Delivery, type SmtpServer, startSmtp } from './smtp-server.ts'

const AT_ANY_HOUR: NoticeSettings = {
  hidden_categories: [],
  unmailed_categories: [],
  frequency: 'now',
  quiet: null,
  is_discreet: false,
  is_silent: false,
}

export const header = (delivery: Delivery | undefined, name: string) => delivery?.headers.get(name)?.[0]

/** The readable parts of an e-mail: quoted-printable and base64 undone. */
export const readable = ({ raw }: Delivery) =>
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

/** The decoded subject. */
export const subject = (delivery: Delivery | undefined) =>
  header(delivery, 'subject')?.replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) =>
    decodeURIComponent(words.replaceAll('_', ' ').replaceAll('=', '%')),
  )

/** Creates the database, the mail server and the application of a test file. */
export function useNoticeMails() {
  const env: Record<string, string> = { MAIL_FROM: 'Amparo <avisos@amparo.test>' }
  let smtp: SmtpServer | undefined
  const server = () => {
    if (!smtp) throw new Error('not before beforeAll')
    return smtp
  }
  beforeAll(async () => {
    smtp = await startSmtp()
    env.SMTP_URL = smtp.url
  })
  const suite = useTestApp(1, env)
  afterAll(() => server().close())
  beforeEach(() => {
    server().replies = {}
    server().deliveries.splice(0)
  })
  const choose = async (who: Member, changes: Partial<NoticeSettings> = {}) => {
    const answer = await who.rpc('notices.saveSettings', { ...AT_ANY_HOUR, ...changes })
    expect(answer.status, answer.text).toBe(200)
    return answer.json<SettingsView>()
  }
  return {
    suite,
    env,
    smtp: server,
    sql: <Row extends object>(text: string, values?: unknown[]) => suite.database.sql<Row>(text, values),
    choose,
    /** A client and a lawyer who get e-mails at any hour, and their chat. */
    async createChat(changes: Partial<NoticeSettings> = {}) {
      const [client, lawyer] = await Promise.all([
        suite.member({ name: 'Camila Rojas' }),
        suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' }),
      ])
      await Promise.all([choose(client, changes), choose(lawyer, changes)])
      const parties = { clientId: client.id, lawyerId: lawyer.id }
      return { client, lawyer, parties, chatId: await makeChat(suite.platform, parties) }
    },
    propose: ({ chatId, lawyer }: { chatId: string; lawyer: Member }, summary?: string) =>
      makeProposal(suite.platform, { chatId, lawyerId: lawyer.id }, summary === undefined ? {} : { summary }),
    /** What the minutely task does, and then the jobs that it queues. */
    async deliverDue(): Promise<void> {
      await queueDueMails(suite.platform)
      await waitForEmptyQueue(suite.database)
    },
    mailsTo: ({ email }: Pick<Member, 'email'>) =>
      server().deliveries.filter(({ recipients }) => recipients.includes(email)),
    async statesOf({ id }: Member) {
      const rows = await suite.database.sql<{ mail_state: string | null }>(
        'select mail_state from notices where user_id = $1 order by id',
        [id],
      )
      return rows.map(({ mail_state }) => mail_state)
    },
  }
}

/**
 * Warms up the sending of e-mails. The application waits 3 s for the first attempt of an e-mail; a test must
 * not lose that time to the initialization that only the first e-mail of a process needs.
 */
import type { RunningApp } from '../app/app-process.ts'
import { startInProcessApp } from '../app/in-process-app.ts'
import { registrationInput } from '../data/registration-input.ts'
import { eventually, type TestDatabase, waitForEmptyQueue } from '../database/test-database.ts'
import { newClient } from '../network/http-client.ts'
import type { SmtpServer } from './smtp-server.ts'

/**
 * Waits until the application listens for jobs, then registers a client and waits for the attempt to e-mail
 * it.
 */
export async function warmUpMail({ sql }: Pick<TestDatabase, 'sql'>, url: string): Promise<void> {
  await eventually(async () => {
    const listening = await sql(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'LISTEN "jobs:insert"%'`,
    )
    return listening.length > 0
  })
  const answer = await newClient(url).post('/api/accounts/register', registrationInput())
  if (answer.status !== 200) throw new Error(answer.text)
  const { user } = answer.json<{ user: { id: string } }>()
  await eventually(async () => {
    const tries = await sql('select 1 from mail_attempts where job_key = $1', [`confirm-email:${user.id}`])
    return tries.length > 0
  })
}

/**
 * Starts an application that has already sent an e-mail to this server; that delivery is removed from the
 * list.
 */
export async function startAppWithMail(
  database: Pick<TestDatabase, 'sql' | 'url'>,
  smtp: SmtpServer,
  env: Record<string, string> = {},
): Promise<RunningApp> {
  const app = await startInProcessApp(database.url, { ...env, SMTP_URL: smtp.url })
  try {
    await warmUpMail(database, app.url)
    await waitForEmptyQueue(database)
    smtp.deliveries.splice(0)
    return app
  } catch (error) {
    await app.stop()
    throw error
  }
}

// E-mails of due notices on two processes: none lost, none twice, and how many a second reach the local mailbox.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase } from '../src/embedded-postgres/database.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { createPool } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../src/platform/jobs/jobs.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { fillDatabase, SESSION_SECRET, sqlId } from './chat-fixture.ts'
import { createTempFolder, freePort, type Options, type Outcome, round, waitUntilReady } from './harness.ts'

const NOTICES = { full: 10_000, quick: 10_000, smoke: 100 }
const PEOPLE = 500
const TIMEOUT_MS = 10 * 60_000

export async function run({ length }: Options): Promise<Outcome> {
  const count = NOTICES[length]
  const folder = createTempFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  await ensureDatabase(postgres.url('postgres'), 'amparo_bench')
  const url = postgres.url('amparo_bench')
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  await migrate(pool)
  await migrateJobs(pool, log)
  await fillDatabase(pool, statementsFor(count))
  const port = await freePort()
  const app = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      SESSION_SECRET,
      LOCAL_MODE: 'on',
      DATA_DIR: `${folder.path}/data`,
      PORT: String(port),
      APP_PROCESSES: '2',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`, app)
    await pool.query(`update notices set mail_state = 'due', mail_due_at = now()`)
    // Instead of waiting for the minute.
    await pool.query(`select graphile_worker.add_job('notices:mail')`)
    const open = async () => {
      const { rows } = await pool.query<{ open: number }>(
        `select count(*)::int as open from notices where mail_state in ('due', 'queued')`,
      )
      return rows[0]?.open ?? 0
    }
    const end = Date.now() + TIMEOUT_MS
    while ((await open()) > 0 && Date.now() < end) await sleep(200)
    const { rows } = await pool.query<{ mails: number; seconds: number; sent: number }>(
      `select count(*)::int as mails, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds,
         (select count(*)::int from notices where mail_state = 'sent') as sent from local_mailbox`,
    )
    const { mails = 0, seconds = 0, sent = 0 } = rows[0] ?? {}
    return {
      figures: {
        min_notice_mails_s: round(mails / Math.max(seconds, 0.001)),
        lost: count - sent,
        twice: mails - sent,
      },
      goals: { min_notice_mails_s: 200, lost: 0, twice: 0 },
    }
  } finally {
    const gone = once(app, 'exit')
    app.kill('SIGTERM')
    await gone
    await pool.end()
    await postgres.stop()
    folder.remove()
  }
}

/** Clients and lawyers in pairs with a chat that the client has not read, and the clients' notices of it. */
const statementsFor = (count: number): string[] => {
  const people = `generate_series(0, ${2 * PEOPLE - 1}) as n`
  const pairs = `generate_series(0, ${PEOPLE - 1}) as n`
  const isClient = `n < ${PEOPLE}`
  const role = `case when ${isClient} then 'client' else 'lawyer' end`
  const address = `'p' || n || '@bench.test'`
  return [
    `insert into "user" (id, name, email, "emailVerified", signup_role)
       select ${sqlId('n')}, 'Persona ' || n, ${address}, true, ${role} from ${people}`,
    `insert into profiles (id, name, email, role, verification_status)
       select ${sqlId('n')}, 'Persona ' || n, ${address}, ${role}, case when ${isClient} then null else 'profile_pending' end
       from ${people}`,
    `insert into client_profiles (id) select ${sqlId('n')} from ${pairs}`,
    `insert into lawyer_profiles (id, verification_status)
       select ${sqlId(`n + ${PEOPLE}`)}, 'profile_pending' from ${pairs}`,
    `insert into chats (id, client_id, lawyer_id, last_message, last_seq, client_unread_count)
       select ${sqlId('n')}, ${sqlId('n')}, ${sqlId(`n + ${PEOPLE}`)}, 'Hola', 1, 1 from ${pairs}`,
    `insert into notice_settings (user_id, quiet_from, quiet_until) select ${sqlId('n')}, null, null from ${pairs}`,
    // Due once the application runs.
    `insert into notices (user_id, kind, key, ref, mail_state)
       select ${sqlId(`n % ${PEOPLE}`)}, 'message-waiting', 'bench:' || n, ${sqlId(`n % ${PEOPLE}`)}, 'dropped'
       from generate_series(0, ${count - 1}) as n`,
  ]
}

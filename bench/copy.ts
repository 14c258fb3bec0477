// Memory and time of the copy of a person's data: 10,000 messages and 500 MB of documents. The memory is the highest
// resident size of the process while it makes the copy, less that before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase } from '../src/embedded-postgres/database.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { createPool } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../src/platform/jobs/jobs.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { fillDatabase, idOf, SESSION_SECRET } from './chat-fixture.ts'
import { createTempFolder, freePort, type Options, type Outcome, round, waitUntilReady } from './harness.ts'

const SIZES = {
  full: { messages: 10_000, documents: 50 },
  quick: { messages: 10_000, documents: 50 },
  smoke: { messages: 100, documents: 2 },
}
const DOCUMENT_BYTES = 10_000_000
const TIMEOUT_MS = 10 * 60_000
const [CLIENT, LAWYER, CHAT, CASE] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const keyOf = (at: number) => `certificados/case_documents/${CASE}/${idOf(100 + at)}-papel.pdf`

export async function run({ length }: Options): Promise<Outcome> {
  const { messages, documents } = SIZES[length]
  const folder = createTempFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  await ensureDatabase(postgres.url('postgres'), 'amparo_bench')
  const url = postgres.url('amparo_bench')
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  await migrate(pool)
  await migrateJobs(pool, log)
  await fillDatabase(pool, statementsFor(messages, documents))
  const dataDir = join(folder.path, 'data')
  for (let at = 0; at < documents; at++) {
    const path = join(dataDir, 'files', keyOf(at))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, Buffer.alloc(DOCUMENT_BYTES, `%PDF-1.7 ${at} `))
  }
  const port = await freePort()
  const app = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      SESSION_SECRET,
      LOCAL_MODE: 'on',
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waitFor = async (statement: string) => {
    const end = Date.now() + TIMEOUT_MS
    for (;;) {
      const { rows } = await pool.query<{ done: boolean }>(`select ${statement} as done`)
      if (rows[0]?.done) return
      if (Date.now() > end) throw new Error(`never: ${statement}`)
      await sleep(100)
    }
  }
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`, app)
    // The start queues the encryption of files from before; a copy is measured after it.
    await waitFor('not exists (select from stored_files where sealed_with is null)')
    const serving = Number(readFileSync(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8').split(' ')[0])
    const before = memoryOf(serving, 'VmRSS')
    // From now on VmHWM is the highest size.
    writeFileSync(`/proc/${serving}/clear_refs`, '5')
    const started = performance.now()
    const { rows } = await pool.query<{ id: string }>(
      `insert into data_copies (user_id, email) values ('${CLIENT}', 'p1@bench.test') returning id`,
    )
    await pool.query(`select graphile_worker.add_job('privacy:copy', $1)`, [
      JSON.stringify({ copyId: rows[0]?.id }),
    ])
    await waitFor(`exists (select from data_copies where state in ('lista', 'fallida'))`)
    const seconds = (performance.now() - started) / 1000
    const made = await pool.query<{ bytes: string; missing: number; state: string }>(
      'select bytes::text, missing_files as missing, state from data_copies',
    )
    const copy = made.rows[0]
    if (copy?.state !== 'lista') throw new Error('the copy failed')
    return {
      figures: {
        growth_mib: round((memoryOf(serving, 'VmHWM') - before) / 2 ** 20),
        seconds: round(seconds),
        copy_mb: round(Number(copy.bytes) / 1e6),
        missing_files: copy.missing,
      },
      goals: { growth_mib: 64, missing_files: 0 },
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

/** Bytes. */
const memoryOf = (pid: number, line: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) *
  1024

/** A client with a running case, its conversation and its documents. */
const statementsFor = (messages: number, documents: number): string[] => [
  ...[
    { id: CLIENT, n: 1, role: 'client', status: 'null' },
    { id: LAWYER, n: 2, role: 'lawyer', status: `'profile_pending'` },
  ].flatMap(({ id, n, role, status }) => [
    `insert into "user" (id, name, email, "emailVerified", signup_role)
       values ('${id}', 'Persona ${n}', 'p${n}@bench.test', true, '${role}')`,
    // A copy is stored under the lock of this row.
    `insert into account (id, "accountId", "providerId", "userId", password)
       values ('${id}', '${id}', 'credential', '${id}', 'none')`,
    `insert into profiles (id, name, email, role, verification_status)
       values ('${id}', 'Persona ${n}', 'p${n}@bench.test', '${role}', ${status})`,
  ]),
  `insert into client_profiles (id) values ('${CLIENT}')`,
  `insert into lawyer_profiles (id, verification_status) values ('${LAWYER}', 'profile_pending')`,
  `insert into cases (id, client_id, lawyer_id, title, description, status, proposal_accepted_at)
     values ('${CASE}', '${CLIENT}', '${LAWYER}', 'Despido', 'Me despidieron sin aviso.', 'activo', now())`,
  `insert into chats (id, client_id, lawyer_id, case_id, last_message, last_seq, client_answered, lawyer_answered)
     values ('${CHAT}', '${CLIENT}', '${LAWYER}', '${CASE}', 'Mensaje', ${messages}, true, true)`,
  `insert into messages (chat_id, seq, sender_id, side, type, content)
     select '${CHAT}', s, '${CLIENT}', 'client', 'text', 'Mensaje número ' || s || repeat(' palabra', 20)
     from generate_series(1, ${messages}) as s`,
  ...Array.from({ length: documents }, (_, at) => [
    `insert into stored_files (key, bucket, owner_id, content_type, bytes, file_name, state)
       values ('${keyOf(at)}', 'certificados', '${CLIENT}', 'application/pdf', ${DOCUMENT_BYTES}, 'papel-${at}.pdf', 'used')`,
    `insert into case_documents (case_id, file_name, file_url, uploader_id)
       values ('${CASE}', 'papel-${at}.pdf', '${keyOf(at)}', '${CLIENT}')`,
  ]).flat(),
]

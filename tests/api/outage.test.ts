import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase } from '../../src/embedded-postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/postgres.ts'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { eventually } from '../support/database/test-database.ts'
import { newClient, type Problem } from '../support/network/http-client.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

// F2 of docs/faults.md: the database stops while the application runs, and comes back.

const UNAVAILABLE = 'El servicio no está disponible por un momento. Inténtalo de nuevo en unos segundos.'
let dataDir: string
let server: EmbeddedPostgres
let app: AppProcess

const start = async () => {
  server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(currentTestRun().folder, 'outage-'))
  // When the tests run as root, the server runs as another user, who must be able to enter its folder.
  chmodSync(dataDir, 0o711)
  await start()
  await ensureDatabase(server.url('postgres'), 'amparo')
  app = await startAppProcess({ databaseUrl: server.url('amparo') })
})

afterAll(async () => {
  await app?.stop()
  await server?.stop()
})

let people = 0
const person = () => {
  const password = 'secreta1'
  return {
    name: 'Camila Rojas',
    email: `corte${++people}@prueba.test`,
    password,
    confirmPassword: password,
    role: 'client',
  }
}

const register = (input: object) => newClient(app.url).post('/api/accounts/register', input)

const mailTo = (email: string) =>
  eventually(async () => {
    const answer = await newClient(app.url).get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`)
    return answer.status === 200 && answer.json<object[]>().length > 0
  })

async function expectOutage(cookie: string): Promise<void> {
  const signedIn = newClient(app.url)
  signedIn.jar.set('amparo', cookie)
  const answers = {
    login: await newClient(app.url).post('/api/accounts/login', {
      email: 'corte1@prueba.test',
      password: 'secreta1',
    }),
    register: await register(person()),
    session: await signedIn.get('/api/accounts/session'),
    rpc: await signedIn.rpc('accounts.session'),
  }
  for (const [what, answer] of Object.entries(answers)) {
    expect([what, answer.status, answer.headers['retry-after']]).toEqual([what, 503, '2'])
    expect(answer.json<Problem>()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE })
    expect(answer.cookies).toEqual([])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
  const page = await signedIn.get('/dashboard')
  expect([page.status, page.headers['retry-after'], page.text]).toEqual([503, '2', UNAVAILABLE])
  const seen = await signedIn.get('/dashboard', { accept: 'text/html,*/*;q=0.8' })
  expect([seen.status, seen.headers['retry-after'], seen.headers['content-type']]).toEqual([
    503,
    '2',
    'text/html; charset=utf-8',
  ])
  expect(seen.headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-/)
  expect(seen.text).toContain('<h1>Amparo no está disponible por un momento</h1>')
  expect(seen.text).toContain('<a href="">Reintentar</a>')
  // Requests without the database are served.
  expect((await newClient(app.url).get('/healthz')).status).toBe(200)
  expect((await newClient(app.url).get('/favicon.svg')).status).toBe(200)
  expect((await newClient(app.url).get('/login')).status).toBe(200)
  const ready = await newClient(app.url).get('/readyz')
  expect([ready.status, ready.json()]).toEqual([503, { status: 'database unreachable' }])
}

/** Expects the same process to serve requests and to run jobs again. */
async function expectRecovery(cookie: string): Promise<void> {
  await eventually(async () => (await newClient(app.url).get('/readyz')).status === 200)
  const signedIn = newClient(app.url)
  signedIn.jar.set('amparo', cookie)
  // A terminated connection may serve one more request, or part of it.
  const session = await eventually(async () => {
    const answer = await signedIn.get('/api/accounts/session')
    return answer.status === 200 && answer
  })
  expect(session.json()).toMatchObject({ user: { role: 'client' } })
  const input = await eventually(async () => {
    const one = person()
    return (await register(one)).status === 200 && one
  })
  await mailTo(input.email)
  expect(app.lines.filter((line) => line.includes('se inicia otro'))).toEqual([])
}

test.each<[string, () => Promise<void>]>([
  ['stopped in order', () => server.stop()],
  [
    'killed',
    async () => {
      const ended = new Promise((resolve) => server.onExit(resolve))
      process.kill(server.pid, 'SIGKILL')
      await ended
      await server.stop()
    },
  ],
])('PostgreSQL %s: 503 everywhere, and the same process recovers when it is back', async (_how, stop) => {
  const input = person()
  const visitor = newClient(app.url)
  expect((await visitor.post('/api/accounts/register', input)).status).toBe(200)
  await mailTo(input.email)
  const cookie = visitor.jar.get('amparo') ?? ''
  await stop()
  await expectOutage(cookie)
  await start()
  await expectRecovery(cookie)
})

test('F2: the primary becomes a standby: writes get 503, and the same process recovers with the next primary', async () => {
  const input = person()
  const visitor = newClient(app.url)
  expect((await visitor.post('/api/accounts/register', input)).status).toBe(200)
  await mailTo(input.email)
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  // Makes new connections read-only, as on a standby. They stay read-only after the reset below.
  await admin.query('alter database amparo set default_transaction_read_only = on')
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'amparo'`)
  const refused = await eventually(async () => {
    const answer = await register(person())
    return answer.headers['retry-after'] === '2' && answer
  })
  expect([refused.status, refused.json<Problem>().message]).toEqual([503, UNAVAILABLE])
  for (let time = 0; time < 4; time++) {
    const { email, password } = input
    const login = await newClient(app.url).post('/api/accounts/login', { email, password })
    expect([login.status, login.headers['retry-after']]).toEqual([503, '2'])
  }
  expect((await visitor.get('/api/accounts/session')).status).toBe(200)
  await admin.query('alter database amparo reset default_transaction_read_only')
  await admin.end()
  await expectRecovery(visitor.jar.get('amparo') ?? '')
})

test('every connection cut at once: only running requests may fail, with 503', async () => {
  const input = person()
  const visitor = newClient(app.url)
  await visitor.post('/api/accounts/register', input)
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  for (let round = 0; round < 10; round++) {
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => visitor.get('/api/accounts/session'))),
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'amparo'`),
    ])
    for (const answer of answers) expect([200, 503]).toContain(answer.status)
  }
  await admin.end()
  await expectRecovery(visitor.jar.get('amparo') ?? '')
})

test('F2: connections cut while jobs run end no process, and every job is done', async () => {
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: server.url('postgres') })
  await admin.connect()
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url('amparo') })
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }
  const tasks = ['platform:sweep', 'retention:run', 'files:sweep', 'documents:sweep'].map(
    (task) => `'${task}'`,
  )
  for (let round = 0; round < 20; round++) {
    await query(`select graphile_worker.add_job(task) from unnest(array[${tasks}]) as task`)
    // The cut hits jobs that are being fetched, that run, or whose result is being stored.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'amparo'`)
  }
  await admin.end()
  const visitor = newClient(app.url)
  await eventually(async () => (await newClient(app.url).get('/readyz')).status === 200)
  await eventually(async () => (await visitor.post('/api/accounts/register', person())).status === 200)
  await expectRecovery(visitor.jar.get('amparo') ?? '')
  // No job stays locked. Failed jobs are retried now instead of after their backoff.
  await eventually(async () => {
    await query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
    await query(`select pg_notify('jobs:insert', '{"count":1}')`)
    return (await query('select 1 from graphile_worker._private_jobs')).length === 0
  })
})

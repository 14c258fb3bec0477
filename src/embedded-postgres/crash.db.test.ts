import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  endOwner,
  processesExitWithin,
  queryOnce,
  spawnOwner,
  startOwner,
  useDataDir,
} from '../../tests/support/database/embedded-postgres.ts'
import { postgresProcessesIn, signalIfAlive } from './orphaned-processes.ts'
import { chooseServerUser } from './server-user.ts'

const dataDir = useDataDir()
const freshDir = useDataDir()

test('kill -9 of the app: its server stops, too, and the next start finds the data', async () => {
  const first = await startOwner(dataDir)
  await queryOnce(first.url, 'create table kept as select 42 as answer')
  await endOwner(first, 'SIGKILL')
  expect(await processesExitWithin(first.clusterDir, 20_000)).toBe(true)
  const second = await startOwner(dataDir)
  expect(await queryOnce(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('kill -9 of the app and an immediate start: it waits for a server that stops slowly', async () => {
  const first = await startOwner(dataDir)
  await queryOnce(first.url, 'create table dirty as select generate_series(1, 100000) as n')
  process.kill(first.pid, 'SIGSTOP')
  try {
    await endOwner(first, 'SIGKILL')
    setTimeout(() => process.kill(first.pid, 'SIGCONT'), 600)
    const second = await startOwner(dataDir)
    expect(postgresProcessesIn(second.clusterDir, chooseServerUser())).not.toContain(first.pid)
    expect(await queryOnce(second.url, 'select count(*)::int from dirty')).toEqual([{ count: 100_000 }])
  } finally {
    signalIfAlive(first.pid, 'SIGCONT')
  }
})

test('kill -9 of the server: the app gets the reason, and no acknowledged row is lost', async () => {
  const owner = await startOwner(dataDir)
  await queryOnce(owner.url, 'create table rows (id int primary key)')
  const client = new pg.Client({ connectionString: owner.url })
  client.on('error', () => {})
  await client.connect()
  let acknowledged = 0
  try {
    for (;;) {
      await client.query('insert into rows values ($1)', [acknowledged + 1])
      acknowledged += 1
      // With a short delay, so that the kill happens during a write.
      if (acknowledged === 50) setTimeout(() => process.kill(owner.pid, 'SIGKILL'), 5)
    }
  } catch {
    // The connection ended with the server.
  }
  await client.end().catch(() => {})
  expect(acknowledged).toBeGreaterThanOrEqual(50)
  expect(await owner.nextLine()).toEqual({ ended: 'PostgreSQL terminó (SIGKILL)' })

  await endOwner(owner, 'SIGTERM')
  const again = await startOwner(dataDir)
  const [found] = await queryOnce<{ count: number }>(
    again.url,
    `select count(*)::int from rows where id <= ${acknowledged}`,
  )
  expect(found?.count).toBe(acknowledged)
})

test('kill -9 of both and an immediate start, three times', async () => {
  let owner = await startOwner(dataDir)
  await queryOnce(owner.url, 'create table rounds (n int)')
  for (const n of [1, 2, 3]) {
    await queryOnce(owner.url, `insert into rounds values (${n})`)
    process.kill(owner.pid, 'SIGKILL')
    await endOwner(owner, 'SIGKILL')
    owner = await startOwner(dataDir)
  }
  expect(await queryOnce(owner.url, 'select n from rounds order by n')).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ])
})

test('stale pid and lock files that name a running process of the same user', async () => {
  const first = await startOwner(dataDir)
  const pidFile = path.join(first.clusterDir, 'postmaster.pid')
  const lines = fs.readFileSync(pidFile, 'utf8').split('\n')
  await endOwner(first, 'SIGTERM')

  // PostgreSQL takes a lock file seriously only if its process belongs to the same user.
  const { ids } = chooseServerUser()
  const unrelated = spawn('sleep', ['60'], { ...ids, cwd: '/', stdio: 'ignore' })
  try {
    const run = path.join(dataDir, 'postgres.run')
    const lock = path.join(run, '.s.PGSQL.5432.lock')
    fs.mkdirSync(run, { mode: 0o700 })
    for (const file of [pidFile, lock]) fs.writeFileSync(file, [unrelated.pid, ...lines.slice(1)].join('\n'))
    if (ids) for (const file of [run, pidFile, lock]) fs.chownSync(file, ids.uid, ids.gid)

    const second = await startOwner(dataDir)
    expect(await queryOnce(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull()
  } finally {
    unrelated.kill('SIGKILL')
  }
})

test('kill -9 during initdb: initdb stops, and the next start creates a complete cluster', async () => {
  const temporary = path.join(freshDir, 'postgres.init')
  const first = spawnOwner(freshDir)
  while (!fs.existsSync(path.join(temporary, 'base/1'))) await sleep(2)
  await endOwner(first, 'SIGKILL')
  expect(fs.existsSync(path.join(freshDir, 'postgres'))).toBe(false)
  expect(await processesExitWithin(temporary, 20_000)).toBe(true)

  const second = await startOwner(freshDir)
  expect(fs.existsSync(temporary)).toBe(false)
  expect(await queryOnce(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

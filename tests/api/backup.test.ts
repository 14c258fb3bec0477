import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { checkBackup, digestOf } from '../../src/server/backup/manifest.ts'
import { restoreBackup } from '../../src/server/backup/restore.ts'
import { dropDatabase, ensureDatabase } from '../../src/server/embedded/database.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeOpenCase } from '../../src/server/factories/conversations.ts'
import { setPlan } from '../../src/server/factories/lawyers.ts'
import type { RunningPlatform } from '../../src/server/platform.ts'
import { type App, startApp } from '../support/app.ts'
import {
  eventually,
  openTestDatabase,
  silentLog,
  TEST_SECRET,
  type TestDatabase,
  testPlatform,
} from '../support/database.ts'
import { picture, storeFile } from '../support/files.ts'
import { newClient } from '../support/http.ts'
import { longer } from '../support/long.ts'
import { testRun } from '../support/postgres.ts'
import { expectNoOrphans, expectWholeDatabase } from '../support/whole.ts'
import { at, expectInOrder, lostOf, openTalks, startWriting } from '../support/writers.ts'

// F14 of reference/security.md §2: a copy taken while people write, restored elsewhere.

const made: { close(): Promise<unknown> }[] = []
afterAll(async () => {
  for (const one of made.reverse()) await one.close()
})

/** A folder that the embedded server's user can reach. */
function newFolder(label: string): string {
  const folder = mkdtempSync(path.join(testRun().folder, `${label}-`))
  chmodSync(folder, 0o711)
  return folder
}

interface Place {
  env: Record<string, string>
  dataDir: string
}

/** Settings of a house with an embedded database in a folder of its own. */
function embeddedPlace(): Place {
  const dataDir = newFolder('backup')
  return { dataDir, env: { DATA_DIR: dataDir, LOCAL_MODE: 'on', DEMO: 'off' } }
}

let databases = 0

/** Settings of a house on an empty database of a server that is not Amparo's own. */
async function externalPlace(): Promise<Place> {
  const name = `backup_${process.pid}_${++databases}`
  const address = new URL(testRun().adminUrl)
  address.pathname = `/${name}`
  await ensureDatabase(testRun().adminUrl, name)
  made.push({ close: () => dropDatabase(testRun().adminUrl, name) })
  const dataDir = newFolder('backup')
  return {
    dataDir,
    env: { DATABASE_URL: address.href, DATA_DIR: dataDir, LOCAL_MODE: 'on', SESSION_SECRET: TEST_SECRET },
  }
}

interface House {
  /** Ends it, and the test's own connections. */
  close(): Promise<void>
  app: App
  database: TestDatabase
  platform: RunningPlatform
}

/** A house that runs there. */
async function openHouse({ env, dataDir }: Place): Promise<House> {
  const app = await startApp({
    databaseUrl: testRun().adminUrl,
    env: { DATABASE_URL: undefined, SESSION_SECRET: undefined, FILES_URL: undefined, ...env },
  })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  const database = openTestDatabase(databaseUrl, 'amparo')
  const filesUrl = pathToFileURL(path.join(dataDir, 'files')).href
  const platform = testPlatform(databaseUrl, silentLog(), { FILES_URL: filesUrl })
  let closing: Promise<unknown> | undefined
  const close = async () => {
    closing ??= Promise.all([database.close(), platform.close()]).then(() => app.stop())
    await closing
  }
  made.push({ close })
  return { app, database, platform, close }
}

/** An operator's command, as `npm run` starts it. @returns everything it said */
const operate = (place: Place, ...args: string[]) => startOperating(place, ...args).ended

function startOperating(place: Place, ...args: string[]) {
  const child = spawn(process.execPath, ['src/server/operate.ts', ...args], {
    cwd: testRun().house,
    env: { PATH: process.env.PATH ?? '', ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const ended = once(child, 'close').then(([code]: number[]) => ({ code, said }))
  return { child, ended }
}

/** Everything of the schema that a restore takes apart and puts together again. */
const schemaOf = ({ sql }: TestDatabase) =>
  sql(`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2, 3`)

const ways: [string, () => Promise<Place>, () => Promise<Place>][] = [
  ['embedded, restored into an external one', async () => embeddedPlace(), externalPlace],
  ['external, restored into an embedded one', externalPlace, async () => embeddedPlace()],
]

describe.each(longer(ways, 1))('F14: a copy under load, %s', (_what, from, to) => {
  test('what was acknowledged before it is there, counters and ledgers add up, files are whole; everybody starts afresh', async () => {
    const source = await from()
    const { app, database, platform, close } = await openHouse(source)
    const talks = await openTalks(platform, app.url, 2)
    const [client, lawyer] = talks[0]?.people ?? []
    if (!client || !lawyer) throw new Error('nobody')
    await setPlan(platform.db, lawyer.id, 'basico', 20)
    const start = async () => {
      const { id } = await makeAccount(platform.db)
      return lawyer.post('/api/chat/start-from-case', { caseId: await makeOpenCase(platform, id) })
    }
    const photo = await picture('jpeg')
    const keys: string[] = []
    const keep = async () => {
      const file = { bucket: 'certificados', ownerId: client.id, bytes: photo, type: 'image/jpeg' } as const
      keys.push(await storeFile(platform, file))
    }
    for (let n = 0; n < 3; n++) await keep()
    // One that is missing, and a job for the far future.
    const gone = await storeFile(platform, { bucket: 'certificados', ownerId: client.id })
    await platform.files.remove(gone)
    await database.sql(
      `select graphile_worker.add_job('files:delete', run_at => now() + interval '1 year', max_attempts => 7, job_key => 'later')`,
    )
    const stream = await database.sql<{ epoch: string }>('select epoch from installation')

    const writing = startWriting(talks, () => app.url)
    await writing.reached(40)
    const before = new Set(writing.told.acknowledged)
    const spent = (await start()).status
    expect(spent).toBe(200)
    const into = newFolder('copies')
    const copying = operate(source, 'backup', into)
    let copied = false
    void copying.finally(() => {
      copied = true
    })
    let meanwhile = 0
    while (!copied && meanwhile < 12) {
      expect((await start()).status).toBe(200)
      await keep()
      meanwhile++
    }
    const { code, said } = await copying
    const during = writing.told.acknowledged.size - before.size
    const told = await writing.stop()
    expect([code, said]).toEqual([0, expect.stringContaining('Copia hecha: ')])
    expect(said).toContain(`Faltan 1 archivos que están en uso y no se encontraron enteros:\n  ${gone}`)
    // It was no copy of a house at rest.
    expect(during).toBeGreaterThan(0)
    expect(meanwhile).toBeGreaterThan(0)
    const [name = ''] = readdirSync(into)
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^amparo-\d{8}T\d{6}Z$/)])
    const schema = await schemaOf(database)
    await expectWholeDatabase(database)
    await close()

    const target = await to()
    const restoring = await operate(target, 'restore', path.join(into, name))
    expect([restoring.code, restoring.said]).toEqual([0, expect.stringContaining('Restaurado a como estaba')])
    expect(restoring.said).toContain('Sin 1 archivos')
    const restored = await openHouse(target)
    await expectWholeDatabase(restored.database)
    expect(await lostOf(restored.database, told, before)).toEqual([])
    await expectInOrder(restored.database)
    expect(await schemaOf(restored.database)).toEqual(schema)
    const [standing] = await restored.database.sql(
      'select credits_available from lawyer_profiles where id = $1',
      [lawyer.id],
    )
    expect(standing?.credits_available).toBeLessThan(20)
    // Those kept before the copy began are in it; each that is in it is what was stored.
    for (const key of keys.slice(0, 3)) expect(await restored.platform.files.exists(key)).toBe(true)
    await restored.database.sql('delete from stored_files where key = $1', [gone])
    await expectNoOrphans(restored.platform, restored.database)
    const folder = path.join(target.dataDir, 'files')
    for (const key of keys.slice(0, 3)) expect(readFileSync(path.join(folder, key)).equals(photo)).toBe(true)
    // The waiting job waits on.
    expect(
      await restored.database.sql(
        `select max_attempts, run_at > now() + interval '300 days' as later from graphile_worker.jobs where key = 'later'`,
      ),
    ).toEqual([{ max_attempts: 7, later: true }])
    // A new epoch, no session of before; whoever signs in reads and writes on.
    const [epoch] = await restored.database.sql<{ epoch: string }>('select epoch from installation')
    expect(epoch?.epoch).not.toBe(stream[0]?.epoch)
    expect((await at(restored.app.url, client).rpc('chat.list')).status).toBe(401)
    const [row] = await restored.database.sql<{ email: string }>('select email from profiles where id = $1', [
      client.id,
    ])
    const again = newClient(restored.app.url)
    expect(
      (await again.post('/api/accounts/login', { email: row?.email, password: 'demo1234' })).status,
    ).toBe(200)
    const message = { id: newMessageId(), chatId: talks[0]?.chatId, content: 'Después de todo' }
    expect((await again.rpc('chat.send', message)).status).toBe(200)
    await expectWholeDatabase(restored.database)
  })
})

describe('a copy that is not whole', () => {
  let folder = ''
  let place: Place
  const config = () => readConfig({ ...place.env })

  beforeAll(async () => {
    place = await externalPlace()
    const { database, platform, close } = await openHouse(place)
    const { id } = await makeAccount(platform.db)
    await storeFile(platform, { bucket: 'certificados', ownerId: id })
    const into = newFolder('copies')
    expect((await operate(place, 'backup', into)).code).toBe(0)
    folder = path.join(into, readdirSync(into)[0] ?? '')
    await expect(restoreBackup(config(), folder, { replace: true })).rejects.toThrow('Amparo está en marcha')
    await expectWholeDatabase(database)
    await close()
  })

  const stored = () => {
    const [line] = readFileSync(path.join(folder, 'files.ndjson'), 'utf8').split('\n')
    return path.join('files', (JSON.parse(line ?? '') as { key: string }).key)
  }
  const flip = (file: string) => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }

  test.each<[string, (copy: string) => void, RegExp]>([
    [
      'a bit of a table',
      (copy) => flip(path.join(copy, 'database', 'profiles.copy.gz')),
      /dañada: .*profiles/,
    ],
    ['a bit of a stored file', (copy) => flip(path.join(copy, stored())), /dañada: .*certificados/],
    ['a stored file is missing', (copy) => rmSync(path.join(copy, stored())), /dañada: falta .*certificados/],
    ['a bit of the waiting jobs', (copy) => flip(path.join(copy, 'jobs.copy.gz')), /dañada: .*jobs/],
    [
      'a line of the list is gone',
      (copy) => writeFileSync(path.join(copy, 'files.ndjson'), ''),
      /dañada: .*files\.ndjson/,
    ],
    ['a bit of the manifest', (copy) => flip(path.join(copy, 'manifest.json')), /dañada: manifest\.json/],
    [
      'never finished',
      (copy) => rmSync(path.join(copy, 'manifest.json')),
      /no es una copia de Amparo terminada/,
    ],
    [
      'of a later version',
      (copy) => {
        const file = path.join(copy, 'manifest.json')
        const text = readFileSync(file, 'utf8').replace(/"0001_platform"/, '"0001_platform", "9999_later"')
        writeFileSync(file, text)
        writeFileSync(path.join(copy, 'manifest.sha256'), digestOf(text))
      },
      /migraciones que esta no tiene: 9999_later/,
    ],
  ])('%s: refused in words, and nothing is touched, also with --replace', async (_what, spoil, words) => {
    const copy = path.join(newFolder('spoilt'), 'copy')
    cpSync(folder, copy, { recursive: true })
    await checkBackup(copy)
    spoil(copy)
    const database = openTestDatabase(place.env.DATABASE_URL ?? '', 'spoilt')
    const before = await database.snapshot()
    await expect(restoreBackup(config(), copy, { replace: true })).rejects.toThrow(words)
    expect(await database.snapshot()).toEqual(before)
    await database.close()
  })

  test('what is not empty is not restored into, unless told', async () => {
    const database = openTestDatabase(place.env.DATABASE_URL ?? '', 'full')
    const before = await database.snapshot()
    const refused = await operate(place, 'restore', folder)
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('no está vacía') })
    expect(await database.snapshot()).toEqual(before)
    await makeAccount(database.platform.db)
    const connections = await database.sql<{ pid: number }>('select pg_backend_pid() as pid')
    expect(connections).toHaveLength(1)
    await database.close()
    expect((await operate(place, 'restore', folder, '--replace')).code).toBe(0)
    const restored = openTestDatabase(place.env.DATABASE_URL ?? '', 'full')
    expect(await restored.sql('select count(*)::int as people from profiles')).toEqual([{ people: 1 }])
    await restored.close()
  })
})

describe('A1: a copy that does not end by itself', () => {
  /** A house at rest, one of whose tables is locked until it is freed: a copy begins and waits. */
  async function lockedPlace() {
    const place = await externalPlace()
    const url = place.env.DATABASE_URL ?? ''
    const house = await openHouse(place)
    await house.close()
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    // A slow machine takes longer than this database allows a transaction to be idle.
    await holder.query(`set idle_in_transaction_session_timeout = 0`)
    await holder.query('begin')
    await holder.query('lock table profiles')
    return { place, into: newFolder('copies'), url, free: () => holder.end() }
  }

  const waiting = (into: string) =>
    eventually(async () => readdirSync(into).some((name) => existsSync(path.join(into, name, 'database'))))

  test('told to end it leaves nothing; killed, the next one clears it away and leaves those of others', async () => {
    const { place, into, free } = await lockedPlace()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const told = startOperating(place, 'backup', into)
      await waiting(into)
      told.child.kill(signal)
      expect((await told.ended).code).toBe(signal === 'SIGINT' ? 130 : 143)
      expect(readdirSync(into)).toEqual([])
    }

    const killed = startOperating(place, 'backup', into)
    await waiting(into)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^\.amparo-.*-\d+$/)])
    const others = ['otra-2', `${hostname()}-${process.pid}`].map(
      (whose) => `.amparo-20260101T000000Z-${whose}`,
    )
    for (const name of others) mkdirSync(path.join(into, name))
    // As a release before this one named its own.
    mkdirSync(path.join(into, `.amparo-20260101T000000Z-${killed.child.pid}`))
    await free()
    expect((await operate(place, 'backup', into)).code).toBe(0)
    expect(readdirSync(into).sort()).toEqual([...others.sort(), expect.stringMatching(/^amparo-/)])
  })

  test('a database that goes away meanwhile ends it with one line', async () => {
    const { place, into, url, free } = await lockedPlace()
    const copying = startOperating(place, 'backup', into)
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await eventually(async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'amparo-copia' and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    await admin.end()
    const { code, said } = await copying.ended
    expect(code).toBe(1)
    expect(said).toMatch(/^La base de datos no responde \(.+\): inténtalo de nuevo\.\n$/)
    expect(readdirSync(into)).toEqual([])
    await free()
  })
})

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkBackup, sha256Of } from '../../src/backup/manifest.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeOpenCase } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import {
  closeInstallations,
  embeddedSettings,
  externalSettings,
  newFolder,
  openInstallation,
  runCommand,
  type Settings,
  startCommand,
} from '../support/app/installations.ts'
import {
  clientAt,
  expectMessagesInOrder,
  findLostMessages,
  openConversations,
  startWriters,
} from '../support/data/writers.ts'
import { expectInvariants, expectNoOrphanedFiles } from '../support/database/invariants.ts'
import { connectTestDatabase, eventually, type TestDatabase } from '../support/database/test-database.ts'
import { picture, readFileOf, storeFile } from '../support/files/test-files.ts'
import { newClient } from '../support/network/http-client.ts'
import { sampleUnlessLong } from '../support/runner/sample-unless-long.ts'

// F14 (docs/faults.md): a backup is taken while users write, and restored elsewhere.
closeInstallations()

/** The parts of the schema that a restore removes or disables for a while. */
const schemaOf = ({ sql }: TestDatabase) =>
  sql(`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2, 3`)

const directions: [string, () => Promise<Settings>, () => Promise<Settings>][] = [
  ['embedded, restored into an external one', async () => embeddedSettings(), externalSettings],
  ['external, restored into an embedded one', externalSettings, async () => embeddedSettings()],
]

describe.each(sampleUnlessLong(directions, 1))('F14: a backup under load, %s', (_what, from, to) => {
  test('acknowledged writes, counters, ledgers and files are restored; sessions and event streams start over', async () => {
    const source = await from()
    const { app, database, platform, close } = await openInstallation(source)
    const talks = await openConversations(platform, app.url, 2)
    const [client, lawyer] = talks[0]?.people ?? []
    if (!client || !lawyer) throw new Error('no conversation')
    await setPlan(platform.db, lawyer.id, 'basico', 20)
    const startChat = async () => {
      const { id } = await makeAccount(platform.db)
      return lawyer.post('/api/chat/start-from-case', { caseId: await makeOpenCase(platform, id) })
    }
    const photo = await picture('jpeg')
    const keys: string[] = []
    const upload = async () => {
      const file = { bucket: 'certificados', ownerId: client.id, bytes: photo, type: 'image/jpeg' } as const
      keys.push(await storeFile(platform, file))
    }
    for (let n = 0; n < 3; n++) await upload()
    // A file that is missing, and a job that is due in a year.
    const missing = await storeFile(platform, { bucket: 'certificados', ownerId: client.id })
    await platform.files.remove(missing)
    await database.sql(
      `select graphile_worker.add_job('files:delete', run_at => now() + interval '1 year', max_attempts => 7, job_key => 'later')`,
    )
    const oldEpoch = await database.sql<{ epoch: string }>('select epoch from installation')

    const writing = startWriters(talks, () => app.url)
    await writing.waitForAcknowledged(40)
    const before = new Set(writing.writeLog.acknowledged)
    expect((await startChat()).status).toBe(200)
    const into = newFolder('copies')
    const copying = runCommand(source, 'backup', into)
    let copied = false
    void copying.finally(() => {
      copied = true
    })
    let meanwhile = 0
    while (!copied && meanwhile < 12) {
      expect((await startChat()).status).toBe(200)
      await upload()
      meanwhile++
    }
    const { code, output } = await copying
    const during = writing.writeLog.acknowledged.size - before.size
    const record = await writing.stop()
    expect([code, output]).toEqual([0, expect.stringContaining('Copia hecha: ')])
    expect(output).toContain(`Faltan 1 archivos que están en uso y no se encontraron enteros:\n  ${missing}`)
    // Users did write during the backup.
    expect(during).toBeGreaterThan(0)
    expect(meanwhile).toBeGreaterThan(0)
    const [name = ''] = readdirSync(into)
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^amparo-\d{8}T\d{6}Z$/)])
    const schema = await schemaOf(database)
    await expectInvariants(database)
    await close()

    const target = await to()
    const restoring = await runCommand(target, 'restore', path.join(into, name))
    expect([restoring.code, restoring.output]).toEqual([
      0,
      expect.stringContaining('Restaurado a como estaba'),
    ])
    expect(restoring.output).toContain('Sin 1 archivos')
    const restored = await openInstallation(target)
    await expectInvariants(restored.database)
    expect(await findLostMessages(restored.database, record, before)).toEqual([])
    await expectMessagesInOrder(restored.database)
    expect(await schemaOf(restored.database)).toEqual(schema)
    const [lawyerRow] = await restored.database.sql(
      'select credits_available from lawyer_profiles where id = $1',
      [lawyer.id],
    )
    expect(lawyerRow?.credits_available).toBeLessThan(20)
    // Files that were stored before the backup began are in it, unchanged.
    for (const key of keys.slice(0, 3)) expect(await restored.platform.files.exists(key)).toBe(true)
    await restored.database.sql('delete from stored_files where key = $1', [missing])
    await expectNoOrphanedFiles(restored.platform, restored.database)
    for (const key of keys.slice(0, 3))
      expect((await readFileOf(restored.platform, key)).equals(photo)).toBe(true)
    // The queued job is still queued.
    expect(
      await restored.database.sql(
        `select max_attempts, run_at > now() + interval '300 days' as later from graphile_worker.jobs where key = 'later'`,
      ),
    ).toEqual([{ max_attempts: 7, later: true }])
    // The epoch is new and old sessions are gone. After signing in, users read and write as before.
    const [epoch] = await restored.database.sql<{ epoch: string }>('select epoch from installation')
    expect(epoch?.epoch).not.toBe(oldEpoch[0]?.epoch)
    expect((await clientAt(restored.app.url, client).rpc('chat.list')).status).toBe(401)
    const [row] = await restored.database.sql<{ email: string }>('select email from profiles where id = $1', [
      client.id,
    ])
    const again = newClient(restored.app.url)
    expect(
      (await again.post('/api/accounts/login', { email: row?.email, password: 'demo1234' })).status,
    ).toBe(200)
    const message = { id: uuidv7(), chatId: talks[0]?.chatId, content: 'Después de todo' }
    expect((await again.rpc('chat.send', message)).status).toBe(200)
    await expectInvariants(restored.database)
  })
})

describe('a damaged backup', () => {
  let folder = ''
  let settings: Settings
  const config = () => readConfig({ ...settings.env })

  beforeAll(async () => {
    settings = await externalSettings()
    const { database, platform, close } = await openInstallation(settings)
    const { id } = await makeAccount(platform.db)
    await storeFile(platform, { bucket: 'certificados', ownerId: id })
    const into = newFolder('copies')
    expect((await runCommand(settings, 'backup', into)).code).toBe(0)
    folder = path.join(into, readdirSync(into)[0] ?? '')
    await expect(restoreBackup(config(), folder, { replace: true })).rejects.toThrow('Amparo está en marcha')
    await expectInvariants(database)
    await close()
  })

  const storedPath = () => {
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
      'bit flip in a table',
      (copy) => flip(path.join(copy, 'database', 'profiles.copy.gz')),
      /dañada: .*profiles/,
    ],
    ['bit flip in a file', (copy) => flip(path.join(copy, storedPath())), /dañada: .*certificados/],
    ['missing file', (copy) => rmSync(path.join(copy, storedPath())), /dañada: falta .*certificados/],
    ['bit flip in the jobs', (copy) => flip(path.join(copy, 'jobs.copy.gz')), /dañada: .*jobs/],
    [
      'empty list of files',
      (copy) => writeFileSync(path.join(copy, 'files.ndjson'), ''),
      /dañada: .*files\.ndjson/,
    ],
    ['bit flip in the manifest', (copy) => flip(path.join(copy, 'manifest.json')), /dañada: manifest\.json/],
    ['unfinished', (copy) => rmSync(path.join(copy, 'manifest.json')), /no es una copia de Amparo terminada/],
    [
      'of a later version',
      (copy) => {
        const file = path.join(copy, 'manifest.json')
        const text = readFileSync(file, 'utf8').replace(/"0001_platform"/, '"0001_platform", "9999_later"')
        writeFileSync(file, text)
        writeFileSync(path.join(copy, 'manifest.sha256'), sha256Of(text))
      },
      /migraciones que esta no tiene: 9999_later/,
    ],
  ])('%s: refused with a message, nothing changes, even with --replace', async (_what, damage, text) => {
    const copy = path.join(newFolder('spoilt'), 'copy')
    cpSync(folder, copy, { recursive: true })
    await checkBackup(copy)
    damage(copy)
    const database = connectTestDatabase(settings.env.DATABASE_URL ?? '', 'spoilt')
    const before = await database.snapshot()
    await expect(restoreBackup(config(), copy, { replace: true })).rejects.toThrow(text)
    expect(await database.snapshot()).toEqual(before)
    await database.close()
  })

  test('a database that is not empty is restored into only with --replace', async () => {
    const database = connectTestDatabase(settings.env.DATABASE_URL ?? '', 'full')
    const before = await database.snapshot()
    const refused = await runCommand(settings, 'restore', folder)
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('no está vacía') })
    expect(await database.snapshot()).toEqual(before)
    await makeAccount(database.platform.db)
    const connections = await database.sql<{ pid: number }>('select pg_backend_pid() as pid')
    expect(connections).toHaveLength(1)
    await database.close()
    expect((await runCommand(settings, 'restore', folder, '--replace')).code).toBe(0)
    const restored = connectTestDatabase(settings.env.DATABASE_URL ?? '', 'full')
    expect(await restored.sql('select count(*)::int as people from profiles')).toEqual([{ people: 1 }])
    await restored.close()
  })
})

describe('A1: a backup that is interrupted', () => {
  /** Creates an installation with a locked table: a backup starts, and waits until `free` is called. */
  async function lockedInstallation() {
    const settings = await externalSettings()
    const url = settings.env.DATABASE_URL ?? ''
    const { close } = await openInstallation(settings)
    await close()
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    // On a slow machine the test takes longer than this database lets a transaction idle.
    await blocker.query(`set idle_in_transaction_session_timeout = 0`)
    await blocker.query('begin')
    await blocker.query('lock table profiles')
    return { settings, into: newFolder('copies'), url, free: () => blocker.end() }
  }

  const untilBackupStarts = (into: string) =>
    eventually(async () => readdirSync(into).some((name) => existsSync(path.join(into, name, 'database'))))

  test('SIGINT and SIGTERM leave nothing; after a kill the next backup removes the remains, but no folder of another process', async () => {
    const { settings, into, free } = await lockedInstallation()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const stopped = startCommand(settings, 'backup', into)
      await untilBackupStarts(into)
      stopped.child.kill(signal)
      expect((await stopped.ended).code).toBe(signal === 'SIGINT' ? 130 : 143)
      expect(readdirSync(into)).toEqual([])
    }

    const killed = startCommand(settings, 'backup', into)
    await untilBackupStarts(into)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^\.amparo-.*-\d+$/)])
    const others = ['otra-2', `${hostname()}-${process.pid}`].map(
      (whose) => `.amparo-20260101T000000Z-${whose}`,
    )
    for (const name of others) mkdirSync(path.join(into, name))
    // A folder name in the format of the previous release.
    mkdirSync(path.join(into, `.amparo-20260101T000000Z-${killed.child.pid}`))
    await free()
    expect((await runCommand(settings, 'backup', into)).code).toBe(0)
    expect(readdirSync(into).sort()).toEqual([...others.sort(), expect.stringMatching(/^amparo-/)])
  })

  test('a lost database connection ends the backup with a one-line message', async () => {
    const { settings, into, url, free } = await lockedInstallation()
    const copying = startCommand(settings, 'backup', into)
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
    const { code, output } = await copying.ended
    expect(code).toBe(1)
    expect(output).toMatch(/^La base de datos no responde \(.+\): inténtalo de nuevo\.\n$/)
    expect(readdirSync(into)).toEqual([])
    await free()
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { processesExitWithin, queryOnce, useDataDir } from '../../tests/support/database/embedded-postgres.ts'
import { shortHash } from './cluster-location.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'
import { isRoot } from './server-user.ts'

const dataDir = useDataDir()
let server: EmbeddedPostgres | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function start(folder = dataDir, settings: Record<string, string> = {}) {
  server = await startEmbeddedPostgres({ dataDir: folder, settings })
  return server
}

test('uses UTF-8, writes acknowledged rows to disk and listens on its socket only', async () => {
  const { url } = await start(dataDir, { max_connections: '50' })
  const show = async (name: string) =>
    Object.values((await queryOnce(url('postgres'), `show ${name}`))[0] ?? {})[0]

  expect(await show('server_encoding')).toBe('UTF8')
  expect(await queryOnce(url('postgres'), "select upper('ñandú') as up, length('Ñuñoa') as letters")).toEqual(
    [{ up: 'ÑANDÚ', letters: 5 }],
  )
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) expect(await show(name)).toBe('on')
  expect(await show('listen_addresses')).toBe('')
  expect([await show('timezone'), await show('jit'), await show('shared_buffers')]).toEqual([
    'UTC',
    'off',
    '128MB',
  ])
  expect(await show('idle_in_transaction_session_timeout')).toBe('30s')
  expect(await show('max_connections')).toBe('50')
})

test('has its socket in a folder that only its user can enter', async () => {
  const { connection, clusterDir } = await start()
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700)
  expect(fs.statSync(connection.host).uid).toBe(fs.statSync(clusterDir).uid)
  expect(fs.statSync(path.join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
})

test('stop leaves nothing behind, is idempotent and does not count as an unexpected end', async () => {
  const { connection, onExit, clusterDir, stop } = await start()
  const ends: string[] = []
  onExit((reason) => ends.push(reason))
  await Promise.all([stop(), stop()])
  await stop()
  expect(await processesExitWithin(clusterDir, 100)).toBe(true)
  expect(fs.existsSync(path.join(clusterDir, 'postmaster.pid'))).toBe(false)
  expect(fs.existsSync(connection.host)).toBe(false)
  // Where the server's user cannot reach node_modules, the folder also has a copy of the binaries.
  const names = fs.readdirSync(dataDir).filter((name) => !name.startsWith('binaries-'))
  expect(names).toEqual(['postgres', 'postgres.log'])
  expect(ends).toEqual([])
})

test('after an unexpected end a new server starts, and stopping the dead one does not affect it', async () => {
  const dead = await start()
  const reason = new Promise((resolve) => dead.onExit(resolve))
  process.kill(dead.pid, 'SIGKILL')
  expect(await reason).toBe('PostgreSQL terminó (SIGKILL)')
  const { url } = await start()
  await dead.stop()
  expect(await queryOnce(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('works in a folder whose name has special characters', async () => {
  const folder = path.join(dataDir, 'Ñu, "5%" & a')
  try {
    const { url, stop } = await start(folder)
    expect(await queryOnce(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
  } finally {
    // A copy of the binaries, if one was needed, cannot be in a folder with this name.
    fs.rmSync(`/var/lib/amparo-${shortHash(fs.realpathSync(folder))}`, { recursive: true, force: true })
  }
})

function longPath(): string {
  return path.join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
}

test('for a long path puts the socket into a short private folder, which stop removes', async () => {
  const long = longPath()
  const { connection, stop, url } = await start(long)
  expect(connection.host).toBe(path.join(os.tmpdir(), `amparo-${shortHash(fs.realpathSync(long))}`))
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700)
  expect(await queryOnce(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(fs.existsSync(connection.host)).toBe(false)
})

test.skipIf(!isRoot())('does not trust a short folder that another user has created before', async () => {
  const long = longPath()
  fs.mkdirSync(long, { recursive: true })
  const foreignDir = path.join(os.tmpdir(), `amparo-${shortHash(fs.realpathSync(long))}`)
  fs.mkdirSync(foreignDir)
  fs.chownSync(foreignDir, 54_321, 54_321)
  try {
    await expect(start(long)).rejects.toThrow(/no es una carpeta propia/)
  } finally {
    fs.rmSync(foreignDir, { recursive: true, force: true })
  }
})

test('an error at start includes the last lines of the log', async () => {
  await expect(start(dataDir, { shared_buffers: 'mucho' })).rejects.toThrow(
    /^PostgreSQL terminó \(código 1\): .*invalid value for parameter "shared_buffers": "mucho".*$/,
  )
})

test('refuses a cluster of another major version and does not change it', async () => {
  const { clusterDir, stop } = await start()
  await stop()
  fs.writeFileSync(path.join(clusterDir, 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/es de PostgreSQL 17 y este Amparo trae PostgreSQL 18: no se toca.*$/)
  expect(fs.existsSync(path.join(clusterDir, 'global/pg_control'))).toBe(true)
  fs.writeFileSync(path.join(clusterDir, 'PG_VERSION'), '18\n')
})

test('refuses a folder that is not empty and not a cluster', async () => {
  const folder = path.join(dataDir, 'otra')
  const cluster = path.join(folder, 'postgres')
  fs.mkdirSync(cluster, { recursive: true })
  fs.writeFileSync(path.join(cluster, 'tesis.txt'), 'no borrar')
  if (isRoot()) fs.chownSync(cluster, 54_321, 54_321)
  await expect(start(folder)).rejects.toThrow(/no es una base de datos de PostgreSQL y no está vacía/)
  expect(fs.readFileSync(path.join(cluster, 'tesis.txt'), 'utf8')).toBe('no borrar')
})

test('renames a log that is too large at start', async () => {
  const log = path.join(dataDir, 'postgres.log')
  fs.writeFileSync(log, '')
  fs.truncateSync(log, 11 * 1024 * 1024)
  await start()
  expect(fs.statSync(`${log}.1`).size).toBe(11 * 1024 * 1024)
  expect(fs.statSync(log).size).toBeLessThan(10_000)
})

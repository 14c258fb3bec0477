import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryOnce } from '../../tests/support/database/embedded-postgres.ts'
import { copyBinaries, findBinaryPackage, usableBinaries } from './binaries.ts'
import { chooseClusterLocation, shortHash } from './cluster-location.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { chooseServerUser, isRoot } from './server-user.ts'

let parent: string
const toRemove: string[] = []

beforeAll(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'amparo-test-'))
})

afterEach(() => {
  for (const folder of toRemove) fs.rmSync(folder, { recursive: true, force: true })
})

afterAll(() => fs.rmSync(parent, { recursive: true, force: true }))

test('another platform is refused with one line', () => {
  expect(() => findBinaryPackage('darwin', 'arm64')).toThrow(
    /^La base de datos incluida solo funciona en Linux .*DATABASE_URL.*$/,
  )
})

describe.skipIf(!isRoot())('as root (skipped otherwise: only root changes user)', () => {
  test('with an inaccessible data folder the cluster is in /var/lib, and stays there when access is granted', async () => {
    const dataDir = path.join(parent, 'data')
    const fallbackDir = `/var/lib/amparo-${shortHash(dataDir)}`
    toRemove.push(fallbackDir)
    fs.chmodSync(parent, 0o700)
    for (const mode of [0o700, 0o711]) {
      fs.chmodSync(parent, mode)
      const printed: string[] = []
      const server = await startEmbeddedPostgres({ dataDir, print: (line) => printed.push(line) })
      try {
        expect(server.clusterDir).toBe(`${fallbackDir}/postgres`)
        expect(printed.join('\n')).toMatch(/^[^\n]*la base de datos vive en \/var\/lib\/amparo-[0-9a-f]+\.$/)
        await queryOnce(server.url('postgres'), 'create table if not exists kept ()')
        expect(await queryOnce(server.url('postgres'), 'select * from kept')).toEqual([])
      } finally {
        await server.stop()
      }
    }
    expect(fs.readdirSync(dataDir)).toEqual([])
  })

  test('a cluster that its user can no longer reach is an error, and is not replaced by an empty one', () => {
    fs.chmodSync(parent, 0o711)
    const dataDir = path.join(parent, 'closed')
    fs.mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
    fs.chownSync(path.join(dataDir, 'postgres'), 54_321, 54_321)
    fs.chmodSync(dataDir, 0o700)
    expect(() => chooseClusterLocation(dataDir, () => {})).toThrow(/ya no puede entrar en .*chmod o\+x/)
  })

  test('inaccessible binaries are copied, completed and replaced when the version changes', () => {
    const user = chooseServerUser()
    const closed = path.join(parent, 'closed-package')
    fs.mkdirSync(closed, { mode: 0o700 })
    fs.cpSync(findBinaryPackage().root, closed, { recursive: true, verbatimSymlinks: true })
    const link = 'native/lib/libicuuc.so.60'
    fs.rmSync(path.join(closed, link))
    expect(usableBinaries(closed, user)).toBeUndefined()

    const home = path.join(parent, 'home')
    fs.mkdirSync(home)
    for (const folder of [parent, home]) fs.chmodSync(folder, 0o711)
    for (const version of ['1', '2']) {
      expect(copyBinaries({ root: closed, version }, home, user)).toMatchObject({ major: '18' })
      expect(fs.readdirSync(home)).toEqual([`binaries-${version}`])
    }
    expect(fs.readlinkSync(path.join(home, 'binaries-2', link))).toBe('libicuuc.so.60.2')
  })
})

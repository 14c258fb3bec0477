import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditPackages } from './audit.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'amparo-audit-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Audits one package, as the lock file and, if given, its own package.json describe it. */
function audit(name: string, locked: object, installed?: object): string[] {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ allowScripts: { known: true } }))
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { license: 'none' }, [`node_modules/${name}`]: locked } }),
  )
  if (installed) writeFileSync(join(folder, 'package.json'), JSON.stringify(installed))
  return auditPackages(root)
}

test('the packages of this project pass', () => {
  expect(auditPackages(join(import.meta.dirname, '..'))).toEqual([])
})

test.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'])('licence %s is allowed', (license) => {
  expect(audit('one', { license })).toEqual([])
})

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN x'])('licence %s is refused', (license) => {
  expect(audit('one', { license })).toEqual([`node_modules/one: licence ${license} is not allowed`])
  expect(audit('one', { license: 'MIT' }, { license })).toHaveLength(1)
  expect(audit('one', { license, dev: true })).toEqual([])
})

test('a package without a licence is refused', () => {
  expect(audit('one', {})).toEqual(['node_modules/one: licence missing is not allowed'])
})

test('the exception of a package is its own', () => {
  expect(audit('lightningcss-linux', { license: 'MPL-2.0' })).toEqual([])
  expect(audit('one', { license: 'MPL-2.0' })).toHaveLength(1)
})

test('an unknown install script is refused, of a development dependency too', () => {
  const locked = { license: 'MIT', hasInstallScript: true }
  expect(audit('one', { ...locked, dev: true })).toEqual(['node_modules/one: unknown install script'])
  expect(audit('one', { license: 'MIT' }, { scripts: { postinstall: 'x' } })).toHaveLength(1)
  expect(audit('one', { license: 'MIT' }, { scripts: { test: 'x' } })).toEqual([])
  expect(audit('known', locked)).toEqual([])
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readZip } from '../../../../tests/support/files/zip-files.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { addKey, readKeys } from '../../../platform/keys/key-file.server.ts'
import { createKeys } from '../../../platform/keys/keys.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { archivePath } from './archive-names.ts'
import { partsOf, writeContent, zipPart } from './copy-files.server.ts'
import { wordsOf } from './copy-sections.server.ts'
import { textOf } from './copy-texts.ts'

test('DAT-09 names of files are safe to unpack and distinct', () => {
  const used = new Set<string>()
  const names = [
    '../../etc/passwd',
    'CON.pdf',
    '=1+1.pdf',
    'Carta.pdf',
    'carta.pdf',
    '<b>.pdf',
    '...',
    'a\u202efdp.exe',
    '',
  ]
  expect(names.map((name) => archivePath('archivos', name, used))).toEqual([
    'archivos/_.._etc_passwd',
    'archivos/archivo-CON.pdf',
    'archivos/1+1.pdf',
    'archivos/Carta.pdf',
    'archivos/carta (2).pdf',
    'archivos/_b_.pdf',
    'archivos/archivo-',
    'archivos/a_fdp.exe',
    'archivos/archivo- (2)',
  ])
})

test('DAT-09 no name climbs, is reserved, doubled or begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 8 }), (names) => {
      const used = new Set<string>()
      const paths = names.map((name) => archivePath('archivos', name, used))
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
      for (const path of paths) {
        expect(path).toMatch(/^archivos\/[^/\\]+$/)
        expect(path.slice('archivos/'.length)).not.toMatch(/^[=+@.-]|^(?:con|nul|aux|prn)(?:\.|$)/i)
      }
    }),
  )
})

test('DAT-07 parts have at most 500 MB of files', () => {
  const file = (bytes: number) => ({ path: 'a', key: 'k', bytes })
  expect(partsOf([]).map((part) => part.length)).toEqual([0])
  expect(partsOf([file(300), file(200), file(1), file(600)], 500).map((part) => part.length)).toEqual([
    2, 1, 1,
  ])
})

test('DAT-06 the page for people has Chilean time, words and lines, and leaves their own words alone', () => {
  expect(textOf('Fecha', '2026-11-27T18:56:00.123+00:00')).toBe('27 de noviembre de 2026, 15:56')
  expect(textOf('Fecha', '2026-11-27')).toBe('27 de noviembre de 2026')
  expect(textOf('Mensaje', '2026-99-99')).toBe('2026-99-99')
  expect(textOf('Tipo de cuenta', 'lawyer', wordsOf('profiles'))).toBe('Abogado')
  expect(textOf('Estado', 'accepted', wordsOf('proposals'))).toBe('Aceptada')
  expect(textOf('Avisos sin correo', ['tasks', 'updates'], wordsOf('notice_settings'))).toBe(
    'Tareas y plazos\nNovedades',
  )
  expect(textOf('Dado o retirado', false, wordsOf('consent_movements'))).toBe('Retirado')
  expect(textOf('Regla', 2, wordsOf('sanctions'))).toBe('2, amenazas o acoso')
  // Their own words stay, also one that is a code, or the name of a method.
  expect(textOf('Texto', 'lawyer', wordsOf('messages'))).toBe('lawyer')
  expect(textOf('Estado', 'constructor', wordsOf('proposals'))).toBe('constructor')
  expect(textOf('Condiciones', ['Uno', { Plazo: '2026-11-27' }, null])).toBe(
    'Uno\nPlazo: 27 de noviembre de 2026\n—',
  )
})

test('DAT-56 the pages of a copy that is being prepared are encrypted on the disk, and whole in the archive', async () => {
  const incomingDir = await mkdtemp(join(tmpdir(), 'amparo-copy-'))
  const config = readConfig({ ENCRYPTION_KEYS_FILE: join(incomingDir, 'keys') })
  addKey(config)
  const keys = createKeys(readKeys(config))
  const platform = { files: { incomingDir }, keys } as Pick<Platform, 'db' | 'files' | 'keys'>
  async function* sections() {
    yield { title: 'Mensajes <1>', rows: [{ Texto: 'zarzamora' }] }
    yield { title: 'Nada', rows: [] }
  }
  const content = await writeContent(platform, sections(), [])
  for (const { path } of [content.json, content.html])
    expect((await readFile(path)).includes('zarzamora')).toBe(false)
  const files = await readZip(
    await buffer(zipPart(platform, content, { files: [], isFirst: true, parts: 1 }, () => {})),
  )
  for (const name of ['datos.json', 'datos.html']) expect(files.get(name)?.toString()).toContain('zarzamora')
  const page = files.get('datos.html')?.toString() ?? ''
  expect(page).toMatch(
    /^<!doctype html>.*<li><a href="#s1">Mensajes &#60;1&#62;<\/a><\/li><\/ul><\/nav>\s*<h2 id="s1">/s,
  )
  expect(page.match(/<!doctype/g)).toHaveLength(1)
  await content.remove()
  expect(await readdir(incomingDir)).toEqual(['keys'])
  await rm(incomingDir, { recursive: true })
})

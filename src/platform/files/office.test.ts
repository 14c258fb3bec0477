import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cfb } from '../../../tests/support/files/cfb.ts'
import { createDocx, createXlsx, createZip } from '../../../tests/support/files/sample-documents.ts'
import { EXTENSIONS, type FileType } from './buckets.ts'
import { detectType, HEAD_BYTES } from './content.server.ts'
import { guessOfficeType, isOfficeFile } from './office.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amparo-office-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const docx = () => createDocx(['Borrador de demanda'])
const xlsx = () => createXlsx([['Total', 1]])

const typeFor = (extension: string) =>
  Object.entries(EXTENSIONS).find(([, value]) => value === extension)?.[0] as FileType

async function passes(bytes: Buffer, extension: string): Promise<boolean> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return isOfficeFile(path, typeFor(extension))
}

const guess = async (bytes: Buffer, name: string) => {
  const head = bytes.subarray(0, HEAD_BYTES)
  const type = (await detectType(head)) ?? guessOfficeType(head, name)
  return type && EXTENSIONS[type]
}

describe('OPEN-45 Word and Excel files by their content', () => {
  test('each type is detected as itself only', async () => {
    const files = { docx: docx(), xlsx: xlsx(), doc: cfb(['WordDocument']), xls: cfb(['Workbook']) }
    for (const [extension, bytes] of Object.entries(files)) {
      expect(await guess(bytes, `acta.${extension}`), extension).toBe(extension)
      for (const other of Object.keys(files))
        expect(await passes(bytes, other), `${extension} as ${other}`).toBe(extension === other)
    }
  })

  test('without an extension the type is guessed; with another one the file is refused', async () => {
    expect(await guess(docx(), 'acta')).toBe('docx')
    expect(await guess(cfb(['WordDocument']), '')).toBe('doc')
    for (const name of ['a.zip', 'a.exe', 'a.docm', 'a.pptx'])
      expect(await guess(createZip({ a: 'b' }), name)).toBe(null)
    expect(await guess(cfb(['__nameid_version1.0']), 'correo.msg')).toBe(null)
    expect(await guess(Buffer.from('hola'), 'a.docx')).toBe(null)
  })

  test('a ZIP, an e-mail or a program named as a document is rejected', async () => {
    expect(await passes(createZip({ 'a.txt': 'hola' }), 'docx')).toBe(false)
    expect(await passes(createZip({ 'word/document.xml': '<w/>' }), 'docx')).toBe(false)
    expect(await passes(cfb(['__nameid_version1.0']), 'doc')).toBe(false)
    expect(await passes(Buffer.from('MZ'), 'doc')).toBe(false)
    expect(await passes(Buffer.alloc(0), 'docx')).toBe(false)
  })

  const zipWith = (...names: string[]) =>
    createZip(Object.fromEntries(['[Content_Types].xml', ...names].map((name) => [name, 'x'])))

  test('files with macros are rejected', async () => {
    expect(await passes(zipWith('word/document.xml', 'word/vbaProject.bin'), 'docx')).toBe(false)
    expect(await passes(zipWith('word/document.xml', 'word/vbaProject.bin.xml'), 'docx')).toBe(true)
  })

  test('the main part may have a one-digit suffix only', async () => {
    for (const [extension, main] of [
      ['docx', 'word/document'],
      ['xlsx', 'xl/workbook'],
    ] as const) {
      for (const name of [`${main}.xml`, `${main}2.xml`])
        expect(await passes(zipWith(name), extension), name).toBe(true)
      for (const name of [`${main}X.xml`, `copy/${main}.xml`, `${main}.xml.rels`])
        expect(await passes(zipWith(name), extension), name).toBe(false)
    }
  })

  test('truncated files are rejected', async () => {
    const whole = docx()
    for (const part of [0.3, 0.6, 0.9])
      expect(await passes(whole.subarray(0, whole.length * part), 'docx')).toBe(false)
    const old = cfb(['WordDocument'])
    for (const length of [4, 511, 600, 1100]) expect(await passes(old.subarray(0, length), 'doc')).toBe(false)
  })

  test('cyclic or out-of-range tables end the search', async () => {
    const cyclic = cfb(['Otro'])
    // The directory's sector points to itself.
    cyclic.writeUInt32LE(1, 512 + 4)
    expect(await passes(cyclic, 'doc')).toBe(false)
    const withoutTable = cfb(['WordDocument'])
    // The sector of the allocation table is missing, so the directory's next sector is unknown.
    withoutTable.writeUInt32LE(0x00ffffff, 76)
    expect(await passes(withoutTable, 'doc')).toBe(false)
    const special = cfb(['WordDocument'])
    // The lowest special sector number.
    special.writeUInt32LE(0xfffffffa, 512 + 4)
    expect(await passes(special, 'doc')).toBe(true)
    const outOfRange = cfb(['WordDocument'])
    outOfRange.writeUInt32LE(0x00ffffff, 48)
    expect(await passes(outOfRange, 'doc')).toBe(false)
    const badOffset = docx()
    badOffset.writeUInt32LE(0xfffffff0, badOffset.length - 6)
    expect(await passes(badOffset, 'docx')).toBe(false)
  })
})

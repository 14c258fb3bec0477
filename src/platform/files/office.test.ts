import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cfb } from '../../../tests/support/office.ts'
import { docxPaper, xlsxPaper, zip } from '../../server/factories/papers.ts'
import { EXTENSIONS, type FileType } from './buckets.ts'
import { HEAD, typeOf } from './content.server.ts'
import { isOffice, officeGuess } from './office.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amparo-office-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const docx = () => docxPaper(['Borrador de demanda'])
const xlsx = () => xlsxPaper([['Total', 1]])

const typeFor = (end: string) =>
  Object.entries(EXTENSIONS).find(([, ending]) => ending === end)?.[0] as FileType

async function is(bytes: Buffer, end: string): Promise<boolean> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return isOffice(path, typeFor(end))
}

const guess = async (bytes: Buffer, name: string) => {
  const head = bytes.subarray(0, HEAD)
  const type = (await typeOf(head)) ?? officeGuess(head, name)
  return type && EXTENSIONS[type]
}

describe('OPEN-45 Word and Excel by their content', () => {
  test('each is what it is, and none of the others', async () => {
    const files = { docx: docx(), xlsx: xlsx(), doc: cfb(['WordDocument']), xls: cfb(['Workbook']) }
    for (const [end, bytes] of Object.entries(files)) {
      expect(await guess(bytes, `acta.${end}`), end).toBe(end)
      for (const other of Object.keys(files))
        expect(await is(bytes, other), `${end} as ${other}`).toBe(end === other)
    }
  })

  test('a name of another kind, or none, changes nothing for what says itself what it is', async () => {
    expect(await guess(docx(), 'acta')).toBe('docx')
    expect(await guess(cfb(['WordDocument']), '')).toBe('doc')
    for (const name of ['a.zip', 'a.exe', 'a.docm', 'a.pptx'])
      expect(await guess(zip({ a: 'b' }), name)).toBe(null)
    expect(await guess(cfb(['__nameid_version1.0']), 'correo.msg')).toBe(null)
    expect(await guess(Buffer.from('hola'), 'a.docx')).toBe(null)
  })

  test('a ZIP, an e-mail or a program that calls itself a document is none', async () => {
    expect(await is(zip({ 'a.txt': 'hola' }), 'docx')).toBe(false)
    expect(await is(zip({ 'word/document.xml': '<w/>' }), 'docx')).toBe(false)
    expect(await is(cfb(['__nameid_version1.0']), 'doc')).toBe(false)
    expect(await is(Buffer.from('MZ'), 'doc')).toBe(false)
    expect(await is(Buffer.alloc(0), 'docx')).toBe(false)
  })

  const holding = (...names: string[]) =>
    zip(Object.fromEntries(['[Content_Types].xml', ...names].map((name) => [name, 'x'])))

  test('macros are another type', async () => {
    expect(await is(holding('word/document.xml', 'word/vbaProject.bin'), 'docx')).toBe(false)
    expect(await is(holding('word/document.xml', 'word/vbaProject.bin.xml'), 'docx')).toBe(true)
  })

  test('the main part has its name, with a digit at most', async () => {
    for (const [end, main] of [
      ['docx', 'word/document'],
      ['xlsx', 'xl/workbook'],
    ] as const) {
      for (const name of [`${main}.xml`, `${main}2.xml`])
        expect(await is(holding(name), end), name).toBe(true)
      for (const name of [`${main}X.xml`, `copy/${main}.xml`, `${main}.xml.rels`])
        expect(await is(holding(name), end), name).toBe(false)
    }
  })

  test('cut files have lost their table of contents', async () => {
    const whole = docx()
    for (const part of [0.3, 0.6, 0.9])
      expect(await is(whole.subarray(0, whole.length * part), 'docx')).toBe(false)
    const old = cfb(['WordDocument'])
    for (const length of [4, 511, 600, 1100]) expect(await is(old.subarray(0, length), 'doc')).toBe(false)
  })

  test('tables that lead in a circle or out of the file end', async () => {
    const circle = cfb(['Otro'])
    // The directory's sector is said to be followed by itself.
    circle.writeUInt32LE(1, 512 + 4)
    expect(await is(circle, 'doc')).toBe(false)
    const tableless = cfb(['WordDocument'])
    // The sector of the allocation table is not there: what follows the directory's first one is unknown.
    tableless.writeUInt32LE(0x00ffffff, 76)
    expect(await is(tableless, 'doc')).toBe(false)
    const ended = cfb(['WordDocument'])
    // The lowest of the numbers that are no sector's.
    ended.writeUInt32LE(0xfffffffa, 512 + 4)
    expect(await is(ended, 'doc')).toBe(true)
    const out = cfb(['WordDocument'])
    out.writeUInt32LE(0x00ffffff, 48)
    expect(await is(out, 'doc')).toBe(false)
    const far = docx()
    far.writeUInt32LE(0xfffffff0, far.length - 6)
    expect(await is(far, 'docx')).toBe(false)
  })
})

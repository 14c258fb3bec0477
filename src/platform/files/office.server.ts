import { type FileHandle, open } from 'node:fs/promises'
import { EXTENSIONS, type FileType } from './buckets.ts'
import { endOf } from './names.ts'

// Word and Excel, old (CFB: a file system in a file) and new (a ZIP of XML). Only their tables of contents are read,
// a few kilobytes of them: nothing is ever unpacked here, so nothing can swell.

const ZIP = 0x504b0304
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const BY_END = new Map(Object.entries(EXTENSIONS).map(([type, end]) => [end as string, type as FileType]))

/**
 * What a file of one of the two families may be, going by its name, since its first bytes say only which family it is
 * of; `isOffice` looks afterwards whether it is true. Null: no such file.
 */
export function officeGuess(head: Buffer, name: string): FileType | null {
  const isNew = head.length >= 4 && head.readUInt32BE(0) === ZIP
  const isOld = head.subarray(0, CFB.length).equals(CFB)
  const ends = isNew ? ['docx', 'xlsx'] : isOld ? ['doc', 'xls'] : []
  const end = endOf(name) || ends[0]
  return (end !== undefined && ends.includes(end) && BY_END.get(end)) || null
}

/** Whether the file at `path` is what `type` says, whole enough to have its table of contents. */
export async function isOffice(path: string, type: FileType): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const end = EXTENSIONS[type]
    if (end === 'docx' || end === 'xlsx') return isNewOffice(await zipNames(file, size), end)
    const streams = await cfbNames(file)
    return streams !== null && OLD[end as 'doc' | 'xls'].some((name) => streams.has(name))
  } finally {
    await file.close()
  }
}

/** The stream that makes a CFB file a text or a sheet; e-mails, installers and slides have others. */
const OLD = { doc: ['WordDocument'], xls: ['Workbook', 'Book'] } as const

/** No macros: those files have types of their own (docm, xlsm), which no door takes. */
function isNewOffice(names: readonly string[] | null, end: 'docx' | 'xlsx'): boolean {
  const main = end === 'docx' ? /^word\/document\d?\.xml$/ : /^xl\/workbook\d?\.xml$/
  return (
    names?.includes('[Content_Types].xml') === true &&
    names.some((name) => main.test(name)) &&
    !names.some((name) => /vbaProject\.bin$/i.test(name))
  )
}

async function read(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from, length })
  return buffer.subarray(0, bytesRead)
}

/** Where a ZIP's table of contents is: in its last bytes, before a comment of 64 kB at most. */
const ZIP_END = 0x504b0506
const ZIP_END_SIZE = 22
/** Bytes of table that are read: ten thousand parts, where a document has some dozens. */
const MOST_TABLE = 1024 * 1024

/** Names of everything in a ZIP, from the table at its end; null when there is none. */
async function zipNames(file: FileHandle, size: number): Promise<string[] | null> {
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let at = tail.length - ZIP_END_SIZE
  while (at >= 0 && tail.readUInt32BE(at) !== ZIP_END) at--
  if (at < 0) return null
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (length > MOST_TABLE || start + length > size) return null
  const table = await read(file, start, length)
  const names: string[] = []
  for (let place = 0; place + 46 <= table.length; ) {
    if (table.readUInt32BE(place) !== 0x504b0102) return null
    const name = table.readUInt16LE(place + 28)
    names.push(table.toString('utf8', place + 46, place + 46 + name))
    place += 46 + name + table.readUInt16LE(place + 30) + table.readUInt16LE(place + 32)
  }
  return names
}

/** Sectors of a directory that are followed: two thousand entries, where a document has a few dozen. */
const MOST_SECTORS = 512
/** Places in the header for the sectors of the allocation table. */
const IN_HEADER = 109
const LAST_SECTOR = 0xfffffffa

/** Names of the streams and folders in a CFB file [MS-CFB]; null when it is none or cut. */
async function cfbNames(file: FileHandle): Promise<Set<string> | null> {
  const header = await read(file, 0, 512)
  if (header.length < 512 || !header.subarray(0, CFB.length).equals(CFB)) return null
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectorSize = 1 << shift
  const sector = async (number: number) => {
    const bytes = await read(file, (number + 1) * sectorSize, sectorSize)
    return bytes.length === sectorSize ? bytes : null
  }
  const perSector = sectorSize / 4
  /** The number of the sector that holds the allocation table's part `index`. */
  const tablePart = async (index: number): Promise<number | null> => {
    if (index < IN_HEADER) return header.readUInt32LE(76 + index * 4)
    let list = header.readUInt32LE(68)
    // Each further list ends with the number of the next.
    let rest = index - IN_HEADER
    for (let steps = 0; steps < MOST_SECTORS && list < LAST_SECTOR; steps++) {
      const bytes = await sector(list)
      if (!bytes) return null
      if (rest < perSector - 1) return bytes.readUInt32LE(rest * 4)
      rest -= perSector - 1
      list = bytes.readUInt32LE((perSector - 1) * 4)
    }
    return null
  }
  const after = async (number: number): Promise<number | null> => {
    const part = await tablePart(Math.floor(number / perSector))
    const bytes = part === null || part >= LAST_SECTOR ? null : await sector(part)
    return bytes ? bytes.readUInt32LE((number % perSector) * 4) : null
  }
  const names = new Set<string>()
  let at: number | null = header.readUInt32LE(48)
  for (let steps = 0; steps < MOST_SECTORS; steps++) {
    if (at === null) return null
    if (at >= LAST_SECTOR) break
    const bytes = await sector(at)
    if (!bytes) return null
    for (let entry = 0; entry < sectorSize; entry += 128) {
      const length = bytes.readUInt16LE(entry + 64)
      // Two bytes a letter, and a zero at the end.
      names.add(bytes.toString('utf16le', entry, entry + length - 2))
    }
    at = await after(at)
  }
  return names
}

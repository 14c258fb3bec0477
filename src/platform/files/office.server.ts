import { type FileHandle, open } from 'node:fs/promises'
import { EXTENSIONS, type FileType, TYPE_BY_EXTENSION } from './buckets.ts'
import { extensionOf } from './file-names.ts'

// Word and Excel files, old (CFB, a file system in a file) and new (OOXML, a ZIP of XML). Only a few
// kilobytes of their directories are read; nothing is decompressed, so decompression bombs do no harm.

const ZIP_SIGNATURE = 0x504b0304
const CFB_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Guesses the type of an Office file by its name, because its first bytes only tell ZIP from CFB; `isOfficeFile`
 * verifies it later. Null when it is neither.
 */
export function guessOfficeType(head: Buffer, name: string): FileType | null {
  const isZip = head.length >= 4 && head.readUInt32BE(0) === ZIP_SIGNATURE
  const isCfb = head.subarray(0, CFB_SIGNATURE.length).equals(CFB_SIGNATURE)
  const extensions = isZip ? ['docx', 'xlsx'] : isCfb ? ['doc', 'xls'] : []
  const extension = extensionOf(name) || (extensions[0] ?? '')
  return (extensions.includes(extension) && TYPE_BY_EXTENSION.get(extension)) || null
}

/** Whether the file at `path` is of `type`, judged by the names in its directory. */
export async function isOfficeFile(path: string, type: FileType): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const extension = EXTENSIONS[type]
  if (extension === 'docx' || extension === 'xlsx') return isOoxml(await zipNames(file, size), extension)
  const streams = await cfbNames(file)
  return streams !== null && MAIN_STREAMS[extension as 'doc' | 'xls'].some((name) => streams.has(name))
}

/** The CFB stream that marks a Word or Excel file; e-mails, installers and slides have others. */
const MAIN_STREAMS = { doc: ['WordDocument'], xls: ['Workbook', 'Book'] } as const

/** Without macros: files with them have their own types (docm, xlsm), which no bucket accepts. */
function isOoxml(names: readonly string[] | null, extension: 'docx' | 'xlsx'): boolean {
  const main = extension === 'docx' ? /^word\/document\d?\.xml$/ : /^xl\/workbook\d?\.xml$/
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

/** End-of-central-directory record, in a ZIP's last bytes before a comment of at most 64 kB. */
const ZIP_END_SIGNATURE = 0x504b0506
const ZIP_END_SIZE = 22
/** Bytes of directory that are read: room for 10,000 entries, where a document has a few dozen. */
const MAX_ZIP_DIRECTORY_BYTES = 1024 * 1024

/** Names of all entries of a ZIP, from its central directory; null when there is none. */
async function zipNames(file: FileHandle, size: number): Promise<string[] | null> {
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let at = tail.length - ZIP_END_SIZE
  while (at >= 0 && tail.readUInt32BE(at) !== ZIP_END_SIGNATURE) at--
  if (at < 0) return null
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (length > MAX_ZIP_DIRECTORY_BYTES || start + length > size) return null
  const table = await read(file, start, length)
  const names: string[] = []
  for (let offset = 0; offset + 46 <= table.length; ) {
    if (table.readUInt32BE(offset) !== 0x504b0102) return null
    const nameLength = table.readUInt16LE(offset + 28)
    names.push(table.toString('utf8', offset + 46, offset + 46 + nameLength))
    offset += 46 + nameLength + table.readUInt16LE(offset + 30) + table.readUInt16LE(offset + 32)
  }
  return names
}

/** Sectors of a chain that are followed: room for 2,000 entries, where a document has a few dozen. */
const MAX_SECTORS = 512
/** Entries in the header for the sectors of the allocation table. */
const FAT_ENTRIES_IN_HEADER = 109
/** Sector numbers from here on are special values, such as the end of a chain. */
const FIRST_SPECIAL_SECTOR = 0xfffffffa

/** Names of the streams and folders in a CFB file [MS-CFB]; null when it is not one or truncated. */
async function cfbNames(file: FileHandle): Promise<Set<string> | null> {
  const header = await read(file, 0, 512)
  if (header.length < 512 || !header.subarray(0, CFB_SIGNATURE.length).equals(CFB_SIGNATURE)) return null
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectorSize = 1 << shift
  const readSector = async (number: number) => {
    const bytes = await read(file, (number + 1) * sectorSize, sectorSize)
    return bytes.length === sectorSize ? bytes : null
  }
  const entriesPerSector = sectorSize / 4
  /** Number of the sector with part `index` of the allocation table. */
  const fatSector = async (index: number): Promise<number | null> => {
    if (index < FAT_ENTRIES_IN_HEADER) return header.readUInt32LE(76 + index * 4)
    let list = header.readUInt32LE(68)
    // Each further list ends with the sector number of the next one.
    let rest = index - FAT_ENTRIES_IN_HEADER
    for (let steps = 0; steps < MAX_SECTORS && list < FIRST_SPECIAL_SECTOR; steps++) {
      const bytes = await readSector(list)
      if (!bytes) return null
      if (rest < entriesPerSector - 1) return bytes.readUInt32LE(rest * 4)
      rest -= entriesPerSector - 1
      list = bytes.readUInt32LE((entriesPerSector - 1) * 4)
    }
    return null
  }
  const nextSector = async (number: number): Promise<number | null> => {
    const part = await fatSector(Math.floor(number / entriesPerSector))
    const bytes = part === null || part >= FIRST_SPECIAL_SECTOR ? null : await readSector(part)
    return bytes ? bytes.readUInt32LE((number % entriesPerSector) * 4) : null
  }
  const names = new Set<string>()
  let at: number | null = header.readUInt32LE(48)
  for (let steps = 0; steps < MAX_SECTORS; steps++) {
    if (at === null) return null
    if (at >= FIRST_SPECIAL_SECTOR) break
    const bytes = await readSector(at)
    if (!bytes) return null
    for (let entry = 0; entry < sectorSize; entry += 128) {
      const length = bytes.readUInt16LE(entry + 64)
      // UTF-16, with a terminating zero.
      names.add(bytes.toString('utf16le', entry, entry + length - 2))
    }
    at = await nextSector(at)
  }
  return names
}

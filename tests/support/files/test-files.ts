/**
 * Generates files for uploads: valid ones, decompression bombs, and ones with a wrong type; and reads the
 * storage.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { StoredFile } from '../../../src/platform/files/bucket-policy.server.ts'
import type { Bucket, FileType } from '../../../src/platform/files/buckets.ts'
import { BUCKETS, EXTENSIONS } from '../../../src/platform/files/buckets.ts'
import { saveFile } from '../../../src/platform/files/encrypted-files.server.ts'
import type { FileStorage } from '../../../src/platform/files/storage.server.ts'
import { openStoredFile } from '../../../src/platform/files/stored-files.server.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'

/** Generates a valid PDF of one page. @param bytes pads the file to exactly this size, if it is smaller */
export function pdf(bytes = 0): Buffer {
  const stream = 'BT /F1 18 Tf 40 120 Td (Carnet de prueba) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 240] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const build = (padding: number) => {
    let body = `%PDF-1.4\n%${'x'.repeat(padding)}\n`
    const entries = objects.map((object, index) => {
      const offset = body.length
      body += `${index + 1} 0 obj\n${object}\nendobj\n`
      return `${String(offset).padStart(10, '0')} 00000 n \n`
    })
    const size = objects.length + 1
    const table = String(body.length).padStart(10, '0')
    return Buffer.from(
      `${body}xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      'latin1',
    )
  }
  const unpadded = build(0)
  return bytes > unpadded.length ? build(bytes - unpadded.length) : unpadded
}

/**
 * Generates a picture.
 * @param exif adds the metadata of a phone: GPS position and orientation
 * @param noise draws noise, which compresses badly
 */
export function picture(
  type: 'jpeg' | 'png',
  { width = 640, height = 480, exif = false, noise = false } = {},
): Promise<Buffer> {
  const made = noise
    ? sharp({
        create: {
          width,
          height,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
          background: '#888',
        },
      })
    : sharp({ create: { width, height, channels: 3, background: '#e6007a' } }).composite([
        {
          input: { create: { width: width / 4, height: height / 4, channels: 3, background: '#00a0ff' } },
          left: 0,
          top: 0,
        },
      ])
  const tagged = exif
    ? made.withMetadata({ orientation: 6 }).withExifMerge({
        IFD0: { Make: 'Telefono' },
        IFD3: { GPSLatitude: '33/1 26/1 0/1', GPSLatitudeRef: 'S' },
      })
    : made
  return (type === 'jpeg' ? tagged.jpeg({ quality: 92 }) : tagged.png()).toBuffer()
}

/** Generates a picture of exactly this size: readers ignore the zeros after its end. */
export async function pictureOfSize(bytes: number): Promise<Buffer> {
  const small = await picture('jpeg')
  return Buffer.concat([small, Buffer.alloc(bytes - small.length)])
}

/** A PNG chunk: length, name, data, checksum. */
function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const lengthAndChecksum = Buffer.alloc(8)
  lengthAndChecksum.writeUInt32BE(data.length, 0)
  lengthAndChecksum.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)])
}

/** Generates a small PNG with compressed text chunks. @param megabytes size of each text when decompressed */
export async function pngWithCompressedTexts(texts: number, megabytes = 50): Promise<Buffer> {
  const png = await picture('png', { width: 60, height: 60 })
  const compressed = deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 })
  const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), compressed]))
  return Buffer.concat([png.subarray(0, 33), ...Array.from({ length: texts }, () => chunk), png.subarray(33)])
}

/** Generates a decompression bomb: a complete PNG of these dimensions in a few kilobytes. */
export function pngBomb(width = 30_000, height = 30_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(lines, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The seven passes of Adam7 interlacing: left, top, and the distance of pixels across and down. */
const ADAM7_PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Generates an interlaced black PNG of 16-bit RGBA: 300 KB at 6300 × 6300, slow to decode (A7). */
export async function interlacedPng(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([16, 6, 0, 0, 1], 8)
  let bytes = 0
  for (const [left, top, across, down] of ADAM7_PASSES)
    bytes += (Math.ceil((width - left) / across) * 8 + 1) * Math.ceil((height - top) / down)
  // Generated in pieces of 1 MB: the decompressed data has 317 MB at 6300 × 6300.
  const zeros = function* () {
    for (let left = bytes; left > 0; left -= 1_000_000) yield Buffer.alloc(Math.min(left, 1_000_000))
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', await buffer(Readable.from(zeros()).pipe(createDeflate({ level: 9 })))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Generates a progressive JPEG whose last scan is repeated. @param times number of repetitions */
export async function jpegWithRepeatedScans(width: number, height: number, times: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#e6007a' } as const
  const file = await sharp({ create }).jpeg({ progressive: true }).toBuffer()
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(last, -2)
  return Buffer.concat([
    file.subarray(0, -2),
    ...Array.from({ length: times }, () => scan),
    file.subarray(-2),
  ])
}

const PAGE = '<!doctype html><script>alert(1)</script>'

/** Files that are neither PDF nor picture, by description. */
export const disguisedFiles: Record<string, Buffer> = {
  'a page as PDF': Buffer.from(PAGE),
  'a page that mentions %PDF': Buffer.from(`${PAGE}\n%PDF-1.7\n%%EOF`),
  'a drawing with a script (SVG)': Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ),
  'a GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'a GIF that is a script': Buffer.from('GIF89a=1;alert(1)'),
  'a program for Windows': Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(512)]),
  'a program for Linux': Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(512)]),
  'a ZIP': Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), Buffer.alloc(64)]),
  'a WebP': Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  'a PDF behind a picture of another kind': Buffer.concat([Buffer.from('GIF89a'), pdf()]),
  'a form as browsers send it': Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="f"\r\n\r\n%PDF-1.4\r\n--x--',
  ),
  'plain text': Buffer.from('hola'),
  'a PostScript program': Buffer.from('%!PS-Adobe-3.0\n(%PDF-1.4) run\n'),
}

/** Stores a file as an upload and a command do: its bytes in the storage, and its row. @returns its key */
export async function storeFile(
  platform: Pick<RunningPlatform, 'db' | 'files' | 'keys'>,
  file: {
    bucket: Bucket
    ownerId: string
    bytes?: Buffer
    type?: FileType
    name?: string
    state?: StoredFile['state']
  },
): Promise<string> {
  const { db, files } = platform
  const {
    bucket,
    ownerId,
    bytes = pdf(),
    type = 'application/pdf',
    name = 'carnet.pdf',
    state = 'used',
  } = file
  const key = `${bucket}/${ownerId}/${randomUUID()}.${EXTENSIONS[type]}`
  const path = join(files.incomingDir, randomUUID())
  await mkdir(files.incomingDir, { recursive: true })
  await writeFile(path, bytes)
  const sealed_with = await saveFile(platform, path, { key, bucket, contentType: type })
  const row = {
    key,
    bucket,
    owner_id: ownerId,
    content_type: type,
    bytes: bytes.length,
    file_name: name,
    state,
    sealed_with,
  }
  await db.insertInto('stored_files').values(row).execute()
  return key
}

/** Lists the files: `kept` are the keys in the storage, `arriving` the names of incomplete uploads. */
export async function listFiles({
  files,
}: Pick<RunningPlatform, 'files'>): Promise<{ kept: string[]; arriving: string[] }> {
  const kept: string[] = []
  for (const bucket of BUCKETS) {
    for await (const page of files.list(bucket)) kept.push(...page.map(({ key }) => key))
  }
  const arriving = await readdir(files.incomingDir).catch(() => [])
  return { kept: kept.sort(), arriving }
}

/** Reads and opens a stored file. @throws when it does not exist */
export async function readFileOf(
  platform: Pick<RunningPlatform, 'db' | 'files' | 'keys'>,
  key: string,
): Promise<Buffer> {
  const stream = await openStoredFile(platform, key)
  if (!stream) throw new Error(`${key} does not exist`)
  return buffer(stream)
}

/** Reads a file of the storage as it is stored. @throws when it does not exist */
export async function readStoredFile(storage: FileStorage, key: string): Promise<Buffer> {
  const stream = await storage.open(key)
  if (!stream) throw new Error(`${key} does not exist`)
  return buffer(stream)
}

import { open } from 'node:fs/promises'
import { EXTENSIONS, type FileType } from './buckets.ts'
import { isOfficeFile } from './office.server.ts'
import { isDecodable } from './picture.server.ts'
import type { PictureOwner } from './picture-queue.server.ts'

/** Bytes at the start of a file that decide its type. */
export const HEAD_BYTES = 4_100

/** File type by its first bytes; null for types that no bucket accepts. */
export async function detectType(head: Uint8Array): Promise<FileType | null> {
  // Imported on first use: it has sixty modules.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  return found && found.mime in EXTENSIONS ? (found.mime as FileType) : null
}

/** Whether these are the first bytes of a photo as some phones store it. */
export const isHeic = (head: Buffer): boolean =>
  /^ftyp(?:hei|hev|mif1|msf1)/.test(head.toString('latin1', 4, 12))

/**
 * Whether the file is complete: all lines of a picture, the end of a PDF, the directory of an Office file.
 * @throws TryLater, FileRefused
 */
export function isComplete(path: string, type: FileType, owner: PictureOwner): Promise<boolean> {
  if (type === 'application/pdf') return isCompletePdf(path)
  return type.startsWith('image/') ? isDecodable(path, owner) : isOfficeFile(path, type)
}

/** Bytes at the end in which `%%EOF` is searched: mail programs and scanners append data. */
const TAIL_BYTES = 2_048

/**
 * A truncated PDF lacks its end: `startxref`, with the offset of the cross-reference table, and `%%EOF`. The
 * page content is not checked.
 */
async function isCompletePdf(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const read = async (from: number, length: number) => {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from, length })
    return buffer.toString('latin1', 0, bytesRead)
  }
  if (!/^%PDF-[12]\.\d/.test(await read(0, 8))) return false
  const tail = await read(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
  const end = /.*startxref\s+(\d{1,10})\s+%%EOF/s.exec(tail)
  const table = Number(end?.[1] ?? Number.NaN)
  if (!(table > 0 && table < size)) return false
  // Some programs write an offset that is a few bytes off, so search around it.
  const near = await read(Math.max(0, table - 64), 256)
  return /xref|\d+\s+\d+\s+obj/.test(near)
}

import { open } from 'node:fs/promises'
import { EXTENSIONS, type FileType } from './buckets.ts'
import { isOffice } from './office.server.ts'
import { decodes } from './picture.server.ts'
import type { Sender } from './picture-queue.server.ts'

/** Bytes from which a type is told. */
export const HEAD = 4_100

/** What the first bytes say that a file is; null for everything that no bucket takes. */
export async function typeOf(head: Uint8Array): Promise<FileType | null> {
  // Sixty files that a start need not read.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  return found && found.mime in EXTENSIONS ? (found.mime as FileType) : null
}

/** Whether the file is whole: every line of a picture, the end of a PDF, the index of a document. @throws TryLater, FileRefused */
export function isWhole(path: string, type: FileType, sender: Sender): Promise<boolean> {
  if (type === 'application/pdf') return isWholePdf(path)
  return type.startsWith('image/') ? decodes(path, sender) : isOffice(path, type)
}

/** What may stand after the end of a PDF: mail programs and scanners add line ends and more. */
const TAIL = 2_048

/**
 * A PDF that was cut has lost its end: `startxref`, where its table of contents is, and `%%EOF`. Readers begin there.
 * What is drawn inside is not looked at.
 */
async function isWholePdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from, length })
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!/^%PDF-[12]\.\d/.test(await read(0, 8))) return false
    const tail = await read(Math.max(0, size - TAIL), Math.min(size, TAIL))
    const end = /.*startxref\s+(\d{1,10})\s+%%EOF/s.exec(tail)
    const table = Number(end?.[1] ?? Number.NaN)
    if (!(table > 0 && table < size)) return false
    // Some programs count a few bytes wrong, so the place itself is only looked for, not at.
    const near = await read(Math.max(0, table - 64), 256)
    return /xref|\d+\s+\d+\s+obj/.test(near)
  } finally {
    await file.close()
  }
}

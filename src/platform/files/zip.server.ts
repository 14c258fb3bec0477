import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { withoutFileName } from './file-names.ts'
import type { FileStorage } from './storage.server.ts'

export interface ArchivedFile {
  /** Path in the archive. */
  path: string
  key: string
  bytes: number
  modified: Date
}

/**
 * SEG-24: streams a ZIP of stored files, one at a time, so that memory does not grow with their number or size.
 * A file that is missing, cannot be read or has another length breaks the stream: a download without an end is
 * visible, one without a file is not.
 * @param index called last, with the SHA-256 of each file: the last file of the archive
 */
export function zipStream(
  storage: Pick<FileStorage, 'open'>,
  files: readonly ArchivedFile[],
  index: (hashes: readonly string[]) => { path: string; text: string },
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const hashes: string[] = []
  let current: Readable | undefined
  const fail = (error: unknown) => void output.destroy(error as Error)
  zip.on('error', fail)
  output.once('close', () => current?.destroy())
  // The files are compressed formats already.
  const options = { compress: false, mode: 0o100_600 }
  for (const { path, key, bytes, modified } of files)
    zip.addReadStreamLazy(path, { ...options, size: bytes, mtime: modified }, (add) => {
      storage.open(key).then((stream) => {
        if (!stream) return fail(new Error(`stored file is missing: ${withoutFileName(key)}`))
        if (output.destroyed) return void stream.destroy()
        current = stream
        const hash = createHash('sha256')
        stream.on('data', (chunk: Buffer) => hash.update(chunk))
        stream.once('end', () => hashes.push(hash.digest('hex')))
        stream.once('error', fail)
        add(null, stream)
      }, fail)
    })
  const { path } = index([])
  zip.addReadStreamLazy(path, options, (add) => add(null, Readable.from([Buffer.from(index(hashes).text)])))
  zip.end()
  return output
}

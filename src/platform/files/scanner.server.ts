import { once } from 'node:events'
import { connect } from 'node:net'
import { FileRefused, TryLater } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** Idle time after which the scanner counts as unavailable. */
const SCANNER_TIMEOUT_MS = 30_000

/** A running virus scan: chunks as they arrive, then the verdict. */
export interface Scan {
  /** Sends a chunk; a lost scanner shows in `verdict`. */
  write(chunk: Uint8Array): Promise<void>
  /** @throws FileRefused when malware was found, TryLater without a clear answer */
  verdict(): Promise<void>
  /** Aborts the scan: the file will not be stored. */
  cancel(): void
}

const noScan: Scan = { write: async () => {}, verdict: async () => {}, cancel: () => {} }

/**
 * Streams a file to clamd (INSTREAM over its Unix socket) while it arrives. Fails closed: without a verdict
 * the file is not stored.
 * @param socketPath setting CLAMD_SOCKET; null disables scanning
 */
export async function openScan(socketPath: string | null): Promise<Scan> {
  if (socketPath === null) return noScan
  const socket = connect(socketPath)
  socket.setTimeout(SCANNER_TIMEOUT_MS, () => socket.destroy(new Error('clamd says nothing')))
  let reply = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    // Verdicts are short («stream: name FOUND»); ignore the rest of longer responses.
    if (reply.length < 1_000) reply += text
  })
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  // A failed connection brings no verdict, so `verdict` refuses the file.
  socket.on('error', () => {})
  const send = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  }
  await Promise.race([once(socket, 'connect').catch(() => {}), closed])
  await send(Buffer.from('zINSTREAM\0'))
  return {
    async write(chunk) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      await send(length)
      await send(chunk)
    },
    async verdict() {
      await send(Buffer.alloc(4))
      await closed
      if (/^stream: OK\0?$/.test(reply)) return
      if (/ FOUND\0?$/.test(reply)) throw new FileRefused(422, FILE_TEXTS.infected)
      throw new TryLater(FILE_TEXTS.notScanned)
    },
    cancel: () => void socket.destroy(),
  }
}

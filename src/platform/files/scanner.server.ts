import { once } from 'node:events'
import { connect } from 'node:net'
import { FileRefused, TryLater } from './refusals.server.ts'
import { FILE_TEXTS } from './texts.ts'

/** Milliseconds without a sign of the scanner after which it counts as gone. */
const PATIENCE = 30_000

/** A scan under way: bytes as they arrive, then the verdict. */
export interface Scan {
  /** @throws TryLater when the scanner is gone */
  write(chunk: Uint8Array): Promise<void>
  /** @throws FileRefused when something was found, TryLater when there is no clear answer */
  verdict(): Promise<void>
  /** The file will not be kept: the scanner need not go on. */
  drop(): void
}

const nothing: Scan = { write: async () => {}, verdict: async () => {}, drop: () => {} }

/**
 * Sends a file to clamd (INSTREAM over its unix socket) while it arrives. Closed when it cannot be asked: nothing is
 * stored that was to be scanned and was not.
 * @param socketPath setting CLAMD_SOCKET; null scans nothing
 */
export async function openScan(socketPath: string | null): Promise<Scan> {
  if (socketPath === null) return nothing
  const socket = connect(socketPath)
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('clamd says nothing')))
  let reply = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    // «stream: name FOUND» is short; whatever is longer is no answer.
    if (reply.length < 1_000) reply += text
  })
  const ended = new Promise<void>((resolve) => socket.once('close', resolve))
  // A connection that fails brings no verdict, and `verdict` refuses the file then.
  socket.on('error', () => {})
  const send = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => {}), ended])
  }
  await Promise.race([once(socket, 'connect').catch(() => {}), ended])
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
      await ended
      if (/^stream: OK\0?$/.test(reply)) return
      if (/ FOUND\0?$/.test(reply)) throw new FileRefused(422, FILE_TEXTS.infected)
      throw new TryLater(FILE_TEXTS.notScanned)
    },
    drop: () => void socket.destroy(),
  }
}

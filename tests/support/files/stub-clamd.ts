/** A stub of clamd: it speaks INSTREAM on a Unix socket and detects one test signature. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import net from 'node:net'

/**
 * The harmless EICAR test file that every scanner detects; in two parts, so that no scanner reports this
 * source file.
 */
export const EICAR_SIGNATURE = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

export interface StubClamd {
  path: string
  /** Sizes in bytes of the files that it has received completely. */
  scannedSizes: number[]
  /** Behaviour: scans, replies with an error, or closes the connection. */
  behaviour: 'well' | 'confused' | 'gone'
  close(): Promise<void>
}

export async function startStubClamd(path: string): Promise<StubClamd> {
  const clamd: StubClamd = { path, scannedSizes: [], behaviour: 'well', close: async () => {} }
  const server = net.createServer((socket) => {
    let unread = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    let hasReadCommand = false
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      if (clamd.behaviour === 'gone') return void socket.destroy()
      unread = Buffer.concat([unread, data])
      if (!hasReadCommand) {
        if (unread.length < 10) return
        if (unread.toString('latin1', 0, 10) !== 'zINSTREAM\0') return void socket.end('UNKNOWN COMMAND\0')
        hasReadCommand = true
        unread = unread.subarray(10)
      }
      while (unread.length >= 4) {
        const length = unread.readUInt32BE(0)
        if (length === 0) {
          clamd.scannedSizes.push(file.length)
          const verdict = file.includes(EICAR_SIGNATURE) ? 'Eicar-Test-Signature FOUND' : 'OK'
          return void socket.end(
            clamd.behaviour === 'confused' ? 'INSTREAM size limit exceeded. ERROR\0' : `stream: ${verdict}\0`,
          )
        }
        if (unread.length < 4 + length) return
        file = Buffer.concat([file, unread.subarray(4, 4 + length)])
        unread = unread.subarray(4 + length)
      }
    })
  })
  server.listen(path)
  await once(server, 'listening')
  clamd.close = async () => {
    server.close()
    rmSync(path, { force: true })
  }
  return clamd
}

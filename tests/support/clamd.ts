/** A stand-in for clamd that speaks INSTREAM on a unix socket and finds one test signature. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import net from 'node:net'

/** What every scanner knows and harms nobody; written in two parts so that no scanner finds it in this file. */
export const SIGNATURE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

export interface Clamd {
  path: string
  /** Sizes of the files it has read whole. */
  scanned: number[]
  /** What it does: answers, says nothing sensible, or hangs up in the middle. */
  mood: 'well' | 'confused' | 'gone'
  close(): Promise<void>
}

export async function startClamd(path: string): Promise<Clamd> {
  const clamd: Clamd = { path, scanned: [], mood: 'well', close: async () => {} }
  const server = net.createServer((socket) => {
    let waiting = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    let greeted = false
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      if (clamd.mood === 'gone') return void socket.destroy()
      waiting = Buffer.concat([waiting, data])
      if (!greeted) {
        if (waiting.length < 10) return
        if (waiting.toString('latin1', 0, 10) !== 'zINSTREAM\0') return void socket.end('UNKNOWN COMMAND\0')
        greeted = true
        waiting = waiting.subarray(10)
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE(0)
        if (length === 0) {
          clamd.scanned.push(file.length)
          const verdict = file.includes(SIGNATURE) ? 'Eicar-Test-Signature FOUND' : 'OK'
          return void socket.end(
            clamd.mood === 'confused' ? 'INSTREAM size limit exceeded. ERROR\0' : `stream: ${verdict}\0`,
          )
        }
        if (waiting.length < 4 + length) return
        file = Buffer.concat([file, waiting.subarray(4, 4 + length)])
        waiting = waiting.subarray(4 + length)
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

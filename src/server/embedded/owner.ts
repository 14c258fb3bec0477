import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { makeDataDir, shortHash } from './place.ts'

export class FolderInUseError extends EmbeddedPostgresError {
  override name = 'FolderInUseError'
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(`Amparo ya está en marcha en esta carpeta (${pid ? `proceso ${pid}` : folder}).`)
    this.pid = pid
  }
}

const ATTEMPTS = 40
const PAUSE = 50

/**
 * Makes this process the only owner of a data folder. The claim is a listening socket in Linux's
 * abstract namespace: taken atomically, without a file that could grow stale, and freed by the
 * kernel however the process ends. It answers with the owner's process id.
 */
export async function claimFolder(dataDir: string): Promise<{ release(): void }> {
  const folder = makeDataDir(dataDir)
  // Elsewhere there is no embedded database to protect (and no abstract namespace).
  if (process.platform !== 'linux') return { release: () => {} }
  // Filled up to the 108 bytes of an address, which Node 20 does by itself, with zeros: one name under every Node.
  const address = `\0amparo-${shortHash(folder)}`.padEnd(108, '-')
  for (let attempt = 1; ; attempt += 1) {
    const server = await listen(address)
    if (server) return { release: () => void server.close() }
    const answer = await askOwner(address)
    // A dying owner keeps the name for a moment and answers nothing: worth another attempt.
    if (answer !== 'gone' || attempt === ATTEMPTS) {
      throw new FolderInUseError(folder, typeof answer === 'number' ? answer : undefined)
    }
    await sleep(PAUSE)
  }
}

function listen(address: string): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.end(String(process.pid))
  })
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(undefined) : reject(error)))
    // exclusive: a worker of node:cluster would otherwise ask its parent to listen
    server.listen({ path: address, exclusive: true }, () => resolve(server.unref()))
  })
}

/** The owner's process id; `silent` if it does not answer in time (stopped, very busy), `gone` if it died. */
function askOwner(address: string): Promise<number | 'silent' | 'gone'> {
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(address)
    const finish = (answer: number | 'silent' | 'gone') => {
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(1500, () => finish('silent'))
    socket.on('data', (chunk) => {
      text = (text + chunk).slice(0, 20)
    })
    socket.on('error', () => finish('gone'))
    socket.on('end', () => finish(/^\d+$/.test(text) ? Number(text) : 'gone'))
  })
}

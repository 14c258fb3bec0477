// Many people at once, in a process of its own: so many requests a second, whatever the answers are like.
import { connect, type Socket } from 'node:net'
import { cookieOf, LAWYERS } from './chat-stage.ts'
import { percentile, round } from './support.ts'

/** What they ask for: a person's list of chats, or the landing page. */
export type Wanted = 'chats' | 'page'

/** What the crowd saw; milliseconds, and shares of what was asked. */
export interface Seen {
  asked: number
  served: number
  refused: number
  servedP50: number
  servedP99: number
  refusedP99: number
  /** Refusals without Retry-After, other statuses and connections that broke: there should be none. */
  wrong: string[]
}

const ANSWER = /^HTTP\/1\.1 (\d+)/
/** Milliseconds between two goes of the crowd. */
const PACE = 5

const [wanted = '', port = '', rate = '', seconds = '', connections = ''] = process.argv.slice(2)

const requests = Array.from({ length: LAWYERS }, (_, person) =>
  Buffer.from(
    wanted === 'page'
      ? `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n\r\n`
      : `POST /api/rpc/chat/list HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${cookieOf(person)}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  ),
)
const served: number[] = []
const refused: number[] = []
const wrong = new Set<string>()
let asked = 0

/** Whether what came ends an answer: a length that is reached, or the last chunk. */
function isWhole(text: string, length: number): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const said = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return said ? length >= head + 4 + Number(said) : text.endsWith('\r\n0\r\n\r\n')
}

function one(idle: Socket[]): void {
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('connect', () => idle.push(socket))
  socket.on('error', (error) => wrong.add(error.message))
  socket.on('data', (chunk: string) => {
    text += chunk
    if (!isWhole(text, text.length)) return
    const ms = performance.now() - (since.get(socket) ?? 0)
    const status = ANSWER.exec(text)?.[1]
    if (status === '200') served.push(ms)
    else if (status === '503' && /retry-after: \d+/i.test(text)) refused.push(ms)
    else wrong.add(text.slice(0, 200))
    text = ''
    idle.push(socket)
  })
  sockets.push(socket)
}

const since = new Map<Socket, number>()
const sockets: Socket[] = []

async function come(): Promise<Seen> {
  const idle: Socket[] = []
  for (let at = 0; at < Number(connections); at++) one(idle)
  while (idle.length < Number(connections)) await new Promise((done) => setTimeout(done, PACE))
  const began = performance.now()
  const end = began + Number(seconds) * 1000
  await new Promise<void>((done) => {
    const go = () => {
      const now = performance.now()
      if (now > end) return done()
      // What could not be asked for want of an idle connection is not asked later.
      const due = Math.min(idle.length, Math.round(((now - last) * Number(rate)) / 1000))
      last = now
      for (const socket of idle.splice(0, due)) {
        since.set(socket, now)
        socket.write(requests[asked++ % LAWYERS] as Buffer)
      }
      setTimeout(go, PACE)
    }
    let last = began
    go()
  })
  for (const socket of sockets) socket.destroy()
  return {
    asked,
    served: served.length,
    refused: refused.length,
    servedP50: round(percentile(served, 0.5)),
    servedP99: round(percentile(served, 0.99)),
    refusedP99: round(percentile(refused, 0.99)),
    wrong: [...wrong].slice(0, 5),
  }
}

process.send?.(await come())

// An open-loop load generator in a process of its own: it sends requests at a fixed rate, regardless of the
// responses.
import { connect, type Socket } from 'node:net'
import { cookieOf, LAWYERS } from './chat-fixture.ts'
import { percentile, round } from './harness.ts'

/** What to request: the list of chats of a person, or the landing page. */
export type Target = 'chats' | 'page'

/** The result. Numbers of requests, and response times in milliseconds. */
export interface LoadResult {
  sent: number
  served: number
  refused: number
  servedP50: number
  servedP99: number
  refusedP99: number
  /** Unexpected responses: other statuses, 503 without Retry-After, broken connections. */
  wrong: string[]
}

const STATUS_LINE = /^HTTP\/1\.1 (\d+)/
/** Time between two batches of requests. */
const TICK_MS = 5

const [target = '', port = '', rate = '', seconds = '', connections = ''] = process.argv.slice(2)

const requests = Array.from({ length: LAWYERS }, (_, person) =>
  Buffer.from(
    target === 'page'
      ? `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n\r\n`
      : `POST /api/rpc/chat/list HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${cookieOf(person)}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  ),
)
const served: number[] = []
const refused: number[] = []
const wrong = new Set<string>()
let sent = 0

/** Whether a response is complete: its Content-Length is reached, or its last chunk has arrived. */
function isComplete(text: string, length: number): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const contentLength = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return contentLength ? length >= head + 4 + Number(contentLength) : text.endsWith('\r\n0\r\n\r\n')
}

function openConnection(idle: Socket[]): void {
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('connect', () => idle.push(socket))
  socket.on('error', (error) => wrong.add(error.message))
  socket.on('data', (chunk: string) => {
    text += chunk
    if (!isComplete(text, text.length)) return
    const ms = performance.now() - (sentAt.get(socket) ?? 0)
    const status = STATUS_LINE.exec(text)?.[1]
    if (status === '200') served.push(ms)
    else if (status === '503' && /retry-after: \d+/i.test(text)) refused.push(ms)
    else wrong.add(text.slice(0, 200))
    text = ''
    idle.push(socket)
  })
  sockets.push(socket)
}

const sentAt = new Map<Socket, number>()
const sockets: Socket[] = []

async function generateLoad(): Promise<LoadResult> {
  const idle: Socket[] = []
  for (let at = 0; at < Number(connections); at++) openConnection(idle)
  while (idle.length < Number(connections)) await new Promise((done) => setTimeout(done, TICK_MS))
  const startedAt = performance.now()
  const end = startedAt + Number(seconds) * 1000
  await new Promise<void>((done) => {
    const tick = () => {
      const now = performance.now()
      if (now > end) return done()
      // Requests without an idle connection are skipped, not sent later.
      const due = Math.min(idle.length, Math.round(((now - last) * Number(rate)) / 1000))
      last = now
      for (const socket of idle.splice(0, due)) {
        sentAt.set(socket, now)
        socket.write(requests[sent++ % LAWYERS] as Buffer)
      }
      setTimeout(tick, TICK_MS)
    }
    let last = startedAt
    tick()
  })
  for (const socket of sockets) socket.destroy()
  return {
    sent,
    served: served.length,
    refused: refused.length,
    servedP50: round(percentile(served, 0.5)),
    servedP99: round(percentile(served, 0.99)),
    refusedP99: round(percentile(refused, 0.99)),
    wrong: [...wrong].slice(0, 5),
  }
}

process.send?.(await generateLoad())

// A closed-loop load generator in a process of its own: on each socket, a request follows the previous
// response.

import { connect } from 'node:net'
import { uuidv7 } from '../src/input/ids.ts'
import { CHATS, clientOf, cookieOf, idOf, LAWYERS } from './chat-fixture.ts'
import { MESSAGE_TEXT } from './chat-statements.ts'

const [operation = '', port = '', seconds = '', connections = ''] = process.argv.slice(2)

const cookies = new Map<number, string>()
const cookie = (person: number) => {
  const cached = cookies.get(person) ?? cookieOf(person)
  cookies.set(person, cached)
  return cached
}

function request(): string {
  const chat = Math.floor(Math.random() * CHATS)
  const send = operation === 'send'
  const person = send ? clientOf(chat) : Math.floor(Math.random() * LAWYERS)
  const body = send
    ? JSON.stringify({ json: { id: uuidv7(), chatId: idOf(chat), content: MESSAGE_TEXT } })
    : '{}'
  return `POST /api/rpc/chat/${send ? 'send' : 'list'} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nCookie: ${cookie(person)}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

let done = 0
let bytes = 0
const end = Date.now() + Number(seconds) * 1000

/** Length in bytes of the response in the buffer, or 0 if it is incomplete. */
function responseLength(buffer: Buffer): number {
  const head = buffer.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const headers = buffer.toString('latin1', 0, head)
  const length = /content-length: (\d+)/i.exec(headers)?.[1]
  if (length) return buffer.length >= head + 4 + Number(length) ? head + 4 + Number(length) : 0
  const last = buffer.indexOf('\r\n0\r\n\r\n', head)
  return last < 0 ? 0 : last + 7
}

function runConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.setNoDelay(true)
    let buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      buffer = buffer.length ? Buffer.concat([buffer, chunk]) : chunk
      const length = responseLength(buffer)
      if (!length) return
      if (!buffer.toString('latin1', 0, 12).endsWith('200'))
        return reject(new Error(buffer.toString('utf8', 0, 600)))
      bytes += length
      buffer = buffer.subarray(length)
      done++
      if (Date.now() < end) socket.write(request())
      else socket.destroy()
    })
    socket.write(request())
  })
}

const startedAt = performance.now()
try {
  await Promise.all(Array.from({ length: Number(connections) }, runConnection))
  process.send?.({ done, bytes, seconds: (performance.now() - startedAt) / 1000 })
} catch (error) {
  console.error(String(error))
  process.exit(1)
}

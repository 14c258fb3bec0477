// Simulates many browsers in one process: opens event streams on plain sockets and records when each text
// arrives.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Task {
  port: number
  people: { id: string; cookie: string }[]
}

/** Maximum number of connections that are being opened at the same time. */
const MAX_OPENING = 100

const arrivals: { text: string; at: number }[] = []
let greeted = 0
let lost = 0

process.on('message', async (task: Task | 'report') => {
  if (task === 'report') {
    process.send?.({ arrivals: arrivals.splice(0), lost })
    return
  }
  for (const [at, person] of task.people.entries()) {
    open(task.port, person)
    while (at + 1 - greeted >= MAX_OPENING) await sleep(1)
  }
  while (greeted < task.people.length) await sleep(5)
  process.send?.('open')
})

function open(port: number, { id, cookie }: Task['people'][number]): void {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  let rest = ''
  let isGreeted = false
  socket.on('data', (chunk: string) => {
    const at = performance.timeOrigin + performance.now()
    rest += chunk
    const end = rest.lastIndexOf('\n\n')
    if (end === -1) return
    const frames = rest.slice(0, end)
    rest = rest.slice(end + 2)
    if (!isGreeted && frames.includes('event: hello')) {
      isGreeted = true
      greeted++
    }
    // The sender receives its own message, too: only arrivals at the recipient count.
    for (const [, sender, text] of frames.matchAll(/"sender_id":"([^"]+)"[^{}]*"content":"([^"]+)"/g))
      if (sender !== id && text) arrivals.push({ text, at })
  })
  socket.on('close', () => lost++)
  socket.on('error', () => {})
  socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`)
}

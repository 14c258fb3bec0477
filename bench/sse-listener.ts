// Many browsers in one process: opens streams on bare sockets, and notes when each text arrives.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Task {
  port: number
  people: { id: string; cookie: string }[]
}

/** Connections that are opened at once. */
const AT_ONCE = 100

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
    while (at + 1 - greeted >= AT_ONCE) await sleep(1)
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
    const whole = rest.slice(0, end)
    rest = rest.slice(end + 2)
    if (!isGreeted && whole.includes('event: hello')) {
      isGreeted = true
      greeted++
    }
    // What the sender hears of its own message is none for whom it is meant.
    for (const [, sender, text] of whole.matchAll(/"sender_id":"([^"]+)"[^{}]*"content":"([^"]+)"/g))
      if (sender !== id && text) arrivals.push({ text, at })
  })
  socket.on('close', () => lost++)
  socket.on('error', () => {})
  socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`)
}

/** A small real SMTP server (RFC 5321): keeps what it is handed, and can be told to misbehave. */
import { once } from 'node:events'
import net from 'node:net'

export interface Delivery {
  from: string
  recipients: string[]
  /** Header lines unfolded, by lower-case name. */
  headers: Map<string, string[]>
  raw: string
}

export interface SmtpServer {
  url: string
  deliveries: Delivery[]
  /** What it answers at a command, in place of the usual; 'drop' closes the connection, 'silence' says nothing. */
  answers: Partial<Record<'CONNECT' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY', string>>
  close(): Promise<void>
}

/** @param heard is told of each message at once */
export async function startSmtp(heard?: (delivery: Delivery) => void): Promise<SmtpServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, smtp, heard)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    deliveries: [],
    answers: {},
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return smtp
}

function converse(socket: net.Socket, smtp: SmtpServer, heard?: (delivery: Delivery) => void): void {
  let buffer = ''
  let body = false
  let letter = { from: '', recipients: [] as string[] }
  const say = (step: keyof SmtpServer['answers'] | null, usual: string) => {
    const line = (step && smtp.answers[step]) ?? usual
    if (line === 'drop') socket.destroy()
    else if (line !== 'silence') socket.write(`${line}\r\n`)
    return line === usual
  }
  say('CONNECT', '220 prueba ESMTP')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk
    for (;;) {
      const mark = body ? '\r\n.\r\n' : '\r\n'
      const at = buffer.indexOf(mark)
      if (at < 0) return
      const part = buffer.slice(0, at)
      buffer = buffer.slice(at + mark.length)
      if (body) {
        body = false
        const delivery = { ...letter, headers: headersOf(part), raw: part.replaceAll('\r\n..', '\r\n.') }
        if (say('BODY', '250 OK')) {
          smtp.deliveries.push(delivery)
          heard?.(delivery)
        }
        letter = { from: '', recipients: [] }
      } else command(part)
    }
  })
  function command(line: string): void {
    const verb = line.split(' ')[0]?.toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') say(null, '250-prueba\r\n250-8BITMIME\r\n250 SMTPUTF8')
    else if (verb === 'MAIL') {
      letter = { from: address, recipients: [] }
      say('MAIL', '250 OK')
    } else if (verb === 'RCPT') {
      if (say('RCPT', '250 OK')) letter.recipients.push(address)
    } else if (verb === 'DATA') {
      body = say('DATA', '354 go on')
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n')
    } else say(null, '250 OK')
  }
}

function headersOf(raw: string): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  const [head = ''] = raw.split('\r\n\r\n')
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return headers
}

/** A small SMTP server (RFC 5321) that keeps the messages it receives and can simulate failures. */
import { once } from 'node:events'
import net from 'node:net'

export interface Delivery {
  from: string
  recipients: string[]
  /** Header lines unfolded, by lower-case name. */
  headers: Map<string, string[]>
  raw: string
}

type SmtpStep = 'CONNECT' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY'

export interface SmtpServer {
  url: string
  deliveries: Delivery[]
  /** Replies that replace the usual ones; 'drop' closes the connection, 'silence' sends no reply. */
  replies: Partial<Record<SmtpStep, string>>
  close(): Promise<void>
}

/** @param onDelivery called for each message */
export async function startSmtp(onDelivery?: (delivery: Delivery) => void): Promise<SmtpServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    handleConnection(socket, smtp, onDelivery)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    deliveries: [],
    replies: {},
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return smtp
}

function handleConnection(
  socket: net.Socket,
  smtp: SmtpServer,
  onDelivery?: (delivery: Delivery) => void,
): void {
  let buffer = ''
  let isBody = false
  let envelope = { from: '', recipients: [] as string[] }
  /** @returns whether the usual reply was sent */
  const reply = (step: SmtpStep | null, usual: string) => {
    const line = (step && smtp.replies[step]) ?? usual
    if (line === 'drop') socket.destroy()
    else if (line !== 'silence') socket.write(`${line}\r\n`)
    return line === usual
  }
  reply('CONNECT', '220 prueba ESMTP')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk
    for (;;) {
      const terminator = isBody ? '\r\n.\r\n' : '\r\n'
      const at = buffer.indexOf(terminator)
      if (at < 0) return
      const part = buffer.slice(0, at)
      buffer = buffer.slice(at + terminator.length)
      if (isBody) {
        isBody = false
        const delivery = { ...envelope, headers: headersOf(part), raw: part.replaceAll('\r\n..', '\r\n.') }
        if (reply('BODY', '250 OK')) {
          smtp.deliveries.push(delivery)
          onDelivery?.(delivery)
        }
        envelope = { from: '', recipients: [] }
      } else command(part)
    }
  })
  function command(line: string): void {
    const verb = line.split(' ')[0]?.toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') reply(null, '250-prueba\r\n250-8BITMIME\r\n250 SMTPUTF8')
    else if (verb === 'MAIL') {
      envelope = { from: address, recipients: [] }
      reply('MAIL', '250 OK')
    } else if (verb === 'RCPT') {
      if (reply('RCPT', '250 OK')) envelope.recipients.push(address)
    } else if (verb === 'DATA') {
      isBody = reply('DATA', '354 go on')
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n')
    } else reply(null, '250 OK')
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

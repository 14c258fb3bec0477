/** A line that can be cut: a TCP proxy between a client and a server, in both directions. */
import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { freePort } from './app.ts'

export interface Line {
  /** Of the proxy itself, on 127.0.0.1. */
  port: number
  /** Connections that go through it now. */
  readonly open: number
  /** Ends every connection at once and takes no further one, as when the network is gone. */
  cut(): Promise<void>
  /** Holds back whatever is sent, in both directions, and says nothing of it: a dead line that looks alive. */
  pause(): void
  /**
   * The connections that are open say nothing any more, for ever; new ones are taken. As when a router has forgotten them,
   * or the server has moved and nobody said so.
   */
  forget(): void
  /** What was held back goes on; connections are taken again. */
  resume(): Promise<void>
  /**
   * Cuts a connection as soon as its client sends this: what the client asked for is passed on, the answer is not. For
   * PostgreSQL, `cutAnswerTo('commit')` loses the word that the transaction has been committed. Works once.
   */
  cutAnswerTo(text: string): Promise<void>
  close(): Promise<void>
}

/** Only TCP knows a reset; a socket of the file system is ended. */
function reset(socket: net.Socket) {
  if (socket.remoteAddress) socket.resetAndDestroy()
  else socket.destroy()
}

/** @param target port on 127.0.0.1, or a socket's path */
export async function openLine(target: number | string): Promise<Line> {
  const pairs = new Set<[net.Socket, net.Socket]>()
  const forgotten = new Set<[net.Socket, net.Socket]>()
  let paused = false
  let trap: { text: string; sprung(): void } | undefined
  const port = await freePort()
  const server = net.createServer((near) => {
    const far = typeof target === 'number' ? net.connect(target, '127.0.0.1') : net.connect(target)
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    let deaf = false
    for (const [from, to] of [pair, [far, near]] as const) {
      from.setNoDelay(true)
      from.on('data', (chunk) => {
        if (from === near && trap && chunk.includes(trap.text)) {
          const { sprung } = trap
          trap = undefined
          deaf = true
          far.once('data', () => {
            near.destroy()
            far.destroy()
            sprung()
          })
        }
        if (from === far && deaf) return
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => {
        if (!paused) from.resume()
      })
      from.on('error', () => {})
      from.on('end', () => to.end())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
        forgotten.delete(pair)
      })
    }
    if (paused) for (const socket of pair) socket.pause()
  })
  const listen = async () => {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    const down = server.listening ? new Promise((done) => server.close(done)) : undefined
    for (const pair of [...pairs, ...forgotten]) for (const socket of pair) reset(socket)
    await down
  }
  await listen()
  return {
    port,
    get open() {
      return pairs.size
    },
    cut,
    pause() {
      paused = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    forget() {
      for (const pair of pairs) {
        for (const socket of pair) socket.pause()
        forgotten.add(pair)
        pairs.delete(pair)
      }
    },
    async resume() {
      paused = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
      await listen()
    },
    cutAnswerTo: (text) =>
      new Promise((sprung) => {
        trap = { text, sprung: () => sprung() }
      }),
    close: cut,
  }
}

/** A line to a database. @returns it, and the database's address over it */
export async function openDatabaseLine(databaseUrl: string): Promise<{ line: Line; url: string }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const line = await openLine(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port)
  const url = new URL(`postgresql://127.0.0.1:${line.port}/${database}`)
  url.username = user ?? ''
  url.password = password ?? ''
  return { line, url: url.href }
}

/** A TCP proxy that simulates network failures between a client and a server. */
import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { freePort } from '../app/app-process.ts'

export interface TcpProxy {
  /** Port of the proxy on 127.0.0.1. */
  port: number
  /** Number of open connections. */
  readonly openConnections: number
  /** Resets all connections and accepts no new ones until `resume`, as when the network is down. */
  cut(): Promise<void>
  /** Stops forwarding data in both directions until `resume`; the connections stay open. */
  pause(): void
  /**
   * Stops forwarding data of the connections that are open now, forever and without closing them; new
   * connections work. As when a router has lost their state.
   */
  blackhole(): void
  /** Forwards data again and accepts new connections. */
  resume(): Promise<void>
  /**
   * Forwards the next request that contains the text, then drops the response and resets the connection. With
   * PostgreSQL, `dropResponseTo('commit')` loses the confirmation of a commit. Works once.
   */
  dropResponseTo(text: string): Promise<void>
  close(): Promise<void>
}

/** Resets a TCP connection; Unix sockets have no reset and are destroyed. */
function reset(socket: net.Socket) {
  if (socket.remoteAddress) socket.resetAndDestroy()
  else socket.destroy()
}

/** @param target port on 127.0.0.1, or the path of a Unix socket */
export async function openTcpProxy(target: number | string): Promise<TcpProxy> {
  const pairs = new Set<[net.Socket, net.Socket]>()
  const blackholed = new Set<[net.Socket, net.Socket]>()
  let paused = false
  let trap: { text: string; onTriggered(): void } | undefined
  const port = await freePort()
  const server = net.createServer((client) => {
    const upstream = typeof target === 'number' ? net.connect(target, '127.0.0.1') : net.connect(target)
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    let dropsResponse = false
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.setNoDelay(true)
      from.on('data', (chunk) => {
        if (from === client && trap && chunk.includes(trap.text)) {
          const { onTriggered } = trap
          trap = undefined
          dropsResponse = true
          upstream.once('data', () => {
            client.destroy()
            upstream.destroy()
            onTriggered()
          })
        }
        if (from === upstream && dropsResponse) return
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
        blackholed.delete(pair)
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
    const closed = server.listening ? new Promise((done) => server.close(done)) : undefined
    for (const pair of [...pairs, ...blackholed]) for (const socket of pair) reset(socket)
    await closed
  }
  await listen()
  return {
    port,
    get openConnections() {
      return pairs.size
    },
    cut,
    pause() {
      paused = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    blackhole() {
      for (const pair of pairs) {
        for (const socket of pair) socket.pause()
        blackholed.add(pair)
        pairs.delete(pair)
      }
    },
    async resume() {
      paused = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
      await listen()
    },
    dropResponseTo: (text) =>
      new Promise((resolve) => {
        trap = { text, onTriggered: () => resolve() }
      }),
    close: cut,
  }
}

/** Opens a proxy to a database. @returns the proxy, and the connection URL through it */
export async function openDatabaseProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const proxy = await openTcpProxy(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port)
  const url = new URL(`postgresql://127.0.0.1:${proxy.port}/${database}`)
  url.username = user ?? ''
  url.password = password ?? ''
  return { proxy, url: url.href }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listening sockets per process. Since libuv 1.45 Node accepts one connection per socket and turn of the
 * event loop. Under load a turn is slow, and with one socket new connections wait for seconds
 * (docs/decisions/0021). Only Linux lets several sockets share a port.
 */
const SOCKET_COUNT = process.platform === 'linux' ? 32 : 1

interface Address {
  port: number
  host: string
}

export interface ListeningSockets {
  port: number
  /** Resolves when every connection has ended; call it after the application's own close. */
  closed(): Promise<void>
}

/**
 * Makes the application listen on several sockets. Call it before the application is ready.
 * @throws when another program uses the address; another process of ours is not noticed (see `assertPortFree`)
 */
export async function listen(
  app: FastifyInstance,
  address: Address,
  sockets = SOCKET_COUNT,
): Promise<ListeningSockets> {
  const others = Array.from({ length: sockets - 1 }, () =>
    // The options of http.Server's own socket.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  let closed: Promise<void>[] = []
  app.addHook('preClose', async () => {
    closed = others.map((server) => new Promise((done) => server.close(() => done())))
  })
  const shared = sockets > 1 ? { reusePort: true } : {}
  await app.listen({ ...address, ...shared })
  const { port, address: host } = app.server.address() as AddressInfo
  for (const server of others) await open(server, { port, host, ...shared })
  return {
    port,
    async closed() {
      await Promise.all(closed)
    },
  }
}

/**
 * Checks that nothing listens on the address: processes of ours would share the port without an error.
 * @throws EADDRINUSE
 */
export async function assertPortFree(address: Address): Promise<void> {
  const server = createServer()
  await open(server, address)
  server.close()
  await once(server, 'close')
}

async function open(server: Server, options: Address & { reusePort?: boolean }): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

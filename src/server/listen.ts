import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Sockets that one process listens with. Node accepts one connection per socket and turn of its event loop (libuv since
 * 1.45), and under load a turn takes long: with one socket whoever comes newly waits for seconds (docs/decisions/0021).
 * Elsewhere than on Linux no two of them can share a port.
 */
const SOCKETS = process.platform === 'linux' ? 32 : 1

interface Place {
  port: number
  host: string
}

export interface Listening {
  port: number
  /** Resolves when every connection has ended; for after the application's own close. */
  ended(): Promise<void>
}

/**
 * Lets an application that is not yet ready listen.
 * @throws when the address is another program's; one of ours is not noticed (`expectFree`)
 */
export async function listen(app: FastifyInstance, place: Place, sockets = SOCKETS): Promise<Listening> {
  const others = Array.from({ length: sockets - 1 }, () =>
    // As http.Server makes its own.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  let ends: Promise<void>[] = []
  app.addHook('preClose', async () => {
    ends = others.map((server) => new Promise((done) => server.close(() => done())))
  })
  const shared = sockets > 1 ? { reusePort: true } : {}
  await app.listen({ ...place, ...shared })
  const { port, address } = app.server.address() as AddressInfo
  for (const server of others) await open(server, { port, host: address, ...shared })
  return {
    port,
    async ended() {
      await Promise.all(ends)
    },
  }
}

/**
 * @returns the port, or a free one for 0
 * @throws with EADDRINUSE when anybody listens there, a process of ours too: those would share it in silence
 */
export async function expectFree(place: Place): Promise<number> {
  const server = createServer()
  await open(server, place)
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function open(server: Server, options: Place & { reusePort?: boolean }): Promise<void> {
  server.listen(options)
  await once(server, 'listening')
}

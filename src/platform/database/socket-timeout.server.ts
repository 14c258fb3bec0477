import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Socket timeout of the pools that serve requests. Longer than `statement_timeout` (database.server.ts), so
 * that PostgreSQL cancels a slow query first. Pools that raise that limit (commands, benchmarks) use no
 * socket timeout.
 */
export const SOCKET_TIMEOUT_MS = 20_000

/** Fields of pg that its types do not declare. */
const internals = (client: ClientBase) =>
  client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * Destroys the socket when the server sends nothing for `timeoutMs` during a query. This detects a dead
 * connection that looks open (network partition, router that lost its state), for which TCP needs about 15
 * minutes. The query fails with ETIMEDOUT, like on any lost connection. An idle connection is left alone.
 */
export function setSocketTimeout(client: ClientBase, timeoutMs: number): void {
  const { stream } = internals(client).connection
  stream.setTimeout(timeoutMs)
  stream.on('timeout', () => {
    const bytesBefore = stream.bytesRead
    // After a pause of the process the timer fires before received data is read: read it first, then decide.
    setImmediate(() => {
      if (internals(client).readyForQuery || stream.bytesRead > bytesBefore) return
      stream.destroy(Object.assign(new Error('The database did not respond in time'), { code: 'ETIMEDOUT' }))
    })
  })
}

/** Removes the timeout for good. Do not return the connection to a pool that relies on it. */
export const disableSocketTimeout = (client: ClientBase) => internals(client).connection.stream.setTimeout(0)

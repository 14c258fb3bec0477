import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Milliseconds, for the pools that answer requests: later than PostgreSQL would have given up by itself
 * (`statement_timeout`, database.server.ts). Commands, benchmarks and whoever else lifts that limit do without this one.
 */
export const SILENCE = 20_000

/** What pg knows and does not tell in its types. */
const within = (client: ClientBase) =>
  client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }

/**
 * Ends a connection whose server owes an answer and says nothing: a line that is dead and looks alive (a network that is
 * parted, a router that forgot the connection). TCP itself gives up after a quarter of an hour, and meanwhile whoever
 * asked waits and the connection is lent out. What was asked fails with ETIMEDOUT, as with any lost connection.
 */
export function endInSilence(client: ClientBase, after: number): void {
  const { stream } = within(client).connection
  stream.setTimeout(after)
  stream.on('timeout', () => {
    const heard = stream.bytesRead
    // Whoever stood still meanwhile (a paused machine) hears first what has come.
    setImmediate(() => {
      if (within(client).readyForQuery || stream.bytesRead > heard) return
      stream.destroy(Object.assign(new Error('The database owes an answer'), { code: 'ETIMEDOUT' }))
    })
  })
}

/** For the rest of its life this one may take its time: nobody else should get it. */
export const bearSilence = (client: ClientBase) => within(client).connection.stream.setTimeout(0)

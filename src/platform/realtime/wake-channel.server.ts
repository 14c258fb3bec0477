import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'

// Processes wake each other through these two functions only. Above about 16 processes, or behind a pooler
// that breaks LISTEN, replace PostgreSQL with NATS or Redis here (docs/design.md §2).

const WAKE_CHANNEL = 'amparo_events'
/** Reconnect backoff: doubled from the minimum to the maximum, with jitter. */
const MIN_RECONNECT_DELAY_MS = 100
const MAX_RECONNECT_DELAY_MS = 5_000

/** Wakes the hubs of the other processes (NOTIFY). @param sender id of this process */
export async function notifyHubs(db: Db, sender: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${sender})`.execute(db)
}

export interface WakeListener {
  stop(): Promise<void>
}

/**
 * Listens for wake-ups on its own connection, and reconnects after a loss.
 * @param url database URL
 * @param onWake called for every wake-up, and once after each (re)connection, because some may have been
 *   missed
 * @param ownSender sender id whose wake-ups are ignored
 */
export function listenForWakeUps(url: string, log: Log, onWake: () => void, ownSender: string): WakeListener {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = MIN_RECONNECT_DELAY_MS
  let stopped = false

  const connect = async () => {
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'amparo-live',
      connectionTimeoutMillis: 5_000,
      // The system default is two hours. The hub's polling finds events that a dead connection misses.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = connection
    const onLost = (error?: unknown) => {
      if (client !== connection) return
      client = undefined
      void connection.end().catch(() => {})
      if (stopped) return
      log.warn({ err: error }, 'live channel lost')
      timer = setTimeout(connect, delay * (0.5 + Math.random()))
      delay = Math.min(delay * 2, MAX_RECONNECT_DELAY_MS)
    }
    connection.on('error', onLost)
    connection.on('end', () => onLost())
    connection.on('notification', ({ payload }) => payload !== ownSender && onWake())
    try {
      await connection.connect()
      await connection.query(`listen ${WAKE_CHANNEL}`)
      delay = MIN_RECONNECT_DELAY_MS
      onWake()
    } catch (error) {
      onLost(error)
    }
  }
  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      const open = client
      client = undefined
      // A peer that does not respond must not delay shutdown.
      await Promise.race([open?.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'

// How processes wake each other: these two functions and nothing else. Above about 16 processes, or behind a pooler
// that breaks LISTEN, NATS or Redis takes PostgreSQL's place here (DESIGN.md §2).

const WAKE_CHANNEL = 'amparo_events'
/** Milliseconds between two tries to listen again. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000

/** Wakes the hubs of the other processes. @param sender who calls: whoever listens as the same hears nothing */
export async function callAll(db: Db, sender: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${sender})`.execute(db)
}

export interface Listening {
  stop(): Promise<void>
}

/**
 * Hears the calls, on a connection of its own that comes back by itself.
 * @param url address of the database
 * @param heard called for every call, and once after each (re)connection: what was missed meanwhile is unknown
 * @param own the sender whose calls are none to it
 */
export function listen(url: string, log: Log, heard: () => void, own: string): Listening {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pause = FIRST_PAUSE
  let stopped = false

  const connect = async () => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'amparo-live',
      connectionTimeoutMillis: 5_000,
      // The system's own pause is two hours. Where the line only seems to live, the hub's looks find what was called.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = mine
    const lost = (error?: unknown) => {
      if (client !== mine) return
      client = undefined
      void mine.end().catch(() => {})
      if (stopped) return
      log.warn({ err: error }, 'live channel lost')
      timer = setTimeout(connect, pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
    mine.on('error', lost)
    mine.on('end', () => lost())
    mine.on('notification', ({ payload }) => payload !== own && heard())
    try {
      await mine.connect()
      await mine.query(`listen ${WAKE_CHANNEL}`)
      pause = FIRST_PAUSE
      heard()
    } catch (error) {
      lost(error)
    }
  }
  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      // A peer that is gone without a word does not hold the process up.
      await Promise.race([last?.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    },
  }
}

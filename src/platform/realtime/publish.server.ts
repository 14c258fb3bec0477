import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, onceCommitted, type Tx } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import { callAll } from './channel.server.ts'

/** What browsers must hear: a kind and an id, never content (DESIGN.md §6). */
export interface EventRow {
  user_id: string | null
  audience?: 'mercado'
  kind: string
  ref?: string | null
}

/** What travels with an event that was just written, to this process's own hubs: they need not read it back. */
export interface Along {
  kind: string
  ref: string
  data: object
}

/** Wakes every process's hub after a commit. What goes along is of rows that are committed and nobody changes any more. */
export interface Wake {
  (along?: Along): void
  /** Whom the others hear calling. */
  readonly sender: string
  /** This process's own hubs: they look at once, and need not hear the call that goes out to the others. */
  readonly here: Set<(along?: Along) => void>
}

/**
 * Coalesced NOTIFY: however many commits happen meanwhile, one wake-up is under way. Outside the transaction,
 * because NOTIFY inside it halves throughput (reference/stack-backend.md §2). A lost wake-up costs at most the
 * hub's 2 s poll. The process's own hub does not wait for it: a call takes a commit, and whoever hears it another turn
 * (bench sse).
 */
export function createWake(db: Db, log: Log): Wake {
  const sender = randomUUID()
  let busy = false
  let again = false
  const send = async () => {
    busy = true
    do {
      again = false
      try {
        await callAll(db, sender)
      } catch (error) {
        log.warn({ err: error }, 'wake-up not sent')
      }
    } while (again)
    busy = false
  }
  const here = new Set<(along?: Along) => void>()
  const wake = (along?: Along) => {
    for (const look of here) look(along)
    if (busy) again = true
    else void send()
  }
  return Object.assign(wake, { sender, here })
}

/** Writes events; call it as the last write of the transaction. After the commit the wake-up goes out. */
export async function publish(tx: Tx, wake: Wake, rows: EventRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into events (user_id, audience, kind, ref)
    select user_id, audience, kind, ref
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id uuid, audience text, kind text, ref uuid)
  `.execute(tx)
  onceCommitted(tx, wake)
}

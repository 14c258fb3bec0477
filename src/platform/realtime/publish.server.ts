import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterCommit, type Db, type Tx } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import type { EventKind } from './event-kinds.ts'
import { notifyHubs } from './wake-channel.server.ts'

/** An event for browsers: a kind and an id, never content (docs/design.md §6). */
export interface EventRow {
  user_id: string | null
  audience?: 'mercado'
  kind: EventKind
  ref?: string | null
}

/** Payload of an event that was just written, for this process's own hubs: they need not read it back. */
export interface EventPayload {
  kind: EventKind
  ref: string
  data: object
}

/** Wakes the hubs of all processes after a commit. The payload is of a committed row that never changes. */
export interface Wake {
  (payload?: EventPayload): void
  /** Sender id of this process's notifications; its own listener ignores them. */
  readonly senderId: string
  /** This process's own hubs: called directly, so they ignore the notification. */
  readonly localHubs: Set<(payload?: EventPayload) => void>
}

/**
 * Coalesced NOTIFY: at most one is in flight, however many commits happen meanwhile. It runs outside the
 * transaction, because NOTIFY inside it halves throughput. A lost wake-up costs at most the hub's 2 s poll.
 * The process's own hubs are called directly: a notification needs a commit and a round trip
 * (docs/decisions/0013).
 */
export function createWake(db: Db, log: Log): Wake {
  const senderId = randomUUID()
  let isSending = false
  let sendAgain = false
  const send = async () => {
    isSending = true
    do {
      sendAgain = false
      try {
        await notifyHubs(db, senderId)
      } catch (error) {
        log.warn({ err: error }, 'wake-up not sent')
      }
    } while (sendAgain)
    isSending = false
  }
  const localHubs = new Set<(payload?: EventPayload) => void>()
  const wake = (payload?: EventPayload) => {
    for (const wakeHub of localHubs) wakeHub(payload)
    if (isSending) sendAgain = true
    else void send()
  }
  return Object.assign(wake, { senderId, localHubs })
}

/** What publishing events needs of the platform: `wake` notifies the live streams after the commit. */
export interface EventPublisher {
  wake: Wake
}

/** The same event for several users; without those whose account is gone (null). */
export const eventsTo = (users: readonly (string | null)[], kind: EventKind, ref: string): EventRow[] =>
  users.flatMap((user_id) => (user_id === null ? [] : [{ user_id, kind, ref }]))

/** Writes events, as the last write of a transaction, and sends the wake-up after its commit. */
export async function publish(tx: Tx, wake: Wake, rows: EventRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into events (user_id, audience, kind, ref)
    select user_id, audience, kind, ref
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id uuid, audience text, kind text, ref uuid)
  `.execute(tx)
  afterCommit(tx, wake)
}

import { type Db, isDatabaseDown } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import type { StoredEvent } from './feed.server.ts'
import type { EventPayload } from './publish.server.ts'

/**
 * Reads the payloads of events of one kind, by ref; refs it leaves out get none. Runs one statement at a
 * time, because the hub has one connection.
 * @param maxBytes bytes to read at most; the largest payloads are left out, unread
 */
export type PayloadReader = (
  db: Db,
  refs: readonly string[],
  maxBytes?: number,
) => Promise<Map<string, unknown>>

type EventRef = Pick<StoredEvent, 'kind' | 'ref'>

/** Further payloads, as when reads fail for long, are not cached but read from the database. */
const MAX_CACHED = 1_000

const keyOf = ({ kind, ref }: EventRef) => `${kind} ${ref}`

/**
 * Payloads of events (RT-02): those just written in this process come from memory, others are read from the
 * database, once for all streams (docs/decisions/0013). Kinds without a reader have no payload.
 */
export class PayloadCache {
  readonly #readers: Record<string, PayloadReader>
  readonly #log: Log
  readonly #cached = new Map<string, object>()

  /** @param readers by kind */
  constructor(readers: Record<string, PayloadReader>, log: Log) {
    this.#readers = readers
    this.#log = log
  }

  /** Caches the payload of an event that was just written, until it is removed. */
  add(payload: EventPayload): void {
    if (this.#cached.size < MAX_CACHED && Object.hasOwn(this.#readers, payload.kind))
      this.#cached.set(keyOf(payload), payload.data)
  }

  /** Keys of the cached payloads, for `remove`. */
  get keys(): readonly string[] {
    return [...this.#cached.keys()]
  }

  remove(keys: Iterable<string> = this.keys): void {
    for (const key of keys) this.#cached.delete(key)
  }

  removeEvents(events: Iterable<EventRef>): void {
    for (const event of events) this.#cached.delete(keyOf(event))
  }

  /**
   * Calls each kind's reader once, for the payloads that are not cached.
   * @param maxBytes bytes that each reader reads at most
   * @returns the payloads in the order of `events`; undefined where there is none
   * @throws when the database cannot be reached; other errors are logged, and the browser fetches through the
   *   API
   */
  async read(db: Db, events: readonly EventRef[], maxBytes?: number): Promise<unknown[]> {
    const missing = new Map<string, Set<string>>()
    for (const event of events) {
      const { kind, ref } = event
      if (ref === null || !Object.hasOwn(this.#readers, kind) || this.#cached.has(keyOf(event))) continue
      missing.set(kind, (missing.get(kind) ?? new Set()).add(ref))
    }
    const found = new Map<string, Map<string, unknown>>()
    for (const [kind, refs] of missing) {
      try {
        found.set(kind, (await this.#readers[kind]?.(db, [...refs], maxBytes)) ?? new Map())
      } catch (error) {
        if (isDatabaseDown(error)) throw error
        this.#log.error({ err: error, kind }, 'live content not read')
      }
    }
    return events.map((event) => {
      if (event.ref === null) return undefined
      return this.#cached.get(keyOf(event)) ?? found.get(event.kind)?.get(event.ref)
    })
  }
}

import { type Db, isDatabaseDown } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import type { StoredEvent } from './feed.server.ts'
import type { Along } from './publish.server.ts'

/**
 * Reads what travels with events of one kind; what it leaves out goes without. One statement at a time (one connection).
 * @param most bytes that it reads; the heaviest are left out, unread
 */
export type EventReader = (db: Db, refs: readonly string[], most?: number) => Promise<Map<string, unknown>>

type Named = Pick<StoredEvent, 'kind' | 'ref'>

/** Contents kept at most; beyond, as when looks fail for long, they are read like any other. */
const MOST = 1_000

const nameOf = ({ kind, ref }: Named) => `${kind} ${ref}`

/**
 * What travels with events (RT-02): what was written in this process a moment ago from memory, the rest read, once for
 * everyone (docs/decisions/0013). Of kinds without a reader nothing travels.
 */
export class Contents {
  readonly #readers: Record<string, EventReader>
  readonly #log: Log
  readonly #fresh = new Map<string, object>()

  /** @param readers by kind */
  constructor(readers: Record<string, EventReader>, log: Log) {
    this.#readers = readers
    this.#log = log
  }

  /** Keeps what was just written until it is forgotten. */
  keep(along: Along): void {
    if (this.#fresh.size < MOST && Object.hasOwn(this.#readers, along.kind))
      this.#fresh.set(nameOf(along), along.data)
  }

  /** Names of what is kept, for `forget`. */
  get kept(): readonly string[] {
    return [...this.#fresh.keys()]
  }

  forget(names: Iterable<string> = this.kept): void {
    for (const name of names) this.#fresh.delete(name)
  }

  forgetOf(events: Iterable<Named>): void {
    for (const event of events) this.#fresh.delete(nameOf(event))
  }

  /**
   * Each kind's reader is asked once, for what is not kept.
   * @param most bytes that each reads
   * @returns what travels with each of them, in their order
   * @throws when the database cannot be reached; any other fault is logged, and the browser asks through the door
   */
  async of(db: Db, events: readonly Named[], most?: number): Promise<unknown[]> {
    const wanted = new Map<string, Set<string>>()
    for (const event of events) {
      const { kind, ref } = event
      if (ref === null || !Object.hasOwn(this.#readers, kind) || this.#fresh.has(nameOf(event))) continue
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(ref))
    }
    const found = new Map<string, Map<string, unknown>>()
    for (const [kind, refs] of wanted) {
      try {
        found.set(kind, (await this.#readers[kind]?.(db, [...refs], most)) ?? new Map())
      } catch (error) {
        if (isDatabaseDown(error)) throw error
        this.#log.error({ err: error, kind }, 'live content not read')
      }
    }
    return events.map((event) => {
      if (event.ref === null) return undefined
      return this.#fresh.get(nameOf(event)) ?? found.get(event.kind)?.get(event.ref)
    })
  }
}

import type { Socket } from 'node:net'
import { type Db, isDatabaseDown } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import type { EventKind } from './event-kinds.ts'
import {
  type EventCursor,
  type Feed,
  openFeed,
  type ResumeRequest,
  readEventsAfter,
  readLastPosition,
  readMissed,
  readOldestEvent,
  type StoredEvent,
} from './feed.server.ts'
import { PayloadCache, type PayloadReader } from './payload-cache.server.ts'
import { compareCursors, formatPosition, parsePosition, setProcessPosition } from './position.ts'
import type { EventPayload, Wake } from './publish.server.ts'
import {
  CROWDED_MESSAGE,
  encodeSse,
  keepNewestPerUser,
  MAX_STREAMS_PER_USER,
  type NewStream,
  SseStream,
} from './sse-stream.server.ts'
import { listenForWakeUps, type WakeListener } from './wake-channel.server.ts'

export interface HubSettings {
  log: Log
  /** Database URL, for the connection that reads and the one that listens. */
  url: string
  wake: Wake
  /** The sessions among these that are still valid, with their audiences. One query: it runs every 80 ms. */
  liveSessions(db: Db, sessionIds: readonly string[]): Promise<Map<string, { audiences: readonly string[] }>>
  /** By kind. Only data that the recipient in the event row may see. */
  payloadReaders: Record<string, PayloadReader>
  /** Open streams of this process at most. */
  most?: number
}

/** Poll interval: a wake-up may get lost, and some commits send none. */
const POLL_MS = 2_000
/** Time in which all sessions are checked once: a stream closes within 2 s of its session's end. */
const SESSION_CHECK_MS = 1_200
/** Retry delay while events wait for an open transaction: doubled from the minimum to the maximum. */
const MIN_RETRY_MS = 4
const MAX_RETRY_MS = 250
/** Delay before the streams of an old token are closed: the browser then has the new cookie. */
const OLD_TOKEN_GRACE_MS = 3_000
/** Seconds between two keep-alive comments on a stream; each second serves one slot of streams. */
const KEEPALIVE_SECONDS = 15
const BATCH_SIZE = 1_000
/** Events replayed to one stream; with more missed, it gets a reset. */
const MAX_REPLAYED = 500
/** Above this size a replay becomes a reset: refetching what the page shows is less. */
const MAX_REPLAYED_BYTES = 512 * 1024
/** Streams attached with one query, and payload bytes read for them: the largest payloads are left out. */
const ATTACH_BATCH = 100
const MAX_ATTACHED_BYTES = 4 * 1024 * 1024
const MAX_STREAMS = 50_000

/** Events after which a user's audiences may differ. */
const AUDIENCE_CHANGES: ReadonlySet<string> = new Set<EventKind>(['profile', 'plan'])

const START: EventCursor = { xid: '0', id: '0' } // before every event
const END_MESSAGE = encodeSse({}, { event: 'end' })

/** Delivers the events of the database to this process's streams. */
export class Hub {
  readonly #settings: HubSettings
  readonly #feed: Feed
  readonly #payloads: PayloadCache
  readonly #byUser = new Map<string, SseStream[]>()
  readonly #slots: Set<SseStream>[] = Array.from({ length: KEEPALIVE_SECONDS }, () => new Set())
  readonly #timers: NodeJS.Timeout[] = []
  #retryTimer: NodeJS.Timeout | undefined
  #retryMs = MIN_RETRY_MS
  #listener: WakeListener | undefined
  #pending: NewStream[] = []
  /**
   * Everything up to here has been delivered; null before the first read. Always the cursor of an event:
   * after a crash the database may reuse the numbers of transactions that were not on disk yet.
   */
  #cursor: EventCursor | null = null
  /** Frontier of the last read: the same as long as one transaction blocks events. */
  #lastFrontier = ''
  #epoch = ''
  #count = 0
  #nextSlot = 0
  #currentSlot = 0
  #pumpRun: Promise<void> | undefined
  #pumpAgain = false
  #checkedSlot = 0
  /** Slots whose sessions are due for a check. */
  readonly #dueSlots = new Set<number>()
  #stopped = false
  readonly #onWake = (payload?: EventPayload) => {
    if (payload) this.#payloads.add(payload)
    this.#pump()
  }

  constructor(settings: HubSettings) {
    this.#settings = settings
    this.#feed = openFeed(settings.url, settings.log)
    this.#payloads = new PayloadCache(settings.payloadReaders, settings.log)
  }

  start(): void {
    const { url, log, wake } = this.#settings
    wake.localHubs.add(this.#onWake)
    this.#listener = listenForWakeUps(url, log, () => this.#pump(), wake.senderId)
    this.#timers.push(
      setInterval(() => this.#pump(), POLL_MS),
      setInterval(() => this.#checkNextSlot(), SESSION_CHECK_MS / KEEPALIVE_SECONDS),
      setInterval(() => this.#keepAlive(), 1_000),
    )
    this.#pump()
  }

  /** Closes every stream without a message, so that the browsers reconnect, here or to another process. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#settings.wake.localHubs.delete(this.#onWake)
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#retryTimer)
    for (const { stream } of this.#pending) stream.socket.destroy()
    for (const stream of this.#streams()) stream.socket.destroy()
    await this.#listener?.stop()
    await this.#pumpRun
    await this.#feed.close()
    setProcessPosition(null)
  }

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#stopped || this.#count >= (this.#settings.most ?? MAX_STREAMS)
  }

  /**
   * Takes over a socket whose response headers have been sent, until it closes.
   * @param lastEventId position to resume from, as the browser sent it
   */
  open(socket: Socket, user: { userId: string; sessionId: string }, lastEventId: string | null): void {
    this.#nextSlot = (this.#nextSlot + 1) % KEEPALIVE_SECONDS
    const stream = new SseStream(socket, user.userId, user.sessionId, this.#nextSlot)
    this.#count++
    socket.once('close', () => this.#remove(stream))
    this.#pending.push({ stream, lastEventId })
    this.#pump()
  }

  #remove(stream: SseStream): void {
    this.#count--
    this.#slots[stream.keepAliveSlot]?.delete(stream)
    const others = this.#streamsOf(stream.userId).filter((other) => other !== stream)
    if (others.length > 0) this.#byUser.set(stream.userId, others)
    else this.#byUser.delete(stream.userId)
  }

  /** Runs one pump at a time; requests during a run cause one more. */
  #pump(): void {
    this.#pumpAgain = true
    this.#pumpRun ??= this.#pumpAll().finally(() => {
      this.#pumpRun = undefined
      if (this.#pumpAgain && !this.#stopped) this.#pump()
    })
  }

  async #pumpAll(): Promise<void> {
    while (this.#pumpAgain && !this.#stopped) {
      this.#pumpAgain = false
      // Taken before the read, so that these streams miss nothing between the read and their registration.
      const pending = keepNewestPerUser(this.#pending)
      this.#pending = []
      try {
        const due = [...this.#dueSlots]
        await this.#checkSessions(due.flatMap((slot) => [...(this.#slots[slot] ?? [])]))
        for (const slot of due) this.#dueSlots.delete(slot)
        await this.#deliverNew()
        while (pending.length > 0) {
          await this.#attach(pending.slice(0, ATTACH_BATCH))
          pending.splice(0, ATTACH_BATCH)
        }
      } catch (error) {
        if (!isDatabaseDown(error)) this.#settings.log.error({ err: error }, 'live events not read')
        const waiting = pending.filter(({ stream }) => !stream.socket.destroyed)
        this.#pending = [...waiting, ...this.#pending]
        this.#pumpAgain = false
        this.#pumpAfter(MAX_RETRY_MS)
      }
    }
  }

  /** Checks one slot at a time: checking ten thousand sessions at once would delay every event by 0.1 s. */
  #checkNextSlot(): void {
    this.#checkedSlot = (this.#checkedSlot + 1) % KEEPALIVE_SECONDS
    if (this.#slots[this.#checkedSlot]?.size === 0) return
    this.#dueSlots.add(this.#checkedSlot)
    this.#pump()
  }

  #pumpAfter(delayMs: number): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#pump(), delayMs)
  }

  /** Delivers everything that can be read now. */
  async #deliverNew(): Promise<void> {
    if (!this.#cursor) await this.#startAtEnd()
    for (;;) {
      // The events of these are committed: this read sees them unless blocked, or an earlier one has.
      const cachedKeys = this.#payloads.keys
      const startedAt = performance.now()
      const batch = await readEventsAfter(this.#feed.db, this.#cursor ?? START, BATCH_SIZE)
      if (batch.epoch !== this.#epoch) {
        await this.#startAtEnd()
        this.#resetAll()
        return
      }
      const last = batch.events.at(-1)
      if (last) {
        await this.#deliver(batch.events, startedAt)
        this.#moveTo(last)
        this.#payloads.removeEvents(batch.events)
      }
      if (batch.events.length === BATCH_SIZE) continue
      if (!batch.blocked) this.#payloads.remove(cachedKeys)
      else {
        const isSame = this.#lastFrontier === batch.frontier
        this.#retryMs = isSame ? Math.min(this.#retryMs * 2, MAX_RETRY_MS) : MIN_RETRY_MS
        this.#pumpAfter(this.#retryMs)
      }
      this.#lastFrontier = batch.frontier
      return
    }
  }

  async #startAtEnd(): Promise<void> {
    const { epoch, ...cursor } = await readLastPosition(this.#feed.db)
    this.#epoch = epoch
    this.#payloads.remove()
    this.#moveTo(cursor)
  }

  #moveTo({ xid, id }: EventCursor): void {
    this.#cursor = { xid, id }
    setProcessPosition(this.#position)
  }

  get #position(): string {
    return formatPosition({ epoch: this.#epoch, ...(this.#cursor ?? START) })
  }

  async #deliver(events: readonly StoredEvent[], startedAt: number): Promise<void> {
    const changed = events.filter(({ kind }) => AUDIENCE_CHANGES.has(kind)).map(({ user_id }) => user_id)
    await this.#checkSessions([...new Set(changed)].flatMap((userId) => this.#streamsOf(userId)))
    const relevant = events.filter(({ user_id }) => user_id === null || this.#byUser.has(user_id))
    const messages = await this.#encode(relevant)
    if (isSlow(startedAt)) await this.#checkSessions(this.#streams())
    for (const [event, message] of messages) {
      const { user_id, audience, kind, ref } = event
      const streams = user_id === null ? this.#streamsFor(audience) : this.#streamsOf(user_id)
      for (const stream of streams) stream.write(message)
      if (kind === 'session') for (const stream of ofSession(streams, ref)) stream.end(END_MESSAGE)
      if (kind === 'session-token')
        for (const { socket } of ofSession(streams, ref))
          setTimeout(() => socket.destroy(), OLD_TOKEN_GRACE_MS).unref()
    }
  }

  #streams(): SseStream[] {
    return [...this.#byUser.values()].flat()
  }

  #streamsOf(userId: string | null): SseStream[] {
    return this.#byUser.get(userId ?? '') ?? []
  }

  #streamsFor(audience: string | null): SseStream[] {
    return this.#streams().filter(({ audiences }) => audience !== null && audiences.includes(audience))
  }

  /** Encodes events for the browsers. @param maxBytes payload bytes to read at most */
  async #encode(events: readonly StoredEvent[], maxBytes?: number): Promise<[StoredEvent, Buffer][]> {
    const payloads = await this.#payloads.read(this.#feed.db, events, maxBytes)
    // Several streams of one user may replay the same event.
    const encoded = new Map<string, Buffer>()
    return events.map((event, at) => {
      const { kind, ref, xid, id } = event
      const data = { kind, ref, data: payloads[at] }
      const message =
        encoded.get(id) ?? encodeSse(data, { id: formatPosition({ epoch: this.#epoch, xid, id }) })
      encoded.set(id, message)
      return [event, message]
    })
  }

  /** Replays missed events to new streams, and registers them for all later ones. */
  async #attach(pending: readonly NewStream[]): Promise<void> {
    const cursor = this.#cursor
    if (!cursor) throw new Error('nothing has been read yet')
    const startedAt = performance.now()
    await this.#checkSessions(pending.map(({ stream }) => stream))
    const open = pending.filter(({ stream }) => !stream.socket.destroyed && stream.socket.writable)
    const resuming = await this.#resumable(open)
    const requests = [...resuming.values()]
    const rows = requests.length ? await readMissed(this.#feed.db, requests, cursor, MAX_REPLAYED + 1) : []
    const missed = Map.groupBy(rows, ({ request_no }) => requests[request_no])
    // Streams that missed too much get a reset: no payload is read for them.
    const replayed = [...missed.values()].filter(({ length }) => length <= MAX_REPLAYED).flat()
    const messageOf = new Map<StoredEvent, Buffer>(await this.#encode(replayed, MAX_ATTACHED_BYTES))
    const replayFor = (request: ResumeRequest) => {
      const events = missed.get(request) ?? []
      return events.length <= MAX_REPLAYED ? events.flatMap((event) => messageOf.get(event) ?? []) : null
    }
    if (isSlow(startedAt)) await this.#checkSessions(open.map(({ stream }) => stream))
    for (const { stream, lastEventId } of open) {
      if (stream.socket.destroyed || !stream.socket.writable) continue
      const request = resuming.get(stream)
      const replay = request && replayFor(request)
      const reset = lastEventId !== null && (!replay || isTooLarge(replay))
      const last = encodeSse({}, { event: reset ? 'reset' : 'hello', id: this.#position })
      if (stream.writeReplay(Buffer.concat([...(reset ? [] : (replay ?? [])), last]))) this.#register(stream)
    }
  }

  #register(stream: SseStream): void {
    const streams = [...this.#streamsOf(stream.userId), stream]
    // Removed now: an ended stream that has not closed yet must not be ended again by the next one.
    const excess = streams.splice(0, streams.length - MAX_STREAMS_PER_USER)
    this.#byUser.set(stream.userId, streams)
    this.#slots[stream.keepAliveSlot]?.add(stream)
    for (const oldest of excess) oldest.end(CROWDED_MESSAGE)
  }

  /** Streams whose position is of this epoch, not ahead of this hub and not before the sweep's marker. */
  async #resumable(pending: readonly NewStream[]): Promise<Map<SseStream, ResumeRequest>> {
    const resuming = new Map<SseStream, ResumeRequest>()
    const cursor = this.#cursor
    if (!cursor || pending.every(({ lastEventId }) => lastEventId === null)) return resuming
    const oldest = await readOldestEvent(this.#feed.db)
    for (const { stream, lastEventId } of pending) {
      const wanted = lastEventId === null ? null : parsePosition(lastEventId)
      if (wanted?.epoch !== this.#epoch || compareCursors(wanted, cursor) > 0) continue
      if (oldest?.swept && compareCursors(wanted, oldest) < 0) continue
      resuming.set(stream, { userId: stream.userId, after: wanted, audiences: stream.audiences })
    }
    return resuming
  }

  #resetAll(): void {
    const message = encodeSse({}, { event: 'reset', id: this.#position })
    for (const stream of this.#streams()) stream.write(message)
  }

  /** Ends streams whose session is over, and updates the audiences of the others. */
  async #checkSessions(streams: readonly SseStream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const valid = await this.#settings.liveSessions(this.#feed.db, ids)
    for (const stream of streams) {
      const found = valid.get(stream.sessionId)
      if (found) stream.audiences = found.audiences
      else stream.end(END_MESSAGE)
    }
  }

  #keepAlive(): void {
    this.#currentSlot = (this.#currentSlot + 1) % KEEPALIVE_SECONDS
    for (const stream of this.#slots[this.#currentSlot] ?? []) stream.keepAlive()
  }
}

/** After a slow read, sessions are checked again: they may have ended while the connection hung. */
const isSlow = (startedAt: number) => performance.now() - startedAt > SESSION_CHECK_MS

const ofSession = (streams: readonly SseStream[], sessionId: string | null) =>
  streams.filter((stream) => stream.sessionId === sessionId)

const isTooLarge = (replay: readonly Buffer[]) =>
  replay.reduce((sum, { length }) => sum + length, 0) > MAX_REPLAYED_BYTES

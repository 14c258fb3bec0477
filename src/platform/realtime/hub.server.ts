import type { Socket } from 'node:net'
import { type Db, isDatabaseDown } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import { type Listening, listen } from './channel.server.ts'
import { Contents, type EventReader } from './contents.server.ts'
import {
  type Feed,
  openFeed,
  type Place,
  type Resuming,
  readAfter,
  readEnd,
  readMissed,
  readOldest,
  type StoredEvent,
} from './feed.server.ts'
import { comparePlaces, formatPosition, parsePosition, setHere } from './position.ts'
import type { Along, Wake } from './publish.server.ts'
import { CROWDED, frame, type Newcomer, newestOfEach, STREAMS_PER_PERSON, Stream } from './stream.server.ts'

export interface HubSettings {
  log: Log
  /** Address of the database, for the connection that looks and the one that listens. */
  url: string
  /** What wakes the others from here. */
  wake: Wake
  /**
   * Of these sessions those that still hold, with the audiences each belongs to. One query: it is asked about everyone
   * connected every second or so.
   */
  presence(db: Db, sessionIds: readonly string[]): Promise<Map<string, { audiences: readonly string[] }>>
  /** Kind of the event by which a session has ended; its `ref` is the session. */
  sessionEnded: string
  /** Kind of the event by which a session, its `ref`, has another token: its streams are cut and come back. */
  tokenChanged: string
  /** Kinds after which a person's audiences may be others. */
  changesAudience: readonly string[]
  /** By kind. Only what the recipient may see anyway: who is written in the row is who gets it. */
  readers: Record<string, EventReader>
  /** Streams that this process holds at most. */
  most?: number
}

/** Milliseconds between two looks without a call: a call may get lost, a commit may come without one. */
const POLL = 2_000
/** Milliseconds between two looks at everybody's session: within 2 s of its end a stream is closed. */
const CHECK = 1_200
/** Milliseconds before a second look when an older transaction holds events back: doubled up to the last. */
const FIRST_RETRY = 4
const LAST_RETRY = 250
/** Milliseconds after which the streams of an old token are cut: by then the browser has the new cookie to come back with. */
const CUT_AFTER = 3_000
/** Seconds between two signs of life on a stream. */
const KEEPALIVE = 15
/** Events read at once. */
const BATCH = 1_000
/** Events that are replayed to one browser; who has missed more starts afresh. */
const MOST_REPLAYED = 500
/** Bytes of a replay; with more to say, the browser asks for what it shows instead, which is less. */
const MOST_REPLAYED_BYTES = 512 * 1024
/** Streams attached with one query, and bytes of contents read for all of them: the heaviest go without. */
const ATTACH = 100
const MOST_ATTACHED_BYTES = 4 * 1024 * 1024
const MOST_STREAMS = 50_000

/** Before every event. */
const NOTHING: Place = { xid: '0', id: '0' }
const ENDED = frame({}, { event: 'end' })

/** Brings the events of the database to this process's streams. */
export class Hub {
  readonly #settings: HubSettings
  readonly #feed: Feed
  readonly #contents: Contents
  readonly #people = new Map<string, Stream[]>()
  readonly #turns: Set<Stream>[] = Array.from({ length: KEEPALIVE }, () => new Set())
  readonly #timers: NodeJS.Timeout[] = []
  #retry: NodeJS.Timeout | undefined
  #pause = FIRST_RETRY
  #listening: Listening | undefined
  #newcomers: Newcomer[] = []
  /**
   * Everything up to here has been handed out; null before the first look. Always that of an event: what has not been
   * written to disk may be numbered again after a crash of the database, and then come before a place beyond it.
   */
  #place: Place | null = null
  /** The transaction that events waited for at the last look. */
  #heldBy = ''
  #epoch = ''
  #count = 0
  #turn = 0
  #second = 0
  #pumping: Promise<void> | undefined
  #again = false
  #checked = 0
  /** Turns whose sessions are to be looked at. */
  readonly #due = new Set<number>()
  #stopped = false
  readonly #wakeUp = (along?: Along) => {
    if (along) this.#contents.keep(along)
    this.#pump()
  }

  constructor(settings: HubSettings) {
    this.#settings = settings
    this.#feed = openFeed(settings.url, settings.log)
    this.#contents = new Contents(settings.readers, settings.log)
  }

  start(): void {
    const { url, log, wake } = this.#settings
    wake.here.add(this.#wakeUp)
    this.#listening = listen(url, log, () => this.#pump(), wake.sender)
    this.#timers.push(
      setInterval(() => this.#pump(), POLL),
      setInterval(() => this.#checkNext(), CHECK / KEEPALIVE),
      setInterval(() => this.#keepAlive(), 1_000),
    )
    this.#pump()
  }

  /** Cuts every stream without a word, so that the browsers come back, elsewhere or here. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#settings.wake.here.delete(this.#wakeUp)
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#retry)
    for (const { stream } of this.#newcomers) stream.socket.destroy()
    for (const streams of this.#people.values()) for (const stream of streams) stream.socket.destroy()
    await this.#listening?.stop()
    await this.#pumping
    await this.#feed.close()
    setHere(null)
  }

  /** How many streams this process holds. */
  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#stopped || this.#count >= (this.#settings.most ?? MOST_STREAMS)
  }

  /**
   * Takes a socket over whose head has been sent, for as long as it lives.
   * @param after position to resume from, as the browser sent it
   */
  open(socket: Socket, who: { userId: string; sessionId: string }, after: string | null): void {
    this.#turn = (this.#turn + 1) % KEEPALIVE
    const stream = new Stream(socket, who.userId, who.sessionId, this.#turn)
    this.#count++
    socket.once('close', () => this.#forget(stream))
    this.#newcomers.push({ stream, after })
    this.#pump()
  }

  #forget(stream: Stream): void {
    this.#count--
    this.#turns[stream.turn]?.delete(stream)
    const others = this.#people.get(stream.userId)?.filter((other) => other !== stream)
    if (others?.length) this.#people.set(stream.userId, others)
    else this.#people.delete(stream.userId)
  }

  /** One look at a time; what is asked for meanwhile is one more look. */
  #pump(): void {
    this.#again = true
    this.#pumping ??= this.#pumpAll().finally(() => {
      this.#pumping = undefined
      if (this.#again && !this.#stopped) this.#pump()
    })
  }

  async #pumpAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      // Who came before this look has nothing between it and what the look brings.
      const newcomers = newestOfEach(this.#newcomers)
      this.#newcomers = []
      try {
        const due = [...this.#due]
        await this.#look(due.flatMap((turn) => [...(this.#turns[turn] ?? [])]))
        for (const turn of due) this.#due.delete(turn)
        await this.#readOn()
        while (newcomers.length > 0) {
          await this.#attach(newcomers.slice(0, ATTACH))
          newcomers.splice(0, ATTACH)
        }
      } catch (error) {
        if (!isDatabaseDown(error)) this.#settings.log.error({ err: error }, 'live events not read')
        const waiting = newcomers.filter(({ stream }) => !stream.socket.destroyed)
        this.#newcomers = [...waiting, ...this.#newcomers]
        this.#again = false
        this.#lookAgain(LAST_RETRY)
      }
    }
  }

  /** A part of the streams at a time: of ten thousand at once, each event would wait a tenth of a second. */
  #checkNext(): void {
    this.#checked = (this.#checked + 1) % KEEPALIVE
    if (this.#turns[this.#checked]?.size === 0) return
    this.#due.add(this.#checked)
    this.#pump()
  }

  #lookAgain(pause: number): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#pump(), pause)
  }

  /** Hands out everything that can be read now. */
  async #readOn(): Promise<void> {
    if (!this.#place) await this.#begin()
    for (;;) {
      // Written before this look begins, so it sees them all unless some are held back; or an earlier one has seen them.
      const written = this.#contents.kept
      const began = performance.now()
      const batch = await readAfter(this.#feed.db, this.#place ?? NOTHING, BATCH)
      if (batch.epoch !== this.#epoch) {
        await this.#begin()
        this.#resetAll()
        return
      }
      const last = batch.events.at(-1)
      if (last) {
        await this.#handOut(batch.events, began)
        this.#move(last)
        this.#contents.forgetOf(batch.events)
      }
      if (batch.events.length === BATCH) continue
      if (!batch.held) this.#contents.forget(written)
      else {
        this.#pause = this.#heldBy === batch.frontier ? Math.min(this.#pause * 2, LAST_RETRY) : FIRST_RETRY
        this.#lookAgain(this.#pause)
      }
      this.#heldBy = batch.frontier
      return
    }
  }

  /** Hears from now on. */
  async #begin(): Promise<void> {
    const { epoch, ...place } = await readEnd(this.#feed.db)
    this.#epoch = epoch
    this.#contents.forget()
    this.#move(place)
  }

  #move({ xid, id }: Place): void {
    this.#place = { xid, id }
    setHere(this.#position)
  }

  get #position(): string {
    return formatPosition({ epoch: this.#epoch, ...(this.#place ?? NOTHING) })
  }

  async #handOut(events: readonly StoredEvent[], began: number): Promise<void> {
    const { changesAudience, sessionEnded, tokenChanged } = this.#settings
    const changed = new Set<string>()
    for (const { kind, user_id } of events)
      if (user_id !== null && changesAudience.includes(kind) && this.#people.has(user_id))
        changed.add(user_id)
    if (changed.size > 0) await this.#look([...changed].flatMap((id) => this.#people.get(id) ?? []))
    const heard = events.filter(({ user_id }) => user_id === null || this.#people.has(user_id))
    const frames = await this.#framesOf(heard)
    if (isLongAgo(began)) await this.#look([...this.#people.values()].flat())
    for (const [at, event] of heard.entries()) {
      const message = frames[at]
      if (!message) continue
      if (event.user_id === null) this.#tell(this.#audience(event.audience), message)
      else this.#tell(this.#people.get(event.user_id) ?? [], message)
      if (event.kind === sessionEnded && event.user_id !== null)
        for (const stream of this.#people.get(event.user_id) ?? [])
          if (stream.sessionId === event.ref) stream.end(ENDED)
      if (event.kind === tokenChanged && event.user_id !== null)
        this.#cutLater((this.#people.get(event.user_id) ?? []).filter((one) => one.sessionId === event.ref))
    }
  }

  /** Cuts streams without a word, as `stop` does. */
  #cutLater(streams: readonly Stream[]): void {
    if (streams.length === 0) return
    setTimeout(() => {
      for (const stream of streams) stream.socket.destroy()
    }, CUT_AFTER).unref()
  }

  *#audience(name: string | null): Iterable<Stream> {
    for (const streams of this.#people.values())
      for (const stream of streams) if (name !== null && stream.audiences.includes(name)) yield stream
  }

  #tell(streams: Iterable<Stream>, message: Buffer): void {
    for (const stream of streams) stream.write(message)
  }

  /** The events as the browsers read them. @param most bytes of contents that are read for them */
  async #framesOf(events: readonly StoredEvent[], most?: number): Promise<Buffer[]> {
    const contents = await this.#contents.of(this.#feed.db, events, most)
    // Several streams of one person resume after the same.
    const made = new Map<string, Buffer>()
    return events.map(({ kind, ref, xid, id }, at) => {
      const known = made.get(id)
      if (known) return known
      const told = { kind, ref, data: contents[at] }
      const message = frame(told, { id: formatPosition({ epoch: this.#epoch, xid, id }) })
      made.set(id, message)
      return message
    })
  }

  /** Gives newcomers what they missed, and from then on everything. */
  async #attach(newcomers: readonly Newcomer[]): Promise<void> {
    const place = this.#place
    if (!place) throw new Error('nothing has been read yet')
    const began = performance.now()
    await this.#look(newcomers.map(({ stream }) => stream))
    const here = newcomers.filter(({ stream }) => !stream.socket.destroyed && stream.socket.writable)
    const resuming = await this.#resumable(here)
    const people = [...resuming.values()]
    const missed = people.length ? await readMissed(this.#feed.db, people, place, MOST_REPLAYED + 1) : []
    const count = new Map<number, number>()
    for (const { who } of missed) count.set(who, (count.get(who) ?? 0) + 1)
    // Who has missed too much begins afresh: none of it is read.
    const told = missed.filter(({ who }) => (count.get(who) ?? 0) <= MOST_REPLAYED)
    const frames = await this.#framesOf(told, MOST_ATTACHED_BYTES)
    const own = new Map<Resuming, Buffer[]>()
    for (const [who, person] of people.entries())
      if ((count.get(who) ?? 0) <= MOST_REPLAYED) own.set(person, [])
    for (const [at, { who }] of told.entries()) {
      const person = people[who]
      const message = frames[at]
      if (person && message) own.get(person)?.push(message)
    }
    if (isLongAgo(began)) await this.#look(here.map(({ stream }) => stream))
    for (const { stream, after } of here) {
      if (stream.socket.destroyed || !stream.socket.writable) continue
      const person = resuming.get(stream)
      const replay = person && own.get(person)
      const afresh = after !== null && (!replay || isTooMuch(replay))
      const greeting = frame({}, { event: afresh ? 'reset' : 'hello', id: this.#position })
      if (stream.writeReplay(Buffer.concat([...(afresh ? [] : (replay ?? [])), greeting]))) this.#join(stream)
    }
  }

  #join(stream: Stream): void {
    const streams = [...(this.#people.get(stream.userId) ?? []), stream]
    // Taken out at once: of many that join before an ended one has closed, each would end that one again.
    const crowd = streams.splice(0, streams.length - STREAMS_PER_PERSON)
    this.#people.set(stream.userId, streams)
    this.#turns[stream.turn]?.add(stream)
    for (const oldest of crowd) oldest.end(CROWDED)
  }

  /** Those whose place is one of this epoch, not ahead of us and not from before what is kept. */
  async #resumable(newcomers: readonly Newcomer[]): Promise<Map<Stream, Resuming>> {
    const resuming = new Map<Stream, Resuming>()
    const place = this.#place
    if (!place || newcomers.every(({ after }) => after === null)) return resuming
    const oldest = await readOldest(this.#feed.db)
    for (const { stream, after } of newcomers) {
      const wanted = after === null ? null : parsePosition(after)
      if (wanted?.epoch !== this.#epoch || comparePlaces(wanted, place) > 0) continue
      if (oldest?.swept && comparePlaces(wanted, oldest) < 0) continue
      resuming.set(stream, { userId: stream.userId, after: wanted, audiences: stream.audiences })
    }
    return resuming
  }

  #resetAll(): void {
    const message = frame({}, { event: 'reset', id: this.#position })
    for (const streams of this.#people.values()) this.#tell(streams, message)
  }

  /** Ends the streams whose session is over, and notes the audiences of the others. */
  async #look(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const living = await this.#settings.presence(this.#feed.db, ids)
    for (const stream of streams) {
      const found = living.get(stream.sessionId)
      if (found) stream.audiences = found.audiences
      else stream.end(ENDED)
    }
  }

  #keepAlive(): void {
    this.#second = (this.#second + 1) % KEEPALIVE
    for (const stream of this.#turns[this.#second] ?? []) stream.keepAlive()
  }
}

/** What came over a connection that hung is not for whoever has left meanwhile: their sessions are looked at again. */
const isLongAgo = (began: number) => performance.now() - began > CHECK

const isTooMuch = (replay: readonly Buffer[]) =>
  replay.reduce((sum, { length }) => sum + length, 0) > MOST_REPLAYED_BYTES

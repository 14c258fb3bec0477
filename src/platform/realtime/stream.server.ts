import type { Socket } from 'node:net'

/** Unsent bytes at which a reader is too slow and is dropped: it comes back and resumes. */
const MOST_UNSENT = 64 * 1024

/** Streams of one person; a further one ends the oldest. */
export const STREAMS_PER_PERSON = 6

/** A comment: tells the browser that the stream lives, and has no id, so that resuming is not touched. */
const KEEPALIVE = Buffer.from(':\n\n')

/**
 * One browser's open stream. Small on purpose, there are tens of thousands: no closure of its own, frames are written
 * to the socket as they are, and one buffer serves everyone who hears the same event.
 */
export class Stream {
  readonly socket: Socket
  readonly userId: string
  readonly sessionId: string
  /** Audiences whose events it hears besides its person's own. */
  audiences: readonly string[] = []
  /** In which second of the keepalive's round it is served. */
  readonly turn: number
  /** Bytes of the replay that may still be unsent: it comes in one piece, and nobody reads that fast. */
  #replay = 0

  constructor(socket: Socket, userId: string, sessionId: string, turn: number) {
    this.socket = socket
    this.userId = userId
    this.sessionId = sessionId
    this.turn = turn
  }

  /** @returns false when the reader was too slow, or is gone */
  write(frame: Buffer): boolean {
    if (!this.socket.writable) return false
    if (this.socket.writableLength === 0) this.#replay = 0
    this.socket.write(frame)
    if (this.socket.writableLength <= MOST_UNSENT + this.#replay) return true
    this.socket.destroy()
    return false
  }

  /** The same for everything that was missed, at once. */
  writeReplay(frames: Buffer): boolean {
    if (!this.socket.writable) return false
    this.socket.write(frames)
    this.#replay = this.socket.writableLength
    return true
  }

  keepAlive(): boolean {
    return this.write(KEEPALIVE)
  }

  /** Says why, and ends; who does not read what is under way is not waited for. */
  end(frame: Buffer): void {
    if (this.socket.writableLength > 0) return void this.socket.destroy()
    this.socket.end(frame)
    this.socket.destroySoon()
  }
}

/** One message of the stream. */
export const frame = (data: unknown, { id, event }: { id?: string; event?: string } = {}): Buffer =>
  Buffer.from(
    `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
  )

export const CROWDED = frame({}, { event: 'crowded' })

/** A stream that has heard nothing yet. */
export interface Newcomer {
  stream: Stream
  /** What it wants to resume from, as it came; null: it comes for the first time. */
  after: string | null
}

/** Of those that one person opens at once the newest, as many as they may have: for the others nothing is read. */
export function newestOfEach(newcomers: readonly Newcomer[]): Newcomer[] {
  const seen = new Map<string, number>()
  const kept: Newcomer[] = []
  for (const newcomer of newcomers.toReversed()) {
    const { socket, userId } = newcomer.stream
    if (socket.destroyed) continue
    const later = seen.get(userId) ?? 0
    seen.set(userId, later + 1)
    if (later < STREAMS_PER_PERSON) kept.push(newcomer)
    else newcomer.stream.end(CROWDED)
  }
  return kept.reverse()
}

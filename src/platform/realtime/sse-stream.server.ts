import type { Socket } from 'node:net'

/** Unsent bytes at which a slow reader is disconnected; it reconnects and resumes. */
const MAX_UNSENT_BYTES = 64 * 1024

/** Streams of one user at most; another one ends the oldest. */
export const MAX_STREAMS_PER_USER = 6

/** An SSE comment: shows that the stream is alive and, without an id, does not affect resuming. */
const KEEPALIVE_COMMENT = Buffer.from(':\n\n')

/**
 * One browser's open stream. Small, because a process has tens of thousands: it has no closures, messages are
 * written to the socket as they are, and all streams share one buffer per event.
 */
export class SseStream {
  readonly socket: Socket
  readonly userId: string
  readonly sessionId: string
  /** Audiences whose events it gets in addition to its user's own. */
  audiences: readonly string[] = []
  /** Second of the keep-alive cycle in which it is served. */
  readonly keepAliveSlot: number
  /** Bytes of the replay that may be unsent: it is written in one piece, faster than any browser reads. */
  #replayBytes = 0

  constructor(socket: Socket, userId: string, sessionId: string, keepAliveSlot: number) {
    this.socket = socket
    this.userId = userId
    this.sessionId = sessionId
    this.keepAliveSlot = keepAliveSlot
  }

  /** @returns false when the reader was too slow or has disconnected */
  write(frame: Buffer): boolean {
    if (!this.socket.writable) return false
    if (this.socket.writableLength === 0) this.#replayBytes = 0
    this.socket.write(frame)
    if (this.socket.writableLength <= MAX_UNSENT_BYTES + this.#replayBytes) return true
    this.socket.destroy()
    return false
  }

  /** Writes all missed events at once, whatever their size. @returns false when the reader is gone */
  writeReplay(frames: Buffer): boolean {
    if (!this.socket.writable) return false
    this.socket.write(frames)
    this.#replayBytes = this.socket.writableLength
    return true
  }

  keepAlive(): boolean {
    return this.write(KEEPALIVE_COMMENT)
  }

  /** Sends a last message and closes; with earlier data unsent, closes without it. */
  end(frame: Buffer): void {
    if (this.socket.writableLength > 0) return void this.socket.destroy()
    this.socket.end(frame)
    this.socket.destroySoon()
  }
}

/** Encodes one SSE message. */
export const encodeSse = (data: unknown, { id, event }: { id?: string; event?: string } = {}): Buffer =>
  Buffer.from(
    `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
  )

export const CROWDED_MESSAGE = encodeSse({}, { event: 'crowded' })

/** A stream that has not been attached yet. */
export interface NewStream {
  stream: SseStream
  /** Position to resume from, as the browser sent it; null on a first connection. */
  lastEventId: string | null
}

/** Keeps each user's newest streams up to the limit, and ends the others before anything is read for them. */
export function keepNewestPerUser(newcomers: readonly NewStream[]): NewStream[] {
  const countByUser = new Map<string, number>()
  const kept: NewStream[] = []
  for (const newcomer of newcomers.toReversed()) {
    const { socket, userId } = newcomer.stream
    if (socket.destroyed) continue
    const newer = countByUser.get(userId) ?? 0
    countByUser.set(userId, newer + 1)
    if (newer < MAX_STREAMS_PER_USER) kept.push(newcomer)
    else newcomer.stream.end(CROWDED_MESSAGE)
  }
  return kept.reverse()
}

import type { Socket } from 'node:net'

/** Unsent bytes at which a reader is too slow and is dropped: it comes back and resumes. */
const MOST_UNSENT = 64 * 1024

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

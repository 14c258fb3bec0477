import { once } from 'node:events'
import type { Duplex, Readable, Writable } from 'node:stream'
import type pg from 'pg'

// COPY over pg: its client hands copy messages to whatever query is running, but its own queries do nothing with them.
// pg_dump is no way: the embedded PostgreSQL comes without it (docs/decisions/0016).

/** What pg's connection has beyond its types. */
interface CopyConnection {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

/** Bytes of rows that are written at once: a write for each row costs more than the row. */
const PIECE = 64 * 1024

/** A COPY statement while it runs. */
abstract class Copy {
  /** Rows, once the server is ready again. */
  readonly done: Promise<number>
  protected failed: Error | undefined
  #rows = 0
  readonly #text: string
  #end!: { resolve(rows: number): void; reject(error: Error): void }

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#end = { resolve, reject }
    })
  }

  submit(connection: unknown): void {
    ;(connection as CopyConnection).query(this.#text)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleError(error: Error): void {
    this.failed ??= error
    this.#end.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.failed) this.#end.reject(this.failed)
    else this.#end.resolve(this.#rows)
  }
}

class CopyOut extends Copy {
  readonly #to: Writable
  #rows: Buffer[] = []
  #bytes = 0
  #waits = false

  constructor(text: string, to: Writable) {
    super(text)
    this.#to = to
    to.once('error', (error) => this.handleError(error))
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    // Copied: the parser writes what comes next over it.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < PIECE || this.#write() || this.#waits) return
    this.#waits = true
    stream.pause()
    // If it breaks instead, whoever asked ends the connection.
    this.#to.once('drain', () => {
      this.#waits = false
      stream.resume()
    })
  }

  override handleCommandComplete(message: { text: string }): void {
    this.#write()
    super.handleCommandComplete(message)
  }

  #write(): boolean {
    const piece = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    return this.#to.write(piece)
  }
}

class CopyIn extends Copy {
  readonly #from: Readable

  constructor(text: string, from: Readable) {
    super(text)
    this.#from = from
  }

  async handleCopyInResponse(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#from) {
        if (this.failed) return
        connection.sendCopyFromChunk(chunk as Buffer)
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), this.done.catch(() => {})])
      }
      connection.endCopyFrom()
    } catch (error) {
      this.failed ??= error as Error
      connection.sendCopyFail('the copy could not be read')
    }
  }
}

/**
 * Runs `copy … to stdout` and writes what comes to `to`, which stays open.
 * @returns how many rows
 */
export function copyOut(client: pg.Client, text: string, to: Writable): Promise<number> {
  return client.query(new CopyOut(text, to)).done
}

/**
 * Writes rows as COPY made them.
 * @param into a table with its columns. Any: a restore writes what all owners wrote, so no rule of theirs is asked.
 * @returns how many rows
 */
export function copyIn(client: pg.Client, into: string, from: Readable): Promise<number> {
  return client.query(new CopyIn(['copy', into, 'from stdin'].join(' '), from)).done
}

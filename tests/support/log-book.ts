/** Structured log lines, kept for a test to look at. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Log } from '../../src/platform/log/log.server.ts'

export interface LogEntry {
  level: number
  msg: string
  requestId?: string
  [key: string]: unknown
}

/** pino's levels by number. */
export const LEVEL = { info: 30, warn: 40, error: 50 } as const

/** A log like the house's that is kept: as it is written in `lines`, and read in `entries`. */
export function openLogBook(): { log: Log; entries: LogEntry[]; lines: string[] } {
  const entries: LogEntry[] = []
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk)
      lines.push(line.trimEnd())
      const entry = readEntry(line)
      if (entry) entries.push(entry)
      done()
    },
  })
  return { log: pino({ level: 'info' }, stream), entries, lines }
}

/** The line as an entry, or null when it is something else (the banner). */
export function readEntry(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return null
  }
}

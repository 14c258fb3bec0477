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

/** A log like the house's whose lines are kept in `entries`. */
export function openLogBook(): { log: Log; entries: LogEntry[] } {
  const entries: LogEntry[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const entry = readEntry(String(chunk))
      if (entry) entries.push(entry)
      done()
    },
  })
  return { log: pino({ level: 'info' }, stream), entries }
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

/** Captures structured log entries for tests. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Log } from '../../../src/platform/log/log.server.ts'

export interface LogEntry {
  level: number
  msg: string
  requestId?: string
  [key: string]: unknown
}

/** The numeric levels of pino. */
export const PINO_LEVEL = { info: 30, warn: 40, error: 50 } as const

/** Creates a log that is captured: the raw `lines`, and the parsed `entries`. */
export function captureLog(): { log: Log; entries: LogEntry[]; lines: string[] } {
  const entries: LogEntry[] = []
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk)
      lines.push(line.trimEnd())
      const entry = parseLogEntry(line)
      if (entry) entries.push(entry)
      done()
    },
  })
  return { log: pino({ level: 'info' }, stream), entries, lines }
}

/** Parses a line of output; null when it is no log entry (as the start banner). */
export function parseLogEntry(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return null
  }
}

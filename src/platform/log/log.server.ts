import { type DestinationStream, type LoggerOptions, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Creates a structured log: one JSON object per line.
 * @param level minimum level; a terminal in local mode gets 'warn', so that the start message stays readable
 * @param to destination; default standard output
 */
export function createLog(level: 'info' | 'warn' | 'silent', to?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Request bodies are never logged; these fields could still contain a secret. The database adds the row
    // to an error's detail: a RUT, a telephone number, a text.
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      'res.headers["set-cookie"]',
      'err.detail',
      'err.where',
    ],
  }
  return pino(options, to ?? bufferedStdout())
}

/** Lines are buffered at most this long. */
const MAX_DELAY_MS = 20
const BUFFER_BYTES = 8 * 1024
/** Lines that wait while nobody reads the standard output; further ones are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

let shared: DestinationStream | undefined

/**
 * Buffered standard output, because a write per line is expensive under load. Written outside the event loop: a
 * reader that stops reading, such as a paused pager, must not stop the process. (It can still delay the exit, which
 * start.ts ends.)
 */
function bufferedStdout(): DestinationStream {
  if (shared) return shared
  const out = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_WAITING_BYTES,
  })
  let timer: NodeJS.Timeout | undefined
  process.on('exit', () => out.flushSync())
  shared = {
    write(line) {
      out.write(line)
      if (timer) return
      timer = setTimeout(() => {
        timer = undefined
        out.flush()
      }, MAX_DELAY_MS).unref()
    },
  }
  return shared
}

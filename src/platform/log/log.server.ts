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

/** Lines below a warning are buffered at most this long. */
const MAX_DELAY_MS = 20
const BUFFER_BYTES = 8 * 1024
/** pino's number for the level `warn`. */
const WARN_LEVEL = 40

interface BufferedStream extends DestinationStream {
  /** Set by pino before each line. */
  lastLevel: number
}
let shared: BufferedStream | undefined

/**
 * Buffered standard output, because a write per line is expensive under load. A warning flushes the buffer at
 * once; other lines follow within MAX_DELAY_MS or when the process exits.
 */
function bufferedStdout(): BufferedStream {
  if (shared) return shared
  const out = pino.destination({ dest: 1, sync: true, minLength: BUFFER_BYTES })
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    out.flushSync()
  }
  process.on('exit', flush)
  const stream = {
    // Makes pino set lastLevel.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      out.write(line)
      if (stream.lastLevel >= WARN_LEVEL) flush()
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref()
    },
  }
  shared = stream
  return stream
}

import { type DestinationStream, type LoggerOptions, pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Structured log: one JSON object a line on standard output.
 * @param level a terminal in local mode gets warnings only, so that the address and the accounts stay in sight
 * @param to instead of standard output
 */
export function createLog(level: 'info' | 'warn' | 'silent', to?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Request bodies are never logged; these are the places a secret could still slip in.
    // What the database adds to a refusal is the row: a RUT, a telephone, a text.
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      'res.headers["set-cookie"]',
      'err.detail',
      'err.where',
    ],
  }
  return pino(options, to ?? output())
}

/** Milliseconds that a line below a warning may wait for others. */
const PAUSE = 20
const BYTES = 8 * 1024
const WARNING = 40

interface Output extends DestinationStream {
  /** Set by pino before each line. */
  lastLevel: number
}
let shared: Output | undefined

/**
 * Standard output, many lines with one write: one each costs a busy process a tenth of its time (bench send). A warning
 * and whatever came before it go out at once, the rest within PAUSE and when the process ends.
 */
function output(): Output {
  if (shared) return shared
  const out = pino.destination({ dest: 1, sync: true, minLength: BYTES })
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    out.flushSync()
  }
  process.on('exit', flush)
  const made = {
    // pino then says of which level a line is.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      out.write(line)
      if (made.lastLevel >= WARNING) flush()
      else timer ??= setTimeout(flush, PAUSE).unref()
    },
  }
  shared = made
  return made
}

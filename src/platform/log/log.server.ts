import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/**
 * Structured log: one JSON object a line on standard output.
 * @param level a terminal in local mode gets warnings only, so that the address and the accounts stay in sight
 */
export function createLog(level: 'info' | 'warn' | 'silent') {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Request bodies are never logged; these are the places a secret could still slip in.
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
  })
}

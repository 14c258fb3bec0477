import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './problems.server.ts'

/** Milliseconds in which a file must have arrived: 10 MB at 300 kbit/s. */
export const UPLOAD_PATIENCE = 5 * 60_000
/** The same for what anybody else sends. */
const PATIENCE = 30_000

/**
 * Node knows one limit for all requests of a server, and an upload over a slow line needs more than whoever sends
 * half a form and keeps the connection.
 */
export function limitPatience(app: FastifyInstance, patience = PATIENCE): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (raw.complete || request.url.startsWith('/api/files/')) return done()
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length']))
      return done()
    const late = setTimeout(() => {
      if (raw.complete) return
      if (reply.sent || reply.raw.headersSent) raw.socket.destroy()
      else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, patience)
    const over = () => clearTimeout(late)
    raw.once('end', over).once('close', over)
    done()
  })
}

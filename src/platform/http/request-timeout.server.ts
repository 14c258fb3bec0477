import type { FastifyInstance } from 'fastify'
import { sendClientError } from './error-responses.server.ts'

/** Time to receive an upload: enough for 10 MB at 300 kbit/s. */
export const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** Time to receive the body of any other request. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Answers 408 when a request body has not arrived in time, except for uploads under /api/files/. Node has
 * only one request timeout per server, which must be long enough for an upload over a slow connection.
 */
export function setRequestTimeout(app: FastifyInstance, timeoutMs = REQUEST_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (raw.complete || request.url.startsWith('/api/files/')) return done()
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length']))
      return done()
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.sent || reply.raw.headersSent) raw.socket.destroy()
      else sendClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, timeoutMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
    done()
  })
}

import type { FastifyInstance } from 'fastify'
import { doorIsShut } from '../capabilities/accounts/identity/passwords.server.ts'
import { MESSAGES } from '../capabilities/accounts/schema.ts'
import { clientAddress } from '../platform/http/address.ts'
import { problem } from '../platform/http/problems.server.ts'

const RETRY_AFTER = 2

/**
 * Turns a crowd away before its requests are read: the same 503 that the commands give, at a fraction of the cost,
 * so that whoever reads meanwhile does not wait (bench login-storm).
 */
export function shedCrowds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const atTheDoor = request.method === 'POST' && /\/accounts\/(login|register)$/.test(request.url)
    if (!atTheDoor || !doorIsShut(clientAddress(request.ip))) return done()
    return void reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER))
      .send(problem(request, 503, MESSAGES.busy, { retryAfter: RETRY_AFTER }))
  })
}

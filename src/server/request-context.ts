import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSession } from '../capabilities/accounts/identity/session.server.ts'
import { clientAddress } from '../platform/http/requests.server.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import type { RunningPlatform } from './platform.ts'

/**
 * The context of a request's procedures. Cookies and headers that they set go on this reply, for calls over
 * HTTP and for in-process calls from a loader.
 */
export async function requestContext(
  platform: RunningPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const cookie = request.headers.cookie ?? ''
  // Read before the first await: a socket that closes meanwhile has no address any more.
  const address = clientAddress(request.ip)
  const setCookie = (value: string) => void reply.header('set-cookie', value)
  return {
    ...platform,
    session: await readSession(platform, cookie, setCookie),
    requestId: request.id,
    address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookie,
    setCookie,
    setHeader: (name, value) => void reply.header(name, value),
  }
}

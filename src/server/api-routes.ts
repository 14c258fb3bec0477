import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { RPCHandler } from '@orpc/server/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RPC_PREFIX, sendError, sendNotFound } from '../platform/http/error-responses.server.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import { handleCallErrors } from '../platform/rpc/rpc.server.ts'
import { guardCall } from './admin-guard.ts'
import { api, openApiDocument } from './api.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

const WRONG_METHOD = 'Esta dirección no acepta ese tipo de petición.'
const NOT_UNDERSTOOD = 'La petición no se entiende.'

/** Serves the procedures over HTTP: /api/rpc for our own browser code, /api/… as in the OpenAPI document. */
export function apiRoutes(app: FastifyInstance, platform: RunningPlatform): void {
  const options = {
    rootInterceptors: [
      <R extends Handled>({ next }: { next(): Promise<R> }) => next().then(translateError<R>),
    ],
    clientInterceptors: [
      ({ next, path, context }: { next(): Promise<unknown>; path: readonly string[]; context: Context }) =>
        handleCallErrors({
          context,
          path,
          next: () => guardCall(context, path, next),
        }),
    ],
  }
  const rpc = { handler: new RPCHandler<Context>(api, options), prefix: RPC_PREFIX } as const
  const rest = { handler: new OpenAPIHandler<Context>(api, options), prefix: '/api' } as const
  const serve = async (
    { handler, prefix }: typeof rpc | typeof rest,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const hasBody =
      request.headers['content-length'] !== undefined
        ? request.headers['content-length'] !== '0'
        : request.headers['transfer-encoding'] !== undefined
    if (hasBody && !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return sendError(request, reply, 415)
    }
    const context = await requestContext(platform, request, reply)
    const { matched } = await handler.handle(request, reply, { prefix, context })
    return matched ? reply : sendNotFound(request, reply)
  }
  let document: Promise<string> | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(platform.config.publicUrl).then((content) => JSON.stringify(content))
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json')
      .send(await document)
  })
  // The RPC handler checks only GET and runs a procedure for any other method. HEAD and OPTIONS must not
  // reach it: the origin check lets them pass as safe.
  app.route({
    method: ['GET', 'POST'],
    url: `${RPC_PREFIX}/*`,
    exposeHeadRoute: false,
    handler: (request, reply) => serve(rpc, request, reply),
  })
  app.route({
    method: ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'],
    url: `${RPC_PREFIX}/*`,
    handler: (request, reply) => sendError(request, reply.header('allow', 'GET, POST'), 405),
  })
  app.all('/api', (request, reply) => serve(rest, request, reply))
  app.all('/api/*', (request, reply) => serve(rest, request, reply))
}

interface Handled {
  matched: boolean
  response?: { status: number; body?: unknown } | undefined
}

/** Replaces oRPC's own English messages for an unreadable body and a wrong method. */
function translateError<R extends Handled>(result: R): R {
  const body = result.response?.body as { json?: unknown } | undefined
  const error = (body?.json ?? body) as { code?: string; message?: string } | undefined
  if (result.response?.status === 400 && error?.code === 'BAD_REQUEST') error.message = NOT_UNDERSTOOD
  if (result.response?.status === 405 && error?.code === 'METHOD_NOT_SUPPORTED') error.message = WRONG_METHOD
  return result
}

import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard'
import type { AnyRouter } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import {
  StandardHandler,
  type StandardHandlerOptions,
  StandardRPCCodec,
  StandardRPCMatcher,
} from '@orpc/server/standard'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RPC_PREFIX } from '../http/problems.server.ts'
import type { Context } from './context.server.ts'
import { isPlainJson } from './schemas.server.ts'

/** oRPC's own form of an answer, without the walk through every value of one that its schema proves to be JSON. */
class Codec extends StandardRPCCodec {
  override encode(output: unknown, procedure: Parameters<StandardRPCCodec['encode']>[1]) {
    return isPlainJson(procedure['~orpc'].outputSchema)
      ? { status: 200, headers: {}, body: { json: output } }
      : super.encode(output, procedure)
  }
}

/**
 * The procedures under RPC_PREFIX, spoken as oRPC's browser client speaks. Fastify has read the body by now and nothing
 * is streamed either way (files and events have doors of their own), so that oRPC's adapter has nothing to do here: it
 * costs a signal, two addresses and four listeners a request (bench send).
 * @returns answers a request; false when there is no such procedure
 */
export function rpcTransport(router: AnyRouter, options: StandardHandlerOptions<Context>) {
  const handler = new StandardHandler(
    router,
    new StandardRPCMatcher(),
    new Codec(new StandardRPCSerializer(new StandardRPCJsonSerializer())),
    { ...options, plugins: [...(options.plugins ?? []), new StrictGetMethodPlugin()] },
  )
  return async (request: FastifyRequest, reply: FastifyReply, context: Context): Promise<boolean> => {
    const { matched, response } = await handler.handle(
      {
        method: request.method,
        url: new URL(`http://localhost${request.url}`),
        headers: request.headers,
        body: async () => request.body,
        signal: undefined,
      },
      { prefix: RPC_PREFIX, context },
    )
    if (!matched) return false
    reply.code(response.status).header('content-type', 'application/json').send(JSON.stringify(response.body))
    return true
  }
}

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
import { RPC_PREFIX } from '../http/error-responses.server.ts'
import type { Context } from './context.server.ts'
import { isPlainJson } from './schemas.server.ts'

/** oRPC's response format; skips the serializer for outputs that their schema proves to be plain JSON. */
class PlainJsonCodec extends StandardRPCCodec {
  override encode(output: unknown, procedure: Parameters<StandardRPCCodec['encode']>[1]) {
    return isPlainJson(procedure['~orpc'].outputSchema)
      ? { status: 200, headers: {}, body: { json: output } }
      : super.encode(output, procedure)
  }
}

/**
 * Serves the procedures under RPC_PREFIX in the protocol of oRPC's browser client. It replaces oRPC's Node
 * adapter, which costs a signal, two URLs and four listeners per request: Fastify has already read the body,
 * and nothing is streamed here (files and events have their own routes).
 * @returns handles a request; false when there is no such procedure
 */
export function createRpcHandler(router: AnyRouter, options: StandardHandlerOptions<Context>) {
  const handler = new StandardHandler(
    router,
    new StandardRPCMatcher(),
    new PlainJsonCodec(new StandardRPCSerializer(new StandardRPCJsonSerializer())),
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

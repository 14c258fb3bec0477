import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readMessagesForEvents } from '../capabilities/chat/commands.server.ts'
import { MARKET_PLANS } from '../capabilities/plans/schema.ts'
import type { Db } from '../platform/database/database.server.ts'
import { UNAVAILABLE_MESSAGE } from '../platform/errors/refusal.ts'
import { sendBusy, sendError } from '../platform/http/error-responses.server.ts'
import { FOREIGN_PAGE } from '../platform/http/requests.server.ts'
import type { EventKind } from '../platform/realtime/event-kinds.ts'
import { Hub } from '../platform/realtime/hub.server.ts'
import type { PayloadReader } from '../platform/realtime/payload-cache.server.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** Reads the payload of an event, by kind. All other kinds carry their id only (docs/design.md §6). */
const readers: Partial<Record<EventKind, PayloadReader>> = { message: readMessagesForEvents }

/** For clients that connect when this process has no room for another stream. */
const RETRY_AFTER_SECONDS = 5

/**
 * GET /api/events: the live stream of a signed-in user, as Server-Sent Events (docs/design.md §6). Resumes
 * after the `Last-Event-ID` header. Starts and stops with the application.
 * @param overrides additional readers and a lower limit of streams, for tests
 * @returns the hub of this process's streams
 */
export function eventRoutes(
  app: FastifyInstance,
  platform: RunningPlatform,
  overrides: { readers?: Record<string, PayloadReader>; maxStreams?: number } = {},
): Hub {
  const hub = new Hub({
    log: platform.log,
    url: platform.config.databaseUrl ?? '',
    wake: platform.wake,
    liveSessions,
    payloadReaders: { ...readers, ...overrides.readers },
    ...(overrides.maxStreams === undefined ? {} : { most: overrides.maxStreams }),
  })
  app.addHook('onReady', async () => hub.start())
  // Before the server waits for running requests: streams do not end on their own.
  app.addHook('preClose', () => hub.stop())
  app.route({
    method: 'GET',
    url: '/api/events',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        return sendError(request, reply, 403, FOREIGN_PAGE)
      if (hub.isFull) return sendBusy(request, reply, UNAVAILABLE_MESSAGE, RETRY_AFTER_SECONDS)
      const { session } = await requestContext(platform, request, reply)
      if (!session) return sendError(request, reply, 401, 'Debes iniciar sesión.')
      const { socket } = request.raw
      // A pipelined request whose predecessor is not answered yet: the stream would be read as that response.
      if (reply.raw.socket !== socket) return sendError(request, reply, 400)
      const cookies = reply.getHeader('set-cookie')
      reply.hijack()
      socket.write(
        responseHead({ ...HEADERS, 'x-request-id': request.id }, [cookies ?? []].flat().map(String)),
      )
      const lastEventId = request.headers['last-event-id']
      hub.open(socket, { userId: session.userId, sessionId: session.id }, lastEventId?.toString() ?? null)
    },
  })
  app.route({
    method: ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/events',
    handler: (request, reply) => sendError(request, reply.header('allow', 'GET'), 405),
  })
  return hub
}

/** No content-length, no chunks: the body lasts until the connection closes, in HTTP 1.0 and 1.1. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  connection: 'close',
  // nginx buffers responses by default.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** Status line and headers as text; what follows is the same for every client (docs/decisions/0013). */
function responseHead(headers: Record<string, string>, cookies: string[]): string {
  const lines = [
    ...Object.entries(headers),
    ...cookies.map((cookie) => ['set-cookie', cookie] as [string, string]),
  ].map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** The valid sessions, with the audience «mercado» for verified lawyers with a plan of MARKET_PLANS. */
async function liveSessions(db: Db, sessionIds: readonly string[]) {
  const { rows } = await sql<{ id: string; market: boolean }>`
    select s.id, l.id is not null as market
    from session s join "user" u on u.id = s."userId" and u.suspended_at is null
    left join lawyer_profiles l on l.id = s."userId" and l.is_verified
      and l.plan = any(${MARKET_PLANS}::text[])
    where s.id = any(${sessionIds}::uuid[]) and s."expiresAt" > app_now()
  `.execute(db)
  return new Map(rows.map(({ id, market }) => [id, { audiences: market ? MARKET_AUDIENCE : NO_AUDIENCE }]))
}

const MARKET_AUDIENCE = ['mercado'] as const
const NO_AUDIENCE = [] as const

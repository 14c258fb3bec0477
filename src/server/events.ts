import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ACCOUNT_EVENTS } from '../capabilities/accounts/events.ts'
import { readMessagesForEvents } from '../capabilities/chat/commands.server.ts'
import { CHAT_EVENTS } from '../capabilities/chat/events.ts'
import { PLAN_EVENTS } from '../capabilities/plans/events.ts'
import { MARKET_PLANS } from '../capabilities/plans/schema.ts'
import type { Db } from '../platform/database/database.server.ts'
import { UNAVAILABLE } from '../platform/errors/refusal.ts'
import { problem } from '../platform/http/problems.server.ts'
import type { EventReader } from '../platform/realtime/contents.server.ts'
import { Hub } from '../platform/realtime/hub.server.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** What travels with an event, by its kind; of every other kind only the id does (DESIGN §6). */
const readers: Record<string, EventReader> = { [CHAT_EVENTS.message]: readMessagesForEvents }

const SIGN_IN_FIRST = 'Debes iniciar sesión.'
const WRONG_METHOD = 'Esta dirección no acepta ese tipo de petición.'
const NOT_FROM_HERE = 'La petición no viene de una página de Amparo.'
/** Seconds, for whoever comes when this process holds all the streams it can. */
const RETRY_AFTER = 5

/**
 * GET /api/events: the live stream of whoever is signed in, as Server-Sent Events (DESIGN §6). Resumes after the
 * `Last-Event-ID` header or `?after=`. Starts and stops with the application.
 * @param also further readers (tests)
 * @returns the hub that holds this process's streams
 */
export function eventRoutes(
  app: FastifyInstance,
  platform: RunningPlatform,
  also: { readers?: Record<string, EventReader>; most?: number } = {},
): Hub {
  const hub = new Hub({
    log: platform.log,
    url: platform.config.databaseUrl ?? '',
    wake: platform.wake,
    presence,
    sessionEnded: ACCOUNT_EVENTS.sessionEnded,
    tokenChanged: ACCOUNT_EVENTS.tokenChanged,
    changesAudience: [ACCOUNT_EVENTS.profileChanged, PLAN_EVENTS.changed],
    readers: { ...readers, ...also.readers },
    ...(also.most === undefined ? {} : { most: also.most }),
  })
  app.addHook('onReady', async () => hub.start())
  // Before the server waits for requests to end: these never do.
  app.addHook('preClose', () => hub.stop())
  app.route({
    method: 'GET',
    url: '/api/events',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        return reply.code(403).send(problem(request, 403, NOT_FROM_HERE))
      if (hub.isFull)
        return reply
          .code(503)
          .header('retry-after', String(RETRY_AFTER))
          .send(problem(request, 503, UNAVAILABLE, { retryAfter: RETRY_AFTER }))
      const { session } = await requestContext(platform, request, reply)
      if (!session) return reply.code(401).send(problem(request, 401, SIGN_IN_FIRST))
      const { socket } = request.raw
      // Behind an answer that this connection still owes: the stream would be read as that one's.
      if (reply.raw.socket !== socket)
        return reply.code(400).send(problem(request, 400, 'La petición no se entiende.'))
      const cookies = reply.getHeader('set-cookie')
      reply.hijack()
      socket.write(head({ ...HEADERS, 'x-request-id': request.id }, [cookies ?? []].flat().map(String)))
      hub.open(socket, { userId: session.userId, sessionId: session.id }, placeOf(request))
    },
  })
  app.route({
    method: ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/events',
    handler: (request, reply) =>
      reply
        .code(405)
        .header('allow', 'GET')
        .send(problem(request, 405, WRONG_METHOD)),
  })
  return hub
}

/** No length and no chunks: the stream is what comes until the connection ends, whatever HTTP version asks. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  connection: 'close',
  // nginx holds answers back unless told.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** The answer's head, written by hand: what follows is then plain bytes, the same for everyone (docs/decisions/0013). */
function head(headers: Record<string, string>, cookies: string[]): string {
  const lines = [
    ...Object.entries(headers),
    ...cookies.map((cookie) => ['set-cookie', cookie] as [string, string]),
  ].map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Where the browser wants to go on, as it sent it; null when it did not say. */
function placeOf(request: FastifyRequest): string | null {
  const header = request.headers['last-event-id']
  const { after } = request.query as { after?: unknown }
  if (typeof header === 'string') return header
  return after === undefined ? null : String(after)
}

/** Which sessions hold, and who of them sees the market: verified lawyers with a plan of MARKET_PLANS. */
async function presence(db: Db, sessionIds: readonly string[]) {
  const { rows } = await sql<{ id: string; market: boolean }>`
    select s.id, l.id is not null as market
    from session s join "user" u on u.id = s."userId" and u.suspended_at is null
    left join lawyer_profiles l on l.id = s."userId" and l.is_verified
      and l.plan = any(${MARKET_PLANS}::text[])
    where s.id = any(${sessionIds}::uuid[]) and s."expiresAt" > app_now()
  `.execute(db)
  return new Map(rows.map(({ id, market }) => [id, { audiences: market ? MARKET : NONE }]))
}

const MARKET = ['mercado'] as const
const NONE = [] as const

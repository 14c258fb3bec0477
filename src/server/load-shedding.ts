import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  isLoginQueueFull,
  isLoginQueueFullForAll,
} from '../capabilities/accounts/identity/passwords.server.ts'
import { MESSAGES } from '../capabilities/accounts/schema.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { MINIMAL_CSP, RETRY_MESSAGE, renderErrorPage, wantsPage } from '../platform/http/error-page.server.ts'
import { errorBody, errorCodeOf, isRpcUrl } from '../platform/http/error-responses.server.ts'
import { createAdmissionQueue } from './admission-queue.ts'

const RETRY_AFTER_SECONDS = 2

/**
 * Per process: `maxDatabaseWaiters` is how many requests may wait for the database, those that share a statement
 * included; `maxPagesPerTurn` is how many pages may start rendering per turn of the event loop. The rest are the limits
 * of the two queues.
 */
const LIMITS = {
  maxDatabaseWaiters: 500,
  maxPagesPerTurn: 2,
  maxWaitMs: 1_000,
  fifoWaitMs: 250,
  refusalsPerMs: 2,
  maxLength: 10_000,
}

/**
 * Pending responses per connection. Browsers have one; a client that pipelines more without reading is
 * disconnected.
 */
const MAX_PENDING_RESPONSES = 8

const OVERLOADED = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'

const isLoginRequest = ({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && /\/accounts\/(login|register)$/.test(url)

/**
 * Refuses logins and registrations from an address that has too many in progress, before their body is read.
 * The answer is the 503 that the commands would give, at a fraction of the cost (bench login-storm).
 * `shedLoad` does the same when the login queue is full.
 */
export function rejectExcessLogins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLoginRequest(request) || !isLoginQueueFull(clientAddress(request.ip))) return done()
    return void reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER_SECONDS))
      .send(errorBody(request, 503, MESSAGES.busy, { retryAfter: RETRY_AFTER_SECONDS }))
  })
}

/** How many requests were refused so far, and how many are queued now. */
export interface LoadSheddingStats {
  readonly refused: number
  readonly waiting: number
}

/**
 * Load shedding (docs/decisions/0021, bench overload). Over the limits requests queue for about 1 s and then
 * get 503 with Retry-After. This happens before Fastify sees the request, because under overload most
 * requests are refused and a refusal must be cheap. A slow client cannot occupy capacity: a request counts
 * only while it waits for the database, and a page only when it starts.
 * @param databaseWaiters how many requests wait for the database now
 */
export function shedLoad(
  app: FastifyInstance,
  databaseWaiters: () => number,
  limits: typeof LIMITS = LIMITS,
): LoadSheddingStats {
  let refused = 0
  const pendingResponses = new WeakMap<Socket, number>()
  const hasRoom = (admitted: number) => databaseWaiters() + admitted < limits.maxDatabaseWaiters
  const pageQueue = createAdmissionQueue(
    (admitted) => admitted < limits.maxPagesPerTurn && hasRoom(admitted),
    limits,
  )
  const apiQueue = createAdmissionQueue(hasRoom, limits)
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    const { socket, url = '/' } = request
    if (socket.destroyed) return
    const pending = pendingResponses.get(socket) ?? 0
    if (pending >= MAX_PENDING_RESPONSES) return void socket.destroy()
    pendingResponses.set(socket, pending + 1)
    response.once('close', () => pendingResponses.set(socket, (pendingResponses.get(socket) ?? 1) - 1))
    const enter = () => {
      for (const listener of listeners) listener.call(app.server, request, response as never)
    }
    const refuse = (respond: typeof refuseOverloaded) => {
      refused++
      respond(request, response)
    }
    if (isAlwaysServed(url)) return enter()
    if (isLoginRequest(request) && isLoginQueueFullForAll()) return refuse(refuseLogin)
    const queue = url.startsWith('/api/') ? apiQueue : pageQueue
    queue.join({ enter, refuse: () => refuse(refuseOverloaded), isGone: () => socket.destroyed })
  })
  return {
    get refused() {
      return refused
    },
    get waiting() {
      return pageQueue.length + apiQueue.length
    },
  }
}

const ALWAYS_SERVED_PATHS = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/favicon.svg',
  '/social.png',
])

/**
 * Cheap requests, and those that operators need under load. Under /assets only files are served (http.ts).
 */
const isAlwaysServed = (url: string) =>
  ALWAYS_SERVED_PATHS.has(url.split('?', 1)[0] ?? '') ||
  (url.startsWith('/assets/') && !url.includes('..') && !url.includes('%'))

const PAGE = renderErrorPage({
  heading: 'Hay mucha gente en este momento',
  text: RETRY_MESSAGE,
})

function prebuilt(type: string, text: string, policy = MINIMAL_CSP.text) {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'private, no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { headers: Object.entries(headers).flat(), body: text }
}

/**
 * A 503 in the format of the request: RPC, REST, page or text. Built once, because thousands per second are
 * sent.
 */
function refusalWith(message: string) {
  const data = { retryAfter: RETRY_AFTER_SECONDS }
  const error = { defined: false, code: errorCodeOf(503), status: 503, message, data }
  const formats = {
    rpc: prebuilt('application/json', JSON.stringify({ json: error })),
    api: prebuilt('application/json', JSON.stringify(error)),
    page: prebuilt('text/html', PAGE, MINIMAL_CSP.page),
    data: prebuilt('text/plain', message),
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/' } = request
    const format =
      formats[wantsPage(request) ? 'page' : isRpcUrl(url) ? 'rpc' : url.startsWith('/api/') ? 'api' : 'data']
    response.writeHead(503, format.headers)
    response.end(format.body)
  }
}

const refuseOverloaded = refusalWith(OVERLOADED)
const refuseLogin = refusalWith(MESSAGES.busy)

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { isLoginQueueFull } from '../capabilities/accounts/identity/passwords.server.ts'
import { MESSAGES } from '../capabilities/accounts/schema.ts'
import { MINIMAL_CSP, RETRY_MESSAGE, renderErrorPage, wantsPage } from '../platform/http/error-page.server.ts'
import { errorBody, RAW_HEADERS } from '../platform/http/error-responses.server.ts'
import { clientAddress } from '../platform/http/requests.server.ts'

const RETRY_AFTER_SECONDS = 2

/** Limits per process. */
const LIMITS = {
  /** Requests that wait for the database, those that share a statement included. */
  databaseWaiters: 100,
  /** Pages that render at the same time. */
  runningPages: 4,
  /** Pages that wait for one of those places. */
  queuedPages: 200,
  /** Unanswered requests of one connection. Browsers have one. */
  pendingResponses: 8,
}

const OVERLOADED = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'
const OVERLOADED_PAGE = renderErrorPage({ heading: 'Hay mucha gente en este momento', text: RETRY_MESSAGE })

export interface LoadShedding {
  /** How many requests were refused so far. */
  readonly refused: number
  /** How many pages are queued now. */
  readonly waiting: number
  /** Renders a page as soon as one of the places is free, in order of arrival. */
  renderPage<T>(render: () => Promise<T>): Promise<T>
}

/**
 * Load shedding (docs/decisions/0021, bench overload): refuses API calls and pages with 503 and Retry-After
 * while too many requests wait for the database, and pages while too many are queued. A slow client cannot
 * occupy capacity: a request counts only while it waits for the database, a page only until its first byte.
 * @param databaseWaiters how many requests wait for the database now
 */
export function shedLoad(app: FastifyInstance, databaseWaiters: () => number, limits = LIMITS): LoadShedding {
  const pages = pLimit(limits.runningPages)
  let refused = 0
  const mustRefuse = ({ url, routeOptions }: FastifyRequest) => {
    const isPage = routeOptions.url === '/*'
    if (!isPage && !url.startsWith('/api/')) return false
    return databaseWaiters() >= limits.databaseWaiters || (isPage && pages.pendingCount >= limits.queuedPages)
  }
  limitPendingResponses(app, limits.pendingResponses)
  app.addHook('onRequest', (request, reply, done) => {
    if (!mustRefuse(request)) return done()
    refused++
    // A refusal must be cheap: the hooks for headers and compression cost several times as much.
    reply.hijack()
    const { headers, body } = refusal(request)
    reply.raw
      .writeHead(503, { ...RAW_HEADERS, 'retry-after': String(RETRY_AFTER_SECONDS), ...headers })
      .end(body)
  })
  return {
    get refused() {
      return refused
    },
    get waiting() {
      return pages.pendingCount
    },
    renderPage: (render) => pages(() => nextTurn().then(render)),
  }
}

function refusal(request: FastifyRequest) {
  if (wantsPage(request)) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MINIMAL_CSP.page,
    }
    return { headers, body: OVERLOADED_PAGE }
  }
  const body = errorBody(request, 503, OVERLOADED, { retryAfter: RETRY_AFTER_SECONDS })
  return typeof body === 'string'
    ? { body }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Closes connections that send many requests without reading the answers, which would fill the memory. */
function limitPendingResponses(app: FastifyInstance, max: number): void {
  const pendingResponses = new WeakMap<object, number>()
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const pending = (pendingResponses.get(socket) ?? 0) + 1
    if (pending > max) socket.destroy()
    if (socket.destroyed) return void reply.hijack()
    pendingResponses.set(socket, pending)
    reply.raw.once('close', () => pendingResponses.set(socket, (pendingResponses.get(socket) ?? 1) - 1))
    done()
  })
}

/**
 * Refuses logins and registrations while the login queue has no place for their address, before their body is
 * read. The answer is the 503 that the commands would give, at a fraction of the cost (bench login-storm).
 */
export function rejectExcessLogins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isLogin = request.method === 'POST' && /\/accounts\/(login|register)$/.test(request.url)
    if (!isLogin || !isLoginQueueFull(clientAddress(request.ip))) return done()
    return void reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER_SECONDS))
      .send(errorBody(request, 503, MESSAGES.busy, { retryAfter: RETRY_AFTER_SECONDS }))
  })
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoginQueueFull } from '../capabilities/accounts/identity/passwords.server.ts'
import { BUSY_MESSAGE } from '../capabilities/accounts/schema.ts'
import { MINIMAL_CSP, RETRY_MESSAGE, renderErrorPage, wantsPage } from '../platform/http/error-page.server.ts'
import {
  errorBody,
  isRpcUrl,
  RAW_HEADERS,
  RPC_PREFIX,
  sendBusy,
} from '../platform/http/error-responses.server.ts'
import { clientAddress } from '../platform/http/requests.server.ts'

const RETRY_AFTER_SECONDS = 2

/** Pages that read nothing from the database for visitors. */
const PAGES_WITHOUT_DATA = new Set(['/', '/login', '/register', '/ayuda', '/terminos', '/privacidad'])

/** Limits per process. */
const LIMITS = {
  /** Requests that wait for the database, those that share a statement included. */
  databaseWaiters: 1_500,
  /** Pages that render at the same time. */
  runningPages: 4,
  /** Pages that wait for one of those places. */
  queuedPages: 2_000,
  /** A page that waits longer is refused: its client has probably left. */
  pageWaitMs: 4_000,
  /** Unanswered requests of one connection. Browsers have one. */
  pendingResponses: 8,
}

const OVERLOADED = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'

/** The response by kind of client, prepared so that a refusal costs little. */
const REFUSALS = {
  page: prepareRefusal(renderErrorPage({ heading: 'Hay mucha gente en este momento', text: RETRY_MESSAGE }), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': MINIMAL_CSP.page,
  }),
  rpc: prepareRefusal(overloadedBody(`${RPC_PREFIX}/`), { 'content-type': 'application/json' }),
  api: prepareRefusal(overloadedBody('/api/'), { 'content-type': 'application/json' }),
  text: prepareRefusal(OVERLOADED),
}

function prepareRefusal(body: string, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body)
  const all = {
    ...RAW_HEADERS,
    ...headers,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'content-length': String(bytes.length),
  }
  return { headers: Object.entries(all).flat(), bytes }
}

function overloadedBody(url: string): string {
  return JSON.stringify(errorBody({ url }, 503, OVERLOADED, { retryAfter: RETRY_AFTER_SECONDS }))
}

function refusalFor(request: IncomingMessage) {
  const { url = '/' } = request
  if (url.startsWith('/api/')) return isRpcUrl(url) ? REFUSALS.rpc : REFUSALS.api
  return wantsPage(request) ? REFUSALS.page : REFUSALS.text
}

interface QueuedPage {
  /** performance.now() */
  since: number
  leaveQueue(to: 'render' | 'refuse'): void
}

/**
 * Load shedding (docs/decisions/0021, bench overload): refuses API calls and pages with 503 and Retry-After
 * while too many requests wait for the database, and pages while too many are queued. A slow client cannot
 * occupy capacity: a request counts only while it waits for the database, a page only until its first byte.
 */
export class LoadShedding {
  /** How many requests were refused so far. */
  refused = 0
  readonly #databaseWaiters: () => number
  readonly #limits: typeof LIMITS
  #runningPages = 0
  /** By client address, in the order of their turns, so that one client with many requests delays nobody else. */
  readonly #queue = new Map<string, QueuedPage[]>()
  #queuedPages = 0
  readonly #pendingResponses = new WeakMap<Socket, number>()

  /** @param databaseWaiters how many requests wait for the database now */
  constructor(databaseWaiters: () => number, limits = LIMITS) {
    this.#databaseWaiters = databaseWaiters
    this.#limits = limits
  }

  /** How many pages are queued now. */
  get queuedPages(): number {
    return this.#queuedPages
  }

  /**
   * Renders a page as soon as one of the places is free; when pages wait, each client has one in turn.
   * @returns null when the page was refused, which is answered
   */
  async renderPage<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    render: () => Promise<T>,
  ): Promise<T | null> {
    if (this.#runningPages < this.#limits.runningPages) this.#runningPages++
    else {
      const next = await this.#enqueue(clientAddress(request.ip))
      if (next === 'refuse') {
        this.#refusePage(request, reply)
        return null
      }
    }
    try {
      await nextTurn()
      return await render()
    } finally {
      this.#startNextPage()
    }
  }

  #enqueue(address: string): Promise<'render' | 'refuse'> {
    return new Promise((leaveQueue) => {
      const page = { since: performance.now(), leaveQueue }
      const own = this.#queue.get(address)
      if (own) own.push(page)
      else this.#queue.set(address, [page])
      this.#queuedPages++
    })
  }

  /** Gives the place of a finished page to the page of the next client. */
  #startNextPage(): void {
    for (const [address, own] of this.#queue) {
      this.#queue.delete(address)
      while (own.length > 0) {
        const page = own.shift() as QueuedPage
        this.#queuedPages--
        if (performance.now() - page.since > this.#limits.pageWaitMs) {
          page.leaveQueue('refuse')
          continue
        }
        if (own.length > 0) this.#queue.set(address, own)
        page.leaveQueue('render')
        return
      }
    }
    this.#runningPages--
  }

  /** Puts the limits before Fastify: what its routing and hooks cost is most of the price of a refusal. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#hasRoomFor(request.socket, response)) return
      if (request.url?.startsWith('/api/') && this.#isDatabaseFull()) this.#refuse(request, response)
      else next(request, response)
    }
  }

  /** Refuses pages, which only Fastify's routing tells from files. */
  refusePages(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.url !== '/*') return done()
      const path = request.url.split('?')[0] ?? ''
      const isVisitor = !request.headers.cookie?.includes('amparo=')
      const needsDatabase = !(isVisitor && PAGES_WITHOUT_DATA.has(path))
      const isFull =
        (needsDatabase && this.#isDatabaseFull()) || this.#queuedPages >= this.#limits.queuedPages
      if (!isFull) return done()
      this.#refusePage(request, reply)
    })
  }

  #refusePage(request: FastifyRequest, reply: FastifyReply): void {
    // The hooks for headers and compression would cost several times as much as the refusal.
    reply.hijack()
    this.#refuse(request.raw, reply.raw)
  }

  #isDatabaseFull(): boolean {
    return this.#databaseWaiters() >= this.#limits.databaseWaiters
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    this.refused++
    const { headers, bytes } = refusalFor(request)
    response.writeHead(503, headers).end(bytes)
  }

  /** Closes connections that send many requests without reading the answers, which would fill the memory. */
  #hasRoomFor(socket: Socket, response: ServerResponse): boolean {
    const pending = (this.#pendingResponses.get(socket) ?? 0) + 1
    if (pending > this.#limits.pendingResponses) socket.destroy()
    if (socket.destroyed) return false
    this.#pendingResponses.set(socket, pending)
    response.once('close', () =>
      this.#pendingResponses.set(socket, (this.#pendingResponses.get(socket) ?? 1) - 1),
    )
    return true
  }
}

/**
 * Refuses logins and registrations while the login queue has no place for their address, before their body is
 * read. The answer is the 503 that the commands would give, at a fraction of the cost (bench login-storm).
 */
export function rejectExcessLogins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isLogin = request.method === 'POST' && /\/accounts\/(login|register)$/.test(request.url)
    if (!isLogin || !isLoginQueueFull(clientAddress(request.ip))) return done()
    sendBusy(request, reply, BUSY_MESSAGE, RETRY_AFTER_SECONDS)
  })
}

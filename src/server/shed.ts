import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { doorIsFull, doorIsShut } from '../capabilities/accounts/identity/passwords.server.ts'
import { MESSAGES } from '../capabilities/accounts/schema.ts'
import { clientAddress } from '../platform/http/address.ts'
import { BARE_POLICY, barePage, STILL_THERE, wantsPage } from '../platform/http/bare-page.server.ts'
import { codeOf, isRpc, problem } from '../platform/http/problems.server.ts'
import { waitingLine } from './waiting-line.ts'

const RETRY_AFTER = 2

/**
 * Requests of one process that may wait for the database, those beside others in one statement included; pages that may
 * begin in one turn of its event loop; how long one waits for room (waiting-line.ts).
 */
const MOST = { waiting: 500, pages: 2, held: 1_000, fair: 250, told: 2, kept: 10_000 }

/** Answers that one connection may wait for at once. Browsers wait for one; whoever asks on without reading is cut off. */
const UNREAD = 8

const CROWDED = 'Hay muchas personas usando Amparo en este momento. Inténtalo de nuevo en unos segundos.'

const isAtTheDoor = ({ method, url = '' }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && /\/accounts\/(login|register)$/.test(url)

/**
 * Turns a crowd from one address away before its requests are read: the same 503 that the commands give, at a fraction
 * of the cost, so that whoever reads meanwhile does not wait (bench login-storm). `shedOverload` does so with a crowd
 * from everywhere.
 */
export function shedCrowds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAtTheDoor(request) || !doorIsShut(clientAddress(request.ip))) return done()
    return void reply
      .code(503)
      .header('retry-after', String(RETRY_AFTER))
      .send(problem(request, 503, MESSAGES.busy, { retryAfter: RETRY_AFTER }))
  })
}

/** How many were refused so far, and how many wait for room now. */
export interface Crowd {
  readonly refused: number
  readonly waiting: number
}

/**
 * Refuses what this process cannot serve soon: 503 with Retry-After, while what it has taken goes on at its pace
 * (bench overload). Whoever finds no room waits for it, a second and before the framework sees the request, for at ten
 * times the capacity nine in ten are refused. Nobody can hold a place: requests count while they wait for the
 * database, pages only when they begin.
 * @param waiting requests that wait for the database
 * @param most from where on it refuses
 */
export function shedOverload(app: FastifyInstance, waiting: () => number, most: typeof MOST = MOST): Crowd {
  let refused = 0
  const unread = new WeakMap<Socket, number>()
  const hasRoom = (entered: number) => waiting() + entered < most.waiting
  const forPages = waitingLine((entered) => entered < most.pages && hasRoom(entered), most)
  const forAnswers = waitingLine(hasRoom, most)
  const next = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    const { socket, url = '/' } = request
    if (socket.destroyed) return
    const asked = unread.get(socket) ?? 0
    if (asked >= UNREAD) return void socket.destroy()
    unread.set(socket, asked + 1)
    response.once('close', () => unread.set(socket, (unread.get(socket) ?? 1) - 1))
    const enter = () => {
      for (const listener of next) listener.call(app.server, request, response as never)
    }
    const refuse = (say: typeof refuseMore) => {
      refused++
      say(request, response)
    }
    if (isFree(url)) return enter()
    if (isAtTheDoor(request) && doorIsFull()) return refuse(refuseAtTheDoor)
    const line = url.startsWith('/api/') ? forAnswers : forPages
    line.join({ enter, refuse: () => refuse(refuseMore), isGone: () => socket.destroyed })
  })
  return {
    get refused() {
      return refused
    },
    get waiting() {
      return forPages.length + forAnswers.length
    },
  }
}

const FREE = new Set(['/healthz', '/readyz', '/metrics', '/robots.txt', '/favicon.svg', '/social.png'])

/** What costs next to nothing, or tells an operator how things stand. Of /assets only files are served (http.ts). */
const isFree = (url: string) =>
  FREE.has(url.split('?', 1)[0] ?? '') ||
  (url.startsWith('/assets/') && !url.includes('..') && !url.includes('%'))

const PAGE = barePage({
  heading: 'Hay mucha gente en este momento',
  text: STILL_THERE,
})

function made(type: string, text: string, policy = BARE_POLICY.text) {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': String(RETRY_AFTER),
    'cache-control': 'private, no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { headers: Object.entries(headers).flat(), body: text }
}

/** One text in the form of whoever asks; made once, since they go out by the thousand. */
function refusalOf(message: string) {
  const data = { retryAfter: RETRY_AFTER }
  const error = { defined: false, code: codeOf(503), status: 503, message, data }
  const forms = {
    rpc: made('application/json', JSON.stringify({ json: error })),
    api: made('application/json', JSON.stringify(error)),
    page: made('text/html', PAGE, BARE_POLICY.page),
    data: made('text/plain', message),
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/' } = request
    const form =
      forms[wantsPage(request) ? 'page' : isRpc(url) ? 'rpc' : url.startsWith('/api/') ? 'api' : 'data']
    response.writeHead(503, form.headers)
    response.end(form.body)
  }
}

const refuseMore = refusalOf(CROWDED)
const refuseAtTheDoor = refusalOf(MESSAGES.busy)

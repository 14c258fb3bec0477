import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { doorIsFull, doorIsShut } from '../capabilities/accounts/identity/passwords.server.ts'
import { MESSAGES } from '../capabilities/accounts/schema.ts'
import { clientAddress } from '../platform/http/address.ts'
import { BARE_POLICY, barePage, STILL_THERE, wantsPage } from '../platform/http/bare-page.server.ts'
import { codeOf, isRpc, problem } from '../platform/http/problems.server.ts'

const RETRY_AFTER = 2

/**
 * Requests of one process that may wait for the database, those beside others in one statement included; pages under
 * way with which it counts as busy, and how late its event loop may then be, milliseconds; refusals that are said in one
 * turn of that loop, milliseconds after which one is said whatever else there is, and how many may wait to be said.
 */
const MOST = { waiting: 500, pages: 64, late: 250, said: 2, held: 1_000, kept: 10_000 }

/** Answers that one connection may wait for at once. Browsers wait for one; whoever asks on without reading is cut off. */
const UNREAD = 8

/** Milliseconds between two looks at how late the event loop is. */
const PULSE = 50

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

/** What a connection has asked for and not yet taken. */
interface Asked {
  answers: number
  pages: number
}

/**
 * Refuses what this process cannot serve soon: 503 with Retry-After, while what it has taken goes on at its pace
 * (bench overload). Refusals come before the framework sees the request, for at ten times the capacity nine in ten are
 * refused; those of questions to the database are said a few at a time, within a second. Nobody can hold a place:
 * requests count while they wait here, pages only while the event loop is late.
 * @param waiting requests that wait for the database
 * @param most from where on it refuses
 * @returns how many were refused so far
 */
export function shedOverload(
  app: FastifyInstance,
  waiting: () => number,
  most: typeof MOST = MOST,
): { readonly refused: number } {
  const told = { refused: 0 }
  const say = inTurns(most)
  const lateness = watchLoop(app)
  const connections = new WeakMap<Socket, Asked>()
  let pages = 0
  const askedOf = (socket: Socket): Asked => {
    const known = connections.get(socket)
    if (known) return known
    const asked = { answers: 0, pages: 0 }
    connections.set(socket, asked)
    // Answers that stand behind another one hear nothing of the connection's end.
    socket.once('close', () => {
      pages -= asked.pages
      asked.pages = 0
    })
    return asked
  }
  const next = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    const { socket, url = '/' } = request
    if (socket.destroyed) return
    const asked = askedOf(socket)
    if (asked.answers >= UNREAD) return void socket.destroy()
    const costs = !isFree(url)
    const isPage = costs && !url.startsWith('/api/')
    asked.answers++
    if (isPage) {
      pages++
      asked.pages++
    }
    response.once('close', () => {
      asked.answers--
      if (!isPage || asked.pages === 0) return
      asked.pages--
      pages--
    })
    const isBusy = isPage && pages > most.pages && lateness() > most.late
    const isFull = isAtTheDoor(request) && doorIsFull()
    const isMore = costs && waiting() >= most.waiting
    if (isBusy || isFull || isMore) {
      told.refused++
      if (isFull) return refuseAtTheDoor(request, response)
      // A page costs a hundred times what its refusal does, and a question to the database ten times.
      if (isPage) return refuseMore(request, response)
      return say(() => refuseMore(request, response))
    }
    for (const listener of next) listener.call(app.server, request, response as never)
  })
  return told
}

/**
 * Says refusals beside the work, a few in each turn of the event loop. Said as they come they take the processor from
 * those who are served: whoever is told at once asks again at once (bench overload).
 * @returns takes what is to be said
 */
function inTurns(most: typeof MOST): (tell: () => void) => void {
  let waiting: { tell: () => void; since: number }[] = []
  let next = 0
  let isGoing = false
  const go = () => {
    const late = performance.now() - most.held
    for (let said = 0; next < waiting.length; said++, next++) {
      const one = waiting[next]
      if (!one || (said >= most.said && one.since > late)) break
      one.tell()
    }
    // Where it never ends, what has been said is let go of all the same; seldom, since the rest is copied.
    if (next > waiting.length / 2) {
      waiting = waiting.slice(next)
      next = 0
    }
    isGoing = waiting.length > 0
    if (isGoing) setImmediate(go)
  }
  return (tell) => {
    if (waiting.length - next >= most.kept) return tell()
    waiting.push({ tell, since: performance.now() })
    if (!isGoing) setImmediate(go)
    isGoing = true
  }
}

/** @returns how many milliseconds the event loop is behind, at its last turn or in this one */
function watchLoop(app: FastifyInstance): () => number {
  let beat = performance.now()
  let late = 0
  const pulse = setInterval(() => {
    const now = performance.now()
    late = now - beat - PULSE
    beat = now
  }, PULSE).unref()
  app.addHook('onClose', async () => clearInterval(pulse))
  return () => Math.max(late, performance.now() - beat - PULSE)
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
  const body = Buffer.from(text)
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(body.length),
    'retry-after': String(RETRY_AFTER),
    'cache-control': 'private, no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { headers: Object.entries(headers).flat(), body }
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

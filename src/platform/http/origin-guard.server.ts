import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { errorBody } from './error-responses.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])
/** Headers that a proxy adds. */
export const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Registers checks that run before any handler (docs/design.md §1, §5). */
export function originGuard(app: FastifyInstance, config: Config): void {
  // Callback style, like all hooks here: a promise per hook would cost more than most hooks do.
  app.addHook('onRequest', (request, reply, done) => {
    const problem = findProblem(request, config)
    if (!problem) return done()
    const [status, message] = problem
    reply.code(status).send(errorBody(request, status, message))
  })
}

/**
 * Why a request is refused. In local mode it must address this machine and must not come through a proxy. A
 * state-changing request must come from a page of this origin (CSRF). Malformed requests, several Host headers
 * and compressed bodies are refused.
 */
function findProblem(request: FastifyRequest, config: Config): [status: number, message: string] | null {
  const { headers, raw, method } = request
  // Absolute URLs (`GET http://other/`) and `GET *` are for proxies and other kinds of servers. RFC 9112: with
  // two Host headers, the proxy in front may have used the other one.
  if (!raw.url?.startsWith('/') || countHostHeaders(raw.rawHeaders) > 1)
    return [400, 'La petición no se entiende.']
  // A small compressed body could expand to a huge one (decompression bomb).
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return [415, 'No se aceptan datos comprimidos.']
  if (config.localMode) {
    if (!LOCAL_HOSTS.has(hostnameOf(headers.host) ?? ''))
      return [421, 'En modo local Amparo responde solo en localhost y 127.0.0.1.']
    if (config.trustedProxies.length === 0 && PROXY_HEADERS.some((name) => headers[name] !== undefined))
      return [400, 'En modo local no se aceptan peticiones reenviadas por un proxy (define TRUSTED_PROXIES).']
  }
  if (!SAFE_METHODS.has(method) && !isSameOrigin(request, config))
    return [403, 'La petición no viene de una página de Amparo.']
  return null
}

/**
 * Browsers send Origin with every state-changing cross-site request. Without it, Sec-Fetch-Site decides. A
 * client that sends neither is not a browser, so no other site can make it send a user's cookies.
 */
function isSameOrigin(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  if (origin !== undefined)
    return origin === config.publicUrl || (config.localMode && isLocalOrigin(origin, request.headers.host))
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** localhost and 127.0.0.1 are the same machine, but a page on another port is another application. */
function isLocalOrigin(origin: string, host: string | undefined): boolean {
  if (!host) return false
  // The hook has already checked that the host is this machine.
  if (origin === `http://${host}`) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.protocol === 'http:' && LOCAL_HOSTS.has(from.hostname) && portOf(from.host) === portOf(host)
}

/** Number of Host headers. Node silently keeps only the first. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count++
  return count
}

/** Host name of a Host header; null unless it is just a name and an optional port. */
const hostnameOf = (host: string | undefined) =>
  /^([a-z0-9.]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null
const portOf = (host: string) => new URL(`http://${host}`).port

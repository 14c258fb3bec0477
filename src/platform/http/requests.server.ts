import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { withoutFileName } from '../files/file-names.ts'
import { MINIMAL_CSP } from './error-page.server.ts'
import { sendClientError, sendError } from './error-responses.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** CSP nonce of this document, generated on first use. */
    readonly nonce: string
    generatedNonce: string
  }
}

const HSTS = 'max-age=31536000; includeSubDomains'

/** Content security policy of a page (docs/design.md §5). Server rendering needs style attributes. */
export function pageCsp(nonce: string, https: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Adds the security headers to every response, including errors and files. A header that a handler has
 * already set (a framed document, a cached file) is kept.
 */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const https = config.publicUrl.startsWith('https:')
  const defaults = Object.entries({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
    ...(https ? { 'strict-transport-security': HSTS } : {}),
  })
  app.decorateRequest('generatedNonce', '')
  app.decorateRequest('nonce', {
    getter() {
      this.generatedNonce ||= randomBytes(16).toString('base64')
      return this.generatedNonce
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy'))
      reply.header(
        'content-security-policy',
        // An API response is not a page; if a browser opens it as one, it may load and run nothing.
        request.url.startsWith('/api/') ? MINIMAL_CSP.text : pageCsp(request.nonce, https),
      )
    for (const [name, value] of defaults) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}

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

/** Text for a request that another site's page makes. */
export const FOREIGN_PAGE = 'La petición no viene de una página de Amparo.'

/** Registers checks that run before any handler (docs/design.md §1, §5). */
export function originGuard(app: FastifyInstance, config: Config): void {
  // Callback style, like all hooks here: a promise per hook would cost more than most hooks do.
  app.addHook('onRequest', (request, reply, done) => {
    const problem = findProblem(request, config)
    if (!problem) return done()
    const [status, message] = problem
    sendError(request, reply, status, message)
  })
}

/**
 * Why a request is refused. In local mode it must address this machine and must not come through a proxy. A
 * state-changing request must come from a page of this origin (CSRF). Malformed requests, several Host headers
 * and compressed bodies are refused.
 */
function findProblem(request: FastifyRequest, config: Config): [status: number, message?: string] | null {
  const { headers, raw, method } = request
  // Absolute URLs (`GET http://other/`) and `GET *` are for proxies and other kinds of servers. RFC 9112: with
  // two Host headers, the proxy in front may have used the other one.
  if (!raw.url?.startsWith('/') || countHostHeaders(raw.rawHeaders) > 1) return [400]
  // A small compressed body could expand to a huge one (decompression bomb).
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return [415, 'No se aceptan datos comprimidos.']
  if (config.localMode) {
    if (!LOCAL_HOSTS.has(hostnameOf(headers.host) ?? ''))
      return [421, 'En modo local Amparo responde solo en localhost y 127.0.0.1.']
    if (config.trustedProxies.length === 0 && PROXY_HEADERS.some((name) => headers[name] !== undefined))
      return [400, 'En modo local no se aceptan peticiones reenviadas por un proxy (define TRUSTED_PROXIES).']
  }
  if (!SAFE_METHODS.has(method) && !isUnsubscribing(request.url) && !isSameOrigin(request, config))
    return [403, FOREIGN_PAGE]
  return null
}

export const CALENDAR_PATH = '/calendario/'
export const UNSUBSCRIBE_PATH = '/baja/'

/**
 * SEG-63, RFC 8058: mail programs and their servers unsubscribe from pages of their own. The token in the path is the
 * permission: no cookie is read.
 */
const isUnsubscribing = (url: string) => url.startsWith(UNSUBSCRIBE_PATH)

/** Paths whose rest is a secret. */
const SECRET_PATHS = [UNSUBSCRIBE_PATH, CALENDAR_PATH]

/**
 * The path of a URL for the log: without the query, which may contain a token or a search text, without secrets, and without
 * the names that people gave their files.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?')
  const secret = SECRET_PATHS.find((prefix) => path.startsWith(prefix))
  return secret === undefined ? withoutFileName(path) : `${secret}…`
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

/** Time to receive an upload: enough for 10 MB at 300 kbit/s. */
export const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** Time to receive the body of any other request. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Answers 408 when a request body has not arrived in time, except for uploads under /api/files/. Node has
 * only one request timeout per server, which must be long enough for an upload over a slow connection.
 */
export function setRequestTimeout(app: FastifyInstance, timeoutMs = REQUEST_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (raw.complete || request.url.startsWith('/api/files/')) return done()
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length']))
      return done()
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.sent || reply.raw.headersSent) raw.socket.destroy()
      else sendClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
    }, timeoutMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
    done()
  })
}

/**
 * Normalises an IP address to the client that rate limits count: an IPv4 address, or the /64 prefix of an
 * IPv6 one, because one subscriber owns a whole /64 (RFC 6177). Different spellings of one address give the
 * same client.
 * @param ip from the socket or a trusted proxy; undefined when the connection is closed
 * @returns 'unknown' when `ip` is not an address
 */
export function clientAddress(ip: string | undefined): string {
  const withoutZone = ip?.split('%')[0] ?? ''
  if (!withoutZone.includes(':')) return /^[\d.]{7,15}$/.test(withoutZone) ? withoutZone : 'unknown'
  if (!URL.canParse(`http://[${withoutZone}]`)) return 'unknown'
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back]
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return dottedIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The last two groups of an IPv4-mapped IPv6 address in dotted form. */
function dottedIpv4(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}

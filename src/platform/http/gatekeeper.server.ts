import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { problem } from './problems.server.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])
/** Headers by which a proxy shows itself. */
export const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * What is checked before any handler: in local mode that the request is for this machine and came without a proxy,
 * and for every state-changing request that a page of ours sent it, as JSON or a raw upload (DESIGN.md §1, §5).
 */
export function keepGate(app: FastifyInstance, config: Config): void {
  // With `done`, as in every hook here: a promise each costs more than most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    // `GET http://other/` and `GET *` are for proxies and servers of another kind.
    if (!request.raw.url?.startsWith('/')) {
      return void reply.code(400).send(problem(request, 400, 'La petición no se entiende.'))
    }
    // RFC 9112: of two hosts the proxy in front may have believed the other one.
    if (hostsOf(request.raw.rawHeaders) > 1)
      return void reply.code(400).send(problem(request, 400, 'La petición no se entiende.'))
    // Nothing here is read compressed: little to send must not be much to read.
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return void reply.code(415).send(problem(request, 415, 'No se aceptan datos comprimidos.'))
    if (config.localMode) {
      const hostname = hostnameOf(request.headers.host)
      if (!hostname || !LOCAL_HOSTS.has(hostname)) {
        return void reply
          .code(421)
          .send(problem(request, 421, 'En modo local Amparo responde solo en localhost y 127.0.0.1.'))
      }
      if (
        config.trustedProxies.length === 0 &&
        FORWARDED.some((name) => request.headers[name] !== undefined)
      ) {
        return void reply
          .code(400)
          .send(
            problem(
              request,
              400,
              'En modo local no se aceptan peticiones reenviadas por un proxy (define TRUSTED_PROXIES).',
            ),
          )
      }
    }
    if (!SAFE.has(request.method) && !sentByUs(request, config))
      return void reply.code(403).send(problem(request, 403, 'La petición no viene de una página de Amparo.'))
    done()
  })
}

/**
 * Browsers put Origin on every cross-site request that changes something. Without one, Sec-Fetch-Site decides; a
 * program that is no browser sends neither, and carries no cookie that it was not given.
 */
function sentByUs(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers
  if (origin !== undefined)
    return origin === config.publicUrl || (config.localMode && isLocalOrigin(origin, request.headers.host))
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** localhost and 127.0.0.1 are two names of the same place, but a page on another port is another program. */
function isLocalOrigin(origin: string, host: string | undefined): boolean {
  if (!host) return false
  // The gate has seen that the host is this machine.
  if (origin === `http://${host}`) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.protocol === 'http:' && LOCAL_HOSTS.has(from.hostname) && portOf(from.host) === portOf(host)
}

/** Node keeps the first of several and says nothing. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** Name and port, nothing else: no user, no path. */
const hostnameOf = (host: string | undefined) =>
  /^([a-z0-9.]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null
const portOf = (host: string) => new URL(`http://${host}`).port

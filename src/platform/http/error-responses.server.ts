import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown } from '../database/database.server.ts'
import { UNAVAILABLE_MESSAGE, UNEXPECTED_MESSAGE } from '../errors/refusal.ts'
import type { Log } from '../log/log.server.ts'
import {
  type ErrorPage,
  MINIMAL_CSP,
  RETRY_MESSAGE,
  renderErrorPage,
  wantsPage,
} from './error-page.server.ts'

const ERROR_CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  421: 'MISDIRECTED_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
}

const MESSAGES: Record<number, string> = {
  400: 'La petición no se entiende.',
  404: 'No encontramos lo que buscas.',
  405: 'Esta dirección no acepta ese tipo de petición.',
  408: 'La petición tardó demasiado.',
  413: 'Lo enviado es demasiado grande.',
  414: 'La dirección es demasiado larga.',
  415: 'Solo se aceptan datos en formato JSON.',
  431: 'Las cabeceras de la petición son demasiado grandes.',
  503: UNAVAILABLE_MESSAGE,
}

const messageOf = (status: number): string => MESSAGES[status] ?? MESSAGES[400] ?? ''

/** Error code in the response body for an HTTP status. */
export const errorCodeOf = (status: number): string => ERROR_CODES[status] ?? 'INTERNAL_SERVER_ERROR'

export const RPC_PREFIX = '/api/rpc'

/** Whether a URL is an oRPC procedure, whose responses are wrapped in oRPC's envelope. */
export const isRpcUrl = (url: string): boolean => url.startsWith(`${RPC_PREFIX}/`)

/**
 * Body of an error response that oRPC does not produce itself. Under /api/ it has the fields of oRPC's own
 * errors, under /api/rpc also its envelope; elsewhere it is only the message.
 */
export function errorBody(
  { url = '/' }: { url?: string | undefined },
  status: number,
  message: string,
  data?: unknown,
): object | string {
  if (!url.startsWith('/api/')) return message
  const body = { defined: false, code: errorCodeOf(status), status, message, data }
  return isRpcUrl(url) ? { json: body } : body
}

/** Sends an error response: JSON under /api/, elsewhere one line of text. @param message default: the status's */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message = messageOf(status),
  data?: unknown,
): FastifyReply {
  if (!request.url.startsWith('/api/')) reply.type('text/plain; charset=utf-8')
  return reply.code(status).send(errorBody(request, status, message, data))
}

/** Sends a 503 that asks for another try. @param retryAfter seconds */
export const sendBusy = (request: FastifyRequest, reply: FastifyReply, message: string, retryAfter: number) =>
  sendError(request, reply.header('retry-after', String(retryAfter)), 503, message, { retryAfter })

/** Sends a 404 without rendering a page. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(request, reply, 404)

/** Registers the error handlers: Spanish messages; internal errors show only a reference to the log. */
export function registerErrorHandler(app: FastifyInstance, log: Log): void {
  // No route, for example OPTIONS of a page. Fastify's default answers in English and repeats the URL.
  app.setNotFoundHandler(sendNotFound)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = isDatabaseDown(error)
      ? 503
      : error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? error.statusCode
        : 500
    // The client closed the connection before it had sent everything: not a server error.
    const isAborted = request.raw.destroyed && !request.raw.complete
    if (isAborted) log.info({ requestId: request.id }, 'request broken off')
    else if (status >= 500) log.error({ requestId: request.id, err: error }, 'fault')
    if (status === 503) reply.header('retry-after', '2')
    if (wantsPage(request))
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', MINIMAL_CSP.page)
        .send(renderErrorPage(errorPageOf(status, request.id)))
    const data = status === 500 ? { reference: request.id } : status === 503 ? { retryAfter: 2 } : undefined
    const text =
      status === 500
        ? `${UNEXPECTED_MESSAGE}${request.url.startsWith('/api/') ? '' : ` (${request.id})`}`
        : messageOf(status)
    return sendError(request, reply, status, text, data)
  })
}

/** Error page for a status. */
function errorPageOf(status: number, reference: string): ErrorPage {
  if (status === 503) return { heading: 'Amparo no está disponible por un momento', text: RETRY_MESSAGE }
  if (status === 500)
    return { heading: 'Algo salió mal', text: UNEXPECTED_MESSAGE, reference: reference.slice(0, 8) }
  return {
    heading: 'No podemos mostrar esta página',
    text: messageOf(status),
    linkHome: true,
  }
}

/** Headers of responses that skip the hooks (`secureHeaders`). */
export const RAW_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': MINIMAL_CSP.text,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
}

/** Answers 400 to a URL that cannot be decoded, without repeating it. */
export function sendBadUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(RAW_HEADERS)
  if (!wantsPage(request)) return void sendError(request, reply.removeHeader('content-type'), 400)
  reply
    .code(400)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', MINIMAL_CSP.page)
    .send(
      renderErrorPage({
        heading: 'Página no encontrada',
        text: 'La dirección no existe o cambió de lugar.',
        linkHome: true,
      }),
    )
}

const SOCKET_ERROR_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers on the raw socket: for a malformed HTTP request, or one that did not arrive in time. */
export function sendClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = SOCKET_ERROR_STATUS[error.code ?? ''] ?? 400
  const text = messageOf(status)
  const headers = { ...RAW_HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

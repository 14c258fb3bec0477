import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { BARE_POLICY } from './bare-page.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** CSP nonce of this document, drawn when it is first asked for. */
    readonly nonce: string
    drawnNonce: string
  }
}

const HSTS = 'max-age=31536000; includeSubDomains'

/** Content security policy of a page (DESIGN.md §5): server-rendered style attributes are the one thing left open. */
export function pagePolicy(nonce: string, https: boolean): string {
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
 * Puts the security headers on every answer, errors and files included. A handler that needs another value (a framed
 * document, a cached file) sets it first; what is set stays.
 */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const https = config.publicUrl.startsWith('https:')
  const wanted = Object.entries({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
    ...(https ? { 'strict-transport-security': HSTS } : {}),
  })
  app.decorateRequest('drawnNonce', '')
  app.decorateRequest('nonce', {
    getter() {
      this.drawnNonce ||= randomBytes(16).toString('base64')
      return this.drawnNonce
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
        // What the API says is no page: opened as one, it may do nothing at all.
        request.url.startsWith('/api/') ? BARE_POLICY.text : pagePolicy(request.nonce, https),
      )
    for (const [name, value] of wanted) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}

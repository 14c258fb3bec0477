import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { MINIMAL_CSP } from './error-page.server.ts'

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

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calendarAt } from '../capabilities/calendar/commands.server.ts'
import { MINIMAL_CSP } from '../platform/http/error-page.server.ts'
import { sendError, sendNotFound } from '../platform/http/error-responses.server.ts'
import { CALENDAR_PATH } from '../platform/http/requests.server.ts'
import type { RunningPlatform } from './platform.ts'

/** SEG-29: GET /calendario/{token}.ics. Reads no cookie, because calendar programs send none. */
export function calendarRoutes(app: FastifyInstance, platform: RunningPlatform): void {
  app.get<{ Params: { file: string } }>(`${CALENDAR_PATH}:file`, async (request, reply) => {
    reply.headers({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': MINIMAL_CSP.text,
    })
    const calendar = await calendarAt(platform, request.params.file)
    if (!calendar.ok) {
      const { code, message, retryAfter = 1 } = calendar.refusal
      if (code !== 'TOO_MANY_REQUESTS') return sendNotFound(request, reply)
      return sendError(request, reply.header('retry-after', String(retryAfter)), 429, message)
    }
    const etag = `"${createHash('sha256').update(calendar.value).digest('base64url')}"`
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="amparo.ics"')
      .send(calendar.value)
  })
}

/** A proxy that compresses may have made the tag a weak one. */
const isKnown = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false

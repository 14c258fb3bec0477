import type { FastifyInstance } from 'fastify'
import { readLocalMailbox } from '../platform/mail/transport.server.ts'
import type { RunningPlatform } from './platform.ts'

/** Routes that exist in local mode only: the mailbox as JSON, for tests. */
export function localRoutes(app: FastifyInstance, platform: RunningPlatform): void {
  if (!platform.config.localMode) return
  app.get<{ Querystring: { to?: string } }>('/api/dev/mailbox', async (request) => {
    const to = typeof request.query.to === 'string' ? request.query.to : null
    return readLocalMailbox(platform.db, to)
  })
}

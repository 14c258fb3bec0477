import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../platform/database/migrate.server.ts'
import type { RunningPlatform } from './platform.ts'

/** /healthz (this process) and /readyz (database and migrations). */
export function healthRoutes(app: FastifyInstance, platform: RunningPlatform): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  let check: Promise<string[]> | undefined
  app.get('/readyz', async (request, reply) => {
    try {
      // Concurrent requests share one query.
      check ??= pendingMigrations(platform.pool).finally(() => {
        check = undefined
      })
      const pending = await check
      if (pending.length === 0) return { status: 'ok' }
      return reply.code(503).header('retry-after', '2').send({ status: 'migrations pending' })
    } catch (error) {
      platform.log.warn({ requestId: request.id, err: error }, 'not ready')
      return reply.code(503).header('retry-after', '2').send({ status: 'database unreachable' })
    }
  })
}

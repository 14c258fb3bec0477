import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { migrationsPending } from '../platform/database/migrate.server.ts'
import { FORWARDED } from '../platform/http/gatekeeper.server.ts'
import type { RunningPlatform } from './platform.ts'

/** A proxy passes the public name on: asked for by it, the metrics are not there. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** /healthz (this process), /readyz (database and migrations), /metrics (Prometheus text, this machine only). */
export function healthRoutes(app: FastifyInstance, platform: RunningPlatform): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      const pending = await migrationsPending(platform.pool)
      if (pending.length === 0) return { status: 'ok' }
      return reply.code(503).header('retry-after', '2').send({ status: 'migrations pending' })
    } catch (error) {
      platform.log.warn({ requestId: request.id, err: error }, 'not ready')
      return reply.code(503).header('retry-after', '2').send({ status: 'database unreachable' })
    }
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', async (request, reply) => {
    // A proxy on this machine would make everyone look local: whatever was forwarded is a stranger's.
    const forwarded = FORWARDED.some((name) => request.headers[name] !== undefined)
    if (!LOOPBACK.test(request.ip) || forwarded || !LOCAL_HOST.test(request.headers.host ?? ''))
      return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

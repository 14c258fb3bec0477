import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { FORWARDED } from '../platform/http/gatekeeper.server.ts'
import type { RunningPlatform } from './platform.ts'
import type { Crowd } from './shed.ts'

/** A proxy passes the public name on: asked for by it without the token, the metrics are not there. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Milliseconds for the first process to ask all the others. */
const PATIENCE = 6_000

/** Counts the jobs of the queue as an operator sees them. Whatever waits for its back-off is not yet due. */
const JOBS = `
  select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
    count(*) filter (where attempts >= max_attempts)::int as given_up,
    coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float8 as waited
  from graphile_worker._private_jobs`

interface Counted {
  streams: { readonly count: number }
  crowd: Crowd
}

/** GET /metrics: Prometheus text of all processes of this machine, for whoever has METRICS_TOKEN or asks from here. */
export function metricsRoute(app: FastifyInstance, platform: RunningPlatform, counted: Counted): void {
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
  gauges(registry, platform, counted)
  const isOneOfMany = cluster.isWorker && platform.config.appProcesses > 1
  if (isOneOfMany) {
    // Made for its listener alone, which answers the first process.
    new AggregatorRegistry()
    AggregatorRegistry.setRegistries([registry])
  }
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, platform.config.metricsToken)) return reply.callNotFound()
    const text = isOneOfMany ? await askFirstProcess() : await registry.metrics()
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

function gauges(registry: Registry, { pool, log }: RunningPlatform, { streams, crowd }: Counted): void {
  const registers = [registry]
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests refused because too many were under way',
    registers,
    collect() {
      this.reset()
      this.inc(crowd.refused)
    },
  })
  new Gauge({
    name: 'requests_in_line',
    help: 'Requests that wait for room in the process',
    registers,
    collect() {
      this.set(crowd.waiting)
    },
  })
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of live events',
    registers,
    collect() {
      this.set(streams.count)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'wanted' }, pool.waitingCount)
    },
  })
  // What the database says is the same to every process.
  const shared = { registers, aggregator: 'max' } as const
  const due = new Gauge({ name: 'jobs_due', help: 'Jobs that are due and not done', ...shared })
  const givenUp = new Gauge({ name: 'jobs_given_up', help: 'Jobs that failed for the last time', ...shared })
  const waited = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest due job has waited',
    ...shared,
  })
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answered just now',
    registers,
    aggregator: 'min',
    async collect() {
      try {
        const { rows } = await pool.query<{ due: number; given_up: number; waited: number }>(JOBS)
        due.set(rows[0]?.due ?? 0)
        givenUp.set(rows[0]?.given_up ?? 0)
        waited.set(rows[0]?.waited ?? 0)
        this.set(1)
      } catch (error) {
        log.warn({ err: error }, 'metrics of the database not read')
        this.set(0)
      }
    },
  })
}

/** Compared in a time that says nothing of how much of it is right. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== null && given !== undefined) return timingSafeEqual(digest(given), digest(token))
  // A proxy on this machine would make everyone look local: whatever was forwarded is a stranger's.
  const forwarded = FORWARDED.some((name) => request.headers[name] !== undefined)
  return LOOPBACK.test(request.ip) && !forwarded && LOCAL_HOST.test(request.headers.host ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** What start.ts answers in the name of all. */
function askFirstProcess(): Promise<string> {
  return new Promise((done, fail) => {
    const end = (finish: () => void) => {
      clearTimeout(late)
      process.off('message', hear)
      finish()
    }
    const hear = (message: { metrics?: string }) => {
      const { metrics } = message
      if (typeof metrics === 'string') end(() => done(metrics))
    }
    const late = setTimeout(() => end(() => fail(new Error('no metrics from the first process'))), PATIENCE)
    process.on('message', hear)
    process.send?.('metrics')
  })
}

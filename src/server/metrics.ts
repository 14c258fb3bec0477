import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { on } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { keptEntries, type TableAge, tableAges } from '../capabilities/console/rules.ts'
import { DEADLINE_RULES } from '../capabilities/deadlines/catalogue.server.ts'
import { DIRECTORY_VERSION, HELP_ENTRIES } from '../capabilities/guidance/catalogue.server.ts'
import { isoDay } from '../chile/dates.ts'
import { PROXY_HEADERS } from '../platform/http/requests.server.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { RunningPlatform } from './platform.ts'

/** Without the token only requests to these names are answered: a proxy forwards the public host name. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Time for the primary process to collect the metrics of all processes. */
const COLLECT_TIMEOUT_MS = 6_000

/** Counts of queued jobs. A job that waits for its back-off is not due yet. */
const JOBS_SQL = `
  select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
    count(*) filter (where attempts >= max_attempts)::int as given_up,
    coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float8 as waited
  from graphile_worker._private_jobs`

/** E-mails of notices that the minutely task has not queued. */
const NOTICES_SQL = `
  select count(*)::int as due, coalesce(extract(epoch from app_now() - min(mail_due_at)), 0)::float8 as waited
  from notices where mail_state = 'due' and mail_due_at <= app_now()`

interface MetricSources {
  streams: { readonly count: number }
  loadShedding: LoadShedding
}

/** GET /metrics: Prometheus text for all processes. Needs METRICS_TOKEN or a request from this machine. */
export function metricsRoute(app: FastifyInstance, platform: RunningPlatform, sources: MetricSources): void {
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
  registerGauges(registry, platform, sources)
  const isClustered = cluster.isWorker && platform.config.appProcesses > 1
  if (isClustered) {
    // Created for its listener only, which answers the primary process.
    new AggregatorRegistry()
    AggregatorRegistry.setRegistries([registry])
  }
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, platform.config.metricsToken)) return reply.callNotFound()
    const text = isClustered ? await fetchClusterMetrics() : await registry.metrics()
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

function registerGauges(
  registry: Registry,
  { pool, log }: RunningPlatform,
  { streams, loadShedding }: MetricSources,
): void {
  const registers = [registry]
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests refused because too many were under way',
    registers,
    collect() {
      this.reset()
      this.inc(loadShedding.refused)
    },
  })
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  addGauge('requests_in_line', 'Pages that wait to be rendered', () => loadShedding.queuedPages)
  addGauge('live_streams', 'Open streams of live events', () => streams.count)
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
  // Every process reads the same values from the database.
  const shared = { registers, aggregator: 'max' } as const
  const due = new Gauge({ name: 'jobs_due', help: 'Jobs that are due and not done', ...shared })
  const givenUp = new Gauge({ name: 'jobs_given_up', help: 'Jobs that failed for the last time', ...shared })
  const waited = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the oldest due job has waited',
    ...shared,
  })
  const noticesDue = new Gauge({
    name: 'notice_mails_due',
    help: 'E-mails of notices that are due and not queued',
    ...shared,
  })
  const noticesWaited = new Gauge({
    name: 'notice_mails_oldest_seconds',
    help: 'How long the oldest due e-mail of a notice has waited',
    ...shared,
  })
  const kept = keptEntries(DEADLINE_RULES, HELP_ENTRIES, DIRECTORY_VERSION)
  const addAgeGauge = (name: string, help: string, read: (age: TableAge) => number) =>
    new Gauge({
      name,
      help: `Rules of deadlines, and directory of free help: ${help}`,
      labelNames: ['table'],
      ...shared,
      collect() {
        for (const age of tableAges(kept, isoDay(new Date()))) this.set({ table: age.table }, read(age))
      },
    })
  addAgeGauge('kept_table_oldest_days', 'days since the oldest check', ({ oldestDays }) => oldestDays)
  addAgeGauge('kept_table_overdue', 'entries not checked again in time', ({ overdue }) => overdue)
  addAgeGauge('kept_table_unconfirmed', 'entries not confirmed', ({ unconfirmed }) => unconfirmed)
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answered just now',
    registers,
    aggregator: 'min',
    async collect() {
      try {
        const { rows } = await pool.query<{ due: number; given_up: number; waited: number }>(JOBS_SQL)
        due.set(rows[0]?.due ?? 0)
        givenUp.set(rows[0]?.given_up ?? 0)
        waited.set(rows[0]?.waited ?? 0)
        const notices = await pool.query<{ due: number; waited: number }>(NOTICES_SQL)
        noticesDue.set(notices.rows[0]?.due ?? 0)
        noticesWaited.set(notices.rows[0]?.waited ?? 0)
        this.set(1)
      } catch (error) {
        log.warn({ err: error }, 'metrics of the database not read')
        this.set(0)
      }
    },
  })
}

/** Whether the request has the token (compared in constant time) or comes from here without a proxy. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== null && given !== undefined) return timingSafeEqual(digest(given), digest(token))
  // A proxy on this machine would make every client look local, so forwarded requests are refused.
  const forwarded = PROXY_HEADERS.some((name) => request.headers[name] !== undefined)
  return LOOPBACK.test(request.ip) && !forwarded && LOCAL_HOST.test(request.headers.host ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Requests the metrics of all processes from the primary process (start.ts). */
async function fetchClusterMetrics(): Promise<string> {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(COLLECT_TIMEOUT_MS) })
  process.send?.('metrics')
  for await (const [{ metrics }] of messages as AsyncIterable<[{ metrics?: string }]>)
    if (typeof metrics === 'string') return metrics
  throw new Error('no metrics from the primary process')
}

import { createServer, type RequestListener, type Server } from 'node:http'
import { resolve } from 'node:path'
import * as zlib from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod'
import * as zm from 'zod/mini'
import { batchedCount } from '../platform/database/queries.server.ts'
import type { BucketPolicy } from '../platform/files/bucket-policy.server.ts'
import { fileRoutes } from '../platform/files/routes.server.ts'
import {
  registerErrorHandler,
  sendBadUrl,
  sendClientError,
  sendNotFound,
} from '../platform/http/error-responses.server.ts'
import {
  loggedPath,
  originGuard,
  secureHeaders,
  setRequestTimeout,
  UPLOAD_TIMEOUT_MS,
} from '../platform/http/requests.server.ts'
import { refuseFile } from './admin-guard.ts'
import { apiRoutes } from './api-routes.ts'
import { calendarRoutes } from './calendar.ts'
import { crawlerRoutes } from './crawlers.ts'
import { dataCopyRoute } from './data-copies.ts'
import { documentArchiveRoute } from './document-archive.ts'
import { eventRoutes } from './events.ts'
import { bucketPolicies } from './files.ts'
import { healthRoutes } from './health.ts'
import { LoadShedding, rejectExcessLogins } from './load-shedding.ts'
import { localRoutes } from './local-routes.ts'
import { metricsRoute } from './metrics.ts'
import { pageRoutes } from './pages.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

// Spanish messages for every schema that has no message of its own.
z.config(z.locales.es())
zm.config(z.locales.es())

const BODY_LIMIT_BYTES = 256 * 1024

/**
 * Creates the HTTP application of one process: pages, API, files, health.
 * @param clientDir folder of the built browser files, absent in development (Vite serves them)
 * @param policies of the buckets that accept files
 */
export async function createApp(
  platform: RunningPlatform,
  clientDir?: string,
  policies: readonly BucketPolicy[] = bucketPolicies,
): Promise<FastifyInstance> {
  const { config, log } = platform
  const loadShedding = new LoadShedding(() => platform.pool.waitingCount + batchedCount())
  const app: FastifyInstance = Fastify({
    serverFactory: (handler) => createHttpServer(loadShedding.before(handler)),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    frameworkErrors: sendBadUrl,
    clientErrorHandler: sendClientError,
    // Only the proxies of TRUSTED_PROXIES may set the client's address.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
  })
  loadShedding.refusePages(app)
  secureHeaders(app, config)
  registerErrorHandler(app, log)
  originGuard(app, config)
  setRequestTimeout(app)
  rejectExcessLogins(app)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    log.info(
      {
        requestId: id,
        method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
  if (clientDir) {
    await app.register(compress, {
      // Compressed request bodies are refused (platform/http).
      globalDecompression: false,
      encodings: ['br', 'gzip'],
      // Flush every chunk: otherwise the compressor buffers a streamed page until its end.
      zlibOptions: { level: 6, flush: zlib.constants.Z_SYNC_FLUSH },
      brotliOptions: {
        flush: zlib.constants.BROTLI_OPERATION_FLUSH,
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 },
      },
    })
    await app.register(fastifyStatic, {
      root: resolve(clientDir),
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // File names under /assets contain a hash of the content.
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
    // A short 404 instead of a rendered page, which nobody would read.
    app.get('/assets/*', (request, reply) => sendNotFound(request, reply))
  }
  healthRoutes(app, platform)
  crawlerRoutes(app, platform)
  metricsRoute(app, platform, {
    streams: eventRoutes(app, platform),
    loadShedding,
  })
  await fileRoutes(
    app,
    platform,
    policies,
    (request, reply) => requestContext(platform, request, reply),
    refuseFile,
  )
  documentArchiveRoute(app, platform)
  dataCopyRoute(app, platform)
  apiRoutes(app, platform)
  await unsubscribeRoutes(app, platform)
  calendarRoutes(app, platform)
  localRoutes(app, platform)
  await pageRoutes(app, platform, loadShedding)
  return app
}

function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      // Enough for the slowest upload; `setRequestTimeout` sets a shorter timeout for all other requests.
      requestTimeout: UPLOAD_TIMEOUT_MS,
      // Node's defaults: a check every 30 s, and headers that may take longer than the whole request.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // Longer than proxies keep an idle connection, so that they close it first.
      keepAliveTimeout: 72_000,
    },
    listener,
  )
  // Closes connections whose client reads nothing for this long, which frees the buffered response. Live
  // streams send a keep-alive more often.
  server.setTimeout(60_000)
  return server
}

import { resolve } from 'node:path'
import * as zlib from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import * as z from 'zod'
import * as zm from 'zod/mini'
import { besides } from '../platform/database/together.server.ts'
import type { FileDoor } from '../platform/files/door.server.ts'
import { keepGate } from '../platform/http/gatekeeper.server.ts'
import { secureHeaders } from '../platform/http/headers.server.ts'
import { limitPatience, UPLOAD_PATIENCE } from '../platform/http/patience.server.ts'
import {
  answerBadAddress,
  answerBrokenRequest,
  answerNotFound,
  speakSpanish,
} from '../platform/http/problems.server.ts'
import { apiRoutes } from './api-routes.ts'
import { crawlerRoutes } from './crawlers.ts'
import { eventRoutes } from './events.ts'
import { fileDoors, uploadsAndDownloads } from './files.ts'
import { healthRoutes } from './health.ts'
import { localRoutes } from './local-routes.ts'
import { metricsRoute } from './metrics.ts'
import { pageRoutes } from './pages.ts'
import type { RunningPlatform } from './platform.ts'
import { shedCrowds, shedOverload } from './shed.ts'

// Whatever text a schema does not give itself is Spanish too.
z.config(z.locales.es())
zm.config(z.locales.es())

const JSON_LIMIT = 256 * 1024

/**
 * The whole HTTP application of one process: pages, API, files, health.
 * @param clientDir folder of the built browser files, absent in development (Vite serves them)
 * @param doors buckets that take files
 */
export async function createApp(
  platform: RunningPlatform,
  clientDir?: string,
  doors: readonly FileDoor[] = fileDoors,
): Promise<FastifyInstance> {
  const { config, log } = platform
  const app: FastifyInstance = Fastify({
    genReqId: () => crypto.randomUUID(),
    bodyLimit: JSON_LIMIT,
    // Of the slowest upload; every other request has less (limitPatience).
    requestTimeout: UPLOAD_PATIENCE,
    // Node checks each 30 s unless told, and would let headers take longer than the whole request.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Whoever takes nothing of an answer for so long has left it to us to keep. Streams beat more often.
    connectionTimeout: 60_000,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    // Only what TRUSTED_PROXIES names may say who the client is.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
  })
  secureHeaders(app, config)
  speakSpanish(app, log)
  keepGate(app, config)
  limitPatience(app)
  shedCrowds(app)
  // Path only: a query may carry a token or what a person searched for.
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id } = request
    log.info(
      {
        requestId: id,
        method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
  if (clientDir) {
    await app.register(compress, {
      // What comes in compressed is refused (gatekeeper).
      globalDecompression: false,
      encodings: ['br', 'gzip'],
      // Each chunk is flushed: without it the compressor holds a streamed page back until its end (measured).
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
        // Names under /assets carry a hash of their content.
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
    // A page that says so would be dear, and nobody reads it.
    app.get('/assets/*', (request, reply) => answerNotFound(request, reply))
  }
  healthRoutes(app, platform)
  crawlerRoutes(app, platform)
  metricsRoute(app, platform, {
    streams: eventRoutes(app, platform),
    crowd: shedOverload(app, () => platform.pool.waitingCount + besides()),
  })
  await uploadsAndDownloads(app, platform, doors)
  apiRoutes(app, platform)
  localRoutes(app, platform)
  await pageRoutes(app, platform)
  return app
}

import * as build from 'virtual:react-router/server-build'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyInstance } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { sendError } from '../platform/http/error-responses.server.ts'
import { readLocalMailbox } from '../platform/mail/transport.server.ts'
import { processPosition } from '../platform/realtime/position.ts'
import {
  lacksFactorContext,
  mailboxContext,
  nonceContext,
  operatorContext,
  positionContext,
  reportErrorContext,
  requestIdContext,
  rpcContext,
  sessionContext,
  settingsContext,
} from '../platform/routing/router-context.ts'
import { lacksFactor } from './admin-guard.ts'
import { inProcessClient } from './api.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** React Router's route discovery: the browser requests the routes of a page's links here. */
const DISCOVERY_PATH = '/__manifest'
/**
 * More than the links of any page. A limit, because matching as many paths as fit into a URL is expensive.
 */
const MAX_DISCOVERY_PATHS = 200

/**
 * Serves the pages, read-only: other methods than GET and HEAD get 405, because changes go through the API.
 */
export async function pageRoutes(
  app: FastifyInstance,
  platform: RunningPlatform,
  loadShedding: LoadShedding,
): Promise<void> {
  const { config } = platform
  const handle = createRequestHandler(build as unknown as ServerBuild, import.meta.env.MODE)
  const { host, protocol } = new URL(config.publicUrl)
  const settings = {
    localMode: config.localMode,
    passwordMinLength: config.passwordMinLength,
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    usesLanguageModel: config.languageModel !== null,
    externalModelHost: config.languageModel?.externalHost ?? null,
  }
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    pages.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const router = new RouterContextProvider()
        router.set(reportErrorContext, (error) =>
          platform.log.error({ requestId: request.id, err: error }, 'page fault'),
        )
        if (request.url.split('?')[0] === DISCOVERY_PATH) {
          // The same for every user, so the session is not read.
          const { paths } = request.query as { paths?: unknown }
          if (typeof paths !== 'string' || paths.split(',').length > MAX_DISCOVERY_PATHS)
            return sendError(request, reply, 400, 'Faltan las direcciones, o son demasiadas.')
          return reply.send(await handle(createRequest(request.raw, reply.raw, { host, protocol }), router))
        }
        const page = await loadShedding.renderPage(request, reply, async () => {
          const isGone = request.socket.destroyed
          if (isGone) return null
          router.set(positionContext, processPosition())
          const context = await requestContext(platform, request, reply)
          router.set(sessionContext, context.session)
          router.set(lacksFactorContext, await lacksFactor(context))
          router.set(settingsContext, settings)
          router.set(operatorContext, config.operator)
          router.set(rpcContext, inProcessClient(context))
          router.set(requestIdContext, request.id)
          router.set(nonceContext, request.nonce)
          router.set(mailboxContext, config.localMode ? (to) => readLocalMailbox(platform.db, to) : null)
          return handle(createRequest(request.raw, reply.raw, { host, protocol }), router)
        })
        return page ? reply.send(page) : reply.hijack()
      },
    })
    pages.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      handler: (request, reply) =>
        sendError(request, reply.header('allow', 'GET, HEAD'), 405, 'Esta dirección solo se puede leer.'),
    })
  })
}

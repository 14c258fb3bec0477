import type { FastifyInstance } from 'fastify'
import { downloadPart } from '../capabilities/privacy/copies/copies.server.ts'
import { REFUSAL_STATUS } from '../platform/errors/refusal.ts'
import { contentDisposition } from '../platform/files/file-names.ts'
import { sendError } from '../platform/http/error-responses.server.ts'
import { refuseFile } from './admin-guard.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** DAT-08: a part of the caller's copy, for a session with a fresh proof. */
export function dataCopyRoute(app: FastifyInstance, platform: RunningPlatform): void {
  app.get<{ Params: { id: string; part: string } }>(
    '/api/copias/:id/:part(^\\d$)',
    async (request, reply) => {
      const context = await requestContext(platform, request, reply)
      const { session } = context
      if (!session) return sendError(request, reply, 401, 'Debes iniciar sesión.')
      const refusal = await refuseFile(context)
      if (refusal) return sendError(request, reply, REFUSAL_STATUS[refusal.code], refusal.message)
      const { id, part } = request.params
      const download = await downloadPart({ ...context, session }, id.toLowerCase(), Number(part))
      if (download.status !== 200) return sendError(request, reply, download.status, download.message)
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', download.fileName),
        'cache-control': 'no-store',
      })
      download.stream.once('error', (error) =>
        platform.log.error({ requestId: request.id, err: error }, 'download of a copy broken off'),
      )
      return reply.send(download.stream)
    },
  )
}

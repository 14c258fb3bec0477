import type { FastifyInstance } from 'fastify'
import {
  type ArchivedDocument,
  archiveOf,
  recordDocumentRead,
} from '../capabilities/documents/commands.server.ts'
import { formatClockTime } from '../chile/clock-time.ts'
import { isoDay } from '../chile/dates.ts'
import { csvRow } from '../input/csv.ts'
import { REFUSAL_STATUS } from '../platform/errors/refusal.ts'
import { contentDisposition } from '../platform/files/file-names.ts'
import { openStoredFile } from '../platform/files/stored-files.server.ts'
import { zipStream } from '../platform/files/zip.server.ts'
import { sendError } from '../platform/http/error-responses.server.ts'
import { refuseFile } from './admin-guard.ts'
import type { RunningPlatform } from './platform.ts'
import { requestContext } from './request-context.ts'

/** SEG-24: all documents of a case as a ZIP, for its two parties. HEAD only checks whether GET would succeed. */
export function documentArchiveRoute(app: FastifyInstance, platform: RunningPlatform): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/cases/:id/documentos.zip',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const context = await requestContext(platform, request, reply)
      const { session } = context
      if (!session) return sendError(request, reply, 401, 'Debes iniciar sesión.')
      const refusal = await refuseFile(context)
      if (refusal) return sendError(request, reply, REFUSAL_STATUS[refusal.code], refusal.message)
      const isHead = request.method === 'HEAD'
      const signedIn = { ...context, session }
      const archive = await archiveOf(signedIn, request.params.id.toLowerCase(), isHead)
      if (!archive.ok) {
        const { code, message, retryAfter } = archive.refusal
        if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
        return sendError(request, reply, REFUSAL_STATUS[code], message)
      }
      const files = archive.value
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', 'documentos.zip'),
        'cache-control': 'no-store',
      })
      if (isHead) return reply.send()
      const stream = zipStream({ open: (key) => openStoredFile(platform, key) }, files, (hashes) =>
        indexOf(files, hashes),
      )
      stream.once('error', (error) =>
        platform.log.error({ requestId: request.id, err: error }, 'archive of documents broken off'),
      )
      stream.once('end', () => {
        const keys = files.map(({ key }) => key)
        recordDocumentRead(signedIn, keys).catch((error: unknown) =>
          platform.log.error({ requestId: request.id, err: error }, 'views of an archive not recorded'),
        )
      })
      return reply.send(stream)
    },
  })
}

/** The byte order mark makes spreadsheets read it as UTF-8. */
const indexOf = (files: readonly ArchivedDocument[], hashes: readonly string[]) => ({
  path: 'indice.csv',
  text: `\uFEFF${[
    ['Archivo', 'Subido por', 'Fecha', 'SHA-256'],
    ...files.map(({ path, addedBy, modified }, at) => [
      path,
      addedBy,
      `${isoDay(modified)} ${formatClockTime(modified.toISOString()).padStart(5, '0')}`,
      hashes[at] ?? '',
    ]),
  ]
    .map(csvRow)
    .join('')}`,
})

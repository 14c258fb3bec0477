import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown } from '../database/database.server.ts'
import { faultAsked } from '../errors/faults.ts'
import { REFUSAL_STATUS, UNAVAILABLE, UNEXPECTED } from '../errors/refusal.ts'
import { takeTry } from '../http/limits.server.ts'
import type { Limit } from '../http/limits.ts'
import { codeOf } from '../http/problems.server.ts'
import type { Context, Platform, SignedIn } from '../rpc/context.server.ts'
import { fileAddress } from './buckets.ts'
import type { FileDoor } from './door.server.ts'
import { shownName } from './names.ts'
import { receiveFile } from './receive.server.ts'
import { FileRefused } from './refusals.server.ts'
import { sendFile } from './send.server.ts'
import { FILE_TEXTS, NOT_UPLOADED } from './texts.ts'

/** Uploads of one person to one bucket, unless its door says otherwise. */
export const UPLOADS: Limit = { most: 40, seconds: 3600 }
/** What is still read of a body that was refused, bytes and milliseconds: more than any honest file here. */
const STILL_READ = 64 * 1024 * 1024
const STILL_WAITED = 60_000

export interface FileRoutes {
  platform: Platform
  /** One a bucket; the upload and the files of a bucket without a door do not exist. */
  doors: readonly FileDoor[]
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
}

/** PUT /api/files/{bucket}[/{thing}] and GET /archivos/{key}, whose folders are one or two deep. */
export async function fileRoutes(
  app: FastifyInstance,
  { platform, doors, contextOf }: FileRoutes,
): Promise<void> {
  const doorOf = (bucket: string) => doors.find((door) => door.bucket === bucket)
  await app.register(async (files) => {
    // The body stays a stream, whatever it says it is.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    files.addHook('onRequest', async (request) => {
      // One that is no media type would be refused before anybody has looked at the file.
      request.raw.headers['content-type'] = 'application/octet-stream'
    })
    for (const url of ['/api/files/:bucket', '/api/files/:bucket/:thing'])
      files.route<{ Params: { bucket: string; thing?: string } }>({
        method: 'PUT',
        url,
        handler: async (request, reply) => {
          try {
            const context = await contextOf(request, reply)
            const { bucket, thing = '' } = request.params
            const door = doorOf(bucket)
            // The one address or the other, as the door has it.
            const fits = door && (door.folderOf !== undefined) === (thing !== '')
            const key = await upload(context, fits ? door : undefined, thing, request)
            return reply.code(201).send({ key, url: fileAddress(key) })
          } catch (error) {
            readOn(request.raw)
            return answer(platform, request, reply, error)
          }
        },
      })
  })
  for (const folders of [':folder', ':folder/:inner'])
    app.route<{
      Params: { bucket: string; folder: string; inner?: string; name: string }
      Querystring: Record<string, unknown>
    }>({
      method: ['GET', 'HEAD'],
      url: `/archivos/:bucket/${folders}/:name`,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const { bucket, folder, inner, name } = request.params
        const key = [bucket, folder, ...(inner === undefined ? [] : [inner]), name].join('/')
        return sendFile(platform, doorOf(bucket), key, request, reply, () => contextOf(request, reply))
      },
    })
}

const text = (message: string) => ({ title: NOT_UPLOADED, message })

/** Everything that can be said before the first byte is said then. */
async function upload(
  context: Context,
  door: FileDoor | undefined,
  thing: string,
  request: FastifyRequest,
): Promise<string> {
  if (!door) throw new FileRefused(404, text('No encontramos lo que buscas.'))
  const { session } = context
  if (!session) throw new FileRefused(401, text('Debes iniciar sesión.'))
  const signedIn: SignedIn = { ...context, session }
  const allowed = await door.mayUpload(signedIn, thing)
  if (!allowed.ok) {
    const { code, message, retryAfter } = allowed.refusal
    throw new FileRefused(REFUSAL_STATUS[code], text(message), retryAfter ?? null)
  }
  if (door.fault && faultAsked(context.config, door.fault)) throw new Error(`fault asked for: ${door.fault}`)
  if (Number(request.headers['content-length'] ?? 0) > door.maxBytes)
    throw new FileRefused(413, door.tooLarge)
  const wait = await takeTry(context.db, `files:${door.bucket}:${session.userId}`, door.uploads ?? UPLOADS)
  if (wait !== null) throw new FileRefused(429, FILE_TEXTS.tooMany, wait)
  return receiveFile(context, {
    door,
    ownerId: session.userId,
    thing,
    body: request.raw,
    fileName: shownName(request.headers['x-file-name']),
  })
}

/**
 * A browser reads an answer only once it has sent everything; a connection that is closed before is a network error to
 * it, and the person never learns why. So the rest of a refused body is read and thrown away, up to a limit.
 */
function readOn(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  let left = STILL_READ
  const late = setTimeout(() => body.socket.destroy(), STILL_WAITED)
  const over = () => clearTimeout(late)
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.socket.destroy()
  })
  body.once('end', over)
  body.once('close', over)
  body.on('error', over)
}

function answer(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const { id: requestId } = request
  // Nobody is there to read it.
  const left = request.raw.destroyed && !request.raw.complete
  if (left) platform.log.info({ requestId }, 'upload broken off')
  const refused = error instanceof FileRefused ? error : null
  const status = refused?.status ?? (isDatabaseDown(error) ? 503 : 500)
  if (!left) {
    const entry = { requestId, operation: `files.${(request.params as { bucket: string }).bucket}` }
    if (refused && !refused.cause) platform.log.info({ ...entry, refusal: codeOf(status) }, 'refused')
    else platform.log.error({ ...entry, err: refused?.cause ?? error }, 'fault')
  }
  const retryAfter = refused ? refused.retryAfter : status === 503 ? 2 : null
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  const data = status === 500 ? { reference: requestId } : retryAfter === null ? undefined : { retryAfter }
  return reply.code(status).send({
    defined: false,
    code: codeOf(status),
    status,
    title: refused?.title ?? NOT_UPLOADED,
    message: refused?.message ?? (status === 503 ? UNAVAILABLE : UNEXPECTED),
    ...(data && { data }),
  })
}

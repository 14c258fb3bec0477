import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown } from '../database/database.server.ts'
import { shouldInjectFault } from '../errors/fault-injection.ts'
import { REFUSAL_STATUS, UNAVAILABLE_MESSAGE, UNEXPECTED_MESSAGE } from '../errors/refusal.ts'
import { errorCodeOf } from '../http/error-responses.server.ts'
import { consumeAttempt } from '../http/rate-limit.server.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Context, Platform, SignedInContext } from '../rpc/context.server.ts'
import { SUSPENDED_MESSAGE } from '../session/session.ts'
import type { BucketPolicy } from './bucket-policy.server.ts'
import { fileAddress } from './buckets.ts'
import { displayName } from './file-names.ts'
import { receiveFile } from './receive.server.ts'
import { FileRefused } from './refusals.server.ts'
import { type FileGuard, sendFile } from './send.server.ts'
import { FILE_TEXTS, NOT_UPLOADED, notUploaded } from './texts.ts'

/** Default upload rate limit per user and bucket. */
export const DEFAULT_UPLOAD_LIMIT: RateLimit = { max: 40, windowSeconds: 3600 }
/** Limits for draining the body of a refused upload; more than any legitimate file here. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const DRAIN_TIMEOUT_MS = 60_000

/**
 * PUT /api/files/{bucket}[/{resourceId}] and GET /archivos/{key}, with one or two folder levels.
 * @param policies one per bucket; other buckets respond 404
 * @param guard refuses a person every upload and every file that is not public
 */
export async function fileRoutes(
  app: FastifyInstance,
  platform: Platform,
  policies: readonly BucketPolicy[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
  guard: FileGuard,
): Promise<void> {
  const policyOf = (bucket: string) => policies.find((policy) => policy.bucket === bucket)
  await app.register(async (files) => {
    // The body stays a stream, whatever its content type.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    files.addHook('onRequest', async (request) => {
      // Fastify would refuse an invalid media type before the handler runs.
      request.raw.headers['content-type'] = 'application/octet-stream'
    })
    for (const url of ['/api/files/:bucket', '/api/files/:bucket/:resourceId'])
      files.route<{ Params: { bucket: string; resourceId?: string } }>({
        method: 'PUT',
        url,
        handler: async (request, reply) => {
          try {
            const context = await contextOf(request, reply)
            const { bucket, resourceId = '' } = request.params
            const policy = policyOf(bucket)
            // The URL must have a resource id exactly when the bucket has `resourceFolder`.
            const isMatch = policy && (policy.resourceFolder !== undefined) === (resourceId !== '')
            const key = await upload(context, guard, isMatch ? policy : undefined, resourceId, request)
            return reply.code(201).send({ key, url: fileAddress(key) })
          } catch (error) {
            drain(request.raw)
            return sendRefusal(platform, request, reply, error)
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
        const reader = { contextOf: () => contextOf(request, reply), guard }
        return sendFile(platform, policyOf(bucket), key, request, reply, reader)
      },
    })
}

/** Makes every check that needs no file content, then receives the file. */
async function upload(
  context: Context,
  guard: FileGuard,
  policy: BucketPolicy | undefined,
  resourceId: string,
  request: FastifyRequest,
): Promise<string> {
  if (!policy) throw new FileRefused(404, notUploaded('No encontramos lo que buscas.'))
  const grant = request.headers['x-upload-grant']
  const { ownerId, folder } =
    typeof grant === 'string' && policy.visitorFolder
      ? { ownerId: null, folder: await visitorFolderOf(context, policy.visitorFolder, grant) }
      : await authorizeOwner(context, policy, resourceId, guard)
  if (policy.faultName && shouldInjectFault(context.config, policy.faultName))
    throw new Error(`injected fault: ${policy.faultName}`)
  if (Number(request.headers['content-length'] ?? 0) > policy.maxBytes)
    throw new FileRefused(413, policy.tooLarge)
  const retryAfter = await consumeAttempt(
    context.db,
    `files:${policy.bucket}:${folder}`,
    policy.uploadLimit ?? DEFAULT_UPLOAD_LIMIT,
  )
  if (retryAfter !== null) throw new FileRefused(429, FILE_TEXTS.tooMany, retryAfter)
  return receiveFile(context, {
    ...{ policy, ownerId, folder, resourceId },
    body: request.raw,
    fileName: displayName(request.headers['x-file-name']),
  })
}

/** @throws FileRefused when the grant opens no folder */
async function visitorFolderOf(
  context: Context,
  folderOf: NonNullable<BucketPolicy['visitorFolder']>,
  grant: string,
): Promise<string> {
  const folder = await folderOf(context, grant)
  if (folder === null) throw new FileRefused(404, notUploaded('No encontramos lo que buscas.'))
  return folder
}

/** @throws FileRefused when there is no session, or its user may not upload */
async function authorizeOwner(
  context: Context,
  policy: BucketPolicy,
  resourceId: string,
  guard: FileGuard,
): Promise<{ ownerId: string; folder: string }> {
  const { session } = context
  if (!session) throw new FileRefused(401, notUploaded('Debes iniciar sesión.'))
  if (session.isSuspended && !policy.isOpenToSuspended)
    throw new FileRefused(403, notUploaded(SUSPENDED_MESSAGE))
  const refusal = await guard(context)
  if (refusal) throw new FileRefused(REFUSAL_STATUS[refusal.code], notUploaded(refusal.message))
  const signedIn: SignedInContext = { ...context, session }
  const allowed = await policy.authorizeUpload(signedIn, resourceId)
  if (!allowed.ok) {
    const { code, message, retryAfter } = allowed.refusal
    throw new FileRefused(REFUSAL_STATUS[code], notUploaded(message), retryAfter ?? null)
  }
  return { ownerId: session.userId, folder: session.userId }
}

/**
 * Reads and discards the rest of a refused body, up to a limit. Browsers read the response only after they
 * have sent everything; an earlier close is a network error to them, so the user would not learn the reason.
 */
function drain(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return
  let remaining = MAX_DRAINED_BYTES
  const timer = setTimeout(() => body.socket.destroy(), DRAIN_TIMEOUT_MS)
  const stop = () => clearTimeout(timer)
  body.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) body.socket.destroy()
  })
  body.once('end', stop)
  body.once('close', stop)
  body.on('error', stop)
}

function sendRefusal(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const { id: requestId } = request
  // The client has disconnected.
  const isAborted = request.raw.destroyed && !request.raw.complete
  if (isAborted) platform.log.info({ requestId }, 'upload broken off')
  const refused = error instanceof FileRefused ? error : null
  const status = refused?.status ?? (isDatabaseDown(error) ? 503 : 500)
  if (!isAborted) {
    const entry = { requestId, operation: `files.${(request.params as { bucket: string }).bucket}` }
    if (refused && !refused.cause) platform.log.info({ ...entry, refusal: errorCodeOf(status) }, 'refused')
    else platform.log.error({ ...entry, err: refused?.cause ?? error }, 'fault')
  }
  const retryAfter = refused ? refused.retryAfter : status === 503 ? 2 : null
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  const data = status === 500 ? { reference: requestId } : retryAfter === null ? undefined : { retryAfter }
  return reply.code(status).send({
    defined: false,
    code: errorCodeOf(status),
    status,
    title: refused?.title ?? NOT_UPLOADED,
    message: refused?.message ?? (status === 503 ? UNAVAILABLE_MESSAGE : UNEXPECTED_MESSAGE),
    data,
  })
}

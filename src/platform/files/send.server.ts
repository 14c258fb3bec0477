import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shouldInjectFault } from '../errors/fault-injection.ts'
import { REFUSAL_STATUS, type Refusal } from '../errors/refusal.ts'
import { sendError, sendNotFound } from '../http/error-responses.server.ts'
import { consumeAttempt } from '../http/rate-limit.server.ts'
import { audit } from '../log/audit.server.ts'
import { recordLook } from '../log/looks.server.ts'
import type { LookAction, LookPurpose } from '../log/looks.ts'
import type { Context, Platform } from '../rpc/context.server.ts'
import type { BucketPolicy, StoredFile } from './bucket-policy.server.ts'
import { isFileKey } from './buckets.ts'
import { openFile } from './encrypted-files.server.ts'
import { contentDisposition, withoutFileName } from './file-names.ts'
import { isLinkValid } from './links.server.ts'
import { findFile } from './stored-files.server.ts'

/** Rate limit of audited refusals per user, so that nobody can fill the audit log. */
const AUDITED_REFUSALS = { max: 20, windowSeconds: 3600 }

/** The file of a key never changes: a new picture gets a new key. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
/** No stored file may run code. Styles are for the page in which the browser shows a picture. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"
/** Without sandbox, which would stop Chromium's PDF viewer. */
const PDF_POLICY = "script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** A check of the person before any file that is not public. @returns the refusal, or null */
export type FileGuard = (context: Context) => Promise<Refusal | null>

interface Reader {
  /** Reads the session; not called for public files. */
  contextOf(): Promise<Context>
  guard: FileGuard
}

/**
 * Sends a stored file, or the same 404 for files that are missing and files that the user may not read.
 */
export async function sendFile(
  platform: Platform,
  policy: BucketPolicy | undefined,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  reader: Reader,
): Promise<FastifyReply> {
  const notFound = () => sendNotFound(request, reply)
  if (!policy || !isFileKey(key)) return notFound()
  const file = await findFile(platform.db, key)
  if (!file || file.bucket !== policy.bucket) return notFound()
  const grant = await authorizeRead(policy, file, request, reader)
  if (!grant) return notFound()
  if ('refusal' in grant)
    return sendError(request, reply, REFUSAL_STATUS[grant.refusal.code], grant.refusal.message)
  const etag = `"${key}"`
  if (grant.isPublic && request.headers['if-none-match'] === etag) {
    return reply.code(304).headers({ 'cache-control': CACHE_FOREVER, etag }).send()
  }
  const stream = request.method === 'HEAD' ? undefined : await openStored(platform, file, request.id)
  if (stream === null) return notFound()
  try {
    // A file that cannot be audited is not sent.
    if (stream) await grant.audit?.()
    if (stream && isReading(request)) await grant.recordRead?.()
  } catch (error) {
    stream?.destroy()
    throw error
  }
  reply.headers({
    ...(grant.isPublic
      ? { 'cache-control': CACHE_FOREVER, etag }
      : {
          'content-disposition': contentDisposition(
            opensInBrowser(file) ? 'inline' : 'attachment',
            file.fileName,
          ),
        }),
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-security-policy': file.contentType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'accept-ranges': 'none',
  })
  return reply.send(stream)
}

/** Pictures and PDFs open in the browser; other types are downloaded (docs/design.md §8). */
const opensInBrowser = ({ contentType }: StoredFile) =>
  contentType.startsWith('image/') || contentType === 'application/pdf'

/** Not a browser that fetches ahead, nor one that asks for a later part. */
const isReading = ({ headers }: FastifyRequest) =>
  !/prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`) &&
  (headers.range === undefined || /^bytes=0-/i.test(headers.range))

/** Opens a file that should exist. @returns null, with a log entry, when it is missing */
async function openStored(platform: Platform, file: StoredFile, requestId: string): Promise<Readable | null> {
  const key = withoutFileName(file.key)
  const stream = await openFile(platform, file)
  if (!stream) platform.log.error({ requestId, key }, 'stored file is missing')
  // The response then breaks off, shorter than its content-length.
  stream?.once('error', (err) => platform.log.error({ requestId, key, err }, 'stored file does not open'))
  return stream
}

interface ReadGrant {
  isPublic: boolean
  /** Records in the audit log that the file was opened. */
  audit?: () => Promise<void>
  recordRead?: () => Promise<void>
}

async function authorizeRead(
  policy: BucketPolicy,
  file: StoredFile,
  request: FastifyRequest,
  { contextOf, guard }: Reader,
): Promise<ReadGrant | { refusal: Refusal } | null> {
  if (policy.readers === 'everyone' && file.state === 'used') return { isPublic: true }
  if (file.state !== 'used' && file.state !== 'uploaded') return null
  const context = await contextOf()
  const { session } = context
  if (!session) return null
  const refusal = await guard(context)
  if (refusal) return { refusal }
  const isOwner = file.ownerId === session.userId
  if (policy.readers === 'everyone') return isOwner ? { isPublic: false } : null
  const { mayRead, auditAs, allowsUnsigned, recordRead } = policy.readers
  const signed =
    allowsUnsigned || isLinkValid(context, file.key, session.userId, request.query as Record<string, unknown>)
  if (!signed || !(await mayRead({ ...context, session }, file))) {
    if (!isOwner) await recordRefusal(context, session.userId, file)
    return null
  }
  if (shouldInjectFault(context.config, 'signed-url')) throw new Error('injected fault: signed-url')
  return {
    isPublic: false,
    ...(recordRead && { recordRead: () => recordRead({ ...context, session }, file) }),
    ...(!isOwner &&
      auditAs && {
        audit: () => recordView(context, session.userId, auditAs, file, policy.visitorFolder !== undefined),
      }),
  }
}

/** DAT-35. A file whose account was deleted meanwhile is not sent; one that never had an account is only audited. */
const recordView = (
  { db }: Context,
  adminId: string,
  look: { action: LookAction; purpose: LookPurpose },
  { ownerId, key }: StoredFile,
  isOfVisitors: boolean,
) => {
  if (ownerId === null && !isOfVisitors) throw new Error('the file has no owner')
  return db
    .transaction()
    .execute((tx) =>
      ownerId === null
        ? audit(tx, { ...look, actor: adminId, object: null, details: { key } })
        : recordLook(tx, { ...look, adminId, personId: ownerId, details: { key } }),
    )
}

/** Records in the audit log that a user requested a file of others (docs/design.md §4). */
async function recordRefusal(context: Context, actor: string, file: StoredFile): Promise<void> {
  if ((await consumeAttempt(context.db, `files:refused:${actor}`, AUDITED_REFUSALS)) !== null) return
  const entry = { actor, action: 'file.refused', object: file.ownerId, details: { key: file.key } } as const
  await context.db.transaction().execute((tx) => audit(tx, entry))
}

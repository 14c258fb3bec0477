import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { faultAsked } from '../errors/faults.ts'
import { takeTry } from '../http/limits.server.ts'
import { plain, problem } from '../http/problems.server.ts'
import { audit } from '../log/audit.server.ts'
import type { Context, Platform } from '../rpc/context.server.ts'
import { isFileKey } from './buckets.ts'
import type { FileDoor, StoredFile } from './door.server.ts'
import { findFile } from './files.server.ts'
import { linkHolds } from './links.server.ts'
import { attachmentAs, inlineAs } from './names.ts'

/** Tries on other people's files that are written down, so that nobody can fill the audit log. */
const WRITTEN_DOWN = { most: 20, seconds: 3600 }

/** What a key names never changes: another picture has another key. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Nothing that is opened from here runs anything, whatever it pretends to be. */
// (The styles are those of the browser's own page around a picture.)
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"
/** A sandbox keeps Chromium's own PDF viewer from starting. */
const PDF_POLICY = "script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * Answers with a stored file, or with one and the same 404 for all that the asker may not see or that is not there.
 * @param contextOf who asks; a public file does not need to know
 */
export async function sendFile(
  platform: Platform,
  door: FileDoor | undefined,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  contextOf: () => Promise<Context>,
): Promise<FastifyReply> {
  const absent = () =>
    plain(request, reply)
      .code(404)
      .send(problem(request, 404, 'No encontramos lo que buscas.'))
  if (!door || !isFileKey(key)) return absent()
  const file = await findFile(platform.db, key)
  if (!file || file.bucket !== door.bucket) return absent()
  const look = await mayLook(door, file, request, contextOf)
  if (!look) return absent()
  const etag = `"${key}"`
  if (look.asEveryone && request.headers['if-none-match'] === etag) {
    return reply.code(304).headers({ 'cache-control': FOREVER, etag }).send()
  }
  const stream = request.method === 'HEAD' ? undefined : await openStored(platform, key, request.id)
  if (stream === null) return absent()
  try {
    // What cannot be written down is not shown.
    if (stream) await look.write?.()
  } catch (error) {
    stream?.destroy()
    throw error
  }
  reply.headers({
    ...(look.asEveryone
      ? { 'cache-control': FOREVER, etag }
      : { 'content-disposition': isShown(file) ? inlineAs(file.fileName) : attachmentAs(file.fileName) }),
    'content-type': file.contentType,
    'content-length': file.bytes,
    'content-security-policy': file.contentType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'accept-ranges': 'none',
  })
  return reply.send(stream)
}

/** Pictures and PDFs open in the browser; what only programs of the computer open is saved (DESIGN.md §8). */
const isShown = ({ contentType }: StoredFile) =>
  contentType.startsWith('image/') || contentType === 'application/pdf'

/** @returns null, and says so in the log, when a file that should be there is not. @throws when the storage cannot be asked */
async function openStored(platform: Platform, key: string, requestId: string): Promise<Readable | null> {
  const stream = await platform.files.open(key)
  if (!stream) platform.log.error({ requestId, key }, 'stored file is missing')
  return stream
}

interface Look {
  asEveryone: boolean
  /** Writes down that the file was opened. */
  write?: () => Promise<void>
}

async function mayLook(
  door: FileDoor,
  file: StoredFile,
  request: FastifyRequest,
  contextOf: () => Promise<Context>,
): Promise<Look | null> {
  if (door.readers === 'everyone' && file.state === 'used') return { asEveryone: true }
  if (file.state !== 'used' && file.state !== 'uploaded') return null
  const context = await contextOf()
  const { session } = context
  if (!session) return null
  const owns = file.ownerId === session.userId
  if (door.readers === 'everyone') return owns ? { asEveryone: false } : null
  const { mayRead, auditAs, bySession } = door.readers
  const signed =
    bySession || linkHolds(context, file.key, session.userId, request.query as Record<string, unknown>)
  if (!signed || !(await mayRead({ ...context, session }, file))) {
    if (!owns) await noteRefusal(context, session.userId, file)
    return null
  }
  if (faultAsked(context.config, 'signed-url')) throw new Error('fault asked for: signed-url')
  return {
    asEveryone: false,
    ...(!owns && auditAs && { write: () => note(context, session.userId, auditAs, file) }),
  }
}

const note = (context: Context, actor: string, action: string, { key, ownerId }: StoredFile) =>
  context.db.transaction().execute((tx) => audit(tx, { actor, action, object: ownerId, details: { key } }))

/** DESIGN.md §4: who asks for what is not theirs is written down. */
async function noteRefusal(context: Context, actor: string, file: StoredFile): Promise<void> {
  if ((await takeTry(context.db, `files:refused:${actor}`, WRITTEN_DOWN)) !== null) return
  await note(context, actor, 'file.refused', file)
}

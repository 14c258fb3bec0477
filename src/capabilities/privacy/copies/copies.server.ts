import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { saveEncrypted } from '../../../platform/files/encrypted-files.server.ts'
import {
  claimFile,
  discardFile,
  insertFileRow,
  markUploaded,
  openStoredFile,
} from '../../../platform/files/stored-files.server.ts'
import { enqueue, type Task } from '../../../platform/jobs/jobs.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import { type EventPublisher, publish } from '../../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../../platform/rpc/context.server.ts'
import { requireProof } from '../../../platform/session/proof.ts'
import { ACCOUNT_GONE, lockAccount } from '../../accounts/commands.server.ts'
import { copyReadyMail } from '../mail.server.tsx'
import { COPIES_PER_DAY, COPY_ATTEMPTS, COPY_DAYS } from '../rules.ts'
import { type CopyState, MESSAGES } from '../schema.ts'
import * as store from '../store.server.ts'
import { partsOf, writeContent, zipPart } from './copy-files.server.ts'
import { type CopiedFile, copySections, type Screens } from './copy-sections.server.ts'

const SECONDS_PER_DAY = 86_400
const COPY_TASK = 'privacy:copy'
/** Copies are made one after the other. */
const COPY_QUEUE = 'copies'

const changed = (tx: Tx, { wake }: EventPublisher, userId: string) =>
  publish(tx, wake, [{ user_id: userId, kind: 'copy', ref: userId }])

/** DAT-05: the caller's newest copy. */
export async function copyOf(context: SignedInContext): Promise<Result<CopyState>> {
  const { db, session } = context
  const copy = await store.findNewestCopy(db, session.userId)
  if (!copy) return accept({ copy: null })
  const isOpen = copy.state === 'lista' && (await store.findCopy(db, copy.id))?.is_open === true
  return accept({
    copy: {
      id: copy.id,
      state: copy.state === 'lista' && !isOpen ? 'vencida' : copy.state,
      expires_at: copy.expires_at?.toISOString() ?? null,
      missing_files: copy.missing_files,
      bytes: copy.bytes,
      parts: copy.file_keys.length,
    },
  })
}

/**
 * DAT-05 «Preparar mi copia»: while one is being prepared, it is that one. Errors: no fresh proof (403, REAUTH), three
 * in the last 24 hours (429).
 */
export async function requestCopy(context: SignedInContext): Promise<Result<CopyState>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const { db, session } = context
  const result = await transact(db, async (tx) => {
    // Requests of one person run one after the other.
    if ((await lockAccount(tx, session.userId)) === null) return refuse(ACCOUNT_GONE)
    if (await store.findCopyInPreparation(tx, session.userId)) return accept(true as const)
    const today = Number(await store.countCopies(tx, session.userId, SECONDS_PER_DAY))
    if (today >= COPIES_PER_DAY)
      return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyCopies, retryAfter: 3_600 })
    const copy = await store.insertCopy(tx, session.userId, session.user.email)
    await enqueue(tx, COPY_TASK, { copyId: copy.id }, `${COPY_TASK}:${copy.id}`, COPY_QUEUE)
    await changed(tx, context, session.userId)
    return accept(true as const)
  })
  return result.ok ? copyOf(context) : result
}

/** DAT-08: the addresses of the parts of a copy of the caller. Errors: no fresh proof (403), of somebody else (404). */
export async function openCopy(
  context: SignedInContext,
  { copyId }: { copyId: string },
): Promise<Result<{ urls: string[] }>> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const copy = await store.findCopy(context.db, copyId)
  if (!copy || copy.user_id !== context.session.userId)
    return refuse({ code: 'NOT_FOUND', message: MESSAGES.copyUnknown })
  if (!copy.is_open) return refuse({ code: 'CONFLICT', message: MESSAGES.copyExpired })
  return accept({ urls: copy.file_keys.map((_, at) => `/api/copias/${copyId}/${at + 1}`) })
}

/** A part of a copy, as a stream. */
export type CopyDownload =
  | { status: 200; stream: Readable; fileName: string }
  | { status: 403 | 404 | 410; message: string }

/** DAT-08: the download itself: of one's own copy, with a fresh proof, for seven days. */
export async function downloadPart(
  context: SignedInContext,
  copyId: string,
  part: number,
): Promise<CopyDownload> {
  const unknown = { status: 404, message: MESSAGES.copyUnknown } as const
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(copyId)
  const copy = isId ? await store.findCopy(context.db, copyId) : null
  if (!copy || copy.user_id !== context.session.userId) return unknown
  const unproven = requireProof(context)
  if (unproven) return { status: 403, message: unproven.refusal.message }
  if (copy.state === 'vencida' || (copy.state === 'lista' && !copy.is_open))
    return { status: 410, message: MESSAGES.copyExpired }
  const key = copy.is_open ? copy.file_keys[part - 1] : undefined
  const stream = key === undefined ? null : await openStoredFile(context, key)
  if (!stream) return unknown
  return { status: 200, stream, fileName: fileNameOf(part) }
}

const fileNameOf = (part: number) => `amparo-datos${part > 1 ? `-parte-${part}` : ''}.zip`

/**
 * DAT-07: makes a copy. A job that was killed begins again; after some failures the copy has failed. It ends quietly when
 * its person has deleted the account meanwhile.
 */
export const copyTask =
  (platform: Platform, screensOf: (context: SignedInContext) => Screens): Task =>
  async (payload, attempt) => {
    const { copyId } = payload as { copyId: string }
    try {
      await makeCopy(platform, screensOf, copyId)
    } catch (error) {
      if (!(await store.findCopy(platform.db, copyId))) return
      if (attempt < COPY_ATTEMPTS) throw error
      platform.log.error({ err: error, copyId }, 'copy of data failed')
      await transact(platform.db, async (tx) => {
        const failed = await store.failCopy(tx, copyId)
        for (const key of failed?.file_keys ?? []) await discardFile(tx, key)
        if (failed) await changed(tx, platform, failed.user_id)
        return accept(true)
      })
    }
  }

async function makeCopy(
  platform: Platform,
  screensOf: (context: SignedInContext) => Screens,
  copyId: string,
): Promise<void> {
  const started = await transact(platform.db, async (tx) => {
    const copy = await store.startCopy(tx, copyId)
    for (const key of copy?.file_keys ?? []) await discardFile(tx, key)
    return accept(copy)
  })
  const copy = started.ok ? started.value : null
  if (!copy) return
  const files: CopiedFile[] = []
  // One snapshot: what is written meanwhile is in no copy by halves. Read only: no operation can change anything.
  const content = await platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const user = await store.findPerson(tx, copy.user_id)
      if (!user) return null
      const context: SignedInContext = { ...platform, ...asPerson(user), db: tx }
      return writeContent({ ...platform, db: tx }, copySections(context, screensOf(context), files), files)
    })
  if (!content) return
  try {
    const parts = partsOf(content.files)
    for (const [at, part] of parts.entries()) {
      const isStored = await savePart(platform, copyId, copy.user_id, at + 1, (onBytes) =>
        zipPart(platform, content, { files: part, isFirst: at === 0, parts: parts.length }, onBytes),
      )
      if (!isStored) return
    }
    await finish(platform, { id: copyId, ownerId: copy.user_id, missing: content.missing.length })
  } finally {
    await content.remove()
  }
}

const asPerson = (user: NonNullable<Awaited<ReturnType<typeof store.findPerson>>>) => ({
  session: {
    id: user.id,
    userId: user.id,
    role: user.role,
    user,
    profileError: null,
    isProven: false,
    isSuspended: false,
    suspensionStartsAt: null,
    isLosingFactor: false,
  },
  requestId: COPY_TASK,
  address: '',
  userAgent: '',
  cookie: '',
  setCookie: () => {},
  setHeader: () => {},
})

/** Stores a part, encrypted. @returns false: the account or the copy was deleted, and the part with it */
async function savePart(
  platform: Platform,
  copyId: string,
  ownerId: string,
  part: number,
  zip: (onBytes: (bytes: number) => void) => Readable,
): Promise<boolean> {
  const file = {
    key: `copias/${ownerId}/${randomUUID()}.zip`,
    bucket: 'copias' as const,
    contentType: 'application/zip',
    fileName: fileNameOf(part),
  }
  await insertFileRow(platform.db, { ...file, ownerId })
  let bytes = 0
  const stream = zip((count) => {
    bytes += count
  })
  const encryptedWith = await saveEncrypted(
    platform,
    stream,
    file,
    join(platform.files.incomingDir, randomUUID()),
  )
  return runInTransaction(platform.db, async (tx) => {
    // As the deletion of the account does first: a part is either known to it or discarded here.
    const isStored =
      (await lockAccount(tx, ownerId)) !== null &&
      (await markUploaded(tx, { key: file.key, ownerId, bytes, encryptedWith })) &&
      (await claimFile(tx, { key: file.key, bucket: file.bucket, ownerId })) !== null &&
      (await store.addCopyPart(tx, copyId, file.key, bytes))
    if (!isStored) await discardFile(tx, file.key)
    return isStored
  })
}

/** The copy is ready: the page shows it, and an e-mail is sent. */
async function finish(
  platform: Platform,
  { id: copyId, ownerId, missing }: { id: string; ownerId: string; missing: number },
): Promise<void> {
  await transact(platform.db, async (tx) => {
    // Before the copy, as the deletion of the account does.
    await lockAccount(tx, ownerId)
    const expiresAt = await store.finishCopy(tx, copyId, missing, COPY_DAYS * SECONDS_PER_DAY)
    const copy = await store.findCopy(tx, copyId)
    if (!expiresAt || !copy) return accept(true)
    await sendMail(tx, platform.sealer, {
      template: copyReadyMail,
      to: copy.email,
      key: `copy-ready:${copyId}`,
      props: {
        name: copy.name,
        expiresAt: expiresAt.toISOString(),
        link: `${platform.config.publicUrl}/mis-datos#descargar`,
      },
      expires: expiresAt,
    })
    await changed(tx, platform, copy.user_id)
    return accept(true)
  })
}

const EXPIRY_BATCH_SIZE = 50

/** DAT-08: after seven days, or with another address, a copy is destroyed. */
export async function expireCopies(platform: Platform): Promise<void> {
  await transact(platform.db, async (tx) => {
    for (const { user_id, file_keys } of await store.expireCopies(tx, EXPIRY_BATCH_SIZE)) {
      for (const key of file_keys) await discardFile(tx, key)
      await changed(tx, platform, user_id)
    }
    return accept(true)
  })
}

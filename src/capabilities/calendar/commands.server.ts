import { createHash } from 'node:crypto'
import { type CalendarEntry, calendarText } from '../../platform/calendar/calendar.server.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import type { Found } from '../../platform/database/queries.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { CALENDAR_PATH } from '../../platform/http/requests.server.ts'
import { newToken } from '../../platform/keys/tokens.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { isSuspended, lockAccountOfSession } from '../accounts/commands.server.ts'
import { type CaseOwner, requireCaseOwner } from '../cases/rules.ts'
import { DELETED_USER_NAME, type Side } from '../cases/schema.ts'
import { calendarTasks } from '../workspace/commands.server.ts'
import { ADDRESS_RATE_LIMIT, FEED_DAYS, FEED_RATE_LIMIT, tokenOf } from './rules.ts'
import { type FeedState, MESSAGES, type ShowNamesInput } from './schema.ts'
import * as store from './store.server.ts'

const digestOf = (token: string) => createHash('sha256').update(token).digest()

function ownerOf(context: SignedInContext): Result<CaseOwner> {
  const owner = requireCaseOwner(context.session)
  return owner.ok ? owner : refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

async function readState(db: Db, userId: string): Promise<FeedState> {
  const found = await store.findFeed(db, userId)
  return { feed: found && { with_names: found.with_names, created_at: found.created_at.toISOString() } }
}

/**
 * Runs a change of the address under the account's lock. Refuses (401) a session that has ended since the request began:
 * «No fui yo» must leave no address that was made meanwhile (DAT-54).
 */
const inSession = <T>(context: SignedInContext, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> =>
  transact(context.db, async (tx) => {
    const locked = await lockAccountOfSession(tx, context.session)
    return locked.ok ? work(tx) : locked
  })

/** SEG-29: whether the caller has a calendar address. Errors: administrators (403). */
export async function feedOf(context: SignedInContext): Promise<Result<FeedState>> {
  const owner = ownerOf(context)
  return owner.ok ? accept(await readState(context.db, owner.value.userId)) : owner
}

/**
 * SEG-29: makes the caller's calendar address, which only this answer contains. An earlier one ends at once.
 * Errors: administrators (403), too many new addresses (429), a session that ended meanwhile (401).
 */
export async function newAddress(context: SignedInContext): Promise<Result<{ url: string }>> {
  const owner = ownerOf(context)
  if (!owner.ok) return owner
  const { userId } = owner.value
  const limitKey = `calendar:address:${userId}`
  const within = await checkRateLimit(context.db, limitKey, ADDRESS_RATE_LIMIT, MESSAGES.tooMany)
  if (!within.ok) return within
  const token = newToken()
  const saved = await inSession(context, async (tx) => {
    await store.saveAddress(tx, userId, digestOf(token))
    return accept(true)
  })
  if (!saved.ok) return saved
  return accept({ url: `${context.config.publicUrl}${CALENDAR_PATH}${token}.ics` })
}

/** SEG-30: «Mostrar nombres de causas y personas». Errors: administrators (403), no address (404). */
export async function showNames(
  context: SignedInContext,
  { with_names }: ShowNamesInput,
): Promise<Result<FeedState>> {
  const owner = ownerOf(context)
  if (!owner.ok) return owner
  const { userId } = owner.value
  return inSession(context, async (tx) => {
    if (!(await store.updateWithNames(tx, userId, with_names)))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.none })
    return accept(await readState(tx, userId))
  })
}

/** SEG-29: ends the caller's calendar address. Without one nothing changes. Errors: administrators (403). */
export async function revoke(context: SignedInContext): Promise<Result<FeedState>> {
  const owner = ownerOf(context)
  if (!owner.ok) return owner
  await store.deleteFeed(context.db, owner.value.userId)
  return accept({ feed: null })
}

/**
 * SEG-29, SEG-30: the calendar at an address, as iCalendar text. No session: the address is the permission.
 * Errors: unknown or revoked address, suspended account (404 alike); too many requests (429).
 */
export async function calendarAt(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  file: string,
): Promise<Result<string>> {
  const notFound = refuse({ code: 'NOT_FOUND', message: MESSAGES.none })
  const token = tokenOf(file)
  if (token === null) return notFound
  const digest = digestOf(token)
  const feed = await store.findFeedByDigest(db, digest)
  if (!feed || (await isSuspended(db, { id: feed.user_id }))) return notFound
  const owner = requireCaseOwner({ userId: feed.user_id, role: feed.role })
  if (!owner.ok) return notFound
  const limitKey = `calendar:${digest.toString('hex')}`
  const within = await checkRateLimit(db, limitKey, FEED_RATE_LIMIT, MESSAGES.tooMany)
  if (!within.ok) return within
  const tasks = await calendarTasks(db, owner.value, FEED_DAYS)
  const missing = await store.listMissingDocuments(db, owner.value, FEED_DAYS)
  const promises = await store.listPromises(db, owner.value, FEED_DAYS)
  return accept(
    calendarText('Amparo', [
      ...tasks.map((task) => taskEntry(task, feed, config.publicUrl)),
      ...missing.map((request) => documentEntry(request, feed, config.publicUrl)),
      ...promises.map((promise) => promiseEntry(promise, owner.value.side, feed, config.publicUrl)),
    ]),
  )
}

type Feed = Found<typeof store.findFeedByDigest>

/** What changes with the choice of names, too. */
const versionOf = (of: { revision: number; changed_at: Date }, feed: Feed) => ({
  sequence: of.revision + feed.revision,
  changedAt: new Date(Math.max(of.changed_at.getTime(), feed.changed_at.getTime())),
})

function taskEntry(
  task: Awaited<ReturnType<typeof calendarTasks>>[number],
  feed: Feed,
  publicUrl: string,
): CalendarEntry {
  const name = feed.with_names ? `${task.title} · ${task.case_title}` : 'Tarea en Amparo'
  return {
    uid: `tarea-${task.id}@amparo`,
    when: task.due_on,
    title: task.done_at ? `Hecha: ${name}` : name,
    url: `${publicUrl}/case/${task.case_id}`,
    ...versionOf(task, feed),
  }
}

/** It exists while the document is missing, and what it says never changes. */
function documentEntry(
  request: Found<typeof store.listMissingDocuments>,
  feed: Feed,
  publicUrl: string,
): CalendarEntry {
  return {
    uid: `documento-${request.id}@amparo`,
    when: request.due_on,
    title: feed.with_names
      ? `Entregar «${request.name}» · ${request.case_title}`
      : 'Documento por entregar en Amparo',
    url: `${publicUrl}/case/${request.case_id}?tab=documentos`,
    ...versionOf({ revision: 0, changed_at: request.created_at }, feed),
  }
}

/** It exists while the promise is open, and its day never changes: another promise is another entry. */
function promiseEntry(
  promise: Found<typeof store.listPromises>,
  side: Side,
  feed: Feed,
  publicUrl: string,
): CalendarEntry {
  const name =
    side === 'lawyer' ? 'Prometiste una novedad' : `Novedad de ${promise.lawyer_name ?? DELETED_USER_NAME}`
  return {
    uid: `promesa-${promise.id}@amparo`,
    when: promise.promised_on,
    title: feed.with_names ? `${name} · ${promise.case_title}` : 'Novedad prometida en Amparo',
    url: `${publicUrl}/case/${promise.case_id}`,
    ...versionOf({ revision: 0, changed_at: promise.created_at }, feed),
  }
}

import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Sealer } from '../../platform/jobs/sealer.server.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { findMailChoice, saveMailChoice } from '../safe-contact/commands.server.ts'
import {
  DEFAULT_QUIET,
  MAX_MAIL_FAILURES,
  maskedEmail,
  READ_NOTICE_DAYS,
  type Recipient,
  requireRecipient,
  toMinute,
  toQuiet,
  toQuietHours,
  UNREAD_NOTICE_DAYS,
  UNSUBSCRIBE_LINK_MS,
} from './rules.ts'
import {
  MAX_UNSEEN,
  type MailScope,
  MESSAGES,
  NOTICE_CATEGORIES,
  type Notice,
  type NoticeSettings,
  type NoticesInput,
  type NoticesPage,
  PAGE_SIZE,
  type ReadInput,
  type SettingsView,
} from './schema.ts'
import type { NewNotice } from './store.server.ts'
import * as store from './store.server.ts'

/** A notice for somebody whose account may be gone. */
export interface NoticeToSend extends Omit<NewNotice, 'userId'> {
  /** Null: nobody is notified. */
  userId: string | null
}

/**
 * SEG-57: writes notices in the causing transaction, before its `publish`, and an event for each person who
 * has a new one. The actor gets none; a key that the person has already changes nothing.
 */
export async function notify(
  tx: Tx,
  platform: EventPublisher,
  notices: readonly NoticeToSend[],
): Promise<void> {
  const wanted = notices.filter((one): one is NewNotice => one.userId !== null && one.userId !== one.actorId)
  if (wanted.length === 0) return
  const recipients = await store.insertNotices(tx, wanted)
  await publish(
    tx,
    platform.wake,
    recipients.flatMap((userId) => eventsTo([userId], 'notice', userId)),
  )
}

/** SEG-56, SEG-58: a page of the caller's notices. Errors: 403 for administrators. */
export async function listNotices(
  context: SignedInContext,
  { after, caseId }: NoticesInput,
): Promise<Result<NoticesPage>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  const unlisted = await unlistedKinds(context, recipient.value)
  const page = { caseId: caseId ?? null, after: parseTimeCursor(after), limit: PAGE_SIZE + 1, unlisted }
  const rows = await store.listNotices(context.db, recipient.value, page)
  const { shown, next } = cutPage(rows, PAGE_SIZE, ({ stamp, id }) => `${stamp}.${id}`)
  const texts = await context.noticeKinds.read(context.db, recipient.value.userId, shown)
  return accept({
    notices: shown.map(({ id, case_id, seen_at, read_at, created_at }): Notice => {
      const text = texts.get(id)
      return {
        id,
        category: text?.category ?? null,
        sentence: text?.sentence ?? MESSAGES.unavailable,
        about: text?.about ?? null,
        case_id: text ? case_id : null,
        path: text?.path ?? null,
        chat_id: text?.chatId ?? null,
        is_acknowledged: text?.isAcknowledged ?? false,
        is_seen: seen_at !== null,
        is_read: read_at !== null,
        created_at: created_at.toISOString(),
      }
    }),
    next,
  })
}

/** SEG-55: the caller's unseen notices, counted up to MAX_UNSEEN. Errors: 403 for administrators. */
export async function unseenCount(context: SignedInContext): Promise<Result<{ unseen: number }>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  return accept({ unseen: await countUnseen(context, context.db, recipient.value) })
}

/** The kinds that this person does not see in Amparo. */
const unlistedKinds = async ({ db, noticeKinds }: SignedInContext, recipient: Recipient) =>
  noticeKinds.unlisted(await store.findHiddenCategories(db, recipient))

async function countUnseen(context: SignedInContext, db: Db, recipient: Recipient): Promise<number> {
  const unlisted = await unlistedKinds(context, recipient)
  return store.countUnseen(db, recipient, { max: MAX_UNSEEN, unlisted })
}

/** SEG-55: the caller has opened the list. */
export const seeNotices = (context: SignedInContext) => mark(context, store.markSeen)

/** SEG-55: the caller has followed a notice. Unknown and other people's notices change nothing. */
export const readNotice = (context: SignedInContext, { noticeId }: ReadInput) =>
  mark(context, (tx, recipient) => store.markRead(tx, recipient, { id: noticeId }))

/** SEG-56: «Marcar todo como leído». */
export const readAllNotices = (context: SignedInContext) =>
  mark(context, async (tx, recipient) =>
    store.markRead(tx, recipient, { unlisted: await unlistedKinds(context, recipient) }),
  )

/** Marks notices of the caller and, if that changed something, sends their other tabs an event. */
async function mark(
  context: SignedInContext,
  change: (tx: Tx, recipient: Recipient) => Promise<boolean>,
): Promise<Result<{ unseen: number }>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  const { userId } = recipient.value
  return transact(context.db, async (tx) => {
    if (await change(tx, recipient.value))
      await publish(tx, context.wake, eventsTo([userId], 'notice', userId))
    return accept({ unseen: await countUnseen(context, tx, recipient.value) })
  })
}

/** SEG-59 to SEG-61: what the caller has chosen. Errors: 403 for administrators. */
export async function noticeSettings(context: SignedInContext): Promise<Result<SettingsView>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  const row = await store.readSettings(context.db, recipient.value)
  if (!row) throw new Error('a session without its user')
  const mail = await findMailChoice(context.db, recipient.value.userId)
  return accept({
    hidden_categories: known(row.hidden_categories),
    unmailed_categories: known(row.unmailed_categories),
    frequency: row.frequency ?? 'now',
    quiet: toQuietHours(row.frequency === null ? DEFAULT_QUIET : toQuiet(row)),
    is_discreet: mail === 'discreto',
    is_unmailed: mail === 'ninguno',
    is_silent: row.is_silent ?? false,
    unconfirmed_email: row.emailVerified ? null : maskedEmail(row.email),
    refused_email: (row.mail_failures ?? 0) >= MAX_MAIL_FAILURES ? maskedEmail(row.email) : null,
  })
}

const known = (categories: readonly string[] | null) =>
  NOTICE_CATEGORIES.filter((category) => categories?.includes(category))

/** SEG-59 to SEG-61: replaces what the caller has chosen. Errors: 403 for administrators. */
export async function saveNoticeSettings(
  context: SignedInContext,
  { quiet, is_discreet, ...chosen }: NoticeSettings,
): Promise<Result<SettingsView>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  const saved = await transact(context.db, async (tx) => {
    await store.saveSettings(tx, recipient.value, {
      ...chosen,
      quiet_from: quiet && toMinute(quiet.from),
      quiet_until: quiet && toMinute(quiet.until),
    })
    const { userId } = recipient.value
    if (is_discreet !== ((await findMailChoice(tx, userId)) === 'discreto'))
      await saveMailChoice(tx, userId, is_discreet ? 'discreto' : 'normal')
    // The bell counts only what is listed.
    await publish(tx, context.wake, eventsTo([userId], 'notice', userId))
    return accept(null)
  })
  return saved.ok ? noticeSettings(context) : saved
}

/** SEG-65: the caller says that the address is right, so e-mails are sent again. Errors: 403 for administrators. */
export async function confirmAddress(context: SignedInContext): Promise<Result<SettingsView>> {
  const recipient = requireRecipient(context.session)
  if (!recipient.ok) return recipient
  await store.forgetMailFailures(context.db, recipient.value)
  return noticeSettings(context)
}

/** What an unsubscribe link carries, encrypted. */
interface UnsubscribeToken {
  unsubscribe: MailScope
  userId: string
  /** ms since 1970. */
  issuedAt: number
}

/** SEG-63: the token of an unsubscribe link. */
export const unsubscribeToken = (sealer: Sealer, userId: string, unsubscribe: MailScope): string =>
  sealer.seal({ userId, unsubscribe, issuedAt: Date.now() } satisfies UnsubscribeToken)

/** SEG-63: what a link ends. Refusal: not one of ours, or a year old (404). */
export function readUnsubscribeToken(
  { sealer }: Pick<Platform, 'sealer'>,
  token: string,
): Result<UnsubscribeToken> {
  try {
    const opened = sealer.open(token) as Partial<UnsubscribeToken> | null
    const { unsubscribe, userId, issuedAt } = opened ?? {}
    if (unsubscribe && userId && issuedAt !== undefined && Date.now() - issuedAt < UNSUBSCRIBE_LINK_MS)
      return accept({ unsubscribe, userId, issuedAt })
  } catch {
    // Altered, or sealed with another secret.
  }
  return refuse({ code: 'NOT_FOUND', message: MESSAGES.unsubscribeInvalid })
}

/** SEG-63: ends e-mails of a category, or all about cases. Repeated, it changes nothing. Refusal: as readUnsubscribeToken. */
export async function unsubscribe(
  platform: Pick<Platform, 'db' | 'sealer'>,
  token: string,
): Promise<Result<UnsubscribeToken>> {
  const opened = readUnsubscribeToken(platform, token)
  if (!opened.ok) return opened
  const { unsubscribe: what, userId } = opened.value
  return transact(platform.db, async (tx) => {
    const isStopped =
      what === 'all' ? await store.stopCaseMail(tx, userId) : await store.stopMailOf(tx, userId, what)
    return isStopped ? opened : refuse({ code: 'NOT_FOUND', message: MESSAGES.unsubscribeInvalid })
  })
}

/** Before a notice of the same kind about the same: those whose e-mail has not left have none any more. */
export const dropDueMails = store.dropDueMails

/** Deletes old notices. @returns their number, at most `limit` */
export const deleteOldNotices = (tx: Tx, limit: number): Promise<number> =>
  store.deleteOldNotices(tx, { read: READ_NOTICE_DAYS, unread: UNREAD_NOTICE_DAYS }, limit)

import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { READ_NOTICE_DAYS, type Recipient, requireRecipient, UNREAD_NOTICE_DAYS } from './rules.ts'
import {
  MAX_UNSEEN,
  MESSAGES,
  type Notice,
  type NoticesInput,
  type NoticesPage,
  PAGE_SIZE,
  type ReadInput,
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
  const page = { caseId: caseId ?? null, after: parseTimeCursor(after), limit: PAGE_SIZE + 1 }
  const rows = await store.listNotices(context.db, recipient.value, page)
  const { shown, next } = cutPage(rows, PAGE_SIZE, ({ stamp, id }) => `${stamp}.${id}`)
  const texts = await context.readNotices(context.db, recipient.value.userId, shown)
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
  return accept({ unseen: await store.countUnseen(context.db, recipient.value, MAX_UNSEEN) })
}

/** SEG-55: the caller has opened the list. */
export const seeNotices = (context: SignedInContext) => mark(context, store.markSeen)

/** SEG-55: the caller has followed a notice. Unknown and other people's notices change nothing. */
export const readNotice = (context: SignedInContext, { noticeId }: ReadInput) =>
  mark(context, (tx, recipient) => store.markRead(tx, recipient, noticeId))

/** SEG-56: «Marcar todo como leído». */
export const readAllNotices = (context: SignedInContext) =>
  mark(context, (tx, recipient) => store.markRead(tx, recipient, null))

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
    return accept({ unseen: await store.countUnseen(tx, recipient.value, MAX_UNSEEN) })
  })
}

/** Deletes old notices; run nightly. */
export const sweepNotices = ({ db }: Pick<Platform, 'db'>) =>
  store.deleteOldNotices(db, { read: READ_NOTICE_DAYS, unread: UNREAD_NOTICE_DAYS })

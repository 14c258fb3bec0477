import type { Db } from '../../../platform/database/database.server.ts'
import { fileAddress } from '../../../platform/files/buckets.ts'
import { findBlock, findCaseTitle, findReviewWords } from '../block-store.server.ts'
import { daysLeft, isOpen, subjectLabel } from '../request-rules.ts'
import * as store from '../request-store.server.ts'
import { type OwnRequest, REQUEST_CAUSES, type RequestCause, type RequestView } from '../schema.ts'

export type RequestRow = NonNullable<Awaited<ReturnType<typeof store.findRequest>>>

export const toOwnRequest = (row: RequestRow, now: Date): OwnRequest => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  state: row.state,
  received_at: row.received_at.toISOString(),
  due_on: row.due_on,
  is_overdue: isOpen(row.state) && daysLeft(row.due_on, now) < 0,
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** Words of what a request names. Administrators read reviews, which are public, and no cases. */
async function objectWords(db: Db, { about, object_id, person_id }: RequestRow, isAsker: boolean) {
  if (object_id === null) return null
  if (about === 'causa')
    return isAsker && person_id !== null ? await findCaseTitle(db, object_id, person_id) : null
  if (about !== 'resena') return null
  const review = await findReviewWords(db, object_id)
  return review && [`${review.rating} de 5 estrellas`, review.comment].filter(Boolean).join('\n\n')
}

/** DAT-14: a request with all that was sent. */
export async function readRequest(db: Db, row: RequestRow, isAsker = true): Promise<RequestView> {
  const now = await store.readClock(db)
  const keys = [...row.file_keys, ...row.identity_keys]
  const [messages, files] = [
    await store.listMessages(db, row.id),
    keys.length > 0 ? await store.listFiles(db, keys) : [],
  ]
  return {
    ...toOwnRequest(row, now),
    about: subjectLabel(row.kind, row.about),
    cause: row.cause === null ? null : REQUEST_CAUSES[row.cause as RequestCause],
    new_value: row.new_value,
    details: row.details,
    files: files.map(({ key, file_name }) => ({ name: file_name || 'Archivo', url: fileAddress(key) })),
    extended: row.extended_from !== null,
    block: (await findBlock(db, row.id))?.state ?? null,
    object: await objectWords(db, row, isAsker),
    messages: messages.map(({ sent_at, ...message }) => ({ ...message, sent_at: sent_at.toISOString() })),
  }
}

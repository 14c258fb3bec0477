import { transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { CHANGE_RATE_LIMIT, MAX_REPLIES, requireReplyOwner } from './rules.ts'
import { MESSAGES, type QuickReply, type ReplyInput } from './schema.ts'
import * as store from './store.server.ts'

const notFound = refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
const { compare } = new Intl.Collator('es', { numeric: true })

/** SEG-74: the caller's quick replies, by title. Errors: not a lawyer (403). */
export async function ownReplies(context: SignedInContext): Promise<Result<{ replies: QuickReply[] }>> {
  const owner = requireReplyOwner(context.session)
  if (!owner.ok) return owner
  const replies = await store.listReplies(context.db, owner.value)
  return accept({ replies: replies.sort((a, b) => compare(a.title, b.title) || (a.id < b.id ? -1 : 1)) })
}

/**
 * SEG-74: creates a reply, or gives the one with this id other words; one that was deleted meanwhile is there again.
 * Errors: not a lawyer (403), the id is another lawyer's (404), MAX_REPLIES reached (409), CHANGE_RATE_LIMIT (429).
 */
export async function saveReply(context: SignedInContext, input: ReplyInput): Promise<Result<QuickReply>> {
  const owner = requireReplyOwner(context.session)
  if (!owner.ok) return owner
  const { lawyerId } = owner.value
  return transact(context.db, async (tx) => {
    if (!(await store.lockLawyer(tx, owner.value)))
      return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyersOnly })
    const known = await store.findLawyerOf(tx, input.id)
    if (known && known.lawyer_id !== lawyerId) return notFound
    if (!known && (await store.countReplies(tx, owner.value)) >= MAX_REPLIES)
      return refuse({ code: 'CONFLICT', message: MESSAGES.full })
    const limitKey = `quick-replies:${lawyerId}`
    const within = await checkRateLimit(tx, limitKey, CHANGE_RATE_LIMIT, MESSAGES.tooMany)
    if (!within.ok) return within
    return (await store.writeReply(tx, owner.value, input)) ? accept(input) : notFound
  })
}

/** SEG-74: deletes a reply of the caller. Errors: not a lawyer (403), not theirs or unknown (404). */
export async function removeReply(
  context: SignedInContext,
  { id }: { id: string },
): Promise<Result<{ removed: true }>> {
  const owner = requireReplyOwner(context.session)
  if (!owner.ok) return owner
  return (await store.deleteReply(context.db, owner.value, id))
    ? accept({ removed: true as const })
    : notFound
}

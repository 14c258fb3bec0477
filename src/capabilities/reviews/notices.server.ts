import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { listPublicReviewIds } from './store.server.ts'

/** The facts of notices about a review; `ref` is its id. */
interface ReviewFacts extends NoticeFacts {
  lawyerId: string
}

const kinds: Record<string, NoticeKind<ReviewFacts>> = {
  'review-received': {
    category: 'reviews',
    subject: 'Recibiste una reseña',
    sentence: () => 'Recibiste una reseña.',
    mailSentence: () => 'recibiste una reseña',
    target: ({ lawyerId }) => ({ path: `/lawyer/${lawyerId}` }),
  },
}

async function readReviewFacts(
  db: Db,
  lawyerId: string,
  ids: readonly string[],
): Promise<Map<string, ReviewFacts>> {
  const rows = await listPublicReviewIds(db, lawyerId, ids)
  return new Map(rows.map((id) => [id, { about: null, lawyerId }]))
}

export const reviewNotices = noticeSource(kinds, readReviewFacts)

import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { uuidv7 } from '../../../input/ids.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { lawyersQueries } from '../../lawyers/queries.ts'
import type { ReviewsContract } from '../contract.ts'
import { reviewsQueries } from '../queries.ts'
import { cleanComment, type ReviewDraft, type SavedReview } from '../schema.ts'

interface Target {
  lawyerId: string
  ownId: string | null
  /** Only from the panel (REV-16). */
  caseId?: string | undefined
}

/**
 * Saves a new or changed review (REV-06, REV-10). A retry of the same content reuses the id, so that it
 * creates no second review. After success all queries that show reviews are refetched.
 * @returns saves, and returns the stored review
 */
export function useSaveReview({ lawyerId, ownId, caseId }: Target) {
  const queryClient = useQueryClient()
  const lastSent = useRef({ content: '', id: '' })

  return async (draft: ReviewDraft): Promise<SavedReview> => {
    const api = rpc<ReviewsContract>('reviews')
    const content = {
      rating: draft.rating ?? 0,
      comment: cleanComment(draft.comment),
      ...(caseId && { caseId }),
    }
    const serialized = JSON.stringify(content)
    if (lastSent.current.content !== serialized) lastSent.current = { content: serialized, id: uuidv7() }
    const saved =
      ownId === null
        ? await api.create({ id: lastSent.current.id, lawyerId, ...content })
        : await api.update({ id: ownId, ...content })
    void refetchQueries(queryClient, { queryKey: reviewsQueries(api).key() })
    void refetchQueries(queryClient, {
      queryKey: lawyersQueries().publicProfile.key({
        input: { id: lawyerId },
      }),
    })
    return saved
  }
}

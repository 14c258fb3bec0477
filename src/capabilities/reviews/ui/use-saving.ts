import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { newMessageId } from '../../chat/rules.ts'
import type { LawyersContract } from '../../lawyers/contract.ts'
import { lawyersQueries } from '../../lawyers/queries.ts'
import type { ReviewsContract } from '../contract.ts'
import { reviewsQueries } from '../queries.ts'
import { commentOf, type Draft, type Saved } from '../schema.ts'

interface Target {
  lawyerId: string
  /** The id of the own review, when there is one. */
  ownId: string | null
  /** The panel's form says which case it is (REV-16). */
  caseId?: string | undefined
}

/**
 * Sends a review, new or changed (REV-06, REV-10). The id of a new one stays with its words, so that sending them twice is
 * one review; once it is there, all that shows reviews is read anew.
 */
export function useSaving({ lawyerId, ownId, caseId }: Target) {
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const last = useRef({ words: '', id: '' })

  /** @returns what is stored; null while another press is under way. @throws the call's failure */
  const save = async (draft: Draft): Promise<Saved | null> => {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    try {
      const client = rpc<ReviewsContract>('reviews')
      const content = {
        rating: draft.rating ?? 0,
        comment: commentOf(draft.comment),
        ...(caseId && { caseId }),
      }
      const words = JSON.stringify(content)
      if (last.current.words !== words) last.current = { words, id: newMessageId() }
      const saved =
        ownId === null
          ? await client.create({ id: last.current.id, lawyerId, ...content })
          : await client.update({ id: ownId, ...content })
      void readAnew(queries, { queryKey: reviewsQueries(client).key() })
      void readAnew(queries, {
        queryKey: lawyersQueries(rpc<LawyersContract>('lawyers')).publicProfile.key({
          input: { id: lawyerId },
        }),
      })
      return saved
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { save, pending }
}

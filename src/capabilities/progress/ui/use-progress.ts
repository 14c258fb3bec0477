import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { EventKind } from '../../../platform/realtime/event-kinds.ts'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { historyOptions, progressQueries } from '../queries.ts'

/** Events with the id of a case that come with entries of its history. */
const PROGRESS_EVENTS: readonly EventKind[] = ['progress', 'case', 'document', 'task']

/** SEG-07: the panel of a case, refetched on its events. */
export function useProgress(caseId: string) {
  const options = progressQueries().ofCase.queryOptions({ input: { caseId } })
  useRefetchOn(PROGRESS_EVENTS, options.queryKey, {
    isRelevant: ({ ref }) => ref === caseId,
    delay: LIST_DELAY,
  })
  return useQuery(options)
}

/** The history of a case in pages, refetched on its events. */
export function useHistory(caseId: string) {
  const options = historyOptions(caseId)
  useRefetchOn(PROGRESS_EVENTS, options.queryKey, {
    isRelevant: ({ ref }) => ref === caseId,
    delay: LIST_DELAY,
  })
  return useInfiniteQuery(options)
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { casesQueries } from '../../cases/queries.ts'
import { closingsQueries } from '../queries.ts'

/** SEG-37: the newest closing of a case, refetched on the events of the case. */
export function useClosing(caseId: string) {
  const options = closingsQueries().ofCase.queryOptions({ input: { caseId } })
  const query = useQuery(options)
  useRefetchOn(['case'], options.queryKey, { isRelevant: ({ ref }) => ref === caseId })
  return query
}

/** Refetches the case and its closing after an own change, without waiting for the event. */
export function useRefreshClosing() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: casesQueries().key() }),
      client.invalidateQueries({ queryKey: closingsQueries().key() }),
    ])
}

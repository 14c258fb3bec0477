import { useQueryClient } from '@tanstack/react-query'
import { casesQueries } from '../../cases/queries.ts'
import { openCasesQueries } from '../queries.ts'

/** Refetches what a change of an own open case can change, without waiting for its event. */
export function useRefreshCases() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: casesQueries().key() }),
      client.invalidateQueries({ queryKey: openCasesQueries().questions.key() }),
      client.invalidateQueries({ queryKey: openCasesQueries().consents.key() }),
    ])
}

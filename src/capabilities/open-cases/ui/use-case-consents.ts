import { useQuery } from '@tanstack/react-query'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { openCasesQueries } from '../queries.ts'

/** DAT-29, DAT-30: the consents about the client's cases, kept up to date. */
export function useCaseConsents() {
  const options = openCasesQueries().consents.queryOptions()
  const query = useQuery(options)
  useRefetchOn(['case'], options.queryKey, { delay: LIST_DELAY })
  return query
}

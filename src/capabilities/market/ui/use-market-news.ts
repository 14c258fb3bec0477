import { useQuery } from '@tanstack/react-query'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { marketQueries } from '../queries.ts'

/** Random delay: every lawyer in the market receives the event, and they must not all refetch at once. */
const REFETCH_DELAY_MS = { minMs: 800, jitterMs: 3_000 }

/** Number of new cases of the lawyer's specialties since yesterday, with access to the market. */
export const useMarketNews = (hasAccess: boolean) =>
  useQuery({ ...marketQueries().news.queryOptions(), enabled: hasAccess })

/** Refetches that number on events. Use once per page. */
export function useLiveMarketNews(hasAccess: boolean): void {
  const { queryKey } = marketQueries().news.queryOptions()
  useRefetchOn(['case'], queryKey, { isRelevant: () => hasAccess, delay: REFETCH_DELAY_MS })
}

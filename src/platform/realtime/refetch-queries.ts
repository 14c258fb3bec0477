import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches the matching queries in use, after an event. Unlike `invalidateQueries` alone, it covers a query
 * whose first fetch is in flight: TanStack Query joins that fetch instead of starting another, so a response
 * read before the event would count as new (RT-02).
 * @returns resolves once all queries in use are newer than the call; never rejects
 */
export async function refetchQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const initial = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await Promise.all([
    client.invalidateQueries(filters),
    ...initial.map(async (query) => {
      await query.promise?.catch(() => {})
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}

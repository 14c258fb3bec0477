import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * After an event: what the page shows of these queries is read once more. Unlike `invalidateQueries` alone also where the
 * very first answer is still on its way: TanStack Query joins a first fetch instead of beginning another, so an answer
 * that was read before the event would stand as if it were new (RT-02).
 * @returns settled once everything that is shown is newer than the call; never fails
 */
export async function readAnew(client: QueryClient, filters: QueryFilters): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await Promise.all([
    client.invalidateQueries(filters),
    ...first.map(async (query) => {
      await query.promise?.catch(() => {})
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}

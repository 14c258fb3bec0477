import { LoadMore } from '../../../ui/load-more.tsx'
import type { useOwnCases } from './use-own-cases.ts'

/** «Cargar más» under a list of own cases that goes on. */
export function MoreCases({ query, failed }: { query: ReturnType<typeof useOwnCases>; failed: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, data } = query
  // It stays below a list that has been opened to its end, so that the focus has a place.
  if (!hasNextPage && !data?.opened) return null
  return (
    <div className="border-t border-line">
      <LoadMore
        more={hasNextPage}
        pending={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
        error={isFetchNextPageError ? failed : undefined}
      />
    </div>
  )
}

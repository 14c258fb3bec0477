import { LoadMore } from '../../ui/lists/load-more.tsx'

export interface PanelLoadMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
  /** Whether more than the first page was loaded. Then the button stays at the end, to keep the focus. */
  hasLoadedMore: boolean | undefined
  failed: string
}

/** «Cargar más» below a list in a dashboard card. */
export function PanelLoadMore({ query, hasLoadedMore, failed }: PanelLoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage && !hasLoadedMore) return null
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

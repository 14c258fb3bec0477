import { LoadMore } from '../../../ui/load-more.tsx'

export interface PanelMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
  /** Whether more than the first page was asked for: below a list opened to its end it stays, so that the focus has a place. */
  opened: boolean | undefined
  failed: string
}

/** «Cargar más» under a list of a panel that goes on. */
export function PanelMore({ query, opened, failed }: PanelMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage && !opened) return null
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

import type { ReactNode } from 'react'
import { Card } from '../ui/layout/card.tsx'
import { LoadMore, type LoadMoreProps } from '../ui/lists/load-more.tsx'
import { classNames } from '../ui/theme/class-names.ts'
import { Loaded, type LoadedQuery } from './loaded.tsx'

export interface ResultListProps<Item> extends Omit<LoadMoreProps, 'query' | 'text'> {
  query: LoadedQuery<{ items: readonly Item[] }> & LoadMoreProps['query']
  /** Without items. */
  empty: ReactNode
  /** Another list is loading (`usePendingSearch`). */
  waiting?: boolean
  children(item: Item): ReactNode
}

/** The results of a search: cards in pages. */
export function ResultList<Item extends { id: string }>({
  query,
  failed,
  empty,
  endText,
  waiting,
  className,
  children,
}: ResultListProps<Item>) {
  return (
    <div aria-busy={waiting} className={classNames('grid gap-4', waiting && 'opacity-60')}>
      <Loaded
        query={query}
        failed={failed}
        level="h2"
        className="rounded-l border border-line bg-surface p-5 md:p-6"
      >
        {({ items }) =>
          items.length === 0 ? (
            <Card flush>{empty}</Card>
          ) : (
            <>
              <ul className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4', className)}>
                {items.map((item) => (
                  <li key={item.id} className="min-w-0">
                    {children(item)}
                  </li>
                ))}
              </ul>
              <LoadMore query={query} failed={failed} endText={endText} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

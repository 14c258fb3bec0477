import { type ReactNode, type Ref, useId } from 'react'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { LoadMore, type LoadMoreProps } from '../../ui/lists/load-more.tsx'
import { Loaded, type LoadedQuery } from '../loaded.tsx'

interface ListData {
  items: readonly unknown[]
  total?: number
}

export interface PanelListProps<Data extends ListData> extends Pick<LoadMoreProps, 'endText'> {
  title: string
  query: LoadedQuery<Data> & LoadMoreProps['query']
  /** Title of the error state; the reason is shown below it (DAL-12, DAC-08). */
  failed: string
  /** Rendered at the right of the title; the number of items by default. */
  end?: (data: Data) => ReactNode
  /** Content of the card without items; there is no card if absent. */
  empty?: ReactNode
  /** The `<li>` of an item. */
  children(item: Data['items'][number]): ReactNode
  /** For links to the card and for the focus. */
  target?: { id: string; ref: Ref<HTMLElement> }
}

/** A card with a list that loads and fails independently of other cards, in pages if its query has more. */
export function PanelList<Data extends ListData>({
  title,
  query,
  failed,
  end = ({ total }) => total !== undefined && total > 0 && <PanelCount>{total}</PanelCount>,
  empty,
  endText,
  children,
  target,
}: PanelListProps<Data>) {
  const heading = useId()
  const { data } = query
  if (!empty && data?.items.length === 0) return null
  return (
    <section {...target} tabIndex={-1} aria-labelledby={heading} className="rounded-l outline-offset-2">
      <Card flush>
        <CardHead title={<span id={heading}>{title}</span>} end={data && end(data)} />
        <Loaded query={query} failed={failed} label={`Cargando ${title}…`} className="p-5 md:p-6">
          {({ items }) =>
            items.length > 0 ? (
              <>
                <ul className="divide-y divide-line">{items.map(children)}</ul>
                <LoadMore
                  query={query}
                  failed={failed}
                  endText={endText}
                  className="border-t border-line px-5"
                />
              </>
            ) : typeof empty === 'string' ? (
              <p className="px-5 py-7 text-ui text-muted md:px-6">{empty}</p>
            ) : (
              empty
            )
          }
        </Loaded>
      </Card>
    </section>
  )
}

/** Number of items in a card. */
export const PanelCount = ({ children }: { children: ReactNode }) => (
  <span className="shrink-0 text-small text-muted tabular-nums">{children}</span>
)

import { type ReactNode, type Ref, useId } from 'react'
import { Skeleton, SkeletonGroup } from '../../ui/feedback/skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/card.tsx'
import { RetryNotice } from '../retry-notice.tsx'

/** The parts of a query result that the card needs. */
interface PanelQuery<T> {
  data: T | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

export interface PanelCardProps<T> {
  title: string
  query: PanelQuery<T>
  /** Title of the error state; the reason is shown below it (DAL-12, DAC-08). */
  failed: string
  /** Rendered at the right of the title once the data is loaded. */
  end?: ((data: T) => ReactNode) | undefined
  children(data: T): ReactNode
  id?: string | undefined
  ref?: Ref<HTMLElement> | undefined
}

/** A dashboard card with its own query and its own loading and error states, independent of other cards. */
export function PanelCard<T>({ title, query, failed, end, children, id, ref }: PanelCardProps<T>) {
  const { data, error, isFetching, refetch } = query
  const heading = useId()
  return (
    <section ref={ref} id={id} tabIndex={-1} aria-labelledby={heading} className="rounded-l outline-offset-2">
      <Card flush>
        <CardHead title={<span id={heading}>{title}</span>} end={data !== undefined && end?.(data)} />
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <div className="p-5 md:p-6">
            <RetryNotice title={failed} error={error} pending={isFetching} retry={() => void refetch()} />
          </div>
        ) : (
          <SkeletonGroup label={`Cargando ${title}…`} className="grid gap-5 p-5 md:p-6">
            {[1, 2].map((one) => (
              <div key={one} className="grid gap-2.5">
                <Skeleton className="h-4.5 w-3/5" />
                <Skeleton className="h-3.5 w-2/5" />
              </div>
            ))}
          </SkeletonGroup>
        )}
      </Card>
    </section>
  )
}

/** Text of an empty card. */
export const PanelEmpty = ({ children }: { children: ReactNode }) => (
  <p className="px-5 py-7 text-ui text-muted md:px-6">{children}</p>
)

/** Number of items in a card. */
export const PanelCount = ({ children }: { children: ReactNode }) => (
  <span className="shrink-0 text-small text-muted tabular-nums">{children}</span>
)

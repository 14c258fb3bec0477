import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChartCard } from '../../ui/display/bar-chart-card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/feedback/skeleton.tsx'
import { RetryNotice } from '../retry-notice.tsx'

export interface AsyncChartCardProps<T> {
  title: string
  query: UseQueryResult<T>
  /** Renders the whole card once the data is loaded. */
  children(data: T): ReactNode
}

/** A chart card with its loading and error states. */
export function AsyncChartCard<T>({ title, query, children }: AsyncChartCardProps<T>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return children(data)
  return (
    <ChartCard title={title}>
      {error ? (
        <RetryNotice error={error} pending={isFetching} retry={() => void refetch()} />
      ) : (
        <SkeletonGroup className="grid gap-3">
          <Skeleton className="h-8 w-32" />
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </SkeletonGroup>
      )}
    </ChartCard>
  )
}

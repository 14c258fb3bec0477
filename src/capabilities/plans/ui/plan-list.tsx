import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { RetryNotice } from '../../../site/retry-notice.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import type { Plan } from '../schema.ts'
import { PlanGrid } from './plan-card.tsx'

export const usePlans = () => useQuery(plansQueries(rpc<PlansContract>('plans')).list.queryOptions())

export interface PlanListProps {
  plans: ReturnType<typeof usePlans>
  /** Height class of the skeleton. */
  skeletonClass: string
  /** Renders the card of a plan. */
  children(plan: Plan): ReactNode
}

/** The plans, with their loading and error states. */
export function PlanList({
  plans: { data, error, isFetching, refetch },
  skeletonClass,
  children,
}: PlanListProps) {
  if (data) return <PlanGrid>{data.map(children)}</PlanGrid>
  if (error) {
    return (
      <RetryNotice
        title="No se pudieron cargar los planes."
        error={error}
        pending={isFetching}
        retry={() => void refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label="Cargando los planes…">
      <Skeleton className={`${skeletonClass} w-full`} />
    </SkeletonGroup>
  )
}

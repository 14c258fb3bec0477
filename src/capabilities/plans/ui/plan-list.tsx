import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { Retry } from '../../../ui/retry.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import type { Plan } from '../schema.ts'
import { PlanGrid } from './plan-card.tsx'

export const usePlans = () => useQuery(plansQueries(rpc<PlansContract>('plans')).list.queryOptions())

export interface PlanListProps {
  plans: ReturnType<typeof usePlans>
  /** The place that is kept while they come: a class of height. */
  place: string
  /** A plan's card. */
  children(plan: Plan): ReactNode
}

/** The plans; before, that they come, or why they do not and another try. */
export function PlanList({ plans: { data, error, isFetching, refetch }, place, children }: PlanListProps) {
  if (data) return <PlanGrid>{data.map(children)}</PlanGrid>
  if (error) {
    return (
      <Retry
        title="No se pudieron cargar los planes."
        error={error}
        pending={isFetching}
        retry={() => void refetch()}
      />
    )
  }
  return (
    <SkeletonGroup label="Cargando los planes…">
      <Skeleton className={`${place} w-full`} />
    </SkeletonGroup>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { Loaded } from '../../../site/loaded.tsx'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'
import type { Plan } from '../schema.ts'
import { PlanGrid } from './plan-card.tsx'

export const usePlans = () => useQuery(plansQueries(rpc<PlansContract>('plans')).list.queryOptions())

export interface PlanListProps {
  plans: ReturnType<typeof usePlans>
  /** Renders the card of a plan. */
  children(plan: Plan): ReactNode
}

/** The plans, with their loading and error states. */
export const PlanList = ({ plans, children }: PlanListProps) => (
  <Loaded query={plans} failed="No se pudieron cargar los planes." label="Cargando los planes…">
    {(data) => <PlanGrid>{data.map(children)}</PlanGrid>}
  </Loaded>
)

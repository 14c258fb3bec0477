import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../../site/loaded.tsx'
import { plansQueries } from '../queries.ts'
import type { Plan } from '../schema.ts'

export const usePlans = () => useQuery(plansQueries().list.queryOptions())

/**
 * The cards of all plans: columns on wide screens, separate cards on phones (PLA-02).
 * @param props.children renders the card of a plan
 */
export const PlanList = ({ children }: { children(plan: Plan): ReactNode }) => (
  <Loaded query={usePlans()} failed="No se pudieron cargar los planes." label="Cargando los planes…">
    {(plans) => (
      <ul className="grid gap-3 md:grid-cols-2 md:gap-px md:overflow-clip md:rounded-xl md:border md:border-line md:bg-line lg:grid-cols-4">
        {plans.map(children)}
      </ul>
    )}
  </Loaded>
)

import { useRouteLoaderData } from 'react-router'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { Subscriptions } from '../capabilities/plans/ui/subscriptions.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import type { loader as rootLoader } from '../root.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/subscriptions'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Planes de Suscripción',
    path: '/subscriptions',
    description:
      'Planes para abogados en Amparo: perfil público, créditos para contactar clientes y acceso al mercado de casos abiertos.',
  })

/** Public (OPEN-08, TRAP-51); for a lawyer also their own credits. */
export async function loader({ context }: Route.LoaderArgs) {
  const plans = plansQueries(sliceClient<PlansContract>(context, 'plans'))
  const isLawyer = context.get(sessionContext)?.role === 'lawyer'
  return {
    state: await prefetch(plans.list.queryOptions(), ...(isLawyer ? [plans.credits.queryOptions()] : [])),
  }
}

export default function SubscriptionsPage({ loaderData }: Route.ComponentProps) {
  const user = useRouteLoaderData<typeof rootLoader>('root')?.user ?? null
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer>
        <Subscriptions user={user} />
      </PageContainer>
    </QueryProvider>
  )
}

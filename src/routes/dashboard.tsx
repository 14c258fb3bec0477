import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'
import type { AccountsContract } from '../capabilities/accounts/contract.ts'
import { accountsQueries } from '../capabilities/accounts/queries.ts'
import { ROLE_NAMES } from '../capabilities/accounts/rules.ts'
import { dashboardGate } from '../capabilities/lawyers/rules.ts'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { rpc } from '../platform/rpc/client.ts'
import { requireSession } from '../platform/rpc/guards.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Wrap } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { privateMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/dashboard'

const CreditsCard = lazy(() =>
  import('../capabilities/plans/ui/credits-card.tsx').then((module) => ({ default: module.CreditsCard })),
)

export const meta: Route.MetaFunction = () => privateMeta('Panel')

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const place = dashboardGate(user)
  if (place) throw redirect(place)
  const session = accountsQueries(callsOf<AccountsContract>(context, 'accounts')).session
  const credits = plansQueries(callsOf<PlansContract>(context, 'plans')).credits
  const own = user.role === 'lawyer' ? [credits.queryOptions()] : []
  return { state: await prefetch(session.queryOptions(), ...own) }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <Wrap className="grid gap-6 py-10">
        <Panel />
      </Wrap>
    </QueryProvider>
  )
}

const TITLES = { client: 'Panel de Cliente', lawyer: 'Panel de Abogado', admin: 'Panel de Administración' }

function Panel() {
  const { data } = useQuery(accountsQueries(rpc<AccountsContract>('accounts')).session.queryOptions())
  const user = data?.user
  if (!user) return null
  return (
    <>
      <PageHeading title={TITLES[user.role]} text={`Hola, ${user.name}.`} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,21.25rem)]">
        {user.role === 'lawyer' && (
          <Card className="grid justify-items-start gap-3">
            <h2 className="text-h3">Mercado de Casos</h2>
            <p className="text-muted">
              Revisa los casos recién publicados y contacta a quienes necesitan tu especialidad.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/casos-recientes" variant="primary">
                Ver casos
              </ButtonLink>
              <ButtonLink to={`/lawyer/${user.id}`}>Mi Perfil</ButtonLink>
            </div>
          </Card>
        )}
        <Card className={user.role === 'lawyer' ? 'order-last grid gap-2' : 'grid max-w-140 gap-2'}>
          <h2 className="text-h3">Tu cuenta</h2>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-ui *:wrap-anywhere">
            <dt className="text-muted">Nombre</dt>
            <dd>{user.name}</dd>
            <dt className="text-muted">Correo electrónico</dt>
            <dd>{user.email}</dd>
            <dt className="text-muted">Rol</dt>
            <dd>{ROLE_NAMES[user.role]}</dd>
          </dl>
        </Card>
        {user.role === 'lawyer' && (
          <Suspense>
            <CreditsCard />
          </Suspense>
        )}
      </div>
    </>
  )
}

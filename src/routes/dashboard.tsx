import { useQuery } from '@tanstack/react-query'
import type { AccountsContract } from '../capabilities/accounts/contract.ts'
import { accountsQueries } from '../capabilities/accounts/queries.ts'
import { rpc } from '../platform/rpc/client.ts'
import { requireSession } from '../platform/rpc/guards.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading, Wrap } from '../ui/page.tsx'
import { titleOf } from '../ui/product.ts'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: titleOf('Panel') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request)
  return {
    state: await prefetch(
      accountsQueries(callsOf<AccountsContract>(context, 'accounts')).session.queryOptions(),
    ),
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <Wrap className="grid gap-8 py-10">
        <Panel />
      </Wrap>
    </QueryProvider>
  )
}

const TITLES = { client: 'Panel de Cliente', lawyer: 'Panel de Abogado', admin: 'Panel de Administración' }
const ROLES = { client: 'Cliente', lawyer: 'Abogado', admin: 'Administrador' }

function Panel() {
  const { data } = useQuery(accountsQueries(rpc<AccountsContract>('accounts')).session.queryOptions())
  const user = data?.user
  if (!user) return null
  return (
    <>
      <PageHeading title={TITLES[user.role]} text={`Hola, ${user.name}.`} />
      <Card className="grid max-w-140 gap-2">
        <h2 className="text-h3">Tu cuenta</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-ui">
          <dt className="text-muted">Nombre</dt>
          <dd>{user.name}</dd>
          <dt className="text-muted">Correo electrónico</dt>
          <dd className="break-all">{user.email}</dd>
          <dt className="text-muted">Rol</dt>
          <dd>{ROLES[user.role]}</dd>
        </dl>
      </Card>
    </>
  )
}

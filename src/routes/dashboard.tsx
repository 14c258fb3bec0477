import { useQuery } from '@tanstack/react-query'
import { redirect } from 'react-router'
import type { AccountsContract } from '../capabilities/accounts/contract.ts'
import { accountsQueries } from '../capabilities/accounts/queries.ts'
import { dashboardGate, ROLE_NAMES } from '../capabilities/accounts/rules.ts'
import { rpc } from '../platform/rpc/client.ts'
import { requireSession } from '../platform/rpc/guards.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Wrap } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { privateMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => privateMeta('Panel')

/** Pages of the gate that are still to be built; until then their people stay here and read where they stand. */
const NOT_BUILT: Record<string, { title: string; text: string }> = {
  '/create-lawyer-profile': {
    title: 'Falta completar tu perfil profesional',
    text: 'Tu correo ya está verificado. El formulario del perfil profesional estará disponible pronto.',
  },
  '/admin-dashboard': {
    title: 'Panel en preparación',
    text: 'La revisión de abogados estará disponible pronto.',
  },
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const place = dashboardGate(user)
  const status = place ? NOT_BUILT[place] : undefined
  if (place && !status) throw redirect(place)
  const session = accountsQueries(callsOf<AccountsContract>(context, 'accounts')).session
  return { status, state: await prefetch(session.queryOptions()) }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <Wrap className="grid gap-6 py-10">
        <Panel status={loaderData.status} />
      </Wrap>
    </QueryProvider>
  )
}

const TITLES = { client: 'Panel de Cliente', lawyer: 'Panel de Abogado', admin: 'Panel de Administración' }

function Panel({ status }: { status: { title: string; text: string } | undefined }) {
  const { data } = useQuery(accountsQueries(rpc<AccountsContract>('accounts')).session.queryOptions())
  const user = data?.user
  if (!user) return null
  return (
    <>
      <PageHeading title={TITLES[user.role]} text={`Hola, ${user.name}.`} />
      {status && (
        <Notice kind="accent" title={status.title} className="max-w-140">
          {status.text}
        </Notice>
      )}
      <Card className="grid max-w-140 gap-2">
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
    </>
  )
}

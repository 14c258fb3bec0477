import { redirect } from 'react-router'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ConsoleFrame } from '../capabilities/console/ui/console-frame.tsx'
import { PersonSearch } from '../capabilities/console/ui/person-search.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-people'

export const meta: Route.MetaFunction = () => privateMeta('Personas')

/** DAT-62: visitors go to /login, other users than administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (requireSession(context, url).role !== 'admin') throw redirect('/')
  return prefetch(consoleQueries(sliceClient<ConsoleContract>(context, 'console')).counts.queryOptions())
}

export default function People({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <ConsoleFrame
        title="Personas"
        text="Con un dato exacto y un motivo. Cada búsqueda queda en el registro, y la persona la ve en «Quién vio tus datos»."
        current="/admin/personas"
      >
        <PersonSearch />
      </ConsoleFrame>
    </QueryProvider>
  )
}

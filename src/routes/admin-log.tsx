import { redirect, useSearchParams } from 'react-router'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ActionLog } from '../capabilities/console/ui/action-log.tsx'
import { ConsoleFrame } from '../capabilities/console/ui/console-frame.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-log'

export const meta: Route.MetaFunction = () => privateMeta('Registro')

/** DAT-64: visitors go to /login, other users than administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (requireSession(context, url).role !== 'admin') throw redirect('/')
  const state = await prefetch(
    consoleQueries(sliceClient<ConsoleContract>(context, 'console')).counts.queryOptions(),
  )
  return { now: new Date(), state }
}

export default function Log({ loaderData: { now, state } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const personId = search.get('persona')
  return (
    <QueryProvider state={state}>
      <ConsoleFrame
        title="Registro"
        text="Quién hizo qué, y para qué. No se puede cambiar ni borrar, y leerlo también queda anotado."
        current="/admin/registro"
      >
        <ActionLog key={personId} now={now} personId={personId} />
      </ConsoleFrame>
    </QueryProvider>
  )
}

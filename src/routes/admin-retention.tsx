import { redirect } from 'react-router'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ConsoleFrame } from '../capabilities/console/ui/console-frame.tsx'
import { RetentionList } from '../capabilities/console/ui/retention-list.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-retention'

export const meta: Route.MetaFunction = () => privateMeta('Retención')

/** DAT-37: visitors go to /login, other users than administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (requireSession(context, url).role !== 'admin') throw redirect('/')
  const { counts, retention } = consoleQueries(sliceClient<ConsoleContract>(context, 'console'))
  return { now: new Date(), state: await prefetch(counts.queryOptions(), retention.queryOptions()) }
}

export default function Retention({ loaderData: { now, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <ConsoleFrame
        title="Retención"
        text="Qué se borra por su edad, cada noche, y qué se borró la última vez."
        current="/admin/retencion"
      >
        <RetentionList now={now} />
      </ConsoleFrame>
    </QueryProvider>
  )
}

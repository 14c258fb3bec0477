import { redirect } from 'react-router'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ConsoleFrame } from '../capabilities/console/ui/console-frame.tsx'
import type { ModerationContract } from '../capabilities/moderation/contract.ts'
import { moderationQueries } from '../capabilities/moderation/queries.ts'
import { ReportQueuePage } from '../capabilities/moderation/ui/report-queue.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-reports'

export const meta: Route.MetaFunction = () => privateMeta('Reportes')

/** DAT-69: visitors go to /login, other users than administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = requireSession(context, url)
  if (session.role !== 'admin') throw redirect('/')
  const calls = sliceClient<ModerationContract>(context, 'moderation')
  const state = await prefetch(
    moderationQueries(calls).queue.queryOptions(),
    consoleQueries(sliceClient<ConsoleContract>(context, 'console')).counts.queryOptions(),
  )
  return { now: new Date(), state }
}

export default function AdminReports({ loaderData: { now, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <ConsoleFrame title="Reportes" current="/admin/reportes">
        <ReportQueuePage now={now} />
      </ConsoleFrame>
    </QueryProvider>
  )
}

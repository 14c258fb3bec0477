import { redirect } from 'react-router'
import type { ModerationContract } from '../capabilities/moderation/contract.ts'
import { moderationQueries } from '../capabilities/moderation/queries.ts'
import { ReportDesk } from '../capabilities/moderation/ui/report-desk.tsx'
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
  return { now: new Date(), state: await prefetch(moderationQueries(calls).queue.queryOptions()) }
}

export default function AdminReports({ loaderData: { now, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <ReportDesk now={now} />
    </QueryProvider>
  )
}

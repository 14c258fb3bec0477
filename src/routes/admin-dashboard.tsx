import { redirect } from 'react-router'
import type { VerificationContract } from '../capabilities/verification/contract.ts'
import { queuePages, registerPages, verificationQueries } from '../capabilities/verification/queries.ts'
import { AdminDashboard, DASHBOARD_TITLE } from '../capabilities/verification/ui/admin-dashboard.tsx'
import { requireSession } from '../platform/rpc/guards.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { QueryProvider } from '../platform/rpc/query-provider.tsx'
import { privateMeta } from '../ui/page-meta.ts'
import type { Route } from './+types/admin-dashboard'

export const meta: Route.MetaFunction = () => privateMeta(DASHBOARD_TITLE)

/** OPEN-03: visitors go to /login, everyone but administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = requireSession(context, url)
  if (session.role !== 'admin') throw redirect('/')
  const calls = callsOf<VerificationContract>(context, 'verification')
  const counts = verificationQueries(calls).counts.queryOptions()
  return { now: new Date(), state: await prefetch(queuePages(calls), registerPages(calls), counts) }
}

export default function AdminDashboardPage({ loaderData: { now, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <AdminDashboard now={now} />
    </QueryProvider>
  )
}

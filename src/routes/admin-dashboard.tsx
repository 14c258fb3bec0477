import { redirect } from 'react-router'
import type { CasesContract } from '../capabilities/cases/contract.ts'
import { casesQueries } from '../capabilities/cases/queries.ts'
import { CaseCounts } from '../capabilities/cases/ui/case-counts.tsx'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import { chatQueries } from '../capabilities/chat/queries.ts'
import { MessageCounts } from '../capabilities/chat/ui/message-counts.tsx'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ConsoleTabs } from '../capabilities/console/ui/console-frame.tsx'
import { OperatorNotice } from '../capabilities/console/ui/operator-notice.tsx'
import { TableAges } from '../capabilities/console/ui/table-ages.tsx'
import type { ProposalsContract } from '../capabilities/proposals/contract.ts'
import { proposalsQueries } from '../capabilities/proposals/queries.ts'
import { ProposalCounts } from '../capabilities/proposals/ui/proposal-counts.tsx'
import type { VerificationContract } from '../capabilities/verification/contract.ts'
import { decisionsOptions, queueOptions, verificationQueries } from '../capabilities/verification/queries.ts'
import { AdminDashboard, DASHBOARD_TITLE } from '../capabilities/verification/ui/admin-dashboard.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { operatorContext } from '../platform/routing/router-context.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-dashboard'

export const meta: Route.MetaFunction = () => privateMeta(DASHBOARD_TITLE)

/** OPEN-03: visitors go to /login, other users than administrators to /. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = requireSession(context, url)
  if (session.role !== 'admin') throw redirect('/')
  const calls = sliceClient<VerificationContract>(context, 'verification')
  const operations = consoleQueries(sliceClient<ConsoleContract>(context, 'console'))
  const state = await prefetch(
    queueOptions(calls),
    decisionsOptions(calls),
    operations.counts.queryOptions(),
    operations.ages.queryOptions(),
    verificationQueries(calls).names.queryOptions(),
    verificationQueries(calls).counts.queryOptions(),
    casesQueries(sliceClient<CasesContract>(context, 'cases')).counts.queryOptions(),
    chatQueries(sliceClient<ChatContract>(context, 'chat')).counts.queryOptions(),
    proposalsQueries(sliceClient<ProposalsContract>(context, 'proposals')).counts.queryOptions(),
  )
  return { now: new Date(), state, operator: context.get(operatorContext) }
}

const figures = (
  <>
    <CaseCounts />
    <MessageCounts />
    <ProposalCounts />
    <div className="md:col-span-2">
      <TableAges />
    </div>
  </>
)

export default function AdminDashboardPage({ loaderData: { now, state, operator } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <AdminDashboard
        now={now}
        extraCounts={figures}
        tabs={
          <>
            <ConsoleTabs current="/admin-dashboard" />
            <OperatorNotice operator={operator} />
          </>
        }
      />
    </QueryProvider>
  )
}

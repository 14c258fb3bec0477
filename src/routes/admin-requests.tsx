import { redirect } from 'react-router'
import type { ConsoleContract } from '../capabilities/console/contract.ts'
import { consoleQueries } from '../capabilities/console/queries.ts'
import { ConsoleTabs } from '../capabilities/console/ui/console-frame.tsx'
import { EmailDisputes } from '../capabilities/console/ui/email-disputes.tsx'
import type { PrivacyContract } from '../capabilities/privacy/contract.ts'
import { privacyQueries } from '../capabilities/privacy/queries.ts'
import { REQUEST_QUEUE_TITLE, RequestQueuePage } from '../capabilities/privacy/ui/request-queue.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/admin-requests'

export const meta: Route.MetaFunction = () => privateMeta(REQUEST_QUEUE_TITLE)

/** DAT-60: visitors go to /login, other users than administrators to /. A request is loaded by the browser, once. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const session = requireSession(context, url)
  if (session.role !== 'admin') throw redirect('/')
  const { counts, emailDisputes } = consoleQueries(sliceClient<ConsoleContract>(context, 'console'))
  const { requestQueue } = privacyQueries(sliceClient<PrivacyContract>(context, 'privacy'))
  return {
    now: new Date(),
    requestId: params.id?.toLowerCase() ?? null,
    state: await prefetch(requestQueue.queryOptions(), counts.queryOptions(), emailDisputes.queryOptions()),
  }
}

export default function AdminRequests({ loaderData: { now, requestId, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <RequestQueuePage
        requestId={requestId}
        now={now}
        tabs={
          <>
            <ConsoleTabs current="/admin/solicitudes" />
            <EmailDisputes />
          </>
        }
      />
    </QueryProvider>
  )
}

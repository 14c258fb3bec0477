import type { PrivacyContract } from '../capabilities/privacy/contract.ts'
import { privacyQueries } from '../capabilities/privacy/queries.ts'
import { OwnRequestPage } from '../capabilities/privacy/ui/own-request.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/data-request'

export const meta: Route.MetaFunction = () => privateMeta('Tu solicitud')

/** DAT-14: one's own request; others see that it is unknown. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  requireSession(context, url)
  const requestId = params.id.toLowerCase()
  const { request } = privacyQueries(sliceClient<PrivacyContract>(context, 'privacy'))
  return { requestId, state: await prefetch(request.queryOptions({ input: { requestId } })) }
}

export default function DataRequest({ loaderData: { requestId, state } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <PageContainer>
        <OwnRequestPage key={requestId} requestId={requestId} />
      </PageContainer>
    </QueryProvider>
  )
}

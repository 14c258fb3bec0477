import type { ModerationContract } from '../capabilities/moderation/contract.ts'
import { moderationQueries } from '../capabilities/moderation/queries.ts'
import { OwnSanctions } from '../capabilities/moderation/ui/own-sanctions.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/suspended-account'

export const meta: Route.MetaFunction = () => privateMeta('Decisiones sobre tu cuenta')

/** DAT-72. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url)
  const calls = sliceClient<ModerationContract>(context, 'moderation')
  return prefetch(moderationQueries(calls).ownSanctions.queryOptions())
}

export default function SuspendedAccount({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <OwnSanctions />
      </PageContainer>
    </QueryProvider>
  )
}

import type { ModerationContract } from '../capabilities/moderation/contract.ts'
import { ownReportsOptions } from '../capabilities/moderation/queries.ts'
import { OwnReports } from '../capabilities/moderation/ui/own-reports.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/own-reports'

export const meta: Route.MetaFunction = () => privateMeta('Tus reportes')

/** DAT-65: of clients and lawyers, suspended or not. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url, ({ role }) => (role === 'admin' ? '/admin-dashboard' : null))
  return prefetch(ownReportsOptions(sliceClient<ModerationContract>(context, 'moderation')))
}

export default function OwnReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <PageHeading title="Tus reportes" text="Lo que reportaste y qué pasó con cada reporte." />
        <OwnReports />
      </PageContainer>
    </QueryProvider>
  )
}

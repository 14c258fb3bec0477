import { FileQuestionMark } from 'lucide-react'
import { data } from 'react-router'
import type { ModerationContract } from '../capabilities/moderation/contract.ts'
import { moderationQueries } from '../capabilities/moderation/queries.ts'
import { OwnReportView } from '../capabilities/moderation/ui/own-report.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { failureOf } from '../platform/rpc/client.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { BackLink } from '../ui/actions/back-link.tsx'
import { TextLink } from '../ui/actions/text-link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/own-report'

export const meta: Route.MetaFunction = () => privateMeta('Tu reporte')

/** DAT-66: another person's report is a 404, as an unknown one. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  requireSession(context, url)
  const calls = sliceClient<ModerationContract>(context, 'moderation')
  const input = { id: params.id }
  let missing = false
  const state = await prefetch({
    queryKey: moderationQueries(calls).ownReport.queryKey({ input }),
    queryFn: () =>
      calls.ownReport(input).catch((error: unknown) => {
        missing = [403, 404, 422].includes(failureOf(error).status)
        throw error
      }),
  })
  return missing ? data({ state: null }, 404) : data({ state })
}

export default function OwnReportPage({ loaderData: { state }, params }: Route.ComponentProps) {
  return (
    <QueryProvider {...(state && { state })}>
      <PageContainer className="pt-5 pb-14 md:pb-18">
        <BackLink />
        <PageHeading title="Tu reporte" />
        {state ? (
          <>
            <OwnReportView id={params.id} />
            <TextLink to="/reportes" className="mt-6">
              Tus reportes
            </TextLink>
          </>
        ) : (
          <EmptyState
            level="h2"
            icon={<FileQuestionMark />}
            title="No encontramos este reporte."
            text="Puede que ya no exista."
          />
        )}
      </PageContainer>
    </QueryProvider>
  )
}

import { ArrowLeft } from 'lucide-react'
import type { NoticesContract } from '../capabilities/notices/contract.ts'
import { noticesQueries } from '../capabilities/notices/queries.ts'
import { NoticePreferences } from '../capabilities/notices/ui/notice-preferences.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { TextLink } from '../ui/actions/text-link.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/notice-preferences'

export const meta: Route.MetaFunction = () => privateMeta('Preferencias de avisos')

/** SEG-59, OPEN-03: clients and lawyers; administrators have no notices. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url, ({ role }) => (role === 'admin' ? '/admin-dashboard' : null))
  return prefetch(noticesQueries(sliceClient<NoticesContract>(context, 'notices')).settings.queryOptions())
}

export default function Preferences({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <div className="max-w-195">
          <div className="grid gap-1 pt-5 pb-6">
            <TextLink to="/avisos" className="justify-self-start text-muted">
              <ArrowLeft aria-hidden="true" className="size-4.5" />
              Avisos
            </TextLink>
            <h1>Preferencias de avisos</h1>
          </div>
          <NoticePreferences />
        </div>
      </PageContainer>
    </QueryProvider>
  )
}

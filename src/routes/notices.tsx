import { Settings } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { NoticesContract } from '../capabilities/notices/contract.ts'
import { noticesOptions } from '../capabilities/notices/queries.ts'
import { CaseFilter, NoticeList } from '../capabilities/notices/ui/notice-list.tsx'
import { ReadAllButton } from '../capabilities/notices/ui/read-all-button.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/notices'

export const meta: Route.MetaFunction = () => privateMeta('Avisos')

/** SEG-56, OPEN-03: clients and lawyers; administrators have no notices. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url, ({ role }) => (role === 'admin' ? '/admin-dashboard' : null))
  return prefetch(noticesOptions(undefined, sliceClient<NoticesContract>(context, 'notices')))
}

export default function Notices({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const caseId = search.get('causa') ?? undefined
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <div className="mx-auto max-w-195">
          <PageHeading
            title="Avisos"
            actions={
              <>
                <ReadAllButton />
                <ButtonLink to="/avisos/preferencias">
                  <Settings aria-hidden="true" className="size-4.5" />
                  Preferencias
                </ButtonLink>
              </>
            }
          />
          <CaseFilter caseId={caseId} />
          <NoticeList caseId={caseId} />
        </div>
      </PageContainer>
    </QueryProvider>
  )
}

import { RequestForm } from '../capabilities/privacy/ui/request-form.tsx'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/new-data-request'

export const meta: Route.MetaFunction = () => privateMeta('Hacer una solicitud')

/** DAT-10: anybody with a session, verified or not. */
export function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url)
  return null
}

export default function NewDataRequest() {
  return (
    <QueryProvider>
      <PageContainer>
        <RequestForm />
      </PageContainer>
    </QueryProvider>
  )
}

import { VisitorRequestPage } from '../capabilities/privacy/ui/visitor-request.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/visitor-request'

export const meta: Route.MetaFunction = () => privateMeta('Tu solicitud')

/** DAT-25: for anybody with the link of an e-mail. */
export default function VisitorRequest() {
  return (
    <QueryProvider>
      <PageContainer>
        <VisitorRequestPage />
      </PageContainer>
    </QueryProvider>
  )
}

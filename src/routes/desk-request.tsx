import { DeskRequestPage } from '../capabilities/privacy/ui/desk-request.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/desk-request'

export const meta: Route.MetaFunction = () => privateMeta('Tu solicitud')

/** DAT-25: whoever has the link of an e-mail. */
export default function DeskRequest() {
  return (
    <QueryProvider>
      <PageContainer>
        <DeskRequestPage />
      </PageContainer>
    </QueryProvider>
  )
}

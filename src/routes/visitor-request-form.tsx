import { VISITOR_TITLE, VisitorForm } from '../capabilities/privacy/ui/visitor-form.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/visitor-request-form'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: VISITOR_TITLE,
    path: '/solicitud-de-datos',
    description:
      'Pide saber qué datos tuyos guarda Amparo, corregirlos o borrarlos, aunque no tengas una cuenta. Es gratis.',
  })

/** DAT-23: anybody, without an account. */
export default function VisitorRequestForm() {
  return (
    <QueryProvider>
      <PageContainer>
        <VisitorForm />
      </PageContainer>
    </QueryProvider>
  )
}

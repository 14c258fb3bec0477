import { DESK_TITLE, DeskForm } from '../capabilities/privacy/ui/desk-form.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/desk-request-form'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: DESK_TITLE,
    path: '/solicitud-de-datos',
    description:
      'Pide saber qué datos tuyos guarda Amparo, corregirlos o borrarlos, aunque no tengas una cuenta. Es gratis.',
  })

/** DAT-23: anybody, without an account. */
export default function DeskRequestForm() {
  return (
    <QueryProvider>
      <PageContainer>
        <DeskForm />
      </PageContainer>
    </QueryProvider>
  )
}

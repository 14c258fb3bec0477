import { VerifyResult } from '../capabilities/verification/ui/verify-result.tsx'
import { sessionContext } from '../platform/routing/router-context.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/verify-profile'

export const meta: Route.MetaFunction = () => privateMeta('Verificación de abogado')

/** The URL may contain a token, which must not leak as a referrer. */
export const headers: Route.HeadersFunction = () => ({ 'referrer-policy': 'no-referrer' })

/** Only returns who is viewing: opening the page changes nothing (OPEN-05, TRAP-28). */
export function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const viewer = !session ? 'visitor' : session.role === 'admin' ? 'admin' : 'other'
  return { lawyerId: params.id ?? null, viewer } as const
}

export default function VerifyProfile({ loaderData: { lawyerId, viewer } }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <PageContainer className="grid min-h-[60vh] place-items-center py-10">
        <VerifyResult key={`${lawyerId} ${viewer}`} lawyerId={lawyerId} viewer={viewer} />
      </PageContainer>
    </QueryProvider>
  )
}

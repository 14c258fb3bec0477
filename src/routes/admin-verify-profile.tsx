import { PANEL_TITLE, VerifyPanel } from '../capabilities/verification/ui/verify-panel.tsx'
import { sessionContext } from '../platform/routing/router-context.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/admin-verify-profile'

export const meta: Route.MetaFunction = () => privateMeta(PANEL_TITLE)

/** The link in the e-mail contains a token, which must not leak as a referrer. */
export const headers: Route.HeadersFunction = () => ({ 'referrer-policy': 'no-referrer' })

/**
 * Only returns who is viewing: opening the page changes nothing (OPEN-05, TRAP-28). The token is not read
 * here.
 */
export function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const viewer = !session ? 'visitor' : session.role === 'admin' ? 'admin' : 'other'
  return { lawyerId: url.searchParams.get('p_lawyer_id') || null, viewer } as const
}

export default function AdminVerifyProfile({ loaderData: { lawyerId, viewer } }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <PageContainer className="pb-14">
        <VerifyPanel key={`${lawyerId} ${viewer}`} lawyerId={lawyerId} viewer={viewer} />
      </PageContainer>
    </QueryProvider>
  )
}

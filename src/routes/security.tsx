import type { SecurityContract } from '../capabilities/security/contract.ts'
import { securityQueries } from '../capabilities/security/queries.ts'
import { SecurityPage } from '../capabilities/security/ui/security-page.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/security'

export const meta: Route.MetaFunction = () => privateMeta('Seguridad de tu cuenta')

export async function loader({ context, url }: Route.LoaderArgs) {
  requireSession(context, url)
  return prefetch(securityQueries(sliceClient<SecurityContract>(context, 'security')).overview.queryOptions())
}

export default function Security({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <SecurityPage />
    </QueryProvider>
  )
}

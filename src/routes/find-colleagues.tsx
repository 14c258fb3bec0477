import { redirect } from 'react-router'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { colleaguePages } from '../capabilities/lawyers/queries.ts'
import { verifiedOnlyRedirect } from '../capabilities/lawyers/rules.ts'
import { filtersFromParams } from '../capabilities/lawyers/ui/colleague-search-params.ts'
import { Colleagues } from '../capabilities/lawyers/ui/colleagues.tsx'
import { flashCookie } from '../platform/flash/flash.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/find-colleagues'

export const meta: Route.MetaFunction = () => privateMeta('Buscar Colegas')

const NOT_VERIFIED_NOTICE = { headers: { 'set-cookie': flashCookie('solo-verificados') } }

/**
 * ROU-21, ROU-39: everyone but verified lawyers goes to /dashboard (TRAP-32), lawyers with a notice.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const redirectPath = session ? verifiedOnlyRedirect(session.user) : '/dashboard'
  if (redirectPath)
    throw redirect(redirectPath, session?.user.role === 'lawyer' ? NOT_VERIFIED_NOTICE : undefined)
  if (session?.isSuspended) throw redirect('/cuenta-suspendida')
  const lawyers = sliceClient<LawyersContract>(context, 'lawyers')
  return { state: await prefetch(colleaguePages(filtersFromParams(url.searchParams), lawyers)) }
}

export default function FindColleagues({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer>
        <PageHeading title="Buscar Colegas" />
        <Notice title="Colaboración profesional" className="mb-6">
          Encuentra colegas verificados para derivar casos o trabajar en conjunto. Respeta siempre el secreto
          profesional y pide autorización al cliente antes de compartir sus datos.
        </Notice>
        <Colleagues />
      </PageContainer>
    </QueryProvider>
  )
}

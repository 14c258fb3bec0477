import { ArrowLeft } from 'lucide-react'
import { redirect } from 'react-router'
import type { CasesContract } from '../capabilities/cases/contract.ts'
import { casesQueries } from '../capabilities/cases/queries.ts'
import { caseNumber, MESSAGES } from '../capabilities/cases/schema.ts'
import { useCase } from '../capabilities/cases/ui/use-case.ts'
import type { ProgressContract } from '../capabilities/progress/contract.ts'
import { historyOptions } from '../capabilities/progress/queries.ts'
import { CaseHistory } from '../capabilities/progress/ui/case-history.tsx'
import { flashCookie } from '../platform/flash/flash.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { failureOf } from '../platform/rpc/client.ts'
import { Loaded } from '../site/loaded.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { TextLink } from '../ui/actions/text-link.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/case-history'

export const meta: Route.MetaFunction = ({ params }) =>
  privateMeta(`Historial del caso #${caseNumber(params.id)}`)

/** In lower case, as in events and API responses. */
const caseIdOf = ({ id }: { id: string }) => id.toLowerCase()

/** SEG-02, ROU-35: everyone else gets a notice on their panel, whether the case exists or not. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  requireSession(context, url)
  const input = { caseId: caseIdOf(params) }
  const cases = sliceClient<CasesContract>(context, 'cases')
  let noAccess = false
  const state = await prefetch(
    {
      queryKey: casesQueries(cases).caseById.queryKey({ input }),
      queryFn: () =>
        cases.caseById(input).catch((error: unknown) => {
          noAccess = [404, 422].includes(failureOf(error).status)
          throw error
        }),
    },
    historyOptions(input.caseId, sliceClient<ProgressContract>(context, 'progress')),
  )
  if (noAccess) throw redirect('/dashboard', { headers: { 'set-cookie': flashCookie('caso-sin-acceso') } })
  return { state }
}

export default function CaseHistoryPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer className="pb-18 md:pb-24">
        <History key={caseIdOf(params)} caseId={caseIdOf(params)} />
      </PageContainer>
    </QueryProvider>
  )
}

function History({ caseId }: { caseId: string }) {
  return (
    <Loaded query={useCase(caseId)} failed={MESSAGES.notFound} level="h1" className="pt-8">
      {(view) => (
        <>
          <header className="pt-8 pb-6">
            <TextLink to={`/case/${caseId}`} className="text-muted">
              <ArrowLeft aria-hidden="true" className="size-4.5" />
              Volver a la causa
            </TextLink>
            <h1 className="mt-5 text-[1.625rem]/8 md:text-[2rem]/9.5">Historial</h1>
            <p className="mt-1.5 text-ui wrap-anywhere text-muted">{view.title}</p>
          </header>
          <CaseHistory view={view} />
        </>
      )}
    </Loaded>
  )
}

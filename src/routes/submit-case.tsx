import { redirect } from 'react-router'
import type { ProblemClassification } from '../capabilities/cases/ui/use-problem-classification.ts'
import type { PublishedCase } from '../capabilities/cases/ui/use-wizard-navigation.ts'
import { Wizard } from '../capabilities/cases/ui/wizard.tsx'
import type { SearchContract } from '../capabilities/search/contract.ts'
import { RecommendedLawyers } from '../capabilities/search/ui/recommended-lawyers.tsx'
import { rememberedProblemText } from '../capabilities/search/ui/remembered-problem.ts'
import { flashCookie } from '../platform/flash/flash.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { rpc } from '../platform/rpc/client.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/submit-case'

export const meta: Route.MetaFunction = () => privateMeta('Ingresa tu Causa')

/** ROU-40, OPEN-46: visitors log in with a notice and come back; only clients may publish cases. */
export function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (!session) {
    const back = new URLSearchParams({ volver: url.pathname + url.search })
    throw redirect(`/login?${back}`, { headers: { 'set-cookie': flashCookie('inicia-para-causa') } })
  }
  if (session.user.role !== 'client') throw redirect('/dashboard')
  // Nothing can be published: better said before the questions than after them.
  if (session.isSuspended) throw redirect('/cuenta-suspendida')
  return { userId: session.user.id }
}

export default function SubmitCase({ loaderData: { userId } }: Route.ComponentProps) {
  return (
    <QueryProvider>
      <PageContainer className="pt-8 pb-6 md:pt-10 md:pb-24">
        <Wizard
          key={userId}
          userId={userId}
          initialQuery={rememberedProblemText(userId)}
          classify={understand}
          renderRecommended={renderRecommended}
        />
      </PageContainer>
    </QueryProvider>
  )
}

const renderRecommended = ({ specialty, commune }: PublishedCase) => (
  <RecommendedLawyers specialty={specialty} commune={commune} />
)

/** What a text may be about, as /buscar-ia finds it, but never with an external language model. */
const understand = async (text: string): Promise<ProblemClassification> => {
  const { specialty, question, safety } = await rpc<SearchContract>('search').understand({
    text,
    isTyping: true,
  })
  const alternatives = question?.options.map((option) => option.specialty) ?? []
  return { specialties: specialty === null ? alternatives : [specialty, ...alternatives], danger: safety }
}

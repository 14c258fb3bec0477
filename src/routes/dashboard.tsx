import { useQuery } from '@tanstack/react-query'
import { Search, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AccountsContract } from '../capabilities/accounts/contract.ts'
import { accountsQueries } from '../capabilities/accounts/queries.ts'
import type { CasesContract } from '../capabilities/cases/contract.ts'
import { ownCasesOptions } from '../capabilities/cases/queries.ts'
import type { OwnCaseList, OwnCasesPage } from '../capabilities/cases/schema.ts'
import {
  ActiveCasesPanel,
  FinishedCasesPanel,
  WaitingCasesPanel,
} from '../capabilities/cases/ui/client-cases-panels.tsx'
import { LawyerCasesPanel } from '../capabilities/cases/ui/lawyer-cases-panel.tsx'
import { useLiveOwnCases, useOwnCases } from '../capabilities/cases/ui/use-own-cases.ts'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import { chatListOptions, chatQueries } from '../capabilities/chat/queries.ts'
import { PanelChats } from '../capabilities/chat/ui/panel-chats.tsx'
import { UnreadFigure } from '../capabilities/chat/ui/unread-figure.tsx'
import { dashboardRedirect } from '../capabilities/lawyers/rules.ts'
import type { MarketContract } from '../capabilities/market/contract.ts'
import { marketQueries } from '../capabilities/market/queries.ts'
import { MarketFigure, MarketPanel } from '../capabilities/market/ui/market-panel.tsx'
import type { OpenCasesContract } from '../capabilities/open-cases/contract.ts'
import { openCasesQueries } from '../capabilities/open-cases/queries.ts'
import { useCaseQuestion } from '../capabilities/open-cases/ui/case-questions.tsx'
import { WithdrawnCasesPanel } from '../capabilities/open-cases/ui/withdrawn-cases-panel.tsx'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { hasMarketAccess } from '../capabilities/plans/rules.ts'
import type { ProposalsContract } from '../capabilities/proposals/contract.ts'
import { pendingProposalsOptions, receivedProposalsOptions } from '../capabilities/proposals/queries.ts'
import {
  PendingProposalsFigure,
  PendingProposalsPanel,
} from '../capabilities/proposals/ui/pending-proposals-panel.tsx'
import {
  ReceivedProposalsPanel,
  useReceivedProposals,
} from '../capabilities/proposals/ui/received-proposals-panel.tsx'
import { usePendingProposals } from '../capabilities/proposals/ui/use-pending-proposals.ts'
import type { ReviewsContract } from '../capabilities/reviews/contract.ts'
import { ownReviews, reviewsQueries } from '../capabilities/reviews/queries.ts'
import { RecentReviews } from '../capabilities/reviews/ui/recent-reviews.tsx'
import { useReviewSlot } from '../capabilities/reviews/ui/use-review-slot.tsx'
import type { WorkspaceContract } from '../capabilities/workspace/contract.ts'
import { workspaceQueries } from '../capabilities/workspace/queries.ts'
import { NextTasksPanel } from '../capabilities/workspace/ui/next-tasks-panel.tsx'
import { formatDateWithWeekday } from '../chile/dates.ts'
import { prefetchWithin, sliceClient } from '../platform/query/prefetch.ts'
import { LIST_DELAY, useRefetchOn } from '../platform/realtime/use-refetch-on.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { StatLinks } from '../ui/display/stat-links.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/dashboard'

const CreditsCard = lazy(() =>
  import('../capabilities/plans/ui/credits-card.tsx').then((module) => ({ default: module.CreditsCard })),
)

const FirstSteps = lazy(() =>
  import('../capabilities/plans/ui/first-steps.tsx').then((module) => ({ default: module.FirstSteps })),
)

export const meta: Route.MetaFunction = () => privateMeta('Panel')

/** How long the page waits for its cards. A slower card is loaded later and does not delay the others. */
const CARDS_TIMEOUT_MS = 250

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url, dashboardRedirect)
  const session = accountsQueries(sliceClient<AccountsContract>(context, 'accounts')).session.queryOptions()
  const cases = sliceClient<CasesContract>(context, 'cases')
  const reviews = sliceClient<ReviewsContract>(context, 'reviews')
  const openCases = openCasesQueries(sliceClient<OpenCasesContract>(context, 'openCases'))
  const withReviews = (list: OwnCaseList) => ({
    ...ownCasesOptions(list, cases),
    andThen(data: { pages: OwnCasesPage[] }) {
      const cases = data.pages.flatMap((page) => page.items)
      const mine = ownReviews(cases, reviews)
      return mine.enabled ? mine : null
    },
  })
  const cards =
    user.role === 'lawyer'
      ? [
          plansQueries(sliceClient<PlansContract>(context, 'plans')).credits.queryOptions(),
          pendingProposalsOptions(sliceClient<ProposalsContract>(context, 'proposals')),
          chatQueries(sliceClient<ChatContract>(context, 'chat')).unreadTotal.queryOptions(),
          ownCasesOptions('running', cases),
          ownCasesOptions('finished', cases),
          reviewsQueries(reviews).recent.queryOptions(),
          ...(hasMarketAccess(user.plan)
            ? [marketQueries(sliceClient<MarketContract>(context, 'cases')).news.queryOptions()]
            : []),
        ]
      : [
          receivedProposalsOptions(sliceClient<ProposalsContract>(context, 'proposals')),
          chatListOptions('', sliceClient<ChatContract>(context, 'chat')),
          withReviews('running'),
          ownCasesOptions('waiting', cases),
          ownCasesOptions('withdrawn', cases),
          openCases.questions.queryOptions(),
          openCases.consents.queryOptions(),
          withReviews('finished'),
        ]
  const tasks = workspaceQueries(
    sliceClient<WorkspaceContract>(context, 'workspace'),
  ).nextTasks.queryOptions()
  const state = await prefetchWithin(CARDS_TIMEOUT_MS, session, tasks, ...cards)
  return { state, user, now: Date.now() }
}

export default function Dashboard({ loaderData: { state, user, now } }: Route.ComponentProps) {
  return (
    <QueryProvider state={state}>
      <PageContainer className="pb-14 md:pb-18">
        {user.role === 'lawyer' ? (
          <LawyerPanel key={user.id} userId={user.id} plan={user.plan} now={new Date(now)} />
        ) : (
          <ClientPanel key={user.id} />
        )}
      </PageContainer>
    </QueryProvider>
  )
}

interface LawyerProps {
  userId: string
  plan: string | null
  /** When the server rendered the page. */
  now: Date
}

/** DAL-01 to DAL-13. */
function LawyerPanel({ userId, plan, now }: LawyerProps) {
  const session = accountsQueries().session.queryOptions()
  const { data } = useQuery(session)
  useRefetchOn(['plan', 'profile'], session.queryKey, { delay: LIST_DELAY })
  useLiveOwnCases('lawyer')
  const sees = hasMarketAccess(data?.user ? data.user.plan : plan)
  const isEmpty = useIsPanelEmpty()
  const runningCount = useOwnCases('running').data?.total
  return (
    <>
      <div className="flex items-center justify-between gap-4 pt-6 pb-5 md:pt-8 md:pb-6">
        <div className="min-w-0">
          <h1>Panel de Abogado</h1>
          <p className="text-muted max-md:hidden">{formatDateWithWeekday(now)}</p>
        </div>
        <ButtonLink to={`/lawyer/${userId}`} className="shrink-0">
          <UserRound aria-hidden="true" className="size-4.5" />
          Mi Perfil
        </ButtonLink>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_19rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <div className="md:col-span-2">
          <StatLinks label="Lo de hoy">
            <UnreadFigure />
            {!isEmpty && <PendingProposalsFigure />}
            <MarketFigure hasMarketAccess={sees} />
          </StatLinks>
        </div>
        {isEmpty && (
          <Suspense>
            <FirstSteps userId={userId} hasMarketAccess={sees} />
          </Suspense>
        )}
        {/* Hidden but mounted, so that they receive events. */}
        <div hidden={isEmpty} className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:order-last md:gap-6">
          <PendingProposalsPanel now={now} />
          <NextTasksPanel hasCases={!!runningCount} />
          <LawyerCasesPanel list="running" />
          <LawyerCasesPanel list="finished" />
          <RecentReviews />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <Suspense>
            <CreditsCard />
          </Suspense>
          <MarketPanel hasMarketAccess={sees} />
        </div>
      </div>
    </>
  )
}

/**
 * Whether all lists are known to be empty; the first steps then replace them. False once there was something
 * on this visit, so that the page does not change when somebody deletes their last proposal.
 */
function useIsPanelEmpty(): boolean {
  const pending = usePendingProposals().data?.total
  const running = useOwnCases('running').data?.total
  const finished = useOwnCases('finished').data?.total
  const recent = useQuery(reviewsQueries().recent.queryOptions()).data
  const counts = [pending, running, finished, recent?.items.length]
  const [hadSomething, setHadSomething] = useState(false)
  if (!hadSomething && counts.some((count) => count)) setHadSomething(true)
  return !hadSomething && counts.every((count) => count === 0)
}

/** DAC-01 to DAC-09. */
function ClientPanel() {
  useLiveOwnCases('client')
  const running = useReviewSlot('running')
  const finished = useReviewSlot('finished')
  const received = useReceivedProposals()
  const proposed = new Set(received.data?.items.flatMap(({ case_id }) => case_id ?? []))
  const activeCount = useOwnCases('running').data?.total
  const waitingCount = useOwnCases('waiting').data?.total
  const finishedCount = useOwnCases('finished').data?.total
  const activeCases = <ActiveCasesPanel key="active" slot={running.slot} />
  const question = useCaseQuestion(
    (id) => received.data?.items.filter(({ case_id }) => case_id === id).length ?? 0,
  )
  const waitingCases = <WaitingCasesPanel key="waiting" proposed={proposed} slot={question} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 pt-6 pb-5 md:pt-8 md:pb-6">
        <h1>Panel de Cliente</h1>
        <div className="flex gap-2.5 max-md:w-full max-md:flex-col-reverse">
          <ButtonLink to="/edit-profile">
            <UserRound aria-hidden="true" className="size-4.5" />
            Mi Perfil
          </ButtonLink>
          <ButtonLink to="/buscar-ia" variant="primary">
            <Search aria-hidden="true" className="size-4.5" />
            Buscar Abogados con IA
          </ButtonLink>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_17rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          <ReceivedProposalsPanel query={received} />
          <NextTasksPanel hasCases={!!activeCount} />
          {/* Do not show «No tienes causas activas» above a case that is waiting. */}
          {activeCount === 0 && waitingCount ? [waitingCases, activeCases] : [activeCases, waitingCases]}
          <PanelChats />
          <FinishedCasesPanel slot={finished.slot} />
          <WithdrawnCasesPanel />
        </div>
        <section aria-labelledby="otra-causa" className="rounded-l bg-accent-soft p-5 md:p-6">
          <h2 id="otra-causa" className="text-h3">
            {activeCount === 0 && waitingCount === 0 && finishedCount === 0
              ? '¿Tienes un problema legal?'
              : '¿Tienes otro problema?'}
          </h2>
          <p className="mt-2 mb-4.5 text-ui">
            Ingresa tu causa y te recomendamos hasta 3 abogados de la especialidad.
          </p>
          <ButtonLink to="/submit-case" block>
            Ingresar mi Causa
          </ButtonLink>
        </section>
      </div>
      {running.dialog}
      {finished.dialog}
    </>
  )
}

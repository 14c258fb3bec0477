import { redirect } from 'react-router'
import { StartChat } from '../capabilities/chat/ui/start-chat.tsx'
import type { LawyersContract } from '../capabilities/lawyers/contract.ts'
import { verifiedOnlyRedirect } from '../capabilities/lawyers/rules.ts'
import type { MarketContract } from '../capabilities/market/contract.ts'
import { marketOptions } from '../capabilities/market/queries.ts'
import { Market, type MarketProps } from '../capabilities/market/ui/market.tsx'
import { MarketGate } from '../capabilities/market/ui/market-gate.tsx'
import { ownCaseSpecialties, parseSelection } from '../capabilities/market/ui/market-search-params.ts'
import { availableCreditsLabel } from '../capabilities/market/ui/market-texts.ts'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { hasMarketAccess } from '../capabilities/plans/rules.ts'
import { useCredits } from '../capabilities/plans/ui/use-credits.ts'
import { flashCookie } from '../platform/flash/flash.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/recent-cases'

export const meta: Route.MetaFunction = () => privateMeta('Casos Recientes')

const NOT_VERIFIED_NOTICE = { headers: { 'set-cookie': flashCookie('solo-verificados') } }

/**
 * ROU-15, OPEN-08: visitors go to /login, other users than verified lawyers to their panel. Without a plan
 * that includes the market, only the number of open cases is shown.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user, isSuspended } = requireSession(context, url)
  if (isSuspended) throw redirect('/cuenta-suspendida')
  const redirectPath = verifiedOnlyRedirect(user)
  if (redirectPath) throw redirect(redirectPath, user.role === 'lawyer' ? NOT_VERIFIED_NOTICE : undefined)
  const market = sliceClient<MarketContract>(context, 'cases')
  if (!hasMarketAccess(user.plan)) {
    // The page works without it.
    const openCount = await market.openCount().then(
      ({ count }) => count,
      () => null,
    )
    return { access: false as const, openCount }
  }
  const lawyers = sliceClient<LawyersContract>(context, 'lawyers')
  const [state, own] = await Promise.all([
    prefetch(
      marketOptions(parseSelection(url.searchParams), market),
      plansQueries(sliceClient<PlansContract>(context, 'plans')).credits.queryOptions(),
    ),
    // Without them only a shortcut is missing.
    lawyers.ownProfile().then(
      ({ specialties }) => ownCaseSpecialties(specialties),
      () => [],
    ),
  ])
  return { access: true as const, state, own, now: Date.now() }
}

export default function RecentCases({ loaderData }: Route.ComponentProps) {
  if (!loaderData.access)
    return (
      <PageContainer>
        <MarketGate openCount={loaderData.openCount} />
      </PageContainer>
    )
  const { state, own, now } = loaderData
  return (
    <QueryProvider state={state}>
      <PageContainer>
        <PageHeading
          title="Casos Recientes"
          text="Personas que buscan abogado. Verás su nombre completo cuando te respondan."
          actions={<Credits />}
        />
        <Market ownSpecialties={own} now={new Date(now)} renderStart={renderStartChat} />
      </PageContainer>
    </QueryProvider>
  )
}

const renderStartChat: MarketProps['renderStart'] = ({ id, chat_id }, onGone) => (
  <StartChat caseId={id} free={chat_id !== null} onGone={onGone} />
)

function Credits() {
  const { data } = useCredits()
  if (!data) return null
  return (
    <p className="inline-flex items-center gap-2.5 rounded-m border border-line bg-surface px-4 py-2.5 text-ui">
      <b className="text-[1.25rem]/6 font-semibold tabular-nums">{data.credits_available}</b>
      {availableCreditsLabel(data.credits_available)}
    </p>
  )
}

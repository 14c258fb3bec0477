import { useNavigate } from 'react-router'
import { onboardingRedirect } from '../capabilities/lawyers/rules.ts'
import type { OnboardingContract } from '../capabilities/onboarding/contract.ts'
import { onboardingQueries } from '../capabilities/onboarding/queries.ts'
import { EmailCode } from '../capabilities/onboarding/ui/email-code.tsx'
import { OnboardingSteps } from '../capabilities/onboarding/ui/onboarding-steps.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { SupportLink } from '../site/support-link.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/verify-email'

export const meta: Route.MetaFunction = () => privateMeta('Verificar Email')

/**
 * OPEN-07: only for lawyers whose e-mail is not yet verified. Prefetches the state of the code, also for a
 * reload.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url, (lawyer) => onboardingRedirect('email_pending', lawyer))
  const { codeState } = onboardingQueries(sliceClient<OnboardingContract>(context, 'onboarding'))
  return {
    email: user.email,
    state: await prefetch(codeState.queryOptions()),
  }
}

/** ONV-01 to ONV-12, OPEN-12, OPEN-15, OPEN-27. */
export default function VerifyEmail({ loaderData: { email, state } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <QueryProvider state={state}>
      <OnboardingSteps step="email" />
      <PageContainer className="grid justify-items-center pt-8 pb-18 md:pt-12 md:pb-24">
        <div className="w-full max-w-form">
          <h1 className="md:text-[2.125rem]/10">Verifica tu correo</h1>
          <Card className="mt-6">
            <EmailCode
              email={email}
              onVerified={() => void navigate('/create-lawyer-profile', { replace: true })}
            />
          </Card>
          <p className="mt-6 text-small text-muted">
            ¿Necesitas ayuda? Escríbenos a <SupportLink />.
          </p>
        </div>
      </PageContainer>
    </QueryProvider>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { onboardingRedirect } from '../capabilities/lawyers/rules.ts'
import { MESSAGES } from '../capabilities/lawyers/schema.ts'
import type { OnboardingContract } from '../capabilities/onboarding/contract.ts'
import { onboardingQueries } from '../capabilities/onboarding/queries.ts'
import { OnboardingSteps } from '../capabilities/onboarding/ui/onboarding-steps.tsx'
import { ProfileForm } from '../capabilities/onboarding/ui/profile-form.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { Loaded } from '../site/loaded.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/create-lawyer-profile'

const PATH = '/create-lawyer-profile'

export const meta: Route.MetaFunction = () => privateMeta('Perfil profesional')

/** ROU-36, ROU-37: only for lawyers with a verified e-mail whose profile is not yet submitted. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url, (lawyer) => onboardingRedirect('profile_pending', lawyer))
  const { form } = onboardingQueries(sliceClient<OnboardingContract>(context, 'onboarding'))
  return { userId: user.id, state: await prefetch(form.queryOptions()) }
}

export default function CreateLawyerProfile({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <OnboardingSteps step="profile" />
      <PageContainer className="pt-8 pb-18 md:pt-10 md:pb-24">
        <div className="mx-auto max-w-190">
          <Profile userId={loaderData.userId} />
        </div>
      </PageContainer>
    </QueryProvider>
  )
}

function Profile({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = onboardingQueries().form
  const profileQuery = useQuery(query.queryOptions())
  return (
    <Loaded query={profileQuery} failed={MESSAGES.notLoaded} level="h1">
      {(data) => (
        <ProfileForm
          // A newly returned profile, or another user, gets a new form.
          key={`${userId} ${data.returned?.at ?? ''}`}
          userId={userId}
          start={data}
          onSent={() => {
            client.removeQueries({ queryKey: query.key() })
            announceSessionChange()
            // The live event of the new status may have come first and taken the lawyer elsewhere.
            if (window.location.pathname === PATH)
              void navigate('/onboarding/pending-review', { replace: true })
          }}
        />
      )}
    </Loaded>
  )
}

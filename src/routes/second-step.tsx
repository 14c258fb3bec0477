import { redirect, useNavigate } from 'react-router'
import { loginPath, useReturnPath } from '../capabilities/accounts/ui/use-return-path.ts'
import type { SecurityContract } from '../capabilities/security/contract.ts'
import { lossText } from '../capabilities/security/ui/loss-text.ts'
import { SecondStepForm } from '../capabilities/security/ui/second-step-form.tsx'
import { sliceClient } from '../platform/query/prefetch.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { announceSessionChange } from '../platform/session/session-events.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import type { Route } from './+types/second-step'

export const meta: Route.MetaFunction = () => privateMeta('Falta un paso')

/** DAT-48: only while a sign-in of this browser waits for its second step. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)) throw redirect('/dashboard')
  const { pending, lossDueAt, ...ways } = await sliceClient<SecurityContract>(
    context,
    'security',
  ).pendingStep({})
  if (!pending) throw redirect('/login')
  return { ways, loss: lossDueAt && lossText(lossDueAt) }
}

export default function SecondStep({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const volver = useReturnPath()
  return (
    <QueryProvider>
      <SecondStepForm
        ways={loaderData.ways}
        secondsLeft={loaderData.ways.secondsLeft}
        loss={loaderData.loss}
        startAgain={loginPath(volver)}
        onSignedIn={() => {
          announceSessionChange()
          void navigate(volver ?? '/dashboard', { replace: true })
        }}
      />
    </QueryProvider>
  )
}

import { lazy, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { RoleState } from '../capabilities/accounts/ui/role-state.ts'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { sessionContext } from '../platform/routing/router-context.ts'
import { useIsSessionRevalidating } from '../platform/session/session-revalidation.ts'
import { useLazyDialog } from '../site/forms/use-lazy-dialog.tsx'
import { Hero } from '../site/hero.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { useRootData } from '../site/use-root-data.ts'
import { Button, ButtonLink } from '../ui/actions/button.tsx'
import { optionalLazy } from '../ui/boot/optional-lazy.ts'
import { StaticHtml } from '../ui/boot/static-html.tsx'
import { useLocationState } from '../ui/boot/use-location-state.ts'
import { LoadingIndicator } from '../ui/feedback/spinner.tsx'
import type { Route } from './+types/home'

const loadRoles = () => import('../capabilities/accounts/ui/role-dialog.tsx')
const HeroChatPreview = optionalLazy(
  () => import('../site/hero-chat-preview.tsx'),
  (module) => module.HeroChatPreview,
)
const LandingSections = optionalLazy(
  () => import('../site/landing-sections.tsx'),
  (module) => module.LandingSections,
)
// Without a Suspense boundary: the page is shown when complete, so that the footer's anchor finds its
// section.
const LawyerHome = lazy(() =>
  import('../capabilities/plans/ui/lawyer-home.tsx').then((module) => ({ default: module.LawyerHome })),
)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/',
    description:
      'Publica tu caso en 1 minuto, recibe sugerencias con IA y conversa en privado con abogados verificados en todo Chile.',
  })

/** Loads the plans, which only a lawyer's home page shows. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)?.user.role !== 'lawyer') return null
  return prefetch(plansQueries(sliceClient<PlansContract>(context, 'plans')).list.queryOptions())
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const user = useRootData()?.user
  const isCheckingSession = useIsSessionRevalidating()
  const offersHelp = user?.role !== 'admin'
  return (
    <>
      {/* HOM-01, ROU-24: while the session is checked, the page stays mounted and keeps its state. */}
      {isCheckingSession && (
        <div className="fixed inset-x-0 top-1/3">
          <LoadingIndicator />
        </div>
      )}
      <div aria-busy={isCheckingSession || undefined} className={isCheckingSession ? 'invisible' : undefined}>
        {user?.role === 'lawyer' ? (
          <LawyerHome name={user.name} state={loaderData ?? undefined} />
        ) : (
          <>
            <Hero
              picture={<StaticHtml of={HeroChatPreview} props={{}} />}
              action={
                user ? (
                  <ButtonLink to="/dashboard" variant="primary" size="lg">
                    Ir a mi Panel
                  </ButtonLink>
                ) : (
                  <StartButton />
                )
              }
            />
            <StaticHtml key={String(offersHelp)} of={LandingSections} props={{ offersHelp }} />
          </>
        )}
      </div>
    </>
  )
}

/** HOM-07: «Comenzar Ahora» and its dialog. */
function StartButton() {
  const roles = useLazyDialog(loadRoles, (module) => module.HomeRoleDialog)
  useOpenOnRequest(roles.show)
  return (
    // The wrapper keeps the full-width rule for buttons on phones from the dialog's helper elements.
    <div>
      <Button
        variant="primary"
        size="lg"
        className="max-md:w-full"
        pending={roles.pending}
        onClick={roles.show}
      >
        Comenzar Ahora
      </Button>
      {roles.render({})}
    </div>
  )
}

/**
 * HOM-16: coming from «Regístrate aquí», the dialog opens automatically, once; a reload does not open it
 * again.
 */
function useOpenOnRequest(open: () => void) {
  const requested = useLocationState<RoleState>()?.openRoleDialog === true
  const locationKey = useLocation().key
  const openedFor = useRef('')
  useEffect(() => {
    if (!requested || openedFor.current === locationKey) return
    openedFor.current = locationKey
    // Clears the location state without a navigation, which would load the page's data again.
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    open()
  })
}

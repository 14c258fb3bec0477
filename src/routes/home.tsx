import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { RoleState } from '../capabilities/accounts/ui/role-state.ts'
import type { PlansContract } from '../capabilities/plans/contract.ts'
import { plansQueries } from '../capabilities/plans/queries.ts'
import { callsOf, prefetch } from '../platform/rpc/loader.ts'
import { sessionContext } from '../platform/rpc/router-context.ts'
import { useSessionAsked } from '../platform/rpc/session-follower.ts'
import type { loader as rootLoader } from '../root.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Hero } from '../ui/hero.tsx'
import { useNavState } from '../ui/nav-state.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { Waiting } from '../ui/spinner.tsx'
import { Still } from '../ui/still.tsx'
import type { Route } from './+types/home'

const RoleDialog = lazy(() =>
  import('../capabilities/accounts/ui/role-dialog.tsx').then((module) => ({
    default: module.HomeRoleDialog,
  })),
)
const LandingTalk = lazy(() =>
  import('../ui/landing-talk.tsx').then((module) => ({ default: module.LandingTalk })),
)
const LandingSections = lazy(() =>
  import('../ui/landing.tsx').then((module) => ({ default: module.LandingSections })),
)
// These without a boundary of their own: the page is whole or not there, so the footer's anchor finds its section.
const LawyerHome = lazy(() =>
  import('../capabilities/plans/ui/lawyer-home.tsx').then((module) => ({ default: module.LawyerHome })),
)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/',
    description:
      'Publica tu caso en 1 minuto, recibe sugerencias con IA y conversa en privado con abogados verificados en todo Chile.',
  })

/** Only a lawyer's home shows the plans. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)?.user.role !== 'lawyer') return null
  return prefetch(plansQueries(callsOf<PlansContract>(context, 'plans')).list.queryOptions())
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const user = useRouteLoaderData<typeof rootLoader>('root')?.user
  const asked = useSessionAsked()
  const unsure = user?.role !== 'admin'
  return (
    <>
      {/* HOM-01, ROU-24. What was shown keeps its place, so that coming back does not lose it. */}
      {asked && (
        <div className="fixed inset-x-0 top-1/3">
          <Waiting />
        </div>
      )}
      <div aria-busy={asked} className={classNames(asked && 'invisible')}>
        {user?.role === 'lawyer' ? (
          <LawyerHome name={user.name} state={loaderData ?? undefined} />
        ) : (
          <>
            <Hero
              picture={<Still of={LandingTalk} props={{}} />}
              action={
                user ? (
                  <ButtonLink to="/dashboard" variant="primary" size="lg">
                    Ir a mi Panel
                  </ButtonLink>
                ) : (
                  <Beginning />
                )
              }
            />
            <Still key={String(unsure)} of={LandingSections} props={{ unsure }} />
          </>
        )}
      </div>
    </>
  )
}

/** HOM-07: «Comenzar Ahora» and its dialog. */
function Beginning() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  useDialogOnArrival(ask)
  return (
    <>
      <Button variant="primary" size="lg" onClick={ask}>
        Comenzar Ahora
      </Button>
      {wanted && (
        <Suspense>
          <RoleDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

/** HOM-16: coming from «Regístrate aquí» the dialog opens by itself, once; a reload does not open it again. */
function useDialogOnArrival(open: () => void) {
  const asked = useNavState<RoleState>()?.openRoleDialog === true
  const arrival = useLocation().key
  const answered = useRef('')
  useEffect(() => {
    if (!asked || answered.current === arrival) return
    answered.current = arrival
    // Not by a navigation: that would load the page's data again, and there is nothing to go to.
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    open()
  })
}

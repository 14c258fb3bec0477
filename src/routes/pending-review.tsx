import { redirect } from 'react-router'
import { onboardingGate } from '../capabilities/lawyers/rules.ts'
import { OnboardingSteps } from '../capabilities/onboarding/ui/onboarding-steps.tsx'
import { useMovingOn } from '../capabilities/onboarding/ui/use-moving-on.ts'
import { requireSession } from '../platform/rpc/guards.ts'
import { settingsContext } from '../platform/rpc/router-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SupportLink } from '../ui/legal-page.tsx'
import { Wrap } from '../ui/page.tsx'
import { privateMeta } from '../ui/page-meta.ts'
import { RoofMark } from '../ui/roof.tsx'
import type { Route } from './+types/pending-review'

export const meta: Route.MetaFunction = () => privateMeta('Perfil en revisión')

/** OPEN-07: only for lawyers whose profile the team is looking at. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const place = onboardingGate('admin_pending', user)
  if (place) throw redirect(place)
  return { support: context.get(settingsContext).supportEmail }
}

/** ONR-01 to ONR-03, OPEN-27. Once the team has decided, the guard leads on. */
export default function PendingReview({ loaderData: { support } }: Route.ComponentProps) {
  useMovingOn()
  return (
    <>
      <OnboardingSteps step="review" />
      <Wrap className="grid justify-items-center py-14 text-center md:py-24">
        <RoofMark />
        <h1 className="mt-8">Tu perfil está en revisión</h1>
        <p className="mt-3 max-w-[46ch] text-lead text-muted">
          Nuestro equipo está verificando tus antecedentes. Te avisaremos por correo electrónico cuando tu
          perfil esté verificado.
        </p>
        <ButtonLink to="/" size="lg" className="mt-8 max-md:w-full">
          Volver al inicio
        </ButtonLink>
        <p className="mt-10 text-small text-muted">
          ¿Necesitas ayuda? Escríbenos a <SupportLink address={support} />.
        </p>
      </Wrap>
    </>
  )
}

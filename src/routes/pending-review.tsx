import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { onboardingRedirect } from '../capabilities/lawyers/rules.ts'
import { OnboardingSteps } from '../capabilities/onboarding/ui/onboarding-steps.tsx'
import { useStatusPolling } from '../capabilities/onboarding/ui/use-status-polling.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { RoofMark } from '../site/roof.tsx'
import { SupportLink } from '../site/support-link.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/pending-review'

export const meta: Route.MetaFunction = () => privateMeta('Perfil en revisión')

/** OPEN-07: only for lawyers whose profile is in review. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url, (lawyer) => onboardingRedirect('admin_pending', lawyer))
  return { userId: user.id }
}

/** ONR-01 to ONR-03, OPEN-27. Once the team has decided, the guard redirects. */
export default function PendingReview({ loaderData: { userId } }: Route.ComponentProps) {
  useStatusPolling()
  return (
    <>
      <OnboardingSteps step="review" />
      <PageContainer className="grid justify-items-center pt-12 pb-14 md:pt-16 md:pb-20">
        <RoofMark />
        <h1 className="mt-8 text-center">Tu perfil está en revisión</h1>
        <p className="mt-3 max-w-[46ch] text-center text-lead text-muted">
          Nuestro equipo está verificando tus antecedentes. Te avisaremos por correo electrónico cuando tu
          perfil esté verificado.
        </p>
        <div className="mt-10 grid w-full max-w-190 items-start gap-4 md:grid-cols-2 md:gap-6">
          <Card>
            <h2 className="text-h4">Qué sigue</h2>
            <ol className="mt-3 grid list-decimal gap-2.5 pl-5 text-ui marker:text-muted">
              <li>Una persona del equipo compara los datos que enviaste con tu carnet de identidad.</li>
              <li>
                Si hay algo que corregir, te lo escribimos por correo y podrás enviar tu perfil otra vez.
              </li>
              <li>
                Cuando tu perfil esté verificado, aparecerás en la búsqueda y esta página te llevará a tu
                panel.
              </li>
            </ol>
          </Card>
          <Card flush className="overflow-clip">
            <h2 className="px-5 pt-5 pb-2 text-h4 md:px-6 md:pt-6">Mientras tanto</h2>
            <ul className="divide-y divide-line">
              <Meanwhile to={`/lawyer/${userId}`} title="Mira tu perfil" text="Así lo verán los clientes." />
              <Meanwhile
                to="/subscriptions"
                title="Compara los planes"
                text="Podrás suscribirte cuando tu perfil esté verificado."
              />
              <Meanwhile to="/edit-profile" title="Revisa tu cuenta" text="Tu contraseña y tus sesiones." />
              <Meanwhile to="/ayuda" title="Lee la ayuda" text="Cómo trabajan los abogados en Amparo." />
            </ul>
          </Card>
        </div>
        <ButtonLink to="/" size="lg" className="mt-10 max-md:w-full">
          Volver al inicio
        </ButtonLink>
        <p className="mt-10 text-center text-small text-muted">
          ¿Necesitas ayuda? Escríbenos a <SupportLink />.
        </p>
      </PageContainer>
    </>
  )
}

function Meanwhile({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex items-center gap-3.5 px-5 py-3 text-ui text-ink no-underline -outline-offset-2 hover:bg-sunken md:px-6"
      >
        <span className="min-w-0 flex-1">
          <b className="block font-semibold">{title}</b>
          <span className="text-small text-muted">{text}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4.5 text-muted" />
      </Link>
    </li>
  )
}

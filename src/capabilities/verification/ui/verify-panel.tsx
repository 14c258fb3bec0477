import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import { MESSAGES } from '../schema.ts'
import { Failure, Outcome, SignInFirst } from './outcome.tsx'
import type { Viewer } from './use-review-token.ts'
import { useVerification } from './use-verification.ts'

/** ADM-07. */
export const PANEL_TITLE = 'Panel de Verificación de Admin'

const TEXTS = {
  exception: 'Ocurrió un error inesperado durante la verificación.',
  already: { title: 'Sin Acción Requerida', text: 'Este abogado ya estaba verificado.' },
}

/** /admin/verify-profile?p_lawyer_id= (ROU-22, ADM-07 to ADM-12): the page linked in the e-mail. */
export function VerifyPanel({ lawyerId, viewer }: { lawyerId: string | null; viewer: Viewer }) {
  return (
    <div className="mx-auto grid w-full max-w-160">
      <PageHeading title={PANEL_TITLE} />
      <Card>
        <Content lawyerId={lawyerId} viewer={viewer} />
      </Card>
    </div>
  )
}

function Content({ lawyerId, viewer }: { lawyerId: string | null; viewer: Viewer }) {
  const { stage, confirm } = useVerification(lawyerId, viewer)
  // ADM-09.
  const back = <ButtonLink to="/">Volver al inicio</ButtonLink>
  const common = { level: 'h2', back } as const
  if (lawyerId === null) return <Failure text="ID de abogado no encontrado en la URL." {...common} />
  const here = `/admin/verify-profile?${new URLSearchParams({ p_lawyer_id: lawyerId })}`
  if (viewer === 'visitor') return <SignInFirst here={here} {...common} />
  if (viewer === 'other') return <Failure text={MESSAGES.notAllowed} {...common} />
  return <Outcome {...{ stage, lawyerId, here, confirm }} texts={TEXTS} {...common} />
}

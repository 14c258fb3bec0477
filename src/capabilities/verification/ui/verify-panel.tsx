import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import { Outcome } from './outcome.tsx'
import type { Viewer } from './use-review-token.ts'

/** ADM-07. */
export const PANEL_TITLE = 'Panel de Verificación de Admin'

const TEXTS = {
  missing: 'ID de abogado no encontrado en la URL.',
  exception: 'Ocurrió un error inesperado durante la verificación.',
  already: { title: 'Sin Acción Requerida', text: 'Este abogado ya estaba verificado.' },
}

/** /admin/verify-profile?p_lawyer_id= (ROU-22, ADM-07 to ADM-12): the page linked in the e-mail. */
export function VerifyPanel({ lawyerId, viewer }: { lawyerId: string | null; viewer: Viewer }) {
  return (
    <div className="mx-auto grid w-full max-w-160">
      <PageHeading title={PANEL_TITLE} />
      <Card>
        <Outcome
          lawyerId={lawyerId}
          viewer={viewer}
          texts={TEXTS}
          level="h2"
          here={`/admin/verify-profile?${new URLSearchParams({ p_lawyer_id: lawyerId ?? '' })}`}
          // ADM-09.
          back={<ButtonLink to="/">Volver al inicio</ButtonLink>}
        />
      </Card>
    </div>
  )
}

import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Outcome } from './outcome.tsx'
import type { Viewer } from './use-review-token.ts'

const TEXTS = {
  missing: 'No se proporcionó un ID de abogado para la verificación.',
  exception: 'Ocurrió un error al procesar la verificación. Por favor, contacta a soporte.',
  // TRAP-13: on this page it is an error.
  already: null,
}

/** /verify-profile/{id} (ROU-11, ADM-01 to ADM-06): the whole page shows the verification stage. */
export function VerifyResult({ lawyerId, viewer }: { lawyerId: string | null; viewer: Viewer }) {
  return (
    <Outcome
      lawyerId={lawyerId}
      viewer={viewer}
      texts={TEXTS}
      level="h1"
      here={`/verify-profile/${encodeURIComponent(lawyerId ?? '')}`}
      // ADM-02, ADM-03.
      back={<ButtonLink to={viewer === 'admin' ? '/admin-dashboard' : '/'}>Volver</ButtonLink>}
    />
  )
}

import { ButtonLink } from '../../../ui/actions/button.tsx'
import { MESSAGES } from '../schema.ts'
import { Failure, Outcome, SignInFirst } from './outcome.tsx'
import type { Viewer } from './use-review-token.ts'
import { useVerification } from './use-verification.ts'

const TEXTS = {
  exception: 'Ocurrió un error al procesar la verificación. Por favor, contacta a soporte.',
  // TRAP-13: on this page it is an error.
  already: null,
}

/** /verify-profile/{id} (ROU-11, ADM-01 to ADM-06): the whole page shows the verification stage. */
export function VerifyResult({ lawyerId, viewer }: { lawyerId: string | null; viewer: Viewer }) {
  const { stage, confirm } = useVerification(lawyerId, viewer)
  // ADM-02, ADM-03.
  const back = <ButtonLink to={viewer === 'admin' ? '/admin-dashboard' : '/'}>Volver</ButtonLink>
  const common = { level: 'h1', back } as const
  if (lawyerId === null)
    return <Failure text="No se proporcionó un ID de abogado para la verificación." {...common} />
  const here = `/verify-profile/${encodeURIComponent(lawyerId)}`
  if (viewer === 'visitor') return <SignInFirst here={here} {...common} />
  if (viewer === 'other') return <Failure text={MESSAGES.notAllowed} {...common} />
  return <Outcome {...{ stage, lawyerId, here, confirm }} texts={TEXTS} {...common} />
}

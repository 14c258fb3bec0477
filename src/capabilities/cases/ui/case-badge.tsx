import { Badge, type BadgeTone } from '../../../ui/display/badge.tsx'
import type { CaseStatus } from '../schema.ts'

const TONES: Record<CaseStatus, BadgeTone> = {
  ingresado: 'accent',
  activo: 'verified',
  'en progreso': 'primary',
  finalizado: 'neutral',
  retirado: 'neutral',
}

/** CAS-01: the status in upper case; `proposed`: a proposal waits for the client's answer. */
export function CaseBadge({ status, proposed = false }: { status: CaseStatus; proposed?: boolean }) {
  return (
    <Badge caps tone={proposed ? 'primary' : TONES[status]}>
      {(proposed ? 'Con propuesta' : status).toUpperCase()}
    </Badge>
  )
}

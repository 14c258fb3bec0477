import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import type { CaseStatus } from '../schema.ts'

const TONES: Record<CaseStatus, BadgeTone> = {
  ingresado: 'accent',
  activo: 'verified',
  'en progreso': 'primary',
  finalizado: 'neutral',
}

/** CAS-01: the status in upper case. */
export function CaseBadge({ status }: { status: CaseStatus }) {
  return (
    <Badge caps tone={TONES[status]}>
      {status.toUpperCase()}
    </Badge>
  )
}

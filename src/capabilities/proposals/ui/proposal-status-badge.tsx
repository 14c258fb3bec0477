import { Badge, type BadgeTone } from '../../../ui/display/badge.tsx'
import { type ProposalStatus, STATUS_LABELS } from '../schema.ts'

const TONES: Record<ProposalStatus, BadgeTone> = {
  pending: 'accent',
  edited: 'neutral',
  accepted: 'verified',
  rejected: 'neutral',
}

/** PRP-15: the status of a proposal. */
export function ProposalStatusBadge({ status }: { status: ProposalStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
}

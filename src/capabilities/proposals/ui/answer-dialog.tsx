import type { ReactNode, RefObject } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Side } from '../../cases/schema.ts'
import { allowedEvents, type ProposalEvent } from '../rules.ts'
import { MESSAGES, type Proposal, type ProposalStatus } from '../schema.ts'
import { CaseLine } from './case-line.tsx'
import { Conditions } from './conditions.tsx'
import { useProposalAction } from './use-proposal-action.ts'

/** The events that the recipient of a proposal may trigger. */
export type AnswerEvent = Exclude<ProposalEvent, 'withdraw'>

export interface AnswerDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  event: AnswerEvent
  proposal: Proposal
  isWithdrawn: boolean
  side: Side
  partnerName: string
  /** The card takes the focus: the button that opened the dialog disappears after the answer. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation before accepting or rejecting, and explains the effect. */
export function AnswerDialog(props: AnswerDialogProps) {
  const { event, proposal, isWithdrawn, side, partnerName, ...dialog } = props
  const action = useProposalAction(
    event,
    proposal.id,
    () => event === 'accept' && toast({ kind: 'success', text: MESSAGES.accepted }),
  )
  const { status, mine } = proposal
  const isAllowed = !isWithdrawn && allowedEvents(status, mine ? 'creator' : 'other').includes(event)
  const { title, confirmText, effect } = textsOf(event, side, partnerName)
  const { fee, deadline, conditions } = proposal.content
  return (
    <SubmitDialog
      {...dialog}
      {...action}
      outdated={!isAllowed}
      onOutdated={() => toast({ kind: 'info', text: overText(isWithdrawn ? null : status) })}
      title={title}
      cancelText="Volver"
      confirmText={confirmText}
      danger={event !== 'accept'}
    >
      {(event === 'accept' || proposal.case_title) && (
        <p className="mb-4 text-ui text-muted">
          <CaseLine title={proposal.case_title} side={side} partnerName={partnerName} />
        </p>
      )}
      <dl className="text-ui">
        <Fact name={side === 'client' ? 'Abogado' : 'Cliente'}>{partnerName}</Fact>
        <Fact name="Honorarios">
          <span className="tabular-nums">{formatMoney(fee)}</span>
        </Fact>
        {deadline && <Fact name="Plazo">{formatDate(deadline)}</Fact>}
        {event === 'accept' && conditions.length > 0 && (
          <Fact name="Condiciones">
            <Conditions items={conditions} />
          </Fact>
        )}
      </dl>
      <Notice className="mt-4">{effect}</Notice>
    </SubmitDialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] border-t border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Toast when the proposal was answered or withdrawn meanwhile, possibly by the same user in another tab. */
const overText = (status: ProposalStatus | null) =>
  status === null ? MESSAGES.gone : status === 'accepted' ? MESSAGES.accepted : MESSAGES.rejected

function textsOf(event: AnswerEvent, side: Side, partnerName: string) {
  if (event === 'accept')
    return {
      title: '¿Aceptar esta propuesta?',
      confirmText: 'Aceptar propuesta',
      effect:
        side === 'client'
          ? 'Tu causa pasa a estado activo y las otras propuestas para ella se rechazan. Para representarte en tribunales, tu abogado te pedirá además un mandato.'
          : 'La causa pasa a estado activo y las otras propuestas para ella se rechazan.',
    }
  return {
    title: '¿Rechazar esta propuesta?',
    confirmText: 'Rechazar propuesta',
    effect: `${partnerName} verá que la rechazaste. La conversación sigue abierta y puede enviarte otra.`,
  }
}

import { type ReactNode, type RefObject, useEffect } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Side } from '../../cases/schema.ts'
import { actionsOf, type ProposalEvent } from '../rules.ts'
import { MESSAGES, type Proposal, type ProposalStatus } from '../schema.ts'
import { CaseLine } from './case-line.tsx'
import { Conditions } from './conditions.tsx'
import { useAnswer } from './use-answer.ts'

/** What whoever received a proposal may do with it. */
export type Answer = Exclude<ProposalEvent, 'withdraw'>

export interface AnswerDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  event: Answer
  proposal: Proposal
  /** It was withdrawn. */
  gone: boolean
  /** The side of whoever looks. */
  side: Side
  partnerName: string
  /** The card: the button that opened the dialog goes with the answer. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before a proposal is accepted or rejected, and says what happens then. */
export function AnswerDialog({
  open,
  onOpenChange,
  event,
  proposal,
  gone,
  side,
  partnerName,
  finalFocus,
}: AnswerDialogProps) {
  const { answer, pending, problem, forget } = useAnswer(
    proposal.id,
    open,
    () => onOpenChange(false),
    (done) => done === 'accept' && toast({ kind: 'success', text: MESSAGES.accepted }),
  )
  const { status, mine } = proposal
  const still = !gone && actionsOf(status, mine ? 'creator' : 'other').includes(event)
  const isOver = open && !still && !pending
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it comes to be over
  useEffect(() => {
    if (!isOver) return
    toast({ kind: 'info', text: overWords(gone ? null : status) })
    onOpenChange(false)
  }, [isOver])
  const { title, confirmText, what } = wordsOf(event, side, partnerName)
  const { fee, deadline, conditions } = proposal.content
  return (
    <ConfirmDialog
      open={open && (still || pending)}
      onOpenChange={(next) => {
        if (!next) forget()
        onOpenChange(next)
      }}
      title={title}
      cancelText="Volver"
      confirmText={confirmText}
      danger={event !== 'accept'}
      pending={pending}
      onConfirm={() => answer(event)}
      finalFocus={finalFocus}
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
            <Conditions of={conditions} />
          </Fact>
        )}
      </dl>
      <Notice className="mt-4">{what}</Notice>
      {problem && (
        <Notice kind="danger" className="mt-3">
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
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

/** Somebody was first, perhaps oneself in another tab: why there is nothing left to ask. */
const overWords = (status: ProposalStatus | null) =>
  status === null ? MESSAGES.gone : status === 'accepted' ? MESSAGES.accepted : MESSAGES.rejected

function wordsOf(event: Answer, side: Side, partnerName: string) {
  if (event === 'accept')
    return {
      title: '¿Aceptar esta propuesta?',
      confirmText: 'Aceptar propuesta',
      what:
        side === 'client'
          ? 'Tu causa pasa a estado activo y las otras propuestas para ella se rechazan. Para representarte en tribunales, tu abogado te pedirá además un mandato.'
          : 'La causa pasa a estado activo y las otras propuestas para ella se rechazan.',
    }
  return {
    title: '¿Rechazar esta propuesta?',
    confirmText: 'Rechazar propuesta',
    what: `${partnerName} verá que la rechazaste. La conversación sigue abierta y puede enviarte otra.`,
  }
}

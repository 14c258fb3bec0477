import { FileX } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { useIsSuspended } from '../../../site/use-root-data.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { Side } from '../../cases/schema.ts'
import { useBlock } from '../../chat/ui/conversation/use-block.ts'
import { allowedEvents } from '../rules.ts'
import { MESSAGES, type Proposal } from '../schema.ts'
import type { AnswerEvent } from './answer-dialog.tsx'
import { acceptanceEffect, CaseLine } from './case-line.tsx'
import { ProposalContent } from './proposal-content.tsx'
import { ProposalStatusBadge } from './proposal-status-badge.tsx'
import { useProposal } from './use-proposal.ts'

export interface ProposalCardProps {
  /** Null when the proposal of the message was withdrawn. */
  proposalId: string | null
  /** Side of the reader. */
  side: Side
  /** The other party of the chat. */
  partnerName: string
}

/** A fee proposal inside a chat, with its current status (PRP-05 to PRP-18, OPEN-37, OPEN-38). */
export function ProposalCard({ proposalId, ...parties }: ProposalCardProps) {
  // Keep the card mounted when its proposal is withdrawn, so that the focus and an open dialog stay.
  const [lastId, setLastId] = useState(proposalId)
  if (proposalId !== null && proposalId !== lastId) setLastId(proposalId)
  if (lastId === null) return <LoadedCard proposal={null} isWithdrawn {...parties} />
  return <CardLoader key={lastId} id={lastId} isReferenced={proposalId !== null} {...parties} />
}

interface CardLoaderProps extends Omit<ProposalCardProps, 'proposalId'> {
  id: string
  /** Whether the message still refers to the proposal; false after a withdrawal. */
  isReferenced: boolean
}

function CardLoader({ id, isReferenced, ...parties }: CardLoaderProps) {
  const query = useProposal(id)
  const { data } = query
  const [lastData, setLastData] = useState(data)
  if (data && data !== lastData) setLastData(data)
  return (
    <Loaded
      query={isReferenced ? query : { ...query, data: null }}
      failed={MESSAGES.notFound}
      label="Cargando la propuesta…"
      className={`${FRAME_CLASS} p-4.5`}
    >
      {(proposal) => (
        <LoadedCard proposal={proposal ?? lastData ?? null} isWithdrawn={!proposal} {...parties} />
      )}
    </Loaded>
  )
}

const FRAME_CLASS = 'w-full max-w-120 rounded-l border border-line-strong bg-surface text-ink'

const WithdrawnLabel = () => (
  <span className="flex items-center gap-2.5 text-ui text-muted">
    <FileX aria-hidden="true" className="size-5" />
    Propuesta retirada
  </span>
)

const loadDialog = () => import('./answer-dialog.tsx')

interface LoadedCardProps extends Omit<ProposalCardProps, 'proposalId'> {
  /** After a withdrawal: the last known version, or null if it was never loaded. */
  proposal: Proposal | null
  isWithdrawn?: boolean
}

function LoadedCard({ proposal, isWithdrawn = false, side, partnerName }: LoadedCardProps) {
  const labelId = useId()
  const card = useRef<HTMLElement>(null)
  const [event, setEvent] = useState<AnswerEvent>('accept')
  const dialog = useLazyDialog(loadDialog, (module) => module.AnswerDialog)
  const openDialog = (next: AnswerEvent) => {
    setEvent(next)
    dialog.show()
  }
  const status = proposal?.status
  const hadFocus = useRef(false)
  // The buttons disappear when the proposal is answered or withdrawn: move the focus from them to the card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run whenever the buttons may have disappeared
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      card.current?.focus({ preventScroll: true })
  }, [status, isWithdrawn])
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={labelId}
      onFocus={() => {
        hadFocus.current = true
      }}
      // relatedTarget is null when the focused button is removed.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false
      }}
      className={`${FRAME_CLASS} outline-offset-2`}
    >
      <div
        className={classNames(
          'flex items-center justify-between gap-3 px-4.5',
          isWithdrawn ? 'py-4.5' : 'border-b border-line py-3.5',
        )}
      >
        {!isWithdrawn && (
          <p id={labelId} className="font-serif text-[1.0625rem]/6 font-[560]">
            Propuesta de honorarios
          </p>
        )}
        {/* Live region: the status changes when the other party answers or withdraws. */}
        <span role="status" id={isWithdrawn ? labelId : undefined}>
          {isWithdrawn || !proposal ? <WithdrawnLabel /> : <ProposalStatusBadge status={proposal.status} />}
        </span>
      </div>
      {!isWithdrawn && proposal && (
        <CardBody {...{ proposal, side, partnerName, openDialog }} pending={dialog.pending ? event : null} />
      )}
      {proposal && dialog.render({ event, proposal, isWithdrawn, side, partnerName, finalFocus: card })}
    </article>
  )
}

interface CardBodyProps extends Omit<ProposalCardProps, 'proposalId'> {
  proposal: Proposal
  openDialog(event: AnswerEvent): void
  /** The button whose dialog is loading. */
  pending: AnswerEvent | null
}

function CardBody({ proposal, side, partnerName, openDialog, pending }: CardBodyProps) {
  const { status, mine, case_id, case_title } = proposal
  // PRP-06, PRP-07, H-11: no buttons for the creator, who withdraws a proposal in the panel.
  const isSuspended = useIsSuspended()
  // Who blocked the other party (DAT-68) unblocks them first: the field of a new message says so.
  const { blocks } = useBlock(proposal.chat_id)
  const hasButtons = !isSuspended && !blocks && !mine && allowedEvents(status, 'other').length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4.5">
      {case_title && (
        <p className="text-small text-muted">
          <CaseLine title={case_title} side={side} partnerName={partnerName} />
          {/* Before acceptance only the client may open the case; an accepted proposal has a button below. */}
          {side === 'client' && status !== 'accepted' && case_id && (
            <>
              {' '}
              <TextLink to={`/case/${case_id}`}>Ver Causa</TextLink>
            </>
          )}
        </p>
      )}
      <ProposalContent content={proposal.content} />
      {mine && status === 'pending' && <p className="text-small text-muted">{MESSAGES.waiting}</p>}
      {hasButtons && (
        <div className="grid gap-3">
          <div className="grid grid-cols-[1fr_1.5fr] gap-2.5 *:px-2">
            <Button pending={pending === 'reject'} onClick={() => openDialog('reject')}>
              Rechazar
            </Button>
            <Button variant="primary" pending={pending === 'accept'} onClick={() => openDialog('accept')}>
              Aceptar propuesta
            </Button>
          </div>
          <p className="text-small text-muted">{acceptanceEffect(side, partnerName)}</p>
        </div>
      )}
      {status === 'accepted' && case_id && (
        <ButtonLink to={`/case/${case_id}`} className="justify-self-start">
          Ver Causa
        </ButtonLink>
      )}
    </div>
  )
}

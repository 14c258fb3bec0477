import { FileX } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import type { Side } from '../../cases/schema.ts'
import { actionsOf } from '../rules.ts'
import { MESSAGES, type Proposal } from '../schema.ts'
import type { Answer } from './answer-dialog.tsx'
import { CaseLine, onAcceptance } from './case-line.tsx'
import { ProposalContent } from './proposal-content.tsx'
import { ProposalBadge } from './status-badge.tsx'
import { useCard } from './use-card.ts'

export interface ProposalCardProps {
  /** Null in a message whose proposal was withdrawn. */
  proposalId: string | null
  /** The side of whoever looks. */
  side: Side
  /** The other party of the chat. */
  partnerName: string
}

/** A fee proposal inside a conversation, always as it stands now (PRP-05 to PRP-18, OPEN-37, OPEN-38). */
export function ProposalCard({ proposalId, ...people }: ProposalCardProps) {
  // Of one that is withdrawn under one's eyes the card keeps its place, and with it the focus and an open question.
  const [known, setKnown] = useState(proposalId)
  if (proposalId !== null && proposalId !== known) setKnown(proposalId)
  if (known === null) return <Standing proposal={null} gone {...people} />
  return <Loaded key={known} id={known} isNamed={proposalId !== null} {...people} />
}

interface LoadedProps extends Omit<ProposalCardProps, 'proposalId'> {
  id: string
  /** The message still names it. */
  isNamed: boolean
}

function Loaded({ id, isNamed, ...people }: LoadedProps) {
  const { data, isPending, isFetching, refetch } = useCard(id)
  const [seen, setSeen] = useState(data)
  if (data && data !== seen) setSeen(data)
  if (!isNamed || data === null) return <Standing proposal={seen ?? null} gone {...people} />
  if (data) return <Standing proposal={data} {...people} />
  if (isPending) return <Coming />
  return (
    <Frame className="flex flex-wrap items-center justify-between gap-3 p-4.5">
      <p className="text-ui text-muted">{MESSAGES.notFound}</p>
      <Button size="sm" pending={isFetching} onClick={() => refetch()}>
        Reintentar
      </Button>
    </Frame>
  )
}

const FRAME = 'w-full max-w-120 rounded-l border border-line-strong bg-surface text-ink'

const Frame = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames(FRAME, className)}>{children}</div>
)

const Gone = () => (
  <span className="flex items-center gap-2.5 text-ui text-muted">
    <FileX aria-hidden="true" className="size-5" />
    Propuesta retirada
  </span>
)

function Coming() {
  return (
    <Frame>
      <SkeletonGroup label="Cargando la propuesta…" className="grid gap-3 p-4.5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton />
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-7 w-1/3" />
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    </Frame>
  )
}

const loadDialog = () => import('./answer-dialog.tsx')

interface StandingProps extends Omit<ProposalCardProps, 'proposalId'> {
  /** As it was, when it is gone; null where nobody has seen it. */
  proposal: Proposal | null
  /** It was withdrawn. */
  gone?: boolean
}

function Standing({ proposal, gone = false, side, partnerName }: StandingProps) {
  const name = useId()
  const card = useRef<HTMLElement>(null)
  const [event, setEvent] = useState<Answer>('accept')
  const dialog = useFetchedDialog(loadDialog, (module) => module.AnswerDialog)
  const ask = (next: Answer) => {
    setEvent(next)
    dialog.show()
  }
  const status = proposal?.status
  const hadFocus = useRef(false)
  // The buttons go when the other party answers or takes it back: who was at one stays at the card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the buttons may have gone
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      card.current?.focus({ preventScroll: true })
  }, [status, gone])
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={name}
      onFocus={() => {
        hadFocus.current = true
      }}
      // To nothing it goes when its button vanishes.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false
      }}
      className={`${FRAME} outline-offset-2`}
    >
      <div
        className={classNames(
          'flex items-center justify-between gap-3 px-4.5',
          gone ? 'py-4.5' : 'border-b border-line py-3.5',
        )}
      >
        {!gone && (
          <p id={name} className="font-serif text-[1.0625rem]/6 font-[560]">
            Propuesta de honorarios
          </p>
        )}
        {/* It changes under one's eyes when the other party answers, or takes it back. */}
        <span role="status" id={gone ? name : undefined}>
          {gone || !proposal ? <Gone /> : <ProposalBadge status={proposal.status} />}
        </span>
      </div>
      {!gone && proposal && (
        <Body {...{ proposal, side, partnerName, ask }} pending={dialog.pending ? event : null} />
      )}
      {dialog.Part && proposal && (
        <dialog.Part
          open={dialog.open}
          onOpenChange={dialog.setOpen}
          {...{ event, proposal, gone, side, partnerName }}
          finalFocus={card}
        />
      )}
    </article>
  )
}

interface BodyProps extends Omit<ProposalCardProps, 'proposalId'>, Pick<ActionsProps, 'ask' | 'pending'> {
  proposal: Proposal
}

function Body({ proposal, side, partnerName, ask, pending }: BodyProps) {
  const { status, mine, case_id, case_title } = proposal
  // PRP-06, H-11: the creator has no buttons here; a proposal is withdrawn in the panel.
  const actions = mine ? [] : actionsOf(status, 'other')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4.5">
      {case_title && (
        <p className="text-small text-muted">
          <CaseLine title={case_title} side={side} partnerName={partnerName} />
          {/* Until the lawyer has the case it opens to its client alone; an accepted one has a button. */}
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
      {actions.length > 0 && <Actions {...{ pending, ask }} hint={onAcceptance(side, partnerName)} />}
      {status === 'accepted' && case_id && (
        <ButtonLink to={`/case/${case_id}`} className="justify-self-start">
          Ver Causa
        </ButtonLink>
      )}
    </div>
  )
}

interface ActionsProps {
  /** The one whose dialog is being fetched. */
  pending: Answer | null
  ask(event: Answer): void
  /** What acceptance does. */
  hint: string
}

/** The buttons that the state graph gives whoever received the proposal (PRP-07). */
function Actions({ pending, ask, hint }: ActionsProps) {
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[1fr_1.5fr] gap-2.5 *:px-2">
        <Button pending={pending === 'reject'} onClick={() => ask('reject')}>
          Rechazar
        </Button>
        <Button variant="primary" pending={pending === 'accept'} onClick={() => ask('accept')}>
          Aceptar propuesta
        </Button>
      </div>
      <p className="text-small text-muted">{hint}</p>
    </div>
  )
}

import { Check, Clock, Info } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatClockTime } from '../../../../chile/clock-time.ts'
import { classNames } from '../../../../ui/theme/class-names.ts'
import { fullTime } from '../chat-times.ts'
import type { ShownMessage, Side } from './timeline.ts'

export type RenderProposal = (message: ShownMessage) => ReactNode

export interface MessageRowProps {
  message: ShownMessage
  /** The reader's side. */
  side: Side
  partnerName: string
  startsGroup: boolean
  endsGroup: boolean
  renderProposal: RenderProposal
}

/** One message, by its type (CHA-10). User content is rendered as plain text. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, side, partnerName, startsGroup, renderProposal } = props
  if (message.type === 'system') return <SystemLine message={message} />
  const isMine = message.side === side
  const proposal = message.type === 'proposal' ? renderProposal(message) : null
  return (
    <div
      data-message={message.id}
      className={classNames(
        'grid gap-1',
        startsGroup ? 'pt-2' : 'pt-0.5',
        isMine ? 'justify-items-end' : 'justify-items-start',
        // Skips rendering off screen. Not for cards: a focused card may extend past its box.
        !proposal &&
          '[contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] print:[content-visibility:visible]',
      )}
    >
      {startsGroup && <span className="sr-only">{isMine ? 'Tú' : partnerName}:</span>}
      {proposal ?? <Bubble {...props} isMine={isMine} />}
      <Foot message={message} isMine={isMine} isShown={props.endsGroup} />
    </div>
  )
})

function Bubble({ message, isMine, endsGroup }: MessageRowProps & { isMine: boolean }) {
  return (
    <p
      dir="auto"
      className={classNames(
        'max-w-[min(35rem,86%)] rounded-[14px] px-3.5 py-2.5 text-ui wrap-anywhere whitespace-pre-wrap md:max-w-[min(35rem,78%)]',
        isMine ? 'bg-bubble-me text-on-bubble-me' : 'bg-bubble',
        endsGroup && (isMine ? 'rounded-br-[4px]' : 'rounded-bl-[4px]'),
        message.type === 'proposal' && 'border border-line-strong',
      )}
    >
      {message.content}
    </p>
  )
}

/** The time below the last message of a group, and the delivery state of the user's own messages. */
function Foot({ message, isMine, isShown }: { message: ShownMessage; isMine: boolean; isShown: boolean }) {
  const isSending = message.seq === undefined
  if (!isShown && !isSending) return null
  return (
    <p className="mb-1 flex items-center gap-1.25 text-micro text-muted">
      <time dateTime={message.created_at} title={fullTime(message.created_at)}>
        {formatClockTime(message.created_at)}
      </time>
      {isMine && (
        <>
          {isSending ? (
            <Clock aria-hidden="true" className="size-3.75" />
          ) : (
            <Check aria-hidden="true" className="size-3.75" />
          )}
          <span className="sr-only">{isSending ? 'Enviando…' : 'Enviado'}</span>
        </>
      )}
    </p>
  )
}

/** A system message (OPEN-39). */
function SystemLine({ message }: { message: ShownMessage }) {
  return (
    <p
      data-message={message.id}
      title={fullTime(message.created_at)}
      className="flex items-start justify-center gap-2 px-2 py-3 text-small wrap-anywhere whitespace-pre-wrap text-muted"
    >
      <Info aria-hidden="true" className="mt-0.5 size-4" />
      <span className="min-w-0">{message.content}</span>
    </p>
  )
}

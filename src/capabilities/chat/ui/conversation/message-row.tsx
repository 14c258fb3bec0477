import { Check, Clock, Eye, Info } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatClockTime } from '../../../../chile/clock-time.ts'
import { occurrences } from '../../../../ui/lists/fold.ts'
import { classNames } from '../../../../ui/theme/class-names.ts'
import { fullTime } from '../chat-times.ts'
import type { ShownMessage, Side } from './timeline.ts'

export type RenderMessage = (message: ShownMessage) => ReactNode

export interface MessageRowProps {
  message: ShownMessage
  /** The reader's side. */
  side: Side
  partnerName: string
  startsGroup: boolean
  endsGroup: boolean
  /** SEG-72: whether it is the last own message that the partner has read. */
  isSeen: boolean
  /** SEG-73: a text that is marked in it, or ''; `isCurrent`: whether the search jumps to this message. */
  marked: string
  isCurrent: boolean
  /** A message of another type than text and system. */
  renderCard: RenderMessage
}

/** One message, by its type (CHA-10). User content is rendered as plain text. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, side, partnerName, startsGroup, renderCard } = props
  if (message.type === 'system') return <SystemLine message={message} />
  const isMine = message.side === side
  const card = message.type === 'text' ? null : renderCard(message)
  return (
    <div
      data-message={message.id}
      className={classNames(
        'grid gap-1',
        startsGroup ? 'pt-2' : 'pt-0.5',
        isMine ? 'justify-items-end' : 'justify-items-start',
        // Skips rendering off screen. Not for cards: a focused card may extend past its box.
        !card &&
          '[contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] print:[content-visibility:visible]',
      )}
    >
      {startsGroup && <span className="sr-only">{isMine ? 'Tú' : partnerName}:</span>}
      {card ?? <Bubble {...props} isMine={isMine} />}
      <Foot message={message} isMine={isMine} isShown={props.endsGroup} />
      {props.isSeen && (
        <p className="mb-1 flex items-center gap-1.25 text-micro text-muted">
          <Eye aria-hidden="true" className="size-3.75" />
          Visto
        </p>
      )}
    </div>
  )
})

function Bubble({ message, isMine, endsGroup, marked, isCurrent }: MessageRowProps & { isMine: boolean }) {
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
      {marked === '' ? (
        message.content
      ) : (
        <Marked text={message.content} marked={marked} isCurrent={isCurrent} />
      )}
    </p>
  )
}

/** A text with every occurrence of another one marked (SEG-73). */
function Marked({ text, marked, isCurrent }: { text: string; marked: string; isCurrent: boolean }) {
  return occurrences(text, marked).map(({ text: part, hit }, index) =>
    hit ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        key={index}
        className={classNames(
          'rounded-s bg-accent-soft px-0.5 text-accent-ink',
          isCurrent && 'font-semibold outline-2 outline-accent',
        )}
      >
        {part}
      </mark>
    ) : (
      part
    ),
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

import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useToday } from '../../../../site/use-today.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { TEXTS } from '../texts.ts'
import { MessageRow, type RenderMessage } from './message-row.tsx'
import { type ShownMessage, type Side, toTimeline } from './timeline.ts'
import { useTimelineScroll } from './use-timeline-scroll.ts'

export interface MessageTimelineProps {
  messages: readonly ShownMessage[]
  side: Side
  partnerName: string
  /** Whether an empty conversation explains how to begin. */
  invites: boolean
  unreadAfter: number | null
  /** SEG-72: the partner has read up to this message; null: unknown. */
  seenUpTo: number | null
  /** SEG-73: what is searched, and the message that is jumped to. */
  searched: { text: string; current: { id: string; seq: number } | null }
  /** Loads older messages up to this one. @returns whether it exists */
  loadUntil(seq: number): Promise<void>
  older: { more: boolean; isLoading: boolean; hasFailed: boolean; load(): void }
  renderCard: RenderMessage
}

/** CHA-08 to CHA-10: the messages, newest at the bottom. */
export function MessageTimeline(props: MessageTimelineProps) {
  const { messages, side, partnerName, invites, unreadAfter, older, renderCard } = props
  const { seenUpTo, searched, loadUntil } = props
  const box = useRef<HTMLDivElement>(null)
  const topSentinel = useRef<HTMLDivElement>(null)
  const today = useToday()
  const items = useMemo(
    () => toTimeline(messages, { side, unreadAfter, today }),
    [messages, side, unreadAfter, today],
  )
  const { hasNewMessages, scrollToEnd, onScroll } = useTimelineScroll(box, topSentinel, {
    messages,
    side,
    wantsOlder: older.more && !older.isLoading && !older.hasFailed,
    loadOlder: older.load,
  })

  // Opened with unread messages: scroll to the first of them.
  useLayoutEffect(() => {
    const divider = box.current?.querySelector('[data-unread]')
    const element = box.current
    if (!divider || !element) return
    const below = divider.getBoundingClientRect().top - element.getBoundingClientRect().top - 24
    if (below < 0) element.scrollTop += below
  }, [])

  useJump(box, searched.current, loadUntil)
  const seenId = useMemo(
    () =>
      seenUpTo === null
        ? null
        : messages.findLast(
            (one) => one.side === side && one.type !== 'system' && (one.seq ?? Infinity) <= seenUpTo,
          )?.id,
    [messages, side, seenUpTo],
  )

  return (
    <div className="relative grid min-h-0">
      <div
        ref={box}
        onScroll={onScroll}
        role="log"
        aria-label={`Conversación con ${partnerName}`}
        // Announcer announces new messages; older pages must not be announced.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
        tabIndex={0}
        className="flex flex-col-reverse overflow-y-auto overscroll-contain print:overflow-visible px-4 pb-4 focus-visible:-outline-offset-2 md:px-7 md:pb-5"
      >
        {/* One child, so that only the scroll direction is reversed, not the order of the messages. */}
        <div>
          <div ref={topSentinel} className="grid min-h-px place-items-center">
            {older.more && (
              <div className="grid min-h-16 place-items-center gap-2 py-3">
                {older.hasFailed && (
                  <p role="alert" className="text-small font-medium text-danger-ink">
                    {TEXTS.messagesFailed}
                  </p>
                )}
                {older.isLoading ? (
                  <Spinner className="text-primary-ink" />
                ) : (
                  <Button size="sm" variant="quiet" onClick={older.load}>
                    {older.hasFailed ? 'Reintentar' : 'Ver mensajes anteriores'}
                  </Button>
                )}
              </div>
            )}
          </div>
          {items.map((item) =>
            item.kind === 'day' ? (
              <Divider key={item.key} label={item.label} />
            ) : item.kind === 'unread' ? (
              <Divider key={item.key} label={TEXTS.news} isUnread />
            ) : (
              <MessageRow
                key={item.key}
                message={item.message}
                side={side}
                partnerName={partnerName}
                startsGroup={item.startsGroup}
                endsGroup={item.endsGroup}
                isSeen={item.message.id === seenId}
                marked={searched.text}
                isCurrent={item.message.id === searched.current?.id}
                renderCard={renderCard}
              />
            ),
          )}
        </div>
      </div>
      {messages.length === 0 && (
        <div className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-muted">
          <p>{TEXTS.noMessages}</p>
          {invites && <p className="max-w-[44ch] text-ui text-pretty">{TEXTS.begin}</p>}
        </div>
      )}
      {hasNewMessages && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
          <Button
            variant="primary"
            size="sm"
            className="pointer-events-auto rounded-full shadow-float"
            onClick={scrollToEnd}
          >
            {TEXTS.news}
            <ArrowDown aria-hidden="true" className="size-4" />
          </Button>
        </div>
      )}
      <Announcer messages={messages} side={side} partnerName={partnerName} />
    </div>
  )
}

/** SEG-73: loads and shows the message that the search found. */
function useJump(
  box: RefObject<HTMLDivElement | null>,
  target: { id: string; seq: number } | null,
  loadUntil: (seq: number) => Promise<void>,
): void {
  const [id, seq] = [target?.id, target?.seq]
  const pending = useRef<string>(null)
  useEffect(() => {
    pending.current = id ?? null
    // If it cannot be loaded, the bar still says how many there are.
    if (seq !== undefined) loadUntil(seq).catch(() => {})
  }, [id, seq, loadUntil])
  // After each rendering: the message is there once its page is.
  useEffect(() => {
    const message = pending.current && box.current?.querySelector(`[data-message="${pending.current}"]`)
    if (!message) return
    pending.current = null
    message.scrollIntoView({ block: 'center' })
  })
}

function Divider({ label, isUnread }: { label: string; isUnread?: boolean }) {
  const line = `h-px flex-1 ${isUnread ? 'bg-accent' : 'bg-line'}`
  return (
    <div
      data-unread={isUnread ? '' : undefined}
      className={`mt-3 mb-1.5 flex items-center gap-3.5 text-micro font-medium ${isUnread ? 'text-accent-ink' : 'text-muted'}`}
    >
      <span aria-hidden="true" className={line} />
      {label}
      <span aria-hidden="true" className={line} />
    </div>
  )
}

/** Announces only new messages of the other side to screen readers. */
function Announcer({
  messages,
  side,
  partnerName,
}: Pick<MessageTimelineProps, 'messages' | 'side' | 'partnerName'>) {
  const region = useRef<HTMLParagraphElement>(null)
  const last = messages.at(-1)
  const announcedSeq = useRef(last?.seq ?? 0)
  useEffect(() => {
    if (!last?.seq || last.seq <= announcedSeq.current) return
    announcedSeq.current = last.seq
    if (last.side !== side && region.current) region.current.textContent = `${partnerName}: ${last.content}`
  }, [last, side, partnerName])
  return <p ref={region} role="status" className="sr-only" />
}

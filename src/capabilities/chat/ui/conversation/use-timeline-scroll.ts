import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownMessage, Side } from './timeline.ts'

/** Distance from the end that still counts as the end. */
const END_TOLERANCE_PX = 80
/** Distance from the top at which older messages are loaded. */
const PRELOAD_DISTANCE_PX = 600

export interface TimelineScrollInput {
  messages: readonly ShownMessage[]
  side: Side
  /** Whether older messages exist and are not being loaded. */
  wantsOlder: boolean
  loadOlder(): void
}

/**
 * Scrolling of a conversation. The scroll box is reversed (`flex-col-reverse`): scrollTop is 0 at the end and
 * negative above it, so older messages and late layout above do not shift the view, and a view at the end
 * stays there.
 */
export function useTimelineScroll(
  box: RefObject<HTMLDivElement | null>,
  topSentinel: RefObject<HTMLElement | null>,
  { messages, side, wantsOlder, loadOlder }: TimelineScrollInput,
) {
  const [hasNewMessages, setHasNewMessages] = useState(false)

  const scrollToEnd = () => {
    box.current?.scrollTo({ top: 0 })
    setHasNewMessages(false)
  }
  const onScroll = ({ currentTarget }: UIEvent) => {
    if (currentTarget.scrollTop > -END_TOLERANCE_PX) setHasNewMessages(false)
  }

  // The user's own message scrolls to the end; a partner's message only shows the «Mensajes nuevos» button.
  const last = messages.at(-1)
  const lastId = last?.id
  const isMine = last?.side === side
  const previousLastId = useRef(lastId)
  const previousHeight = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const grownBy = element.scrollHeight - previousHeight.current
    previousHeight.current = element.scrollHeight
    if (previousLastId.current === lastId) return
    const isFirst = previousLastId.current === undefined
    previousLastId.current = lastId
    if (isFirst) return
    if (isMine) scrollToEnd()
    else if (element.scrollTop <= -END_TOLERANCE_PX) {
      setHasNewMessages(true)
      // Keeps the view in place in browsers without scroll anchoring.
      if (!CSS.supports('overflow-anchor', 'auto')) element.scrollTop -= grownBy
    }
  })

  // Load older messages before the user reaches the top.
  const firstId = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page the sentinel may still intersect
  useEffect(() => {
    const sentinel = topSentinel.current
    if (!sentinel || !wantsOlder) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && loadOlder(),
      { root: box.current, rootMargin: `${PRELOAD_DISTANCE_PX}px 0px 0px 0px` },
    )
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [wantsOlder, firstId, loadOlder, box, topSentinel])

  return { hasNewMessages, scrollToEnd, onScroll }
}

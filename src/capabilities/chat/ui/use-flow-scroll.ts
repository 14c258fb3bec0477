import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Shown, Side } from './flow.ts'

/** Pixels from the end within which one is still at the end. */
const AT_END = 80
/** Pixels before the top from where older messages are asked for. */
const AHEAD = 600

export interface FlowScroll {
  messages: readonly Shown[]
  side: Side
  /** There are older ones, and they are not on their way. */
  wantsOlder: boolean
  loadOlder(): void
}

/**
 * The scrolling of a conversation. Its box runs from the end (`flex-col-reverse`): the place is measured from below, so
 * older messages above, and what is drawn late there, move nothing that one reads; whoever is at the end stays there.
 */
export function useFlowScroll(
  box: RefObject<HTMLDivElement | null>,
  top: RefObject<HTMLElement | null>,
  { messages, side, wantsOlder, loadOlder }: FlowScroll,
) {
  const [hasNews, setNews] = useState(false)

  const toEnd = useCallback(() => {
    box.current?.scrollTo({ top: 0 })
    setNews(false)
  }, [box])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      if (element.scrollTop > -AT_END) setNews(false)
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box])

  // Own words bring one to the end; another's only say that they are there.
  const last = messages.at(-1)
  const lastId = last?.id
  const isMine = last?.side === side
  const before = useRef(lastId)
  const height = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const grown = element.scrollHeight - height.current
    height.current = element.scrollHeight
    if (before.current === lastId) return
    const isFirst = before.current === undefined
    before.current = lastId
    if (isFirst) return
    if (isMine) toEnd()
    else if (element.scrollTop <= -AT_END) {
      setNews(true)
      // Browsers that hold what one reads in its place do so; the others are helped.
      if (!CSS.supports('overflow-anchor', 'auto')) element.scrollTop -= grown
    }
  })

  // Older ones are asked for before one arrives there.
  const firstId = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page the top may still be near
  useEffect(() => {
    const mark = top.current
    if (!mark || !wantsOlder) return
    const watcher = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && loadOlder(),
      {
        root: box.current,
        rootMargin: `${AHEAD}px 0px 0px 0px`,
      },
    )
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [wantsOlder, firstId, loadOlder, box, top])

  return { hasNews, toEnd }
}

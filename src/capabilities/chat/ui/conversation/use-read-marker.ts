import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chatQueries } from '../../queries.ts'
import type { Chat } from '../../schema.ts'
import type { ChatCache } from '../chat-cache.ts'
import type { Thread } from './thread.ts'
import { isUnreadFor } from './timeline.ts'

const subscribe = (change: () => void) => {
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}

/** Whether this tab is in the foreground; in the background no message counts as read (OPEN-40). */
export const useTabVisible = () =>
  useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => true,
  )

const RETRY_DELAY_MS = 5_000
/** SEG-72: the other party sees the mark move at most once in this time. */
const MIN_INTERVAL_MS = 1_000

/** The seq of the newest message that counts as unread for this side; 0 for none. */
const newestToRead = ({ messages }: Thread, side: Chat['side']) =>
  messages.findLast((message) => isUnreadFor(side, message))?.seq ?? 0

/**
 * CHA-16 to CHA-18: marks messages of the open conversation as read while its tab is in the foreground.
 * @returns `unreadAfter`: the seq after which the divider «Mensajes nuevos» is shown; null: no divider
 */
export function useReadMarker(cache: ChatCache, chat: Chat, thread: Thread | undefined) {
  const { client } = cache
  const queries = useQueryClient()
  const isVisible = useTabVisible()
  const news = thread ? newestToRead(thread, chat.side) : 0
  const [retries, setRetries] = useState(0)
  const markedUpTo = useRef(chat.read_seq)
  const sentAt = useRef(0)
  const [unreadAfter, setUnreadAfter] = useState(chat.unread > 0 ? chat.read_seq : null)
  // Messages that arrive while the tab is in the background get the divider.
  const seenUpTo = useRef(news)
  useEffect(() => {
    if (isVisible) seenUpTo.current = news
    else if (news > seenUpTo.current) setUnreadAfter((after) => after ?? seenUpTo.current)
  }, [isVisible, news])

  const { id: chatId, unread } = chat
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retries` repeats the request
  useEffect(() => {
    if (!isVisible || news === 0 || (news <= markedUpTo.current && unread === 0)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const wait = sentAt.current + MIN_INTERVAL_MS - Date.now()
    if (wait > 0) {
      timer = setTimeout(() => setRetries((count) => count + 1), wait)
      return () => clearTimeout(timer)
    }
    sentAt.current = Date.now()
    markedUpTo.current = Math.max(markedUpTo.current, news)
    client.read({ chatId, upTo: news }).then(
      (after) => {
        const row = cache.getRow(chatId)
        if (row) cache.setRow({ ...row, unread: after.unread, read_seq: Math.max(row.read_seq, news) })
        void queries.invalidateQueries({ queryKey: chatQueries(client).unreadTotal.key() })
      },
      () => {
        markedUpTo.current = Math.min(markedUpTo.current, news - 1)
        if (!isOver) timer = setTimeout(() => setRetries((count) => count + 1), RETRY_DELAY_MS)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isVisible, news, unread, retries, chatId, cache, client, queries])
  return { unreadAfter, clearUnread: () => setUnreadAfter(null) }
}

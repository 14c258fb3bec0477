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

/** The seq of the newest message that matches; 0 for none. */
const newest = (thread: Thread | undefined, matches: (message: Thread['messages'][number]) => boolean) =>
  thread?.messages.findLast(matches)?.seq ?? 0

/**
 * CHA-16 to CHA-18: marks messages of the open conversation as read while its tab is in the foreground.
 * @returns `unreadAfter`: the seq after which the divider «Mensajes nuevos» is shown; null: no divider
 */
export function useReadMarker(cache: ChatCache, chat: Chat, thread: Thread | undefined) {
  const { client } = cache
  const queries = useQueryClient()
  const isVisible = useTabVisible()
  const news = newest(thread, (message) => isUnreadFor(chat.side, message))
  // System messages too: nobody is accepted before reading that the case was edited (SEG-32).
  const toRead = newest(thread, ({ side }) => side !== chat.side)
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
    if (!isVisible || toRead === 0 || (toRead <= markedUpTo.current && unread === 0)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const wait = sentAt.current + MIN_INTERVAL_MS - Date.now()
    if (wait > 0) {
      timer = setTimeout(() => setRetries((count) => count + 1), wait)
      return () => clearTimeout(timer)
    }
    sentAt.current = Date.now()
    markedUpTo.current = Math.max(markedUpTo.current, toRead)
    client.read({ chatId, upTo: toRead }).then(
      (after) => {
        const row = cache.getRow(chatId)
        if (row) cache.setRow({ ...row, unread: after.unread, read_seq: Math.max(row.read_seq, toRead) })
        void queries.invalidateQueries({ queryKey: chatQueries(client).unreadTotal.key() })
      },
      () => {
        markedUpTo.current = Math.min(markedUpTo.current, toRead - 1)
        if (!isOver) timer = setTimeout(() => setRetries((count) => count + 1), RETRY_DELAY_MS)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isVisible, toRead, unread, retries, chatId, cache, client, queries])
  return { unreadAfter, clearUnread: () => setUnreadAfter(null) }
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chatQueries } from '../queries.ts'
import type { Chat } from '../schema.ts'
import type { ChatCache, ChatClient } from './chat-cache.ts'
import { isNewsFor } from './flow.ts'
import type { Thread } from './thread.ts'

const watch = (change: () => void) => {
  document.addEventListener('visibilitychange', change)
  return () => document.removeEventListener('visibilitychange', change)
}

/** Whether somebody can see this tab; a hidden one is not open (OPEN-40). */
export const useVisible = () =>
  useSyncExternalStore(
    watch,
    () => !document.hidden,
    () => true,
  )

/** Milliseconds before a mark that could not be made is tried again. */
const AGAIN = 5_000

/** The newest message that the other side wrote, 0 for none: what is to be marked as seen. */
const newsIn = ({ messages }: Thread, side: Chat['side']) =>
  messages.findLast((message) => isNewsFor(side, message))?.seq ?? 0

/**
 * CHA-16 to CHA-18: what arrives in a conversation that somebody looks at is seen.
 * @returns the seq after which the divider «Mensajes nuevos» stands; null: nowhere
 */
export function useReading(cache: ChatCache, client: ChatClient, chat: Chat, thread: Thread | undefined) {
  const queries = useQueryClient()
  const isVisible = useVisible()
  const news = thread ? newsIn(thread, chat.side) : 0
  const [tries, setTries] = useState(0)
  const marked = useRef(chat.read_seq)
  const [unreadAfter, setUnreadAfter] = useState(chat.unread > 0 ? chat.read_seq : null)
  // What arrives while nobody looks is new when they come back.
  const seen = useRef(news)
  useEffect(() => {
    if (isVisible) seen.current = news
  }, [isVisible, news])
  useEffect(() => {
    if (!isVisible && news > seen.current) setUnreadAfter((after) => after ?? seen.current)
  }, [isVisible, news])

  const { id: chatId, unread } = chat
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is another try at the same
  useEffect(() => {
    if (!isVisible || news === 0 || (news <= marked.current && unread === 0)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    marked.current = Math.max(marked.current, news)
    client.read({ chatId, upTo: news }).then(
      (after) => {
        const row = cache.rowOf(chatId)
        if (row) cache.putRow({ ...row, unread: after.unread, read_seq: Math.max(row.read_seq, news) })
        void queries.invalidateQueries({ queryKey: chatQueries(client).unreadTotal.key() })
      },
      () => {
        marked.current = Math.min(marked.current, news - 1)
        if (!isOver) timer = setTimeout(() => setTries((count) => count + 1), AGAIN)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isVisible, news, unread, tries, chatId, cache, client, queries])
  return { unreadAfter, clearUnread: () => setUnreadAfter(null) }
}

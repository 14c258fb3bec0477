import { useEffect, useRef, useState } from 'react'
import { type Draft, EMPTY, keepText, keptText, type Tried } from './kept.ts'
import type { OutboxOf } from './use-outbox.ts'

/**
 * The text of one conversation's composer, kept in this tab until it is stored. What could not be sent comes back here,
 * but only while nothing else stands here (CHA-14, TRAP-46); otherwise it is kept beside the conversation.
 */
export function useDraft(
  chatId: string,
  userId: string,
  outbox: OutboxOf,
  isStored: (id: string) => boolean,
) {
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = keptText(chatId, userId)
    // It is on its way: another chat was opened meanwhile.
    return outbox.outbox.some(({ id }) => id === kept.tried?.id) ? EMPTY : kept
  })
  const write = (next: Draft) => {
    setDraft(next)
    keepText(chatId, userId, next)
  }

  const { outbox: waiting, keep, drop } = outbox
  const lastSent = useRef<string | null>(null)
  useEffect(() => {
    const id = lastSent.current
    if (id === null || waiting.some((one) => one.id === id)) return
    // The house has it.
    lastSent.current = null
    if (keptText(chatId, userId).tried?.id === id) keepText(chatId, userId, EMPTY)
  }, [waiting, chatId, userId])

  const isEmpty = draft.text === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when it fails
  useEffect(() => {
    const failed = waiting.filter(({ state }) => state === 'failed')
    const last = failed.at(-1)
    if (!last) return
    lastSent.current = null
    if (isEmpty) {
      // The last one: what stands beside the conversation was written before it.
      const { id, content, waits = false } = last
      write({ text: content, tried: { id, content, waits } })
      drop(id)
    } else if (!last.waits && draft.tried?.waits) {
      // Written after one that was refused: it must not overtake it.
      write({ ...draft, tried: { ...draft.tried, waits: false } })
    }
    const kept = isEmpty ? failed.slice(0, -1) : failed
    if (kept.length > 0) keep(kept.map(({ id }) => id))
  }, [waiting])

  const tried = draft.tried
  const isThere = tried !== null && isStored(tried.id)
  // The answer was lost, not the message: it came by another way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when it comes
  useEffect(() => {
    if (isThere) write(draft.text === tried?.content ? EMPTY : { ...draft, tried: null })
  }, [isThere])

  return {
    text: draft.text,
    /** It is sent by itself once there is a connection again, as long as nobody changes it. */
    waiting: tried?.waits && tried.content === draft.text ? tried : null,
    clear: () => write(EMPTY),
    /** It was refused, and waits no longer. */
    refuse: () => write({ ...draft, tried: tried && { ...tried, waits: false } }),
    change: (text: string) => write({ ...draft, text }),
    /** The id under which this text was sent before, or null. */
    triedAs: (content: string) => (tried?.content === content ? tried.id : null),
    /** The composer is empty, but a page that is loaded again before the server has it finds it here, waiting. */
    sent: (message: Tried) => {
      lastSent.current = message.id
      setDraft(EMPTY)
      keepText(chatId, userId, { text: message.content, tried: { ...message, waits: true } })
    },
  }
}

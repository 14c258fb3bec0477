import { useEffect, useRef, useState } from 'react'
import { type Draft, EMPTY_DRAFT, loadChatDraft, type SendAttempt, saveChatDraft } from './chat-drafts.ts'
import type { ChatOutbox } from './use-outbox.ts'

/**
 * The text of one chat's composer, saved in this tab until the message is stored. A message that could not be
 * sent returns here if the composer is empty (CHA-14, TRAP-46); otherwise it moves to the list above the
 * composer.
 */
export function useDraft(
  chatId: string,
  userId: string,
  outbox: ChatOutbox,
  isStored: (id: string) => boolean,
) {
  const [draft, setDraft] = useState<Draft>(() => {
    const saved = loadChatDraft(chatId, userId)
    // It is still being sent: the user opened another chat and came back.
    return outbox.outbox.some(({ id }) => id === saved.tried?.id) ? EMPTY_DRAFT : saved
  })
  const update = (next: Draft) => {
    setDraft(next)
    saveChatDraft(chatId, userId, next)
  }

  const { outbox: outgoing, keep, drop } = outbox
  const lastSent = useRef<string | null>(null)
  useEffect(() => {
    const id = lastSent.current
    if (id === null || outgoing.some((one) => one.id === id)) return
    // It was stored.
    lastSent.current = null
    if (loadChatDraft(chatId, userId).tried?.id === id) saveChatDraft(chatId, userId, EMPTY_DRAFT)
  }, [outgoing, chatId, userId])

  const isEmpty = draft.text === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the outbox changes
  useEffect(() => {
    const failed = outgoing.filter(({ state }) => state === 'failed')
    const last = failed.at(-1)
    if (!last) return
    lastSent.current = null
    if (isEmpty) {
      // The last one returns to the composer; those written before it move to the list.
      const { id, content, waits = false } = last
      update({ text: content, tried: { id, content, waits } })
      drop(id)
    } else if (!last.waits && draft.tried?.waits) {
      // The waiting text was written after the refused message and must not overtake it.
      update({ ...draft, tried: { ...draft.tried, waits: false } })
    }
    const toKeep = isEmpty ? failed.slice(0, -1) : failed
    if (toKeep.length > 0) keep(toKeep.map(({ id }) => id))
  }, [outgoing])

  const tried = draft.tried
  const isTriedStored = tried !== null && isStored(tried.id)
  // The message was stored and only the response was lost: it arrived as an event or with a page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it becomes stored
  useEffect(() => {
    if (isTriedStored) update(draft.text === tried?.content ? EMPTY_DRAFT : { ...draft, tried: null })
  }, [isTriedStored])

  return {
    text: draft.text,
    /** The text as a message that is sent once the connection is back; null once it is edited. */
    waiting: tried?.waits && tried.content === draft.text ? tried : null,
    clear: () => update(EMPTY_DRAFT),
    /** After a refusal: the text no longer waits. */
    stopRetry: () => update({ ...draft, tried: tried && { ...tried, waits: false } }),
    setText: (text: string) => update({ ...draft, text }),
    /** The id of an earlier attempt with this text, or null. */
    retryIdFor: (content: string) => (tried?.content === content ? tried.id : null),
    /** Empties the composer, but saves the message as waiting: the page may be reloaded meanwhile. */
    markSending: (message: SendAttempt) => {
      lastSent.current = message.id
      setDraft(EMPTY_DRAFT)
      saveChatDraft(chatId, userId, { text: message.content, tried: { ...message, waits: true } })
    },
  }
}

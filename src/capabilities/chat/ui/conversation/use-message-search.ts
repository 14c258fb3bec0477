import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cleanText } from '../../../../input/text.ts'
import { chatQueries } from '../../queries.ts'
import type { ChatClient } from '../chat-cache.ts'
import { useDebounced } from '../use-debounced.ts'

const SEARCH_DEBOUNCE_MS = 250
const MIN_LENGTH = 2

/** SEG-73: the search in a conversation. */
export function useMessageSearch(client: ChatClient, chatId: string) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useDebounced(cleanText(typed), SEARCH_DEBOUNCE_MS)
  const isSearching = isOpen && [...text].length >= MIN_LENGTH
  const query = useQuery({
    ...chatQueries(client).search.queryOptions({ input: { chatId, text } }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data: result } = query
  const [at, setAt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its newest message
  useEffect(() => setAt(0), [text])
  const found = isSearching ? (result?.found ?? []) : []
  return {
    isOpen,
    typed,
    setTyped,
    open: () => setIsOpen(true),
    close() {
      setIsOpen(false)
      setTyped('')
    },
    /** What is marked in the messages; '' for nothing. */
    text: isSearching ? text : '',
    error: isSearching ? query.error : null,
    isPending: isSearching && query.isFetching,
    found,
    total: isSearching ? (result?.total ?? 0) : 0,
    /** Index in `found` of the message that is jumped to. */
    at: Math.min(at, Math.max(0, found.length - 1)),
    current: found[Math.min(at, found.length - 1)] ?? null,
    /** To an older message (+1) or a newer one (-1), around the ends. */
    step: (by: 1 | -1) => setAt((at + by + found.length) % Math.max(1, found.length)),
  }
}

export type MessageSearch = ReturnType<typeof useMessageSearch>

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MAX_PAGE_SIZE } from '../../schema.ts'
import { type ChatCache, threadOptions } from '../chat-cache.ts'
import { type Thread, withOlder } from './thread.ts'

/** The messages of a conversation: the newest page, and older ones on demand (CHA-09). */
export function useThread({ client }: ChatCache, chatId: string) {
  const queries = useQueryClient()
  const options = threadOptions(queries, client, chatId)
  const query = useQuery(options)
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  const before = query.data?.messages[0]?.seq
  const load = useCallback(async () => {
    if (before === undefined) return
    setOlder('loading')
    try {
      const page = await client.messages({ chatId, before })
      queries.setQueryData<Thread>(
        threadOptions(queries, client, chatId).queryKey,
        (thread) => thread && withOlder(thread, page),
      )
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }, [queries, client, chatId, before])
  /** Loads older pages until the message is there, or there are no more. */
  const loadUntil = useCallback(
    async (seq: number) => {
      const key = threadOptions(queries, client, chatId).queryKey
      for (;;) {
        const thread = queries.getQueryData<Thread>(key)
        const oldest = thread?.messages[0]?.seq
        if (!thread?.more || oldest === undefined || oldest <= seq) return
        const page = await client.messages({ chatId, before: oldest, limit: MAX_PAGE_SIZE })
        queries.setQueryData<Thread>(key, (latest) => latest && withOlder(latest, page))
      }
    },
    [queries, client, chatId],
  )
  return {
    query,
    loadUntil,
    older: {
      more: query.data?.more ?? false,
      isLoading: older === 'loading',
      hasFailed: older === 'failed',
      load: () => void load(),
    },
  }
}

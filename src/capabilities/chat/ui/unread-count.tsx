import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { QueryProvider } from '../../../platform/rpc/query-provider.tsx'
import { Count } from '../../../ui/badge.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import type { Message } from '../schema.ts'
import { endOffer } from './undo-offer.ts'

/** Milliseconds: a conversation that is being looked at marks itself as seen before the sum is asked for. */
const TOGETHER = 300

export interface UnreadCountProps {
  /** Takes the badge, or null when nothing waits (NAV-10). Must not change. */
  onChange(badge: ReactNode): void
}

/** NAV-10, NAV-16, RT-01: how many messages wait, and it follows by itself. It draws nothing where it stands. */
export function UnreadCount(props: UnreadCountProps) {
  const root = useRouteLoaderData('root') as { position: string | null } | undefined
  return (
    // What a panel was given with the page is not asked for again: the events since then are told.
    <QueryProvider state={{ queries: [], mutations: [], position: root?.position ?? null }}>
      <Watcher {...props} />
    </QueryProvider>
  )
}

function Watcher({ onChange }: UnreadCountProps) {
  const queries = useQueryClient()
  const { unreadTotal } = chatQueries(rpc<ChatContract>('chat'))
  const { data } = useQuery({ ...unreadTotal.queryOptions(), refetchOnWindowFocus: 'always' })
  const unread = data?.unread ?? 0
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEvents(['message', 'chat'], ({ kind, data }) => {
    if (kind === 'message' && data) endOffer((data as Message).chat_id)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void readAnew(queries, { queryKey: unreadTotal.key() })
    }, TOGETHER)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    onChange(
      unread > 0 ? (
        <Count value={unread} label={unread === 1 ? 'mensaje sin leer' : 'mensajes sin leer'} />
      ) : null,
    )
    return () => onChange(null)
  }, [unread, onChange])
  return null
}

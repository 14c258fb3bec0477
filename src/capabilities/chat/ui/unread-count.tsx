import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { QueryProvider } from '../../../site/query-provider.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import type { Message } from '../schema.ts'
import { endUndoOffer } from './undo-offer.ts'

/** An open conversation marks new messages as read within this time, before the total is fetched. */
const REFETCH_DELAY_MS = 300

export interface UnreadCountProps {
  /** Receives the badge, or null without unread messages (NAV-10). Must be a stable function. */
  onChange(badge: ReactNode): void
}

/**
 * NAV-10, NAV-16, RT-01: keeps the badge with the number of unread messages up to date. Renders nothing
 * itself.
 */
export function UnreadCount(props: UnreadCountProps) {
  const root = useRouteLoaderData('root') as { position: string | null } | undefined
  return (
    // With the root's event position, data that a panel got with the page is not fetched again: later events
    // are replayed.
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
  const refetchTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEvents(['message', 'chat'], ({ kind, data }) => {
    if (kind === 'message' && data) endUndoOffer((data as Message).chat_id)
    refetchTimer.current ??= setTimeout(() => {
      refetchTimer.current = undefined
      void refetchQueries(queries, { queryKey: unreadTotal.key() })
    }, REFETCH_DELAY_MS)
  })
  useEffect(() => () => clearTimeout(refetchTimer.current), [])
  useEffect(() => {
    onChange(
      unread > 0 ? (
        <CountBadge value={unread} label={unread === 1 ? 'mensaje sin leer' : 'mensajes sin leer'} />
      ) : null,
    )
    return () => onChange(null)
  }, [unread, onChange])
  return null
}

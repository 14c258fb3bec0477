import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { QueryProvider } from '../../../site/query-provider.tsx'
import type { BadgeWatcherProps } from '../../../site/use-lazy-badge.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { chatQueries } from '../queries.ts'
import type { Message } from '../schema.ts'
import { unreadLabel } from './texts.ts'
import { endUndoOffer } from './undo-offer.ts'

/** NAV-10, NAV-16, RT-01: keeps the badge with the number of unread messages up to date. */
export function UnreadCount(props: BadgeWatcherProps) {
  const root = useRouteLoaderData('root') as { position: string | null } | undefined
  return (
    // With the root's event position, data that a panel got with the page is not fetched again: later events
    // are replayed.
    <QueryProvider state={{ queries: [], mutations: [], position: root?.position ?? null }}>
      <Watcher {...props} />
    </QueryProvider>
  )
}

function Watcher({ onChange }: BadgeWatcherProps) {
  const { unreadTotal } = chatQueries()
  const { data } = useQuery({ ...unreadTotal.queryOptions(), refetchOnWindowFocus: 'always' })
  const unread = data?.unread ?? 0
  useEvents(['message'], ({ data }) => {
    if (data) endUndoOffer((data as Message).chat_id)
  })
  // Meanwhile an open conversation marks new messages as read.
  useRefetchOn(['message', 'chat'], unreadTotal.key(), { delay: LIST_DELAY })
  useEffect(() => {
    onChange(unread > 0 ? <CountBadge value={unread} label={unreadLabel(unread)} /> : null)
    return () => onChange(null)
  }, [unread, onChange])
  return null
}

import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { StatLink } from '../../../ui/display/stat-links.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'
import { unreadLabel } from './texts.ts'

/** The number of unread messages on the dashboard; the navigation bar's badge keeps the query up to date. */
export function UnreadFigure() {
  const { data } = useQuery(chatQueries(rpc<ChatContract>('chat')).unreadTotal.queryOptions())
  return <StatLink to="/chat" value={data?.unread} text={unreadLabel(data?.unread ?? 0)} />
}

import { useQuery } from '@tanstack/react-query'
import { StatLink } from '../../../ui/display/stat-links.tsx'
import { chatQueries } from '../queries.ts'
import { unreadLabel } from './texts.ts'

/** The number of unread messages on the dashboard; the navigation bar's badge keeps the query up to date. */
export function UnreadFigure() {
  const { data } = useQuery(chatQueries().unreadTotal.queryOptions())
  return <StatLink to="/chat" value={data?.unread} text={unreadLabel(data?.unread ?? 0)} />
}

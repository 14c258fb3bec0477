import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { CountPanel } from '../../verification/ui/count-panel.tsx'
import { DayCard } from '../../verification/ui/day-bars.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'

const TITLE = 'Mensajes'

/** Messages written by people per day, for the administrator's page (OPEN-03). */
export function MessageCounts() {
  const query = useQuery(chatQueries(rpc<ChatContract>('chat')).counts.queryOptions())
  return (
    <CountPanel title={TITLE} query={query}>
      {({ days }) => <DayCard title={TITLE} unit={['mensaje', 'mensajes']} days={days} />}
    </CountPanel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { AsyncChartCard } from '../../../site/panels/async-chart-card.tsx'
import { DailyChartCard } from '../../../ui/display/daily-chart-card.tsx'
import type { ChatContract } from '../contract.ts'
import { chatQueries } from '../queries.ts'

const TITLE = 'Mensajes'

/** Messages written by people per day, for the administrator's page (OPEN-03). */
export function MessageCounts() {
  const query = useQuery(chatQueries(rpc<ChatContract>('chat')).counts.queryOptions())
  return (
    <AsyncChartCard title={TITLE} query={query}>
      {({ days }) => <DailyChartCard title={TITLE} unit={['mensaje', 'mensajes']} days={days} />}
    </AsyncChartCard>
  )
}

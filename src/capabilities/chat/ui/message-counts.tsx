import { useQuery } from '@tanstack/react-query'
import { ChartCard } from '../../../site/panels/chart-card.tsx'
import { DailyChart } from '../../../ui/display/daily-chart.tsx'
import { chatQueries } from '../queries.ts'

/** Messages written by people per day, for the administrator's page (OPEN-03). */
export function MessageCounts() {
  const query = useQuery(chatQueries().counts.queryOptions())
  return (
    <ChartCard title="Mensajes" query={query}>
      {({ days }) => <DailyChart title="Mensajes" unit={['mensaje', 'mensajes']} days={days} />}
    </ChartCard>
  )
}
